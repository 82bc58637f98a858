"""Every press is answered and counts once, whoever makes it, however late, however often."""

import random

import pytest

from tests.discord import sim
from tests.discord.people import in_room


def first_press(person):
    """Return the id and values of some press that answers the question in a person's panel."""
    for kind, part in person.choices():
        if kind == "m":
            return part["custom_id"], None
        if kind == "s":
            value = next((o["value"] for o in part["options"] if o["value"].startswith("m")), None)
            if value:
                return part["custom_id"], [value]
    raise AssertionError("no move on screen")


async def to_move(room, players):
    table = await room.host.table(1)
    seat = table.awaited()[0]
    return players[seat], players[1 - seat], table


@in_room
async def test_a_double_click_counts_once(room):
    players = await room.start()
    person, _, before = await to_move(room, players)
    press = sim.press_payload(room.env, person.actor, person.panel, *first_press(person))
    twin = sim.press_payload(room.env, person.actor, person.panel, *first_press(person))
    results = await sim.deliver(room.env, press, twin)
    assert all(result.acknowledged for result in results)
    assert (await room.host.table(1)).rows == before.rows + 1


@in_room
async def test_an_interaction_delivered_twice_counts_once(room):
    """After a reconnect Discord may deliver an interaction again."""
    players = await room.start()
    person, _, before = await to_move(room, players)
    press = sim.press_payload(room.env, person.actor, person.panel, *first_press(person))
    await sim.deliver(room.env, press, times=2)
    assert (await room.host.table(1)).rows == before.rows + 1


@in_room
async def test_a_late_press_answers_nothing_and_shows_the_current_panel(room):
    players = await room.start()
    person, _, _ = await to_move(room, players)
    press = sim.press_payload(room.env, person.actor, person.panel, *first_press(person))
    await person.choose(random.Random(3))
    rows = (await room.host.table(1)).rows
    (result,) = await sim.deliver(room.env, press)
    assert result.acknowledged
    assert (await room.host.table(1)).rows == rows
    assert "moved on" in person.text()


@in_room
async def test_a_press_on_an_item_that_an_edit_took_away_is_answered(room):
    """discord.py drops such presses silently; the message no longer holds the id."""
    players = await room.start()
    person, _, before = await to_move(room, players)
    id, values = first_press(person)
    await person.click(room.board(), "Your hand")  # a newer panel; the older one is removed
    person.panel = None
    await person.open_panel(room.board())
    (result,) = await sim.deliver(
        room.env, sim.press_payload(room.env, person.actor, person.panel, id, values)
    )
    assert result.acknowledged
    assert (await room.host.table(1)).rows == before.rows + 1, "the question still stood, so it counts"


@in_room
async def test_other_people_cannot_press_for_you(room):
    players = await room.start()
    person, other, before = await to_move(room, players)
    stranger = room.people[2]
    id, values = first_press(person)
    for intruder in (other, stranger):
        forged = sim.press_payload(room.env, intruder.actor, room.board(), id, values)
        (result,) = await sim.deliver(room.env, forged)
        assert result.acknowledged
    assert (await room.host.table(1)).rows == before.rows


FORGED = (
    "t:1:00000000:abc:m0",
    "t:1:-:abc:m0",
    "t:999:00000000:abc:m1",
    "t:99999999999999999999:00000000:abc:m1",
    "t:1:00000000:abc:m99999999999",
    "p:1:nonsense",
    "p:77:hand",
    "l:1:nonsense",
    "l:77:join",
    "r:nothing:0",
    "r:tuir:999999999999",
    "nonsense",
    "",
)


@pytest.mark.parametrize("id", FORGED)
@in_room
async def test_a_forged_id_gets_a_kind_answer_and_changes_nothing(room, id):
    players = await room.start()
    before = await room.host.table(1)
    for person in (*players, room.people[2]):
        (result,) = await sim.deliver(room.env, sim.press_payload(room.env, person.actor, room.board(), id))
        assert result.acknowledged, id
    assert (await room.host.table(1)).rows == before.rows


