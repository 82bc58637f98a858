"""Edition 1: the end did not foresee that everybody must place tokens (G7), so some games lasted longer."""

from collections.abc import Sequence

from games.guilds import rules
from games.guilds.state import State

__all__ = ["setup"]


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Deal as ever, and remember by which edition the end is judged."""
    return rules.setup(seats, seed, options)._replace(edition=1)
