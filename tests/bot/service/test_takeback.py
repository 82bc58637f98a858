"""Taking back: at once, or by consent of those who have been asked by the move."""

import dataclasses

import pytest

from bot.base.errors import Refused, StaleQuestion, StoreTrouble
from bot.service import takeback
from bot.service.takeback import ASKED, NOTHING_BACK
from bot.storage.tables import TableStore
from tests.bot.service.rooms import STRANGER, TWO, A, B, refused
from tests.toy import ask

# --- at once ---


async def test_a_take_back_returns_to_the_row_on_the_screen_and_is_told(room, toy):
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a")
    await room.play(id, A, "b")
    room.ears.changes.clear()
    table = await room.services.takeback.take_back(id, A, 1, 50)
    assert (table.state, table.last_row) == (((0, "a"),), 3)
    assert (await room.log(id))[2] == ("back", 0, "1", "person")
    assert room.ears.changes == [id]
    with pytest.raises(StaleQuestion):
        await room.services.takeback.take_back(id, A, 1, 51)
    assert (await room.services.takeback.take_back(id, A, 0, 52)).state == ()
    with pytest.raises(Refused):
        await room.services.takeback.take_back(id, A, 0, 53)
    assert len(await room.log(id)) == 4


async def test_nobody_makes_a_log_longer_and_longer_by_taking_back(room, toy, monkeypatch):
    """Whenever a table is looked at anew its log is played again, while others wait."""
    monkeypatch.setattr(takeback, "LONGEST_LOG", 9)
    toy(TWO, TWO, ask(1, "a", "b"))
    id = await room.start()
    for number in range(4):
        await room.play(id, A, "a")
        await room.services.takeback.take_back(id, A, 0, 100 + number)
    await room.play(id, A, "a")
    with refused(takeback.TOO_OFTEN):
        await room.services.takeback.take_back(id, A, 0, 200)
    assert (await room.services.tables.table(id)).last_row == 9
    await room.play(id, A, "b")
    assert (await room.play(id, B, "a")).over, "moves are made to the end"


async def test_nor_by_choosing_anew_until_the_others_have_chosen(room, toy, monkeypatch):
    monkeypatch.setattr(takeback, "LONGEST_LOG", 0)
    toy(dataclasses.replace(TWO, settled=True), ask(1, "a", "b"))
    id = await room.start()
    with refused(takeback.TOO_OFTEN):
        await room.play(id, A, "a")
    assert await room.log(id) == []


async def test_nobody_takes_back_what_another_did(room, toy):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    await room.play(id, A, "a")
    for user in (B, STRANGER):
        with pytest.raises(Refused):
            await room.services.takeback.take_back(id, user, 0, user)
    assert len(await room.log(id)) == 1


async def test_a_move_of_the_house_cannot_be_taken_back_alone(room, toy):
    toy(TWO, ask(0, "only", open=True), ask(0, "a", "b"))
    id = await room.start()
    await room.play(id, A, "a")
    with pytest.raises(StaleQuestion):
        await room.services.takeback.take_back(id, A, 1, 50)
    assert len(await room.log(id)) == 2
    table = await room.services.takeback.take_back(id, A, 0, 51)
    assert (table.state, table.awaited()) == ((), (0,))
    assert (await room.services.tables.table(id)).last_row == 3, "and the house waits for the answer"


async def test_an_interaction_that_took_back_counts_once(room, toy):
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a", 1)
    await room.services.takeback.take_back(id, A, 0, 2)
    await room.play(id, A, "b", 3)
    with pytest.raises(StaleQuestion):
        await room.services.takeback.take_back(id, A, 0, 2)
    assert (await room.services.tables.table(id)).state == ((0, "b"),)


# --- by consent ---


async def ended_turn(room, toy, *users):
    """A game in which the first player has moved, and the next one has been asked by it."""
    toy(*(ask(n % len(users), "a", "b") for n in range(9)))
    id = await room.start(users=users)
    await room.play(id, users[0], "a")
    return id


async def test_a_move_by_which_another_was_asked_is_taken_back_only_by_consent(room, toy):
    id = await ended_turn(room, toy, A, B)
    table = await room.services.takeback.take_back(id, A, 0, 50)
    assert (table.last_row, table.takebacks.asked_to_allow()) == (1, (1,)), (
        "asked, and nothing taken back yet"
    )
    again = await room.services.takeback.take_back(id, A, 0, 51)
    assert again.takebacks.request() == table.takebacks.request(), "asking twice asks once"
    room.wake_up()
    with pytest.raises(StaleQuestion):
        await room.services.takeback.answer(id, A, 1, yes=True, interaction=52)
    table = await room.services.takeback.answer(id, B, 1, yes=True, interaction=53)
    assert (await room.log(id))[1:] == [("back", 0, "0", "person")]
    assert table.undone is not None and table.undone.seat == 0, "the table tells it"
    assert table.awaited() == (0,) and table.takebacks.request() is None


async def test_a_refusal_is_final_for_this_move(room, toy):
    id = await ended_turn(room, toy, A, B)
    await room.services.takeback.take_back(id, A, 0, 50)
    table = await room.services.takeback.answer(id, B, 1, yes=False, interaction=51)
    assert table.takebacks.request() is None and table.last_row == 1
    with refused(ASKED):
        await room.services.takeback.take_back(id, A, 0, 52)
    await room.play(id, B, "a")
    await room.play(id, A, "a")
    assert (await room.services.takeback.take_back(id, A, 2, 53)).takebacks.asked_to_allow() == (1,), (
        "another move"
    )


async def test_a_move_of_the_one_who_is_asked_withdraws_the_request(room, toy):
    id = await ended_turn(room, toy, A, B)
    await room.services.takeback.take_back(id, A, 0, 50)
    table = await room.play(id, B, "a")
    assert table.takebacks.request() is None and table.last_row == 2
    with pytest.raises(StaleQuestion):
        await room.services.takeback.answer(id, B, 1, yes=True, interaction=51)


async def test_a_consent_that_a_crash_cut_short_is_carried_out_at_the_next_start(room, toy, monkeypatch):
    id = await ended_turn(room, toy, A, B)
    await room.services.takeback.take_back(id, A, 0, 50)

    async def crash(*args):
        raise StoreTrouble("killed")

    with monkeypatch.context() as patch:
        patch.setattr(TableStore, "append", crash)
        with pytest.raises(StoreTrouble):
            await room.services.takeback.answer(id, B, 1, yes=True, interaction=51)
    room.wake_up()
    assert (await room.services.tables.table(id)).awaited() == (0,)
    assert (await room.log(id))[1:] == [("back", 0, "0", "person")]


async def test_after_another_took_back_silently_the_one_before_may_still_ask(room, toy):
    """The line of play reaches back to the last revelation, not to the last change of turns."""
    toy(ask(0, "a", "b"), *(ask(1, "a", "b") for _ in range(4)))
    id = await room.start()
    await room.play(id, A, "a")
    await room.play(id, B, "b")
    await room.services.takeback.take_back(id, B, 1, 50)
    assert (await room.log(id))[-1] == ("back", 1, "1", "person"), "within one's own turn it is silent"
    assert (await room.services.takeback.take_back(id, A, 0, 51)).takebacks.asked_to_allow() == (1,)


async def test_nothing_is_taken_back_past_something_shown(room, toy):
    toy(ask(0, "reveal", "b"), TWO)
    id = await room.start()
    await room.play(id, A, "reveal")
    with refused(NOTHING_BACK):
        await room.services.takeback.take_back(id, A, 0, 50)
