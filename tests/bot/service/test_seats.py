"""Seats whose people are gone, on a real database without Discord: asked about, played, taken over."""

import asyncio
import itertools
import random

import pytest

from bot.base.errors import Refused
from bot.domain.calls import calls_in_text
from bot.domain.entities import DmPanel
from bot.domain.pace import write_clocks
from bot.domain.table import HAS_LEFT
from bot.processes.think_inline import InlineThinker
from bot.service import pending_turns, seats, settlement
from bot.service.agreements import NOT_ALONE
from bot.service.pending_turns import PendingTurn, PendingTurns
from bot.service.seats import ASKS, NOT_ASKED, PLAYS, SAT_HERE, SETTLED, TAKEN
from bot.storage.stores import open_stores
from tests.bot.service.rooms import (
    DUEL,
    ROUND,
    STRANGER,
    THREE,
    A,
    B,
    C,
    Room,
    asked_about,
    left_by_b,
    refused,
    slow,
    step,
    until_asked_about,
)


def say(room, id, user, what, interaction, number=1):
    return room.services.seats.vote_about_missing(id, user, number, what, interaction)


# --- what the others decide ---


async def test_after_two_decisions_lost_on_time_the_others_are_asked_once(room, toy):
    id, table = await asked_about(room, toy)
    assert [m.seat for m in table.beside.missing] == [1] and table.attendance.deciding(
        table.beside.missing[0]
    ) == (0, 2)
    assert table.beside.missing[0].due(0) == 1234 + 24 * 3600
    assert (await room.stores.tables.table(id)).due is not None
    kinds = [event.kind for event in await room.stores.tables.events(id)]
    assert kinds == ["missing"]
    room.wake_up()
    assert (await room.services.tables.table(id)).beside == table.beside, "it outlives a restart"
    assert [e.kind for e in await room.stores.tables.events(id)] == ["missing"], "and is not asked again"


async def test_live_games_give_two_minutes(room, toy):
    id, table = await asked_about(room, toy, pace="live:60")
    assert table.beside.missing[0].limit == 120 and (await room.stores.tables.table(id)).due <= 1234 + 120


async def test_more_than_half_let_the_house_play_until_the_person_is_back(room, toy):
    id, _ = await asked_about(room, toy)
    table = await say(room, id, A, "house", 50)
    assert table.beside.missing and not table.beside.absent
    room.wake_up()
    table = await say(room, id, C, "house", 51)
    assert table.beside.absent == (1,) and not table.beside.missing
    await room.play(id, C, "a")
    table = await room.play(id, A, "a")
    assert (await room.log(id))[-1] == ("move", 1, "idle", "house") and table.awaited() == (2,)
    table = await room.services.seats.note_visit(id, B)
    assert (
        table.beside.absent == () and (await room.services.seats.note_visit(id, B)).last_row == table.last_row
    )
    await room.play(id, C, "a")
    table = await room.play(id, A, "a")
    assert table.awaited() == (1,), "the seat is theirs again"
    assert [e.kind for e in await room.stores.tables.events(id)].count("here") == 1


async def test_waiting_closes_the_question_and_ending_needs_more_than_half(room, toy):
    id, _ = await asked_about(room, toy)
    await say(room, id, A, "wait", 50)
    table = await say(room, id, C, "wait", 51)
    assert not table.beside.missing and table.attendance.losses(1) == 0
    with refused(SETTLED):
        await say(room, id, A, "finish", 52)
    await room.play(id, C, "a")
    await room.play(id, A, "a")
    await until_asked_about(room, id)
    await say(room, id, A, "finish", 53, 2)
    table = await say(room, id, C, "finish", 54, 2)
    assert table.ended == (-1, "stop") and table.results() == []


async def test_a_press_of_the_person_settles_the_question(room, toy):
    id, table = await asked_about(room, toy)
    table = await room.services.seats.note_visit(id, B)
    assert not table.beside.missing and table.attendance.losses(1) == 0
    with refused(SETTLED):
        await say(room, id, A, "house", 50)


async def test_only_those_who_are_asked_decide(room, toy):
    id, _ = await asked_about(room, toy)
    with pytest.raises(Refused):
        await say(room, id, STRANGER, "house", 50)
    with refused(NOT_ASKED):
        await say(room, id, B, "house", 51)
    await say(room, id, A, "house", 52)
    await say(room, id, A, "house", 53)
    assert [e.kind for e in await room.stores.tables.events(id)] == ["missing", "house"], (
        "said twice counts once"
    )


