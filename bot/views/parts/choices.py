"""The words of what can be chosen: languages, paces, places; menus of settings."""

from collections.abc import Iterable

from discord import ui

from bot.text.languages import languages, own_name
from bot.text.words import Words
from bot.views.parts.items import Pick, option
from bot.views.parts.screen import row
from games.core import MENU, Text

PLACES = {"channel": Text("In the channel"), "thread": Text("In a thread of its own")}
USE_DEFAULT = "usual"  # the value of an option that stands for nothing chosen

Choices = Iterable[tuple[str, str]]  # what is stored, and how it is said


def language_choices(words: Words, usual: Text) -> list[tuple[str, str]]:
    """Return every language by its own name, after the usual one."""
    named = [(tag, own_name(tag)) for tag in languages()]
    return [("", words.say(usual)), *named[: MENU - 1]]


def said(choices: dict[str, Text], words: Words) -> list[tuple[str, str]]:
    return [(key, words.say(text)) for key, text in choices.items()]


def menu(id: str, title: str, choices: Choices, now: str) -> list[ui.Item[ui.LayoutView]]:
    """Return a title and a menu in which what is chosen now is marked."""
    options = [option(key or USE_DEFAULT, text, default=key == now) for key, text in choices]
    return [ui.TextDisplay(f"**{title}**"), row(Pick(id, title, options))]


def chosen(value: str) -> str:
    """Return what is stored for the value of an option."""
    return "" if value == USE_DEFAULT else value
