"""The box of San Gimignano: hexes of marble inlay, tokens of the families, and a tower that stands up."""

from functools import cache
from math import cos, pi, sin

from games.core import Text
from games.rulebook import Figure
from rendering import masonry, theme
from rendering.box import GROUND, boxed
from rendering.heraldry import pennant, token
from rendering.layout import centred
from rendering.scene import Box, Item, Placed, Point, Poly
from rendering.theme import tones

GROUNDS = (theme.CLAY, theme.WATER, theme.STRAW, theme.OLIVE)
HEXES = (  # how each is turned, and its three guilds
    (0, (0, 1, 2)),
    (1, (3, 2, 0)),
    (2, (1, 3, 2)),
    (0, (2, 0, 3)),
    (1, (0, 3, 1)),
    (2, (2, 1, 0)),
)
SIZE, FLAT = 86, 0.42  # a hex, seen from aslant


@cache
def box() -> Figure:
    """Return the picture for the lobby and the rules, with what it shows in words."""
    items = [part for n, one in enumerate(HEXES) for part in _hex(132 + 147 * n, GROUND - 8, *one)]
    items += _tower(280, 0, 136) + _tower(724, 1, 112) + _tower(500, 3, 158)
    for x, seat in ((132, 2), (400, 1), (610, 0), (866, 3)):
        items.append(centred(token(seat, 52), x, GROUND - 18))
    alt = Text("Hexes of marble inlay at dusk with the families' tokens, and three towers with banners.")
    return Figure(boxed(tuple(items), 0.3), (alt,))


def _corner(x: float, y: float, n: float) -> Point:
    return x + SIZE * cos(pi / 3 * n - pi / 6), y + SIZE * FLAT * sin(pi / 3 * n - pi / 6)


def _hex(x: float, y: float, turn: int, guilds: tuple[int, ...]) -> list[Item]:
    """Draw a hex of three guilds, with its edge."""
    edge = Poly(tuple((a, b + 12) for a, b in (_corner(x, y, n) for n in range(6))), theme.SOFT, theme.INK, 2)
    items: list[Item] = [edge]
    for n, guild in enumerate(guilds):
        side = 2 * n + turn % 2
        corners = ((x, y), *(_corner(x, y, side + step) for step in range(3)))
        items.append(Poly(corners, GROUNDS[guild], theme.INK, 2))
        cx, cy = corners[2]
        inner = tuple(
            (x + (a - x) * 0.74 + (cx - x) * 0.13, y + (b - y) * 0.74 + (cy - y) * 0.13) for a, b in corners
        )
        items.append(Poly(inner, "", tones(GROUNDS[guild]).light, 3))
    return items


def _tower(x: float, seat: int, high: int) -> list[Item]:
    """Draw a family's tower with its banner."""
    stone, w, y = theme.Tones(theme.PAPER, theme.SHADE, theme.EDGE), 58, GROUND - 14 - high
    walls = masonry.courses(x - w / 2, y, w, high, high // 15, stone)
    lit, dark = (masonry.window("round", x, y + high * at, 20, 34, lit=at < 0.5) for at in (0.3, 0.7))
    side = Box(x - w / 2, y, w, high, "", theme.INK, 2)
    crown = Placed(x - w / 2 - 4, y - 20, masonry.battlement(w + 8, 24, stone))
    return [Placed(x, y - 62, pennant(46, 46, theme.SEAT_COLOURS[seat])), *walls, *lit, *dark, side, crown]
