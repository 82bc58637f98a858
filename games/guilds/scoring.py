"""Who stands where: towers, then tokens on the board."""

from games.core import Score
from games.guilds.state import State


def score(state: State) -> tuple[Score, ...]:
    """Return towers, then tokens on the board (G8)."""
    return tuple(
        [(towers.bit_count(), one.bit_count() + two.bit_count()) for one, two, towers in state.families]
    )
