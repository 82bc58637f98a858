"""Cards, stories and stalls: every rank has its number and sign, nobles are dusk blue."""

from functools import cache

from games.towers.cards import NOBLE_BACK, RANKS, Card, back
from games.towers.picture_signs import SIGNS
from rendering import masonry, pieces, theme
from rendering.heraldry import Drawing
from rendering.scene import Box, Colour, Disc, Glyph, Line, Placed, Poly, Sprite
from rendering.theme import Tones, ink_on, mixed

COLOURS: dict[Card, Colour] = {
    "5": theme.BLUE,
    "6": theme.PURPLE,
    "7": theme.YELLOW,
    "8": theme.GREEN,
    "9": theme.ORANGE,
    "10": theme.RED,
}
STONE = Tones(theme.PAPER, theme.SHADE, theme.EDGE)
MARBLE = theme.WHITE  # a fine stone in a tower
CROWN = ((8, 30), (28, 52), (50, 16), (72, 52), (92, 30), (84, 84), (16, 84))
SMALL = 60  # a card narrower than this shows one sign only


def colour(card: Card) -> Colour:
    return COLOURS.get(card, theme.NIGHT)


def sign(card: Card, size: float, x: float, y: float, fill: Colour = "") -> Drawing:
    """Return a card's pictogram, on the colour of its card or another."""
    ground = fill or colour(card)
    return theme.scaled(SIGNS[card](ink_on(ground), ground), size / 100, x, y)


# --- cards -------------------------------------------------------------------------------------------


@cache
def face(card: Card, w: int, h: int) -> Sprite:
    """Return a card from the front: a stone with its number, a noble with its sign before the dusk."""
    if card in RANKS:
        return _stone_face(card, w, h)
    size = min(w, h) * (0.72 if w < SMALL else 0.62)
    noble = sign(card, size, (w - size) / 2, (h - size) / 2)
    star = (Disc(w * 0.2, h * 0.14, 2.5, theme.LIT), Disc(w * 0.78, h * 0.12, 2.5, theme.LIT))
    hill = (Box(5, h * 0.86, w - 10, h * 0.08, theme.DUSK), *star) if w >= SMALL else ()
    return pieces.card(w, h, (*hill, *noble), theme.NIGHT, theme.INK, 2)


def _stone_face(card: Card, w: int, h: int) -> Sprite:
    fill = COLOURS[card]
    ink, rim = ink_on(fill), mixed(fill, theme.PAPER)
    if w < SMALL:
        return pieces.card(w, h, (Glyph(w / 2, h / 2, card, min(w * 0.72, 36), ink),), fill)
    inner = Box(5, 5, w - 10, h - 10, "", rim, 2, 5)
    number = Glyph(w / 2, h * 0.3, card, h * 0.4, ink)
    return pieces.card(w, h, (inner, number, *sign(card, h * 0.34, w / 2 - h * 0.17, h * 0.56)), fill)


@cache
def reverse(kind: str, w: int, h: int) -> Sprite:
    """Return a card from behind: stones show the bell tower, nobles a crown on dusk blue."""
    if kind != NOBLE_BACK:
        return pieces.back(w, h)
    crown = theme.scaled((Poly(CROWN, theme.WHITE),), w * 0.006, w * 0.2, h / 2 - w * 0.3)
    return pieces.back(w, h, crown, theme.NIGHT)


def drawn(card: Card, w: int, h: int) -> Sprite:
    """Return a card as it is seen: its face, or its back if it is hidden."""
    return face(card, w, h) if card in SIGNS else reverse(back(card), w, h)


# --- other things on the table -----------------------------------------------------------------------


@cache
def highest(size: int) -> Sprite:
    """Return the Highest Marker: a gilded pennant with a tower on it."""
    w, h = size, round(size * 0.72)
    cloth = ((5, 3), (w - 3, 5), (w * 0.8, h * 0.36), (w - 3, h * 0.68), (5, h * 0.7))
    x, y, k = w * 0.36, h * 0.14, h * 0.46 / 100
    tower = (Box(28, 30, 44, 70, theme.INK), *(Box(16 + 24 * n, 0, 18, 34, theme.INK) for n in range(3)))
    pole = Box(2, 1, 5, h - 2, theme.INK)
    return Sprite(w, h, (Poly(cloth, theme.GOLD, theme.INK, 2), *theme.scaled(tower, k, x - 50 * k, y), pole))


@cache
def lock(size: int) -> Sprite:
    """Return a padlock: deck and market are closed."""
    ring = Line(((30, 50), (30, 28), (40, 14), (60, 14), (70, 28), (70, 50)), theme.INK, 10)
    body = (Box(16, 46, 68, 50, theme.INK, radius=10), Disc(50, 68, 9, theme.PAPER))
    return Sprite(size, size, theme.scaled((ring, *body), size / 100))


@cache
def stall(w: int, h: int) -> Sprite:
    """Return a market stall: a striped awning with scallops, on two posts."""
    wide = w / 6
    posts = (Box(5, 20, 5, h - 20, theme.BROWN), Box(w - 10, 20, 5, h - 20, theme.BROWN))
    tones = (theme.TERRACOTTA, theme.PAPER)
    stripes = tuple(
        part
        for n in range(6)
        for part in (
            Disc(wide * (n + 0.5), 20, wide / 2 - 0.5, tones[n % 2], theme.INK, 1.5),
            Box(wide * n, 4, wide, 17, tones[n % 2]),
        )
    )
    return Sprite(w, h, (*posts, *stripes, Box(0, 2, w, 4, theme.INK)))


@cache
def threat(size: int) -> Sprite:
    """Return the dagger over a tower that a Conspiracy is aimed at."""
    disc = Disc(size / 2, size / 2, size / 2 - 2, COLOURS["10"], theme.INK, 2)
    return Sprite(size, size, (disc, *sign("10", size * 0.62, size * 0.19, size * 0.19)))


@cache
def plain_tower(colours: tuple[Colour, ...], size: int) -> Sprite:
    """Return a small tower of these colours from the top: a pictogram for a part of the score."""
    h = size / (len(colours) + 0.6)
    top = Placed(size * 0.14, 0, masonry.battlement(round(size * 0.72), round(h * 0.9), STONE))
    walls = tuple(
        Box(size * 0.2, h * (n + 0.6), size * 0.6, h, c, theme.INK, 2) for n, c in enumerate(colours)
    )
    return Sprite(size, size, (*walls, top))
