"""`python -m tests.bench_thinking`: how soon presses are acknowledged while computers think at fifty tables.

The bot is a process of its own, with its thinking processes, against the playground's wire. First people
press at tables of their own; then the same while computers are awaited at many others, whose people answer
when they are asked. On a machine with other things to do one hiccup is a p99: give it many presses.
"""

import argparse
import asyncio
import contextlib
import statistics
import tempfile
from pathlib import Path

from tests.load import Crowd, Stopwatch, deal, furnish, name_of, people_of
from tests.wire.harness import BOT, harness

PEOPLE = 20  # tables at which people play with each other
AFTER = 6.0  # seconds for the tables to be dealt and shown: that is people's doing, not the computers'
GOAL = 1.3  # times as long, at the 99th of 100


async def acknowledged(crowd: Crowd, rate: float, seconds: float) -> list[float]:
    """Press for a while, and return how long each acknowledgement took."""
    presses = await crowd.press_for(rate, seconds)
    return [press.acknowledged - press.made for press in presses if press.acknowledged is not None]


async def keep_playing(crowd: Crowd, every: float) -> None:
    """Let the people at the tables with computers answer, one after the other."""
    while True:
        await asyncio.sleep(every)
        channel = crowd.dice.choice(crowd.channels)
        with contextlib.suppress(StopIteration):
            if sent := crowd._act(channel):
                crowd.h.acts.deliver(sent)


async def thinking(rate: float, tables: int, seconds: float, rounds: int) -> None:
    """Measure with and without, and print both."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "campanile.sqlite3"
        settings = {"DATABASE_URL": f"sqlite:///{database}", "LOG_LEVEL": "WARNING", "PRESSES": "0"}
        async with harness(BOT, **settings) as h:
            channels = furnish(h, PEOPLE + tables)
            people = Crowd(h, Stopwatch(), channels[:PEOPLE])
            others = Crowd(h, people.watch, channels[PEOPLE:])
            await deal(database, people.channels)
            await h.start_bot()
            await people.take_seats()
            h.wire.trouble = people.watch
            without = [t for _ in range(rounds) for t in await acknowledged(people, rate, seconds)]
            for channel in others.channels:
                who = h.person(name_of(people_of(channel)[0]))
                h.acts.deliver(h.acts.run(who, channel, "play", {"game": "guilds", "computers": True}))
            await h.until(lambda: all(h.world.discord.messages[c] for c in others.channels))
            await asyncio.sleep(AFTER)
            playing = asyncio.create_task(keep_playing(others, 0.25))
            during = [t for _ in range(rounds) for t in await acknowledged(people, rate, seconds)]
            playing.cancel()
            tell(tables, without, during)


def tell(tables: int, without: list[float], during: list[float]) -> None:
    def parts(seconds: list[float]) -> tuple[float, float]:
        hundred = statistics.quantiles(seconds, n=100, method="inclusive")
        return hundred[49] * 1000, hundred[98] * 1000

    (p50, p99), (busy50, busy99) = parts(without), parts(during)
    print(
        f"presses acknowledged: p50 {p50:.1f} ms, p99 {p99:.1f} ms ({len(without)});"
        f" while computers are awaited at {tables} tables: p50 {busy50:.1f} ms, p99 {busy99:.1f} ms"
        f" ({len(during)}): {busy99 / p99:.2f} times at p99 (at most {GOAL})"
    )


if __name__ == "__main__":
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--rate", type=float, default=16, help="presses a second")
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--seconds", type=float, default=15)
    wanted.add_argument("--rounds", type=int, default=2)
    asyncio.run(thinking(**vars(wanted.parse_args())))
