"""What stands beside a log: who is missing, what the others say, who takes a seat; without any storage."""

import dataclasses

import pytest

from bot.domain.agreements import NO_AGREEMENTS, MissingQuestion, agreements_of, with_event
from bot.domain.computers import computer
from bot.domain.entities import Event, LogRow
from bot.domain.log import begin, fold, turns
from tests.toy import Toy, ask

A, B, C, D = 10, 20, 30, 40
ROUND = tuple(ask(n % 4, "a", "b", "idle") for n in range(40))


def table_of(*events, users=(A, B, C, D), rows=()):
    return fold(begin(1, Toy(*ROUND), users, "seed", ()), rows).with_beside(agreements_of(events))


def missing(seat, row=0, limit=120, stilled=0, at=1000):
    return Event("missing", seat, row, f"{limit}+{stilled}", at)


def say(seat, what, number=1):
    return Event(what, seat, 0, str(number))


def move(row, by="person", text="idle"):
    return LogRow(row, "move", (row - 1) % 4, text, by, 100 + row)


def rounds(*by_of_second):
    """Return the rows of some rounds, in which the second seat is played as is said."""
    movers = [by if seat == 1 else "person" for by in by_of_second for seat in range(4)]
    return [move(row, by) for row, by in enumerate(movers, 1)]


# --- lost on time ---


@pytest.mark.parametrize(
    ("played", "lost"),
    [
        (("person",), 0),
        (("clock",), 1),
        (("clock", "clock"), 2),
        (("clock", "person", "clock"), 1),
        (("clock", "clock", "clock"), 3),
        (("clock", "house", "clock"), 2),
    ],
)
def test_decisions_lost_in_a_row_are_counted_from_the_log(played, lost):
    table = table_of(rows=rounds(*played))
    assert [table.attendance.losses(seat) for seat in range(4)] == [0, lost, 0, 0]
    assert table.attendance.vanished() == ((1,) if lost >= 2 else ())


def test_an_answer_given_in_advance_does_not_say_that_somebody_is_there():
    questions = (ask(0, "a", "idle"), ask(0, "a", "idle", advance="guard"), ask(0, "a", "idle"), ask(1, "a"))
    rows = [
        LogRow(1, "move", 0, "idle", "clock"),
        LogRow(2, "move", 0, "a"),
        LogRow(3, "move", 0, "a", "clock"),
    ]
    table = fold(begin(1, Toy(*questions), (A, B), "seed", ()), rows)
    assert table.attendance.losses(0) == 2


def test_after_waiting_was_decided_two_more_decisions_must_be_lost():
    twice = rounds("clock", "clock")
    table = table_of(Event("waited", 1, 8), rows=twice)
    assert table.attendance.vanished() == () and table.attendance.losses(1) == 0
    once_more = table_of(Event("waited", 1, 8), rows=rounds("clock", "clock", "clock"))
    assert once_more.attendance.vanished() == ()
    again = table_of(Event("waited", 1, 8), rows=rounds("clock", "clock", "clock", "clock"))
    assert again.attendance.vanished() == (1,)


def test_moves_by_the_clock_are_no_turns():
    rows = rounds("clock", "clock")
    assert turns(rows, 4) == (2, 0, 2, 2)


# --- what the others say ---


def test_more_than_half_of_the_others_decide():
    asked = missing(1)
    assert table_of(asked).attendance.deciding(agreements_of([asked]).missing[0]) == (0, 2, 3)
    for votes, verdict in (
        ((), ""),
        ((say(0, "wait"),), ""),
        ((say(0, "wait"), say(2, "house")), ""),
        ((say(0, "wait"), say(2, "wait")), "wait"),
        ((say(0, "wait"), say(2, "house"), say(0, "house")), "house"),
        ((say(0, "finish"), say(2, "finish"), say(1, "wait"), say(1, "wait", 7)), "finish"),
        ((say(0, "wait"), say(2, "house"), say(3, "finish")), ""),
    ):
        table = table_of(asked, *votes)
        assert table.attendance.verdict(table.beside.missing[0]) == verdict, votes


def test_who_is_asked_about_does_not_decide_about_others():
    table = table_of(missing(1), missing(2), say(0, "house"), say(2, "wait"), say(3, "house"))
    first, second = table.beside.missing
    assert table.attendance.deciding(first) == table.attendance.deciding(second) == (0, 3)
    assert table.attendance.verdict(first) == "house" and table.attendance.verdict(second) == ""


def test_a_question_waits_longer_when_the_clocks_stood_still():
    asked = MissingQuestion(1, 0, 1000, 120, 50)
    assert asked.due(50) == 1120 and asked.due(350) == 1420


def test_an_answered_question_is_gone_and_a_new_one_has_a_new_number():
    beside = agreements_of([missing(1), Event("absent", 1, 3), Event("here", 1, 5), missing(1, 9)])
    assert [m.number for m in beside.missing] == [2] and beside.absent == ()
    assert beside.question(1) is None and beside.heard_of(1) == 5


