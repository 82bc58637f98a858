"""`python -m tests.bench.thinking`: how soon presses are acknowledged while computers think at fifty tables.

The bot is a process of its own, with its thinking processes, against the playground's wire. People press at
tables of their own, and these presses are measured: in step, so that none meets the work of another, and at
random moments, as people do. Beside them others press now and then: first at fifty tables of people, then at
fifty where each of them plays against three computers, the strongest if not told otherwise. The clock stands
at a gate before the bot (`tests/bench/gate`), since the wire has much to do itself. On a machine with other
things to do one hiccup is a p99: give it many presses.
"""

import argparse
import asyncio
import contextlib
import statistics
import tempfile
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping
from pathlib import Path

from bot.domain.computers import computer
from bot.domain.entities import NewTable
from bot.playground.actions import buttons
from bot.playground.backend import Message
from bot.playground.world import SERVER
from bot.storage.stores import open_stores
from games.ai.strengths import STRENGTHS
from tests.bench.gate import gate
from tests.bench.load import Crowd, Stopwatch, deal, furnish, people_of
from tests.wire.harness import BOT, harness

PEOPLE = 80  # tables at which people play with each other, and are measured
AFTER = 6.0  # seconds for the tables to be dealt and shown: that is people's doing, not the computers'
GOAL = 1.3  # times as long, at the 99th of 100


async def pressed(crowd: Crowd, rate: float, seconds: float, steady: bool) -> set[str]:
    """Press for a while, and return the tokens of these presses."""
    before = set(crowd.watch.by_token)
    await crowd.press_for(rate, seconds, steady=steady)
    return set(crowd.watch.by_token) - before


async def set_up(database: Path, channels: Iterable[int], strength: str) -> None:
    """Store lobbies in which somebody sits with three computers."""
    stores, computers = await open_stores(database), tuple(computer(strength, nth) for nth in range(3))
    for channel in channels:
        person = people_of(channel)[0]
        saved = await stores.lobby.new_table(NewTable(SERVER, channel, "guilds", person, "en-US"))
        await stores.lobby.save_lobby(saved.id, saved.host, (person, *computers), ())
    await stores.close()


async def keep_pressing(crowd: Crowd, answers: float) -> None:
    """Let people answer at random moments, now at one table and now at another."""
    while True:
        await asyncio.sleep(crowd.dice.expovariate(answers))
        if sent := crowd._act(crowd.dice.choice(crowd.channels)):
            crowd.h.acts.deliver(sent)


async def keep_playing(crowd: Crowd, answers: float, waiting: list[bool]) -> None:
    """Let the people at the tables with computers answer; note of each table looked at whether they wait.

    One table is looked at after the other, with a pause: to look takes the wire a moment.
    """
    while True:
        await asyncio.sleep(crowd.dice.expovariate(answers))
        for channel in crowd.dice.sample(crowd.channels, len(crowd.channels)):
            person = crowd.sitters(channel)[0]
            waiting.append(person.panel() is None)
            if not waiting[-1]:
                crowd.h.acts.deliver(person.act(crowd.dice))
                break
            await asyncio.sleep(0.005)


async def thinking(
    rate: float = 16, tables: int = 50, seconds: float = 20, answers: float = 8, strength: str = "podesta"
) -> None:
    """Measure with and without, and print both."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "campanile.sqlite3"
        settings = {"DATABASE_URL": f"sqlite:///{database}", "LOG_LEVEL": "WARNING", "PRESSES": "0"}
        async with harness(BOT, **settings) as h, gate(h.wire.base) as passing:
            h.wire.base = passing.base  # where the bot is told that Discord is
            channels = furnish(h, PEOPLE + 2 * tables)
            people = Crowd(h, Stopwatch(), channels[:PEOPLE])
            beside = Crowd(h, Stopwatch(), channels[PEOPLE:-tables])
            others = Crowd(h, Stopwatch(), channels[-tables:])
            await deal(database, channels[:-tables])
            await set_up(database, others.channels, strength)
            await h.start_bot()
            await people.take_seats()
            await beside.take_seats()
            h.wire.trouble = people.watch
            async with meanwhile(keep_pressing(beside, answers)):
                without = [await pressed(people, rate, seconds, steady) for steady in (True, False)]
            await begin(others)
            async with meanwhile(keep_playing(others, answers, waiting := list[bool]())):
                during = [await pressed(people, rate, seconds, steady) for steady in (True, False)]
            await h.kill_bot()
            taken, awaited = await passing.taken(), round(statistics.mean(waiting) * tables)
            for how, *both in zip(("in step", "at random moments"), without, during, strict=True):
                tell(how, awaited, *([taken[name] for name in names if name in taken] for names in both))


@contextlib.asynccontextmanager
async def meanwhile(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Let something go on for as long as something else does."""
    task = asyncio.create_task(work)
    try:
        yield
        if task.done():
            task.result()
    finally:
        task.cancel()


async def begin(crowd: Crowd) -> None:
    """Start the games with computers, and open their people's panels."""
    h, shelves = crowd.h, crowd.h.world.discord.messages
    for label in ("Start", "Your hand"):
        for channel in crowd.channels:
            person = crowd.sitters(channel)[0].name
            board = await h.until(lambda c=channel, sought=label: _with_button(shelves[c], sought))
            await h.click(person, board, label)
    await asyncio.sleep(AFTER)


def _with_button(shelf: Mapping[int, Message], label: str) -> Message | None:
    found = (m for m in shelf.values() if any(button.get("label") == label for button in buttons(m)))
    return next(found, None)


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
    wanted.add_argument("--rate", type=float, default=16, help="presses a second that are measured")
    wanted.add_argument("--tables", type=int, default=50)
    wanted.add_argument("--seconds", type=float, default=20)
    wanted.add_argument("--answers", type=float, default=8, help="presses a second beside them")
    wanted.add_argument("--strength", choices=STRENGTHS, default="podesta")
    asyncio.run(thinking(**vars(wanted.parse_args())))
