"""Why a move is good or bad in a game's own words, from what one seat sees before and after it."""

from typing import Any

from games.core import Game, Move, Seat, Text

MOST = 3  # reasons for one move
WORDS = 8  # of one reason, in English


def reasons_of(game: Game[Any, Any], state: Any, seat: Seat, move: Move) -> tuple[Text, ...]:
    """Return a game's reasons for a move; none if the game has no words for them.

    They come from the views of the seat alone, and are the same in every world that it thinks possible:
    a state that was dealt anew for the seat serves as well as the true one.
    """
    if (reasons := getattr(game, "reasons", None)) is None:
        return ()
    before, after = game.view(state, seat), game.view(game.apply(state, seat, move), seat)
    return tuple(reasons(before, move, after))