# --- absent, and back ---


def test_the_house_plays_for_who_is_absent_until_they_are_back():
    absent = table_of(Event("absent", 1, 0), rows=[move(1)])
    assert absent.attendance.played_by_house(1) and absent.house_move() == (1, "idle")
    assert absent.attendance.present() == (0, 2, 3) and absent.attendance.free() == (1,)
    back = table_of(Event("absent", 1, 0), Event("here", 1, 1), rows=[move(1)])
    assert back.house_move() is None and back.attendance.free() == () and back.awaited() == (1,)


def test_a_table_at_which_nobody_is_there_rests():
    gone = [Event("absent", seat, 0) for seat in range(4)]
    assert table_of(*gone).attendance.resting and table_of(*gone).house_move() is None
    assert not table_of(*gone[1:]).attendance.resting
    alone = table_of(*gone[1:], rows=[move(1)])
    assert alone.attendance.alone() == 0 and alone.house_move() == (1, "idle")


def test_computers_decide_nothing_and_cannot_be_claimed_against():
    users = (A, B, computer("mason"), D)
    table = table_of(Event("absent", 1, 0), Event("leave", 3, 0), users=users)
    assert table.attendance.present() == (0,) and table.attendance.alone() is None


def test_votes_to_stop_count_those_who_are_there():
    votes = [Event("stop", 0, 0), Event("stop", 2, 0)]
    assert not table_of(*votes).wishes.agreed_to_stop
    assert table_of(*votes, Event("absent", 1, 0)).wishes.agreed_to_stop


# --- substitutes ---


def test_a_seat_changes_hands_and_nothing_of_the_old_owner_stays():
    events = [
        Event("stop", 1, 0),
        Event("leave", 1, 0),
        Event("wish", 1, 0, "99", 50),
        Event("former", 1, 0, str(B)),
        Event("substitute", 1, 0, "99"),
    ]
    table = table_of(*events)
    assert table.users == (A, 99, C, D) and table.seat_of(B) is None
    assert table.beside.left == () and table.beside.wish is None and table.wishes.votes() == ()
    assert table.beside.former == (B,) and table.attendance.people() == (0, 1, 2, 3)
    assert table_of(*events, users=(A, 99, C, D)).users == (A, 99, C, D), "told again, it is the same"


def test_the_host_or_more_than_half_agree_to_a_substitute():
    wish = Event("wish", 1, 0, "99", 50)
    gone = Event("absent", 1, 0)
    for votes, agreed in (
        ((), None),
        ((Event("agree", 0, 0),), None),
        ((Event("agree", 0, 0), Event("agree", 2, 0)), True),
        ((Event("agree", 0, 0), Event("refuse", 0, 0), Event("agree", 2, 0)), None),
        ((Event("refuse", 0, 0), Event("refuse", 2, 0)), False),
        ((Event("refuse", 0, 0), Event("grant", 2, 0)), True),
        ((Event("agree", 1, 0), Event("agree", 0, 0)), None),
    ):
        assert table_of(gone, wish, *votes).attendance.agreed_to_substitute() is agreed, votes


def test_a_wish_is_gone_when_the_person_is_back():
    table = table_of(Event("absent", 1, 0), Event("wish", 1, 0, "99"), Event("here", 1, 0))
    assert table.beside.wish is None and table.users == (A, B, C, D)


def ended(table, winner):
    """Return the table after a game in which one seat made a point."""
    game = dataclasses.replace(table, asked=(), state=((winner, "point"),))
    game.rules.seats = len(table.users)
    return game


def test_who_was_not_there_at_the_end_comes_last_and_a_substitute_loses_nothing():
    taken = (Event("leave", 1, 0), Event("former", 1, 0, str(B)), Event("substitute", 1, 0, "99"))
    won = ended(table_of(*taken, Event("absent", 3, 0)), 1)
    assert {r.user: r.place for r in won.results()} == {99: 1, A: 2, C: 2, D: 4}
    last = ended(table_of(*taken, users=(A, B)), 0)
    assert [(r.user, r.place) for r in last.results()] == [(A, 1)], "no result for a substitute's last place"
    middle = ended(table_of(*taken, Event("absent", 2, 0), users=(A, B, C)), 0)
    assert {r.user: r.place for r in middle.results()} == {A: 1, 99: 2, C: 3}
    all_equal = dataclasses.replace(table_of(*taken, users=(A, B)), asked=())
    all_equal.rules.seats = 2
    assert {r.user: r.place for r in all_equal.results()} == {A: 1, 99: 1}, "a shared win is a win"


def test_what_is_not_known_changes_nothing():
    assert with_event(NO_AGREEMENTS, Event("agree", 0, 0)) == NO_AGREEMENTS
    assert with_event(NO_AGREEMENTS, Event("something new", 0, 0)) == NO_AGREEMENTS
