"""`python -m tests.bench.load_start --tables 1000 5000`: a start with many running games, and their weight.

The bot is a process of its own against the playground's wire. Its database holds games of all four kinds in
the middle of their logs. Told: from Discord's READY to ours, by the bot's own log, and the memory of the bot
and its painter, before or after every table has been shown in its channel.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from bot.playground.world import SERVER
from bot.storage.engine import Row
from bot.storage.stores import open_stores
from games import GAMES, fingerprint
from tests.bench.load import Crowd, Stopwatch, furnish, memory, people_of
from tests.wire.harness import BOT, Harness, harness

LOGS = Path(__file__).parent.parent / "logs"
ROWS = 32  # moves of each game: what games under way had on average
TABLE = (
    "id",
    "guild",
    "channel",
    "game",
    "host",
    "locale",
    "options",
    "phase",
    "seed",
    "edition",
    "data",
    "created",
)
SHOWN = 1 << 20  # a version that no table has: nothing is left to be shown


def games() -> list[dict]:
    """Return golden logs for two of today's editions, one of each game and option."""
    found = [json.loads(path.read_text()) for path in sorted(LOGS.glob("*.json"))]
    return [g for g in found if g["seats"] == 2 and g["edition"] == GAMES[g["game"]].EDITION]


async def fill(database: Path, channels: Sequence[int], *, shown: bool) -> None:
    """Store a running game for every channel."""
    stores, kinds = await open_stores(database), games()
    tables: list[Row] = []
    seats: list[Row] = []
    rows: list[Row] = []
    for number, channel in enumerate(channels, 1):
        game = kinds[number % len(kinds)]
        users, key, log = people_of(channel), game["game"], game["log"][:ROWS]
        deal = (",".join(game["options"]), "play", game["seed"], game["edition"], fingerprint(key))
        tables.append((number, SERVER, channel, key, users[0], "en-US", *deal, int(time.time())))
        seats += [(number, seat, user) for seat, user in enumerate(users)]
        rows += [(number, n, "move", *move, "person", 0, None) for n, move in enumerate(log, 1)]
    await stores.engine.fill("tables", TABLE, tables)
    await stores.engine.fill("seats", ("table_id", "seat", '"user"'), seats)
    await stores.engine.fill(
        "rows", ("table_id", "row", "kind", "seat", "text", "by", "at", "interaction"), rows
    )
    last = "(SELECT MAX(row) FROM rows WHERE table_id = tables.id)"
    told = SHOWN if shown else 0
    await stores.engine.rows(
        f"UPDATE tables SET last = {last}, shown = {last if shown else -1}, told = {told}"
    )
    await stores.close()


async def started(h: Harness, log: Path) -> float:
    """Start the bot; return the seconds from Discord's READY until it says that it is ready."""
    log.write_text("")
    h.said = log
    await h.start_bot()
    await h.until(lambda: "ready in" in log.read_text())
    lines = log.read_text().splitlines()
    heard, said = (next(x for x in lines if words in x) for words in ("has connected to Gateway", "ready in"))
    return (_when(said) - _when(heard)).total_seconds()


def _when(line: str) -> datetime:
    return datetime.fromisoformat(line[:23].replace(",", "."))


async def measure(count: int, *, publish: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "campanile.sqlite3"
        async with harness(BOT, DATABASE_URL=f"sqlite:///{database}", LOG_LEVEL="INFO") as h:
            crowd = Crowd(h, Stopwatch(), furnish(h, count))
            await fill(database, crowd.channels, shown=not publish)
            seconds, began = await started(h, folder / "log"), time.perf_counter()
            print(f"{count:6} games under way: ready {seconds:.2f} s after READY", end="", flush=True)
            if publish:
                shelves = h.world.discord.messages
                while not all(shelves[channel] for channel in crowd.channels):  # minutes for thousands
                    await asyncio.sleep(0.5)
                await h.quiet()
                print(f"; all shown after {time.perf_counter() - began:.0f} s", end="")
            print(f"; {memory(h.pid)} MB with the painter", flush=True)


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--tables", type=int, nargs="+", default=[1000, 5000])
    wanted.add_argument("--publish", action="store_true", help="also show every table in its channel")
    given = wanted.parse_args()
    for count in given.tables:
        asyncio.run(measure(count, publish=given.publish))


if __name__ == "__main__":
    main()
