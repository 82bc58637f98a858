"""The bell tower that the bot is named after: its avatar, and a guest on the boxes of the games."""

from functools import cache

from rendering import masonry, sky, theme
from rendering.heraldry import Drawing
from rendering.scene import Box, Disc, Line, Placed, Poly, Scene, Sprite
from rendering.theme import tones

AVATAR_PIXELS = 512


@cache
def bell_tower(w: int, h: int) -> Sprite:
    """Return a campanile: brick courses, arches with a bell, a pointed roof, windows lit by somebody."""
    brick, sand = tones(theme.BRICK), tones(theme.SANDSTONE)
    body, roof, loft = w * 0.84, h * 0.22, h * 0.24
    x, top = (w - body) / 2, roof + loft
    walls = masonry.courses(x, top, body, h - top, max(6, round((h - top) / (w * 0.11))), brick, w / 60)
    corners = masonry.quoins(x, top, body, h - top, max(5, round((h - top) / (w * 0.2))), sand)
    ledges = tuple(
        part
        for y in (roof, top, (top + h) / 2)
        for part in masonry.cornice(0, y - h * 0.014, w, h * 0.028, sand)
    )
    panes = (
        *masonry.window("round", w / 2, top + (h - top) * 0.26, w * 0.2, h * 0.13, lit=True),
        *masonry.window("sharp", w / 2, top + (h - top) * 0.76, w * 0.2, h * 0.14),
    )
    outline = (Box(x, roof, body, h - roof, "", theme.INK, max(1.5, w / 50)),)
    return Sprite(
        w, h, (*_roof(w, roof), *walls, *corners, *_loft(w, x, roof, body, loft), *panes, *outline, *ledges)
    )


def _roof(w: float, h: float) -> Drawing:
    tiles = tones(theme.TERRACOTTA)
    tip = h * 0.12
    return (
        Poly(((w / 2, tip), (w * 0.97, h), (w * 0.03, h)), tiles.body, theme.INK, max(1.5, w / 50)),
        Poly(((w / 2, tip + 4), (w * 0.5, h - 2), (w * 0.1, h - 2)), tiles.light),
        Disc(w / 2, tip * 0.8, w * 0.035, theme.GOLD, theme.INK, max(1.0, w / 80)),
    )


def _loft(w: float, x: float, y: float, wide: float, high: float) -> Drawing:
    """Draw the two open arches with the bell between light and dark."""
    stone = tones(theme.SANDSTONE)
    back = Box(x, y, wide, high, stone.body)
    arches = tuple(
        part
        for side in (0.28, 0.72)
        for part in (
            *masonry.opening(
                "round", x + wide * side, y + high * 0.55, wide * 0.34, high * 0.78, theme.NIGHT
            ),
            *_bell(x + wide * side, y + high * 0.5, wide * 0.24),
        )
    )
    return (back, *arches, Line(((x, y + high), (x + wide, y + high)), theme.INK, 2))


def _arch(x: float, y: float, w: float, h: float) -> Drawing:
    return (*masonry.opening("round", x, y, w, h, theme.NIGHT), *_bell(x, y - h * 0.06, w * 0.7))


def _bell(x: float, y: float, w: float) -> Drawing:
    cup = ((-0.16, -0.5), (0.16, -0.5), (0.3, 0.1), (0.5, 0.36), (-0.5, 0.36), (-0.3, 0.1))
    return (
        Poly(tuple((x + a * w, y + b * w) for a, b in cup), theme.OCHRE, theme.INK, max(1.0, w / 18)),
        Disc(x, y + w * 0.44, w * 0.12, theme.INK),
    )


def avatar() -> Scene:
    """Return the bot's avatar; what matters stands within the circle that Discord cuts out."""
    s, ground = AVATAR_PIXELS, AVATAR_PIXELS * 0.8
    tower = bell_tower(170, 350)
    items: Drawing = (
        *sky.dusk(0, 0, s, ground),
        *sky.hills(0, ground, s, s * 0.66, s),
        Placed((s - tower.w) / 2, ground - tower.h + 34, tower),
    )
    return Scene(s, s, theme.NIGHT, items)
