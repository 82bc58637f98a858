"""`python -m tests.bench.load --rate 12 --tables 150`: the bot under load, beside one that only answers.

The bot is a process of its own against the playground's wire. Two people sit at each table; every press comes
at its time, whether or not the ones before are answered. Told: how long until a press is acknowledged, until
its panel is there, first in words and then with its picture, the CPU that a press costs, and the memory.
The wire is busy itself, so acknowledgements are also timed at a gate before the bot (`tests/bench/gate`).
It keeps Discord's rate limits: told are the waits for the request budget, and whatever was refused.
With `--abuse` one member presses all the time beside them (`load_abuse`); `load_long` lasts longer.
"""

import argparse
import asyncio
import contextlib
import gc
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import aiohttp
import discord

from bot.delivery.request_budget import Priority
from bot.domain.entities import NewTable
from bot.playground.actions import Sent, buttons
from bot.playground.backend import Channel, User
from bot.playground.discord_address import point_discord_at
from bot.playground.world import SERVER, Person
from bot.storage.stores import open_stores
from games import GAMES, fingerprint
from games.ai.patience import undisturbed
from tests.bench.gate import gate
from tests.postgres import free_port
from tests.wire.harness import BOT, Harness, harness
from tests.wire.players import Player

ONLY_ANSWERS = ("-m", "tests.bench.load", "--be-the-bot-that-only-answers")
FIRST = 2_000_000_000_000_000_000  # ids of the people and channels
OVERDUE = 60.0  # seconds after the last press in which everything must have come


@dataclass
class Press:
    """One press: when it was made, acknowledged, and answered by a panel; all in seconds."""

    made: float
    acknowledged: float | None = None
    panel: float | None = None  # its words at least
    picture: float | None = None  # all of it


class Stopwatch:
    """Notes at the wire when a press is acknowledged and when its panel comes."""

    def __init__(self) -> None:
        self.by_token: dict[str, Press] = {}

    async def __call__(self, method: str, path: str) -> None:
        parts = path.split("/")
        press = self.by_token.get(parts[3]) if len(parts) > 3 else None
        if press is None:
            return
        if parts[1] == "interactions":
            press.acknowledged = press.acknowledged or time.perf_counter()
        elif parts[-1] == "@original":
            press.picture = time.perf_counter()
            press.panel = press.panel or press.picture

    def start(self, sent: Sent) -> Press:
        press = self.by_token[sent.record.token] = Press(time.perf_counter())
        return press


class Sitter(Player):
    """Somebody at one of the many tables."""

    def __init__(self, h: Harness, name: str, channel: int) -> None:
        super().__init__(h, name)
        self.channel = channel

    def panel(self):
        """The newest private message of this person that asks something."""
        shelf, me = self.h.world.discord.messages[self.channel], self.h.person(self.name)
        mine = [m for m in shelf.values() if m.is_ephemeral and self.h.world.sees(me, m) and self.choices(m)]
        return mine[-1] if mine else None


@dataclass
class Crowd:
    """Everybody at all tables, and their presses."""

    h: Harness
    watch: Stopwatch
    channels: list[int]
    dice: random.Random = field(default_factory=lambda: random.Random(1))

    def sitters(self, channel: int) -> list[Sitter]:
        return [Sitter(self.h, name_of(user), channel) for user in people_of(channel)]

    async def take_seats(self) -> None:
        """Wait until every table is shown, and open everybody's panel."""
        shelves = self.h.world.discord.messages
        await self.h.until(lambda: all(shelves[channel] for channel in self.channels))
        for channel in self.channels:
            board = next(iter(shelves[channel].values()))
            for sitter in self.sitters(channel):
                await self.h.click(sitter.name, board, "Your hand")
        await self.h.quiet()

    async def press_for(self, rate: float, seconds: float, *, steady: bool = True) -> list[Press]:
        """Press at a steady rate, or at random moments as people do, at a random table each time."""
        gc.collect()
        with undisturbed():  # a search through the whole world would take the wire a tenth of a second
            return await self._pressed(rate, seconds, steady)

    async def _pressed(self, rate: float, seconds: float, steady: bool) -> list[Press]:
        due, presses = time.perf_counter(), list[Press]()
        for _ in range(round(rate * seconds)):
            await asyncio.sleep(due - time.perf_counter())
            presses.append(self._press())
            due += 1 / rate if steady else self.dice.expovariate(rate)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(OVERDUE):
                while any(press.acknowledged is None for press in presses):
                    await asyncio.sleep(0.05)
        return presses

    def _press(self) -> Press:
        """Answer a question; at a table where nobody is asked just now, open a panel again."""
        anywhere = self.dice.sample(self.channels, len(self.channels))
        sent = next((sent for channel in anywhere if (sent := self._act(channel))), None)
        if sent is None:
            raise RuntimeError("every game is over: more tables, or fewer presses")
        press = self.watch.start(sent)
        self.h.acts.deliver(sent)
        return press

    def _act(self, channel: int) -> Sent | None:
        sitters = self.sitters(channel)
        if asked := [sitter for sitter in sitters if sitter.panel()]:
            return self.dice.choice(asked).act(self.dice)
        board = next(iter(self.h.world.discord.messages[channel].values()))
        over = not any(button.get("label") == "Your hand" for button in buttons(board))
        return None if over else self.h.press(sitters[0].name, board, "Your hand")


