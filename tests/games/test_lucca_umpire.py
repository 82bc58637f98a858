"""Whole games of Lucca under an umpire who knows only the rulesheet: every question, order and pile."""

from collections import Counter
from random import Random

import pytest

from games import lucca
from games.core import Decision, Move, winners
from games.lucca.quarter import Quarter
from games.lucca.state import Choosing, Over, State
from tests.games.lucca_referee import Family
from tests.games.lucca_umpire import Umpire, normal

TABLES = [(seats, options) for seats in (2, 3, 4, 5) for options in ((), ("celebration",))]
ROUNDS = {2: 7, 3: 7, 4: 6, 5: 5}


def bold(dice: Random, decision: Decision) -> Move:
    """Mostly complete and open palaces; sometimes anything."""
    for wish in ("open", ":add", ":new") if dice.random() < 0.8 else ():
        if found := [move for move in decision.moves if wish in move]:
            return dice.choice(found)
    return dice.choice(decision.moves)


def stacks(quarter: Quarter) -> object:
    built = {palace.colour: list(palace.cards) for palace in quarter.building}
    rest = [[(p.colour, list(p.cards)) for p in area] for area in (quarter.complete, quarter.opened)]
    return built, *rest, len(quarter.walls), len(quarter.bastions)


def same(family: Family) -> object:
    return family.building, family.complete, family.opened, family.walls, family.bastions


def settled(state: State) -> set[int]:
    return {seat for seat, kept in enumerate(state.phase.kept) if kept}


def compare(state: State, umpire: Umpire, met: Counter[str]) -> None:
    """The game and the umpire agree on everything that lies on the table."""
    asked = lucca.decisions(state)
    assert {d.seat: {normal(move) for move in d.moves} for d in asked} == umpire.asked()
    assert all(len(set(map(normal, d.moves))) == len(d.moves) for d in asked), "no choice stands twice"
    if isinstance(state.phase, Choosing):
        assert {d.seat for d in asked if d.settled} == settled(state) == set(umpire.choices)
        return
    assert list(state.order) == umpire.order and state.round == umpire.round
    assert [stacks(quarter) for quarter in state.quarters] == [same(family) for family in umpire.families]
    assert sorted(state.discards) == sorted(umpire.discards)
    if state.city and umpire.city:
        *palaces, walls, bastions = stacks(state.city)  # type: ignore[misc]
        assert tuple(palaces) == (umpire.city.building, umpire.city.complete, []) and not walls
        met["city palace"] += bool(palaces[1])
        met["city bastion"] += bool(bastions)
    met["tie"] += len({family.shields() for family in umpire.families}) < state.seats
    met["wild"] += any("S500" in cards for family in umpire.families for cards in family.building.values())


def play_through(seats: int, seed: str, options: tuple[str, ...], met: Counter[str]) -> tuple[State, Umpire]:
    dice, state = Random(f"{seats}/{seed}/{options}"), lucca.setup(seats, seed, options)
    umpire = Umpire([[held.card for held in hand] for hand in state.phase.hands], state.triplets)
    while asked := lucca.decisions(state):
        compare(state, umpire, met)
        decision = dice.choice(asked)
        move = bold(dice, decision)
        met[":".join(move.split(":")[::2][:2]) if move.startswith("play") else move.split(":")[0]] += 1
        met[move] += move == "city:none"
        state = lucca.apply(state, decision.seat, move)
        if umpire.make(decision.seat, move) and not isinstance(state.phase, Over):
            umpire.begin(state.triplets)
    return state, umpire


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_question_of_whole_games_is_the_umpires(seats, options):
    """L1 to L12: who is asked, every legal answer, orders, palaces and discards, move by move."""
    met: Counter[str] = Counter()
    for seed in map(str, range(12)):
        state, umpire = play_through(seats, seed, options, met)
        assert umpire.round == ROUNDS[seats] and not state.deck
        assert list(state.order) == umpire.ranking(), "L9: a new order for the final openings"
        umpire.finish()
        assert [p._asdict() for p in state.points] == [family.points for family in umpire.families]
        totals = [(sum(f.points.values()), max(f.numbers())) for f in umpire.families]
        assert winners(lucca.score(state)) == tuple(s for s, t in enumerate(totals) if t == max(totals))
    assert met["open"] > 10 and met["tie"] > 10 and met["play:wall"] > 10
    assert not options or met["wild"]
    assert seats != 2 or (met["city palace"] and met["city bastion"])
