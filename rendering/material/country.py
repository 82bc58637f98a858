"""The place of a picture: a sky of the hour over hills, a far town and its roofs."""

from math import sin
from random import Random

from PIL import Image, ImageDraw

from rendering.material.light import HOURS, NIGHT, tone
from rendering.palette import SKIES, SKY_STEPS, TILE, Rgb, ramp, rgb, thresholds

SPAN = 430  # pixels above the horizon after which a sky grows no darker
LAND = 190  # pixels that hills, towers and roofs reach above the ground
FINER = 2  # the land is drawn so many times larger
PANE = "#ffd977"
WINDOWS = (0.0, 0.0, 0.04, 0.22, 0.55, 0.8)  # of the far town's windows: how many are lit at each hour
HILLS: tuple[tuple[str, str, str], ...] = (  # of each hour: far, middle, near
    ("#b9c6d3", "#a3b89a", "#93a878"),
    ("#9dbad2", "#8fae86", "#86a066"),
    ("#b3bdbf", "#a5ae84", "#95985f"),
    ("#c79aa0", "#a08795", "#7f7d68"),
    ("#8a6f95", "#655c7c", "#50546a"),
    ("#2f3a63", "#27315a", "#20294c"),
)


def country(w: int, h: int, unit: float, hour: int = 3, land: str = "town") -> Image.Image:
    """Return sky and land, a town or hills alone; the ground is at the lower edge."""
    whole = sky(w, h, unit, hour)
    _lights(whole, unit, hour)
    below = _land(w, min(h, round(LAND * unit)), unit, hour, land == "town")
    whole.paste(below, (0, h - below.height), below)
    return whole


# --- the sky -----------------------------------------------------------------------------------------


