"""A table is its log: folding, stamps, take-backs, ends."""

import dataclasses
import random

import pytest

from bot.base.errors import Refused
from bot.domain.entities import LogRow, NewRow, Result
from bot.domain.log import begin, fold, follow
from games import GAMES
from games.contract import walk
from games.core import Decision, Text, commitment
from tests.toy import Toy, ask

TUIR = GAMES["tuir"]


def fresh(seed="s"):
    return begin(1, TUIR, (10, 20), seed, ())


def play(table, choose=0, by="person"):
    """Make the `choose`-th move of the seat to move."""
    decision = table.asked[0]
    move = decision.moves[choose % len(decision.moves)]
    return follow(table, LogRow(table.last_row + 1, "move", decision.seat, move, by, 5))


def test_folding_a_log_gives_the_state_of_playing_it():
    steps = list(walk(TUIR, 2, "fold"))
    rows = [LogRow(n, "move", s.seat, s.move) for n, s in enumerate(steps[:-1], 1)]
    table = fold(begin(1, TUIR, (1, 2), "fold", ()), rows)
    assert table.state == steps[-1].state
    assert table.over
    assert table.scores() == TUIR.score(table.state)


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
        if after.takebacks.way_back(seat) is not None:
            break
    back = follow(after, LogRow(after.last_row + 1, "back", seat, str(after.takebacks.way_back(seat))))
    assert back.state == table.state
    assert back.last_row == 2
    assert back.stamp(seat) != table.stamp(seat), "a press on the panel from before is stale"
    assert back.takebacks.way_back(seat) is None


def test_the_other_seat_cannot_take_back_my_move():
    table = fresh()
    seat = table.asked[0].seat
    assert all(play(table, n).takebacks.way_back(1 - seat) is None for n in range(10))


def test_no_take_back_after_something_was_shown():
    table, dice = fresh(), random.Random(1)
    checked = 0
    while not table.over:
        seat = table.asked[0].seat
        after = play(table, dice.randrange(1000))
        if after.line[-1].shown:
            assert after.takebacks.way_back(seat) is None
            checked += 1
        table = after
    assert checked > 3
    assert table.takebacks.way_back(0) is None and table.takebacks.way_back(1) is None, "never after the end"


def test_no_take_back_after_the_end_even_when_nothing_was_shown():
    """In guilds nothing is ever hidden: only the end itself stands in the way."""
    steps = list(walk(GAMES["guilds"], 2, "end"))
    rows = [LogRow(n, "move", s.seat, s.move) for n, s in enumerate(steps[:-1], 1)]
    table = fold(begin(1, GAMES["guilds"], (1, 2), "end", ()), rows)
    assert table.over and not table.line[-1].shown
    assert table.takebacks.way_back(0) is None and table.takebacks.way_back(1) is None


def test_a_question_that_came_back_after_a_take_back_has_a_new_mark():
    """The other seat's panel showed a question that was taken away meanwhile: a late press is stale."""
    table = begin(1, GAMES["guilds"], (1, 2), "again", ())
    while True:
        seat = table.asked[0].seat
        after = play(table)
        if after.asked[0].seat != seat:
            break
        table = after
    back = follow(after, LogRow(after.last_row + 1, "back", seat, str(after.takebacks.way_back(seat))))
    again = play(back)
    assert again.asked == after.asked
    assert again.stamp(1 - seat) != after.stamp(1 - seat)


def test_the_line_of_play_reaches_back_to_the_last_revelation_and_no_further():
    table, dice = fresh("memory"), random.Random(5)
    while not table.over:
        before = table.line
        table = play(table, dice.randrange(1000))
        if table.line[-1].shown:
            assert len(table.line) == 1 and table.line[0].state is None
        else:
            assert table.line[:-1] == before and table.line[-1].state is not None


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
    assert resigned.scores() == ((0,), (1,))
    stopped = follow(table, LogRow(1, "end", -1, "stop"))
    assert stopped.over
    assert stopped.scores() is None


def after_a_house_move(seats=3):
    """Play guilds at random until the house has moved and its player's move can be taken back."""
    for seed in range(100):
        table, dice = begin(1, GAMES["guilds"], tuple(range(seats)), str(seed), ()), random.Random(seed)
        states = {0: table.state}
        while not table.over:
            seat, move = table.house_move() or (table.asked[0].seat, dice.choice(table.asked[0].moves))
            by = "house" if table.house_move() else "person"
            table = follow(table, LogRow(table.last_row + 1, "move", seat, move, by))
            states[table.last_row] = table.state
            if by == "house" and any(table.takebacks.way_back(seat) is not None for seat in range(seats)):
                return table, states
    raise AssertionError("the house never moved")


def test_a_take_back_takes_the_moves_of_the_house_along():
    """In guilds, where a single choice is made by the house: the person before it goes back with it."""
    table, states = after_a_house_move()
    mine, house = table.line[-2:]
    assert (mine.by, house.by) == ("person", "house")
    assert table.takebacks.way_back(mine.seat) == mine.row - 1
    back = follow(
        table, LogRow(table.last_row + 1, "back", mine.seat, str(table.takebacks.way_back(mine.seat)))
    )
    assert back.state == states[mine.row - 1] and back.in_force == mine.row - 1
    assert back.asked[0].seat == mine.seat and back.house_move() is None


