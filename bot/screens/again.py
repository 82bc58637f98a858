"""The buttons of a finished game that lead to its replay and to its proof."""

from typing import Any

from discord import ui

from bot.screens import ids
from bot.screens.items import Press
from bot.screens.parts import row
from bot.tables.table import Table
from bot.words import Words
from games.core import Text

PUBLIC = "p"  # stands in an id for the eyes of everybody


def replay_row(table: Table, words: Words) -> list[ui.ActionRow[Any]]:
    """Return [Replay] and [Verify] for a game that is over."""
    if not table.over:
        return []
    again = Text("Replay", ctx="button: see the game again, move by move")
    proof = Text("Verify", ctx="button: the deal of a game")
    return [
        row(
            Press(ids.archive("replay", table.id, PUBLIC, act="show"), words.say(again)),
            Press(ids.archive("replay", table.id, PUBLIC, act="verify"), words.say(proof)),
        )
    ]
