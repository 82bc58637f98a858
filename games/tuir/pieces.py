"""Sections as sprites: a pattern for each stone in a band above and below its windows, one pane lit."""

from collections.abc import Callable
from functools import cache
from math import pi, sin

from games.tuir.cards import SECTIONS
from rendering import masonry, pieces, theme
from rendering.heraldry import Drawing
from rendering.masonry import window as window
from rendering.scene import Box, Disc, Line, Point, Poly, Sprite, Surface
from rendering.theme import Tones, tones

RATIO = 0.64  # a card's height for its width
SHADED = 60  # pixels: a section that is narrower stands in a pictogram, without light
BAND = 0.21  # the height of a band of pattern, of the card's

STONE_TONES: dict[str, Tones] = {
    "red_brick": tones(theme.BRICK),
    "yellow_sandstone": tones(theme.SANDSTONE),
    "blue_granite": tones(theme.GRANITE),
    "green_limestone": tones(theme.LIMESTONE),
    "white_marble": Tones(theme.WHITE, theme.MARBLE, theme.EDGE),
    "black_obsidian": Tones(theme.SOFT, theme.OBSIDIAN, theme.INK),
    "any": tones(theme.SHADE),  # in pictograms: whichever stone
}


def height(w: int) -> int:
    return round(w * RATIO)


@cache
def section(card: str, w: int, h: int) -> Sprite:
    """Return a tower card; which of its panes is lit, the card decides."""
    colour, kind, windows = SECTIONS[card][1:]
    return block(colour, kind, windows, w, h, sum(map(ord, card)) % windows if windows else -1)


@cache
def block(colour: str, kind: str, windows: int, w: int, h: int, lit: int = 0) -> Sprite:
    """Return a storey of a stone with its windows: quoins, a cornice, two bands of pattern."""
    stone, band = STONE_TONES[colour], h * BAND
    wall: Drawing = (Box(0, 0, w, h, stone.body),)
    if windows:
        bands = (*_band(colour, 0, w, band), *_band(colour, h - band, w, band))
        edges = masonry.quoins(0, band, w, h - 2 * band, 3, stone)
        wall = (*wall, *edges, *bands, *_joints(w, h, band, stone))
    else:
        wall = (*wall, *_band(colour, 0, w, h))
    frame = (Box(0, 0, w, max(2.0, h / 24), stone.light), Box(0, 0, w, h, "", theme.INK, max(1.5, w / 56)))
    shade = (Surface(0, 0, w, h, "facade"),) if w >= SHADED else ()
    return Sprite(w, h, (*wall, *shade, *_row(kind, windows, w, h, lit), *frame))


def _joints(w: int, h: int, band: float, stone: Tones) -> Drawing:
    """Part the bands from the wall by a shadow above and a light edge below."""
    line = max(1.0, h / 40)
    return (Box(0, band, w, line, stone.mortar), Box(0, h - band - line, w, line, stone.light))


def _band(colour: str, y: float, w: int, h: float) -> Drawing:
    return tuple(theme.scaled(PATTERNS[colour](w, h, STONE_TONES[colour]), 1, 0, y))


@cache
def back(w: int) -> Sprite:
    """Return a section that lies face down."""
    return pieces.back(w, height(w))


# --- stones: told apart without their colour -------------------------------------------------------

Pattern = Callable[[int, float, Tones], Drawing]


def _brick(w: int, h: float, stone: Tones) -> Drawing:
    courses, joint = max(2, round(h / (w * 0.075))), w / 62
    tall = h / courses
    flat = [Box(0, tall * i - joint / 2, w, joint, stone.light) for i in range(1, courses)]
    upright = [
        Box(x - joint / 2, tall * i, joint, tall, stone.light)
        for i in range(courses)
        for x in (w * (j + (0.5 if i % 2 else 1)) / 5 for j in range(5))
        if x < w
    ]
    return (*flat, *upright)


