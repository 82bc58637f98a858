"""What several processes on one database agree on: locks, hints, facts, shares of what Discord allows."""

from contextlib import AbstractAsyncContextManager

from bot.storage.engine import Engine, Step

IDENTIFY_INTERVAL = 5.5  # seconds between two identifies of one bucket; Discord asks for five
PRESENT = 5.0  # seconds for which a process that told its demand counts as there


class ProcessStore:
    """What the processes on one database tell each other."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    @property
    def shared(self) -> bool:
        """Whether other processes may change the same tables."""
        return self._db.shared

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """Do something that only one process may do at a time: `async with processes.alone("commands")`."""
        return self._db.alone(name)

    # --- facts ---

    async def fact(self, name: str) -> str:
        rows = await self._db.rows("SELECT value FROM facts WHERE name = ?", (name,))
        return str(rows[0][0]) if rows else ""

    async def set_fact(self, name: str, value: str) -> None:
        upsert = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        await self._db.write(Step(upsert, (name, value)))

    # --- shares of what Discord allows ---

    async def take_identify(self, bucket: int) -> float:
        """Take the turn of a bucket of Discord's max_concurrency; return how long to wait, 0: go."""
        now = self._db.now
        [taken] = await self._db.write(
            Step(
                f"INSERT INTO identify (bucket, at) VALUES (?, {now}) ON CONFLICT (bucket)"
                f" DO UPDATE SET at = {now} WHERE identify.at <= {now} - ? OR identify.at > {now}"
                " RETURNING bucket",
                (bucket, IDENTIFY_INTERVAL),
            )
        )
        if taken:
            return 0.0
        [(wait,)] = await self._db.rows(
            f"SELECT ? + at - {now} FROM identify WHERE bucket = ?", (IDENTIFY_INTERVAL, bucket)
        )
        return min(IDENTIFY_INTERVAL, max(0.05, float(wait)))

    async def share_demand(self, process: str, demand: float) -> list[float]:
        """Tell how many requests a second a process needs; return what the others need."""
        now = self._db.now
        tell = (
            f"INSERT INTO request_demand (process, demand, at) VALUES (?, ?, {now})"
            " ON CONFLICT (process) DO UPDATE SET demand = excluded.demand, at = excluded.at"
        )
        await self._db.write(Step(tell, (process, demand)))
        others = await self._db.rows(
            f"SELECT demand FROM request_demand WHERE at BETWEEN (SELECT {now} - ?) AND (SELECT {now} + ?)"
            " AND process != ?",
            (PRESENT, PRESENT, process),
        )
        return [float(demand) for (demand,) in others]

    async def leave_budget(self, process: str) -> None:
        """Need nothing any more; those who were lost go as well."""
        now = self._db.now
        lost = f"at < (SELECT {now} - 60) OR at > (SELECT {now} + 60)"
        await self._db.write(Step(f"DELETE FROM request_demand WHERE process = ? OR {lost}", (process,)))
