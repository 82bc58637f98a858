"""The city wall under a family's row: a piece a wall, and a gate that says what carries it."""

from functools import cache

from games.lucca.pieces import STONE, bastion, digits, shield
from games.lucca.quarter import Quarter
from rendering import theme
from rendering.heraldry import Drawing
from rendering.masonry import battlement, courses
from rendering.scene import Box, Colour, Glyph, Item, Line, Placed, Poly, Sprite

PIECE, WALL_HEIGHT = 57, 17  # one wall: two stand before a palace
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
    merlons = tuple(Box(x + 2 + 19 * n, 0, 11, 7, STONE.body, theme.INK, 1.5) for n in range(3))
    body = (
        Box(x + 1, 5, PIECE - 2, WALL_HEIGHT - 5, STONE.body, theme.INK, 1.5),
        Box(x + 3, 7, PIECE - 6, 2, STONE.light),
    )
    joint = Box(x + 3, 12, PIECE - 6, 1.5, STONE.mortar)
    if carried:
        return (*merlons, *body, joint)
    crack = ((x + 30, 6), (x + 24, 11), (x + 33, 14), (x + 27, WALL_HEIGHT))
    hole = Poly(((x + 22, 5), (x + 38, 5), (x + 31, 12)), theme.PAPER)
    return (*merlons[::2], *body, joint, hole, Line(crack, theme.INK, 3))


def strength(quarter: Quarter, h: int) -> Sprite:
    """Return the gate of a family's wall; before there is one, only its coats of arms."""
    need = 2 * len(quarter.walls)
    return _gate(quarter.shields, need, len(quarter.bastions), quarter.supported, h)


@cache
def _gate(shields: int, need: int, bastions: int, carried: bool, h: int) -> Sprite:
    """Draw a gatehouse with the shields there are of those it needs, and with the bastions."""
    built, ink = need or bastions, theme.INK if carried else theme.RED
    items: list[Item] = [*_house(h, carried)] if built else []
    text = f"{shields}/{need}" if need else str(shields)
    items += _count(shield(30), text, 40 if built else h * 0.5, ink, built > 0)
    if bastions:
        items += _count(bastion(34), str(bastions), h - 20, theme.INK, True)
    elif built:
        items += _arch(h)
    return Sprite(GATE, h, tuple(items))


def _count(sign: Sprite, text: str, y: float, ink: Colour, framed: bool) -> Drawing:
    """Put a sign and its number on a plaque around the middle of the gate."""
    size = theme.PLAIN if len(text) < 4 else 34 if len(text) < 5 else theme.SMALL
    w = sign.w + 6 + digits(text, size) * (0.9 if "/" in text else 1)
    x = (GATE - w) / 2
    plaque = (Box(x - 5, y - 18, w + 10, 36, theme.PAPER, theme.INK, 2, 6),) if framed else ()
    number = Glyph(x + sign.w + 6 + (w - sign.w - 6) / 2, y, text, size, ink)
    return *plaque, Placed(x, y - sign.h / 2, sign), number


def _house(h: int, carried: bool) -> Drawing:
    """Raise the gatehouse: battlement, courses of stone; cracks from top to foot if nothing carries it."""
    stones = (
        *courses(3, 18, GATE - 6, h - 18, max(3, h // 22), STONE),
        Box(2, 18, GATE - 4, h - 18, "", theme.INK, 2),
        Placed(0, 0, battlement(GATE, 24, STONE)),
    )
    if carried:
        return stones
    gap = Poly(((14, 0), (34, 0), (24, 26)), theme.PAPER)
    left = ((24, 8), (16, 24), (27, 40), (17, h * 0.62), (25, h - 2))
    right = ((GATE - 18, 22), (GATE - 10, h * 0.45), (GATE - 20, h * 0.7), (GATE - 12, h - 2))
    return (*stones, gap, Line(left, theme.INK, 4), Line(right, theme.INK, 4))


def _arch(h: int) -> Drawing:
    """Open the gate itself, as far as there is room below the plaque."""
    top = 66.0
    if h - top < 12:
        return ()
    w, x = 44, GATE / 2 - 22
    return (Box(x, top, w, h - top + 12, theme.OBSIDIAN, theme.INK, 2, 14), Box(x, h, w, 14, ""))
