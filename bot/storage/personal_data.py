"""What is stored about one person, to be counted and to be given to them: plain queries, a page at a time.

A move belongs to whoever held the seat when it was made. The events say who that was: `former` names the one
who lost a seat, `substitute` the one who got it, each with the last row before; nobody sits at a table twice.
"""

from typing import Any, NamedTuple

from bot.base.numbers import MAX_INTEGER
from bot.domain.settings import UserSettings
from bot.storage.engine import Engine, Row
from bot.storage.privacy import NAMING
from bot.storage.table_statements import OPEN_PHASES

ROWS_PER_PAGE = 250  # rows read at a time: no press waits for more than that
SEATS_PER_PAGE = 1000  # seats read at a time
Told = dict[str, Any]


class Held(NamedTuple):
    """A seat at a table, and when it was somebody's: rows after `since`, events from `first` on."""

    table_id: int
    game: str
    guild: int
    channel: int
    phase: str
    created: int
    seat: int
    dm_channel: int
    dm_message: int
    since: int
    until: int
    first: int
    last: int
    over: int

    def told(self) -> Told:
        """Return what the person reads of it."""
        table = {"id": self.table_id, "game": self.game, "guild": self.guild, "channel": self.channel}
        table |= {"phase": self.phase, "created": self.created, "seat": self.seat}
        return {**table, "dm_channel": self.dm_channel, "dm_message": self.dm_message}


class PersonalDataStore:
    """Everything about one person."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def personal_counts(self, user: int) -> dict[str, int]:
        """Return how much of what grows is stored about somebody; the database counts."""
        [(tables,)] = await self._db.rows(f"{HELD} SELECT COUNT(*) FROM held", _asks(user))
        [(moves,)] = await self._db.rows(f"{HELD} SELECT COUNT(*) {MADE}", _asks(user))
        [(results,)] = await self._db.rows('SELECT COUNT(*) FROM results WHERE "user" = ?', (user,))
        return {"tables": tables, "moves": moves, "results": results}

    async def personal_few(self, user: int) -> dict[str, list[Told]]:
        """Return what there is little of: choices, times away, ratings and feats."""
        return {
            name: _named(columns, await self._db.rows(f"SELECT {', '.join(columns)} FROM {source}", (user,)))
            for name, (columns, source) in FEW.items()
        }

    async def personal_results(self, user: int, below: int = MAX_INTEGER) -> list[Told]:
        """Return how somebody's games came out, those of the newest tables first."""
        rows = await self._db.rows(
            f'SELECT {", ".join(RESULTS)} FROM results WHERE "user" = ? AND table_id < ?'
            f" ORDER BY table_id DESC LIMIT {ROWS_PER_PAGE}",
            (user, below),
        )
        return _named(RESULTS, rows)

    async def held_seats(self, user: int, below: int = MAX_INTEGER) -> list[Held]:
        """Return the seats that are or were somebody's, the newest first."""
        rows = await self._db.rows(
            f"{HELD} SELECT {', '.join(SEATS)}"
            " FROM held JOIN tables ON tables.id = held.table_id WHERE held.table_id < ?"
            f" ORDER BY held.table_id DESC LIMIT {SEATS_PER_PAGE}",
            (*_asks(user), below),
        )
        return [Held(*row) for row in rows]

    async def personal_moves(self, held: Held, below: int = MAX_INTEGER) -> list[Told]:
        """Return what was played in a seat while it was somebody's, the newest first."""
        rows = await self._db.rows(
            f"SELECT {', '.join(MOVES)} FROM rows WHERE table_id = ? AND row > ? AND row <= ? AND row < ?"
            f" AND seat = ? AND (by = 'person' OR ? = 1) ORDER BY row DESC LIMIT {ROWS_PER_PAGE}",
            (held.table_id, held.since, held.until, below, held.seat, held.over),
        )
        return _named(MOVES, rows)

    async def personal_events(self, held: Held, below: int = MAX_INTEGER) -> list[Told]:
        """Return what happened beside the log in a seat while it was somebody's, the newest first."""
        rows = await self._db.rows(
            f"SELECT {', '.join(EVENTS)} FROM events WHERE table_id = ? AND id >= ? AND id <= ? AND id < ?"
            f" AND seat = ? AND kind != 'wish' ORDER BY id DESC LIMIT {ROWS_PER_PAGE}",
            (held.table_id, held.first, held.last, below, held.seat),
        )
        return _named(EVENTS, rows)

    async def personal_wishes(self, user: int, below: int = MAX_INTEGER) -> list[Told]:
        """Return where somebody has asked for a seat, the newest first: no wish is the seat's owner's."""
        rows = await self._db.rows(
            f"SELECT {', '.join(EVENTS)} FROM events WHERE text = ? AND {NAMING} AND kind = 'wish' AND id < ?"
            f" ORDER BY id DESC LIMIT {ROWS_PER_PAGE}",
            (str(user), below),
        )
        return _named(EVENTS, rows)


