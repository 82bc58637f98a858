"""What is sent to a process that thinks: nothing that the seat may not know, and nothing but plain records.

The host makes the errand: it deals one world anew, with dice of its own, and sends that. Further worlds are
dealt from it on the other side: to deal the unknown anew twice is the same as once, and the tests hold every
game to it. The true state, the order of the deck and the seed of the deal stay where they are.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from games import GAMES
from games.ai.hint import Hint, hint
from games.ai.outlook import AnyGame, State
from games.ai.patience import Budget
from games.ai.review import SECONDS, SIMULATIONS, Judged, Log, Review, concluded, steps
from games.ai.strengths import move_of
from games.core import Decision, Move, Seat, offer


class NoQuestion(ValueError):
    """The seat is not asked anything, or by other rules than ours."""


class MoveRequest(NamedTuple):
    """One question to think about, for one seat."""

    game: str
    edition: int
    world: State  # dealt anew for the seat
    seat: Seat
    player: str  # the key of a strength, or of a plain player
    dice: str
    budget: Budget


def prepared(game: AnyGame, state: State, seat: Seat, player: str, dice: str, budget: Budget) -> MoveRequest:
    """Return an errand for the question put to a seat; `dice` must not come from the seed of the deal."""
    world = game.redeal(state, seat, f"{dice}/world")
    return MoveRequest(game.KEY, game.EDITION, world, seat, player, f"{dice}/thoughts", budget)


def done(errand: MoveRequest, rules: AnyGame | None = None) -> Move:
    """Think in whatever process this is, and return a move that is on offer; `rules` if not today's."""
    game, asked = _asked(errand, rules)
    return move_of(errand.player, game, errand.world, asked, Random(errand.dice), errand.budget)


def hinted(errand: MoveRequest, rules: AnyGame | None = None) -> Hint:
    """Think in whatever process this is, and return what the architect would do and why."""
    game, asked = _asked(errand, rules)
    return hint(game, errand.world, asked, Random(errand.dice), errand.budget)


def _asked(errand: MoveRequest, rules: AnyGame | None) -> tuple[AnyGame, Decision]:
    """Return the rules by which an errand is done, and its question."""
    game = rules or GAMES[errand.game]
    asked = offer(game, errand.world, errand.seat) if errand.edition == game.EDITION else None
    if asked is None:
        raise NoQuestion(f"{errand.game}, edition {errand.edition}: seat {errand.seat} is not asked")
    return game, asked


# --- a finished game, in which nothing is secret any more ------------------------------------------


class ReviewRequest(NamedTuple):
    """A finished game to look back at."""

    game: str
    edition: int
    seats: int
    seed: str
    options: tuple[str, ...]
    log: tuple[tuple[Seat, Move], ...]
    seconds: float = SECONDS
    simulations: int = SIMULATIONS


def remembered(
    game: AnyGame, seats: int, seed: str, options: tuple[str, ...], log: Log, seconds: float = SECONDS
) -> ReviewRequest:
    """Return a game of today's rules to look back at; it must be over, for its seed goes along."""
    return ReviewRequest(game.KEY, game.EDITION, seats, seed, options, tuple(log), seconds)


def reviewed(memoir: ReviewRequest) -> Review:
    """Look back at a game in whatever process this is."""
    judged = [mark for _, mark in pieces(memoir) if mark]
    return concluded(GAMES[memoir.game], *memoir[2:5], memoir.log, judged)


def pieces(memoir: ReviewRequest, rules: AnyGame | None = None) -> Iterator[tuple[int, Judged | None]]:
    """Yield move by move how many are judged, for a word on how far it is; `concluded` makes it a review."""
    game = rules or GAMES[memoir.game]
    if memoir.edition != game.EDITION:
        raise NoQuestion(f"{memoir.game}, edition {memoir.edition}: other rules than ours")
    judged = steps(game, *memoir[2:5], memoir.log, seconds=memoir.seconds, simulations=memoir.simulations)
    return enumerate(judged, 1)
