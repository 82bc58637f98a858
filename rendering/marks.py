"""The signs that mean the same in every game: last move, choice, turn, winner, deck and round."""

from functools import cache
from math import cos, pi, sin

from rendering.heraldry import Drawing, shield
from rendering.scene import Box, Colour, Disc, Glyph, Line, Placed, Poly, Sprite
from rendering.theme import (
    EDGE,
    GOLD,
    INK,
    LEAF,
    MARK,
    PAPER,
    PLAIN,
    SEAT_COLOURS,
    SMALL,
    SOFT,
    TERRACOTTA,
    WHITE,
    ink_on,
    mixed,
    scaled,
)

FITTING = {1: 0.72, 2: 0.66, 3: 0.55}  # a sign of so many letters fills its disc


@cache
def badge(sign: str, size: int = 44, fill: Colour = PAPER, ink: Colour = INK) -> Sprite:
    """Return a count or a name on a disc."""
    c = size / 2
    disc = Disc(c, c, c - 2, fill, ink, 2)
    return Sprite(size, size, (disc, Glyph(c, c, sign, size * FITTING.get(len(sign), 0.45), ink)))


def letter(sign: str, size: int = 44, live: bool = True) -> Sprite:
    """Return the badge that names a thing in picture and menus: violet when the menus speak of it."""
    return badge(sign, size, MARK, WHITE) if live else badge(sign, size)


# --- what may be chosen now: violet corner ticks, with the menu's letter ---------------------------


def ticks(x: float, y: float, w: float, h: float, sign: str = "", size: int = 44) -> Drawing:
    """Set violet ticks at the corners of what the menus speak of, and its letter at the first corner."""
    corners = Placed(round(x) - 10, round(y) - 10, _corners(round(w) + 20, round(h) + 20))
    if not sign:
        return (corners,)
    return corners, Placed(x - size * 0.45, y - size * 0.45, letter(sign, size))


@cache
def _corners(w: int, h: int) -> Sprite:
    reach = max(12.0, min(w, h) * 0.26)
    paths = []
    for sx, sy in ((0, 0), (1, 0), (1, 1), (0, 1)):
        x, y = (w - 6.0 if sx else 6.0), (h - 6.0 if sy else 6.0)
        dx, dy = (-reach if sx else reach), (-reach if sy else reach)
        paths.append(((x + dx, y), (x, y), (x, y + dy)))
    cased = ((INK, 12.0), (WHITE, 9.5), (MARK, 6.0))  # whatever the ground is, an edge is seen
    return Sprite(w, h, tuple(Line(path, ink, width) for ink, width in cased for path in paths))


# --- the last move: a gold halo with the number of its step -----------------------------------------


def halo(x: float, y: float, w: float, h: float, step: int = 0) -> Drawing:
    """Ring what has just been built, moved or taken, in gold; several steps are numbered."""
    radius = max(4.0, min(w, h) * 0.1)
    rings = (
        Box(x - 9, y - 9, w + 18, h + 18, "", INK, 9, radius + 8),
        Box(x - 7.5, y - 7.5, w + 15, h + 15, "", GOLD, 5.5, radius + 6),
        Box(x - 2, y - 2, w + 4, h + 4, "", WHITE, 1.5, radius + 1),
    )
    return (*rings, step_sign(x + w + 4, y - 4, step)) if step else rings


def aura(x: float, y: float, w: float, h: float) -> Drawing:
    """Return a halo to be put behind what it praises: nothing of it lies on the thing."""
    return (
        Box(x - 9, y - 9, w + 18, h + 18, INK, radius=8),
        Box(x - 7.5, y - 7.5, w + 15, h + 15, GOLD, radius=7),
        Box(x - 2, y - 2, w + 4, h + 4, WHITE, radius=2),
    )


def step_sign(x: float, y: float, step: int) -> Placed:
    """Put the number of a step around a point."""
    return Placed(x - 19, y - 19, badge(str(step), 38, GOLD))


# --- whose turn: a ribbon unrolled from the seat's shield -------------------------------------------


@cache
def ribbon(seat: int, w: int, h: int = 44, left: bool = False) -> Sprite:
    """Return a ribbon in a seat's colour: it comes from under the shield and ends in a fork."""
    fill, fold = SEAT_COLOURS[seat], mixed(SEAT_COLOURS[seat], INK)
    y0, y1 = h * 0.12, h * 0.76
    cloth = ((0, y0), (w - 4, y0), (w - h * 0.42, (y0 + y1) / 2), (w - 4, y1), (0, y1))
    under = ((h * 0.1, y1), (h * 0.55, y1), (h * 0.55, h - 2))
    seams = tuple(((0.0, y), (w - h * 0.34, y)) for y in (y0 + h * 0.1, y1 - h * 0.1))
    items = (Poly(under, fold, INK, 2), Poly(cloth, fill, INK, 2.5))
    lines = tuple(Line(seam, mixed(fill, PAPER), 2) for seam in seams)
    drawn: Drawing = (*items, *lines)
    return Sprite(w, h, flipped(drawn, w) if left else drawn)


def flipped(items: Drawing, w: float) -> Drawing:
    """Return polygons and lines as in a mirror."""
    turned = []
    for item in items:
        assert isinstance(item, (Poly, Line)), "only polygons and lines are turned"
        points = tuple((w - x, y) for x, y in item.points)
        turned.append(
            Poly(points, item.fill, item.line, item.width)
            if isinstance(item, Poly)
            else Line(points, item.line, item.width)
        )
    return tuple(turned)


