"""Seats: five shields with five charges, five outlines for tokens, five lightnesses."""

from functools import cache
from math import cos, pi, sin

from rendering.scene import Box, Colour, Disc, Item, Line, Point, Poly, Sprite
from rendering.theme import INK, SEAT_COLOURS, WHITE, ink_on, scaled

Drawing = tuple[Item, ...]


def ring(n: int, r: float, x: float = 50, y: float = 50, turn: float = 0) -> tuple[Point, ...]:
    """Return n points around one, the first at `turn` from the right."""
    return tuple((x + r * cos(2 * pi * i / n + turn), y + r * sin(2 * pi * i / n + turn)) for i in range(n))


def _bow(start: Point, bend: Point, end: Point, steps: int = 9) -> tuple[Point, ...]:
    """Return points of a curve that is drawn towards `bend`."""
    ts = [i / (steps - 1) for i in range(steps)]
    return tuple(
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * bend[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * bend[1] + t * t * end[1],
        )
        for t in ts
    )


def _stroke(points: tuple[Point, ...], ink: Colour, width: float) -> Drawing:
    """Draw a line with round ends."""
    return (Line(points, ink, width), *(Disc(x, y, width / 2, ink) for x, y in (points[0], points[-1])))


# --- charges: in ink c on a field f, on 100 x 100 --------------------------------------------------


def _lion(c: Colour, f: Colour) -> Drawing:
    """A lion passant: a walking beast with a mane, a raised paw and its tail over its back."""
    tail = _bow((83, 52), (104, 40), (86, 24)) + _bow((86, 24), (74, 16), (70, 30))
    legs = (((80, 56), (84, 72), (76, 90)), ((66, 62), (64, 76), (68, 90)), ((45, 64), (42, 78), (46, 90)))
    mane = Poly((*ring(7, 25, 29, 38), ring(7, 25, 29, 38)[0]), c)
    return (
        *_stroke(tail, c, 6),
        Disc(70, 31, 6.5, c),
        Poly(((30, 44), (52, 40), (84, 46), (90, 58), (82, 68), (60, 64), (42, 70), (30, 62)), c),
        *(part for leg in legs for part in _stroke(leg, c, 9)),
        *_stroke(((34, 60), (18, 66), (10, 58)), c, 8.5),
        mane,
        *(Disc(x, y, 9, c) for x, y in ring(7, 19, 29, 38)),
        Disc(26, 39, 12.5, f),
        Poly(((13, 34), (30, 30), (37, 40), (30, 50), (12, 50), (8, 44)), c),
        Disc(21, 38.5, 2.6, f),
        Line(((9, 46), (19, 46)), f, 2.2),
    )


def _dove(c: Colour, f: Colour) -> Drawing:
    body = ((6, 42), (16, 38), (26, 31), (38, 36), (50, 46), (48, 26), (58, 4), (78, 20), (84, 36), (76, 52))
    tail = ((97, 66), (94, 80), (72, 74), (58, 82), (40, 82), (26, 70), (18, 52))
    feather = (Line(((58, 46), (68, 28)), f, 3.5), Line(((67, 52), (77, 36)), f, 3.5))
    return (Poly((*body, *tail), c), Disc(24, 41, 3.6, f), *feather)


def _bear(c: Colour, f: Colour) -> Drawing:
    ears = (Disc(23, 26, 16, c), Disc(77, 26, 16, c), Disc(23, 26, 7.5, f), Disc(77, 26, 7.5, f))
    face = (Disc(36, 46, 5.5, f), Disc(64, 46, 5.5, f), Disc(50, 65, 15, f), Disc(50, 60, 6, c))
    return (*ears, Disc(50, 55, 38, c), *face)


def _fish(c: Colour, f: Colour) -> Drawing:
    """A fish embowed, as on a fishmonger's sign."""
    back = _bow((4, 54), (30, 10), (70, 44))
    belly = _bow((70, 58), (34, 92), (4, 54))
    tail = ((96, 20), (86, 50), (96, 82))
    scales = tuple(Line(_bow((x, 38), (x + 10, 52), (x, 66), 5), f, 3.5) for x in (40, 54))
    return (Poly((*back, *tail, *belly), c), Disc(22, 46, 5, f), *scales)


