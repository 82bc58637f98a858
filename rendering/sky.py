"""Places: a dusk sky over two hills and a stream, and a town far away. Flat tones, no gradients."""

from functools import cache
from math import ceil, sin

from rendering.heraldry import Drawing
from rendering.scene import Box, Colour, Disc, Item, Placed, Point, Poly, Sprite
from rendering.theme import (
    BROWN,
    DUSK,
    EMBER,
    FAR_HILL,
    GLOW,
    GROUND,
    HAZE,
    HILL,
    INK,
    LIT,
    MEADOW,
    NIGHT,
    PINE,
    WATER,
    WHITE,
    mixed,
)


def dusk(x: float, y: float, w: float, h: float) -> Drawing:
    """Fill a place with evening: from night to embers in long clouds, and a thin moon."""
    bands = ((0.17, DUSK), (0.36, HAZE), (0.52, GLOW), (0.66, EMBER))
    items: list[Item] = [Box(x, y, w, h, NIGHT)]
    for n, (top, tone) in enumerate(bands, 1):
        swell = [5 * sin(i * 0.31 * n + n) + 4 * sin(i * 0.13 + 2 * n) for i in range(41)]
        items += _land(x, round(y + h * top), w, y + h, swell, tone)
    moon = (x + w * 0.5, y + min(h * 0.13, 40))
    return (*items, Disc(*moon, 15, WHITE), Disc(moon[0] + 7, moon[1] - 3, 13, NIGHT), *_stars(x, y, w, h))


def _land(x: float, y: float, w: float, foot: float, swell: list[float], tone: Colour) -> Drawing:
    """Fill everything below a swelling line: a strip with the drawn edge, and a plain box under it."""
    low = ceil(max(swell))
    step = w / (len(swell) - 1)
    edge = tuple((x + step * i, y + high) for i, high in enumerate(swell))
    below = (Box(x, y + low, w, foot - y - low, tone),) if foot > y + low else ()
    return (Poly((*edge, (x + w, y + low), (x, y + low)), tone), *below)


def _stars(x: float, y: float, w: float, h: float) -> Drawing:
    spots = (
        (0.06, 0.1),
        (0.17, 0.04),
        (0.29, 0.14),
        (0.39, 0.06),
        (0.63, 0.05),
        (0.74, 0.13),
        (0.86, 0.05),
        (0.95, 0.12),
    )
    return tuple(Box(round(x + w * a), round(y + h * b), 3, 3, WHITE) for a, b in spots)


def hills(x: float, ground: float, w: float, split: float, foot: float) -> Drawing:
    """Raise two hills that meet at a stream, in front of farther ones; towers stand on `ground`."""
    swell = [-26 - 16 * sin(i * 0.21 + 0.6) - 8 * sin(i * 0.47) for i in range(41)]
    towns = (*_far_town(x + w * 0.3, ground - 20), *_far_town(x + w * 0.78, ground - 26))
    far = _land(x, ground, w, foot, swell, FAR_HILL)
    near = (*_hill(x, split, ground, foot, HILL), *_hill(split, x + w, ground, foot, MEADOW))
    trees = [Placed(x + w * at, ground + 12 - tall, cypress(tall)) for at, tall in GROVE]
    return (*towns, *far, *near, *trees, *_stream(split, ground, foot))


# Cypresses: where they stand, of the width, and how high.
GROVE = (
    (0.008, 62),
    (0.028, 84),
    (0.05, 54),
    (0.445, 40),
    (0.555, 36),
    (0.945, 58),
    (0.966, 90),
    (0.984, 66),
)


@cache
def cypress(h: int) -> Sprite:
    """Return a cypress, slender and dark, lit from the left."""
    w = max(10, round(h * 0.24))
    shape = ((0.5, 0.0), (0.78, 0.3), (1.0, 0.66), (0.86, 0.9), (0.14, 0.9), (0.0, 0.66), (0.22, 0.3))
    lit = ((0.5, 0.04), (0.42, 0.5), (0.3, 0.88), (0.14, 0.88), (0.02, 0.66), (0.24, 0.32))
    trunk = Box(w * 0.42, h * 0.88, w * 0.16, h * 0.12, mixed(BROWN, INK))
    body, edge = (Poly(tuple((a * w, b * h) for a, b in part), c) for part, c in ((shape, PINE), (lit, HILL)))
    return Sprite(w, h, (trunk, body, edge))


