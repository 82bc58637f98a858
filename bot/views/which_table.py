"""Which of my tables: a button or a link for each."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.domain.entities import TableRecord
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Link, Press
from bot.views.parts.screen import Screen, layout, place_of, rows
from games import GAMES
from games.core import Text

MAX_TABLES_OFFERED = 20  # tables in one message


def which_screen(tables: Sequence[TableRecord], words: Words) -> Screen:
    """Ask which table's panel is wanted."""
    buttons = [Press(custom_ids.table(s.id, "dm"), _name(s, n, words), "plain") for n, s in _numbered(tables)]
    return _screen(tables, words, Text("Which table?"), buttons)


def links_screen(tables: Sequence[TableRecord], words: Words) -> Screen:
    """Lead to tables."""
    buttons = [Link(s.link, _name(s, n, words)) for n, s in _numbered(tables)]
    return _screen(tables, words, Text("Here it is:"), buttons)


def _numbered(tables: Sequence[TableRecord]) -> list[tuple[int, TableRecord]]:
    return list(enumerate(tables[:MAX_TABLES_OFFERED], 1))


def _name(saved: TableRecord, number: int, words: Words) -> str:
    return f"{number}. {words.say(GAMES[saved.game].NAME)}"


def _screen(
    tables: Sequence[TableRecord], words: Words, title: Text, buttons: Sequence[ui.Item[Any]]
) -> Screen:
    lines = [f"{n}. {words.say(GAMES[s.game].NAME)} · {place_of(s, words)}" for n, s in _numbered(tables)]
    text = "\n".join([f"### {words.say(title)}", *lines])
    return Screen(layout(ui.TextDisplay(text), *rows(buttons)))
