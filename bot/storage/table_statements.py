"""The statements of the ledger, and the way from rows to tables and back."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.base.errors import Stale
from bot.domain.calls import Calls, stored_calls, text_of, written
from bot.domain.entities import TableRecord
from bot.domain.kinds import PHASES, known
from bot.storage.engine import Engine, NothingChanged, Row, Step

MAX_TABLES_PER_SWEEP = 500  # tables named at once; a sweep comes again
MINE = "(guild >> 22) % ? BETWEEN ? AND ?"
OPEN_PHASES = "('lobby', 'play', 'aside')"
RESERVED_LIST = "(',' || reserved || ',')"  # for whom a lobby keeps seats, each between two commas
TABLE_COLUMNS = (
    "id, guild, channel, game, host, locale, options, phase, seed, edition, data, message, notice, noticed,"
    " shown, created, reserved, kept_until, silenced, version, last, due, told,"
    " pace, clocks, stilled, hints, asking, home, mark, draw, first_message, opener, calls"
)
NAMES = tuple(TABLE_COLUMNS.split(", "))
SAVED = (
    f'SELECT {", ".join(f"tables.{name}" for name in NAMES)}, seats."user", seats.dm_message != 0,'
    ' EXISTS (SELECT 1 FROM away WHERE away."user" = seats."user"),'
    ' EXISTS (SELECT 1 FROM words WHERE words.table_id = seats.table_id AND words."user" = seats."user")'
    " FROM tables LEFT JOIN seats ON seats.table_id = tables.id"
    " WHERE tables.id {} ORDER BY tables.id DESC, seats.seat"
)
ADD_ROW = (
    "INSERT INTO rows (table_id, row, kind, seat, text, by, at, interaction)"
    " SELECT ?, ?, ?, ?, ?, ?, ?, CAST(? AS BIGINT)"
)
ADD_EVENT = (
    "INSERT INTO events (table_id, kind, seat, row, text, at, interaction)"
    " SELECT ?, ?, ?, ?, ?, ?, CAST(? AS BIGINT)"
)


BESIDE = (  # in one reading; the words come first, as they did
    "SELECT kind, seat, row, text, at, id FROM events WHERE table_id = ? UNION ALL"
    " SELECT 'word', seat, 0, word, 0, 0 FROM words WHERE table_id = ? AND seat >= 0 ORDER BY id, seat"
)

# Moments are written in the table's time: `stilled` may have been raised since they were worked out.
TIMED = "due = CAST(? AS BIGINT) + stilled, clocks = COALESCE(?, clocks)"
NEXT_ROW = (  # a column that is not named costs no page of its indexes
    f"UPDATE tables SET version = version + 1, last = ?, {TIMED}"
    " WHERE id = ? AND last = ? AND phase = 'play' AND version = COALESCE(?, version) RETURNING version"
)
LAST_ROW = NEXT_ROW.replace("last = ?,", "last = ?, phase = 'done', opener = 0,")
NEXT_VERSION = (
    "UPDATE tables SET version = version + 1"
    " WHERE id = ? AND phase = 'play' AND version = COALESCE(?, version) RETURNING version"
)
NEXT_TIMED = NEXT_VERSION.replace(
    "version = version + 1", f"version = version + 1, {TIMED}, pace = COALESCE(?, pace)"
)
# Tables are opened one after the other, in every process: so those of one person can be counted.
NEXT_OPENING = (
    "INSERT INTO counted (name, number) VALUES ('opened', 1)"
    " ON CONFLICT (name) DO UPDATE SET number = counted.number + 1"
)
LOBBIES_OF = (  # a host always sits in their lobby
    "SELECT COUNT(*) FROM seats JOIN tables ON tables.id = seats.table_id"
    ' WHERE seats."user" = ? AND tables.phase = \'lobby\' AND tables.host = seats."user"'
    " AND tables.guild = ?"
)
OPENED_BY = (
    "SELECT COUNT(*) FROM tables"
    " WHERE opener != 0 AND opener = ? AND guild = ? AND phase IN ('lobby', 'play')"
)
HOST_SITS_DOWN = (
    'INSERT INTO seats (table_id, seat, "user") SELECT id, 0, host FROM tables'
    " WHERE channel = ? AND phase IN ('lobby', 'play') RETURNING table_id"
)


def seated(table_id: int, users: Sequence[int]) -> list[Step]:
    """Write the seats anew."""
    add = 'INSERT INTO seats (table_id, seat, "user") VALUES (?, ?, ?)'
    return [
        Step("DELETE FROM seats WHERE table_id = ?", (table_id,)),
        *(Step(add, (table_id, seat, user)) for seat, user in enumerate(users)),
    ]


def saved(rows: Sequence[Row]) -> list[TableRecord]:
    """Return the tables of a reading in which every seat is a row."""
    seats: dict[int, list[Row]] = {}
    tables: dict[int, Row] = {}
    for row in rows:
        *fields, user, has_dm, has_away, has_word = row
        tables[row[0]] = tuple(fields)
        seats.setdefault(row[0], []).extend(() if user is None else ((user, has_dm, has_away, has_word),))
    return [_one(dict(zip(NAMES, row, strict=True)), seats[id]) for id, row in tables.items()]


def _one(fields: dict[str, object], seats: Sequence[Row]) -> TableRecord:
    fields["options"] = tuple(filter(None, str(fields["options"]).split(",")))
    fields["reserved"] = tuple(map(int, filter(None, str(fields["reserved"]).split(","))))
    fields["phase"] = known(fields["phase"], PHASES)
    fields["calls"] = stored_calls(fields["calls"], fields["noticed"])  # type: ignore[arg-type]
    users = tuple(user for user, *_ in seats)
    fields["worded"] = tuple(user for user, *_, has_word in seats if has_word)
    has_dms, has_aways = any(seat[1] for seat in seats), any(seat[2] for seat in seats)
    return TableRecord(**fields, users=users, has_dms=has_dms, has_aways=has_aways)  # type: ignore[arg-type]


def joined(parts: Iterable[object]) -> Any:  # a field of an Opening, on its way to its column
    return ",".join(map(str, parts))


async def ids_where(db: Engine, where: str, *values: int | str) -> list[int]:
    """Return the ids of some tables."""
    return [table_id for (table_id,) in await db.rows(f"SELECT id FROM tables WHERE {where}", values)]


async def change_table(db: Engine, table_id: int, *steps: Step) -> None:
    """Write a unit that changes a table; Stale if one of its steps had to change something and did not."""
    try:
        await db.write(*steps)
    except NothingChanged:
        raise Stale from None
    db.changed(table_id)


def columns_of(calls: Calls) -> tuple[str, str, int]:
    """Return what is stored of calls: `noticed` for older processes, `calls`, and `owes_call`."""
    return text_of(calls), written(calls), int(calls.owed)
