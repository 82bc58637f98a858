"""A sketch plays the rest of a game quickly, by its rules: same dice, same end; the two leads are one."""

from random import Random

import pytest

from games import GAMES
from games.contract import walk
from games.tuir.cards import RULES, SECTIONS
from games.tuir.outlook import stand
from games.tuir.races import contests, race
from games.tuir.scoring import WINDOWS, claim, groups, score
from games.tuir.sketch import LACKS_ONE, Side, Sketch, sketch
from games.tuir.wishes import wishes

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


ACTING = [state for state in STATES if state.phase == "act" and state.turn in (5, 9, 12, 15)]
BUILT = [state for state in ACTING if all(player.towers for player in state.players)]


@pytest.mark.parametrize("rule", [rule.id for rule in RULES.values() if not rule.contest])
def test_a_section_adds_to_a_sketch_what_the_rule_card_says(rule):
    for state in BUILT:
        player = state.players[state.seat]
        for spot in range(-1, len(player.tableau) + 1):
            side = Side(player, (rule,))
            before, card = sum(groups(rule, player.tableau)), side.hand[0]
            joined = side.lines(wishes((rule,), 0.0), spot)
            gain = sum(added(line, place, traits[card]) for added, line, place, traits in joined)
            side.build(card, spot)
            assert before + gain == sum(groups(rule, tuple(side.row)))


@pytest.mark.parametrize("rule", contests(tuple(RULES)), ids=lambda rule: rule.id)
def test_a_section_gains_in_a_race_only_what_brings_its_tower_forward(rule):
    for state in BUILT:
        own, other = state.players[state.seat], state.players[1 - state.seat].tableau
        run, sign = race(rule, own.tableau, other, 4), 1 if rule.kind == "most" else -1
        for spot in range(-1, len(own.tableau) + 1):
            side = Side(own, ())
            card = side.hand[0]
            side.build(card, spot)
            forward = sign * (claim(rule.id, tuple(side.row)) - claim(rule.id, own.tableau))
            gain = run(spot, WINDOWS[card])
            assert (gain > 0) == (forward > 0) and (gain < 0) == (forward < 0)


def test_nobody_sketches_by_a_rule_that_they_do_not_know():
    state = STATES[0]
    drawn = Sketch(state, Random(2).random)
    for side, player in zip(drawn.sides, state.players, strict=True):
        known = (*state.open, player.rule.card)
        assert side.early == wishes(known, LACKS_ONE) and side.contests == contests(known)
    assert set(drawn.rules) == {*state.open, state.hidden.card, *[p.rule.card for p in state.players]}


def test_a_glance_at_a_section_counts_diagonals_as_the_rule_card_does():
    for state in BUILT:
        row, card = state.players[state.seat].tableau, state.players[state.seat].cards[0].card
        table = stand(state, 1 - state.seat)._replace(wishes=(RULES["R33"],), hope=0.0)
        for place in range(len(row) + 1):
            after = (*row[:place], (*row[place : place + 1], ())[0] + (card,), *row[place + 1 :])
            assert table.gain(row, card, place) == sum(groups("R33", after)) - sum(groups("R33", row))