def test_a_move_of_the_house_is_never_taken_back_alone():
    """Not even by the seat that it was made for: it would only be made again."""
    table, _ = after_a_house_move()
    house = table.line[-1]
    ways = [table.takebacks.way_back(seat) for seat in range(3)]
    assert house.back_to not in ways
    assert sum(way is not None for way in ways) == 1, "only the person who moved last has a way back"


def test_after_moves_of_the_house_alone_there_is_nothing_to_take_back():
    toy = Toy(ask(0, "only", open=True), ask(1, "only", open=True), ask(0, "a", "b"))
    table = begin(1, toy, (1, 2), "s", ())
    for _ in range(2):
        table = play(table, by="house")
    assert table.takebacks.way_back(0) is None and table.takebacks.way_back(1) is None


def test_two_moves_of_the_house_go_back_together_with_the_move_before_them():
    toy = Toy(ask(0, "a", "b"), ask(1, "only", open=True), ask(0, "only", open=True), ask(1, "a", "b"))
    table = play(play(play(begin(1, toy, (1, 2), "s", ())), by="house"), by="house")
    assert (table.takebacks.way_back(0), table.takebacks.way_back(1)) == (0, None)
    back = follow(table, LogRow(4, "back", 0, "0"))
    assert (back.state, back.in_force, back.line) == ((), 0, ())


def test_a_move_of_the_house_that_shows_something_cannot_be_taken_back():
    toy = Toy(ask(0, "a", "b"), ask(0, "reveal", open=True), ask(1, "a", "b"))
    table = play(play(begin(1, toy, (1, 2), "s", ())), by="house")
    assert table.takebacks.way_back(0) is None
    with pytest.raises(ValueError, match="nothing to take back"):
        follow(table, LogRow(3, "back", 0, "0"))


def test_a_take_back_returns_only_to_what_was_in_force_before_a_move():
    """After a take-back the rows of the log and the moves in force no longer run alike."""
    toy = Toy(*[ask(0, "a", "b")] * 4)
    table = follow(play(play(begin(1, toy, (1, 2), "s", ()))), LogRow(3, "back", 0, "1"))
    table = play(table)
    assert table.takebacks.way_back(0) == 1
    assert follow(table, LogRow(5, "back", 0, "1")).state == ((0, "a"),)
    for never in ("2", "3", "4"):
        with pytest.raises(ValueError, match="nothing to take back"):
            follow(table, LogRow(5, "back", 0, never))


def test_the_same_question_asked_twice_has_two_marks():
    """A double click on the first must not answer the second."""
    toy = Toy(ask(0, "a", "b"), ask(0, "a", "b"), ask(1, "a", "b"))
    first = begin(1, toy, (1, 2), "s", ())
    second = play(first)
    assert first.asked == second.asked
    assert first.stamp(0) != second.stamp(0)


def test_a_second_thought_does_not_move_the_clock_and_a_first_one_does():
    lucca = begin(1, GAMES["lucca"], (1, 2, 3), "opening", ())
    first = follow(lucca, LogRow(1, "move", 1, lucca.offer(1).moves[0], "person", 100))
    second = follow(first, LogRow(2, "move", 1, first.offer(1).moves[1], "person", 200))
    assert (first.moved_at, second.moved_at) == (100, 100)
    assert follow(second, LogRow(3, "end", -1, "stop", "person", 300)).moved_at == 300


def test_results_are_known_only_at_the_end_and_carry_the_right_people():
    toy = Toy(ask(1, "point", "pass"))
    table = begin(1, toy, (10, 20), "s", ())
    assert table.results() is None
    assert play(table).results() == [Result(10, 2, (0,)), Result(20, 1, (1,))]
    assert follow(table, LogRow(1, "end", -1, "stop")).results() == []
    assert follow(table, LogRow(1, "end", 1, "resign")).results() == [
        Result(10, 1, ()),
        Result(20, 2, ()),
    ], "who resigned, and who won by it, has no score"


def test_a_stranger_has_no_seat_and_is_told_so():
    table = fresh()
    assert (table.own_seat(10), table.own_seat(20), table.seat_of(30)) == (0, 1, None)
    with pytest.raises(Refused):
        table.own_seat(30)


def test_a_row_of_an_unknown_kind_does_not_replay():
    with pytest.raises(ValueError, match="unknown kind"):
        follow(fresh(), LogRow(1, "dance", 0, "x"))


def test_a_deed_becomes_the_next_row():
    assert play(fresh()).next(NewRow("move", 1, "x", "house", 7)) == LogRow(2, "move", 1, "x", "house", 7)


def test_the_text_of_a_table_names_neither_its_seed_nor_a_hand():
    table = fresh("a-secret-seed")
    assert repr(table) == "Table(1, tuir, row 0)"


def test_the_fair_mark_binds_the_seed_to_this_table():
    marks = {begin(id, TUIR, (10, 20), seed, ()).fair_deal.mark for id in (1, 2) for seed in ("s", "t")}
    assert len(marks) == 4
    assert commitment(1, "s") in marks


def test_a_take_back_names_the_row_it_returns_to():
    """Also after an earlier take-back, and when older moves are no longer kept in memory."""
    table, dice = fresh("rows"), random.Random(3)
    states = {0: table.state}
    backs = 0
    while not table.over:
        seat = table.asked[0].seat
        table = play(table, dice.randrange(1000))
        states[table.last_row] = table.state
        row = table.takebacks.way_back(seat)
        if row is not None and dice.random() < 0.5:
            table = follow(table, LogRow(table.last_row + 1, "back", seat, str(row)))
            assert table.state == states[row]
            assert table.in_force == row
            backs += 1
    assert backs > 5
