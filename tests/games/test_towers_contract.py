"""Random games with all option sets: cards, limits, secrets and the referee's second opinion."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from games import towers
from games.contract import Step, check_game, check_twins, check_views
from games.core import Held, replay
from games.editions import by_edition
from games.towers import actions, moves, nobles
from games.towers.state import Give, Interval, Joust, Over, Parry, Turn, Ward, part_with
from tests.games.towers_positions import run, table
from tests.games.towers_referee import DECK, NOBLES, Ledger, cards, deep_walk, points
from tests.kit import caught

OPTION_SETS = [
    (), ("nobles",), ("deals:2",), ("to:120",), ("deals:2", "nobles"), ("nobles", "to:120"),
    ("close:free", "deals:3"), ("deals:4", "nobles"), ("close:free", "nobles", "to:200"), ("close:free",),
]  # fmt: skip
VERBS = (
    "purchase draw exchange plain run extend complete close pass noble "
    "guard bear giostra allow fell back give"
)
LOGS = sorted((Path(__file__).parent.parent / "logs").glob("towers-*.json"))


# --- the contract ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTION_SETS, ids="+".join)
def test_random_games_keep_every_promise(options):
    for seed in range(3):
        check_game(towers, 2, f"towers/{seed}", options, conserved=cards, every=4)


@pytest.mark.slow
def test_the_twin_test_compares_every_verb_that_can_be_compared():
    counts = Counter[str]()
    for seed in range(16):
        for n, (state, seat, move) in enumerate(deep_walk(seed, ("nobles",))):
            rare = move.partition(":")[0] not in ("draw", "exchange", "purchase")
            if move and (rare or n % 12 == 0):
                check_views(towers, state, f"{seed}/{n}")
                check_twins(towers, Step(state, seat, move), f"{seed}/{n}", counts)
    assert {verb for verb in VERBS.split() if counts[verb] < 4} == set()


# --- properties of far-reaching games ----------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids="+".join)
def test_cards_limits_and_marker_hold_in_every_state(options):
    every = DECK + NOBLES if "nobles" in options else DECK
    for seed in range(10):
        builders = set()
        for state, seat, move in deep_walk(seed, options):
            assert cards(state) == every
            for side in state.sides:
                assert len(side.hand) <= side.limit <= 9
            used = [len(side.used) for side in state.sides]
            jousted = any("giostra" in side.used for side in state.sides)
            assert abs(used[0] - used[1]) <= 1 + jousted  # T20: one more, or two after a Giostra
            assert state.marker is None or state.marker in builders  # the marker only with a builder
            assert state.turns <= 150 + 60
            if isinstance(state.phase, Interval):
                builders = set()
            if move.startswith(("plain", "run", "extend")):
                builders.add(seat)
        assert isinstance(state.phase, Over)


def test_no_legal_move_leads_nowhere():
    """Whatever is on offer leads to a state in which someone is asked, or the game is over."""
    for seed in range(6):
        for n, (state, _, _) in enumerate(deep_walk(seed, ("nobles",))):
            for asked in towers.decisions(state) if n % 9 == 0 else ():
                for move in asked.moves[:: max(1, len(asked.moves) // 25)]:
                    after = towers.apply(state, asked.seat, move)
                    assert after != state
                    assert towers.decisions(after) or isinstance(after.phase, Over)


@pytest.mark.parametrize("options", [(), ("nobles",), ("deals:2", "nobles")], ids="+".join)
def test_the_referee_counts_the_same_points(options):
    for seed in range(8):
        for state, _, _ in deep_walk(seed, options):
            if isinstance(state.phase, (Interval, Over)):
                for seat in (0, 1):
                    assert state.results[-1][seat][:6] == points(state, seat)
            elif state.turns % 5 == 0:
                assert [tuple(p[:6]) for p in towers.view(state, None).parts] == [
                    points(state, s) for s in (0, 1)
                ]


@pytest.mark.parametrize("options", [(), ("nobles",)], ids=["basic", "nobles"])
def test_the_referee_sees_the_same_table_after_every_turn(options):
    compared = Counter[str]()
    for seed in range(30):
        start, turn, taken = None, [], ()
        for state, seat, move in deep_walk(seed, options):
            if isinstance(state.phase, Turn | Over) and start is not None:
                ledger = Ledger(start)
                ledger.turn(start.seat, turn, taken, _fallen(start, state))
                assert ledger.seen() == Ledger(state).seen(), turn
                compared[turn[0][1].partition(":")[0]] += 1
            if isinstance(state.phase, Turn):
                start, turn, taken = state, [], ()
            if isinstance(state.phase, Give):
                taken = next(item for item in state.news if item.verb == "trade").cards
                taken = tuple(held.card for held in taken)
            turn.append((seat, move))
    assert (
        min(compared[v] for v in ("purchase", "exchange", "plain", "run", "extend", "complete", "pass")) > 20
    )


def _fallen(before, after):
    """Return the tower that is gone, if any."""
    for seat in (0, 1):
        kept = {tower.number for tower in after.sides[seat].towers}
        for tower in before.sides[seat].towers:
            if tower.number not in kept:
                return seat, tower.number
    return None


# --- questions ---------------------------------------------------------------------------------------


def test_answers_come_with_the_card_first_and_can_stand():
    """Standing answers: "use" plays the first move if it is not the idle one, "let" plays idle."""
    met = Counter[tuple[str, bool]]()
    for seed in range(40):
        for state, _, _ in deep_walk(seed, ("nobles",)):
            if isinstance(state.phase, (Ward, Joust, Parry)):
                (asked,) = towers.decisions(state)
                met[asked.advance, len(asked.moves) > 1] += 1
                assert not asked.open
                assert asked.moves[-1] == asked.idle
                assert asked.moves[0] in ("guard", "guard:*", "giostra", asked.idle)
                assert "guard" not in asked.moves[1:]  # a fine stone costs more
    assert len(met) == 4  # guard and giostra, with and without the card
    assert min(met.values()) > 3


def test_random_far_games_meet_every_question():
    met = Counter[str]()
    for seed in range(40):
        met.update(type(state.phase).__name__ for state, _, _ in deep_walk(seed, ("deals:2", "nobles")))
    for phase in ("Turn", "Draw", "Joust", "Relay", "Choose", "Ward", "Give", "Interval", "Over"):
        assert met[phase] > 3, phase


# --- planted leaks: the contract must catch each of them -----------------------------------------------


def found(options=("nobles",), games=12):
    """Return the leak that the contract finds in far-reaching games."""
    often = ("draw", "exchange", "purchase")
    walks = ([s for s in deep_walk(seed, options) if not s[2].startswith(often)] for seed in range(games))
    return caught(towers, walks=([Step(*step) for step in steps] for steps in walks))


def test_a_guard_question_that_is_asked_only_of_those_who_hold_one_is_caught(monkeypatch):
    honest = actions.could_hold

    def leaky(state, seat, card):
        return card in [h.card for h in state.sides[seat].hand] if card == "5" else honest(state, seat, card)

    monkeypatch.setattr(actions, "could_hold", leaky)
    assert "leaks" in found(())


def test_a_giostra_question_that_is_asked_only_of_those_who_hold_it_is_caught(monkeypatch):
    def leaky(state):
        held = [card.card for card in state.sides[state.rival].hand]
        return "giostra" in held and actions.may_use(state, state.rival) > 0

    monkeypatch.setattr(actions, "could_joust", leaky)
    assert "leaks" in found()


def test_an_instant_answer_without_the_card_is_caught(monkeypatch):
    """An open question with a single move would be played by the house at once."""
    honest = moves.question

    def leaky(state):
        asked = honest(state)
        if asked is None or asked.advance != "giostra":
            return asked
        return replace(asked, open=True)

    monkeypatch.setattr(moves, "question", leaky)
    assert "leaks" in found()


def test_marks_that_survive_a_palazzo_would_tell_of_the_burial(monkeypatch):
    """What a rival still knew of the hand would differ with the two cards that went."""

    def leaky(state, paid):
        own = state.sides[state.seat]
        return state.with_side(state.seat, own._replace(hand=part_with(own.hand, paid)))

    assert len(hands_after_a_burial()) == 1
    monkeypatch.setattr(nobles, "bury", leaky)
    assert len(hands_after_a_burial()) > 1


def hands_after_a_burial():
    """Return what a rival may see of the hand, for different pairs put under the deck."""
    state = table("palazzo 5! 7! 8! 9", nobles="via")
    pairs = ("5:7", "8:9", "9:7")
    return {towers.view(run(state, f"noble:palazzo:{pair}"), 1).sides[0].hand for pair in pairs}


def test_a_guard_drawn_from_the_bottom_stays_known():
    state = table("9 9 9", "5 7", deck="", market="8 8")
    state = run(state, "plain:9:9:9", "guard", "purchase:deck")
    assert towers.view(state, None).sides[1].hand == ("5", "stone")
    assert Held("5", frozenset({None, 1})) in state.sides[1].hand


# --- golden logs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_logs_replay_for_ever(path):
    kept = json.loads(path.read_text())
    assert kept["game"] == towers.KEY
    game = by_edition(towers, kept["edition"])
    state = game.setup(kept["seats"], kept["seed"], kept["options"])
    log = [(seat, move) for seat, move in kept["log"]]
    for seat, move in log:
        (asked,) = towers.decisions(state)
        assert (asked.seat, move in asked.moves) == (seat, True), move
        state = towers.apply(state, seat, move)
    assert state == replay(game, game.setup(kept["seats"], kept["seed"], kept["options"]), log)
    assert [list(score) for score in towers.score(state)] == kept["scores"]
    assert not towers.decisions(state)


def test_there_are_golden_logs():
    assert len(LOGS) >= 4