async def test_unanswered_the_house_plays_on_after_a_day_even_over_a_restart(room, toy):
    id, table = await asked_about(room, toy)
    room.wake_up()
    room.now = 1234.9 + settlement.SLOW_VOTE_SECONDS - 2
    await room.services.clocks.look(id)
    assert (await room.services.tables.table(id)).beside.missing
    room.now = 1234.9 + settlement.SLOW_VOTE_SECONDS
    await asyncio.gather(*(room.services.clocks.look(id) for _ in range(3)))
    assert (await room.services.tables.table(id)).beside.absent == (1,)
    assert [e.kind for e in await room.stores.tables.events(id)] == ["missing", "absent"], "once"


async def test_time_for_which_the_clocks_stood_still_is_not_counted(room, toy):
    id, _ = await asked_about(room, toy)
    await room.stores.engine.write(step("UPDATE tables SET stilled = 100, due = due + 100 WHERE id = ?", id))
    room.services.tables.outdate_all()
    room.now = 1234.9 + settlement.SLOW_VOTE_SECONDS + 50
    await room.services.clocks.look(id)
    assert (await room.services.tables.table(id)).beside.missing
    room.now = 1234.9 + settlement.SLOW_VOTE_SECONDS + 100
    await room.services.clocks.look(id)
    assert (await room.services.tables.table(id)).beside.absent == (1,)


# --- two players ---


async def test_of_two_the_one_who_is_there_may_claim_the_win(room, toy):
    toy(*DUEL)
    id = await room.start(users=(A, B))
    await slow(room, id)
    for _ in range(2):
        await room.play(id, A, "a")
        await room.play(id, B, "a")
    with refused(NOT_ALONE):
        await room.services.agreements.claim_win(id, A, 40)
    await until_asked_about(room, id, (A, B))
    table = await say(room, id, A, "finish", 50)
    assert table.ended == (0, "claim") and table.places() == (1, 2)
    assert [(r.user, r.place) for r in table.results()] == [(A, 1), (B, 2)]


async def test_who_never_came_leaves_no_result_behind(room, toy):
    id, table = await asked_about(room, toy, (A, B))
    table = await room.services.agreements.claim_win(id, A, 50)
    assert table.ended == (0, "missed") and table.places() == () and table.results() == []


async def test_of_two_the_house_may_play_and_the_win_can_still_be_claimed(room, toy):
    id, _ = await asked_about(room, toy, (A, B))
    table = await say(room, id, A, "house", 50)
    assert table.beside.absent == (1,) and table.attendance.alone() == 0
    table = await room.play(id, A, "a")
    assert table.awaited() == (0,), "the house has answered for the other"
    table = await room.services.agreements.claim_win(id, A, 51)
    assert table.over


async def test_giving_up_against_somebody_absent_is_still_lost(room, toy):
    id, _ = await asked_about(room, toy, (A, B))
    for _ in range(2):
        await room.play(id, A, "a")
        await room.play(id, B, "a")
    await room.services.seats.strayed(id, B)
    table = await room.services.agreements.resign(id, A, 50)
    assert table.ended == (0, "resign") and table.places() == (2, 1)


async def test_a_table_that_everyone_left_alone_rests_until_somebody_comes(room, toy):
    id, _ = await asked_about(room, toy, (A, B))
    for day in range(1, 9):
        room.now = 1234.9 + day * (settlement.SLOW_VOTE_SECONDS + 1)
        await room.services.clocks.look(id)
    table = await room.services.tables.table(id)
    assert table.attendance.resting and not table.over and sorted(table.beside.absent) == [0, 1]
    rows = table.last_row
    room.wake_up()
    room.now = 1234.9 + 90 * settlement.SLOW_VOTE_SECONDS
    await room.services.clocks.look(id)
    assert (await room.services.tables.table(id)).last_row == rows, "nobody plays, and no clock runs"
    table = await room.services.seats.note_visit(id, B)
    assert not table.attendance.resting and table.beside.absent == (0,) and table.awaited() == (1,)
    assert {row.by for row in await room.stores.tables.log(id)} == {"person", "clock", "house"}


# --- gone from the server ---


async def test_who_left_the_server_is_played_for_until_they_are_back(room, toy):
    toy(*ROUND)
    id = await room.start(users=THREE)
    await asyncio.gather(room.services.seats.strayed(id, B), room.services.seats.strayed(id, B))
    await room.services.seats.strayed(id, STRANGER)
    table = await room.play(id, A, "a")
    assert table.beside.strayed == (1,) and table.awaited() == (2,)
    table = await room.services.seats.note_visit(id, B)
    assert table.beside.strayed == table.beside.absent == ()
    assert [e.kind for e in await room.stores.tables.events(id)] == ["stray", "here"]


# --- substitutes ---


