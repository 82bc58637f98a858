"""Who is called, and how: the notice follows the truth, and nobody is pinged who is plainly there."""

import random

import pytest

from bot.storage.engine import Step
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_lucca import press


def mover(room, players, table):
    return players[table.awaited()[0]], players[1 - table.awaited()[0]]


async def one_turn(room, person, seat, dice):
    while seat in (await room.services.tables.table(1)).awaited() and person.asked():
        await person.choose(dice)


@in_room
async def test_people_who_play_are_called_silently_in_one_message(room):
    players = await room.start()
    (notice,) = room.notices()
    await room.play_on(players, random.Random(8), 20)
    assert [m.id for m in room.notices()] == [notice.id], "edited, not posted again"
    assert room.pings() == []


@in_room
async def test_the_notice_names_only_those_who_have_not_answered(room):
    players = await room.start("lucca", 3)
    await press(players[1])
    (notice,) = room.notices()
    assert "Lion" in players[0].text(notice) and "Bear" in players[0].text(notice)
    assert "Dove" not in players[0].text(notice)
    await press(players[0])
    assert players[0].text(room.notices()[0]).startswith("🐻 Bear, your turn")


@in_room
async def test_someone_who_is_called_and_does_nothing_is_pinged_once_after_two_minutes(room):
    players = await room.start()
    person, _ = mover(room, players, await room.services.tables.table(1))
    (silent,) = room.notices()
    await sim.later(room.env, 119)
    assert room.pings() == []
    await sim.later(room.env, 3)
    (notice,) = room.notices()
    assert notice.id != silent.id and room.pings() == [person.id], "a mention needs a new message"
    await sim.later(room.env, 3600)
    assert [m.id for m in room.notices()] == [notice.id], "never two pings for one question"


@in_room
async def test_of_two_processes_that_call_at_once_one_takes_its_notice_away_again(room, monkeypatch):
    await room.start()
    (silent,) = room.notices()  # which the faster process takes away
    engine, faster = room.app.core.stores.engine, []
    write = engine.write

    async def second(*steps):
        if "SET notice = ?, noticed = ?" in str(steps) and not faster:
            faster.append(max(m.id for m in room.notices()))  # ours, which is posted and not noted yet
            await write(Step("UPDATE tables SET notice = 77 WHERE id = 1"))
        return await write(*steps)

    monkeypatch.setattr(engine, "write", second)
    await sim.later(room.env, 125)
    left = [m.id for m in room.notices() if m.id != silent.id]
    assert faster[0] not in left and left == [(await room.services.tables.saved(1)).notice]


@in_room
async def test_someone_who_is_away_is_pinged_at_once(room):
    players = await room.start()
    table = await room.services.tables.table(1)
    person, other = mover(room, players, table)
    seat = table.seat_of(person.id)
    await sim.later(room.env, 3600)  # both panels rest by now, and nobody has pressed anything
    await person.open_panel(room.board())
    await one_turn(room, person, seat, random.Random(3))
    assert room.pings()[-1] == other.id
    pings = room.pings()
    notice = room.notices()[0].id
    await other.open_panel(room.board())
    await one_turn(room, other, 1 - seat, random.Random(3))
    assert room.pings() == pings and room.notices()[0].id == notice, "the first one is still there"


@in_room
async def test_a_ping_for_one_who_is_late_does_not_ping_again_who_was_called_before(room):
    players = await room.start("lucca", 3)
    await sim.later(room.env, 60)
    await players[2].click(room.board(), "Rules")
    await sim.later(room.env, 70)
    assert sorted(room.pings()) == sorted(p.id for p in players[:2]), "two have been quiet for two minutes"
    await sim.later(room.env, 120)
    assert sorted(room.pings()) == sorted(p.id for p in players), "each of the three once"


@in_room
async def test_a_press_puts_the_ping_off_until_two_quiet_minutes(room):
    players = await room.start()
    person, _ = mover(room, players, await room.services.tables.table(1))
    await sim.later(room.env, 100)
    await person.click(room.board(), "Rules")
    await sim.later(room.env, 100)
    assert room.pings() == []
    await sim.later(room.env, 30)
    assert room.pings() == [person.id]


@in_room
async def test_after_a_restart_who_was_called_silently_is_still_pinged(room, database):
    players = await room.start()
    person, _ = mover(room, players, await room.services.tables.table(1))
    await sim.restart(room.env, database)
    await sim.later(room.env, 130)
    assert room.pings() == [person.id]
    await sim.restart(room.env, database)
    await sim.later(room.env, 130)
    assert room.pings() == [person.id], "and not again after the next one"


@in_room
async def test_a_deleted_notice_is_posted_again_at_the_next_change(room):
    players = await room.start()
    table = await room.services.tables.table(1)
    person, _ = mover(room, players, table)
    (notice,) = room.notices()
    room.env.backend.delete_message(room.channel.id, notice.id)
    await one_turn(room, person, table.seat_of(person.id), random.Random(3))
    assert len(room.notices()) == 1 and room.notices()[0].id != notice.id


@pytest.mark.slow
@in_room
async def test_the_end_is_told_to_everyone_and_pings_only_who_is_away(room):
    players = await room.start()
    await room.play_on(players, random.Random(1), 30)
    await sim.later(room.env, 3600)
    asked = (await room.services.tables.table(1)).awaited()[0]
    await players[asked].click(room.board(), "Your hand")
    await sim.deliver(
        room.env, sim.press_payload(room.env, players[asked].actor, room.board(), "p:1:resign!")
    )
    told = room.ending()
    assert "resigned" in players[0].text(told)
    assert players[0].stored(told).ping_user_ids == [players[1 - asked].id]
    assert not room.notices()


@in_room
async def test_a_take_back_is_asked_for_in_a_notice_and_allowed_in_the_panel(room):
    players = await room.start("guilds", 2)
    table = await room.services.tables.table(1)
    first, second = mover(room, players, table)
    await one_turn(room, first, table.seat_of(first.id), random.Random(4))
    assert first.can("Take back")
    before = await room.services.tables.table(1)
    await first.click(first.panel, "Take back")
    assert (await room.services.tables.table(1)).last_row == before.last_row, "not without consent"
    assert "asks" in first.text(room.board()) and "to take back" in first.text(room.notices()[0])
    assert {"Allow", "No"} <= set(second.labels()), "the open panel comes alive"
    await second.click(second.panel, "Allow")
    after = await room.services.tables.table(1)
    assert after.awaited() == (table.awaited()[0],)
    assert "took back" in first.text(room.board())
    assert first.asked(), "and may choose again"
