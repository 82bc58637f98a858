"""`python -m tests.bench_thinking`: how soon presses are acknowledged while computers think at fifty tables.

The bot is a process of its own, with its thinking processes, against the playground's wire. First people
press at tables of their own; then the same while computers are awaited at many others, whose people answer
when they are asked. Once they press in step, so that no press meets the work of another, and once at random
moments, as people do. The wire is in this process, and what it is busy with would be taken for the bot's:
presses in whose time it was late itself are told apart. On a machine with other things to do one hiccup is a
p99: give it many presses.
"""

import argparse
import asyncio
import contextlib
import gc
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.load import Crowd, Press, Stopwatch, deal, furnish, name_of, people_of
from tests.wire.harness import BOT, harness

PEOPLE = 80  # tables at which people play with each other
AFTER = 6.0  # seconds for the tables to be dealt and shown: that is people's doing, not the computers'
TICK, LATE = 0.001, 0.001  # seconds: how often the wire looks at its own clock, and what is late
GOAL = 1.3  # times as long, at the 99th of 100


class Tardy:
    """When the wire itself was late, and so whatever it measured."""

    def __init__(self) -> None:
        self._late: list[tuple[float, float]] = []  # from, to

    async def keep_looking(self) -> None:
        while True:
            due = time.perf_counter() + TICK
            await asyncio.sleep(TICK)
            if (now := time.perf_counter()) - due > LATE:
                self._late.append((due - TICK, now))

    def met(self, press: Press) -> bool:
        """Say whether the wire was late while a press waited to be acknowledged."""
        end = press.acknowledged or 0.0
        return any(begin < end and press.made < to for begin, to in self._late)


class Acknowledged(NamedTuple):
    """How long presses took: all of them, and those in whose time the wire was not late itself."""

    every: list[float]
    clean: list[float]


async def acknowledged(crowd: Crowd, tardy: Tardy, rate: float, seconds: float, steady: bool) -> Acknowledged:
    """Press for a while, and return how long each acknowledgement took."""
    gc.collect()
    gc.disable()  # a search through the whole world takes the wire a tenth of a second
    presses = [p for p in await crowd.press_for(rate, seconds, steady=steady) if p.acknowledged is not None]
    gc.enable()
    taken = {id(press): press.acknowledged - press.made for press in presses}
    return Acknowledged([*taken.values()], [taken[id(p)] for p in presses if not tardy.met(p)])


async def keep_playing(crowd: Crowd, every: float) -> None:
    """Let the people at the tables with computers answer, one after the other."""
    while True:
        await asyncio.sleep(every)
        channel = crowd.dice.choice(crowd.channels)
        with contextlib.suppress(StopIteration):
            if sent := crowd._act(channel):
                crowd.h.acts.deliver(sent)


async def thinking(rate: float, tables: int, seconds: float) -> None:
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
            looking = asyncio.create_task((tardy := Tardy()).keep_looking())
            without = [await acknowledged(people, tardy, rate, seconds, steady) for steady in (True, False)]
            for channel in others.channels:
                who = h.person(name_of(people_of(channel)[0]))
                h.acts.deliver(h.acts.run(who, channel, "play", {"game": "guilds", "computers": True}))
            await h.until(lambda: all(h.world.discord.messages[c] for c in others.channels))
            await asyncio.sleep(AFTER)
            playing = asyncio.create_task(keep_playing(others, 0.25))
            during = [await acknowledged(people, tardy, rate, seconds, steady) for steady in (True, False)]
            playing.cancel()
            looking.cancel()
            for how, before, busy in zip(("in step", "at random moments"), without, during, strict=True):
                tell(f"{how}, all", tables, before.every, busy.every)
                tell(f"{how}, wire on time", tables, before.clean, busy.clean)


def tell(how: str, tables: int, without: list[float], during: list[float]) -> None:
    def parts(seconds: list[float]) -> tuple[float, float]:
        hundred = statistics.quantiles(seconds, n=100, method="inclusive")
        return hundred[49] * 1000, hundred[98] * 1000

    (p50, p99), (busy50, busy99) = parts(without), parts(during)
    print(
        f"presses acknowledged ({how}): p50 {p50:.1f} ms, p99 {p99:.1f} ms ({len(without)});"
        f" while computers are awaited at {tables} tables: p50 {busy50:.1f} ms, p99 {busy99:.1f} ms"
        f" ({len(during)}): {busy99 / p99:.2f} times at p99 (at most {GOAL})"
    )


if __name__ == "__main__":
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--rate", type=float, default=16, help="presses a second")
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--seconds", type=float, default=20)
    asyncio.run(thinking(**vars(wanted.parse_args())))
