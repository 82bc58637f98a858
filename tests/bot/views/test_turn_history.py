"""Since you were here: whoever comes back is told what the others have done, and nothing else."""

import random
from itertools import groupby

import pytest

from bot.domain.entities import LogRow
from bot.domain.log import begin, follow
from bot.domain.turn_history import MAX_TURNS_REMEMBERED
from bot.text.words import words
from bot.views.turn_history import MISSED_TURN_LINES, joined, moves_since, news_since, since_lines
from games import GAMES
from games.core import Text
from tests.kit import seats_of


def fresh(game, seed="since"):
    return begin(1, GAMES[game], tuple(range(10, 10 + seats_of(game))), seed, ())


def moved(table, dice, seat=None):
    """Play one move at random, of a seat or of anybody."""
    asked = [d for d in table.asked if not d.settled and seat in (None, d.seat)]
    d = dice.choice(asked)
    return follow(table, LogRow(table.last_row + 1, "move", d.seat, dice.choice(d.moves), "person", 1))


def page_of(table, seat):
    return table.rules.page(table.rules.view(table.state, seat))


def told(table, seat):
    return news_since(table, seat, page_of(table, seat))


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_every_turn_of_the_others_is_told_in_order(game):
    dice, table, ends = random.Random(4), fresh(game), []  # who moved, and the newest line each seat saw
    compared = 0
    while not table.over and len(ends) < 120:
        before, table = table, moved(table, dice)
        mover = next(s for s in range(seats_of(game)) if table.moved[s] != before.moved[s])
        ends.append((mover, [page_of(table, seat).news for seat in range(seats_of(game))]))
        for seat in range(seats_of(game)):
            own = max((i for i, (who, _) in enumerate(ends) if who == seat), default=-1)
            turns = [list(run)[-1] for _, run in groupby(ends[own + 1 :], key=lambda end: end[0])]
            newest = [news[seat][-1] for _, news in turns if news[seat]][-MAX_TURNS_REMEMBERED:]
            found = list(told(table, seat))
            rest = iter(found)
            assert all(line in rest for line in newest), f"{game}, seat {seat}: not all is told, in order"
            assert bool(found) <= bool(turns), "nothing is told to who moved last"
            compared += len(newest)
    assert compared > 20


@pytest.mark.parametrize("game", GAMES)
def test_what_one_has_seen_already_is_not_told_again(game):
    dice, table = random.Random(5), fresh(game)
    for _ in range(60):
        before, table = table, moved(table, dice)
        if table.over:
            break
        for seat in range(seats_of(game)):
            if table.moved[seat] == table.last_row:
                assert told(table, seat) == ()
    assert before.last_row > 20 or table.over


def test_a_move_that_was_taken_back_is_not_told():
    table, dice = fresh("tuir"), random.Random(1)
    while not (table.takebacks.way_back(0) is not None and table.story[-1].seat == 0):
        table = moved(table, dice)
        assert not table.over
    before = told(table, 1)
    back = follow(table, LogRow(table.last_row + 1, "back", 0, str(table.takebacks.way_back(0))))
    assert before and told(back, 1) != before
    assert moves_since(back, 1) == moves_since(table, 1) - 1
    assert set(told(back, 1)) <= set(before)


def test_who_was_away_for_long_is_told_a_number_and_the_end():
    table, dice = fresh("guilds"), random.Random(2)
    table = moved(table, dice)
    first = next(seat for seat in range(3) if table.moved[seat])
    others = 0
    while others < 25:
        d = next(d for d in table.asked if not d.settled)
        others += 1
        by = "clock" if d.seat == first else "person"  # who is away is played for
        table = follow(table, LogRow(table.last_row + 1, "move", d.seat, d.idle, by, 1))
    said = since_lines(table, first, page_of(table, first), words("en")).splitlines()
    assert said[0] == "-# 25 moves since your last one. The end of it:"
    assert len(said) == MISSED_TURN_LINES + 1


def test_a_story_goes_on_where_the_news_overlap():
    a, b, c = Text("a"), Text("b"), Text("c")
    assert joined((a, b), (b, c)) == (a, b, c)
    assert joined((), (a,)) == (a,)
    assert joined((a,), (b, a)) == (a, b)
    assert joined((a, b), (a, b)) == (a, b)
