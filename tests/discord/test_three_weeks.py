"""Three weeks of one slow game, end to end: absences, downtimes, one vanishes, a substitute, a rematch."""

import random

import pytest

from bot.base import timers
from bot.delivery import heartbeat
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_seats import question

DAY, HOUR = 86_400, 3600
NAMES = ("Lion", "Dove", "Bear")
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def calm_heart(monkeypatch):
    """Three weeks with a beat every ten seconds would be a long test."""
    monkeypatch.setattr(heartbeat, "HEARTBEAT_INTERVAL", 1200.0)


async def awaited(room, table_id=1):
    return (await room.services.tables.table(table_id)).awaited()


async def by_clock(room):
    return [row.seat for row in await room.app.core.stores.tables.log(1) if row.by == "clock"]


async def moves(room, players, seat, dice):
    """Let somebody come back to the table and have their whole turn."""
    await players[seat].open_panel(room.board())
    while seat in await awaited(room):
        await players[seat].choose(dice)


async def play_until(room, players, seat, dice, rests=2 * HOUR):
    """Let the others move, each after some hours, until it is somebody's turn."""
    while not (await room.services.tables.table(1)).over and (await awaited(room))[0] != seat:
        await sim.later(room.env, rests)
        await moves(room, players, (await awaited(room))[0], dice)


async def lets_time_run_out(room, seat):
    """Do nothing for somebody until the clock has moved for them once more."""
    lost = len(await by_clock(room))
    while len(await by_clock(room)) == lost:
        assert seat in await awaited(room)
        await sim.later(room.env, DAY // 2)


@in_room
async def test_three_weeks_of_a_slow_game(room, database):
    dice = random.Random(11)
    players = await room.start("guilds", 3, ["slow:86400"])
    erin = room.people[4]
    began = timers.now()

    # The first days: everybody moves now and then, and the bot is restarted in between.
    for _ in range(3):
        await play_until(room, players, dice.randrange(3), dice)
        await sim.restart(room.env, database)
    assert await by_clock(room) == []

    # The bot is down for two days: nobody loses anything by it.
    rows = (await room.services.tables.table(1)).last_row
    await room.env.bot.close()
    await room.env.advance_time(2 * DAY)
    await room.env.restart_bot(await sim.new_bot(database))
    await sim.later(room.env, HOUR)
    assert (await room.services.tables.table(1)).last_row == rows and await by_clock(room) == []

    # Lion goes away for four days: the table says so, nobody calls, no time is lost.
    await play_until(room, players, 0, dice)
    await players[0].slash(room.channel, "away", days=4)
    assert "Lion is away until" in players[1].text(room.board())
    pings = len(room.pings())
    await sim.later(room.env, 3 * DAY + 20 * HOUR)
    assert await by_clock(room) == [] and players[0].id not in room.pings()[pings:]
    await moves(room, players, 0, dice)

    # Dove vanishes: two decisions lost on time, then the others are asked, in one message.
    await play_until(room, players, 1, dice)
    await lets_time_run_out(room, 1)
    while 1 not in await awaited(room):
        await moves(room, players, (await awaited(room))[0], dice)
    await lets_time_run_out(room, 1)
    assert "Dove's time ran out" in players[0].text(room.board())
    asked = question(room)
    assert players[0].labels(asked) == ["Wait for Dove", "Let the computer play for Dove", "End the game"]
    await sim.restart(room.env, database)
    for seat in (0, 2):
        await players[seat].click(question(room), "Let the computer play for Dove")
    assert (await room.services.tables.table(1)).beside.absent == (1,)

    # Erin takes the seat, with the host's consent, and Dove's old panel shows nothing any more.
    await erin.click(room.board(), "Take Dove's seat")
    await players[0].click(question(room), "Agree")
    assert (await room.services.tables.table(1)).users[1] == erin.id
    refused = await players[1].click(room.board(), "Your hand")
    assert "do not play at this table" in players[1].text(refused.response)
    players = [players[0], erin, players[2]]

    # They play to the end, a few hours a turn, with one more restart.
    turns = 0
    while not (await room.services.tables.table(1)).over:
        await sim.later(room.env, 6 * HOUR)
        await moves(room, players, (await awaited(room))[0], dice)
        turns += 1
        if turns == 5:
            await sim.restart(room.env, database)
    await sim.later(room.env, 60)
    assert timers.now() - began > 14 * DAY
    results = await room.app.core.stores.engine.rows('SELECT "user" FROM results WHERE table_id = 1')
    assert {user for (user,) in results} <= {person.id for person in players}
    assert await by_clock(room) == [1, 1]

    # What is left in the channel: the table and one word on how it ended; nobody was called twice for a turn.
    left = [m for m in room.public() if players[0].labels(m) != ["See the table", "Rematch"]]
    assert len(left) == 1 and len(room.notices()) == 0
    rows = await room.app.core.stores.tables.log(1)
    assert len(room.pings()) <= len(rows) + 3

    # And a rematch with the one who finished.
    for person in players:
        await person.click(room.ending(), "Rematch")
    await players[0].click(room.board(), "Start")
    rematch = await room.services.tables.table(2)
    assert set(rematch.users) == {person.id for person in players}
    assert rematch.timing.pace == "slow:86400"
