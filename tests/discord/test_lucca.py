"""Lucca as people play it: a choice at the same time, a turn in four presses, and a way back."""

import pytest

from bot.text.words import words
from games.lucca.names import card_name
from tests.discord import sim
from tests.discord.people import Person, Room, in_room


async def press(person: Person, index: int = 0) -> None:
    """Press a choice of the panel: a button, or the entry of its first menu."""
    kind, part = person.choices()[index if person.choices()[0][0] == "m" else 0]
    if kind == "m":
        result = await person.actor.click(person.panel, custom_id=part["custom_id"])
    else:
        value = part["options"][index]["value"]
        result = await person.actor.select(person.panel, [value], custom_id=part["custom_id"])
    assert result.acknowledged


async def all_choose(room: Room, players: list[Person]) -> None:
    for person in players:
        await press(person)


@in_room
async def test_all_choose_at_once_and_may_change_until_the_last_has_chosen(room):
    players = await room.start("lucca", 3)
    assert all(person.asked() for person in players), "everyone is asked at the same time"
    await press(players[1], 0)
    await press(players[1], 1)
    board = players[0].text(room.board())
    assert board.count("still choosing") == 2 and board.count("has chosen") == 1
    table = await room.services.tables.table(1)
    hand, second = table.state.phase.hands[1], table.state.phase.kept[1]
    names = [words("en").say(card_name(held.card)) for held in hand]
    assert all(name in players[1].text() for name in names)
    assert not any(name in players[0].text(message) for name in names for message in room.public())
    assert players[1].asked() and "may still change your mind" in players[1].text()
    await press(players[0])
    await press(players[2])
    table = await room.services.tables.table(1)
    assert table.state.round == 1
    assert {card for p in table.state.quarters[1].palaces for card in p.cards} == set(second)
    assert "Dove kept" in players[0].text(room.board())


@in_room
async def test_a_turn_is_four_presses_and_can_be_taken_back_until_it_is_done(room):
    players = await room.start("lucca", 3)
    await all_choose(room, players)
    table = await room.services.tables.table(1)
    mover = players[table.state.order[0]]
    rows = table.last_row
    await press(mover)
    await press(mover)
    taken = (await room.services.tables.table(1)).state
    assert mover.can("Take back")
    await mover.click(mover.panel, "Take back")
    assert (await room.services.tables.table(1)).state != taken
    while mover.asked():
        await press(mover)
    done = await room.services.tables.table(1)
    line_of_play = [row for row in done.state.news if row.turn == 1]
    assert len(line_of_play) == 4, "a triplet and three cards"
    assert done.last_row > rows and done.state.order[1] in done.awaited()


@pytest.mark.slow
@in_room
async def test_two_people_play_lucca_with_the_city_to_the_end(room):
    players = await room.start("lucca", 2, ["celebration"])
    await all_choose(room, players)
    while not (table := await room.services.tables.table(1)).over:
        seat = table.awaited()[0]
        await press(players[seat])
    board = players[0].text(room.board())
    assert "Numbers" in board and "Walls" in board and "Total" in board
    assert "the City has" in board


@in_room
async def test_a_double_click_on_take_back_takes_one_move_back(room):
    players = await room.start("lucca", 3)
    await all_choose(room, players)
    mover = players[(await room.services.tables.table(1)).awaited()[0]]
    await press(mover)
    one = (await room.services.tables.table(1)).state
    await press(mover)
    id = sim.button_id(mover.actor, mover.panel, mover.label(mover.panel, "Take back"))
    clicks = [sim.press_payload(room.env, mover.actor, mover.panel, id) for _ in range(2)]
    results = await sim.deliver(room.env, *clicks)
    assert all(result.acknowledged for result in results)
    table = await room.services.tables.table(1)
    assert table.state == one
    mark = table.stamp(table.seat_of(mover.id))
    assert all(f":{mark}:" in part["custom_id"] for _, part in mover.choices()), "the panel is current"
