"""A hint: the move that the architect would make, and why, in one sentence from its numbers."""

import math
from random import Random
from typing import NamedTuple

from games.ai.outlook import AnyGame, State
from games.ai.patience import Budget, undisturbed
from games.ai.search import Search
from games.ai.strengths import ARCHITECT
from games.ai.tree import Edge
from games.core import Decision, Label, Move, Text
from games.reasons import reasons_of

ALIKE = 0.5  # points: less than that is no difference worth a word


class Hint(NamedTuple):
    """What to do, what it brings, and the sentence that says so."""

    move: Move
    gain: float  # points ahead of where the seat stands now
    why: Text
    reasons: tuple[Text, ...] = ()  # in the game's words: what the move does


@undisturbed()
def hint(game: AnyGame, world: State, decision: Decision, dice: Random, budget: Budget) -> Hint:
    """Return what the architect would do, from a world dealt for the seat that asks."""
    view = game.view(world, decision.seat)
    if len(decision.moves) == 1:
        move = decision.moves[0]
        only = Text("{move} – there is nothing else to do.", move=named(game.label(view, move)))
        return Hint(move, 0.0, only, reasons_of(game, world, decision.seat, move))
    steering = ARCHITECT.steering
    search = Search(game, dice, steering)
    root = search.think(world, decision, budget.within(ARCHITECT.budget))
    best = root.best(steering.trust)
    gain = points(search, best)
    others = [edge for edge in root.tempting if edge is not best]
    next_best = max(others, key=lambda edge: (edge.visits, edge.value(steering.trust)))
    labels = [game.label(view, edge.move) for edge in (best, next_best)]
    why = sentence(labels[0], gain, labels[1], points(search, next_best))
    return Hint(best.move, gain, why, reasons_of(game, world, decision.seat, best.move))


def named(label: Label) -> Text:
    """Name a move with the menus that lead to it."""
    name = label.text
    for menu in reversed(label.path):
        name = Text("{menu} › {move}", menu=menu, move=name)
    return name


def points(search: Search, edge: Edge) -> float:
    """Return what a move brings, in points beyond where the seat stands now."""
    value = min(max(edge.value(search.steering.trust), 0.001), 0.999)
    return search.scale * math.log(value / (1 - value))


def sentence(label: Label, gain: float, other: Label, less: float) -> Text:
    """Say in one sentence what a move does, what that brings, and how the next best one compares."""
    words = {"move": named(label), "gain": signed(gain), "other": named(other), "less": signed(less)}
    if label.detail:
        words["why"] = label.detail
    match label.detail is not None, gain - less < ALIKE:
        case True, True:
            return Text("{move} ({why}) – about {gain}, but {other} is as good.", **words)
        case True, False:
            return Text("{move} ({why}) – about {gain}; next best {other}, about {less}.", **words)
        case False, True:
            return Text("{move} – about {gain}, but {other} is as good.", **words)
    return Text("{move} – about {gain}; next best {other}, about {less}.", **words)


def signed(points: float) -> Text:
    """Return points as one says them: +9, −2, ±0; the tenths of small numbers count."""
    size = round(abs(points), 1) if abs(points) < 2 else round(abs(points))
    if not size:
        return Text("±0")
    return Text("+{n}", n=size) if points > 0 else Text("−{n}", n=size)
