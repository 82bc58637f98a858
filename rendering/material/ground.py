"""What things stand and lie on: a paved square in perspective, wood, the table of the own hand."""

from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from rendering.material.light import tinted, tone

FINER = 2  # the square is drawn so many times larger


def square(w: int, h: int, unit: float, hour: int = 1) -> Image.Image:
    """Return paving that runs towards a far point above its middle."""
    wide, high, k = w * FINER, h * FINER, FINER * unit
    ground = Image.new("RGB", (1, h))
    pen = ImageDraw.Draw(ground)
    far, near = tone("#d3b98c", hour), tone("#e4cfa6", hour)
    for line in range(h):
        part = min(1.0, line / h * 1.4)
        pen.point((0, line), tuple(round(a + (b - a) * part) for a, b in zip(far, near, strict=True)))
    whole = ground.resize((wide, high))
    pen, joint = ImageDraw.Draw(whole), tone("#c6aa7d", hour)
    row, y = 0, 4.0 * k
    while y < high:
        pen.line((0, y, wide, y), joint, max(1, round(1.4 * k)))
        row += 1
        y += (7 + 5.5 * row) * k
    for n in range(-16, 17):
        pen.line((wide / 2 + n * 52 * k, 0, wide / 2 + n * 104 * k, high), joint, max(1, round(1.4 * k)))
    return whole.resize((w, h), Image.Resampling.BOX)


def wood(w: int, h: int, unit: float, hour: int = 1) -> Image.Image:
    """Return boards with their grain, lying across."""
    dice, tall = Random("wood"), max(8, round(34 * unit))
    whole = Image.new("RGB", (w, h))
    pen = ImageDraw.Draw(whole)
    for n in range(-(-h // tall)):
        light = 0.9 + 0.16 * (n % 3) / 2
        body = tuple(min(255, round(v * light)) for v in (140, 92, 50))
        pen.rectangle((0, n * tall, w, (n + 1) * tall), body)
        for _ in range(9):
            x, y = dice.random() * w, n * tall + dice.random() * tall
            long = (60 + dice.random() * 260) * unit
            pen.line((x, y, x + long, y), tuple(round(v * 0.86) for v in body), max(1, round(unit)))
        pen.line((0, n * tall, w, n * tall), (84, 54, 30), max(1, round(1.5 * unit)))
    return tinted(whole, hour)


def table(w: int, h: int, unit: float, hour: int = 1) -> Image.Image:
    """Return the table that the own hand lies on: boards with a light edge and a shade below it."""
    whole = wood(w, h, unit, hour)
    pen = ImageDraw.Draw(whole)
    pen.rectangle((0, 0, w, round(5 * unit)), tone("#d8ac70", hour))
    pen.rectangle((0, round(5 * unit), w, round(8 * unit)), tone("#4a2f1c", hour))
    return ImageChops.blend(whole, whole.filter(ImageFilter.BoxBlur(1)), 0.5)


def meadow(w: int, h: int, unit: float, hour: int = 1) -> Image.Image:
    """Return a hill of grass with the rows of a vineyard, running towards a far point above its middle."""
    wide, high, k = w * FINER, h * FINER, FINER * unit
    ground = Image.new("RGB", (1, h))
    pen = ImageDraw.Draw(ground)
    far, near = tone("#8f9a58", hour), tone("#6f8048", hour)
    for line in range(h):
        part = min(1.0, line / h)
        pen.point((0, line), tuple(round(a + (b - a) * part) for a, b in zip(far, near, strict=True)))
    whole = ground.resize((wide, high))
    pen, dice = ImageDraw.Draw(whole), Random("vines")
    vine, light = tone("#4d6138", hour), tone("#9fae62", hour)
    for row in range(-24, 25):
        for step in range(12):
            part = step / 11
            x = wide / 2 + row * (26 + 34 * part) * k + dice.random() * 3 * k
            y, r = part * high, (2.2 + 3.4 * part) * k
            pen.ellipse((x - r * 1.5, y - r, x + r * 1.5, y + r), vine)
            pen.ellipse((x - r * 1.3, y - r, x, y), light)
    return whole.resize((w, h), Image.Resampling.BOX)
