"""Which of my tables: a button or a link for each."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.screens import ids
from bot.screens.items import Link, Press
from bot.screens.parts import Screen, layout, place_of, rows
from bot.tables.records import Saved
from bot.words import Words
from games import GAMES
from games.core import Text

MOST = 20  # tables in one message


def which_screen(tables: Sequence[Saved], words: Words) -> Screen:
    """Ask which table's panel is wanted."""
    buttons = [Press(ids.table(s.id, "dm"), _name(s, n, words), "plain") for n, s in _numbered(tables)]
    return _screen(tables, words, Text("Which table?"), buttons)


def links_screen(tables: Sequence[Saved], words: Words) -> Screen:
    """Lead to tables."""
    buttons = [Link(s.link, _name(s, n, words)) for n, s in _numbered(tables)]
    return _screen(tables, words, Text("Here it is:"), buttons)


def _numbered(tables: Sequence[Saved]) -> list[tuple[int, Saved]]:
    return list(enumerate(tables[:MOST], 1))


def _name(saved: Saved, number: int, words: Words) -> str:
    return f"{number}. {words.say(GAMES[saved.game].NAME)}"


def _screen(tables: Sequence[Saved], words: Words, title: Text, buttons: Sequence[ui.Item[Any]]) -> Screen:
    lines = [f"{n}. {words.say(GAMES[s.game].NAME)} · {place_of(s, words)}" for n, s in _numbered(tables)]
    text = "\n".join([f"### {words.say(title)}", *lines])
    return Screen(layout(ui.TextDisplay(text), *rows(buttons)))
