"""Trouble with time, against SimCord: clocks that jump, and a day of tables that start and end."""

import contextlib
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from unittest import mock

from bot.base import timers
from bot.delivery import retry_queue
from bot.delivery.retry_queue import RetryQueue
from bot.service.repository import TableRepository
from tests.discord import sim
from tests.discord.people import Person, Room
from tests.discord.test_memory import kept
from tests.soak import truth
from tests.soak.outcome import Outcome

HOUR = 3600.0
RETRY_SECONDS = 7.0  # until a retry: SimCord would wait for the bot's own before the clock can jump


class Wall:
    """A clock on the wall that somebody sets, ahead or back; what it measures with goes on as ever."""

    def __init__(self, *, naive: bool = False) -> None:
        self.off, self._naive, self._real = 0.0, naive, timers.time

    def time(self) -> float:
        return self._real.time() + self.off

    def monotonic(self) -> float:
        """A naive bot (the control) measures with the wall clock."""
        return self._real.monotonic() + (self.off if self._naive else 0.0)

    @contextlib.contextmanager
    def read_by_the_bot(self) -> Iterator[None]:
        """Hang it over the clock that SimCord turns, which the bot reads in these tests."""
        self._real = timers.time
        with mock.patch.object(timers, "time", self):
            yield


@contextlib.contextmanager
def in_haste() -> Iterator[None]:
    """Let the bot tell everything at once, and retry late; afterwards everything is as it was."""
    later = mock.patch.object(retry_queue, "RETRY_INTERVAL", RETRY_SECONDS)
    with later:
        try:
            yield
        finally:
            timers.set_ahead(0)


def jump(wall: Wall, dice: random.Random) -> None:
    """Set the wall clock anywhere within three days, or let the machine sleep for up to two hours."""
    if dice.random() < 0.7:
        wall.off += dice.uniform(-72, 48) * HOUR
    else:
        timers.set_ahead(timers.ahead() + dice.uniform(0, 2) * HOUR)


def is_current(room: Room, database: Path) -> bool:
    """Say whether the board of the newest table shows what is true."""
    stored = truth.read(database)[-1]
    message = room.env.backend.messages[stored.saved.channel].get(stored.saved.message)
    return message is not None and truth.said(message.components) == truth.board_words(stored)


async def press_once(room: Room, players: list[Person], dice: random.Random) -> None:
    """Let the player who is asked open the panel anew and press in it until a move is made."""
    table_id = truth_id(room)
    before = await room.services.tables.table(table_id)
    seat = before.awaited()[0]
    while (await room.services.tables.table(table_id)).last_row == before.last_row:
        if not players[seat].panel or not is_asked(players[seat]):
            players[seat].panel = (await players[seat].slash(room.channel, "hand")).response
        if not is_asked(players[seat]):  # a clock that jumps may lay even a new panel to rest: a naive bot's
            return
        await players[seat].choose(dice)


def is_asked(person: Person) -> bool:
    """Say whether a panel still asks; one that rests, or is no more, must be opened anew."""
    try:
        return person.asked()
    except Exception:
        return False


def truth_id(room: Room) -> int:
    return truth.read(room.app.core.stores.engine.path)[-1].saved.id


@contextlib.contextmanager
def jumping(wall: Wall, dice: random.Random, jumps: list[float]) -> Iterator[None]:
    """Let the clock jump whenever something could not be shown and a retry is due: the worst moment.

    The jump must come from within the bot: SimCord gives its own time to the bot alone, not to the test.
    """
    failed = RetryQueue.failed

    def and_jump(self: RetryQueue, table_id: int) -> None:
        failed(self, table_id)
        jump(wall, dice)
        jumps.append(wall.off)

    with mock.patch.object(RetryQueue, "failed", and_jump):
        yield


async def clocks(folder: Path, count: int, *, naive: bool = False, seed: int = 8) -> Outcome:
    """Discord fails once, and while the retry is due the clock jumps; 10 s later the board is current."""
    out, dice, wall = Outcome("clocks", "jumps of a clock"), random.Random(seed), Wall(naive=naive)
    database, jumps = folder / "clocks.sqlite3", list[float]()
    with in_haste(), sim.logged_errors() as errors, jumping(wall, dice, jumps):
        async with sim.running(database) as env, contextlib.AsyncExitStack() as stack:
            stack.enter_context(wall.read_by_the_bot())
            room = Room(env)
            players = await room.start()
            while len(jumps) < count or (naive and not was_set_back(jumps)):  # ahead, it only hurries
                if (await room.services.tables.table(truth_id(room))).over:
                    players = await room.start()
                env.inject_error("PATCH", "/channels/*/messages/*", status=503, code=0, times=1)
                await press_once(room, players, dice)
                env.backend.faults.clear()
                await sim.later(env, 10)
                if not is_current(room, database):
                    out.add(["the board is behind"], f"jump {len(jumps)}")
                out.done = len(jumps)
            out.add(replayed(database))
    out.add([record.getMessage().partition("\n")[0] for record in errors])
    return out


def was_set_back(jumps: list[float]) -> bool:
    return any(after < before for before, after in pairwise([0.0, *jumps]))


def replayed(database: Path) -> list[str]:
    """Return the tables that do not replay, or whose rows are not one after the other."""
    found = []
    for stored in truth.read(database):
        whole = [row.row for row in stored.rows] == list(range(1, len(stored.rows) + 1))
        if stored.table is None or not whole:
            found.append(f"table {stored.saved.id} does not replay")
    return found


async def day(folder: Path, hours: int, *, hoarding: bool = False, seed: int = 9) -> Outcome:
    """Simulated hours in which tables start and end in three channels; nothing of them stays in memory."""
    out, dice = Outcome("day", "simulated hours"), random.Random(seed)
    database = folder / "day.sqlite3"
    leak = mock.patch.object(TableRepository, "forget", lambda self, table_id: None)  # the control
    with in_haste(), sim.logged_errors() as errors, leak if hoarding else contextlib.nullcontext():
        async with sim.running(database) as env:
            room = Room(env)
            begun = timers.now()
            channels = [room.channel, *(room.guild.create_text_channel(f"more-{n}") for n in range(2))]
            for hour in range(hours):
                room.channel = channels[hour % len(channels)]
                await one_table(room, dice, database, out)
                await sim.later(env, HOUR - (timers.now() - begun) % HOUR)
                out.done += 1
            await sim.later(env, HOUR)
            out.add([f"still in memory: {name}" for name in kept(env.bot)])
            out.add(replayed(database))
    out.add([record.getMessage().partition("\n")[0] for record in errors])
    return out


async def one_table(room: Room, dice: random.Random, database: Path, out: Outcome) -> None:
    """Start a table, play for a while with pauses, and end it: to the end, or somebody gives up."""
    players = await room.start(seats=2)
    number = truth_id(room)
    for _ in range(dice.randint(1, 4)):
        await room.play_on(players, dice, dice.randint(1, 6))
        await sim.later(room.env, dice.choice((1, 60, 300)))
        if (await room.services.tables.table(number)).over:
            break
        for player in players:
            await player.open_panel(room.board())
    if dice.random() < 0.1:
        await room.play_on(players, dice)
    if not (await room.services.tables.table(number)).over:
        press = sim.press_payload(room.env, players[0].actor, room.board(), f"p:{number}:resign!")
        await sim.deliver(room.env, press)
    await sim.later(room.env, 10)
    if not is_current(room, database):
        out.add([f"the board of table {number} is behind"])
    out.count("tables")
    out.count("rows", len(truth.read(database)[-1].rows))
