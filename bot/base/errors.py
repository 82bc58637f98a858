"""What can go wrong between a wish and the truth, each with a sentence for the one who must know."""

from bot.base.references import Command
from games.core import Text

BUTTON_IS_OLD = Text(
    "This button is from an older time. {hand} shows your panel, {table} the table.",
    hand=Command("hand"),
    table=Command("table"),
)
OVER = Text("This game is over.")
TABLE_IS_GONE = Text("This table is gone. Open a new one with {play}.", play=Command("play"))
ASIDE = Text(
    "This table had to be set aside: its game can no longer be replayed. Whoever runs this bot has been told."
)


class Refused(Exception):
    """A wish that cannot be granted, with a kind sentence for the person who had it."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.id)
        self.reason = reason


class NotShown(Exception):
    """A move that was stored, but could not be shown to the one who made it."""


class StaleQuestion(Exception):
    """The question that was answered is no longer open: show the current one."""


class StoreTrouble(Exception):
    """The database cannot be used; the sentence says why and what the host can do."""


class Damaged(StoreTrouble):
    """A part of the database cannot be read any more: it stays so, and the rest goes on."""


class Stale(Exception):
    """Someone else wrote this row first: reload and look again."""


class Repeated(Exception):
    """This interaction has been carried out already."""


class NoThought(Exception):
    """No computer could think about it; names only the kind of error, since a world may show a hand."""


class ChannelTaken(Exception):
    """The channel has a table already."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table {table_id}")
        self.table_id = table_id
