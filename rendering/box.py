"""The boxes of the games as a series: one evening, one frame, and what each game builds in front of it."""

from rendering import sky, theme
from rendering.heraldry import Drawing
from rendering.marks import frame
from rendering.scene import Scene

W, H = theme.W, 300
BOX_MARGIN = 12
GROUND = 250  # where things stand


def boxed(things: Drawing, split: float = 0.62) -> Scene:
    """Return a box: the things before dusk, hills and a stream that runs at `split` of the width."""
    w = W - 2 * BOX_MARGIN
    place = (
        *sky.dusk(BOX_MARGIN, BOX_MARGIN, w, GROUND - BOX_MARGIN + 10),
        *sky.hills(BOX_MARGIN, GROUND, w, BOX_MARGIN + w * split, H - BOX_MARGIN),
    )
    return Scene(W, H, theme.GROUND, (*place, *things, *frame(W, H)))
