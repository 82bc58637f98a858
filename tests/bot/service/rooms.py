"""Tables on a real database without Discord: a store, its services, and who is told of changes."""

import asyncio

import pytest

from bot.base.errors import Refused
from bot.domain.entities import NewRow, NewTable
from bot.service.services import build_services
from bot.storage.engine import Step
from tests.patience import until
from tests.toy import ask

A, B, C, D, STRANGER = 10, 20, 30, 40, 99
TWO = ask(0, "a", "b")  # a question with a choice
GUARD = ask(1, "use it", "use another", "bear", idle="bear", advance="guard")  # may be answered in advance
LAST = ask(0, "a", "b")
ROUND = tuple(ask(n % 3, "a", "point", "idle") for n in range(60))
DUEL = tuple(ask(n % 2, "a", "point", "idle") for n in range(60))
THREE = (A, B, C)


class Ears:
    """A listener that remembers what it was told."""

    def __init__(self):
        self.changes, self.aside = [], []

    def changed(self, table_id):
        self.changes.append(table_id)

    async def set_aside(self, saved):
        self.aside.append(saved.id)


class Process:
    """A store and its services: a process of its own, as far as the database can tell."""

    def __init__(self, stores, **options):
        self.stores = stores
        self.services = build_services(stores, **options)

    async def close(self):
        await self.services.close()
        await self.stores.close()


class Room:
    """A store, its services and their listener; games are started without a lobby's ado."""

    def __init__(self, stores):
        self.stores = stores
        self.wake_up()

    def wake_up(self, **options):
        """New services on the same store: a restart."""
        self.now, self.ears = 1234.9, Ears()
        self.services = build_services(self.stores, now=lambda: self.now, **options)
        self.services.tables.events.subscribe(changed=self.ears.changed, set_aside=self.ears.set_aside)

    async def open(self, game="toy", users=(A, B), channel=7):
        saved = await self.services.lobby.open(NewTable(5, channel, game, users[0], "en-US"))
        for user in users[1:]:
            await self.services.lobby.change(saved.id, lambda lobby, user=user: lobby.join(user))
        return saved.id

    async def start(self, game="toy", users=(A, B), channel=7):
        id = await self.open(game, users, channel)
        await self.services.lobby.start(id, users[0])
        self.ears.changes.clear()
        return id

    async def play(self, id, user, move, interaction=None, stamp=None):
        """Answer the question that the user's panel shows now."""
        table = await self.services.tables.table(id)
        stamp = stamp or table.stamp(table.own_seat(user))
        number = interaction or 1000 + table.last_row
        return await self.services.moves.play(id, user, stamp, lambda table, seat: move, number)

    async def log(self, id):
        return [(row.kind, row.seat, row.text, row.by) for row in await self.stores.tables.log(id)]

    async def phase(self, id):
        return (await self.stores.tables.table(id)).phase

    async def close(self):
        await self.services.close()
        await self.stores.close()


async def the_moment_comes(room):
    """Let the answers that wait be given now."""
    answers = room.services.advance_answers.pending
    for due in list(answers.waiting):
        answers.give_now(due)
    await until(lambda: answers.idle)


async def moments(count=20):
    """Let everything that is due happen."""
    for _ in range(count):
        await asyncio.sleep(0.001)


def refused(reason):
    """Expect a refusal for this reason."""
    return pytest.raises(Refused, match=reason.id[:40].replace("(", ".").replace("?", "."))


def refusing(stores, monkeypatch, error, when):
    """Let the store fail for the rows that the test names."""
    append = stores.tables.append

    async def failing(table_id, row, *more):
        if when(row):
            raise error
        return await append(table_id, row, *more)

    monkeypatch.setattr(stores.tables, "append", failing)


async def slow(room: Room, id: int, pace: str = "slow:86400") -> None:
    await room.stores.engine.write(step("UPDATE tables SET pace = ? WHERE id = ?", pace, id))
    room.services.tables.forget(id)


def step(query, *values):
    return Step(query, values)


async def time_runs_out(room, id, seat):
    """Let a seat lose the decision it is asked for, as the clock does."""
    async with room.services.tables.hold(id) as held:
        decision = held.table.offer(seat)
        await held.append(NewRow("move", seat, decision.idle, by="clock"))
        await held.settle_and_tell()


async def until_asked_about(room, id, users=THREE, lost=2, gone=1):
    """Play on until one seat has lost some decisions in a row on time."""
    for _ in range(lost * len(users)):
        table = await room.services.tables.table(id)
        (seat,) = table.awaited()
        if seat == gone:
            await time_runs_out(room, id, seat)
            lost -= 1
            if not lost:
                break
        else:
            await room.play(id, users[seat], "a")
    return await room.services.tables.table(id)


async def asked_about(room, toy, users=THREE, pace="slow:86400"):
    toy(*(ROUND if len(users) == 3 else DUEL))
    id = await room.start(users=users)
    await slow(room, id, pace)
    return id, await until_asked_about(room, id, users)


async def left_by_b(room, toy):
    toy(*ROUND)
    id = await room.start(users=THREE)
    await room.play(id, A, "a")
    await room.services.agreements.resign(id, B, 60)
    return id
