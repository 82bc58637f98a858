"""Who stands where: towers, then tokens on the board."""

from games.core import Score
from games.guilds.state import State


def score(state: State) -> tuple[Score, ...]:
    """Return towers, then tokens on the board (G8)."""
    return tuple(
        [
            (towers.bit_count(), firsts.bit_count() + seconds.bit_count())
            for firsts, seconds, towers in state.families
        ]
    )
