"""A table is its log: folding, stamps, take-backs, ends."""

import dataclasses
import random

import pytest

from bot.table import LogRow, begin, fold, follow
from games import GAMES
from games.contract import walk
from games.core import Decision, Text

TUIR = GAMES["tuir"]


def fresh(seed="s"):
    return begin(1, TUIR, (10, 20), seed, ())


def play(table, choose=0, by="person"):
    """Make the `choose`-th move of the seat to move."""
    decision = table.asked[0]
    move = decision.moves[choose % len(decision.moves)]
    return follow(table, LogRow(table.rows + 1, "move", decision.seat, move, by, 5))


def test_folding_a_log_gives_the_state_of_playing_it():
    steps = list(walk(TUIR, 2, "fold"))
    rows = [LogRow(n, "move", s.seat, s.move) for n, s in enumerate(steps[:-1], 1)]
    table = fold(begin(1, TUIR, (1, 2), "fold", ()), rows)
    assert table.state == steps[-1].state
    assert table.over
    assert table.result() == TUIR.score(table.state)


def test_a_move_that_was_not_on_offer_does_not_replay():
    with pytest.raises(ValueError, match="not on offer"):
        follow(fresh(), LogRow(1, "move", 0, "build:T99:left"))


def test_the_error_of_a_bad_log_names_no_card():
    with pytest.raises(ValueError) as error:
        follow(fresh(), LogRow(1, "move", 0, "build:T99:left"))
    assert "T99" not in str(error.value)


def test_a_question_keeps_its_mark_until_its_seat_answers():
    table = fresh()
    seat = table.asked[0].seat
    mark = table.stamp(seat)
    after = play(table)
    assert after.stamp(seat) != mark
    assert table.stamp(1 - seat) == "-"


def test_a_take_back_returns_to_the_state_before_and_renews_the_mark():
    table = fresh()
    seat = table.asked[0].seat
    for choose in range(40):
        after = play(table, choose)
        if after.way_back(seat) is not None:
            break
    back = follow(after, LogRow(after.rows + 1, "back", seat, str(after.way_back(seat))))
    assert back.state == table.state
    assert back.rows == 2
    assert back.stamp(seat) != table.stamp(seat), "a press on the panel from before is stale"
    assert back.way_back(seat) is None


def test_the_other_seat_cannot_take_back_my_move():
    table = fresh()
    seat = table.asked[0].seat
    assert all(play(table, n).way_back(1 - seat) is None for n in range(10))


def test_no_take_back_after_something_was_shown():
    table, dice = fresh(), random.Random(1)
    checked = 0
    while not table.over:
        seat = table.asked[0].seat
        after = play(table, dice.randrange(1000))
        if after.line[-1].shown:
            assert after.way_back(seat) is None
            checked += 1
        table = after
    assert checked > 3
    assert table.way_back(0) is None and table.way_back(1) is None, "never after the end"


def test_no_take_back_after_the_end_even_when_nothing_was_shown():
    """In guilds nothing is ever hidden: only the end itself stands in the way."""
    steps = list(walk(GAMES["guilds"], 2, "end"))
    rows = [LogRow(n, "move", s.seat, s.move) for n, s in enumerate(steps[:-1], 1)]
    table = fold(begin(1, GAMES["guilds"], (1, 2), "end", ()), rows)
    assert table.over and not table.line[-1].shown
    assert table.way_back(0) is None and table.way_back(1) is None


def test_a_question_that_came_back_after_a_take_back_has_a_new_mark():
    """The other seat's panel showed a question that was taken away meanwhile: a late press is stale."""
    table = begin(1, GAMES["guilds"], (1, 2), "again", ())
    while True:
        seat = table.asked[0].seat
        after = play(table)
        if after.asked[0].seat != seat:
            break
        table = after
    back = follow(after, LogRow(after.rows + 1, "back", seat, str(after.way_back(seat))))
    again = play(back)
    assert again.asked == after.asked
    assert again.stamp(1 - seat) != after.stamp(1 - seat)


def test_only_moves_that_may_be_taken_back_stay_in_memory():
    table, dice = fresh("memory"), random.Random(5)
    while not table.over:
        table = play(table, dice.randrange(1000))
        kept = [ply for ply in table.line if ply.state is not None]
        assert len({ply.seat for ply in kept if ply.by != "house"}) <= 1


def test_the_house_plays_a_single_move_only_when_the_offer_is_public():
    """An instant pass betrays a hand; an answer that may still be changed is not the house's either."""
    ask = Decision(0, Text("Guard?"), ("pass",), "pass")
    for question, played in (
        (ask, None),
        (dataclasses.replace(ask, open=True), (0, "pass")),
        (dataclasses.replace(ask, open=True, settled=True), None),
        (dataclasses.replace(ask, open=True, moves=("pass", "guard")), None),
    ):
        assert dataclasses.replace(fresh(), asked=(question,)).house_move() == played


def test_who_has_chosen_is_no_longer_awaited_and_the_others_keep_their_marks():
    """All five choose at once: an answer leaves the panels of the others alone."""
    table = begin(1, GAMES["lucca"], (1, 2, 3), "opening", ())
    marks = [table.stamp(seat) for seat in range(3)]
    assert table.awaited() == (0, 1, 2)
    after = follow(table, LogRow(1, "move", 1, table.offer(1).moves[0]))
    assert after.offer(1).settled and after.awaited() == (0, 2)
    assert after.stamp(1) != marks[1], "the answer may be changed, on a new panel"
    assert [after.stamp(0), after.stamp(2)] == [marks[0], marks[2]]


def test_resigning_makes_the_other_win_and_stopping_nobody():
    table = fresh()
    resigned = follow(table, LogRow(1, "end", 0, "resign"))
    assert resigned.over
    assert resigned.result() == ((0,), (1,))
    stopped = follow(table, LogRow(1, "end", -1, "stop"))
    assert stopped.over
    assert stopped.result() is None


def test_a_take_back_takes_the_moves_of_the_house_along():
    table = fresh()
    seat = table.asked[0].seat
    for choose in range(40):
        mine = play(table, choose)
        if mine.way_back(seat) is not None and mine.asked[0].seat == seat:
            break
    house = play(mine, by="house")
    if house.line[-1].shown:
        assert house.way_back(seat) is None
    else:
        assert house.way_back(seat) == 0


def test_a_take_back_names_the_row_it_returns_to():
    """Also after an earlier take-back, and when older moves are no longer kept in memory."""
    table, dice = fresh("rows"), random.Random(3)
    states = {0: table.state}
    backs = 0
    while not table.over:
        seat = table.asked[0].seat
        table = play(table, dice.randrange(1000))
        states[table.rows] = table.state
        row = table.way_back(seat)
        if row is not None and dice.random() < 0.5:
            table = follow(table, LogRow(table.rows + 1, "back", seat, str(row)))
            assert table.state == states[row]
            assert table.in_force == row
            backs += 1
    assert backs > 5
