"""A start with many games under way: how long it takes, and what they weigh in memory."""

import asyncio
import functools
import gc
import random
import tempfile
import time
import tracemalloc
from pathlib import Path

from bot.base.config import MAX_CACHED_TABLES
from bot.domain.entities import LogRow, NewTable
from bot.domain.log import begin, follow
from bot.domain.table import Table
from bot.service.services import build_services
from bot.storage.stores import Stores, open_stores
from games import GAMES, fingerprint

TABLES = (1_000, 5_000)
MOVES = 32
SAMPLE = 40  # tables that are replayed one by one


@functools.cache
def dealt(number: int) -> Table:
    """Deal one of a few games: those of a number are alike."""
    rules = GAMES[sorted(GAMES)[number % len(GAMES)]]
    return begin(0, rules, range(1, rules.SEATS[0] + 1), f"{number:032x}", ())


@functools.cache
def moved(number: int) -> list[LogRow]:
    """Return the rows of some moves at random."""
    table, dice = dealt(number), random.Random(number)
    rows: list[LogRow] = []
    while not table.over and len(rows) < MOVES:
        decision = dice.choice(table.asked)
        rows.append(LogRow(table.last_row + 1, "move", decision.seat, dice.choice(decision.moves)))
        after = follow(table, rows[-1])
        if after.over:
            return rows[:-1]
        table = after
    return rows


async def under_way(stores: Stores, channel: int) -> None:
    """Store a game under way that is shown and owes nothing."""
    table = dealt(channel % 8)
    game, edition = table.rules.KEY, table.rules.EDITION
    saved = await stores.lobby.new_table(NewTable(1, channel, game, 1, "en"))
    await stores.lobby.start(saved.id, table.seed, edition, fingerprint(game), (), table.users)
    for row in moved(channel % 8):
        await stores.tables.append(saved.id, row)
    saved = await stores.tables.table(saved.id)
    await stores.messages.set_message(saved.id, 7)
    await stores.messages.set_shown(saved.id, saved.last)
    await stores.messages.set_told(saved.id, saved.version)


async def furnish(path: Path, first: int, count: int) -> None:
    stores = await open_stores(path)
    for start in range(first, count, 200):
        await asyncio.gather(*(under_way(stores, n) for n in range(start, min(start + 200, count))))
    await stores.close()


async def start(path: Path, count: int) -> None:
    """Open, wake what must be awake, and look at some games: each is replayed at its first press."""
    before, wall = time.process_time(), time.perf_counter()
    stores = await open_stores(path)
    services = build_services(stores)
    owed = await services.startup.wake_all()
    cpu, wall = time.process_time() - before, time.perf_counter() - wall
    assert not owed and not services.tables.cache
    before = time.process_time()
    for table_id in range(1, SAMPLE + 1):
        await services.tables.table(table_id)
    each = (time.process_time() - before) / SAMPLE
    print(
        f"start    {count:5} games under way: {wall * 1000:5.0f} ms ({cpu * 1000:.0f} ms of CPU),"
        f" the first press at one {each * 1000:4.1f} ms"
    )
    await stores.close()


async def weight(path: Path, count: int) -> None:
    """Look at every game: at most so many stay in memory."""
    stores = await open_stores(path)
    services = build_services(stores)
    await services.tables.table(1)
    gc.collect()
    tracemalloc.start()
    for table_id in range(1, count + 1):
        await services.tables.table(table_id)
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(services.tables.cache) == min(count, MAX_CACHED_TABLES)
    print(
        f"memory   {count:5} games looked at, {len(services.tables.cache)} kept: {kept / 2**20:5.1f} MiB,"
        f" {kept / len(services.tables.cache) / 1024:4.1f} KiB each"
    )
    await stores.close()


async def starts() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, made = Path(folder) / "start.sqlite3", 0
        for count in TABLES:
            await furnish(path, made, count)
            made = count
            await start(path, count)
        await weight(path, TABLES[0])


if __name__ == "__main__":
    asyncio.run(starts())