def _far_town(x: float, foot: float) -> Drawing:
    """Set a few towers onto the horizon, one window lit."""
    tone = mixed(HAZE, INK)
    towers = ((0, 12, 44), (14, 9, 66), (25, 16, 36), (43, 8, 78), (53, 14, 50), (69, 10, 60), (81, 18, 34))
    walls = tuple(Box(x + at, foot - tall, wide, tall + 50, tone) for at, wide, tall in towers)
    return (*walls, Box(x + 46, foot - 66, 3, 5, LIT), Box(x + 4, foot - 34, 3, 5, LIT))


def _hill(left: float, right: float, ground: float, foot: float, tone: Colour) -> Drawing:
    """Raise a hill with a level back and soft shoulders."""
    w, drop = right - left, min(26.0, foot - ground)
    ease = min(70.0, w * 0.2)
    rise = [(left + ease * t / 8, ground + drop * (1 - t / 8) ** 2) for t in range(9)]
    fall = [(right - ease * (1 - t / 8), ground + drop * (t / 8) ** 2) for t in range(9)]
    back = Poly((*rise, *fall, (right, ground + drop), (left, ground + drop)), tone)
    return (back, Box(left, ground + drop, w, foot - ground - drop, tone))


def _stream(x: float, ground: float, foot: float) -> Drawing:
    """Let water run down between the hills, wider and wider."""
    deep = foot - ground - 14
    steps = [(t / 16, ground + 14 + deep * t / 16, 7 * sin(t * 0.5)) for t in range(17)]
    banks = [*((x - 3 - 20 * t + bend * t, y) for t, y, bend in steps)]
    banks += [(x + 3 + 22 * t + bend * t, y) for t, y, bend in reversed(steps)]
    glint = tuple(Box(x - 7 + 4 * n, ground + 24 + 9 * n, 12, 2.5, WHITE) for n in range(int(deep / 16)))
    return (Poly(tuple(banks), WATER), *glint)


# --- a town far away -----------------------------------------------------------------------------------

# Houses and towers, by width and height.
TOWN: tuple[tuple[int, int], ...] = ((34, 62), (26, 48), (20, 120), (30, 70), (46, 54), (18, 150))
TOWN += ((24, 66), (40, 44))
TOWN += ((22, 104), (34, 58), (28, 80), (18, 134), (44, 50), (26, 92), (38, 60), (20, 46))


def far_tone(ground: Colour = GROUND, toward: Colour = INK) -> Colour:
    """Return a ground with 8 % of another colour: what lies far behind and must not disturb."""
    parts = ((int(ground[i : i + 2], 16) * 92 + int(toward[i : i + 2], 16) * 8) // 100 for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


def town(x: float, foot: float, w: float, h: float, tone: Colour) -> Drawing:
    """Draw a skyline of towers and roofs far behind, from x to x + w, h high."""
    points, at, n = [(x, foot)], x, 0
    while at < x + w:
        wide, tall = TOWN[n % len(TOWN)]
        end, top = min(x + w, at + wide * 1.1), foot - tall / 150 * h
        points += _house(at, end, top, tall)
        at, n = end, n + 1
    return (Poly((*points, (x + w, foot)), tone),)


def _house(left: float, right: float, top: float, tall: float) -> list[Point]:
    """Return the outline of one house: towers have merlons, houses a gable."""
    if tall < 75:
        return [(left, top), ((left + right) / 2, top - 12), (right, top)]
    w, points = (right - left) / 5, list[Point]()
    for i in range(5):
        y = top - (0 if i % 2 else 7)
        points += [(left + w * i, y), (left + w * (i + 1), y)]
    return points


def afar(one: Colour) -> Colour:
    """Return a colour seen through the evening haze."""
    return mixed(one, HAZE)
