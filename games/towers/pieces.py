"""Pictograms and cards: every rank and every noble has its own sign, never told by colour alone."""

from functools import cache

from games.towers.cards import BLESSING, NOBLE_BACK, PIETRA, RANKS, TRADE, Card, back
from rendering import pieces, theme
from rendering.heraldry import Drawing
from rendering.scene import Box, Colour, Disc, Glyph, Line, Poly, Sprite

COLOURS: dict[Card, Colour] = {
    "5": theme.BLUE,
    "6": theme.BROWN,
    "7": theme.YELLOW,
    "8": theme.GREEN,
    "9": theme.ORANGE,
    "10": theme.RED,
}
LIGHT = (BLESSING, TRADE)  # dark signs on these


def colour(card: Card) -> Colour:
    return COLOURS.get(card, theme.PAPER)


def ink(card: Card) -> Colour:
    return theme.WHITE if card in COLOURS and card not in LIGHT else theme.INK


# --- pictograms on a field of 100 x 100 --------------------------------------------------------------


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


def sign(card: Card, size: float, x: float, y: float) -> Drawing:
    """Return a card's pictogram, on the colour of its card."""
    return theme.scaled(SIGNS[card](ink(card), colour(card)), size / 100, x, y)


# --- cards -------------------------------------------------------------------------------------------


CROWN = ((8, 30), (28, 52), (50, 16), (72, 52), (92, 30), (84, 84), (16, 84))
SMALL = 60  # a card narrower than this shows one sign only


@cache
def face(card: Card, w: int, h: int) -> Sprite:
    """Return a card from the front: a stone with its number, a noble with its sign."""
    if card in RANKS:
        return _stone_face(card, w, h)
    small = w < SMALL
    size = min(w, h) * (0.7 if small else 0.62)
    noble = sign(card, size, (w - size) / 2, (h - size) / 2)
    return pieces.card(w, h, noble, colour(card), theme.PURPLE, 4 if small else 7)


def _stone_face(card: Card, w: int, h: int) -> Sprite:
    if w < SMALL:
        return pieces.card(w, h, (Glyph(w / 2, h / 2, card, min(w * 0.72, 36), ink(card)),), colour(card))
    number = Glyph(w / 2, h * 0.3, card, h * 0.4, ink(card))
    return pieces.card(w, h, (number, *sign(card, h * 0.34, w / 2 - h * 0.17, h * 0.56)), colour(card))


@cache
def reverse(kind: str, w: int, h: int) -> Sprite:
    """Return a card from behind: stones show a sun, nobles a crown before the sunset."""
    noble = kind == NOBLE_BACK
    fill = theme.PURPLE if noble else theme.EDGE
    drawn: Drawing = (Poly(CROWN, theme.WHITE),) if noble else _blessing(theme.PAPER, fill)
    return pieces.back(w, h, theme.scaled(drawn, w * 0.006, w * 0.2, h / 2 - w * 0.3), fill)


def drawn(card: Card, w: int, h: int) -> Sprite:
    """Return a card as it is seen: its face, or its back if it is hidden."""
    return face(card, w, h) if card in SIGNS else reverse(back(card), w, h)


@cache
def story(rank: int, stone: Card, w: int, h: int) -> Sprite:
    """Return one story of a tower: its rank, and the sign of its card where there is room."""
    frame = Box(0, 0, w, h, colour(stone), theme.INK, 2)
    size, roomy = h * 0.62, w >= 62
    number = Glyph(w * (0.32 if roomy else 0.5), h * 0.5, str(rank), max(24, h * 0.74), ink(stone))
    if roomy:
        return Sprite(w, h, (frame, number, *sign(stone, size, w * 0.76 - size / 2, h * 0.5 - size / 2)))
    mark = (Disc(w - 7, 7, 4, theme.INK),) if stone == PIETRA else ()
    return Sprite(w, h, (frame, number, *mark))


@cache
def laid(card: Card, w: int, h: int) -> Sprite:
    """Return a card that is declared as a story; a fine stone has no rank yet."""
    if card != PIETRA:
        return story(int(card), card, w, h)
    frame = Box(0, 0, w, h, colour(card), theme.INK, 2)
    return Sprite(w, h, (frame, *sign(card, h * 0.8, w / 2 - h * 0.4, h * 0.1)))


@cache
def roof(w: int, fill: Colour) -> Sprite:
    """Return the roof of a complete tower."""
    return Sprite(w, 26, (Poly(((1, 25), (w / 2, 1), (w - 1, 25)), fill, theme.INK, 2),))


@cache
def highest(size: int) -> Sprite:
    """Return the Highest Marker: a golden tower with a flag."""
    gold = (
        Disc(50, 50, 48, theme.OCHRE, theme.INK, 4),
        Box(36, 40, 28, 44, theme.INK),
        Box(30, 30, 40, 12, theme.INK),
        Line(((50, 32), (50, 8)), theme.INK, 5),
        Poly(((50, 8), (76, 15), (50, 22)), theme.RED),
    )
    return Sprite(size, size, theme.scaled(gold, size / 100))


@cache
def lock(size: int) -> Sprite:
    """Return a padlock: deck and market are closed."""
    ring = Line(((30, 50), (30, 28), (40, 14), (60, 14), (70, 28), (70, 50)), theme.INK, 10)
    body = (Box(16, 46, 68, 50, theme.INK, radius=10), Disc(50, 68, 9, theme.PAPER))
    return Sprite(size, size, theme.scaled((ring, *body), size / 100))
