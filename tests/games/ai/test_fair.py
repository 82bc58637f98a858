"""A computer seat knows what its view tells, and nothing else."""

import pickle
from random import Random

import pytest

from games import GAMES
from games.ai.patience import Budget
from games.ai.request import NoQuestion, done, prepared
from games.ai.strengths import KEYS, STRENGTHS, move_of
from games.core import offer
from games.information_sets import information_set
from tests.games.ai.positions import TABLES, moments, option_sets, some

FEW = Budget(simulations=12)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_to_deal_the_unknown_anew_twice_is_the_same_as_once(key, seats):
    """So a worker may deal from a dealt world: it meets exactly the worlds that the host would have dealt."""
    count = 0
    for options in option_sets(GAMES[key]):
        for game, state, decision in moments(key, seats, "twice", options):
            world = game.redeal(state, decision.seat, "first")
            assert game.redeal(world, decision.seat, "then") == game.redeal(state, decision.seat, "then")
            assert information_set(game, world, decision.seat) == information_set(game, state, decision.seat)
            count += 1
    assert count > 20


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_an_errand_is_the_same_whatever_the_truth_is(key, seats):
    for game, state, decision in moments(key, seats, "truth"):
        seat = decision.seat
        truths = [state, *(game.redeal(state, seat, f"truth {n}") for n in range(2))]
        errands = {pickle.dumps(prepared(game, truth, seat, "podesta", "dice", FEW)) for truth in truths}
        assert len({prepared(game, truth, seat, "podesta", "dice", FEW) for truth in truths}) == 1
        assert all(b"truth" not in errand for errand in errands)


@pytest.mark.parametrize("player", STRENGTHS)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_same_view_and_the_same_dice_give_the_same_move_whatever_the_truth_is(key, seats, player):
    for n, (game, state, decision) in enumerate(some(key, seats, 6)):
        seat, twin = decision.seat, game.redeal(state, decision.seat, f"other truth {n}")
        moves = {done(prepared(game, truth, seat, player, f"dice {n}", FEW)) for truth in (state, twin)}
        assert len(moves) == 1, (decision.prompt, moves)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_computer_has_no_memory(key, seats):
    """What it thought about before, at this table or another, changes nothing."""
    first, *others = some(key, seats, 2, "memory")
    game, state, decision = first
    fresh = done(prepared(game, state, decision.seat, "podesta", "dice", FEW))
    for other in others:
        done(prepared(other.game, other.state, other.decision.seat, "podesta", "dice", FEW))
    assert done(prepared(game, state, decision.seat, "podesta", "dice", FEW)) == fresh


@pytest.mark.parametrize("player", KEYS)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_player_always_makes_a_move_that_is_on_offer(key, seats, player):
    dice = Random("offer")
    for game, state, decision in some(key, seats, 4, "offer"):
        world = game.redeal(state, decision.seat, "w")
        assert move_of(player, game, world, decision, dice, FEW) in decision.moves


def test_an_errand_travels_as_bytes_and_a_worker_needs_nothing_else():
    for key, game in GAMES.items():
        state = game.setup(2, "travel")
        seat = game.decisions(state)[0].seat
        errand = prepared(game, state, seat, "architect", "dice", FEW)
        assert done(pickle.loads(pickle.dumps(errand))) == done(errand), key
        asked = offer(game, state, seat)
        assert asked is not None and done(errand) in asked.moves


def test_the_seed_of_the_deal_stays_at_home():
    for game in GAMES.values():
        state = game.setup(2, "the-seed-of-the-deal")
        seat = game.decisions(state)[0].seat
        assert b"the-seed-of-the-deal" not in pickle.dumps(prepared(game, state, seat, "mason", "dice", FEW))


def test_a_worker_with_other_rules_or_a_question_that_is_gone_says_so():
    game = GAMES["tuir"]
    state = game.setup(2, "0")
    seat = game.decisions(state)[0].seat
    errand = prepared(game, state, seat, "mason", "dice", FEW)
    for stale in (errand._replace(edition=0), errand._replace(seat=1 - seat)):
        with pytest.raises(NoQuestion):
            done(stale)
