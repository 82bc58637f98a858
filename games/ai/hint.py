"""A hint: the move that the architect would make, and why, in one sentence from its numbers."""

import math
from random import Random
from typing import NamedTuple

from games.ai.outlook import AnyGame, State
from games.ai.patience import Budget
from games.ai.search import Search
from games.ai.strengths import ARCHITECT
from games.ai.tree import Edge
from games.core import Decision, Move, Text

ALIKE = 0.5  # points: less than that is no difference worth a word


class Hint(NamedTuple):
    """What to do, what it brings, and the sentence that says so."""

    move: Move
    gain: float  # points ahead of where the seat stands now
    why: Text


def hint(game: AnyGame, world: State, decision: Decision, dice: Random, budget: Budget) -> Hint:
    """Return what the architect would do, from a world dealt for the seat that asks."""
    view = game.view(world, decision.seat)
    if len(decision.moves) == 1:
        move = decision.moves[0]
        return Hint(move, 0.0, Text("{move}: there is nothing else to do.", move=game.label(view, move).text))
    steering = ARCHITECT.steering
    search = Search(game, dice, steering)
    root = search.think(world, decision, budget.within(ARCHITECT.budget))
    best = root.best(steering.trust)
    gain = points(search, best)
    others = [edge for edge in root.tempting if edge is not best]
    next_best = max(others, key=lambda edge: (edge.visits, edge.value(steering.trust)))
    texts = [game.label(view, edge.move).text for edge in (best, next_best)]
    return Hint(best.move, gain, sentence(texts[0], gain, texts[1], points(search, next_best)))


def points(search: Search, edge: Edge) -> float:
    """Return what a move brings, in points beyond where the seat stands now."""
    value = min(max(edge.value(search.steering.trust), 0.001), 0.999)
    return search.scale * math.log(value / (1 - value))


def sentence(move: Text, gain: float, other: Text, less: float) -> Text:
    """Say what a move brings, and how the next best one compares."""
    if gain - less < ALIKE:
        return Text("{move}: about {gain}. {other} is as good.", move=move, gain=signed(gain), other=other)
    return Text(
        "{move}: about {gain}. The next best, {other}: about {less}.",
        move=move,
        gain=signed(gain),
        other=other,
        less=signed(less),
    )


def signed(points: float) -> Text:
    """Return points as one says them: +9, −2, ±0; the tenths of small numbers count."""
    size = round(abs(points), 1) if abs(points) < 2 else round(abs(points))
    if not size:
        return Text("±0")
    return Text("+{n}", n=size) if points > 0 else Text("−{n}", n=size)
