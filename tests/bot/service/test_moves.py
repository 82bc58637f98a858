"""Moves: stored with their time and then told, once, or not at all."""

import asyncio

import pytest

from bot.base.errors import Refused, StaleQuestion, StoreTrouble
from bot.domain.entities import LogRow
from bot.service.moves import NOT_NOW
from tests.bot.service.rooms import (
    STRANGER,
    TWO,
    A,
    B,
    C,
    moments,
    refused,
    refusing,
)
from tests.patience import LONGEST
from tests.toy import ask


async def test_a_newcomer_is_someone_who_never_finished_this_game(room, toy):
    toy(ask(0, "point", "pass"), ask(1, "a", "b"))
    id = await room.start()
    await room.play(id, A, "point")
    assert await room.services.moves.is_new_to("toy", A)
    await room.play(id, B, "a")
    assert not await room.services.moves.is_new_to("toy", A)
    assert not await room.services.moves.is_new_to("toy", B)
    assert await room.services.moves.is_new_to("toy", C)
    assert await room.services.moves.is_new_to("tuir", A)


async def test_a_move_is_stored_with_its_time_and_then_told(room, toy):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    table = await room.play(id, A, "b")
    assert await room.stores.tables.log(id) == [LogRow(1, "move", 0, "b", "person", 1234)]
    assert table.state == ((0, "b"),) == (await room.services.tables.table(id)).state
    assert room.ears.changes == [id]


async def test_the_move_is_chosen_from_the_table_as_it_stands_for_the_seat_of_the_user(room, toy):
    toy(TWO, ask(1, "c", "d"))
    id = await room.start()
    await room.play(id, A, "a")
    seen = []

    def choose(table, seat):
        seen.append((table.last_row, seat))
        return table.offer(seat).moves[1]

    stamp = (await room.services.tables.table(id)).stamp(1)
    assert (await room.services.moves.play(id, B, stamp, choose, 7)).state == ((0, "a"), (1, "d"))
    assert seen == [(1, 1)]


@pytest.mark.parametrize("move", ["c", None])
async def test_a_move_that_is_not_on_offer_is_refused(room, toy, move):
    toy(TWO, ask(1, "c", "d"))
    id = await room.start()
    with refused(NOT_NOW):
        await room.play(id, A, move)
    assert (await room.log(id), room.ears.changes) == ([], [])


async def test_who_is_not_asked_cannot_move_not_even_with_the_mark_of_no_question(room, toy):
    toy(TWO, ask(1, "c", "d"))
    id = await room.start()
    with refused(NOT_NOW):
        await room.play(id, B, "a", stamp="-")
    with pytest.raises(Refused):
        await room.services.moves.play(id, STRANGER, "-", lambda table, seat: "a", 1)
    assert await room.log(id) == []


async def test_an_answer_to_the_same_question_asked_before_counts_for_nothing(room, toy):
    """The double-click guard: the question reads the same, but it is another one."""
    toy(TWO, TWO, TWO)
    id = await room.start()
    mark = (await room.services.tables.table(id)).stamp(0)
    await room.play(id, A, "a", 1, mark)
    with pytest.raises(StaleQuestion):
        await room.play(id, A, "b", 2, mark)
    assert await room.log(id) == [("move", 0, "a", "person")]


async def test_two_choices_from_one_panel_at_the_same_moment_count_once(room):
    """In Lucca all choose at once and may change their minds, but only on a new panel."""
    id = await room.start("lucca", (A, B, C))
    table = await room.services.tables.table(id)
    mark, moves = table.stamp(1), table.offer(1).moves
    done = await asyncio.gather(
        room.play(id, B, moves[0], 1, mark), room.play(id, B, moves[1], 2, mark), return_exceptions=True
    )
    assert {type(answer) for answer in done} == {type(table), StaleQuestion}
    counted = [type(answer) for answer in done].index(type(table))  # both have looked before either moved
    assert await room.log(id) == [("move", 1, moves[counted], "person")]
    await room.play(id, B, moves[1 - counted], 3)
    assert len(await room.log(id)) == 2


async def test_an_interaction_delivered_twice_counts_once(room, toy):
    toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a", 77)
    with pytest.raises(StaleQuestion):
        await room.play(id, A, "b", 77)
    assert await room.log(id) == [("move", 0, "a", "person")]
    await room.play(id, A, "b", 78)
    assert (await room.services.tables.table(id)).last_row == 2


async def test_a_row_that_someone_else_wrote_first_is_never_written_over(room, toy):
    """Two bots on one database: the later one reads the log again."""
    toy(TWO, TWO, TWO)
    id = await room.start()
    stamp = (await room.services.tables.table(id)).stamp(0)
    await room.stores.tables.append(id, LogRow(1, "move", 0, "b"))
    with pytest.raises(StaleQuestion):
        await room.play(id, A, "a", stamp=stamp)
    assert (await room.services.tables.table(id)).state == ((0, "b"),)


