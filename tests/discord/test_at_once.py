"""Presses of several people at the same moment: each is answered, and the table stays one table."""

import itertools

import pytest

from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_lucca import all_choose, press
from tests.discord.test_presses import first_press

WISHES = tuple(itertools.permutations(("start", "leave", "cancel"), 2))


def lobby_press(room, person, what):
    return sim.press_payload(room.env, person.actor, room.board(), f"l:1:{what}")


@in_room
async def test_five_choose_at_the_same_moment_and_all_count(room):
    players = await room.start("lucca", 5)
    presses = [sim.press_payload(room.env, p.actor, p.panel, *first_press(p)) for p in players]
    results = await sim.deliver(room.env, *presses)
    assert all(result.acknowledged for result in results)
    log = await room.app.core.stores.tables.log(1)
    assert sorted(row.seat for row in log[:5]) == [0, 1, 2, 3, 4]
    assert (await room.services.tables.table(1)).state.round == 1


@pytest.mark.parametrize(("one", "other"), WISHES)
@in_room
async def test_opposite_wishes_in_a_lobby_leave_one_truth(room, one, other):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    wishes = [lobby_press(room, alice, one), lobby_press(room, bob if other == "leave" else alice, other)]
    results = await sim.deliver(room.env, *wishes)
    assert all(result.acknowledged for result in results)
    saved = await room.app.core.stores.tables.table(1)
    assert (saved.phase == "play") <= (len(saved.users) == 2)
    if saved.phase == "play":
        assert "turn 1 of" in alice.text(room.board())
        assert any(result.followups for result in results), "the one who came late is told"


@in_room
async def test_start_pressed_by_both_at_once_deals_once_and_everyone_gets_one_panel(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    await sim.deliver(room.env, lobby_press(room, alice, "start"), lobby_press(room, bob, "start"))
    assert len(room.notices()) == 1
    for person in (alice, bob):
        mine = [m for m in room.channel.history(viewer=person.actor) if m.flags.ephemeral]
        panels = [m for m in mine if "Your secret rule" in person.text(m)]
        assert len(panels) == 1


@in_room
async def test_a_take_back_and_the_next_players_move_at_the_same_moment(room):
    """Whichever comes first counts; the other is told, and the log replays."""
    players = await room.start("lucca", 3)
    await all_choose(room, players)
    table = await room.services.tables.table(1)
    first, second = (players[seat] for seat in table.state.order[:2])
    while first.asked():
        await press(first)
    assert first.can("Take back"), "nothing hidden was shown by the turn"
    back = sim.press_payload(
        room.env,
        first.actor,
        first.panel,
        sim.button_id(first.actor, first.panel, first.label(first.panel, "Take back")),
    )
    move = sim.press_payload(room.env, second.actor, second.panel, *first_press(second))
    before = (await room.services.tables.table(1)).last_row
    results = await sim.deliver(room.env, move, back)
    assert all(result.acknowledged for result in results)
    now = await room.services.tables.table(1)
    assert now.last_row == before + 1
    room.services.tables.forget(1)
    assert (await room.services.tables.table(1)).state == now.state


@in_room
async def test_resigning_in_the_middle_of_the_others_move_ends_the_game_once(room):
    players = await room.start()
    table = await room.services.tables.table(1)
    mover = players[table.awaited()[0]]
    other = players[1 - table.awaited()[0]]
    move = sim.press_payload(room.env, mover.actor, mover.panel, *first_press(mover))
    resign = sim.press_payload(room.env, other.actor, room.board(), "p:1:resign!")
    again = sim.press_payload(room.env, mover.actor, room.board(), "p:1:resign!")
    results = await sim.deliver(room.env, resign, move, again)
    assert all(result.acknowledged for result in results)
    log = await room.app.core.stores.tables.log(1)
    assert [row.kind for row in log].count("end") == 1 and log[-1].kind == "end"
    assert "ended early" in mover.text(room.board())
