"""Walls of single stones: grain, a light upper edge each, and the side light of the hour."""

from functools import lru_cache
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rendering.material.light import lit_from_the_left, tinted, tone
from rendering.palette import rgb

COURSE = 13  # pixels: how high a course is
SHEET_COURSES = 30  # of a sheet that pieces are cut from
KINDS: dict[str, tuple[str, str, str]] = {  # mortar, most stones, some stones
    "stone": ("#8d7558", "#d9c39a", "#c3a57b"),
    "brick": ("#8a6a52", "#b5583a", "#96442d"),
    "plaster": ("#d8c19a", "#e2cba2", "#d8bf94"),
}


def stone(w: int, h: int, unit: float, hour: int = 1, cut: int = 0, kind: str = "stone") -> Image.Image:
    """Return a piece of a wall, cut from a sheet at some course."""
    sheet = _sheet(w, unit, hour, kind)
    top = round((cut * COURSE * unit) % max(1, sheet.height - h))
    if h > sheet.height:
        return sheet.resize((w, h))
    return sheet.crop((0, top, w, top + h))


@lru_cache(maxsize=24)
def _sheet(w: int, unit: float, hour: int, kind: str) -> Image.Image:
    """Lay a wall of some width; towers of one width share it."""
    mortar, most, some = KINDS[kind]
    dice, tall = Random(f"{kind} {w}"), COURSE * unit
    wall = Image.new("RGB", (w, round(SHEET_COURSES * tall)), mortar)
    pen = ImageDraw.Draw(wall)
    for row in range(SHEET_COURSES):
        x, top = -dice.random() * 14 * unit, row * tall
        while x < w:
            wide = (12 + dice.random() * 15) * unit
            body = rgb(most if dice.random() < 0.8 else some)
            light = 0.87 + dice.random() * 0.2
            fill = tuple(min(255, round(v * light)) for v in body)
            edge = unit * 0.6
            pen.rectangle((x + edge, top + edge, x + wide - edge, top + tall - edge), fill)
            line = (x + edge, top + edge * 1.4, x + wide - edge, top + edge * 1.4)
            pen.line(line, tuple(min(255, v + 24) for v in fill), max(1, round(unit)))
            x += wide
    return tinted(lit_from_the_left(ImageChops.multiply(wall, _grain(wall.size, dice))), hour)


def _grain(size: tuple[int, int], dice: Random) -> Image.Image:
    """Return fine unevenness, to be multiplied."""
    noise = Image.frombytes("L", (128, 128), dice.randbytes(128 * 128)).filter(ImageFilter.BoxBlur(1))
    fine = noise.point(lambda v: min(255, round(212 + v * 0.3)))
    whole = Image.new("L", size)
    for x in range(0, size[0], 128):
        for y in range(0, size[1], 128):
            whole.paste(fine, (x, y))
    return Image.merge("RGB", (whole,) * 3)


def battlement(w: int, h: int, unit: float, hour: int = 1) -> Image.Image:
    """Return swallow-tailed merlons on a ledge, clear between them."""
    wall = stone(w, h, unit, hour, 7).convert("RGBA")
    mask, teeth = Image.new("L", (w, h)), max(3, round(w / unit / 20))
    pen, ledge, wide = ImageDraw.Draw(mask), h * 0.54, w / (teeth * 1.5 - 0.5)
    pen.rectangle((0, ledge, w, h), 255)
    for n in range(teeth):
        x = n * wide * 1.5
        tail = ((x, 0), (x + wide / 2, h * 0.24), (x + wide, 0), (x + wide, ledge), (x, ledge))
        pen.polygon(tail, 255)
    wall.putalpha(mask)
    pen = ImageDraw.Draw(wall)
    pen.line((0, ledge, w, ledge), (*tone("#f7e6c0", hour), 255), round(1.6 * unit))
    pen.rectangle((0, h - 2.4 * unit, w, h), (*tone("#4a3a30", hour), 255))
    return wall
