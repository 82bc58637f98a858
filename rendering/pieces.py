"""What games share: cards and backs, empty places, chips, and six colours with six signs."""

from functools import cache

from rendering.heraldry import Drawing
from rendering.scene import Box, Colour, Disc, Glyph, Line, Poly, Sprite
from rendering.theme import (
    BLUE,
    EDGE,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    PURPLE,
    RED,
    SOFT,
    WHITE,
    YELLOW,
    scaled,
)

# --- cards -----------------------------------------------------------------------------------------


def card(
    w: int, h: int, face: Drawing = (), fill: Colour = PAPER, line: Colour = INK, width: float = 2
) -> Sprite:
    """Return a card with what is drawn on it."""
    return Sprite(w, h, (Box(1, 1, w - 2, h - 2, fill, line, width, _round(w, h)), *face))


# The bell tower that stands on every card back, on a field of 100 x 100.
CAMPANILE: Drawing = (
    Poly(((50, 2), (66, 24), (34, 24)), PAPER),
    Box(32, 27, 36, 6, PAPER),
    *(Box(x, 33, 6, 18, PAPER) for x in (34, 47, 60)),
    Box(34, 51, 32, 38, PAPER),
    Box(28, 90, 44, 8, PAPER),
)


def back(w: int, h: int, sign: Drawing = (), fill: Colour = SOFT) -> Sprite:
    """Return a card from behind: with the bell tower, or a sign of its own; a large one has a rim."""
    inset, size = min(w, h) * 0.08, min(w, h) * 0.66
    rim = Box(inset, inset, w - 2 * inset, h - 2 * inset, "", PAPER, 2, _round(w, h) * 0.6)
    sign = sign or scaled(CAMPANILE, size / 100, (w - size) / 2, (h - size) / 2)
    return card(w, h, (rim, *sign) if min(w, h) >= 60 else sign, fill)


def slot(w: int, h: int, line: Colour = EDGE) -> Sprite:
    """Return an empty place."""
    return Sprite(w, h, (Box(1, 1, w - 2, h - 2, "", line, 3, _round(w, h)),))


def _round(w: float, h: float) -> float:
    """Return the radius of a card's corners."""
    return max(4.0, min(w, h) * 0.1)


# --- counts ----------------------------------------------------------------------------------------


@cache
def chip(sign: str, w: int, h: int, fill: Colour, ink: Colour = WHITE) -> Sprite:
    """Return a small plate with a sign as high as it can be: what something gives or costs."""
    return Sprite(w, h, (Box(0, 0, w, h, fill, ink, 2, h * 0.3), Glyph(w / 2, h / 2, sign, h * 0.96, ink)))


@cache
def tick(size: int, ink: Colour = GREEN, fill: Colour = "") -> Sprite:
    """Return a tick, on a disc if it has a colour."""
    disc = (Disc(50, 50, 48, fill, ink, 6),) if fill else ()
    line = Line(((26, 52), (42, 70), (74, 32)) if fill else ((8, 54), (34, 82), (92, 22)), ink, 13)
    return Sprite(size, size, scaled((*disc, line), size / 100))


# --- six colours, six signs ------------------------------------------------------------------------

PIECE_COLOURS: dict[str, Colour] = {
    "red": RED,
    "orange": ORANGE,
    "yellow": YELLOW,
    "green": GREEN,
    "blue": BLUE,
    "purple": PURPLE,
}

# Every colour has its heraldic sign, drawn on a field of 100 x 100, so that no one needs the colour.
SIGNS: dict[str, Drawing] = {
    "red": (Box(38, 8, 24, 84, WHITE), Box(8, 38, 84, 24, WHITE)),
    "orange": (Disc(50, 50, 38, WHITE),),
    "yellow": (Poly(((50, 4), (92, 50), (50, 96), (8, 50)), INK),),
    "green": (Poly(((6, 76), (50, 14), (94, 76), (94, 98), (50, 42), (6, 98)), WHITE),),
    "blue": tuple(Box(x, 0, 18, 100, WHITE) for x in (12, 41, 70)),
    "purple": (
        Poly(((6, 22), (22, 6), (94, 78), (78, 94)), WHITE),
        Poly(((78, 6), (94, 22), (22, 94), (6, 78)), WHITE),
    ),
    "": tuple(Disc(x, y, 11, RED) for x, y in ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74))),
}


@cache
def field(colour: str, size: int) -> Sprite:
    """Return a colour with its sign; any colour ("") is white with five dots."""
    ground = Box(0, 0, size, size, PIECE_COLOURS.get(colour, WHITE), INK, 1.5, size * 0.14)
    return Sprite(size, size, (ground, *scaled(SIGNS[colour], size * 0.0076, size * 0.12, size * 0.12)))
