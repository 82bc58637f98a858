"""While a computer thinks, Python does not search for litter: there is none, and it takes a move's time."""

import gc
from random import Random

import pytest

from games import GAMES
from games.ai.patience import Budget, undisturbed
from games.ai.strengths import PODESTA, thought
from games.contract import walk


def think(key: str) -> str:
    game = GAMES[key]
    steps = list(walk(game, game.SEATS[-1], "undisturbed"))
    step = steps[len(steps) // 2]
    question = max(game.decisions(step.state), key=lambda decision: len(decision.moves))
    assert len(question.moves) > 1
    world = game.redeal(step.state, question.seat, "dice")
    return thought(PODESTA, game, world, question, Random(1), Budget(150))


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_search_leaves_no_litter(key, no_search):
    think(key)  # what is remembered from now on is none
    gc.collect()
    assert think(key)
    assert gc.collect() == 0


def test_python_searches_again_afterwards_also_after_an_error():
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), undisturbed():
        assert not gc.isenabled()
        raise ZeroDivisionError
    assert gc.isenabled()


def test_whoever_did_not_let_it_search_before_is_not_searched_afterwards(no_search):
    with undisturbed():
        pass
    assert not gc.isenabled()
