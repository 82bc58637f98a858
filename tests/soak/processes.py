"""Two bots on one PostgreSQL over the wire: one has the shard of the server, the other the DMs."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

from bot.playground.server import Playground
from bot.playground.world import CHANNELS
from tests.postgres import server
from tests.soak.ground import PAIRS, WITHIN, Ground, HomeSeat, Place
from tests.soak.outcome import Outcome
from tests.soak.wire import checked, everybody_ready, meanwhile, press_everywhere

SHARDS = {"servers": "1/2", "dms": "0/2"}  # the playground's server has shard 1 of 2


@contextlib.asynccontextmanager
async def manned(
    folder: Path, address: str, *defects: str, places: int = 3
) -> AsyncIterator[tuple[Ground, list[Place]]]:
    """Start Discord, both bots and so many tables, each with one in the channel and one at home."""
    playground = Playground(None)
    made = Ground(playground, folder, defects, address)
    made.wire.max_concurrency = 16
    await playground.listen("127.0.0.1", 0)
    try:
        await asyncio.gather(*(made.start_bot(name, SHARDS=shards) for name, shards in SHARDS.items()))
        await made.until(lambda: made.world.discord.commands.get(None))
        pairs = zip(CHANNELS, PAIRS, strict=True)
        found = [Place(made, channel, names, HomeSeat) for channel, names in pairs][:places]
        await asyncio.gather(*(place.ready() for place in found))
        yield made, found
    finally:
        await made.close()


async def kills(folder: Path, count: int, *defects: str, within: float = WITHIN, seed: int = 12) -> Outcome:
    """kill -9 of one of the two while presses are under way; the other one serves on."""
    out, dice = Outcome("processes", "kill -9 of one of two bots"), random.Random(seed)
    with server(durable=True) as made:
        async with manned(folder, made.address(made.database()), *defects) as (g, places):
            for n in range(count):
                victim = dice.choice(list(SHARDS))
                sent = press_everywhere(g, places, dice)
                out.count("presses", len(sent))
                await meanwhile(g, sent, lambda made: made.shown, 0 if defects else dice.random() * 0.25)
                await g.kill_bot(victim)
                out.count("presses meanwhile", len(press_everywhere(g, places, dice)))
                await g.start_bot(victim, SHARDS=SHARDS[victim])
                await checked(g, out, f"kill {n} ({victim})", within)
                await everybody_ready(places, out, f"kill {n} ({victim})")
                out.done += 1
            out.add([*g.tracebacks(), *g.incidents()])
            moves = [made for made in g.presses.values() if made.move]
            out.notes |= {"moves pressed": len(moves), "shown as made": sum(made.shown for made in moves)}
    return out
