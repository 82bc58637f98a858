"""The statements of the ledger, and the way from rows to tables and back."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.tables.engine import Row, Step
from bot.tables.records import Saved

COLUMNS = (
    "id, guild, channel, game, host, locale, options, phase, seed, edition, data, message, notice, noticed,"
    " shown, created, reserved, kept_until, silenced, version, last, due, told,"
    " pace, clocks, stilled, hints, asking, home, mark"
)
SAVED = (
    f'SELECT {", ".join(f"tables.{name}" for name in COLUMNS.split(", "))}, seats."user"'
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


# Moments are written in the table's time: `stilled` may have been raised since they were worked out.
TIMED = "due = CAST(? AS BIGINT) + stilled, clocks = COALESCE(?, clocks)"
NEXT_ROW = (  # a column that is not named costs no page of its indexes
    f"UPDATE tables SET version = version + 1, last = ?, {TIMED}"
    " WHERE id = ? AND last = ? AND phase = 'play' AND version = COALESCE(?, version) RETURNING version"
)
LAST_ROW = NEXT_ROW.replace("last = ?,", "last = ?, phase = 'done',")
NEXT_VERSION = (
    "UPDATE tables SET version = version + 1"
    " WHERE id = ? AND phase = 'play' AND version = COALESCE(?, version) RETURNING version"
)
NEXT_TIMED = NEXT_VERSION.replace(
    "version = version + 1", f"version = version + 1, {TIMED}, pace = COALESCE(?, pace)"
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


def saved(rows: Sequence[Row]) -> list[Saved]:
    """Return the tables of a reading in which every seat is a row."""
    users: dict[int, list[int]] = {}
    tables: dict[int, Row] = {}
    for *fields, user in rows:
        tables[fields[0]] = tuple(fields)
        users.setdefault(fields[0], []).extend(() if user is None else (user,))
    return [_one(dict(zip(COLUMNS.split(", "), row, strict=True)), users[id]) for id, row in tables.items()]


def _one(fields: dict[str, object], users: Iterable[int]) -> Saved:
    fields["options"] = tuple(filter(None, str(fields["options"]).split(",")))
    fields["reserved"] = tuple(map(int, filter(None, str(fields["reserved"]).split(","))))
    return Saved(**fields, users=tuple(users))  # type: ignore[arg-type]


def joined(parts: Iterable[object]) -> Any:  # a field of an Opening, on its way to its column
    return ",".join(map(str, parts))
