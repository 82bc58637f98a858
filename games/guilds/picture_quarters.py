"""Quarters seen from above: tiles, ripples, awnings, gardens, cut to their shape; one light for all."""

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

from rendering import theme
from rendering.scene import Disc, Item, Line, Point

FULL = {"brown": theme.CLAY, "blue": theme.WATER, "ochre": theme.STRAW, "green": theme.OLIVE}
PALE = {name: theme.mixed(colour, theme.PAPER) for name, colour in FULL.items()}  # the inlaid pattern
DEEP = {name: theme.mixed(colour, theme.INK) for name, colour in FULL.items()}  # the sign


def kerb(colour: str, corners: tuple[Point, ...], size: float) -> Iterator[Item]:
    """Draw the kerb of a quarter: the sides that look to the sun are light, the others dark."""
    wide = max(2.0, size * 0.034)
    mx, my = (sum(axis) / 4 for axis in zip(*corners, strict=True))
    for n, end in enumerate(corners):
        start = corners[n - 1]
        sunny = (start[0] + end[0]) / 2 - mx + (start[1] + end[1]) / 2 - my < 0  # the upper left
        yield Line((start, end), PALE[colour] if sunny else DEEP[colour], wide)


def pattern(colour: str, corners: tuple[Point, ...], size: float) -> Iterator[Item]:
    """Draw tiles, ripples, awnings or garden rows, all level with the picture."""
    (left, right), (top, low) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
    step, ink = size * 0.15, PALE[colour]
    rows = range(int((low - top) / step) + 1)
    match colour:
        case "green":
            spots = [(left + (n + row % 2 / 2) * step, top + row * step) for row in rows for n in range(14)]
            yield from (Disc(*spot, size * 0.034, ink) for spot in spots if within(corners, spot, step * 0.5))
            return
        case "ochre":
            lines = [((left + n * step * 1.2, top), (left + n * step * 1.2, low)) for n in range(14)]
        case "blue":
            lines = [((left, top + row * step), (right, top + row * step + step * 0.35)) for row in rows]
        case _:
            lines = [((left, top + row * step), (right, top + row * step)) for row in rows]
            lines += _joints(left, top, step, len(rows))
    for line in lines:
        if shown := clipped(corners, line):
            yield Line(shown, ink, size * (0.062 if colour == "ochre" else 0.024))


def _joints(x: float, y: float, step: float, rows: int) -> list[tuple[Point, Point]]:
    """Return the joints between tiles, half a tile aside in every second row."""
    wide = step * 1.5
    starts = [(x + (n + row % 2 / 2) * wide, y + row * step) for row in range(rows) for n in range(9)]
    return [((a, b), (a, b + step)) for a, b in starts]


@lru_cache(maxsize=64)
def _sides(corners: tuple[Point, ...]) -> tuple[tuple[Point, Point], ...]:
    """Return a point of each side, and its inward normal."""
    sides = list[tuple[Point, Point]]()
    mx, my = (sum(axis) / len(corners) for axis in zip(*corners, strict=True))
    for n, (x, y) in enumerate(corners):
        px, py = corners[n - 1]
        nx, ny = py - y, x - px
        sign = 1 if (mx - x) * nx + (my - y) * ny > 0 else -1
        long = sqrt(nx * nx + ny * ny)
        sides.append(((x, y), (sign * nx / long, sign * ny / long)))
    return tuple(sides)


def within(corners: tuple[Point, ...], spot: Point, margin: float) -> bool:
    """Say whether a point lies so far within a convex shape."""
    return all((spot[0] - x) * nx + (spot[1] - y) * ny >= margin for (x, y), (nx, ny) in _sides(corners))


def clipped(corners: tuple[Point, ...], line: tuple[Point, Point]) -> tuple[Point, ...]:
    """Return the part of a line within a convex shape, nothing if there is none (Cyrus and Beck)."""
    (ax, ay), (bx, by) = line
    first, last, dx, dy = 0.0, 1.0, bx - ax, by - ay
    for (x, y), (nx, ny) in _sides(corners):
        far, along = (ax - x) * nx + (ay - y) * ny, dx * nx + dy * ny
        if along > 1e-9:
            first = max(first, -far / along)
        elif along < -1e-9:
            last = min(last, -far / along)
        elif far < 0:
            return ()
    if last - first < 0.02:
        return ()
    return (ax + dx * first, ay + dy * first), (ax + dx * last, ay + dy * last)
