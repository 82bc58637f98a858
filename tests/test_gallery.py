"""What people see: as it was when somebody last looked at it, legible on a phone, and light."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from games import GAMES
from games.contract import check_scene
from games.core import HIGHEST
from games.rulebook import box_of
from rendering import theme
from rendering.campanile import avatar
from rendering.marks import letter
from rendering.paint import ATLAS, BASES, paint, painted
from rendering.scene import Box, Glyph, Placed, Scene, inside
from rendering.specimen import grammar
from tests.gallery import GOLDEN, SMALL, golden, scaled, through
from tests.moments import MOMENTS, moments

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.SEATS]
BLOCK = 8  # pixels of a golden picture, looked at together
TOLERANCE = 14  # of 255: what another version of Pillow may change at the edges of shapes
FINEST = 24  # a sign of this size stands 6.7 pixels high at 400: the least that can be read
HEAVIEST = 100 * 1024


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("name", MOMENTS)
def test_a_table_looks_as_it_did_when_somebody_last_looked(key, name):
    """Change a look on purpose, then: make golden, and see what changed."""
    moment = moments(key, GAMES[key].SEATS[-1])[MOMENTS.index(name)]
    kept, now = Image.open(GOLDEN / f"{key}-{name}.webp").convert("RGB"), golden(moment)
    assert now.size == kept.size
    assert furthest(kept, now) <= TOLERANCE


def furthest(one, other):
    """Return how far two pictures are apart where they differ most, block by block."""
    blocks = ImageChops.difference(one, other).convert("L").reduce(BLOCK)
    return blocks.getextrema()[1]


def test_a_golden_notices_a_sign_that_is_missing():
    scene = moments("tuir", 2)[1].table()
    missing, pictures = letter("A", 40, live=False), []
    for sign in (missing, None):
        items = tuple(item for item in scene.everything if sign is None or getattr(item, "sprite", 0) != sign)
        picture = paint(Scene(scene.w, scene.h, scene.ground, items))
        pictures.append(scaled(Image.open(BytesIO(picture)), SMALL))
    assert furthest(*pictures) > 2 * TOLERANCE


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_numeral_is_legible_at_400_pixels_and_every_picture_light(key, seats):
    for moment in moments(key, seats):
        scenes = [moment.table(), *(moment.hand(seat) for seat in range(seats))]
        for scene in scenes:
            sizes = [shape.size for _, _, shape in inside(scene.everything) if isinstance(shape, Glyph)]
            assert min(sizes) * 1000 / scene.w >= FINEST, moment.name
            assert len(paint(scene)) <= HEAVIEST and scene.h <= HIGHEST


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_box_without_words(key):
    box = box_of(GAMES[key])
    assert box and box.alt
    check_scene(GAMES[key], box.scene)
    assert (box.scene.w, box.scene.h) == (theme.W, 300) and len(paint(box.scene)) < HEAVIEST


def test_the_avatar_is_square_and_what_matters_stands_in_the_circle():
    scene = avatar()
    assert scene.w == scene.h >= 512
    (tower,) = (i for i in scene.items if isinstance(i, Placed) and i.sprite.h > 300)
    corners = [(tower.x + a, tower.y + b) for a in (0, tower.sprite.w) for b in (0, tower.sprite.h)]
    middle = scene.w / 2
    assert all(((x - middle) ** 2 + (y - middle) ** 2) ** 0.5 <= middle for x, y in corners)


def test_a_base_is_painted_once_and_never_painted_on():
    base = Scene(60, 40, theme.GROUND, (Box(0, 0, 30, 40, theme.RED),))
    BASES.clear()
    first = paint(Scene(60, 40, theme.GROUND, (Box(0, 0, 60, 40, theme.BLUE),), base))
    kept = BASES.drawn(base)
    assert paint(Scene(60, 40, theme.GROUND, (), base)) != first
    assert BASES.drawn(base) is kept and kept.getpixel((10, 10)) == (0xB9, 0x26, 0x2A)


def test_a_scene_may_be_higher_than_its_base():
    base = Scene(60, 40, theme.GROUND, (Box(0, 0, 60, 40, theme.RED),))
    image = painted(Scene(60, 70, theme.WHITE, (Box(0, 60, 60, 10, theme.BLUE),), base))
    assert [image.getpixel((5, y)) for y in (20, 50, 65)] == [(185, 38, 42), (255, 252, 245), (20, 100, 171)]


@pytest.mark.parametrize("key", GAMES)
def test_a_scene_on_its_base_looks_like_all_of_it_painted_at_once(key):
    for moment in moments(key, GAMES[key].SEATS[-1]):
        scene = moment.hand(0)
        flat = Scene(scene.w, scene.h, scene.ground, scene.everything)
        assert paint(scene) == paint(flat)


def test_the_atlas_keeps_within_its_weight():
    ATLAS.clear()
    for key, game in GAMES.items():
        for moment in moments(key, game.SEATS[-1]):
            paint(moment.table())
    assert sum(image.width * image.height * 4 for image in ATLAS._drawn.values()) <= 64 << 20


def test_a_filter_turns_only_colours():
    picture = Image.open(BytesIO(paint(grammar())))
    for eye in ("protanopia", "deuteranopia", "tritanopia"):
        turned = through(picture, eye)
        assert turned.tobytes() == picture.tobytes() and turned.getpalette() != picture.getpalette()
    assert through(picture, "").getpalette() == picture.getpalette()
