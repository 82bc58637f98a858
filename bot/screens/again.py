"""The buttons of a finished game that lead to its replay and to its proof."""

from bot.screens import ids
from bot.screens.items import Press
from bot.words import Words
from games.core import Text

PUBLIC = "p"  # stands in an id for the eyes of everybody


def replay_buttons(table_id: int, words: Words) -> list[Press]:
    """Return [Replay] and [Verify]."""
    again = Text("Replay", ctx="button: see the game again, move by move")
    proof = Text("Verify", ctx="button: the deal of a game")
    return [
        Press(ids.archive("replay", table_id, PUBLIC, act="show"), words.say(again)),
        Press(ids.archive("replay", table_id, PUBLIC, act="verify"), words.say(proof)),
    ]