# --- the world ---------------------------------------------------------------------------------------


def people_of(channel: int) -> tuple[int, int]:
    return channel + 1, channel + 2


def name_of(user: int) -> str:
    return f"p{user - FIRST}"


def furnish(h: Harness, tables: int) -> list[int]:
    """Give the server a channel for each table, and two people for each channel."""
    guild, sim = h.world.discord.guilds[SERVER], h.world.discord
    channels = [FIRST + 10 * number for number in range(tables)]
    for channel in channels:
        sim.channels[channel], sim.messages[channel] = Channel(channel, 0, "table", SERVER), {}
        guild.channel_ids.append(channel)
        for user in people_of(channel):
            name = name_of(user)
            h.world.people[name] = h.world.by_id[user] = Person(user, name, "#000000")
            sim.users[user] = User(user, name, global_name=name)
            sim.add_member(SERVER, user)
    return channels


async def deal(database: Path, channels: Iterable[int]) -> None:
    """Store a game of every kind in turn, as if it had just been started."""
    stores, kinds = await open_stores(database), [key for key in GAMES if 2 in GAMES[key].SEATS]
    for number, channel in enumerate(channels):
        rules = GAMES[kinds[number % len(kinds)]]
        saved = await stores.lobby.new_table(
            NewTable(SERVER, channel, rules.KEY, people_of(channel)[0], "en-US")
        )
        await stores.lobby.save_lobby(saved.id, saved.host, people_of(channel), ())
        await stores.lobby.start(saved.id, f"{number:032}", rules.EDITION, fingerprint(rules.KEY), ())
    await stores.close()


# --- what the process costs --------------------------------------------------------------------------


class Cost(NamedTuple):
    """What the bot has used: CPU seconds of loop, threads and painter; seconds its loop waited for a core."""

    loop: float
    threads: float
    painter: float
    waited: float

    def since(self, before: "Cost", presses: int) -> str:
        loop, threads, painter, waited = (
            (now - then) / presses * 1000 for now, then in zip(self, before, strict=True)
        )
        parts = f"loop {loop:.1f}, threads {threads:.1f}, painter {painter:.1f}; loop waited {waited:.1f}"
        return f"{loop + threads + painter:.1f} ms  ({parts})"


def cost(pid: int) -> Cost:
    threads = {path.parent.name: path.read_text().split() for path in _tasks(pid, "schedstat")}
    used = {thread: int(fields[0]) / 1e9 for thread, fields in threads.items()}
    loop = used.pop(str(pid))
    painting = sum(
        int(path.read_text().split()[0]) / 1e9 for c in _children(pid) for path in _tasks(c, "schedstat")
    )
    return Cost(loop, sum(used.values()), painting, int(threads[str(pid)][1]) / 1e9)


def memory(pid: int) -> int:
    """Return the memory of a process and its painter in MB."""
    return resident(pid) + of_children(pid) >> 20