def family(seat: int, x: float, y: float, size: int, turn: int = 0, won: bool = False) -> Drawing:
    """Put a seat's shield; with a ribbon of `turn` pixels when it is to move, in laurel when it has won.

    A negative `turn` unrolls the ribbon to the left.
    """
    arms = Placed(x, y, shield(seat, size))
    if won:
        wreath = round(size * 1.5)
        off = (wreath - size) / 2
        return Placed(x - off, y - off, laurel(wreath)), arms
    if not turn:
        return (arms,)
    h, w = round(size * 0.72), abs(turn) + size // 2
    at = x + size / 2 if turn > 0 else x + size / 2 - w
    return Placed(at, y + size * 0.14, ribbon(seat, w, h, turn < 0)), arms


def plate(x: float, y: float, w: float, h: float, seat: int, live: bool, won: bool = False) -> Box:
    """Return a player's ground: framed in their colour when they are to move, gold when they have won."""
    line, width = (GOLD, 7) if won else (SEAT_COLOURS[seat], 6) if live else (EDGE, 2)
    return Box(x, y, w, h, PAPER, line, width, 13)


# --- the winner: laurel and banner ------------------------------------------------------------------


@cache
def laurel(size: int) -> Sprite:
    """Return a wreath, open at the top: it goes around a shield."""
    twig, leaves = [], []
    for side in (-1, 1):
        arc = [(pi / 2 + side * pi * 0.86 * t / 16) for t in range(17)]
        twig.append(Line(tuple((50 + 42 * cos(a), 50 + 42 * sin(a)) for a in arc), mixed(LEAF, INK), 3))
        for n, a in enumerate(arc[1:]):
            for lean in (0.5, -0.5):
                leaves.append(_leaf(50 + 42 * cos(a), 50 + 42 * sin(a), a + side * (pi / 2 + lean), n % 2))
    return Sprite(size, size, scaled((*twig, *leaves, Disc(50, 92, 5, GOLD, INK, 1.5)), size / 100))


def _leaf(x: float, y: float, way: float, shade: int) -> Poly:
    dx, dy = cos(way), sin(way)
    points = ((0.0, 0.0), (6.0, 3.0), (13.0, 0.0), (6.0, -3.0))
    fill = LEAF if shade else mixed(LEAF, PAPER)
    return Poly(tuple((x + a * dx - b * dy, y + a * dy + b * dx) for a, b in points), fill)


@cache
def banner(seat: int, w: int, h: int, sign: str = "") -> Sprite:
    """Return a hanging banner with the seat's shield, and a number below it."""
    fill = SEAT_COLOURS[seat]
    cloth = ((3, 8), (w - 3, 8), (w - 3, h - 4), (w / 2, h - w * 0.24), (3, h - 4))
    size = round(min(w * 0.66, h * 0.4 if sign else h * 0.5))
    rod = Box(0, 2, w, 7, GOLD, INK, 2, 3)
    trim = Line(((8, 15), (w - 8, 15)), mixed(fill, PAPER), 3)
    number = (Glyph(w / 2, h * 0.69, sign, min(PLAIN, w * 0.8 / len(sign)), ink_on(fill)),) if sign else ()
    return Sprite(
        w,
        h,
        (
            Poly(cloth, fill, INK, 2.5),
            trim,
            rod,
            Placed((w - size) / 2, 18, shield(seat, size)),
            *number,
        ),
    )


# --- one corner for deck and round ------------------------------------------------------------------


def corner(right: float, y: float, deck: int | None = None, turn: str = "") -> Drawing:
    """Put the round ("5/18") and what is left of the deck into the corner, from the right."""
    items: list[Placed] = []
    for sprite in (_round(turn) if turn else None, _deck(deck) if deck is not None else None):
        if sprite:
            right -= sprite.w
            items.append(Placed(right, y, sprite))
            right -= 8
    return tuple(items)


@cache
def _round(turn: str) -> Sprite:
    """Return a sandglass and the round."""
    w = 54 + round(len(turn) * SMALL * 0.56)
    frame = (Line(((12, 8), (32, 8)), INK, 4), Line(((12, 36), (32, 36)), INK, 4))
    glass = Poly(((14, 9), (30, 9), (23.5, 22), (30, 35), (14, 35), (20.5, 22)), WHITE, INK, 2.5)
    sand = Poly(((22, 25), (28, 34), (16, 34)), TERRACOTTA)
    sign = Glyph(38 + (w - 46) / 2, 22, turn, SMALL, INK)
    return Sprite(w, 44, (Box(1, 1, w - 2, 42, PAPER, EDGE, 2, 12), glass, sand, *frame, sign))


@cache
def _deck(cards: int) -> Sprite:
    """Return a small pile and its count."""
    w = 66 + round(len(str(cards)) * SMALL * 0.56)
    pile = tuple(Box(10 + 5 * n, 11 - 3 * n, 20, 27, SOFT, PAPER, 2, 4) for n in range(3))
    sign = Glyph(46 + (w - 52) / 2, 22, str(cards), SMALL, INK)
    return Sprite(w, 44, (Box(1, 1, w - 2, 42, PAPER, EDGE, 2, 12), *pile, sign))


# --- the page ----------------------------------------------------------------------------------------

RIM = 5  # the frame


def frame(w: float, h: float) -> Drawing:
    """Frame a picture in thin terracotta, with a hair line inside."""
    t, hair = RIM, RIM + 3
    return (
        *rectangle(0, 0, w, h, t, TERRACOTTA),
        *rectangle(hair, hair, w - 2 * hair, h - 2 * hair, 1, EDGE),
    )


def rectangle(x: float, y: float, w: float, h: float, t: float, fill: Colour) -> Drawing:
    """Draw four bars: a frame as one shape would be as large as the picture."""
    flat = (Box(x, y, w, t, fill), Box(x, y + h - t, w, t, fill))
    return (*flat, Box(x, y, t, h, fill), Box(x + w - t, y, t, h, fill))
