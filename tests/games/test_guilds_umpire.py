"""Whole games of guilds under an umpire who knows only the rulesheet and the rulings."""

from collections import Counter
from random import Random

import pytest

from games import guilds
from games.core import Decision, Move
from games.guilds import state as rules_state
from games.guilds.state import State
from tests.games.guilds_umpire import Umpire, looks

OPTIONS = [(), ("component",), ("draft",), ("component", "draft")]


def umpire_of(state: State, supply: int) -> Umpire:
    board = [(tile.hex, tile.q, tile.r, tile.turn) for tile in state.board]
    return Umpire(board, state.hands, state.pool, state.first, state.component, supply)


def offered(decision: Decision) -> set[object]:
    found: set[object] = set()
    for move in decision.moves:
        verb, *args = move.split(":")
        if verb == "draft":
            found |= {looks((args[0], 0, 0, turn)) for turn in range(6)}
        else:
            found.add(looks((args[0], *map(int, args[1:]))) if verb == "hex" else move)  # type: ignore[arg-type]
    return found


def compare(state: State, umpire: Umpire) -> None:
    (decision,) = guilds.decisions(state)
    assert (decision.seat, state.phase) == (umpire.seat, umpire.stage)
    asked = umpire.asked()
    assert offered(decision) == asked
    assert len(decision.moves) == len(asked) // (6 if umpire.stage == "draft" else 1), "nothing stands twice"


def chosen(dice: Random, decision: Decision, eager: float, shy: float) -> Move:
    """Complete groups (they stand first) and build, or rest, or do anything."""
    if "rest" in decision.moves and dice.random() < shy:
        return "rest"
    return decision.moves[0] if dice.random() < eager else dice.choice(decision.moves)


def play_through(
    seats: int, seed: str, options: tuple[str, ...], met: Counter[str], supply: int = 20, shy: float = 0
) -> None:
    dice, state = Random(f"{seats}/{seed}/{options}"), guilds.setup(seats, seed, options)
    umpire, eager = umpire_of(state, supply), dice.choice((0.0, 0.5, 0.9))
    while asked := guilds.decisions(state):
        compare(state, umpire)
        move = chosen(dice, asked[0], eager, shy)
        met[move.partition(":")[0]] += 1
        met["only a tower"] += move[:5] == "tower" and not umpire.did
        state = guilds.apply(state, asked[0].seat, move)
        umpire.make(move)
    assert (state.ending, state.phase) == (umpire.ending, "over")
    assert list(guilds.score(state)) == umpire.scores()
    met[umpire.ending] += 1
    met["passed over"] += umpire.passed


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_question_and_the_end_of_whole_games_are_the_umpires(
    seats: int, options: tuple[str, ...]
) -> None:
    """G1 to G14: whose turn, every legal answer, what is skipped, when it ends and who has what."""
    met = Counter[str]()
    for seed in range(3):
        play_through(seats, str(seed), options, met)
    assert met["tower"] > 5 and met["hex"] > 10 and met["never"] + met["tenth"] == 3


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("component",)])
def test_with_few_tokens_seats_run_dry_are_passed_over_and_rounds_stand_still(
    options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """G3, G7, G14: the unusual ways of a game, reached by families of four to seven tokens."""
    dice, met = Random("few"), Counter[str]()
    for seed in range(40):
        supply = 4 + seed % 4
        monkeypatch.setattr(rules_state, "TOKENS", supply)
        play_through(2 + seed % 3, f"few/{seed}", options, met, supply, dice.choice((0.0, 0.7, 1.0)))
    assert met["passed over"] > 10 and met["only a tower"] and met["still"] and met["never"], met
