"""Durable moves a second: one file with commits in groups, beside the way before them, and PostgreSQL."""

import asyncio
import itertools
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import aiosqlite

from bot.domain.entities import LogRow, NewTable
from bot.storage.stores import Stores, open_stores
from tests import postgres

WRITERS = (1, 16, 64)
ROUNDS, SECONDS = 5, 1.0
PRESSES = itertools.count(1)
ADD_ROW = (
    "INSERT INTO rows (table_id, row, kind, seat, text, by, at, interaction) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)

Append = Callable[[int, LogRow, int], Awaitable[object]]


class OneByOne:
    """The way before: every row is a transaction, one after the other. Kept to be measured, nowhere else."""

    def __init__(self, db: aiosqlite.Connection) -> None:
        self._db, self._lock = db, asyncio.Lock()

    async def append(self, table_id: int, row: LogRow, interaction: int) -> None:
        await asyncio.shield(asyncio.ensure_future(self._write(ADD_ROW, (table_id, *row, interaction))))

    async def _write(self, query: str, values: tuple[object, ...]) -> None:
        async with self._lock:
            await self._db.execute_fetchall(query, values)


class Lane(NamedTuple):
    """A way to write, and the games to which it writes with the row of each."""

    append: Append
    rows: dict[int, int]


async def games(stores: Stores) -> dict[int, int]:
    """Deal as many games as there are writers."""
    ids = []
    for channel in range(max(WRITERS)):
        saved = await stores.lobby.new_table(NewTable(1, channel, "tuir", 1, "en"))
        await stores.lobby.start(saved.id, "seed", 1, "", (), (1, 2))
        ids.append(saved.id)
    return dict.fromkeys(ids, 0)


async def rate(lane: Lane, writers: int) -> float:
    """Return how many moves a second so many people make, each at a table of their own."""
    start = time.perf_counter()
    done = 0

    async def person(table_id: int) -> None:
        nonlocal done
        while time.perf_counter() - start < SECONDS:
            lane.rows[table_id] += 1
            row = LogRow(lane.rows[table_id], "move", 0, "build:T01:left", "person", 1)
            await lane.append(table_id, row, next(PRESSES))
            done += 1

    await asyncio.gather(*map(person, list(lane.rows)[:writers]))
    return done / (time.perf_counter() - start)


async def measured(lanes: dict[str, Lane]) -> dict[tuple[str, int], list[float]]:
    """Measure all in turn, several times: whatever else the machine does meets them alike."""
    found: dict[tuple[str, int], list[float]] = {}
    for _ in range(ROUNDS):
        turns = [(name, writers) for name in lanes for writers in WRITERS]
        random.shuffle(turns)
        for name, writers in turns:
            found.setdefault((name, writers), []).append(await rate(lanes[name], writers))
    return found


def tell(found: dict[tuple[str, int], list[float]]) -> None:
    for name in dict.fromkeys(name for name, _ in found):
        line = []
        for writers in WRITERS:
            middle = statistics.median(found[name, writers])
            ratios = [n / o for n, o in zip(found[name, writers], found["one by one", writers], strict=True)]
            line.append(f"{writers:2} writers {middle:6.0f}/s ({statistics.median(ratios):4.1f} x)")
        print(f"moves    {name:12} {', '.join(line)}")


async def moves() -> None:
    """Print moves a second for each way; the factor is against one by one, in the same round."""
    with tempfile.TemporaryDirectory() as folder:
        old, new = [await open_stores(Path(folder) / f"{name}.sqlite3") for name in ("old", "new")]
        before = await games(old)
        await old.close()
        async with aiosqlite.connect(Path(folder) / "old.sqlite3", isolation_level=None) as db:
            for pragma in ("synchronous=FULL", "foreign_keys=ON"):
                await db.execute(f"PRAGMA {pragma}")
            lanes = {
                "one by one": Lane(OneByOne(db).append, before),
                "in groups": Lane(new.tables.append, await games(new)),
            }
            await with_server(lanes)
        await new.close()


async def with_server(lanes: dict[str, Lane]) -> None:
    if postgres.programs() is None:
        print(f"moves    {postgres.MISSING}")
        tell(await measured(lanes))
        return
    with postgres.server(durable=True) as server:
        stores = await open_stores(server.address(server.database()))
        lanes["PostgreSQL"] = Lane(stores.tables.append, await games(stores))
        tell(await measured(lanes))
        await stores.close()


if __name__ == "__main__":
    asyncio.run(moves())
