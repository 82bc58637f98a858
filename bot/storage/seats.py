"""Seats as they are stored: whose they are, and what is written when one changes hands; plain queries."""

from bot.base.errors import Repeated, Stale
from bot.domain.calls import calls_in_text
from bot.domain.entities import Event, StoredTimes
from bot.storage.engine import Conflict, Engine, NothingChanged, Step
from bot.storage.table_statements import ADD_EVENT, OPEN_PHASES, RESERVED_LIST, TIMED, columns_of

NO_TIMES = StoredTimes()
HANDED = 'UPDATE seats SET "user" = ?, dm_told = 0 WHERE table_id = ? AND seat = ?'  # a panel by DM is behind


class SeatStore:
    """The seats of people at tables that are not over."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def substitute(
        self,
        table_id: int,
        events: tuple[Event, ...],
        noticed: str,
        version: int | None = None,
        times: StoredTimes = NO_TIMES,
    ) -> int:
        """Give a seat to somebody else, with what one of some events says; return the new version.

        Nothing that its old owner said in advance holds any more, and the new one is called anew.
        """
        seat, user = next((e.seat, int(e.text)) for e in events if e.kind == "substitute")
        after = columns_of(calls_in_text(noticed).without(seat))
        called = [
            value for column in after for value in (noticed, column)
        ]  # unless others were called meanwhile
        fence = Step(
            f"UPDATE tables SET version = version + 1, {TIMED},"
            " noticed = CASE WHEN noticed = ? THEN ? ELSE noticed END,"
            " calls = CASE WHEN noticed = ? THEN ? ELSE calls END,"
            " owes_call = CASE WHEN noticed = ? THEN CAST(? AS INTEGER) ELSE owes_call END"
            " WHERE id = ? AND phase = 'play' AND version = COALESCE(?, version) RETURNING version",
            (times.due, times.clocks, *called, table_id, version),
            must=True,
        )
        steps = [Step(ADD_EVENT, (table_id, *event, None)) for event in events]
        taken = Step(HANDED, (user, table_id, seat), must=True)
        forgotten = Step("DELETE FROM advance WHERE table_id = ? AND seat = ?", (table_id, seat))
        try:
            [[(now,)], *_] = await self._db.write(fence, *steps, taken, forgotten)
        except NothingChanged:
            raise Stale from None
        except Conflict:
            raise Repeated from None
        self._db.changed(table_id)
        return int(now)

    async def tables_with(self, user: int) -> list[tuple[int, int]]:
        """Return the games under way at which somebody sits, by number and seat."""
        rows = await self._db.rows(
            "SELECT seats.table_id, seats.seat FROM seats JOIN tables ON tables.id = seats.table_id"
            " WHERE seats.\"user\" = ? AND phase = 'play' ORDER BY seats.table_id",
            (user,),
        )
        return [(table_id, seat) for table_id, seat in rows]

    async def open_seats(self, user: int) -> list[tuple[int, str]]:
        """Return the tables that are not over at which somebody sits, with their phases."""
        rows = await self._db.rows(
            "SELECT tables.id, tables.phase FROM seats JOIN tables ON tables.id = seats.table_id"
            f' WHERE seats."user" = ? AND tables.phase IN {OPEN_PHASES} ORDER BY tables.id',
            (user,),
        )
        return [(table_id, phase) for table_id, phase in rows]

    async def kept_seats(self, user: int) -> list[int]:
        """Return the lobbies that keep a seat for somebody."""
        rows = await self._db.rows(
            f"SELECT id FROM tables WHERE reserved != '' AND {RESERVED_LIST} LIKE ? ORDER BY id",
            (f"%,{user},%",),
        )
        return [table_id for (table_id,) in rows]

    async def pass_host(self, table_id: int, user: int, heir: int) -> None:
        """Let somebody else be the host of a table that is not over."""
        await self._db.write(
            Step("UPDATE tables SET host = ? WHERE id = ? AND host = ?", (heir, table_id, user))
        )
