"""Time as it is stored: clocks beside their tables, what is due next, and when the bot was last at work."""

from collections.abc import Iterable, Mapping

from bot.base.errors import Stale
from bot.domain.entities import EVERYWHERE, NextDeadline, Shards, StoredTimes, TableVersion
from bot.storage.engine import Conflict, Engine, NothingChanged, Step
from bot.storage.messages import MINE
from bot.storage.settings import Away
from bot.storage.table_statements import NEXT_TIMED, TIMED

DUE = "due IS NOT NULL AND phase = 'play'"  # the words of the index: only then is it used
SAVE_BEAT = "INSERT INTO beats (shard, of, at) VALUES (?, ?, ?) ON CONFLICT"


class ClockStore:
    """The clocks of all tables."""

    def __init__(self, db: Engine) -> None:
        self.db = db

    async def standing(self, table_id: int) -> TableVersion:
        """Return what a copy of a table in memory is compared with, and how its clocks stand."""
        rows = await self.db.rows(
            "SELECT version, phase, last, pace, clocks, stilled FROM tables WHERE id = ?", (table_id,)
        )
        return TableVersion(*rows[0]) if rows else TableVersion(0, "gone")

    async def set_times(self, table_id: int, times: StoredTimes, version: int) -> None:
        """Note when a table must be looked at, and its clocks, if it is still at this version."""
        query = f"UPDATE tables SET {TIMED} WHERE id = ? AND version = ?"
        await self.db.write(Step(query, (times.due, times.clocks, table_id, version)))

    async def turn_clocks(self, table_id: int, times: StoredTimes, version: int) -> int:
        """Change a table's clocks so that everyone sees it; return the new version. Stale: it has changed."""
        try:
            [(raised,)] = await self.db.fenced(Step(NEXT_TIMED, (*times, table_id, version)))
        except NothingChanged:
            raise Stale from None
        self.db.changed(table_id)
        return int(raised)

    async def next_due(self, mine: Shards = EVERYWHERE) -> NextDeadline | None:
        """Return when the next table must be looked at, and whether any clock runs; None: nothing waits."""
        first = await self.db.rows(
            f"SELECT due FROM tables WHERE {DUE} AND {MINE} ORDER BY due LIMIT 1", mine
        )
        if not first:
            return None
        runs = await self.db.rows(
            f"SELECT id FROM tables WHERE {DUE} AND pace != '' AND {MINE} ORDER BY due LIMIT 1", mine
        )
        return NextDeadline(first[0][0], bool(runs))

    async def tables_with(self, user: int) -> list[tuple[int, int]]:
        """Return the games under way at which somebody sits, by number and seat."""
        rows = await self.db.rows(
            "SELECT seats.table_id, seats.seat FROM seats JOIN tables ON tables.id = seats.table_id"
            " WHERE seats.\"user\" = ? AND phase = 'play' ORDER BY seats.table_id",
            (user,),
        )
        return [(table_id, seat) for table_id, seat in rows]

    async def aways(self, users: Iterable[int], at: int) -> dict[int, tuple[Away, ...]]:
        """Return when each of some people is away, from a moment on."""
        found: dict[int, tuple[Away, ...]] = dict.fromkeys(users, ())
        if not found:
            return found
        marks = ", ".join("?" * len(found))
        rows = await self.db.rows(
            f'SELECT "user", since, until FROM away WHERE "user" IN ({marks}) AND until > ? ORDER BY since',
            (*found, at),
        )
        for user, since, until in rows:
            found[user] = (*found[user], Away(since, until))
        return found

    # --- the heart ---

    async def time_there(self) -> float:
        """Return what time of day the database says it is."""
        return float((await self.db.rows(f"SELECT {self.db.now}"))[0][0])

    async def beats(self, of: int) -> dict[int, int]:
        """Return when each shard was last at work; for shards dealt out anew, when any was (shard -1)."""
        rows = await self.db.rows("SELECT shard, of, at FROM beats WHERE shard >= 0")
        last = {-1: max(at for _, _, at in rows)} if rows else {}
        return last | {shard: at for shard, each, at in rows if each == of}

    async def beat(self, of: int, at: int, shards: Iterable[int]) -> None:
        """Note that some shards are at work."""
        query = f"{SAVE_BEAT} (shard, of) DO UPDATE SET at = excluded.at"
        await self.db.write(*(Step(query, (shard, of, at)) for shard in shards))

    async def stand_still(self, of: int, at: int, gaps: Mapping[int, tuple[int | None, int]]) -> bool:
        """Let the clocks of some shards have stood still: from which beat on, for how many seconds.

        False: another process has done it.
        """
        steps = [step for shard, gap in gaps.items() for step in _still(shard, of, at, *gap)]
        try:
            await self.db.write(*steps)
        except (NothingChanged, Conflict):
            return False
        return True


def _still(shard: int, of: int, at: int, before: int | None, seconds: int) -> list[Step]:
    """Write a beat after a gap, if nobody has since the one before; and let the clocks have stood still."""
    if before is None:
        beat = Step("INSERT INTO beats (shard, of, at) VALUES (?, ?, ?)", (shard, of, at))
    else:
        query = "UPDATE beats SET at = ? WHERE shard = ? AND of = ? AND at = ?"
        beat = Step(query, (at, shard, of, before), must=True)
    still = f"UPDATE tables SET stilled = stilled + ?, due = due + ? WHERE {DUE} AND pace != '' AND {MINE}"
    return [beat, Step(still, (seconds, seconds, *Shards(of, shard, shard)))]
