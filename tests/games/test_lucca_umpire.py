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
TRIPLETS = {2: 4, 3: 4, 4: 5, 5: 6}


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
    assert [p._asdict() for p in state.points] == [family.points for family in umpire.families]
    assert [stacks(quarter) for quarter in state.quarters] == [same(family) for family in umpire.families]
    assert sorted(state.discards) == sorted(umpire.discards)
    if state.city and umpire.city:
        *palaces, walls, bastions = stacks(state.city)  # type: ignore[misc]
        assert tuple(palaces) == (umpire.city.building, umpire.city.complete, []) and not walls
        met["city palace"] += bool(palaces[1])
        met["city bastion"] += bool(bastions)
    rows = lucca.page(lucca.view(state, None)).grid
    assert [list(column) for column in zip(*(row.cells for row in rows), strict=True)] == [
        grid(family) for family in umpire.families
    ]
    for row in rows:
        met[row.name.id] += any(cell != "0" for cell in row.cells)
    met["tie"] += len({family.shields() for family in umpire.families}) < state.seats
    met["wild"] += any("S500" in cards for family in umpire.families for cards in family.building.values())


def play_through(seats: int, seed: str, options: tuple[str, ...], met: Counter[str]) -> tuple[State, Umpire]:
    dice, state = Random(f"{seats}/{seed}/{options}"), lucca.setup(seats, seed, options)
    umpire = Umpire([[held.card for held in hand] for hand in state.phase.hands], state.triplets)
    while umpire.stage != "over":
        compare(state, umpire, met)
        decision = dice.choice(lucca.decisions(state))
        move = bold(dice, decision)
        met[":".join(move.split(":")[::2][:2]) if move.startswith("play") else move.split(":")[0]] += 1
        hidden = {held.card for held in state.deck}
        state = lucca.apply(state, decision.seat, move)
        if umpire.make(decision.seat, move):
            assert [len(cards) for cards in state.triplets] == [3] * TRIPLETS[seats]
            assert {card for cards in state.triplets for card in cards} <= hidden
            umpire.begin(state.triplets)
    return state, umpire


def grid(family: Family) -> list[str]:
    """Return what a family's column of the grid must say: its points by origin, and their sum (L13)."""
    windows, openings, walls, numbers = (
        family.points[part] for part in ("windows", "openings", "walls", "numbers")
    )
    gift = {-3: "-3", 0: "0", 3: "+3"}[numbers]
    return [str(windows), str(openings), str(walls), gift, str(windows + openings + walls + numbers)]


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_question_of_whole_games_is_the_umpires(seats, options):
    """L1 to L13: who is asked, every legal answer, orders, palaces, discards and points, move by move."""
    met: Counter[str] = Counter()
    for seed in map(str, range(12)):
        state, umpire = play_through(seats, seed, options, met)
        compare(state, umpire, met)  # L12: the game is over when the umpire says so, not before
        assert isinstance(state.phase, Over) and not state.deck
        assert not any(state.triplets), "what was left is discarded"
        totals = [(sum(f.points.values()), max(f.numbers())) for f in umpire.families]
        assert winners(lucca.score(state)) == tuple(s for s, t in enumerate(totals) if t == max(totals))
    assert met["open"] > 10 and met["tie"] > 10 and met["play:wall"] > 10
    assert met["Windows"] and met["Openings"] and met["Walls"] and met["Numbers"]
    assert not options or met["wild"]
    assert seats != 2 or (met["city palace"] and met["city bastion"])
