"""Marks in the shape of hexes and guilds: what may be chosen, what was laid last, what lacks one token."""

from functools import cache

from games.guilds.pieces import OUTLINE, frame, inset, moved
from rendering.heraldry import Drawing
from rendering.scene import Disc, Line, Point, Poly, Sprite
from rendering.theme import GOLD, INK, MARK, WHITE


def _ticked(points: tuple[Point, ...], reach: float, ink: float) -> Drawing:
    """Draw ticks at the corners of a polygon, in violet with a white casing."""
    paths = []
    for n, (x, y) in enumerate(points):
        ends = (points[n - 1], points[(n + 1) % len(points)])
        (ax, ay), (bx, by) = ((x + (ex - x) * reach, y + (ey - y) * reach) for ex, ey in ends)
        paths.append(((ax, ay), (x, y), (bx, by)))
    return (*(Line(p, WHITE, ink + 4) for p in paths), *(Line(p, MARK, ink) for p in paths))


@cache
def offer_sprite(turn: int, guild: int, size: int) -> Sprite:
    """Return violet ticks at the corners of a guild that the menus offer."""
    w, h = frame(size)
    return Sprite(w, h, _ticked(moved(inset(turn, guild, 0.9), size, w / 2, h / 2), 0.3, 6))


@cache
def place_sprite(size: int) -> Sprite:
    """Return violet ticks at the corners of a hex, or of a place for one."""
    w, h = frame(size)
    return Sprite(w, h, _ticked(moved(OUTLINE, size - 5, w / 2, h / 2), 0.24, 6))


@cache
def ring_sprite(size: int) -> Sprite:
    """Return a violet ring cased in white: a token may come here."""
    c = size / 2
    cased = ((c - 0.5, WHITE, 7), (c - 2, MARK, 4))
    return Sprite(size, size, tuple(Disc(c, c, r, "", ink, width) for r, ink, width in cased))


@cache
def outline_sprite(size: int) -> Sprite:
    """Return the gold halo of a hex that was laid last."""
    w, h = (edge + 16 for edge in frame(size))
    shape, width = moved(OUTLINE, size - 2, w / 2, h / 2), max(5, size * 0.06)
    return Sprite(w, h, (Poly(shape, "", INK, width + 4), Poly(shape, "", GOLD, width)))


DOT = Sprite(13, 13, (Disc(6.5, 6.5, 6.5, INK), Disc(6.5, 6.5, 4.5, GOLD)))  # of a group that lacks one
