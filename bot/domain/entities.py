"""What is stored, as values: a table, a row of its log, a result, a panel by DM, a rank."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.domain.calls import NO_CALLS, Calls
from bot.domain.kinds import EventKind, Mover, Phase, RowKind
from games.core import Seat
from games.fair import draw_line, mark_of

DM_GUILD = 0  # the server of tables in DMs: none; their presses come to shard 0, as arithmetic says


def message_link(guild: int | str, channel: int, message: int) -> str:
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table as it is stored, without its log."""

    id: int
    guild: int
    channel: int
    game: str
    host: int
    locale: str
    options: tuple[str, ...]
    phase: Phase
    seed: str
    edition: int
    data: str
    message: int
    notice: int
    noticed: str  # the same as `calls`, for processes of the version before
    shown: int
    created: int
    reserved: tuple[int, ...]  # for whom a lobby keeps seats, in seat order
    kept_until: int
    silenced: int  # since when we may not write in the channel; 0: we may
    users: tuple[int, ...]
    version: int = 1  # raised by everything that changes the table
    last: int = 0  # the number of its last row
    due: int | None = None  # when it must be looked at: a promised answer, a reminder, time that runs out
    told: int = 0  # the version that was last shown
    pace: str = ""  # none, or e.g. "live:60" or "slow:86400": seconds a decision
    clocks: str = ""  # what every seat's clock says
    stilled: int = 0  # seconds for which all clocks have stood still
    hints: int = 1  # whether a computer may be asked for a hint
    home: int = 0  # the channel that its thread belongs to, if we opened one for it
    asking: str = ""  # the message that asks everyone about a seat, and what it asks: "123:m1"
    mark: str = ""  # what was promised of the deal; none: by number and seed alone
    draw: str = ""  # the secret draw of its lobby; none: an older version has opened it
    first_message: int = 0  # nothing of it is older; 1: nobody knows
    opener: int = 0  # who opened it by their own wish, while it is open; 0: nobody, as for a rematch
    calls: Calls = NO_CALLS  # who was called last
    has_dms: bool = False  # whether somebody keeps a panel of it in their DMs
    has_aways: bool = False  # whether somebody at it has ever said that they would be away
    worded: tuple[int, ...] = ()  # who of those who sit there has typed a word in the lobby

    @property
    def at_home(self) -> bool:
        """Whether it stands in somebody's DMs with the bot: lobby, panel and result in one message."""
        return self.guild == DM_GUILD

    @property
    def drawn(self) -> str:
        """The mark that stands in its lobby; "" for none."""
        return mark_of(draw_line(self.id, self.game, self.draw)) if self.draw else ""

    @property
    def link(self) -> str:
        """The address of the table's message."""
        return message_link(self.guild or "@me", self.channel, self.message)

    def __repr__(self) -> str:
        """Keep the draw and the seed out of logs."""
        return f"Saved(table {self.id}, {self.game}, {self.phase})"


class StoredTimes(NamedTuple):
    """What is stored of a table's time, in its own time: see `domain/pace`."""

    due: int | None = None  # when somebody must look at it
    clocks: str | None = None  # None: as they are
    pace: str | None = None


class TableVersion(NamedTuple):
    """How a table stands: what a copy in memory is compared with, and its clocks."""

    version: int
    phase: Phase
    last: int = 0
    pace: str = ""
    clocks: str = ""
    stilled: int = 0


class NextDeadline(NamedTuple):
    """When the next table must be looked at, and whether any clock runs."""

    at: int
    clocks: bool


class NewTable(NamedTuple):
    """A table that is to be opened."""

    guild: int
    channel: int
    game: str
    host: int
    locale: str
    options: tuple[str, ...] = ()
    reserved: tuple[int, ...] = ()
    kept_until: int = 0
    pace: str = ""
    home: int = 0  # the channel that the thread belongs to, if one was opened for the table
    opener: int = 0  # who wished it; 0: nobody, as for a rematch


class Most(NamedTuple):
    """How many tables one person may have open in a server."""

    lobbies: int
    opened: int  # lobbies and games under way that they opened by their own wish


UNLIMITED = Most(2**31, 2**31)


class NewRow(NamedTuple):
    """What happened at a table, before it has a row."""

    kind: RowKind
    seat: Seat
    text: str  # a move; the row returned to; how it ended: an EndingKind
    by: Mover = "person"
    at: int = 0


class LogRow(NamedTuple):
    """One row of a table's log, as it is stored."""

    row: int
    kind: RowKind
    seat: Seat
    text: str
    by: Mover = "person"
    at: int = 0


class Event(NamedTuple):
    """Something that happened beside the log, as it is stored."""

    kind: EventKind
    seat: Seat
    row: int  # the table's last row when it happened
    text: str = ""
    at: int = 0


class Result(NamedTuple):
    """How one player fared in one game."""

    user: int
    place: int
    score: tuple[int, ...]
    seat: Seat = -1
    decisions: int = 0
    clocked: int = 0  # decisions that the clock made


class DmPanel(NamedTuple):
    """A panel in someone's DMs: one message that stays current."""

    channel: int
    message: int
    locale: str
    told: int = 0  # the version of the table that it shows
    user: int = 0  # whose DMs these are: somebody else may have taken the seat since


class Share(NamedTuple):
    """What a seat has added to a deal: its word ("": deleted since), and what stays of it."""

    word: str
    share: str


class LessonName(NamedTuple):
    """A lesson of a game."""

    game: str
    lesson: str


class BegunLesson(NamedTuple):
    """How far somebody is in a lesson: the right moves that they have made; the version of its way."""

    name: LessonName
    version: str
    moves: tuple[str, ...] = ()
