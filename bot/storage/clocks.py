"""Time as it is stored: clocks beside their tables, what is due next, and when the bot was last at work."""

from collections.abc import Iterable, Mapping

from bot.base.errors import Stale
from bot.base.shards import EVERYWHERE, Shards
from bot.domain.entities import NextDeadline, StoredTimes
from bot.domain.settings import Away
from bot.storage.engine import Conflict, Engine, NothingChanged, Step
from bot.storage.table_statements import MAX_TABLES_PER_SWEEP, MINE, NEXT_TIMED, TIMED, ids_where

DUE = "due IS NOT NULL AND phase = 'play'"  # the words of the index: only then is it used
SAVE_BEAT = "INSERT INTO beats (shard, of, at) VALUES (?, ?, ?) ON CONFLICT"


class ClockStore:
    """The clocks of all tables."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    @property
    def shared(self) -> bool:
        """Whether other processes may look at the same clocks."""
        return self._db.shared

    async def set_times(self, table_id: int, times: StoredTimes, version: int) -> None:
        """Note when a table must be looked at, and its clocks, if it is still at this version."""
        query = f"UPDATE tables SET {TIMED} WHERE id = ? AND version = ?"
        await self._db.write(Step(query, (times.due, times.clocks, table_id, version)))

    async def turn_clocks(self, table_id: int, times: StoredTimes, version: int) -> int:
        """Change a table's clocks so that everyone sees it; return the new version. Stale: it has changed."""
        try:
            [(raised,)] = await self._db.fenced(Step(NEXT_TIMED, (*times, table_id, version)))
        except NothingChanged:
            raise Stale from None
        self._db.changed(table_id)
        return int(raised)

    async def next_due(self, mine: Shards = EVERYWHERE) -> NextDeadline | None:
        """Return when the next table must be looked at, and whether any clock runs; None: nothing waits."""
        first = await self._db.rows(
            f"SELECT due FROM tables WHERE {DUE} AND {MINE} ORDER BY due LIMIT 1", mine
        )
        if not first:
            return None
        runs = await self._db.rows(
            f"SELECT id FROM tables WHERE {DUE} AND pace != '' AND {MINE} ORDER BY due LIMIT 1", mine
        )
        return NextDeadline(first[0][0], bool(runs))

    async def due_before(
        self, at: int, mine: Shards = EVERYWHERE, most: int = MAX_TABLES_PER_SWEEP
    ) -> list[int]:
        """Return the tables that must be looked at: for a promised answer, a reminder or a deadline."""
        return await ids_where(
            self._db,
            f"due IS NOT NULL AND due <= ? AND phase = 'play' AND {MINE} ORDER BY due LIMIT ?",
            at,
            *mine,
            most,
        )

    async def promised(self, mine: Shards = EVERYWHERE) -> list[int]:
        """Return the games in which an answer was promised or a computer is to move, whenever it is due.

        A game with a clock is looked at in time anyway.
        """
        kept = "(pace = '' OR EXISTS (SELECT 1 FROM advance WHERE table_id = tables.id))"
        return await ids_where(
            self._db, f"due IS NOT NULL AND phase = 'play' AND {kept} AND {MINE} ORDER BY due", *mine
        )

    # --- when people are away ---

    async def aways(self, users: Iterable[int], at: int) -> dict[int, tuple[Away, ...]]:
        """Return when each of some people is away, from a moment on."""
        found: dict[int, tuple[Away, ...]] = dict.fromkeys(users, ())
        if not found:
            return found
        marks = ", ".join("?" * len(found))
        rows = await self._db.rows(
            f'SELECT "user", since, until FROM away WHERE "user" IN ({marks}) AND until > ? ORDER BY since',
            (*found, at),
        )
        for user, since, until in rows:
            found[user] = (*found[user], Away(since, until))
        return found

    async def add_aways(self, user: int, aways: Iterable[Away]) -> None:
        """Note in one unit when somebody is away; noted again, the end is what was said last."""
        note = (
            'INSERT INTO away ("user", since, until) VALUES (?, ?, ?)'
            ' ON CONFLICT ("user", since) DO UPDATE SET until = excluded.until'
        )
        await self._db.write(*(Step(note, (user, *away)) for away in aways))

    async def away_of(self, user: int, after: int = 0) -> list[Away]:
        """Return the times in which somebody is or was away and which end after a moment, oldest first."""
        rows = await self._db.rows(
            'SELECT since, until FROM away WHERE "user" = ? AND until > ? ORDER BY since', (user, after)
        )
        return [Away(*row) for row in rows]

    # --- the heartbeat ---

    async def time_there(self) -> float:
        """Return what time of day the database says it is."""
        return float((await self._db.rows(f"SELECT {self._db.now}"))[0][0])

    async def beats(self, of: int) -> dict[int, int]:
        """Return when each shard was last at work; for shards dealt out anew, when any was (shard -1)."""
        rows = await self._db.rows("SELECT shard, of, at FROM beats WHERE shard >= 0")
        last = {-1: max(at for _, _, at in rows)} if rows else {}
        return last | {shard: at for shard, each, at in rows if each == of}

    async def beat(self, of: int, at: int, shards: Iterable[int]) -> None:
        """Note that some shards are at work."""
        query = f"{SAVE_BEAT} (shard, of) DO UPDATE SET at = excluded.at"
        await self._db.write(*(Step(query, (shard, of, at)) for shard in shards))

    async def stand_still(self, of: int, at: int, gaps: Mapping[int, tuple[int | None, int]]) -> bool:
        """Let the clocks of some shards have stood still: from which beat on, for how many seconds.

        False: another process has done it.
        """
        steps = [step for shard, gap in gaps.items() for step in _still(shard, of, at, *gap)]
        try:
            await self._db.write(*steps)
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
