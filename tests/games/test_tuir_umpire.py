"""Whole games of Túir under an umpire who knows only the rulesheet and the rulings."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from games import tuir
from games.core import Decision, Move
from games.tuir.state import State
from games.tuir.view import View
from tests.games.tuir_umpire import Sight, Umpire, normal

LOGS = sorted((Path(__file__).parent.parent / "logs").glob("tuir-*.json"))
STYLES: list[dict[str, float]] = [  # how often each verb is tried before the others
    {},
    {"build": 0.8},
    {"build": 0.2, "rule": 0.4},
    {"build": 0.5, "move": 0.5, "swap": 0.5},
]


def umpire_of(state: State) -> Umpire:
    hands = [[held.card for held in player.cards] for player in state.players]
    decks = [[held.card for held in deck] for deck in state.decks]
    own = [player.rule.card for player in state.players]
    rules = [*state.open, *own, state.hidden.card, *(held.card for held in state.stock)]
    return Umpire(state.first, hands, decks, rules, state.match.both)


def sight(view: View) -> Sight:
    sides = view.sides
    return Sight(
        [[(tower.letter, tower.sections) for tower in side.towers] for side in sides],
        [list(side.hand) for side in sides],
        [side.backs for side in sides],
        [side.rule for side in sides],
        [side.rivals_eye for side in sides],
        [list(side.dropped) for side in sides],
        view.hidden,
        list(view.eyes),
        list(view.decks),
        list(view.spent),
    )


def compare(asked: Sequence[Decision], state: State, umpire: Umpire, before: Sequence[int] = (0, 0)) -> None:
    """The question, every answer, the table for each viewer, and the points are the umpire's."""
    assert ("over" if state.phase == "interval" else state.phase) == umpire.stage
    for decision in asked:
        assert decision.seat == umpire.seat
        assert {normal(move) for move in decision.moves} == umpire.asked()
        assert len(decision.moves) == len(umpire.asked()), "nothing stands twice"
    for viewer in (None, 0, 1):
        assert sight(tuir.view(state, viewer)) == umpire.sight(viewer)
    points = zip(umpire.scores(), before, strict=True)
    assert tuir.score(state) == tuple((sum(both),) for both in points)


def chosen(dice: Random, decision: Decision, style: dict[str, float]) -> Move:
    """Choose by the style's favourite verbs, else a verb and then a move."""
    verbs = sorted({move.partition(":")[0] for move in decision.moves})
    wanted = next((v for v in style if v in verbs and dice.random() < style[v]), dice.choice(verbs))
    return dice.choice([move for move in decision.moves if move.startswith(f"{wanted}:")])


def play_through(seed: str, options: tuple[str, ...], style: dict[str, float], met: Counter[str]) -> None:
    dice, state = Random(f"umpire/{seed}"), tuir.setup(2, seed, options)
    umpire, turns, before = umpire_of(state), Counter[int](), [0, 0]
    while asked := tuir.decisions(state):
        if state.phase == "interval":
            compare((), state, umpire)
            before, state = umpire.scores(), second_game(state, asked)
            umpire = umpire_of(state)
            continue
        compare(asked, state, umpire, before)
        move = chosen(dice, asked[0], style)
        met[move.partition(":")[0]] += 1
        met["theirs"] += touches_theirs(state, move)
        met["two swaps and more to come"] += state.phase == "act" and len(umpire.dropped[umpire.seat]) > 1
        turns[umpire.seat] += not move.startswith("take")
        assert tuir.shows(state, asked[0].seat, move) == umpire.learners(move)
        state = tuir.apply(state, asked[0].seat, move)
        umpire.make(move)
    compare((), state, umpire, before)
    games = 1 + ("twice" in options)
    assert turns == {0: 9 * games, 1: 9 * games}  # U2, U17
    met["no tower at all"] += not all(umpire.rows)


def second_game(state: State, asked: Sequence[Decision]) -> State:
    """U17: the other player begins the second game, and everybody sees that it begins."""
    (decision,) = asked
    assert (decision.seat, decision.moves) == (1 - state.first, ("deal",))
    assert tuir.shows(state, decision.seat, "deal") == {None}
    after = tuir.apply(state, decision.seat, "deal")
    assert (after.first, after.turn, after.deeds) == (1 - state.first, 0, ())
    return after


def touches_theirs(state: State, move: Move) -> bool:
    verb, *args = move.split(":")
    theirs = [card for tower in state.players[1 - state.seat].towers for card in tower.sections]
    return verb in ("swap", "move") and not {*args[1:]}.isdisjoint(theirs)


@pytest.mark.parametrize("options", [("both",), ("both", "twice"), ("twice",), ("both", "short", "twice")])
@pytest.mark.parametrize("style", STYLES[::3], ids=["anything", "movers"])
def test_u4_u17_u18_sections_of_both_and_two_games_are_the_umpires(
    style: dict[str, float], options: tuple[str, ...]
) -> None:
    met = Counter[str]()
    for seed in range(8):
        play_through(f"options/{seed}", options, style, met)
    assert (met["theirs"] > 10) is ("both" in options), met


@pytest.mark.parametrize("style", STYLES, ids=["anything", "builders", "spies", "movers"])
def test_every_answer_the_table_and_the_points_of_whole_games_are_the_umpires(
    style: dict[str, float],
) -> None:
    """U1 to U6, U13, U16: who may do what, what comes of it, who knows what, who has what."""
    met = Counter[str]()
    for seed in range(40):
        play_through(str(seed), [(), ("short",), ("first:1",)][seed % 3], style, met)
    assert all(met[verb] > 5 for verb in ("build", "look", "rule", "swap", "move", "take")), met
    assert style != STYLES[2] or met["two swaps and more to come"] > 20, met


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_umpire_agrees_with_every_move_of_the_golden_logs(path: Path) -> None:
    kept = json.loads(path.read_text())
    state = tuir.setup(kept["seats"], kept["seed"], tuple(kept["options"]))
    umpire, before = umpire_of(state), [0, 0]
    for seat, move in kept["log"]:
        if move == "deal":
            compare((), state, umpire)
            before, state = umpire.scores(), second_game(state, tuir.decisions(state))
            umpire = umpire_of(state)
            continue
        compare(tuir.decisions(state), state, umpire, before)
        assert (seat, normal(move) in umpire.asked()) == (umpire.seat, True)
        state = tuir.apply(state, seat, move)
        umpire.make(move)
    compare(tuir.decisions(state), state, umpire, before)
    assert [[sum(both)] for both in zip(umpire.scores(), before, strict=True)] == kept["scores"]


# --- planted errors: each must be caught -----------------------------------------------------------


def without(word: str, decision: Decision) -> Decision:
    return replace(decision, moves=tuple(move for move in decision.moves if not move.startswith(word)))


def test_a_look_that_goes_missing_after_two_own_swaps_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = tuir.decisions

    def decisions(state: State) -> tuple[Decision, ...]:
        often = len(state.players[state.seat].dropped) > 1
        return tuple(without("look:rival" if often else "-", decision) for decision in honest(state))

    monkeypatch.setattr(tuir, "decisions", decisions)
    with pytest.raises(AssertionError, match="look:rival"):
        for seed in range(10):
            play_through(str(seed), (), STYLES[2], Counter())
