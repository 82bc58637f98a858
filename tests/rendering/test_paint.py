"""The painter: shapes stand where the scene says, in the theme's colours, whoever paints at the same time."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageFont

import rendering
from games import GAMES
from games.contract import SIGN
from games.rulebook import box_of
from rendering import paint as painter
from rendering import theme
from rendering.font import drawable, font
from rendering.heraldry import shield
from rendering.paint import paint
from rendering.scene import Box, Disc, Glyph, Line, Placed, Poly, Scene, Sprite, inside
from tests.moments import moments

COLOURS = sorted(
    {v for v in vars(theme).values() if isinstance(v, str) and v.startswith("#")} | {*theme.SEAT_COLOURS}
)


def picture(*items, w=120, h=120, ground=theme.WHITE):
    return Image.open(BytesIO(paint(Scene(w, h, ground, items)))).convert("RGB")


def rgb(colour):
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def inked(image, ground=theme.WHITE):
    """Return the box around everything that is not the ground."""
    mask = Image.new("1", image.size)
    mask.putdata([pixel != rgb(ground) for pixel in image.get_flattened_data()])
    return mask.getbbox()


@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_of_the_theme_reaches_the_picture_unchanged(colour):
    assert picture(Box(10, 10, 20, 20, colour)).getpixel((20, 20)) == rgb(colour)


@pytest.mark.parametrize("other", [theme.GROUND, theme.INK, theme.WHITE, theme.PAPER])
def test_a_mixed_colour_lies_halfway_and_is_met_closely(other):
    for colour in COLOURS:
        mixed = theme.mixed(colour, other)
        halfway = tuple((a + b) // 2 for a, b in zip(rgb(colour), rgb(other), strict=True))
        met = picture(Box(10, 10, 20, 20, mixed)).getpixel((20, 20))
        assert rgb(mixed) == halfway
        assert max(abs(a - b) for a, b in zip(met, halfway, strict=True)) <= 9, (colour, met)


@pytest.mark.parametrize("key", GAMES)
def test_every_colour_of_every_game_is_met_closely(key):
    """The palette has no spare colours: whoever paints with a new one puts it into the theme."""
    box = box_of(GAMES[key])
    scenes = [moment.table() for moment in moments(key, GAMES[key].SEATS[-1])] + ([box.scene] if box else [])
    shapes = [shape for scene in scenes for _, _, shape in inside(scene.everything)]
    used = {getattr(shape, part, "") for shape in shapes for part in ("fill", "line")} - {""}
    for colour in used:
        met = picture(Box(10, 10, 20, 20, colour)).getpixel((20, 20))
        assert max(abs(a - b) for a, b in zip(met, rgb(colour), strict=True)) <= 32, (colour, met)


@pytest.mark.parametrize("ground", [theme.GROUND, theme.PAPER, theme.WHITE])
def test_an_edge_is_smooth(ground):
    """Halfway between shape and ground there are mixed colours, no stairs and no foreign tints."""
    image = picture(Disc(60, 60, 40, theme.INK), ground=ground)
    between = set(image.get_flattened_data()) - {rgb(ground), rgb(theme.INK)}
    assert tuple((a + b) // 2 for a, b in zip(rgb(ground), rgb(theme.INK), strict=True)) in between


@pytest.mark.parametrize(
    ("item", "box"),
    [
        (Box(10, 20, 30, 40, theme.RED), (10, 20, 40, 60)),
        (Box(10, 20, 30, 40, theme.RED, theme.INK, 2), (10, 20, 40, 60)),
        (Box(10, 20, 30, 40, theme.RED, radius=6), (10, 20, 40, 60)),
        (Disc(50, 60, 20, theme.RED), (30, 40, 71, 81)),
        (Poly(((20, 20), (80, 20), (80, 70), (20, 70)), theme.RED), (20, 20, 81, 71)),
        (Line(((20, 50), (90, 50)), theme.RED, 4), (20, 48, 90, 52)),
        (Placed(15, 25, Sprite(30, 30, (Box(0, 0, 30, 30, theme.RED),))), (15, 25, 45, 55)),
    ],
)
def test_a_shape_stands_where_the_scene_says(item, box):
    found = inked(picture(item))
    assert all(abs(a - b) <= 1 for a, b in zip(found, box, strict=True)), found


@pytest.mark.slow
@pytest.mark.parametrize("radius", [0, 3])
def test_a_box_may_be_as_thin_as_a_joint_in_a_distant_wall(radius):
    """Wherever it stands: half a pixel may come out as a little less than nothing."""
    for step in range(200):
        at, thin = step / 7, step / 200
        upright, level = (
            Box(at, 10, thin, 20, theme.RED, radius=radius),
            Box(10, at, 20, thin, theme.INK, "", 1),
        )
        assert inked(picture(Placed(20, 20, Sprite(60, 60, (upright, level)))))


@pytest.mark.parametrize("radius", [0, 5])
def test_a_box_has_its_line(radius):
    image = picture(Box(10, 20, 30, 40, theme.RED, theme.INK, 3, radius))
    assert image.getpixel((25, 21)) == image.getpixel((11, 40)) == rgb(theme.INK)
    assert image.getpixel((25, 40)) == rgb(theme.RED)


def test_a_sprite_inside_a_sprite_keeps_its_place():
    inner = Sprite(10, 10, (Box(0, 0, 10, 10, theme.BLUE),))
    image = picture(Placed(20, 20, Sprite(60, 60, (Placed(40, 30, inner),))))
    assert inked(image) == (60, 50, 70, 60)


def test_a_colourless_shape_paints_nothing():
    empty = (Box(5, 5, 20, 20), Box(5, 5, 20, 20, radius=4), Disc(20, 20, 9), Poly(((1, 1), (9, 1), (5, 9))))
    assert inked(picture(*empty)) is None


@pytest.mark.parametrize("text", ["8", "W", "WWWW", "XVIII", "12:30", "VII+3", "MMMMMM"])
def test_no_sign_is_cut_off(text):
    """A sign drawn by itself is as wide as the same sign on a field with room to spare."""
    alone = inked(picture(Glyph(150, 60, text, 40, theme.INK), w=300))
    roomy = Sprite(300, 120, (Glyph(150, 60, text, 40, theme.INK),))
    assert alone == inked(picture(Placed(0, 0, roomy), w=300))


@pytest.mark.slow
@pytest.mark.parametrize("sign", "AIWX0158×−+=?!")
def test_a_sign_stands_around_its_point(sign):
    left, top, right, bottom = inked(picture(Glyph(60, 60, sign, 60, theme.INK)))
    assert abs((left + right) / 2 - 60) <= 2 and abs((top + bottom) / 2 - 60) <= 4, (left, top, right, bottom)


def test_a_numeral_is_as_high_as_its_size_promises():
    """Seven tenths of the size, whatever the font measures itself by."""
    _, top, _, bottom = inked(picture(Glyph(60, 60, "H1", 80, theme.INK)))
    assert bottom - top == pytest.approx(56, abs=2)


def test_the_font_has_every_sign_that_a_picture_may_show():
    allowed = [chr(n) for n in range(33, 0x3000) if SIGN.fullmatch(chr(n))]
    assert len(allowed) >= 50 and {"×", "–", "→", "−"} <= set(allowed)
    assert [sign for sign in allowed if not drawable(sign)] == []


@pytest.mark.parametrize("text", ["♜", "3♜", "漢", "\u200b", "\u00a0", "\n", "\uffff"])
def test_a_sign_that_would_be_an_empty_box_is_not_drawable(text):
    assert not drawable(text)


def test_a_picture_depends_on_no_font_and_no_layout_of_the_machine():
    """The font lies in the code with its licence; the layout is the one that every Pillow has."""
    home = Path(font(20).path).parent
    assert home == Path(rendering.__file__).parent / "fonts"
    assert "SIL OPEN FONT LICENSE" in (home / "OFL.txt").read_text("utf-8")
    assert font(20).layout_engine == ImageFont.Layout.BASIC


def test_two_painters_at_once_paint_the_same_pictures():
    scenes = [
        Scene(
            200,
            100,
            theme.GROUND,
            (Placed(n, 5, shield(n % 5, 40 + n)), Glyph(90, 50, "7", n + 9, "#000000")),
        )
        for n in range(40)
    ]
    alone = [paint(scene) for scene in scenes]
    painter.ATLAS.clear()
    font.cache_clear()
    with ThreadPoolExecutor(4) as crew:
        for again in [*crew.map(lambda _: [paint(scene) for scene in scenes], range(4))]:
            assert again == alone