def resident(pid: int) -> int:
    """Return the memory of a process in bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def of_children(pid: int) -> int:
    """Return the memory of a process's children in bytes: of a bot, its painter's."""
    return sum(map(resident, _children(pid)))


def _children(pid: int) -> list[int]:
    return [int(child) for path in _tasks(pid, "children") for child in path.read_text().split()]


def _tasks(pid: int, name: str) -> Iterable[Path]:
    return Path(f"/proc/{pid}/task").glob(f"*/{name}")


# --- the request budget ------------------------------------------------------------------------------

WAIT = re.compile(r'campanile_request_wait_seconds_bucket\{le="([^"]+)",priority="(\w+)"\} ([\d.e+]+)')
Waits = dict[str, dict[float, float]]  # how many requests of a priority waited at most so long


async def waits(h: Harness) -> Waits:
    """Ask the bot how long its requests have waited for the budget so far."""
    async with aiohttp.ClientSession() as asking, asking.get(f"{h.health}/metrics") as page:
        found: Waits = {}
        for limit, priority, count in WAIT.findall(await page.text()):
            found.setdefault(priority, {})[float(limit)] = float(count)
        return found


def waited(before: Waits, after: Waits) -> str:
    """Say within how many seconds half, 99 of 100 and all requests of each priority had their turn."""
    parts = []
    for priority in (p.name.lower() for p in Priority if p.name.lower() in after):
        was = before.get(priority, {})
        counts = {limit: count - was.get(limit, 0) for limit, count in sorted(after[priority].items())}
        if whole := max(counts.values()):
            told = (next(lim for lim, n in counts.items() if n >= part * whole) for part in (0.5, 0.99, 1))
            parts.append(f"{priority} {whole:.0f}: " + ", ".join(f"{limit:g}" for limit in told))
    return "; ".join(parts) or "nothing"


# --- the report --------------------------------------------------------------------------------------


def spread(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return "none"
    parts = statistics.quantiles(seconds, n=100, method="inclusive")
    return f"p50 {parts[49] * 1000:7.1f}  p99 {parts[98] * 1000:7.1f} ms"


async def measure(name: str, crowd: Crowd, rate: float, seconds: float) -> set[str]:
    """Press for a while, tell what came of it, and return the tokens of these presses."""
    pid, earlier = crowd.h.pid, set(crowd.watch.by_token)
    before, own, size = cost(pid), time.process_time(), memory(pid)
    asked = crowd.h.wire.limits
    lately, refused = await waits(crowd.h) if crowd.h.command == BOT else {}, asked.refused
    asked.most = 0
    presses = await crowd.press_for(rate, seconds)
    with contextlib.suppress(TimeoutError):  # what is still drawn belongs to these presses
        await asyncio.wait_for(crowd.h.quiet(), OVERDUE)
    after, own = cost(pid), (time.process_time() - own) / len(presses) * 1000
    answered = [p.acknowledged - p.made for p in presses if p.acknowledged is not None]
    panels = [p.panel - p.made for p in presses if p.panel is not None]
    pictures = [p.picture - p.made for p in presses if p.picture is not None]
    print(
        f"{name:13} {len(presses)} presses at {rate:g}/s"
        f"\n  acknowledged {spread(answered)}  ({len(presses) - len(answered)} never)"
        f"\n  panel        {spread(panels)}  ({len(presses) - len(panels)} never)"
        f"\n  its picture  {spread(pictures)}"
        f"\n  CPU a press  {after.since(before, len(presses))}; the wire's own: {own:.1f} ms"
        f"\n  memory       {size} -> {memory(pid)} MB",
        flush=True,
    )
    if crowd.h.command == BOT:
        print(
            f"  the budget   within s, half, 99 % and all: {waited(lately, await waits(crowd.h))}"
            f"\n  Discord      at most {asked.most} requests a second, {asked.refused - refused} refused",
            flush=True,
        )
    return set(crowd.watch.by_token) - earlier


async def main(rate: list[float], tables: int, seconds: float, only_ack: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "campanile.sqlite3"
        port = free_port()
        settings = {"DATABASE_URL": f"sqlite:///{database}", "LOG_LEVEL": "WARNING", "HEALTH_PORT": str(port)}
        async with harness(BOT, **settings) as h, gate(h.wire.base) as passing:
            h.health, h.wire.limits.enforced = f"http://127.0.0.1:{port}", True
            h.wire.base = passing.base  # where the bot is told that Discord is
            crowd = Crowd(h, Stopwatch(), furnish(h, tables))
            await deal(database, crowd.channels)
            await h.start_bot()
            await crowd.take_seats()
            h.wire.trouble = crowd.watch
            print(f"the bot is process {h.pid}", flush=True)
            rounds = list[tuple[str, float, set[str]]]()
            for one in () if only_ack else rate:
                rounds.append(("campanile", one, await measure("campanile", crowd, one, seconds)))
            await h.kill_bot()
            h.command = ONLY_ANSWERS
            await h.start_bot()
            for one in rate:
                rounds.append(("only answers", one, await measure("only answers", crowd, one, seconds)))
            await h.kill_bot()
            taken = await passing.taken()
            for name, one, tokens in rounds:
                told = spread([taken[token] for token in tokens if token in taken])
                print(f"at the gate: {name:13} {one:2g}/s  acknowledged {told}", flush=True)


# --- the bot that only answers -----------------------------------------------------------------------


class OnlyAnswers(discord.Client):
    """The least that a bot can do: acknowledge every press."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()


def only_answer() -> None:
    point_discord_at(os.environ["CAMPANILE_API"], os.environ["CAMPANILE_GATEWAY"])
    OnlyAnswers(intents=discord.Intents(guilds=True)).run(os.environ["DISCORD_TOKEN"], log_handler=None)


if __name__ == "__main__":
    if sys.argv[1:] == list(ONLY_ANSWERS[2:]):
        only_answer()
    else:
        wanted = argparse.ArgumentParser(description=__doc__)
        wanted.add_argument("--rate", type=float, nargs="+", default=[12], help="presses a second")
        wanted.add_argument("--tables", type=int, default=150)
        wanted.add_argument("--seconds", type=float, default=20)
        wanted.add_argument("--only-ack", action="store_true", help="measure only the bot that only answers")
        wanted.add_argument(
            "--abuse", nargs="*", metavar="KIND", help="one abuser beside them: see load_abuse"
        )
        given = vars(wanted.parse_args())
        if (kinds := given.pop("abuse")) is None:
            asyncio.run(main(**given))
        else:
            from tests.bench import load_abuse

            asyncio.run(load_abuse.main(given["rate"][0], given["tables"], given["seconds"], kinds))