async def test_the_house_moves_after_a_person_and_all_of_it_is_stored(room, toy):
    toy(TWO, ask(1, "only", open=True), ask(0, "only", open=True), ask(1, "a", "b"))
    id = await room.start()
    table = await room.play(id, A, "a")
    house = [("move", 1, "only", "house"), ("move", 0, "only", "house")]
    assert await room.log(id) == [("move", 0, "a", "person"), *house]
    assert table.last_row == 3 and table.awaited() == (1,)
    assert (await room.stores.tables.log(id))[2].at == 1234


async def test_the_house_moves_first_when_the_first_question_is_none(room, toy):
    toy(ask(1, "only", open=True), TWO)
    id = await room.start()
    assert await room.log(id) == [("move", 1, "only", "house")]


async def test_a_move_of_the_house_that_a_crash_prevented_is_made_when_the_table_wakes(room, toy):
    toy(TWO, ask(1, "only", open=True), TWO)
    id = await room.start()
    room.wake_up()
    await room.stores.tables.append(id, LogRow(1, "move", 0, "a"))
    assert (await room.services.tables.table(id)).last_row == 2


async def test_the_last_move_may_be_one_of_the_house(room, toy):
    toy(ask(0, "point", "pass"), ask(1, "point", open=True))
    id = await room.start()
    assert (await room.play(id, A, "pass")).over
    assert await room.phase(id) == "done"
    ranks = await room.stores.records.leaderboard(5, "toy")
    assert [(rank.user, rank.wins) for rank in ranks] == [(B, 1), (A, 0)]
    assert not room.services.tables.cache


async def test_a_move_is_told_even_when_the_house_cannot_make_its_own(room, toy, monkeypatch):
    toy(TWO, ask(1, "only", open=True), TWO)
    id = await room.start()
    with monkeypatch.context() as full:
        refusing(room.stores, full, StoreTrouble("full"), lambda row: row.by == "house")
        with pytest.raises(StoreTrouble):
            await room.play(id, A, "a")
    assert room.ears.changes == [id]
    assert (await room.services.tables.table(id)).last_row == 2, "and made good as soon as it can be"


@pytest.mark.parametrize("error", [StoreTrouble("full"), asyncio.CancelledError(), RuntimeError()])
async def test_a_move_that_could_not_be_stored_is_not_true(room, toy, monkeypatch, error):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    with monkeypatch.context() as full:
        refusing(room.stores, full, error, lambda row: True)
        with pytest.raises(type(error)):
            await room.play(id, A, "a")
    assert not room.services.tables.cache, "read anew from the log, never mended in memory"
    assert (await room.services.tables.table(id)).state == ()
    assert room.ears.changes == []


async def test_nobody_sees_a_move_before_it_is_stored(room, toy, monkeypatch):
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    hold, append = asyncio.Event(), room.stores.tables.append

    async def slow(*args):
        await hold.wait()
        return await append(*args)

    monkeypatch.setattr(room.stores.tables, "append", slow)
    press = asyncio.create_task(room.play(id, A, "a"))
    await moments()
    async with asyncio.timeout(LONGEST):  # a look does not wait for the move either
        assert (await room.services.tables.table(id)).state == ()
    assert room.ears.changes == []
    hold.set()
    assert (await press).state == ((0, "a"),)


async def test_a_press_that_was_cancelled_while_it_was_stored_is_found_in_the_log(room, toy):
    """The write finishes by itself; memory must not go on without it."""
    toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    mark = (await room.services.tables.table(id)).stamp(0)
    press = asyncio.create_task(room.services.moves.play(id, A, mark, lambda table, seat: "a", 7))
    for _ in range(5):
        await asyncio.sleep(0)
    press.cancel()
    await asyncio.wait([press])
    before = -1
    while before != (before := len(await room.stores.tables.log(id))):  # a server may still be writing it
        remembered = (await room.services.tables.table(id)).last_row
    assert remembered == before


async def test_only_one_thing_happens_at_a_table_at_a_time_and_others_do_not_wait(room, toy, monkeypatch):
    toy(TWO, TWO)
    one, other = await room.start(), await room.start(channel=8)
    hold, append = asyncio.Event(), room.stores.tables.append

    async def slow(table_id, *more):
        if table_id == one:
            await hold.wait()
        return await append(table_id, *more)

    monkeypatch.setattr(room.stores.tables, "append", slow)
    mark, looked = (await room.services.tables.table(one)).stamp(0), []

    def choose(table, seat):
        looked.append(table.last_row)
        return "a"

    press = asyncio.create_task(room.services.moves.play(one, A, mark, choose, 1))
    await moments()
    again = asyncio.create_task(room.services.moves.play(one, A, mark, choose, 2))
    async with asyncio.timeout(LONGEST):
        assert (await room.play(other, A, "a", 3)).last_row == 1
    await moments()
    assert looked == [0], "the second does not even look before the first is done"
    hold.set()
    await press
    with pytest.raises(StaleQuestion):
        await again
    assert await room.log(one) == [("move", 0, "a", "person")]