def _stag(c: Colour, f: Colour) -> Drawing:
    antler = (((43, 44), (32, 28), (28, 6)), ((31, 26), (10, 18)), ((37, 36), (14, 40)))
    both = (*antler, *(tuple((100 - x, y) for x, y in line) for line in antler))
    ears = (Poly(((36, 48), (20, 50), (36, 58)), c), Poly(((64, 48), (80, 50), (64, 58)), c))
    head = Poly(((35, 44), (65, 44), (62, 74), (56, 92), (44, 92), (38, 74)), c)
    eyes = (Disc(43, 58, 4, f), Disc(57, 58, 4, f), Disc(50, 85, 4, f))
    return (*(part for line in both for part in _stroke(line, c, 7)), *ears, head, *eyes)


CHARGES = (_lion, _dove, _bear, _fish, _stag)


def charge(seat: int, size: float, x: float, y: float, fill: Colour = "") -> Drawing:
    """Draw a seat's charge around a point, in ink or white, on its colour or another."""
    field = fill or SEAT_COLOURS[seat]
    drawn = CHARGES[seat](ink_on(field), field)
    return scaled(drawn, size / 100, x - size / 2, y - size / 2)


# --- shields ---------------------------------------------------------------------------------------

HEATER: tuple[Point, ...] = (
    (8, 4),
    (92, 4),
    *_bow((92, 42), (90, 78), (50, 98)),
    *_bow((50, 98), (10, 78), (8, 42)),
)


def heater(size: float, x: float, y: float, fill: Colour, line: Colour = INK, width: float = 0) -> Drawing:
    """Draw an empty shield with its top left corner at a point."""
    return scaled((Poly(HEATER, fill, line, width * 100 / size),), size / 100, x, y)


@cache
def shield(seat: int, size: int = 44) -> Sprite:
    """Return a seat's heater shield: its colour, a white rim, its charge."""
    rim = max(1.5, size / 26)
    outer = heater(size, 0, 0, WHITE, INK, rim)
    inner = heater(size * 0.86, size * 0.07, size * 0.055, SEAT_COLOURS[seat])
    return Sprite(size, size, (*outer, *inner, *charge(seat, size * 0.58, size * 0.5, size * 0.43)))


# --- tokens ----------------------------------------------------------------------------------------


def _outline(seat: int) -> tuple[Point, ...]:
    """Return a token's outline on 100 x 100: round, square, hexagon, lozenge, octagon."""
    match seat:
        case 0:
            return ring(40, 46)
        case 1:
            return ((8, 8), (92, 8), (92, 92), (8, 92))
        case 2:
            return ring(6, 49, turn=pi / 6)
        case 3:
            return ((50, -2), (102, 50), (50, 102), (-2, 50))
    return ring(8, 49, turn=pi / 8)


OUTLINES = tuple(_outline(seat) for seat in range(5))
HOLDS = (0.62, 0.66, 0.6, 0.5, 0.62)  # how large a charge fits an outline


@cache
def token(seat: int, size: int) -> Sprite:
    """Return a seat's token: told by outline, lightness and charge."""
    rim = max(2.0, size / 18)
    k = (size - 2 * rim) / 104
    plate = Poly(OUTLINES[seat], SEAT_COLOURS[seat], INK, rim / k)
    edge = scaled((Poly(OUTLINES[seat], "", WHITE, 3),), 0.9, 5, 5)
    drawn = scaled((plate, *edge), k, rim + 2 * k, rim + 2 * k)
    return Sprite(size, size, (*drawn, *charge(seat, size * HOLDS[seat], size / 2, size / 2)))


@cache
def pennant(w: int, h: int, fill: Colour, left: bool = False) -> Sprite:
    """Return a small forked flag on a pole."""
    cloth = ((6.0, 3.0), (w - 2.0, 3.0), (w * 0.78, h * 0.27), (w - 2.0, h * 0.52), (6.0, h * 0.52))
    points = tuple((w - x, y) for x, y in cloth) if left else cloth
    pole = Box(w - 6 if left else 2, 1, 4, h - 1, INK)
    return Sprite(w, h, (Poly(points, fill, INK, 2), pole))
