"""How far a game of guilds has gone: the light over the city goes by it."""

from games.guilds.state import TOKENS, TOWERS
from games.guilds.view import View


def progress(view: View) -> float:
    """Return 0 before the first token, 1 at the end: the towers of who leads, or the tokens on the board."""
    if view.phase == "over":
        return 1.0
    placed = 1 - sum(view.left) / (TOKENS * view.seats)
    return min(0.99, max(0.0, placed, max(view.towers) / TOWERS))
