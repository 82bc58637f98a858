"""The city wall under a family's row: a piece a wall, and a gate that says what carries it."""

from functools import cache

from games.lucca.pieces import STONE, bastion, digits, shield
from games.lucca.quarter import Quarter
from rendering import theme
from rendering.heraldry import Drawing
from rendering.masonry import battlement, courses
from rendering.material.light import lit
from rendering.scene import Box, Colour, Disc, Glyph, Item, Line, Placed, Poly, Sprite, Surface

PIECE, WALL_HEIGHT = 62, 23  # one wall: two stand before a palace
MAX_WALLS_SHOWN = 12  # that have room below the palaces
GATE = 120  # its width


@cache
def rampart(walls: int, carried: bool) -> Sprite:
    """Return so many pieces of wall in a row; cracked and gapped when the shields do not carry them."""
    items: list[Item] = []
    for n in range(walls):
        items += _piece(n * PIECE, carried)
    return Sprite(walls * PIECE, WALL_HEIGHT, tuple(items))


def _piece(x: float, carried: bool) -> Drawing:
    """Lay a piece of brick wall with trees on top, as Lucca's walls have them; or broken, without."""
    top, brick = 9, theme.tones(theme.BRICK)
    body = (
        Box(x + 1, top, PIECE - 2, WALL_HEIGHT - top, brick.body, theme.INK, 1.5),
        Box(x + 2, top + 1.5, PIECE - 4, 2.5, theme.EDGE),
        *(Box(x + 3, top + y, PIECE - 6, 1, brick.mortar) for y in (6.5, 10)),
        *(Box(x + at, top + 4, 1, 9, brick.mortar) for at in (14, 30, 46)),
    )
    if carried:
        return (*_trees(x), *body)
    crack = ((x + 32, top + 1), (x + 25, top + 5), (x + 35, top + 9), (x + 28, WALL_HEIGHT))
    hole = Poly(((x + 20, top - 1), (x + 44, top - 1), (x + 38, top + 5), (x + 27, top + 7)), theme.PAPER)
    return (*body, hole, Line(crack, theme.INK, 3))


def _trees(x: float) -> Drawing:
    items: list[Item] = []
    for at in (11, 31, 51):
        items += [Disc(x + at, 7, 6.5, theme.PINE), Disc(x + at - 1.5, 5.5, 4, theme.LEAF)]
    return tuple(items)


def strength(quarter: Quarter, h: int, hour: int = 1) -> Sprite:
    """Return the gate of a family's wall; before there is one, only its coats of arms."""
    need = 2 * len(quarter.walls)
    return _gate(quarter.shields, need, len(quarter.bastions), quarter.supported, h, hour)


@cache
def _gate(shields: int, need: int, bastions: int, carried: bool, h: int, hour: int) -> Sprite:
    """Draw a gatehouse with the shields there are of those it needs, and with the bastions."""
    built, ink = need or bastions, theme.INK if carried else theme.RED
    items: list[Item] = [*_house(h, carried, hour)] if built else []
    text = f"{shields}/{need}" if need else str(shields)
    items += _count(shield(30), text, 40 if built else h * 0.5, ink)
    if bastions:
        items += _count(bastion(34), str(bastions), h - 20, theme.INK)
    elif built:
        items += _arch(h)
    return Sprite(GATE, h, tuple(items))


def _count(sign: Sprite, text: str, y: float, ink: Colour) -> Drawing:
    """Put a sign and its number on a plaque around the middle of the gate."""
    size = theme.PLAIN if len(text) < 4 else 34 if len(text) < 5 else theme.SMALL
    w = sign.w + 6 + digits(text, size) * (0.9 if "/" in text else 1)
    x = (GATE - w) / 2
    plaque = Box(x - 5, y - 18, w + 10, 36, theme.PAPER, theme.INK, 2, 6)
    number = Glyph(x + sign.w + 6 + (w - sign.w - 6) / 2, y, text, size, ink)
    return plaque, Placed(x, y - sign.h / 2, sign), number


def _house(h: int, carried: bool, hour: int) -> Drawing:
    """Raise the gatehouse: battlement, courses of stone; cracks from top to foot if nothing carries it."""
    tones = theme.tones(lit(STONE.body, hour))
    stones = (
        *courses(2, 18, GATE - 4, h - 18, h // 13, tones),
        Surface(GATE - 46, 18, 44, h - 18, "facade", (110,)),
        Box(2, 18, GATE - 4, h - 18, "", theme.INK, 2),
        Placed(0, 0, battlement(GATE, 24, tones)),
    )
    if carried:
        return stones
    left = ((24, 8), (16, 24), (27, 40), (17, h * 0.62), (25, h - 2))
    right = ((GATE - 18, 22), (GATE - 10, h * 0.45), (GATE - 20, h * 0.7), (GATE - 12, h - 2))
    return (*stones, Line(left, theme.INK, 4), Line(right, theme.INK, 4))


def _arch(h: int) -> Drawing:
    """Open the gate itself, as far as there is room below the plaque."""
    top = 66.0
    if h - top < 12:
        return ()
    w, x = 44, GATE / 2 - 22
    return (Box(x, top, w, h - top + 12, theme.OBSIDIAN, theme.INK, 2, 14), Box(x, h, w, 14, ""))
