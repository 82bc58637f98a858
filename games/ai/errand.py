"""What is sent to a process that thinks: nothing that the seat may not know, and nothing but plain records.

The host makes the errand: it deals one world anew, with dice of its own, and sends that. Further worlds are
dealt from it on the other side: to deal the unknown anew twice is the same as once, and the tests hold every
game to it. The true state, the order of the deck and the seed of the deal stay where they are.
"""

from random import Random
from typing import NamedTuple

from games import GAMES
from games.ai.outlook import AnyGame, State
from games.ai.patience import Budget
from games.ai.strengths import move_of
from games.core import Move, Seat, offer


class NoQuestion(ValueError):
    """The seat is not asked anything, or by other rules than ours."""


class Errand(NamedTuple):
    """One question to think about, for one seat."""

    game: str
    edition: int
    world: State  # dealt anew for the seat
    seat: Seat
    player: str  # the key of a strength, or of a plain player
    dice: str
    budget: Budget


def prepared(game: AnyGame, state: State, seat: Seat, player: str, dice: str, budget: Budget) -> Errand:
    """Return an errand for the question put to a seat; `dice` must not come from the seed of the deal."""
    world = game.redeal(state, seat, f"{dice}/world")
    return Errand(game.KEY, game.EDITION, world, seat, player, f"{dice}/thoughts", budget)


def done(errand: Errand) -> Move:
    """Think in whatever process this is, and return a move that is on offer."""
    game = GAMES[errand.game]
    asked = offer(game, errand.world, errand.seat)
    if errand.edition != game.EDITION or asked is None:
        raise NoQuestion(f"{errand.game}, edition {errand.edition}: seat {errand.seat} is not asked")
    return move_of(errand.player, game, errand.world, asked, Random(errand.dice), errand.budget)
