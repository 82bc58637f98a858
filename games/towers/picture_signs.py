"""Pictograms of the thirteen cards: in ink c, with holes in the colour behind, on a field of 100 x 100."""

from rendering.heraldry import Drawing
from rendering.scene import Box, Colour, Disc, Line, Poly


def _guard(c: Colour, hole: Colour) -> Drawing:
    shield = Poly(((12, 8), (88, 8), (88, 48), (50, 96), (12, 48)), c)
    return (shield, Box(44, 20, 12, 54, hole), Box(26, 34, 48, 12, hole))


def _contract(c: Colour, hole: Colour) -> Drawing:
    lines = tuple(Box(30, y, 40, 8, hole) for y in (24, 42, 60))
    return (Box(16, 6, 68, 88, c, radius=10), *lines)


def _blessing(c: Colour, hole: Colour) -> Drawing:
    rays = tuple(
        Line(((50 - x, 50 - y), (50 + x, 50 + y)), c, 10) for x, y in ((46, 0), (0, 46), (33, 33), (33, -33))
    )
    return (*rays, Disc(50, 50, 25, hole), Disc(50, 50, 19, c))


def _income(c: Colour, hole: Colour) -> Drawing:
    return (Disc(50, 50, 45, c), Disc(50, 50, 33, hole), Disc(50, 50, 25, c), Box(46, 36, 8, 28, hole))


def _trade(c: Colour, hole: Colour) -> Drawing:
    right = Poly(((4, 22), (58, 22), (58, 4), (96, 32), (58, 58), (58, 42), (4, 42)), c)
    return (right, Poly(tuple((100 - x, 100 - y) for x, y in right.points), c, hole, 5))


def _conspiracy(c: Colour, hole: Colour) -> Drawing:
    blade = Poly(((40, 6), (60, 6), (60, 60), (50, 98), (40, 60)), c)
    return (
        Poly(((40, 38), (60, 38), (60, 64), (50, 98), (40, 64)), c),
        blade,
        Box(20, 28, 60, 12, c, radius=5),
    )


def _pietra(c: Colour, hole: Colour) -> Drawing:
    gem = Poly(((26, 10), (74, 10), (98, 40), (50, 96), (2, 40)), c)
    return (
        gem,
        Line(((6, 40), (94, 40)), hole, 6),
        Line(((34, 40), (50, 90), (66, 40), (50, 12), (34, 40)), hole, 5),
    )


def _via(c: Colour, hole: Colour) -> Drawing:
    dashes = tuple(Box(46, y, 8, 16, hole) for y in (12, 40, 70))
    return (Poly(((36, 4), (64, 4), (98, 96), (2, 96)), c), *dashes)


def _monumento(c: Colour, hole: Colour) -> Drawing:
    return (Poly(((50, 2), (62, 18), (66, 74), (34, 74), (38, 18)), c), Box(20, 78, 60, 18, c))


def _giostra(c: Colour, hole: Colour) -> Drawing:
    lances = (Line(((10, 94), (86, 8)), c, 10), Line(((90, 94), (14, 8)), c, 10))
    return (*lances, Poly(((14, 4), (44, 10), (26, 30)), c), Poly(((86, 4), (56, 10), (74, 30)), c))


def _cappella(c: Colour, hole: Colour) -> Drawing:
    house = (Poly(((10, 58), (50, 28), (90, 58), (90, 96), (10, 96)), c), Box(40, 66, 20, 30, hole))
    return (*house, Box(45, 2, 10, 34, c), Box(34, 9, 32, 9, c))


def _palazzo(c: Colour, hole: Colour) -> Drawing:
    teeth = tuple(Box(x, 40, 13, 14, c) for x in (6, 31, 56, 81))
    tower = (Box(40, 4, 22, 50, c), Box(47, 14, 8, 16, hole))
    return (*teeth, Box(6, 52, 88, 44, c), *tower, *(Box(x, 64, 12, 20, hole) for x in (20, 44, 68)))


def _mura(c: Colour, hole: Colour) -> Drawing:
    teeth = tuple(Box(x, 18, 20, 20, c) for x in (2, 40, 78))
    joints = (
        Box(2, 62, 96, 5, hole),
        Box(34, 36, 5, 28, hole),
        Box(66, 36, 5, 28, hole),
        Box(50, 64, 5, 30, hole),
    )
    return (*teeth, Box(2, 36, 96, 58, c), *joints)


SIGNS = {
    "5": _guard,
    "6": _contract,
    "7": _blessing,
    "8": _income,
    "9": _trade,
    "10": _conspiracy,
    "pietra": _pietra,
    "via": _via,
    "monumento": _monumento,
    "giostra": _giostra,
    "cappella": _cappella,
    "palazzo": _palazzo,
    "mura": _mura,
}