async def test_the_host_gives_a_free_seat_to_somebody_else(room, toy):
    id = await left_by_b(room, toy)
    table = await room.services.seats.wish(id, STRANGER, 1, 70)
    assert table.users == THREE and table.beside.wish.user == STRANGER
    room.wake_up()
    table = await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=71)
    assert table.users == (A, STRANGER, C) and table.attendance.people() == (0, 1, 2)
    assert (await room.stores.tables.table(id)).users == (A, STRANGER, C)
    room.wake_up()
    table = await room.services.tables.table(id)
    assert table.users == (A, STRANGER, C) and table.beside.former == (B,)
    await room.play(id, C, "a")
    await room.play(id, A, "a")
    await room.play(id, STRANGER, "a")
    with pytest.raises(Refused):
        await room.play(id, B, "a", stamp="x")
    events = [(e.kind, e.seat, e.text) for e in await room.stores.tables.events(id)]
    assert events[-2:] == [("former", 1, str(B)), ("substitute", 1, str(STRANGER))], "the log says so"


async def test_without_the_host_more_than_half_agree(room, toy):
    id = await left_by_b(room, toy)
    await room.services.seats.wish(id, STRANGER, 1, 70)
    table = await room.services.seats.vote_about_substitute(id, C, 1, yes=True, interaction=71)
    assert table.users == THREE, "one of two is not more than half"
    await room.stores.engine.write(step("UPDATE tables SET host = 5 WHERE id = ?", id))
    table = await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=72)
    assert table.users == (A, STRANGER, C)


async def test_a_no_of_half_of_them_is_a_no_and_somebody_else_may_ask(room, toy):
    id = await left_by_b(room, toy)
    await room.services.seats.wish(id, STRANGER, 1, 70)
    with refused(ASKS):
        await room.services.seats.wish(id, 98, 1, 71)
    table = await room.services.seats.vote_about_substitute(id, C, 1, yes=False, interaction=72)
    assert table.beside.wish is None
    with refused(SETTLED):
        await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=73)
    table = await room.services.seats.wish(id, 98, 1, 74)
    assert table.beside.wish.user == 98 and table.beside.wish.number == 2
    room.now = 1234.9 + seats.STANDS
    table = await room.services.seats.wish(id, STRANGER, 1, 75)
    assert table.beside.wish.user == STRANGER, "an hour without an answer keeps nobody out"


async def test_who_sits_or_sat_here_takes_no_other_seat(room, toy):
    id = await left_by_b(room, toy)
    for user, why in ((A, PLAYS), (B, HAS_LEFT)):
        with refused(why):
            await room.services.seats.wish(id, user, 1, 70)
    with refused(TAKEN):
        await room.services.seats.wish(id, STRANGER, 2, 71)
    await room.services.seats.wish(id, STRANGER, 1, 72)
    await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=73)
    await room.services.agreements.resign(id, C, 74)
    with refused(SAT_HERE):
        await room.services.seats.wish(id, B, 2, 75)


async def test_answers_in_advance_and_panels_by_dm_do_not_go_with_the_seat(room, toy):
    id = await left_by_b(room, toy)
    await room.stores.tables.set_advance(id, 1, "guard", "use")
    await room.stores.messages.set_dm_panel(id, 1, DmPanel(5, 6, "en", user=B))
    room.services.tables.forget(id)
    await room.services.seats.wish(id, STRANGER, 1, 72)
    await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=73)
    assert await room.services.advance_answers.of(id, 1) == {} and await room.stores.tables.advance(id) == {}
    assert (await room.stores.messages.dm_panels(id))[1].user == B, "its message is still to be taken away"
    assert await room.stores.messages.behind_at_home() == [id]
    await room.stores.messages.drop_dm_panel(id, 1, 7)
    assert await room.stores.messages.dm_panels(id), "another panel is left alone"
    await room.stores.messages.drop_dm_panel(id, 1, 6)
    assert await room.stores.messages.dm_panels(id) == {}


async def test_whoever_takes_a_seat_is_called_anew_and_nobody_else_is(room, toy):
    id = await left_by_b(room, toy)
    await room.stores.messages.set_notice(id, 9, calls_in_text("1.1!,2.1!"))
    await room.services.seats.wish(id, STRANGER, 1, 72)
    await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=73)
    assert (await room.stores.tables.table(id)).calls == calls_in_text("2.1!")


async def test_a_wish_of_somebody_who_wants_to_be_forgotten_gets_no_seat(room, toy):
    id = await left_by_b(room, toy)
    await room.services.seats.wish(id, STRANGER, 1, 70)
    await room.services.privacy.forget_person(STRANGER)
    with refused(SETTLED):
        await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=71)
    room.wake_up()
    table = await room.services.tables.table(id)
    assert table.users == THREE and table.attendance.played_by_house(1), "nobody is waited for"
    assert await room.stores.privacy.wished_tables(STRANGER) == []


