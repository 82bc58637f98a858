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
    table = await room.services.tables.table(1)
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
    assert (await room.services.tables.table(1)).last_row == before.last_row + 1


@in_room
async def test_an_interaction_delivered_twice_counts_once(room):
    """After a reconnect Discord may deliver an interaction again."""
    players = await room.start()
    person, _, before = await to_move(room, players)
    press = sim.press_payload(room.env, person.actor, person.panel, *first_press(person))
    await sim.deliver(room.env, press, times=2)
    assert (await room.services.tables.table(1)).last_row == before.last_row + 1


@in_room
async def test_a_late_press_answers_nothing_and_shows_the_current_panel(room):
    players = await room.start()
    person, _, _ = await to_move(room, players)
    press = sim.press_payload(room.env, person.actor, person.panel, *first_press(person))
    await person.choose(random.Random(3))
    rows = (await room.services.tables.table(1)).last_row
    (result,) = await sim.deliver(room.env, press)
    assert result.acknowledged
    assert (await room.services.tables.table(1)).last_row == rows
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
    assert (await room.services.tables.table(1)).last_row == before.last_row + 1, (
        "the question still stood, so it counts"
    )


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
    assert (await room.services.tables.table(1)).last_row == before.last_row


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
    before = await room.services.tables.table(1)
    for person in (*players, room.people[2]):
        (result,) = await sim.deliver(room.env, sim.press_payload(room.env, person.actor, room.board(), id))
        assert result.acknowledged, id
    assert (await room.services.tables.table(1)).last_row == before.last_row


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
        assert (await room.services.tables.table(1)).last_row == before.last_row


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


async def one_move(room, person, dice):
    """Press until a move is made: some presses only open a menu."""
    before = await room.services.tables.table(1)
    while (await room.services.tables.table(1)).last_row == before.last_row:
        await person.choose(dice)
    return before, await room.services.tables.table(1)


@in_room
async def test_a_move_can_be_taken_back_until_someone_learned_something(room):
    """Turn after turn: [Take back] stands on the panel exactly when nothing hidden came to light."""
    players, dice = await room.start(), random.Random(5)
    taken = kept = 0
    while not (taken and kept):
        person, _, _ = await to_move(room, players)
        before, table = await one_move(room, person, dice)
        assert not table.over, "a whole game shows both"
        if any(ply.shown for ply in table.line[-1:]):
            assert not person.can("Take back")
            kept += 1
        elif table.line[-1].by == "person":
            await person.click(person.panel, "Take back")
            again = await room.services.tables.table(1)
            assert (again.state, again.last_row) == (before.state, table.last_row + 1)
            taken += 1


@in_room
async def test_a_take_back_that_is_not_offered_is_refused(room):
    players = await room.start()
    person, other, before = await to_move(room, players)
    for presser in (person, other, room.people[2]):
        for id in ("p:1:undo", "p:1:undo0", "p:1:undo1"):
            forged = sim.press_payload(room.env, presser.actor, room.board(), id)
            (result,) = await sim.deliver(room.env, forged)
            assert result.acknowledged
    assert (await room.services.tables.table(1)).last_row == before.last_row


@in_room
async def test_two_different_choices_from_one_panel_count_once(room):
    """Lucca's opening asks the same again after an answer: only the mark tells the two panels apart."""
    players = await room.start("lucca", 3)
    panel = [c for c in players[1].choices() if c[0] in "ms"]
    ids = [(part["custom_id"], None) for kind, part in panel if kind == "m"]
    ids += [(part["custom_id"], [o["value"]]) for kind, part in panel if kind == "s" for o in part["options"]]
    one, other = (sim.press_payload(room.env, players[1].actor, players[1].panel, *id) for id in ids[:2])
    results = await sim.deliver(room.env, one, other)
    assert all(result.acknowledged for result in results)
    assert len(await room.app.core.stores.tables.log(1)) == 1


@in_room
async def test_two_of_four_votes_do_not_stop_a_game_and_three_do(room, database):
    players = await room.start("lucca", 4)
    for person, votes in zip(players[:2], (1, 2), strict=True):
        press = sim.press_payload(room.env, person.actor, room.board(), "p:1:stop")
        (result,) = await sim.deliver(room.env, press)
        assert f"Votes to stop: {votes} of 4." in person.text(result.response)
        assert not (await room.services.tables.table(1)).over
    board = players[0].text(room.board())
    assert "🦁 Lion and 🕊️ Dove want to stop: 2 of 4" in board, "a vote is public"
    await sim.restart(room.env, database)
    await players[1].click(room.board(), "Go on")
    assert "🦁 Lion wants to stop: 1 of 4" in players[0].text(room.board()), "and can be taken back"
    for person in players[1:3]:
        await person.click(room.board(), "Stop too")
    assert (await room.services.tables.table(1)).over
    assert "The players agreed to stop" in players[0].text(room.board())


@in_room
async def test_resigning_asks_once_more_and_the_other_wins(room):
    players = await room.start()
    await room.play_on(players, random.Random(3), 14)
    loser, winner = players
    before = (await room.services.tables.table(1)).last_row
    more = await loser.click(room.board(), "More")
    sure = await loser.click(more.response, "Resign")
    await loser.click(sure.response or more.response, "Yes, end it")
    assert "resigned" in loser.text(room.board())
    rows = await room.app.core.stores.records.leaderboard(room.guild.id, "tuir")
    assert [(row.user, row.wins) for row in rows] == [(winner.id, 1), (loser.id, 0)]
    late = await sim.deliver(room.env, sim.press_payload(room.env, winner.actor, room.board(), "p:1:resign!"))
    assert late[0].acknowledged
    assert len(await room.app.core.stores.tables.log(1)) == before + 1
    assert "Lion resigned. Dove wins!" in winner.text(room.ending()), "the winner is told"


@in_room
async def test_giving_up_before_everyone_had_two_turns_does_not_count(room):
    players = await room.start()
    more = await players[0].click(room.board(), "More")
    sure = await players[0].click(more.response, "Resign")
    assert "does not count" in players[0].text(sure.response or more.response)
    await players[0].click(sure.response or more.response, "Yes, end it")
    assert players[0].text(room.board()).startswith("## Túir: ended early")
    assert "turn 1 of" not in players[0].text(room.board())
    assert await room.app.core.stores.records.leaderboard(room.guild.id, "tuir") == []


@in_room
async def test_votes_at_the_same_moment_stop_the_game_once_and_late_ones_are_told(room):
    players = await room.start("lucca", 3)
    votes = [sim.press_payload(room.env, p.actor, room.board(), "p:1:stop") for p in players]
    results = await sim.deliver(room.env, *votes)
    assert all(result.acknowledged for result in results)
    assert [row.text for row in await room.app.core.stores.tables.log(1)] == ["stop"]
    told = sorted(players[0].text(result.response) for result in results)
    assert told == ["The game has ended.", "This game is over.", "Votes to stop: 1 of 3."]
    late = sim.press_payload(room.env, players[0].actor, room.board(), "p:1:resign")
    (refused,) = await sim.deliver(room.env, late)
    assert "This game is over." in players[0].text(refused.response)


@in_room
async def test_a_stranger_has_no_vote(room):
    await room.start("lucca", 3)
    for stranger in (room.people[3], room.people[3], room.people[4]):
        for act in ("stop", "go", "resign!", "allow0", "deny0"):
            press = sim.press_payload(room.env, stranger.actor, room.board(), f"p:1:{act}")
            (result,) = await sim.deliver(room.env, press)
            assert "do not play" in stranger.text(result.response), act
    assert not (await room.services.tables.table(1)).over
