"""A sketch plays the rest of a game quickly, by its rules: same dice, same end; the two leads are one."""

from random import Random

import pytest

from games import GAMES
from games.contract import walk
from games.tuir.cards import SECTIONS
from games.tuir.scoring import score
from games.tuir.sketch import Sketch, sketch

SKETCHED = [game for game in GAMES.values() if hasattr(game, "sketch")]
STATES = [step.state for seed in range(4) for step in walk(GAMES["tuir"], 2, f"sketch/{seed}")]


def test_some_game_is_sketched():
    assert [game.KEY for game in SKETCHED] == ["tuir"]


@pytest.mark.parametrize("state", STATES[::9], ids=lambda state: f"turn{state.turn}{state.phase}")
def test_the_same_dice_sketch_the_same_end_and_what_one_leads_the_other_lacks(state):
    one, two = sketch(state, Random(7).random)
    assert one == -two
    assert (one, two) == sketch(state, Random(7).random)


def test_a_finished_game_is_sketched_as_it_ended():
    for state in STATES:
        if state.phase == "over":
            (one,), (two,) = score(state)
            assert sketch(state, Random(0).random) == (one - two, two - one)


def test_a_sketch_uses_every_section_once_and_nothing_that_was_given_up():
    for state in STATES[::7]:
        if state.phase == "over":
            continue
        drawn = Sketch(state, Random(3).random)
        drawn.play(state.turn, state.seat, state.phase == "take")
        cards = [card for side in drawn.sides for tower in side.row for card in tower]
        left = [card for side in drawn.sides for card in side.hand]
        assert not drawn.decks and not left
        assert sorted([*cards, *state.spent]) == sorted(SECTIONS)


def test_what_stands_stays_where_it_is():
    state = STATES[12]
    drawn = Sketch(state, Random(1).random)
    drawn.play(state.turn, state.seat, state.phase == "take")
    for side, player in zip(drawn.sides, state.players, strict=True):
        for tower in player.tableau:
            assert any(high[: len(tower)] == tower for high in side.row)