def sky(w: int, h: int, unit: float, hour: int) -> Image.Image:
    """Return an hour's sky: between two of its colours the threshold matrix decides, pixel by pixel."""
    rows, high = list[bytes](), min(SPAN * unit, max(h, 300 * unit))
    for y in range(h):
        at = min(1.0, max(0.0, 1 - (h - y) / high)) ** 1.15 * (SKY_STEPS - 1)
        step, part = int(at), at % 1
        line = thresholds()[y % TILE * TILE : (y % TILE + 1) * TILE]
        tile = bytes(min(SKY_STEPS - 1, step + (part > (v + 0.5) / 64)) for v in line)
        rows.append((tile * (w // TILE + 1))[:w])
    picture = Image.frombytes("P", (w, h), b"".join(rows))
    picture.putpalette([part for colour in ramp(SKIES[hour], SKY_STEPS) for part in colour])
    return picture.convert("RGB")


def _lights(whole: Image.Image, unit: float, hour: int) -> None:
    """Put sun, clouds, moon and stars into a sky."""
    w, h = whole.size
    k = FINER * unit
    veil = Image.new("RGBA", (w * FINER, h * FINER), (0, 0, 0, 0))
    pen, foot = ImageDraw.Draw(veil), h * FINER
    if hour == NIGHT:
        _moon_and_stars(pen, w * FINER, foot, k)
    elif hour in (0, 3, 4):
        x, y, r = 126 * k, foot - (190, 0, 0, 170, 96)[hour] * k, 30 * k
        for n in range(6, 0, -1):
            ring = r * (1 + n * 0.4)
            pen.ellipse((x - ring, y - ring, x + ring, y + ring), (255, 240, 190, 18 + 9 * (6 - n)))
        pen.ellipse((x - r, y - r, x + r, y + r), (255, 247, 218, 255))
    if hour != NIGHT:
        _clouds(pen, foot, k, rgb(CLOUDS[hour]))
    small = veil.reduce(FINER)
    whole.paste(small, (0, 0), small)


CLOUDS = ("#fff3e2", "#ffffff", "#fff6e2", "#f0b0a0", "#b98aa4", "#3b4a78")


def _clouds(pen: ImageDraw.ImageDraw, foot: float, k: float, fill: Rgb) -> None:
    for x, up, wide, high in CLOUD_BARS:
        box = (x * k, foot - up * k, (x + wide) * k, foot - (up - high) * k)
        pen.rounded_rectangle(box, high * k / 2, (*fill, 150))


# Where a bar of cloud begins, how far above the ground, how wide and how high.
CLOUD_BARS = (
    (396, 392, 200, 9), (450, 380, 110, 7), (60, 268, 250, 9), (120, 257, 120, 6),
    (690, 300, 240, 9), (742, 289, 140, 7), (560, 214, 190, 7), (330, 236, 120, 6),
)  # fmt: skip


def _moon_and_stars(pen: ImageDraw.ImageDraw, w: int, foot: float, k: float) -> None:
    dice = Random("stars")
    for _ in range(70):
        x, y, r = dice.random() * w, foot - (180 + dice.random() * 420) * k, (0.8 + dice.random()) * k
        pen.ellipse((x - r, y - r, x + r, y + r), (236, 240, 255, 120 + dice.randrange(120)))
    x, y, r = w / 2 + 6 * k, foot - 372 * k, 24 * k
    for n in range(5, 0, -1):
        ring = r * (1 + n * 0.3)
        pen.ellipse((x - ring, y - ring, x + ring, y + ring), (200, 212, 250, 16))
    pen.ellipse((x - r, y - r, x + r, y + r), (246, 244, 228, 255))
    for dx, dy, size in ((-8, -6, 5), (7, 5, 6), (4, -10, 3)):
        spot = (x + (dx - size) * k, y + (dy - size) * k, x + (dx + size) * k, y + (dy + size) * k)
        pen.ellipse(spot, (226, 222, 206, 255))


# --- the land ----------------------------------------------------------------------------------------


def _land(w: int, h: int, unit: float, hour: int, town: bool) -> Image.Image:
    """Return hills, towers far away and the roofs before them, on a clear ground."""
    land = Image.new("RGBA", (w * FINER, h * FINER), (0, 0, 0, 0))
    pen, k, foot = ImageDraw.Draw(land), FINER * unit, h * FINER
    wide = w / unit
    for n, (up, swell) in enumerate(((104, 20), (78, 16), (50, 12))):
        line = [
            (x * k, foot - (up + swell * sin(x / (150 - 30 * n) + 2.1 * n) + 6 * sin(x / 41 + n)) * k)
            for x in range(0, int(wide) + 9, 8)
        ]
        pen.polygon([*line, (w * FINER, foot), (0, foot)], rgb(HILLS[hour][n]))
    dice = Random("town")
    _towers(pen, wide, foot, k, dice, hour, town)
    if town:
        _roofs(pen, wide, foot, k, dice, hour)
    else:
        _bushes(pen, wide, foot, k, dice, hour)
    for at, tall in CYPRESSES:
        _cypress(pen, at * wide * k, foot, tall * k, hour)
    return land.reduce(FINER)


def _towers(
    pen: ImageDraw.ImageDraw, wide: float, foot: float, k: float, dice: Random, hour: int, town: bool
) -> None:
    """Draw towers far away, pale in the haze, each with a lit left edge; two groups on the hills alone."""
    far, near = rgb(HILLS[hour][0]), tone("#8d7462", hour)
    body = tuple(round(a * 0.62 + b * 0.38) for a, b in zip(far, near, strict=True))
    edge = tuple(min(255, v + (10 if hour == NIGHT else 26)) for v in body)
    for n, x in enumerate(range(14, int(wide), 54)):
        w, h = 11 + dice.random() * 9, (58 + dice.random() * 120) * (1 if n % 3 else 0.55)
        if not town:
            if n % 9 > 2:
                continue
            x, h = 54 * (n - n % 9) + 210 + 17 * (n % 9), h * 0.5 + 44
        left, right, top = x * k, (x + w) * k, foot - h * k
        pen.rectangle((left, top, right, foot), body)
        for merlon in range(3):
            at = left + merlon * w * 0.4 * k
            pen.rectangle((at, top - 4 * k, at + w * 0.2 * k, top), body)
        pen.rectangle((left, top, left + 2 * k, foot), edge)
        if dice.random() < WINDOWS[hour]:
            pen.rectangle((left + 5 * k, top + 10 * k, left + 8 * k, top + 16 * k), rgb(PANE))


WALLS = ("#c7a67c", "#b8926c", "#d3b98f", "#a98260")


def _roofs(pen: ImageDraw.ImageDraw, wide: float, foot: float, k: float, dice: Random, hour: int) -> None:
    """Draw the houses before the far town: tiled, with windows that light up towards the night."""
    x = -10.0
    while x < wide:
        w, h = 34 + dice.random() * 40, 24 + dice.random() * 40
        left, right, top, wall = x * k, (x + w) * k, foot - h * k, tone(dice.choice(WALLS), hour)
        pen.rectangle((left, top, right, foot), wall)
        pen.rectangle((left + w * 0.66 * k, top, right, foot), tuple(round(v * 0.78) for v in wall))
        ridge = top - 14 * k
        roof = (
            (left - 4 * k, top + 2 * k),
            (left + w * 0.3 * k, ridge),
            (left + w * 0.72 * k, ridge),
            (right + 4 * k, top + 2 * k),
        )
        pen.polygon(roof, tone("#b25a34", hour))
        pen.line(roof[:3], tone("#e89a6a", hour), round(2 * k))
        pen.line((roof[0], roof[3]), tone("#6a3522", hour), round(1.6 * k))
        for pane in range(int(x) + 7, int(x + w) - 8, 15):
            lit = dice.random() < WINDOWS[hour]
            box = (pane * k, top + 10 * k, (pane + 5) * k, top + 18 * k)
            pen.rectangle(box, rgb(PANE) if lit else tone("#5a453a", hour))
        x += w


def _bushes(pen: ImageDraw.ImageDraw, wide: float, foot: float, k: float, dice: Random, hour: int) -> None:
    """Draw olive trees along the crest, where no town stands."""
    for x in range(-10, int(wide) + 20, 13):
        r, up = 9 + dice.random() * 9, dice.random() * 6
        fill = tone(dice.choice(("#6f7d4e", "#7f8a58", "#5f6f49")), hour)
        pen.ellipse(((x - r) * k, foot - (up + r) * k, (x + r) * k, foot + r * k), fill)
        light = tuple(min(255, v + 18) for v in fill)
        pen.ellipse(((x - r * 0.8) * k, foot - (up + r * 0.85) * k, x * k, foot - up * k), light)


CYPRESSES = ((0.006, 62), (0.022, 84), (0.5, 66), (0.512, 80), (0.976, 74), (0.992, 58))


def _cypress(pen: ImageDraw.ImageDraw, x: float, foot: float, tall: float, hour: int) -> None:
    """Draw a cypress, slender and dark, lit from the left."""
    half, top = tall * 0.115, foot - tall
    pen.ellipse((x - half, top, x + half, foot + tall * 0.05), tone("#2f4433", hour))
    pen.ellipse((x - half, top + tall * 0.06, x - half * 0.2, foot - tall * 0.05), tone("#5c6b45", hour))


assert len(SKIES) == len(HILLS) == len(WINDOWS) == HOURS
