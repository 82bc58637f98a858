"""My tables: whose turn, since when, and the way there; those that wait for me first."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import ui

from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.text.words import Words
from bot.views.board import awaited_line
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.screen import Screen, fitted, layout, place_of, rows
from games import GAMES
from games.core import Text

MAX_TABLES_LISTED = 20  # tables in one message


class Mine(NamedTuple):
    """A game under way at which somebody sits."""

    saved: TableRecord
    table: Table
    waits: bool  # for this very person


def sorted_mine(tables: Sequence[Mine]) -> list[Mine]:
    """Put those first that wait for me, and of these those that have waited longest."""
    return sorted(tables, key=lambda mine: (not mine.waits, mine.table.moved_at, mine.saved.id))


def games_screen(tables: Sequence[Mine], words: Words, *, dm: bool) -> Screen:
    """List somebody's tables; the panel of each is one press away."""
    shown = list(enumerate(sorted_mine(tables)[:MAX_TABLES_LISTED], 1))
    title = Text("Your tables")
    texts = fitted([f"### {words.say(title)}", *(_line(number, mine, words) for number, mine in shown)])
    act = "dm" if dm else "hand"
    buttons = [
        Press(
            custom_ids.table(mine.table.id, act),
            _label(number, mine, words),
            "plain" if mine.waits else "quiet",
        )
        for number, mine in shown
    ]
    return Screen(layout(ui.TextDisplay("\n".join(texts)), *rows(buttons)))


def _line(number: int, mine: Mine, words: Words) -> str:
    """Say of a table which game it is, where, and for whom it waits."""
    saved, table = mine.saved, mine.table
    game = f"**{number}. {words.say(GAMES[saved.game].NAME)}** · {place_of(saved, words)}"
    waits = words.say(your_turn(table)) if mine.waits else awaited_line(table, words)
    see = Text("See the table")
    return f"{game}\n{waits} · [{words.say(see)}]({saved.link})"


def your_turn(table: Table) -> Text:
    """Say that a table waits for its reader, and since when."""
    if not table.moved_at:
        return Text("**Your turn**")
    return Text("**Your turn** ({since})", since=f"<t:{table.moved_at}:R>")


def _label(number: int, mine: Mine, words: Words) -> str:
    return f"{number}. {words.say(GAMES[mine.saved.game].NAME)}"
