"""Overlaps in a picture: numbers that a later thing hides, because two things were put in one place."""

from collections.abc import Iterator
from typing import NamedTuple

from rendering.scene import Box, Disc, Glyph, Item, Placed, Point, Poly, Scene, inside

WIDE, HIGH = 0.27, 0.3  # of a glyph's size: half a letter's width, half its height
GRID = (-1.0, -0.5, 0.0, 0.5, 1.0)  # where a number is looked at, in both directions
MOST_HIDDEN = 0.5  # of a number


class Hidden(NamedTuple):
    """A number, and where in the picture it cannot be read."""

    text: str
    x: float
    y: float


def hidden_numbers(scene: Scene) -> Iterator[Hidden]:
    """Yield the numbers of which more than a half lies under other things.

    What writes the same number there again only replaces it, and a letter names a place to put things.
    """
    things = [(thing, _bounds(thing)) for thing in scene.everything]
    for n, (thing, _) in enumerate(things):
        for x, y, shape in inside((thing,)):
            if isinstance(shape, Glyph) and any(sign.isdecimal() for sign in shape.text):
                number = Glyph(x + shape.x, y + shape.y, shape.text, shape.size, shape.fill)
                over = [later for later, bounds in things[n + 1 :] if _meet(bounds, _of_glyph(number))]
                if over and _hidden(number, tuple(over)):
                    yield Hidden(number.text, round(number.x), round(number.y))


def _hidden(number: Glyph, over: tuple[Item, ...]) -> bool:
    shapes = [*inside(over)]
    if any(_again(number, x, y, shape) for x, y, shape in shapes):
        return False
    left, top, right, bottom = _of_glyph(number)
    w, h = (right - left) / 2, (bottom - top) / 2
    points = [(number.x + a * w, number.y + b * h) for a in GRID for b in GRID]
    under = sum(any(_covers(shape, px - x, py - y) for x, y, shape in shapes) for px, py in points)
    return under > MOST_HIDDEN * len(points)


def _again(number: Glyph, x: float, y: float, shape: Item) -> bool:
    """Say whether a shape is the same number at the same place."""
    if not isinstance(shape, Glyph) or shape.text != number.text:
        return False
    return max(abs(x + shape.x - number.x), abs(y + shape.y - number.y)) < number.size / 2


def _covers(shape: Item, x: float, y: float) -> bool:
    """Say whether a shape paints a point."""
    match shape:
        case Box(left, top, w, h, fill):
            return bool(fill) and left <= x <= left + w and top <= y <= top + h
        case Disc(middle, centre, r, fill):
            return bool(fill) and (x - middle) ** 2 + (y - centre) ** 2 <= r * r
        case Poly(points, fill):
            return bool(fill) and _within(points, x, y)
    return False


def _within(points: tuple[Point, ...], x: float, y: float) -> bool:
    """Say whether a point lies in a polygon: a ray from it crosses an odd number of edges."""
    odd = False
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


# --- where things are --------------------------------------------------------------------------------

Bounds = tuple[float, float, float, float]  # left, top, right, bottom
NOWHERE: Bounds = (1, 1, 0, 0)


def _bounds(thing: Item) -> Bounds:
    match thing:
        case Placed(x, y, sprite):
            return x, y, x + sprite.w, y + sprite.h
        case Box(x, y, w, h):
            return x, y, x + w, y + h
        case Disc(x, y, r):
            return x - r, y - r, x + r, y + r
        case Poly(points):
            across, down = zip(*points, strict=True)
            return min(across), min(down), max(across), max(down)
        case Glyph():
            return _of_glyph(thing)
    return NOWHERE  # a line hides nothing


def _of_glyph(glyph: Glyph) -> Bounds:
    w, h = glyph.size * WIDE * len(glyph.text), glyph.size * HIGH
    return glyph.x - w, glyph.y - h, glyph.x + w, glyph.y + h


def _meet(one: Bounds, other: Bounds) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
