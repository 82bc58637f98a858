"""Looking back at a finished game: everybody's chances move by move, what cost most, and what was luck.

Each decision is judged by what its player knew then: worlds dealt anew for that seat, and a search in them.
What a better move would have brought is what the decision cost; all else that changes the chances is luck.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from games.ai.hint import points
from games.ai.outlook import AnyGame, State, outlook_of, shares
from games.ai.patience import Budget, now, undisturbed
from games.ai.search import STEERING, Search
from games.core import Move, Seat, chance, offer

SECONDS = 50.0  # of one core for a whole review
SIMULATIONS = 400  # for a decision at most
LEAST = 12  # simulations that the move that was made is given
WORST = 3  # decisions that are told
CALM = 0.5  # points that a game swings in a move at least
DOUBT = 0.02  # of the chance to win: a search cannot tell a smaller cost from none


class Judged(NamedTuple):
    """One decision: how its player stood, with the best move found and with the one that was made."""

    row: int
    seat: Seat
    move: Move
    better: Move
    stood: float  # points ahead before it, as the player could see
    best: float  # points that the best move adds to that
    made: float


class Mistake(NamedTuple):
    """A decision that cost something, and what would have been better."""

    row: int
    seat: Seat
    move: Move
    better: Move
    cost: float  # of the chance to win


class Review(NamedTuple):
    """A game looked back at."""

    chances: tuple[tuple[float, ...], ...]  # before each move and at the end, for each seat
    mistakes: tuple[Mistake, ...]  # the costliest first
    decisions: tuple[float, ...]  # what each seat's own decisions cost it
    gifts: tuple[float, ...]  # what the others' decisions gave it
    luck: tuple[float, ...]  # what the cards did


Log = Sequence[tuple[Seat, Move]]


def review(
    game: AnyGame,
    seats: int,
    seed: str,
    options: Sequence[str],
    log: Log,
    *,
    seconds: float = SECONDS,
    simulations: int = SIMULATIONS,
) -> Review:
    """Look back at a game; `steps` does the same in pieces, for a word on how far it is."""
    judged = list(steps(game, seats, seed, options, log, seconds=seconds, simulations=simulations))
    return concluded(game, seats, seed, options, log, [mark for mark in judged if mark])


def steps(
    game: AnyGame,
    seats: int,
    seed: str,
    options: Sequence[str],
    log: Log,
    *,
    seconds: float = SECONDS,
    simulations: int = SIMULATIONS,
) -> Iterator[Judged | None]:
    """Yield a judgement for each move of the log, None where there was no choice; within the time in all."""
    state, until = game.setup(seats, seed, options), now() + seconds
    for row, (seat, move) in enumerate(log):
        budget = Budget(simulations, max(0.0, until - now()) / (len(log) - row))
        yield _judged(game, state, seat, move, row, budget)
        state = game.apply(state, seat, move)


@undisturbed()
def _judged(game: AnyGame, state: State, seat: Seat, move: Move, row: int, budget: Budget) -> Judged | None:
    decision = offer(game, state, seat)
    if decision is None or len(decision.moves) == 1:
        return None
    search = Search(game, Random(f"review/{row}"))
    root = search.think(game.redeal(state, seat, f"review/{row}"), decision, budget)
    best, made = root.best(STEERING.trust), root.edges[move]
    for edge in (best, made):  # a fair look at both; which one is best was settled before
        search.insist(decision, edge.move, LEAST)
    gains = points(search, best), points(search, made)
    better = best.move if gains[0] > gains[1] else move
    return Judged(row, seat, move, better, search.base[seat], max(gains), gains[1])


# --- what follows from it ----------------------------------------------------------------------------


def concluded(
    game: AnyGame, seats: int, seed: str, options: Sequence[str], log: Log, judged: Sequence[Judged]
) -> Review:
    """Return chances, mistakes, and what was luck."""
    leads, end = _leads(game, seats, seed, options, log)
    swing = _swing(leads)
    chances = [_chances(row, swing, len(log) - n) for n, row in enumerate(leads[:-1])]
    chances.append(tuple(shares(game, end)))
    costs = [_cost(mark, swing, len(log) - mark.row) for mark in judged]
    worst = sorted([cost for cost in costs if cost.cost > 0], key=lambda cost: -cost.cost)[:WORST]
    lost = [sum([cost.cost for cost in costs if cost.seat == seat]) for seat in range(seats)]
    gifts = [(sum(lost) - own) / (seats - 1) for own in lost]
    luck = [
        last - first + own - gift
        for first, last, own, gift in zip(chances[0], chances[-1], lost, gifts, strict=True)
    ]
    return Review(tuple(chances), tuple(worst), tuple(lost), tuple(gifts), tuple(luck))


def _leads(
    game: AnyGame, seats: int, seed: str, options: Sequence[str], log: Log
) -> tuple[list[list[float]], State]:
    """Return how far each seat was ahead before each move and at the end, and the end."""
    state, outlook = game.setup(seats, seed, options), outlook_of(game)
    leads = [[outlook(state, seat) for seat in range(seats)]]
    for seat, move in log:
        state = game.apply(state, seat, move)
        leads.append([outlook(state, one) for one in range(seats)])
    return leads, state


def _swing(leads: Sequence[Sequence[float]]) -> float:
    """Return by how many points the game swung in a move, as a root of the mean square."""
    pairs = pairwise(leads)
    squares = [(b - a) ** 2 for before, after in pairs for a, b in zip(before, after, strict=True)]
    return max(CALM, math.sqrt(sum(squares) / len(squares))) if squares else CALM


def _win(lead: float, swing: float, left: int) -> float:
    """Return the chance to stay ahead while so many moves may still swing the game."""
    return chance(1.6 * lead / (swing * math.sqrt(left + 1)))


def _chances(leads: Sequence[float], swing: float, left: int) -> tuple[float, ...]:
    """Return everybody's chance to win; together they are 1."""
    odds = [_win(lead, swing, left) for lead in leads]
    whole = sum(odds) or 1.0
    return tuple([chance / whole for chance in odds])


def _cost(mark: Judged, swing: float, left: int) -> Mistake:
    """Return what a decision cost of the chance to win."""
    best, made = (_win(mark.stood + gain, swing, left) for gain in (mark.best, mark.made))
    cost = best - made if best - made > DOUBT else 0.0
    return Mistake(mark.row, mark.seat, mark.move, mark.better, cost)
