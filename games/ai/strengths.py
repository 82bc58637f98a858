"""The four strengths, named after people of the towns, and plain players to measure them with."""

from random import Random
from typing import NamedTuple

from games.ai.outlook import AnyGame, Outlook, State, by_score, one_ply, outlook_of
from games.ai.patience import Budget, undisturbed
from games.ai.search import STEERING, Search, Steering
from games.core import Decision, Move, Text

FREELY = Budget()
GREEDY_WORLDS = 4  # in which a player without a search looks at each move


class Strength(NamedTuple):
    """How well a computer plays: how much it looks at, and how often its mind wanders."""

    key: str
    name: Text
    budget: Budget  # what a move may cost at most
    steering: Steering = STEERING
    lapse: float = 0.0  # how often it takes a move that merely looks good at first sight


APPRENTICE = Strength(
    "apprentice", Text("Apprentice", ctx="computer player"), Budget(0), Steering(worlds=1), lapse=0.9
)
MASON = Strength("mason", Text("Mason", ctx="computer player"), Budget(0), Steering(worlds=2), lapse=0.4)
ARCHITECT = Strength("architect", Text("Architect", ctx="computer player"), Budget(60, 0.4), lapse=0.15)
PODESTA = Strength("podesta", Text("Podestà", ctx="computer player"), Budget(seconds=0.49))
STRENGTHS = {strength.key: strength for strength in (APPRENTICE, MASON, ARCHITECT, PODESTA)}


@undisturbed()
def thought(
    strength: Strength, game: AnyGame, world: State, decision: Decision, dice: Random, budget: Budget
) -> Move:
    """Return the move of a computer player, who knows nothing but a redealt world and its dice."""
    if len(decision.moves) == 1:
        return decision.moves[0]
    search = Search(game, dice, strength.steering)
    if dice.random() < strength.lapse:
        return search.first_sight(world, decision)
    return search.think(world, decision, budget.within(strength.budget)).best(strength.steering.trust).move


def best_at_a_glance(game: AnyGame, world: State, decision: Decision, dice: Random, outlook: Outlook) -> Move:
    """Return the move with the best outlook right after it, over a few worlds; ties by menu order."""
    seat, usual = decision.seat, one_ply(game, outlook)
    worlds = [game.redeal(world, seat, str(dice.random())) for _ in range(GREEDY_WORLDS)]
    looks = [usual(dealt, decision) for dealt in worlds]
    sums = [sum(column) for column in zip(*looks, strict=True)]
    return next(move for move, points in zip(decision.moves, sums, strict=True) if points > max(sums) - 1e-9)


def chosen_at_random(decision: Decision, dice: Random) -> Move:
    """Pick a verb, then a move of it."""
    verbs = sorted({move.partition(":")[0] for move in decision.moves})
    verb = verbs[int(dice.random() * len(verbs))]
    moves = [move for move in decision.moves if move.partition(":")[0] == verb]
    return moves[int(dice.random() * len(moves))]


PLAIN = ("outlook", "greedy", "random", "plain")
KEYS = (*STRENGTHS, *PLAIN)


def move_of(
    key: str, game: AnyGame, world: State, decision: Decision, dice: Random, budget: Budget = FREELY
) -> Move:
    """Return the move that the player of this key makes."""
    if key in STRENGTHS:
        return thought(STRENGTHS[key], game, world, decision, dice, budget)
    if key == "random":
        return chosen_at_random(decision, dice)
    if key == "plain":  # the strongest, with the score for an outlook: what an outlook is worth
        search = Search(game, dice, STEERING, by_score(game), one_ply(game, by_score(game)))
        return search.think(world, decision, budget.within(PODESTA.budget)).best(STEERING.trust).move
    outlook = outlook_of(game) if key == "outlook" else by_score(game)
    return best_at_a_glance(game, world, decision, dice, outlook)