def _asks(user: int) -> tuple[str, int, str, str]:
    """Return the values of HELD."""
    return str(user), user, str(user), str(user)


def _named(columns: tuple[str, ...], rows: list[Row]) -> list[Told]:
    keys = [column.strip('"') for column in columns]
    return [dict(zip(keys, row, strict=True)) for row in rows]


CAME = (
    f"LEFT JOIN events AS came ON came.text = ? AND came.{NAMING} AND came.kind = 'substitute'"
    " AND came.table_id ="
)
HELD = f"""WITH held AS (
    SELECT seats.table_id, seats.seat, dm_channel, dm_message,
        COALESCE(came.row, -1) AS since, {MAX_INTEGER} AS until,
        COALESCE(came.id, 0) AS first, {MAX_INTEGER} AS last
    FROM seats {CAME} seats.table_id WHERE seats."user" = ?
    UNION ALL
    SELECT gone.table_id, gone.seat, 0, 0, COALESCE(came.row, -1), gone.row, COALESCE(came.id, 0), gone.id
    FROM events AS gone {CAME} gone.table_id
    WHERE gone.text = ? AND gone.{NAMING} AND gone.kind = 'former'
)"""
# What others than the person played in their seat is told when the game is over: they may have left it.
MADE = (
    "FROM held JOIN tables ON tables.id = held.table_id JOIN rows ON rows.table_id = held.table_id"
    " AND rows.row > held.since AND rows.row <= held.until AND rows.seat = held.seat"
    f" WHERE rows.by = 'person' OR tables.phase NOT IN {OPEN_PHASES}"
)
SEATS = (
    *("held.table_id", "tables.game", "tables.guild", "tables.channel", "tables.phase", "tables.created"),
    *(
        "held.seat",
        "held.dm_channel",
        "held.dm_message",
        "held.since",
        "held.until",
        "held.first",
        "held.last",
    ),
    f"CASE WHEN tables.phase IN {OPEN_PHASES} THEN 0 ELSE 1 END",
)
RESULTS = ("table_id", "guild", "game", "seat", "place", "score", "at", "ladder", "mu", "sigma", "decisions")
MOVES = ("table_id", '"row"', "kind", "text", "by", "at")
EVENTS = ("id", "table_id", "kind", '"row"', "at")
FEW = {
    "settings": (UserSettings._fields, 'people WHERE "user" = ?'),
    "away": (("since", "until"), 'away WHERE "user" = ? ORDER BY since'),
    "ratings": (
        ("guild", "game", "ladder", "season", "mu", "sigma", "games", "wins", "listed"),
        'ratings WHERE "user" = ? ORDER BY game, ladder, season, guild',
    ),
    "feats": (("feat", "table_id", "at"), 'feats WHERE "user" = ? ORDER BY at'),
    "opened": (("id", "guild", "channel"), "tables WHERE opener != 0 AND opener = ? ORDER BY id"),
    "posted": (("channel", "kind", "paid"), 'rate_limits WHERE "user" = ? ORDER BY channel, kind'),
    "words": (("table_id", "seat", "word"), 'words WHERE "user" = ? ORDER BY table_id'),
}
