"""Light: how the hour tints what it falls on, the shade of things, and a glow."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rendering.palette import Rgb, rgb
from rendering.scene import Colour

HOURS = 6  # of a day, from the morning to the night; each has its sky
NIGHT = HOURS - 1
# Of red, green and blue: how much of it the hour's light has.
TINTS: tuple[tuple[float, float, float], ...] = (
    (1.0, 0.98, 0.95),
    (1.0, 1.0, 1.0),
    (1.0, 0.99, 0.95),
    (1.02, 0.94, 0.83),
    (0.84, 0.75, 0.79),
    (0.42, 0.45, 0.6),
)


def tinted(picture: Image.Image, hour: int) -> Image.Image:
    """Return a picture in the light of an hour."""
    tint = TINTS[hour]
    return picture.point([min(255, round(v * part)) for part in tint for v in range(256)])


def tone(colour: Colour, hour: int) -> Rgb:
    """Return a colour in the light of an hour."""
    red, green, blue = (min(255, round(v * part)) for v, part in zip(rgb(colour), TINTS[hour], strict=True))
    return red, green, blue


def lit_from_the_left(picture: Image.Image, dark: float = 0.56) -> Image.Image:
    """Return a wall with its left part in the sun and its right third in shade."""
    w = picture.width
    row = Image.frombytes("L", (w, 1), bytes(_side(n / w, dark) for n in range(w)))
    return ImageChops.multiply(picture, Image.merge("RGB", (row.resize(picture.size),) * 3))


def _side(x: float, dark: float) -> int:
    """Return how much light there is, of 255, at a part of a round wall's width."""
    return round(255 * (dark + (1 - dark) * float(min(1.0, 1.5 * (1 - x)) ** 0.8)))


@lru_cache(maxsize=64)
def shade(w: int, h: int, unit: float, lean: int = 0, strength: int = 92) -> Image.Image:
    """Return the long shade of a thing on the ground: it leans to the right by so many pixels."""
    picture = Image.new("RGBA", (w, h), (34, 24, 30, 0))
    mask, reach = Image.new("L", (w, h)), lean * unit
    wide = w - reach
    ImageDraw.Draw(mask).polygon([(0, 0), (wide, 0), (w, h), (reach + 4 * unit, h)], strength)
    picture.putalpha(mask)
    return picture


@lru_cache(maxsize=16)  # a row of towers has one size
def facade(w: int, h: int, unit: float, dark: int = 96) -> Image.Image:
    """Return the shade on a façade, laid over it: its right side, away from the sun, and below the eaves."""
    row = Image.frombytes("L", (w, 1), bytes(round(dark * max(0.0, n / w - 0.55) / 0.45) for n in range(w)))
    mask, eaves = row.resize((w, h)), max(1, round(5 * unit))
    ImageDraw.Draw(mask).rectangle((0, 0, w, eaves), dark)
    picture = Image.new("RGBA", (w, h), (30, 20, 26, 0))
    picture.putalpha(mask)
    return picture


def glow(w: int, h: int, unit: float, colour: Colour = "#ffd45e", reach: int = 12) -> Image.Image:
    """Return light around a box that stands `reach` pixels inside; it fades outwards."""
    mask, off = Image.new("L", (w, h)), round(reach * unit)
    ImageDraw.Draw(mask).rectangle((off, off, w - off - 1, h - off - 1), 255)
    soft = mask.filter(ImageFilter.GaussianBlur(off * 0.5)).point(lambda v: min(235, round(v * 1.7)))
    picture = Image.new("RGBA", (w, h), rgb(colour))
    picture.putalpha(soft)
    return picture


def hour_of(progress: float) -> int:
    """Return the hour of a game that has gone so far: from morning (0) to dusk, and night at the end (1)."""
    return NIGHT if progress >= 1 else int(max(0.0, progress) * NIGHT)


def lit(colour: Colour, hour: int) -> Colour:
    """Return a colour of a scene in the light of an hour."""
    return "#{:02x}{:02x}{:02x}".format(*tone(colour, hour))