async def test_a_computer_that_cannot_be_asked_moves_harmlessly(room, toy):
    toy(*DUEL)
    room.wake_up(thinker=InlineThinker())  # the toy has no knowledge that could be prepared
    id = await room.start(users=(A, B))
    await room.services.seats.strayed(id, B)
    await room.play(id, A, "a")
    table = await room.services.tables.table(id)
    assert table.thinking() == (1,)
    [choice] = await room.services.computers.think(PendingTurn(id, 1, table.stamp(1)))
    assert choice[1:] == ("idle", "house")


async def test_who_comes_back_while_a_computer_thinks_for_them_moves_themselves(room, toy, monkeypatch):
    """The question has stayed the same: only whose it is has changed."""
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (600.0, 600.0))
    toy(*DUEL)
    room.wake_up(thinker=InlineThinker())
    id = await room.start(users=(A, B))
    await room.services.seats.strayed(id, B)
    await room.play(id, A, "a")
    turn = PendingTurn(id, 1, (await room.services.tables.table(id)).stamp(1))
    choices = await room.services.computers.think(turn)
    assert choices[0].move == "idle"
    table = await room.services.seats.note_visit(id, B)
    assert table.stamp(1) == turn.stamp and table.awaited() == (1,)
    await room.services.computers.take_turn(turn, choices)
    assert (await room.services.tables.table(id)).last_row == table.last_row, "nothing was played for them"
    await room.play(id, B, "point")
    assert (await room.log(id))[-1] == ("move", 1, "point", "person")


async def test_who_takes_a_seat_while_its_computer_thinks_has_a_clock_from_then_on(room, toy, monkeypatch):
    toy(*ROUND)
    id = await room.start(users=THREE)
    await slow(room, id)
    monkeypatch.setattr(PendingTurns, "plan", lambda *_: None)  # it thinks for long
    room.wake_up(thinker=InlineThinker())
    await room.play(id, A, "a")
    await room.services.agreements.resign(id, B, 60)
    assert (await room.services.tables.table(id)).thinking() == (1,)
    await room.services.seats.wish(id, STRANGER, 1, 70)
    table = await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=71)
    assert table.timing.deadline(1) == 1234 + 24 * 3600
    saved = await room.stores.tables.table(id)
    assert saved.clocks == write_clocks(table.timing.clocks) and saved.due == table.timing.next_look()
    room.now = 1235.9 + 24 * 3600
    await room.services.clocks.look(id)
    assert (await room.log(id))[-1] == ("move", 1, "idle", "clock"), "nobody waits for them for ever"


async def test_another_process_sees_who_sits_there_now(on_postgres, toy):
    one, other = Room(await open_stores(on_postgres)), Room(await open_stores(on_postgres))
    id = await left_by_b(one, toy)
    assert (await other.services.tables.table(id)).users == THREE
    await one.services.seats.wish(id, STRANGER, 1, 72)
    await other.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=73)
    assert (await one.services.tables.table(id)).users == (A, STRANGER, C)
    for each in (one, other):
        await each.services.close()
        await each.stores.close()


async def test_two_processes_act_on_an_unanswered_question_once(on_postgres, toy):
    one, other = Room(await open_stores(on_postgres)), Room(await open_stores(on_postgres))
    id, _ = await asked_about(one, toy)
    for each in (one, other):
        await each.services.tables.table(id)
        each.now = 1234.9 + settlement.SLOW_VOTE_SECONDS
    await asyncio.gather(one.services.clocks.look(id), other.services.clocks.look(id))
    assert [e.kind for e in await one.stores.tables.events(id)] == ["missing", "absent"]
    for each in (one, other):
        await each.services.close()
        await each.stores.close()


# --- the games that three or more play ---


@pytest.mark.parametrize("game", ["lucca", "guilds"])
async def test_a_seat_that_was_left_is_played_idly_to_the_end_and_comes_last(tmp_path, game):
    room, dice = Room(await open_stores(tmp_path / "db.sqlite3")), random.Random(game)
    id = await room.start(game, THREE)
    for turn in itertools.count():
        table = await room.services.tables.table(id)
        if table.over:
            break
        if turn == 7:
            await room.services.agreements.resign(id, B, 99_999)
            continue
        assert turn < 7 or 1 not in table.awaited(), "the house has answered at once, whatever it was asked"
        seat = dice.choice(table.awaited())
        await room.play(id, THREE[seat], dice.choice(table.offer(seat).moves))
    house = [row for row in await room.stores.tables.log(id) if row.seat == 1 and row.by == "house"]
    assert house and table.places()[1] == 3 and max(table.places()) == 3
    assert {r.user: r.score for r in table.results()}[B] == ()
    await room.services.close()
    await room.stores.close()
