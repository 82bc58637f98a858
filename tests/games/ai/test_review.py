"""Looking back: chances that end with the result, mistakes, and luck apart from decisions."""

import pickle
from random import Random

import pytest

from games import GAMES
from games.ai.request import NoQuestion, pieces, remembered, reviewed
from games.ai.review import LEAST, review
from games.ai.search import Search
from games.ai.strengths import move_of
from games.contract import walk
from games.core import offer, winners

CASES = [("tuir", 2), ("towers", 2), ("lucca", 3), ("guilds", 2)]
SEED = "long2"  # a random player may also end a game at once, without a mistake


@pytest.mark.slow
@pytest.mark.parametrize(("key", "seats"), CASES)
def test_a_review_tells_chances_mistakes_and_luck(key, seats):
    game = GAMES[key]
    walked = list(walk(game, seats, SEED))
    log = [(step.seat, step.move) for step in walked[:-1]]
    told = review(game, seats, SEED, (), log, simulations=8, seconds=10**6)
    assert len(told.chances) == len(log) + 1
    assert all(sum(row) == pytest.approx(1) and min(row) >= 0 for row in told.chances)
    best = winners(game.score(walked[-1].state))
    assert told.chances[-1] == tuple(1 / len(best) if seat in best else 0.0 for seat in range(seats))
    assert 1 <= len(told.mistakes) <= 3
    costs = [mistake.cost for mistake in told.mistakes]
    assert costs == sorted(costs, reverse=True)
    for row, seat, move, better, _ in told.mistakes:
        asked = next(d for d in game.decisions(walked[row].state) if d.seat == seat)
        assert (seat, move) == log[row] and better in asked.moves and better != move
    parts = zip(told.chances[0], told.gifts, told.decisions, told.luck, told.chances[-1], strict=True)
    for first, gifts, cost, luck, last in parts:
        assert first + gifts - cost + luck == pytest.approx(last)


def test_a_review_without_time_left_gives_each_move_one_short_look_and_no_more(monkeypatch):
    """Only what looked best at first sight and what was made are tried, a few times each."""
    game, tried = GAMES["tuir"], []
    walked = [step for step in walk(game, 2, "time") if step.move]
    choices = [step for step in walked if len(offer(game, step.state, step.seat).moves) > 1]
    once = Search.simulate
    monkeypatch.setattr(Search, "simulate", lambda *args: (tried.append(1), once(*args)))
    review(game, 2, "time", (), [(s.seat, s.move) for s in walked], seconds=0.0, simulations=10**9)
    assert LEAST * len(choices) <= len(tried) <= 2 * LEAST * len(choices)


@pytest.mark.slow
def test_who_throws_cards_away_lost_by_decisions_and_not_by_luck():
    """One side in Túir gives up its whole hand, turn after turn; the other plays what looks best."""
    game, dice = GAMES["tuir"], Random("blunder")
    state, log = game.setup(2, "blunder"), []
    while asked := game.decisions(state):
        (decision,) = asked
        looks = [move for move in decision.moves if move.startswith("look:hidden")]
        careless = decision.seat == 0 and looks
        move = looks[0] if careless else move_of("outlook", game, state, decision, dice)
        log.append((decision.seat, move))
        state = game.apply(state, decision.seat, move)
    told = review(game, 2, "blunder", (), log, simulations=60, seconds=10**6)
    assert told.chances[-1] == (0.0, 1.0)
    assert told.decisions[0] > 1.5 * told.decisions[1]
    assert any(seat == 0 and move.startswith("look") for _, seat, move, _, _ in told.mistakes)


def test_a_review_travels_as_bytes_and_tells_how_far_it_is():
    game = GAMES["tuir"]
    log = [(step.seat, step.move) for step in walk(game, 2, SEED) if step.move]
    memoir = remembered(game, 2, SEED, (), log, seconds=10**6)._replace(simulations=4)
    there = pickle.loads(pickle.dumps(memoir))
    told = pickle.loads(pickle.dumps(reviewed(there)))
    assert told == review(game, 2, SEED, (), log, simulations=4, seconds=10**6)
    assert [done for done, _ in pieces(there)] == list(range(1, len(log) + 1))
    with pytest.raises(NoQuestion):
        reviewed(memoir._replace(edition=0))
