"""How well a seat stands and how promising its moves look: the game's own words for it, or the score's."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from games.core import Decision, Game, Score, Seat, winners

State = Any
AnyGame = Game[Any, Any]
Outlook = Callable[[State, Seat], float]
Sketch = Callable[[State, Callable[[], float]], Sequence[float]]  # with dice that say 0 to 1
Usual = Callable[[State, Decision], Sequence[float]]

TIE = 0.01  # what a tie-breaker weighs beside a point


def worth(score: Score) -> float:
    """Return a score as one number; tie-breakers weigh little."""
    return score[0] + TIE * sum(score[1:])


def lead(own: Sequence[float], seat: Seat) -> float:
    """Return how far a seat is ahead of its best rival."""
    return own[seat] - max([points for other, points in enumerate(own) if other != seat])


def by_score(game: AnyGame) -> Outlook:
    """Return the outlook that every game has: the own score less the best rival's."""
    return lambda state, seat: lead([worth(score) for score in game.score(state)], seat)


def outlook_of(game: AnyGame) -> Outlook:
    """Return a game's own outlook, or the one by score."""
    return getattr(game, "outlook", None) or by_score(game)


def one_ply(game: AnyGame, outlook: Outlook) -> Usual:
    """Return the usual promise of a move: the outlook right after it."""

    def usual(state: State, decision: Decision) -> list[float]:
        seat, apply = decision.seat, game.apply
        return [outlook(apply(state, seat, move), seat) for move in decision.moves]

    return usual


def usual_of(game: AnyGame) -> Usual:
    """Return a game's own word on how promising moves look, or the outlook right after them."""
    return getattr(game, "usual", None) or one_ply(game, outlook_of(game))


def sketch_of(game: AnyGame) -> Sketch | None:
    """Return how a game is played on quickly to see who is ahead in the end, if it says so."""
    return cast(Sketch | None, getattr(game, "sketch", None))


def shares(game: AnyGame, state: State) -> list[float]:
    """Return each seat's share of the win at the end of a game."""
    scores = game.score(state)
    best = winners(scores)
    return [1 / len(best) if seat in best else 0.0 for seat in range(len(scores))]


def waiting(asked: Sequence[Decision], seat: Seat, again: bool = False) -> Decision:
    """Return the question to answer next: the seat's own, once or `again`, else the first that waits."""
    if len(asked) == 1:
        return asked[0]
    open_ones = [d for d in asked if not d.settled or (again and d.seat == seat)] or list(asked)
    return next((d for d in open_ones if d.seat == seat), open_ones[0])
