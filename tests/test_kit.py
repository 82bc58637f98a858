"""The kit for planted leaks tells a leak from honesty and from other faults."""

import pytest

from games import skeleton
from games.contract import Step, walk
from tests.kit import caught, check_secrets, leaky


def test_a_careless_function_must_be_one_that_games_have():
    with pytest.raises(TypeError, match="no game has veiw"):
        leaky(skeleton, veiw=lambda state, viewer: None)
    assert leaky(skeleton, EDITION=2).EDITION == 2
    assert leaky(skeleton).view is skeleton.view


def test_only_the_games_that_are_given_are_looked_at():
    """The leak begins with the first draw: a game that stops before it does not show it."""

    def view(state, viewer):
        seen = skeleton.view(state, viewer)
        return seen._replace(deck=hash(state.deck)) if state.phase == "draw" else seen

    game, steps = leaky(skeleton, view=view), list(walk(skeleton, 2, "kit"))
    assert caught(game, walks=[[Step(steps[0].state, -1, "")]]) == ""
    assert "[0].deck" in caught(game, walks=[steps])


def test_what_was_compared_is_counted():
    assert check_secrets(skeleton, walk(skeleton, 2, "kit"), "kit")["build"] > 20