@in_room
async def test_a_forged_choice_with_the_right_mark_is_refused(room):
    players = await room.start()
    person, _, before = await to_move(room, players)
    mark = before.stamp(before.awaited()[0])
    cases = (
        ("m9999", None),
        ("s0", ["m9999"]),
        ("s0", ["zzz"]),
        ("x0", ["0", "99"]),
        ("x0", []),
        ("g99", None),
    )
    for what, values in cases:
        forged = sim.press_payload(room.env, person.actor, person.panel, f"t:1:{mark}:abc:{what}", values)
        (result,) = await sim.deliver(room.env, forged)
        assert result.acknowledged, what
        assert (await room.host.table(1)).rows == before.rows


@in_room
async def test_strangers_are_told_kindly(room):
    await room.start()
    stranger = room.people[2]
    result = await stranger.click(room.board(), "Your hand")
    assert "do not play at this table" in stranger.text(result.response)
    assert result.response.ephemeral
    read = await stranger.click(room.board(), "Read the table")
    assert "secret rule" in stranger.text(read.response)
    more = await stranger.click(room.board(), "More")
    assert "someone who watches" in stranger.text(more.response)


@in_room
async def test_a_move_can_be_taken_back_until_someone_learned_something(room):
    players = await room.start()
    person, _, before = await to_move(room, players)
    dice = random.Random(5)
    while (await room.host.table(1)).rows == before.rows:
        await person.choose(dice)
    table = await room.host.table(1)
    seat = table.seat_of(person.id)
    if table.way_back(seat) is None:
        assert "Take back" not in person.labels()
        return
    assert "Take back" in person.labels()
    await person.click(person.panel, "Take back")
    again = await room.host.table(1)
    assert again.state == before.state
    assert again.rows == table.rows + 1
    refused = await sim.deliver(room.env, sim.press_payload(room.env, person.actor, person.panel, "p:1:undo"))
    assert refused[0].acknowledged
    assert (await room.host.table(1)).rows == again.rows


@in_room
async def test_resigning_asks_once_more_and_the_other_wins(room):
    players = await room.start()
    loser, winner = players
    more = await loser.click(room.board(), "More")
    sure = await loser.click(more.response, "Resign")
    await loser.click(sure.response or more.response, "Yes, end it")
    assert "resigned" in loser.text(room.board())
    rows = await room.env.bot.store.leaderboard(room.guild.id, "tuir")
    assert [(row.user, row.wins) for row in rows] == [(winner.id, 1), (loser.id, 0)]
    late = await sim.deliver(room.env, sim.press_payload(room.env, winner.actor, room.board(), "p:1:resign!"))
    assert late[0].acknowledged
    assert len(await room.env.bot.store.log(1)) == 1


@in_room
async def test_the_player_to_move_is_called_once_and_nobody_else_is_pinged(room):
    players = await room.start()
    person, other, _ = await to_move(room, players)
    (notice,) = room.notices()
    assert f"<@{person.id}>" in person.text(notice)
    assert person.stored(notice).ping_user_ids == [person.id]
    assert person.stored(room.board()).ping_user_ids == []
    dice = random.Random(8)
    while (await room.host.table(1)).awaited()[0] == players.index(person):
        await person.choose(dice)
        assert len(room.notices()) == 1
    (fresh,) = room.notices()
    assert fresh.id != notice.id
    assert person.stored(fresh).ping_user_ids == [other.id]


@in_room
async def test_votes_at_the_same_moment_stop_the_game_once_and_late_ones_are_told(room):
    players = await room.start("lucca", 3)
    votes = [sim.press_payload(room.env, p.actor, room.board(), "p:1:resign!") for p in players]
    results = await sim.deliver(room.env, *votes)
    assert all(result.acknowledged for result in results)
    assert [row.text for row in await room.env.bot.store.log(1)] == ["stop"]
    told = sorted(players[0].text(result.response) for result in results)
    assert told == ["The game has ended.", "This game is over.", "Your vote is counted: 1 of 3."]
    late = sim.press_payload(room.env, players[0].actor, room.board(), "p:1:resign")
    (refused,) = await sim.deliver(room.env, late)
    assert "This game is over." in players[0].text(refused.response)


@in_room
async def test_a_stranger_has_no_vote(room):
    await room.start("lucca", 3)
    for stranger in (room.people[3], room.people[3], room.people[4]):
        press = sim.press_payload(room.env, stranger.actor, room.board(), "p:1:resign!")
        (result,) = await sim.deliver(room.env, press)
        assert "do not play" in stranger.text(result.response)
    assert not (await room.host.table(1)).over
