"""The buttons of a finished game that lead to its replay and to its proof."""

from typing import Any

from discord import ui

from bot.domain.table import Table
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.screen import row
from games.core import Text

PUBLIC_VIEWER = "p"  # stands in an id for the eyes of everybody


def replay_row(table: Table, words: Words) -> list[ui.ActionRow[Any]]:
    """Return [Replay] and [Verify] for a game that is over."""
    if not table.over:
        return []
    again = Text("Replay", ctx="button: see the game again, move by move")
    proof = Text("Verify", ctx="button: the deal of a game")
    return [
        row(
            Press(custom_ids.archive("replay", table.id, PUBLIC_VIEWER, act="show"), words.say(again)),
            Press(custom_ids.archive("replay", table.id, PUBLIC_VIEWER, act="verify"), words.say(proof)),
        )
    ]
