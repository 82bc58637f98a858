"""Who stands where: towers, then tokens on the board."""

from games.core import Score
from games.guilds.state import TOKENS, State


def score(state: State) -> tuple[Score, ...]:
    """Return towers, then tokens on the board (G8)."""
    return tuple([(state.towers(seat), TOKENS - state.tokens_left(seat)) for seat in range(state.seats)])
