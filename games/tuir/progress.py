"""How far a game of Túir has gone: the sky over the cities goes by it."""

from games.tuir.state import TURNS
from games.tuir.view import View


def progress(view: View) -> float:
    """Return the part of the turns that are over: 0 in the first, 1 at the end."""
    return 1.0 if view.phase == "over" else min(0.99, view.turn / TURNS)