def _dots(w: int, h: float, stone: Tones) -> Drawing:
    rows = max(1, round(h / (w * 0.13)))
    return tuple(
        Disc(w * (i + (0.75 if j % 2 else 0.5)) / 9, h * (j + 0.5) / rows, w / 42, theme.BROWN)
        for j in range(rows)
        for i in range(9)
        if w * (i + 1) / 9 <= w
    )


def _hatch(w: int, h: float, stone: Tones) -> Drawing:
    step, lines = w / 11, []
    for i in range(-int(h / step) - 1, 12):
        start, end = (i * step, h), (i * step + h, 0.0)
        if end[0] > w:
            start, end = start, (w + 0.0, start[1] - (w - start[0]))
        if start[0] < 0:
            start = (0.0, h + start[0])
        if start[0] < w and end[0] > 0 and start[1] > end[1]:
            lines.append(Line((start, end), stone.light, w / 44))
    return tuple(lines)


def _waves(w: int, h: float, stone: Tones) -> Drawing:
    rows = max(1, round(h / (w * 0.13)))
    swing = min(h / rows * 0.3, w / 30)
    return tuple(
        Line(
            tuple((w * i / 36, h * (j + 0.5) / rows + sin(i * pi / 3) * swing) for i in range(37)),
            stone.mortar,
            w / 38,
        )
        for j in range(rows)
    )


def _veins(w: int, h: float, stone: Tones) -> Drawing:
    one: tuple[Point, ...] = ((0, 0.7), (0.18, 0.55), (0.3, 0.62), (0.5, 0.3), (0.66, 0.38), (0.8, 0))
    two: tuple[Point, ...] = ((0.42, 1), (0.55, 0.78), (0.74, 0.82), (1, 0.45))
    three: tuple[Point, ...] = ((0, 0.25), (0.14, 0.3), (0.26, 0))
    return tuple(
        Line(tuple((x * w, y * h) for x, y in vein), stone.mortar, w / 34) for vein in (one, two, three)
    )


def _shards(w: int, h: float, stone: Tones) -> Drawing:
    shards: tuple[tuple[Point, ...], ...] = (
        ((0.05, 0.9), (0.24, 0.12), (0.34, 0.62)),
        ((0.36, 0.88), (0.5, 0.25), (0.6, 0.72)),
        ((0.64, 0.55), (0.82, 0.1), (0.94, 0.86)),
    )
    return tuple(
        part
        for shard in shards
        for part in (
            Poly(tuple((x * w, y * h) for x, y in shard), stone.light),
            Poly(tuple((x * w, y * h) for x, y in (shard[1], shard[2], _mid(*shard))), theme.EDGE),
        )
    )


def _mid(one: Point, two: Point, three: Point) -> Point:
    return one[0] * 0.5 + two[0] * 0.3 + three[0] * 0.2, one[1] * 0.5 + two[1] * 0.3 + three[1] * 0.2


PATTERNS: dict[str, Pattern] = {
    "red_brick": _brick,
    "yellow_sandstone": _dots,
    "blue_granite": _hatch,
    "green_limestone": _waves,
    "white_marble": _veins,
    "black_obsidian": _shards,
    "any": lambda w, h, stone: _brick(w, h, stone._replace(light=stone.mortar)),
}


# --- windows ---------------------------------------------------------------------------------------


def _row(kind: str, windows: int, w: int, h: int, lit: int) -> Drawing:
    """Set windows side by side between the bands, wider when they are few; one of them is lit."""
    if not windows:
        return ()
    wide = w * {1: 0.24, 2: 0.2, 3: 0.185, 4: 0.165}[windows]
    step = w * {1: 0, 2: 0.34, 3: 0.265, 4: 0.215}[windows]
    first, tall = w / 2 - step * (windows - 1) / 2, h * (0.57 if kind != "square" else 0.5)
    return tuple(
        part
        for i in range(windows)
        for part in window(kind, first + i * step, h / 2, wide, tall, lit=i == lit)
    )
