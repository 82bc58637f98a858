"""Lucca from afar: mountains, the tower with oaks, San Michele, roofs; a family looks from its own side."""

from math import sin
from random import Random

from PIL import Image, ImageDraw

from rendering.material.country import HILLS, PANE, WINDOWS, sky
from rendering.material.light import tone
from rendering.palette import Rgb, palette, rgb

FINER = 2  # the land is drawn so many times larger
GREEN = 24  # pixels of grass before the town, where its walls stand
HAZE = 0.62  # of the far hill's colour in all that is far away
# Where each family has the tower, between two columns, and the church.
LANDMARKS = ((0.241, 0.68), (0.619, 0.31), (0.367, 0.81), (0.745, 0.43), (0.493, 0.18))


def panorama(w: int, h: int, unit: float, hour: int = 1, family: int = 0) -> Image.Image:
    """Return sky, land and grass for one family's row."""
    whole = sky(w, h, unit, hour)
    land = Image.new("RGBA", (w * FINER, h * FINER), (0, 0, 0, 0))
    pen, k = ImageDraw.Draw(land), FINER * unit
    foot, wide = h * FINER - GREEN * k, w / unit
    _mountains(pen, wide, foot, k, hour, family)
    _roofs(pen, wide, foot, k, hour, family)
    tower, church = LANDMARKS[family % len(LANDMARKS)]
    _tower(pen, tower * wide, foot, k, hour)
    _church(pen, church * wide, foot, k, hour)
    _grass(pen, wide, foot, k, hour)
    small = land.reduce(FINER)
    plain = small.convert("RGB").quantize(palette=palette(), dither=Image.Dither.NONE).convert("RGB")
    whole.paste(plain, (0, 0), small)  # what is far has plain tones: only the sky is dithered
    return whole


def far(colour: str, hour: int) -> Rgb:
    """Return a colour as it looks through the haze of an hour."""
    near, haze = tone(colour, hour), rgb(HILLS[hour][0])
    red, green, blue = (round(a * (1 - HAZE) + b * HAZE) for a, b in zip(near, haze, strict=True))
    return red, green, blue


def _mountains(pen: ImageDraw.ImageDraw, wide: float, foot: float, k: float, hour: int, family: int) -> None:
    for n, (up, swell) in enumerate(((70, 22), (44, 13), (24, 8))):
        shift = 1.7 * family + 2.1 * n
        line = [
            (x * k, foot - (up + swell * sin(x / (120 - 26 * n) + shift) + 5 * sin(x / 33 + shift)) * k)
            for x in range(0, int(wide) + 9, 8)
        ]
        pen.polygon([*line, (wide * k, foot), (0, foot)], rgb(HILLS[hour][n]))


def _roofs(pen: ImageDraw.ImageDraw, wide: float, foot: float, k: float, hour: int, family: int) -> None:
    """Draw a row of houses, low and pale, with windows that light up towards the night."""
    dice, x = Random(f"lucca {family}"), -8.0
    while x < wide:
        w, h = 26 + dice.random() * 30, 12 + dice.random() * 20
        left, right, top = x * k, (x + w) * k, foot - h * k
        pen.rectangle((left, top, right, foot), far(dice.choice(("#d8bd92", "#cda678", "#e2cfa8")), hour))
        roof = ((left - 3 * k, top), ((x + w * 0.5) * k, top - 8 * k), (right + 3 * k, top))
        pen.polygon(roof, far("#b5633d", hour))
        for pane in range(int(x) + 6, int(x + w) - 6, 12):
            lit = dice.random() < WINDOWS[hour]
            box = (pane * k, top + 5 * k, (pane + 3) * k, top + 10 * k)
            pen.rectangle(box, rgb(PANE) if lit else far("#7c604c", hour))
        x += w


def _tower(pen: ImageDraw.ImageDraw, x: float, foot: float, k: float, hour: int) -> None:
    """Draw the tower of the Guinigi: brick, slender, with oaks on its top."""
    left, right, top = (x - 8) * k, (x + 8) * k, foot - 92 * k
    pen.rectangle((left, top, right, foot), far("#b5704c", hour))
    pen.rectangle((left, top, left + 4 * k, foot), far("#d89a70", hour))
    pen.rectangle((left - 2 * k, top, right + 2 * k, top + 4 * k), far("#8d543a", hour))
    for up in (16, 34):
        pen.rectangle(((x - 3) * k, top + up * k, (x + 3) * k, top + (up + 9) * k), far("#5d3a2c", hour))
    for dx, r, up in ((-7, 7, 4), (7, 7, 4), (0, 9, 9)):
        at = (x + dx - r) * k, top - (up + r) * k, (x + dx + r) * k, top - (up - r) * k
        pen.ellipse(at, far("#4f6b39", hour))
        pen.ellipse((at[0], at[1], at[0] + r * k, at[1] + r * k), far("#7d9455", hour))


def _church(pen: ImageDraw.ImageDraw, x: float, foot: float, k: float, hour: int) -> None:
    """Draw San Michele: a white front of arcades, far higher than its nave, and the angel."""
    stone, shade = far("#efe6d2", hour), far("#8f8577", hour)
    pen.rectangle(((x + 14) * k, foot - 40 * k, (x + 52) * k, foot), far("#d9c8a6", hour))
    pen.polygon(
        [((x + 14) * k, foot - 40 * k), ((x + 33) * k, foot - 50 * k), ((x + 54) * k, foot - 40 * k)],
        far("#b5633d", hour),
    )
    for half, low, high in ((24, 0, 44), (17, 44, 58), (10, 58, 72)):
        pen.rectangle(((x - half) * k, foot - high * k, (x + half) * k, foot - low * k), stone)
        for at in range(-half + 2, half - 3, 7):
            top = foot - (high - 3) * k
            pen.rectangle(((x + at) * k, top, (x + at + 3) * k, top + 8 * k), shade)
    peak = foot - 84 * k
    pen.polygon([((x - 11) * k, foot - 72 * k), (x * k, peak), ((x + 11) * k, foot - 72 * k)], stone)
    pen.ellipse(((x - 3) * k, peak - 8 * k, (x + 3) * k, peak), far("#c9a24a", hour))


def _grass(pen: ImageDraw.ImageDraw, wide: float, foot: float, k: float, hour: int) -> None:
    """Lay the street before the palaces, and the grass in which the city walls stand."""
    pen.rectangle((0, foot, wide * k, foot + GREEN * k), tone("#8c9a57", hour))
    pen.rectangle((0, foot, wide * k, foot + 3 * k), tone("#cdb68a", hour))
    pen.rectangle((0, foot + 3 * k, wide * k, foot + 4.5 * k), tone("#6e7745", hour))
