"""More is to be shown than Discord takes: boards wait, answers do not, and calls do not wait for boards."""

import asyncio
import contextlib
import random

from bot.delivery.request_budget import Priority
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_calls import mover
from tests.patience import until

SLOW = 1.0  # requests a second: one board in hand at a time


def press(room, person, dice):
    """Let somebody answer a question; the bot is not waited for."""
    kind, part = dice.choice(person.choices())
    values = None if kind == "m" else [part["options"][0]["value"]]
    record, payload = sim.press_payload(room.env, person.actor, person.panel, part["custom_id"], values)
    room.env.backend.emit("INTERACTION_CREATE", payload)
    return record


def edits(room):
    """Count the edits of the table's board so far."""
    path = f"/channels/{room.channel.id}/messages/{room.board().id}"
    return sum(r.method == "PATCH" and r.path == path for r in room.env.backend.http_requests)


@contextlib.asynccontextmanager
async def crowded(room):
    """Let another table have the one turn there is, and a further one wait for it."""
    budget = room.app.parts.budget
    budget.set_rate(SLOW)

    async def another():
        async with budget.turn(Priority.BOARD):
            pass

    async with budget.turn(Priority.BOARD):
        waiting = asyncio.create_task(another())
        await until(lambda: budget.waiting() == 1)
        yield budget
    await waiting


async def is_shown(room):
    saved, table = await room.services.tables.saved(1), await room.services.tables.table(1)
    return saved.shown == table.last_row


@in_room
async def test_a_board_that_waits_is_built_when_its_turn_comes_and_panels_do_not_wait(room):
    players = await room.start("lucca", 2)
    dice, before = random.Random(4), edits(room)
    async with crowded(room):
        for person in players:
            shown, row = person.stored().components, (await room.services.tables.table(1)).last_row
            record = press(room, person, dice)
            await until(lambda p=person, s=shown: p.stored().components != s)
            assert record.responded and (await room.services.tables.table(1)).last_row > row
        assert edits(room) == before, "the board has not had its turn"
    while not await is_shown(room):
        await asyncio.sleep(0.01)
    assert edits(room) == before + 1, "both moves are shown by one edit"


@in_room
async def test_who_is_awaited_is_called_before_the_turn_of_the_board_has_come(room):
    players = await room.start()
    person, other = mover(room, players, await room.services.tables.table(1))
    await sim.later(room.env, 3600)  # both panels rest by now, and nobody has pressed anything
    await person.open_panel(room.board())
    dice, pings, before = random.Random(3), room.pings(), edits(room)
    seat = (await room.services.tables.table(1)).seat_of(person.id)
    async with crowded(room):
        while seat in (await room.services.tables.table(1)).awaited():
            shown = person.stored().components
            press(room, person, dice)
            await until(lambda s=shown: person.stored().components != s)
        await until(lambda: room.pings() != pings)
        assert room.pings()[-1] == other.id and edits(room) == before
    while not await is_shown(room):
        await asyncio.sleep(0.01)
    assert len(room.pings()) == len(pings) + 1, "once"
