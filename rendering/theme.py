"""Colours, sizes and seat emblems that all games share."""

from functools import cache
from math import cos, pi, sin

from rendering.scene import Box, Colour, Disc, Item, Line, Point, Poly, Sprite

GROUND: Colour = "#f4ecdc"  # the calm table
PAPER: Colour = "#fffaf0"
SHADE: Colour = "#e3d6bd"
EDGE: Colour = "#b9a885"
INK: Colour = "#2b2620"
SOFT: Colour = "#7a6f5d"
WHITE: Colour = "#ffffff"
MARK: Colour = "#7b2d8b"  # marks for what the menus offer

# Okabe-Ito: told apart by colour-blind players too; the emblem says the same.
SEATS: tuple[Colour, ...] = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#8a6d00")

# Six things (suits, palaces) that must be told apart; always with a pattern or pictogram as well.
RED: Colour = "#c8402f"
ORANGE: Colour = "#e69f00"
YELLOW: Colour = "#f0dc4e"
GREEN: Colour = "#2f9e6b"
BLUE: Colour = "#3b7fc4"
PURPLE: Colour = "#8e5aa8"
BROWN: Colour = "#8b5a2b"
OCHRE: Colour = "#d9a441"

W = 1000  # the usual width of a picture; Discord shows 400 to 550 of it


def mixed(one: Colour, other: Colour) -> Colour:
    """Return the colour halfway between two; the palette has those with GROUND, INK, WHITE and PAPER."""
    parts = ((int(one[i : i + 2], 16) + int(other[i : i + 2], 16)) // 2 for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def _ring(n: int, r: float, x: float = 50, y: float = 50, turn: float = 0) -> tuple[Point, ...]:
    return tuple((x + r * cos(2 * pi * i / n + turn), y + r * sin(2 * pi * i / n + turn)) for i in range(n))


def _star(n: int, outer: float, inner: float) -> tuple[Point, ...]:
    return tuple(
        point for a, b in zip(_ring(n, outer), _ring(n, inner, turn=pi / n), strict=True) for point in (a, b)
    )


def _lion(c: Colour) -> tuple[Item, ...]:
    face = (Disc(50, 50, 25, c), Disc(41, 45, 4.5, WHITE), Disc(59, 45, 4.5, WHITE))
    return (
        Poly(_star(12, 47, 34), WHITE),
        Disc(50, 50, 30, c),
        *face,
        Poly(((43, 56), (57, 56), (50, 64)), WHITE),
    )


def _dove(c: Colour) -> tuple[Item, ...]:
    body = ((8, 40), (22, 30), (36, 36), (50, 44), (60, 8), (76, 34), (72, 50), (94, 62), (70, 68), (48, 74))
    return (Poly((*body, (28, 64), (18, 48)), WHITE), Disc(21, 39, 3.5, c))


def _bear(c: Colour) -> tuple[Item, ...]:
    ears = (Disc(24, 26, 16, WHITE), Disc(76, 26, 16, WHITE), Disc(24, 26, 8, c), Disc(76, 26, 8, c))
    face = (Disc(37, 46, 5, c), Disc(63, 46, 5, c), Disc(50, 64, 13, c), Disc(50, 60, 5, WHITE))
    return (*ears, Disc(50, 54, 36, WHITE), *face)


def _fish(c: Colour) -> tuple[Item, ...]:
    body = ((6, 50), (22, 30), (44, 24), (64, 38), (92, 20), (84, 50), (92, 80), (64, 62), (44, 76), (22, 70))
    return (Poly(body, WHITE), Disc(26, 45, 5, c), Line(((40, 34), (46, 50), (40, 66)), c, 4))


def _stag(c: Colour) -> tuple[Item, ...]:
    left = (
        Line(((44, 42), (30, 26), (26, 6)), WHITE, 6),
        Line(((30, 26), (10, 24)), WHITE, 6),
        Line(((36, 33), (16, 40)), WHITE, 6),
    )
    right = tuple(Line(tuple((100 - x, y) for x, y in line.points), WHITE, 6) for line in left)
    head = Poly(((34, 44), (66, 44), (60, 76), (50, 94), (40, 76)), WHITE)
    return (*left, *right, head, Disc(43, 56, 4, c), Disc(57, 56, 4, c))


EMBLEMS = (_lion, _dove, _bear, _fish, _stag)


def scaled(items: tuple[Item, ...], k: float, dx: float = 0, dy: float = 0) -> tuple[Item, ...]:
    """Return shapes drawn k times as large and moved; for pictograms designed on a 100 x 100 field."""
    result: list[Item] = []
    for i in items:
        match i:
            case Box():
                size = (i.w * k, i.h * k, i.fill, i.line, i.width * k, i.radius * k)
                result.append(Box(i.x * k + dx, i.y * k + dy, *size))
            case Disc():
                result.append(Disc(i.x * k + dx, i.y * k + dy, i.r * k, i.fill, i.line, i.width * k))
            case Poly():
                points = tuple((x * k + dx, y * k + dy) for x, y in i.points)
                result.append(Poly(points, i.fill, i.line, i.width * k))
            case Line():
                points = tuple((x * k + dx, y * k + dy) for x, y in i.points)
                result.append(Line(points, i.line, i.width * k))
            case _:
                raise TypeError(f"cannot scale {i!r}")
    return tuple(result)


@cache
def emblem(seat: int, size: int = 44) -> Sprite:
    """Return a seat's shield: its colour and its animal."""
    colour = SEATS[seat]
    field = Box(0, 0, size, size, colour, INK, 2, size * 0.22)
    return Sprite(
        size, size, (field, *scaled(EMBLEMS[seat](colour), size * 0.0086, size * 0.07, size * 0.07))
    )
