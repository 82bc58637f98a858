"""The table as a picture."""

from games.core import Move
from games.tuir.view import View
from rendering import theme
from rendering.scene import Scene


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    return Scene(theme.W, 400, theme.GROUND, ())
