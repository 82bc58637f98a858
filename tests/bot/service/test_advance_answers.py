"""Answers in advance: given a moment after their question came, to the question asked now."""

import asyncio
import dataclasses
import logging

import pytest

from bot.base import timers
from bot.base.errors import Refused, StoreTrouble
from bot.service import pending_answers
from tests.bot.service.rooms import (
    GUARD,
    LAST,
    STRANGER,
    TWO,
    A,
    B,
    moments,
    refusing,
    slow,
    the_moment_comes,
)
from tests.patience import until
from tests.toy import ask

JOUST = ask(1, "giostra", "allow", advance="giostra")


@pytest.mark.parametrize(("answer", "given"), [("use", "use it"), ("let", "bear")])
async def test_an_answer_in_advance_is_given_when_its_question_comes(room, toy, answer, given):
    toy(TWO, GUARD, ask(0, "only", open=True), LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", answer)
    await room.play(id, A, "a")
    room.ears.changes.clear()
    await until(lambda: room.ears.changes)
    assert await room.log(id) == [
        ("move", 0, "a", "person"),
        ("move", 1, given, "person"),
        ("move", 0, "only", "house"),
    ]
    assert room.ears.changes == [id]


@pytest.mark.parametrize(("answer", "given"), [("use", "use it"), ("let", "bear")])
async def test_an_answer_in_advance_holds_for_the_question_that_is_asked_now(room, toy, answer, given):
    toy(GUARD, GUARD, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", answer)
    await until(lambda: room.ears.changes == [id, id])
    assert await room.log(id) == [("move", 1, given, "person")] * 2, "and for the next one of its kind"


async def test_what_was_promised_is_never_lost_on_time(room, toy, later):
    """The bot may have been busy, or down: the answer is given late, as it was said."""
    toy(TWO, GUARD, LAST)
    id = await room.start()
    await slow(room, id)
    await room.play(id, A, "a")
    await room.services.advance_answers.set(id, B, "guard", "use")
    due = (await room.services.tables.table(id)).timing.deadline(1)
    assert due
    room.now = due + 1
    await room.services.clocks.look(id)
    assert len(await room.log(id)) == 1
    assert (await room.services.tables.table(id)).timing.lost(1) == 0
    await the_moment_comes(room)
    assert (await room.log(id))[1:] == [("move", 1, "use it", "person")]
    await room.services.clocks.look(id)
    await room.services.advance_answers.set(id, A, "guard", "use")
    room.now = due + 2 * 86_400
    await room.services.clocks.look(id)
    assert (await room.log(id))[2:] == [("move", 0, "b", "clock")], "whoever promised nothing loses it"


async def test_an_answer_in_advance_is_planned_again_after_a_restart(room, toy):
    toy(GUARD, LAST)
    id = await room.start()
    await room.stores.tables.set_advance(id, 1, "guard", "let")
    room.wake_up()
    assert await room.services.advance_answers.of(id, 1) == {"guard": "let"}
    await until(lambda: room.ears.changes)
    assert await room.log(id) == [("move", 1, "bear", "person")]


async def test_an_answer_in_advance_is_for_one_seat_and_one_kind_of_question(room, toy):
    toy(GUARD, JOUST, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, A, "guard", "use")
    await room.services.advance_answers.set(id, B, "giostra", "let")
    await moments()
    assert await room.log(id) == [], "B is asked about the guard, and has said nothing about it"
    assert await room.services.advance_answers.of(id, 0) == {"guard": "use"}
    assert await room.services.advance_answers.of(id, 1) == {"giostra": "let"}
    with pytest.raises(Refused):
        await room.services.advance_answers.set(id, STRANGER, "guard", "use")


async def test_who_wants_to_be_asked_again_is_asked(room, toy):
    toy(TWO, GUARD, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", "use")
    await room.services.advance_answers.set(id, B, "guard", "ask")
    assert await room.services.advance_answers.of(id, 1) == {}
    assert await room.stores.tables.advance(id) == {}
    await room.play(id, A, "a")
    await moments()
    assert len(await room.log(id)) == 1


async def test_a_second_thought_before_the_moment_comes_counts(room, toy, later):
    """Planned with "use", then "let", then "ask": what holds when the moment comes is given."""
    toy(GUARD, GUARD, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", "use")
    planned = dict(room.services.advance_answers.pending.waiting)
    await room.services.advance_answers.set(id, B, "guard", "let")
    assert room.services.advance_answers.pending.waiting == planned and len(planned) == 1, "planned once"
    await the_moment_comes(room)
    assert await room.log(id) == [("move", 1, "bear", "person")]
    await room.services.advance_answers.set(id, B, "guard", "ask")
    await the_moment_comes(room)
    assert len(await room.log(id)) == 1


@pytest.mark.parametrize("answer", ["use", "let"])
async def test_the_pause_before_an_answer_is_drawn_alike_whatever_the_answer(room, toy, monkeypatch, answer):
    toy(GUARD, LAST)
    id = await room.start()
    drawn = []
    monkeypatch.setattr(pending_answers, "ADVANCE_ANSWER_DELAY", (2.0, 6.0))
    monkeypatch.setattr(pending_answers.random, "uniform", lambda *limits: drawn.append(limits) or 9000.0)
    await room.services.advance_answers.set(id, B, "guard", answer)
    (handle,) = room.services.advance_answers.pending.waiting.values()
    assert drawn == [(2.0, 6.0)]
    assert handle._due - timers.monotonic() > 8000, "it waits as long as was drawn"


async def test_an_answer_by_hand_comes_before_the_one_in_advance(room, toy, later):
    """The same question comes again at once: the answer that waited was for the first one."""
    toy(GUARD, GUARD, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", "let")
    (first,) = room.services.advance_answers.pending.waiting
    await room.play(id, B, "use another")
    assert len(room.services.advance_answers.pending.waiting) == 2, "the second has a moment of its own"
    room.services.advance_answers.pending.give_now(first)
    await until(lambda: room.services.advance_answers.pending.idle)
    assert await room.log(id) == [("move", 1, "use another", "person")]


async def test_an_answer_that_waits_for_a_game_that_ended_is_never_given(room, toy, later):
    toy(GUARD, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", "use")
    await room.services.agreements.close_table(id, STRANGER, 7)
    await the_moment_comes(room)
    assert [kind for kind, *_ in await room.log(id)] == ["end"]


async def test_an_answer_that_may_still_be_changed_is_not_changed_by_one_in_advance(room, toy):
    toy(dataclasses.replace(GUARD, settled=True), LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", "use")
    await moments()
    assert await room.log(id) == []


async def test_services_that_close_give_no_more_answers(room, toy, later):
    toy(GUARD, LAST)
    id = await room.start()
    await room.services.advance_answers.set(id, B, "guard", "use")
    (handle,) = room.services.advance_answers.pending.waiting.values()
    await room.services.close()
    assert handle not in timers._waiting


async def test_services_that_close_wait_for_the_answer_that_is_being_given(room, toy, monkeypatch):
    toy(GUARD, LAST)
    id = await room.start()
    hold, append = asyncio.Event(), room.stores.tables.append

    async def slow(*args):
        hold.set()
        await asyncio.sleep(0.02)
        return await append(*args)

    monkeypatch.setattr(room.stores.tables, "append", slow)
    await room.services.advance_answers.set(id, B, "guard", "use")
    await hold.wait()
    await room.services.close()
    assert len(await room.log(id)) == 1


async def test_an_answer_in_advance_that_fails_is_logged_and_asked_again_after_a_look(
    room, toy, monkeypatch, caplog
):
    toy(GUARD, LAST)
    id = await room.start()
    with monkeypatch.context() as full, caplog.at_level(logging.ERROR, "bot"):
        refusing(room.stores, full, StoreTrouble("full"), lambda row: True)
        await room.services.advance_answers.set(id, B, "guard", "use")
        await until(lambda: caplog.records)
        await until(lambda: room.services.advance_answers.pending.idle)
    assert "an answer in advance was not given" in caplog.text
    await room.services.tables.table(id)
    await until(lambda: room.ears.changes)
    assert len(await room.log(id)) == 1
