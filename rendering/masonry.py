"""Stone: courses, quoins, cornices, battlements, windows, scaffolds; three tones a material."""

from functools import cache
from math import cos, pi, sin

from rendering.heraldry import Drawing
from rendering.scene import Box, Colour, Disc, Item, Line, Point, Poly, Sprite
from rendering.theme import BROWN, EDGE, INK, LIT, OBSIDIAN, PAPER, Tones, mixed


def courses(x: float, y: float, w: float, h: float, rows: int, tones: Tones, joint: float = 2) -> Drawing:
    """Lay a wall in courses: every stone has a light upper edge, and mortar around it."""
    tall, items = h / rows, list[Item]((Box(x, y, w, h, tones.body),))
    for row in range(rows):
        top = y + row * tall
        items.append(Box(x, top, w, joint, tones.light))
        items.append(Box(x, top + tall - joint * 0.75, w, joint * 0.75, tones.mortar))
        long = max(w / 4, tall * 1.7)
        at = x + long * (0.5 if row % 2 else 1)
        while at < x + w - long * 0.3:
            items.append(Box(at, top, joint * 0.75, tall, tones.mortar))
            at += long
    return tuple(items)


def quoins(x: float, y: float, w: float, h: float, rows: int, tones: Tones) -> Drawing:
    """Strengthen both edges of a wall with lighter corner stones, long and short."""
    items, tall = list[Item](), h / rows
    for row in range(rows):
        wide = w * (0.11 if row % 2 else 0.075)
        for left in (x, x + w - wide):
            items.append(Box(left, y + row * tall, wide, tall - 1.5, tones.light))
    return tuple(items)


def cornice(x: float, y: float, w: float, h: float, tones: Tones) -> Drawing:
    """Close a story with a ledge that stands out on both sides."""
    return (
        Box(x, y, w, h, tones.mortar),
        Box(x, y, w, h * 0.5, tones.light),
    )


@cache
def battlement(w: int, h: int, tones: Tones, line: Colour = INK) -> Sprite:
    """Return merlons on a ledge: the crown of a tower that is done."""
    n = max(3, round(w / 26)) | 1
    tooth, ledge = (w - 4) / n, h * 0.42
    points: list[Point] = [(2, h - 2), (2, 2)]
    for i in range(1, n + 1):
        low, high = (2.0, h - ledge) if i % 2 else (h - ledge, 2.0)
        points += [(2 + i * tooth, low), (2 + i * tooth, high if i < n else h - 2)]
    merlons = tuple(Box(4 + i * tooth, 4, tooth - 4, 3, tones.light) for i in range(0, n, 2))
    ledge_line = Box(3, h - ledge + 2, w - 6, 3, tones.light)
    return Sprite(w, h, (Poly(tuple(points), tones.body, line, 2), *merlons, ledge_line))


@cache
def scaffold(w: int, h: int) -> Sprite:
    """Return poles, a plank and a brace: a tower that is still being built."""
    wood, dark = BROWN, mixed(BROWN, INK)
    poles = tuple(Box(x, 2, 5, h - 2, wood, dark, 1) for x in (2, w / 2 - 2.5, w - 7))
    planks = (Box(0, h * 0.42, w, 6, EDGE, dark, 1.5), Box(0, h - 7, w, 6, EDGE, dark, 1.5))
    braces = (
        Line(((5, h - 6), (w / 2, h * 0.46)), wood, 3.5),
        Line(((w - 5, h - 6), (w / 2, h * 0.46)), wood, 3.5),
    )
    return Sprite(w, h, (*braces, *poles, *planks))


# --- windows -----------------------------------------------------------------------------------------


def window(kind: str, x: float, y: float, w: float, h: float, lit: bool = False) -> Drawing:
    """Draw one window around a point: a dark pane in a pale frame; a lit one glows within the dark."""
    rim = min(max(2.0, w / 9), w / 4)  # four windows beside two signs are narrow, and still windows
    down = rim / 2 if kind == "sharp" else 0.0
    shown = (
        *opening(kind, x, y, w, h, PAPER),
        *opening(kind, x, y + down, w - 2 * rim, h - 2 * rim - down, OBSIDIAN),
    )
    if not lit:
        return shown
    glow = min(rim + max(1.5, w / 12), w * 0.4)
    return (*shown, *opening(kind, x, y + down * 1.6, w - 2 * glow, h - 2 * glow - down, LIT))


def opening(kind: str, x: float, y: float, w: float, h: float, fill: Colour) -> Drawing:
    """Draw a hole in a wall: sharp, round, square or flat."""
    left, right, top, foot = x - w / 2, x + w / 2, y - h / 2, y + h / 2
    match kind:
        case "sharp":
            return (
                Poly(
                    ((left, foot), (left, top + h * 0.46), (x, top), (right, top + h * 0.46), (right, foot)),
                    fill,
                ),
            )
        case "round":
            arch = tuple(
                (x - cos(pi * i / 16) * w / 2, top + w / 2 - sin(pi * i / 16) * w / 2) for i in range(17)
            )
            return (Poly(((left, foot), *arch, (right, foot)), fill),)
        case "square":
            side = min(w * 1.04, h)
            return (Box(x - side / 2, y - side / 2, side, side, fill),)
    return (Box(left, top, w, h, fill),)


# --- small things ------------------------------------------------------------------------------------


@cache
def seal(size: int, fill: Colour, line: Colour = INK) -> Sprite:
    """Return a wax seal: an uneven rim and a pressed ring."""
    points = []
    for i in range(36):
        r = 46 + 3.5 * sin(i * 1.9) + 2 * cos(i * 3.1)
        points.append((50 + r * cos(pi * i / 18), 50 + r * sin(pi * i / 18)))
    k = size / 100
    wax = Poly(tuple((x * k, y * k) for x, y in points), fill, mixed(fill, line), max(1.5, 4 * k))
    return Sprite(size, size, (wax, Disc(50 * k, 50 * k, 34 * k, "", mixed(fill, line), max(1.5, 4 * k))))
