"""Edition 1: own towers withheld the marker, fine stones were no Guards, a Palazzo late (T14, T21, T24)."""

from collections.abc import Sequence

from games.towers import rules
from games.towers.state import State

__all__ = ["setup"]


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Deal as ever, and remember by which edition the game is judged."""
    return rules.setup(seats, seed, options)._replace(edition=1)
