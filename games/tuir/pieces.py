"""Sections as sprites: a pattern for each stone, a shape for each window type."""

from collections.abc import Callable
from functools import cache
from math import cos, pi, sin

from games.tuir.cards import SECTIONS
from rendering import pieces, theme
from rendering.heraldry import Drawing
from rendering.scene import Box, Colour, Disc, Line, Point, Poly, Sprite

RATIO = 0.62  # a card's height for its width

FILLS: dict[str, Colour] = {
    "red_brick": theme.RED,
    "yellow_sandstone": theme.YELLOW,
    "blue_granite": theme.BLUE,
    "green_limestone": theme.GREEN,
    "white_marble": theme.WHITE,
    "black_obsidian": theme.INK,
    "any": theme.SHADE,  # in pictograms: whichever stone
}
# Half stone, half paper: a pattern that is plain to see, yet quieter than the windows.
MORTAR = theme.mixed(theme.RED, theme.PAPER)
GRAIN = theme.mixed(theme.BLUE, theme.PAPER)
STRATA = theme.mixed(theme.GREEN, theme.PAPER)


def height(w: int) -> int:
    return round(w * RATIO)


@cache
def section(card: str, w: int, h: int) -> Sprite:
    """Return a tower card."""
    colour, kind, windows = SECTIONS[card][1:]
    return block(colour, kind, windows, w, h)


@cache
def block(colour: str, kind: str, windows: int, w: int, h: int) -> Sprite:
    """Return a storey of a stone with its windows."""
    wall = (Box(0, 0, w, h, FILLS[colour]), *PATTERNS[colour](w, h), Box(0, 0, w, h, "", theme.INK, w / 40))
    return Sprite(w, h, (*wall, *_row(kind, windows, w, h)))


@cache
def back(w: int) -> Sprite:
    """Return a section that lies face down."""
    h = height(w)
    slope = h / 2 - 14
    lines = tuple(
        Line(((w * k - slope, h - 14), (w * k + slope, 14)), theme.PAPER, 2) for k in (0.3, 0.5, 0.7)
    )
    return pieces.back(w, h, lines)


# --- stones: told apart without their colour -------------------------------------------------------


def _brick(w: int, h: int, mortar: Colour = MORTAR) -> Drawing:
    courses, joint = 4, w / 50
    flat = [Line(((0, h * i / courses), (w, h * i / courses)), mortar, joint) for i in range(1, courses)]
    upright = [
        Line(((x, h * i / courses), (x, h * (i + 1) / courses)), mortar, joint)
        for i in range(courses)
        for x in (w * (j + (0.25 if i % 2 else 0.5)) / 3 for j in range(3))
    ]
    return (*flat, *upright)


def _dots(w: int, h: int) -> Drawing:
    return tuple(
        Disc(w * (i + (0.75 if j % 2 else 0.25)) / 8, h * (j + 0.5) / 5, w / 55, theme.BROWN)
        for j in range(5)
        for i in range(8)
        if w * (i + 0.75) / 8 < w
    )


def _hatch(w: int, h: int) -> Drawing:
    """Lines that rise to the right, cut at the edges."""
    lines, gap = [], w / 7
    for i in range(1, 12):
        reach = i * gap
        start = (max(0.0, reach - h), min(reach, float(h)))
        end = (min(reach, float(w)), max(0.0, reach - w))
        if start[0] < w:
            lines.append(Line((start, end), GRAIN, w / 45))
    return tuple(lines)


def _waves(w: int, h: int) -> Drawing:
    rows = []
    for j in range(1, 5):
        points = tuple((w * i / 24, h * j / 5 + sin(i * pi / 3) * h / 18) for i in range(25))
        rows.append(Line(points, STRATA, w / 40))
    return tuple(rows)


def _veins(w: int, h: int) -> Drawing:
    one: tuple[Point, ...] = ((0, 0.7), (0.18, 0.55), (0.3, 0.62), (0.5, 0.3), (0.66, 0.38), (0.8, 0))
    two: tuple[Point, ...] = ((0.42, 1), (0.55, 0.78), (0.74, 0.82), (1, 0.45))
    return tuple(Line(tuple((x * w, y * h) for x, y in vein), theme.EDGE, w / 30) for vein in (one, two))


def _shards(w: int, h: int) -> Drawing:
    shards: tuple[tuple[Point, ...], ...] = (
        ((0.08, 0.9), (0.3, 0.12), (0.42, 0.6)),
        ((0.5, 0.85), (0.62, 0.3), (0.72, 0.7)),
        ((0.74, 0.5), (0.9, 0.1), (0.94, 0.8)),
    )
    return tuple(Poly(tuple((x * w, y * h) for x, y in shard), theme.SOFT) for shard in shards)


PATTERNS: dict[str, Callable[[int, int], Drawing]] = {
    "red_brick": _brick,
    "yellow_sandstone": _dots,
    "blue_granite": _hatch,
    "green_limestone": _waves,
    "white_marble": _veins,
    "black_obsidian": _shards,
    "any": lambda w, h: _brick(w, h, theme.SOFT),
}


# --- windows ---------------------------------------------------------------------------------------


def _row(kind: str, windows: int, w: int, h: int) -> Drawing:
    """Set windows side by side, wider when they are few."""
    if not windows:
        return ()
    wide = w * {1: 0.26, 2: 0.23, 3: 0.2, 4: 0.17}[windows]
    step = w * {1: 0, 2: 0.36, 3: 0.28, 4: 0.228}[windows]
    first = w / 2 - step * (windows - 1) / 2
    return tuple(
        part for i in range(windows) for part in window(kind, first + i * step, h / 2, wide, h * 0.7)
    )


def window(kind: str, x: float, y: float, w: float, h: float) -> Drawing:
    """Draw one window around a point: dark, in a pale frame."""
    frame = max(2.0, h / 16)
    return (
        *_opening(kind, x, y, w, h, theme.PAPER),
        *_opening(
            kind, x, y + (frame / 2 if kind == "sharp" else 0), w - 2 * frame, h - 2 * frame, theme.INK
        ),
    )


def _opening(kind: str, x: float, y: float, w: float, h: float, fill: Colour) -> Drawing:
    left, right, top, foot = x - w / 2, x + w / 2, y - h / 2, y + h / 2
    match kind:
        case "sharp":
            return (
                Poly(
                    ((left, foot), (left, top + h * 0.5), (x, top), (right, top + h * 0.5), (right, foot)),
                    fill,
                ),
            )
        case "round":
            arch = tuple(
                (x - cos(pi * i / 16) * w / 2, top + w / 2 - sin(pi * i / 16) * w / 2) for i in range(17)
            )
            return (Poly(((left, foot), *arch, (right, foot)), fill),)
        case "square":
            side = w * 1.04
            return (Box(x - side / 2, y - side / 2, side, side, fill),)
    return (Box(left, top, w, h, fill),)
