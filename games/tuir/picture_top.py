"""What stands on a tower: a tiled roof on a low one, battlements on a tall one, a scaffold while it grows."""

from functools import cache

from games.tuir.pieces import STONE_TONES
from rendering import theme
from rendering.heraldry import pennant
from rendering.masonry import battlement, scaffold
from rendering.material.light import lit
from rendering.scene import Item, Line, Placed, Poly, Sprite

CROWNED = 4  # stories from which a tower has battlements
ROOF_HEIGHT = 24
TILES, RIDGE, EAVES = "#b25a34", "#ee9f68", "#6a3522"


def scaffolded(x: float, y: float, w: int) -> list[Item]:
    """Return what ends a tower that has just grown."""
    return [Placed(x - 4, y - 34, scaffold(w + 8, 27))]


def top(seat: int, stories: int, stone: str, x: float, y: float, w: int, hour: int) -> list[Item]:
    """Return what ends a tower whose walls end at y."""
    if stories < CROWNED:
        return [Placed(x - 5, y - ROOF_HEIGHT + 2, roof(w + 10, hour))]
    mast = pennant(36, 44, theme.SEAT_COLOURS[seat])
    return [Placed(x + w / 2 - 3, y - 46, mast), Placed(x - 3, y - 17, _merlons(stone, w + 6))]


@cache
def _merlons(stone: str, w: int) -> Sprite:
    return battlement(w, 22, STONE_TONES[stone])


@cache
def roof(w: int, hour: int) -> Sprite:
    """Return a hipped roof of tiles, its left side in the sun."""
    h, tiles, ridge, eaves = ROOF_HEIGHT, lit(TILES, hour), lit(RIDGE, hour), lit(EAVES, hour)
    slope = Poly(((1, h - 3), (w * 0.2, 2), (w * 0.8, 2), (w - 1, h - 3)), tiles, theme.INK, 1.5)
    sunny = Poly(((5, h - 5), (w * 0.2 + 1, 4), (w * 0.36, 4), (w * 0.3, h - 5)), ridge)
    rows = tuple(
        Line(((2 + w * 0.2 * (1 - n / 3), 3 + 6 * n), (w - 2 - w * 0.2 * (1 - n / 3), 3 + 6 * n)), eaves, 1.2)
        for n in (1, 2)
    )
    return Sprite(w, h, (slope, sunny, *rows, Line(((0, h - 2), (w, h - 2)), eaves, 3)))
