"""Materials: one palette for all, the same bytes in every process, light that follows the hour."""

import os
import subprocess
import sys
from itertools import pairwise

import pytest
from PIL import Image

from bot.processes.paint_worker import draw_ahead
from rendering import places, theme
from rendering.atlas import drawn
from rendering.material import MATERIALS, material
from rendering.material.light import HOURS, NIGHT, hour_of, lit
from rendering.paint import ATLAS, painted
from rendering.palette import dithered, palette
from rendering.scaled import larger
from rendering.scene import Box, Placed, Scene, Sprite, Surface
from rendering.vision import lab

DIGEST = """
from hashlib import blake2s
from rendering.paint import paint
from rendering.places import town_square, table
from rendering.scene import Placed, Scene
scene = Scene(1000, 700, "#ffffff", (*town_square(3, 420), Placed(0, 600, table(3))))
print(blake2s(paint(scene)).hexdigest())
"""


def colours(image):
    return {pixel[:3] for _, pixel in image.getcolors(1 << 24)}


def surface(name, hour=1, w=90, h=60):
    kinds = {"shade": (30,), "glow": (), "facade": ()}
    return Surface(0, 0, w, h, name, kinds.get(name, (hour,)))


@pytest.mark.parametrize("name", MATERIALS)
def test_a_dithered_material_has_only_colours_of_the_palette(name):
    parts = palette().getpalette()
    known = {tuple(parts[i : i + 3]) for i in range(0, len(parts), 3)}
    assert colours(dithered(material(surface(name), 2))) <= known


def test_two_processes_draw_the_same_place():
    told = {
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1 and all(told)


def test_the_day_has_six_hours_and_the_night_is_the_end():
    hours = [hour_of(n / 100) for n in range(101)]
    assert hours == sorted(hours) and {*hours} == {*range(HOURS)}
    assert [hour for n, hour in enumerate(hours) if hour == NIGHT] == [NIGHT] and hours[-1] == NIGHT


def test_each_hour_has_its_own_sky_and_the_night_is_the_darkest():
    means = []
    for hour in range(HOURS):
        sky = material(Surface(0, 0, 200, 500, "country", (hour,)), 1).crop((0, 0, 200, 300))
        means.append(sky.resize((1, 1), Image.Resampling.BOX).getpixel((0, 0)))
    assert len(set(means)) == HOURS and min(means, key=sum) == means[NIGHT]
    assert lab(lit(theme.WHITE, NIGHT))[0] < lab(lit(theme.WHITE, 4))[0] < lab(lit(theme.WHITE, 1))[0]


def test_a_wall_is_lit_from_the_left():
    wall = material(surface("stone", w=66, h=120), 1).convert("L")
    thirds = [wall.crop((at, 0, at + 22, 120)).resize((1, 1), Image.Resampling.BOX) for at in (0, 22, 44)]
    light = [third.getpixel((0, 0)) for third in thirds]
    assert all(a > b for a, b in pairwise(light)) and light[0] > 1.3 * light[2]


def test_a_sky_is_a_smooth_tone_when_it_is_made_smaller():
    """Rows of a sky, made smaller by eight, differ by little from one to the next: no band is to be seen."""
    sky = dithered(material(Surface(0, 0, 64, 480, "country", (3,)), 1)).crop((0, 0, 64, 200))
    rows = sky.reduce(8).resize((1, 25), Image.Resampling.BOX)
    steps = [
        max(abs(a - b) for a, b in zip(rows.getpixel((0, y)), rows.getpixel((0, y + 1)), strict=True))
        for y in range(24)
    ]
    assert max(steps) <= 10


def test_a_larger_picture_has_larger_stones():
    wall = Placed(0, 0, Sprite(66, 48, (Surface(0, 0, 66, 48, "stone", (1, 0)),)))
    (placed,) = larger(Scene(66, 48, theme.WHITE, (wall,))).items
    (stone,) = placed.sprite.items
    assert (stone.w, stone.h, stone.unit) == (99, 72, 1.5)


def test_a_material_under_shapes_keeps_their_colours():
    shaded = Sprite(40, 40, (Surface(0, 0, 40, 40, "stone", (1, 0)), Box(10, 10, 20, 20, theme.RED)))
    picture = painted(Scene(40, 40, theme.WHITE, (Placed(0, 0, shaded),)))
    assert picture.getpixel((20, 20)) == tuple(int(theme.RED[i : i + 2], 16) for i in (1, 3, 5))
    assert picture.getpixel((2, 20)) != (255, 252, 245)


def test_a_battlement_is_clear_between_its_merlons():
    (merlons,) = (material(Surface(0, 0, 80, 26, "battlement", (1,)), 1),)
    row = [merlons.getpixel((x, 6))[3] for x in range(80)]
    assert row.count(0) > 15 and row.count(255) > 30
    assert {merlons.getpixel((x, 22))[3] for x in range(80)} == {255}


# --- ahead -------------------------------------------------------------------------------------------


def test_places_are_drawn_ahead_until_somebody_asks():
    ATLAS.clear()
    reading, writing = os.pipe()
    first, second, third = (Sprite(20, 20, (Surface(0, 0, 20, 20, "wood", (n,)),)) for n in (1, 2, 3))

    def sprites():
        yield first
        yield second
        os.write(writing, b"an order")
        yield third

    with os.fdopen(reading, "rb", 0) as orders:
        rest = sprites()
        draw_ahead(orders, rest)
        assert ATLAS.find(first) and ATLAS.find(second)
        assert [*rest] == []  # the third was under way when the order came
        draw_ahead(orders, iter((Sprite(9, 9, ()),)))
        assert not ATLAS.find(Sprite(9, 9, ())), "whoever asks comes first"
    os.close(writing)


def test_every_place_of_every_hour_is_drawn_ahead():
    ahead = {*places.ahead()}
    assert {sprite(hour) for sprite in (places.sky, places.square) for hour in range(HOURS)} <= ahead
    assert {places.vista(hour, family) for hour in range(HOURS) for family in range(5)} <= ahead
    assert sum(drawn(sprite).weight for sprite in ahead) < 68 << 20  # of 96 that are kept
