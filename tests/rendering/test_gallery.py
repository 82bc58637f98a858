"""What people see: as it was when somebody last looked at it, legible on a phone, and light."""

import random
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from games import GAMES
from games.contract import check_scene
from games.core import HIGHEST
from games.rulebook import box_of
from rendering import paint as painter
from rendering import strips, theme
from rendering.atlas import Atlas, drawn, large
from rendering.campanile import avatar
from rendering.interned_items import Register
from rendering.marks import frame, letter
from rendering.paint import ATLAS, STRIPS, paint, painted
from rendering.png import packed
from rendering.scene import Box, Disc, Glyph, Line, Placed, Poly, Scene, Sprite, inside
from rendering.sign_sheet import grammar
from tests.gallery import GOLDEN, SMALL, golden, scaled, through
from tests.moments import MOMENTS, moments

TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.SEATS]
BLOCK = 8  # pixels of a golden picture, looked at together
TOLERANCE = 14  # of 255: what another version of Pillow may change at the edges of shapes
FINEST = 24  # a sign of this size stands 6.7 pixels high at 400: the least that can be read
HEAVIEST = 130_000  # bytes: what a picture in the light of its hour may weigh


@pytest.mark.parametrize("key", sorted({path.name.partition("-")[0] for path in GOLDEN.glob("*.webp")}))
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


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if box_of(game)])
def test_a_box_has_no_words(key):
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


def test_only_the_areas_of_a_picture_that_differ_are_painted(monkeypatch):
    areas = []
    area = painter._area
    monkeypatch.setattr(
        painter, "_area", lambda layer, at: areas.append((1 + bool(layer.under), at)) or area(layer, at)
    )
    STRIPS.clear()
    base = Scene(600, 480, theme.GROUND, (Box(0, 0, 30, 480, theme.RED),))
    first = paint(base)
    assert areas == [(1, (0, 0, 600, 480))]
    assert paint(base) == first and len(areas) == 1
    marks = (
        Box(0, 100, 600, 20, theme.BLUE),
        Box(201, 401, 9, 70, theme.BLUE),
        Box(501, 410, 9, 9, theme.BLUE),
    )
    assert paint(Scene(600, 480, theme.GROUND, marks, base)) != first
    assert [at for depth, at in areas[1:] if depth == 2] == [
        (0, 100, 600, 120),  # no other rows
        (501, 410, 510, 419),
        (201, 401, 210, 471),  # two strips high, painted in one go
    ]
    assert paint(base) == first  # what others see was not painted on


def test_whatever_comes_and_goes_a_picture_looks_like_one_that_was_painted_at_once():
    """Items appear, vanish, change places and cover each other, on a base that is as high or lower."""
    dice, items = random.Random(3), _scattered(random.Random(2), 30)
    STRIPS.clear()
    for _ in range(60):
        dice.shuffle(items) if dice.random() < 0.2 else items.append(items.pop(dice.randrange(30)))
        base = Scene(400, dice.choice((200, 120)), theme.PAPER, tuple(items[:12]))
        scene = Scene(400, 200, theme.GROUND, tuple(items[15 : dice.randrange(15, 30)]), base)
        again = Image.open(BytesIO(paint(scene)))
        anew = painted(scene).quantize(palette=again, dither=Image.Dither.NONE)
        assert again.convert("RGB").tobytes() == anew.convert("RGB").tobytes()


def test_a_frame_around_a_higher_picture_changes_only_where_the_other_ended():
    """A panel is higher than its board, and framed anew: the strips that look the same are the same."""
    dot = Disc(300, 100, 30, theme.RED)
    board = Scene(600, 300, theme.GROUND, (dot, *frame(600, 300)))
    panel = Scene(600, 480, theme.GROUND, frame(600, 480), board)
    low, high = strips.layer_of(board).strips, strips.layer_of(panel).strips
    assert low[:6] == high[:6] and low[6] != high[6]
    covered = Scene(600, 480, theme.GROUND, (Box(0, 100, 600, 9, theme.BLUE), *frame(600, 480)), board)
    assert strips.layer_of(covered).strips[2] != low[2]
    bar, over = Box(0, 0, 5, 300, theme.TERRACOTTA), Box(0, 0, 60, 480, theme.BLUE)
    between = Scene(600, 480, theme.GROUND, (bar, over, bar), board)
    for scene in (board, panel, covered, between):
        again = Image.open(BytesIO(paint(scene)))
        anew = painted(scene).quantize(palette=again, dither=Image.Dither.NONE)
        assert again.convert("RGB").tobytes() == anew.convert("RGB").tobytes()


def test_a_bar_that_is_forgotten_leaves_nothing_that_holds_itself():
    bar = Box(0, 0, 5, 480, theme.RED)
    layer = strips.layer_of(Scene(60, 480, theme.GROUND, (bar,)))
    strips.remember(layer.strips)
    (known,) = layer.items
    parts = [*known.parts.values()]
    assert len(parts) == 10 and all(part.seen and not part.parts for part in parts)
    known.forget()
    assert not any(part.seen for part in parts)


def _scattered(dice, count):
    """Return shapes of all kinds, some of them beyond the edges."""
    made = []
    for n in range(count):
        x, y, colour = dice.randrange(-20, 400), dice.randrange(-20, 200), theme.SEAT_COLOURS[n % 5]
        wave = tuple((x + dx, y + dy) for dx, dy in ((0, 0), (70, 9), (30, 40.5)))
        kinds = (
            Box(x, y, 60.5, 30, colour),
            Disc(x, y, 24.3, colour, theme.INK, 2),
            Line(wave, theme.INK, 5),
            Poly(((-9, y), (420, y), (420, 190), (-9, 199)), colour),
            Glyph(x, y, "8", 40, theme.INK),
            Placed(x + 0.5, y, Sprite(70, 60, (Disc(30, 30, 28, colour), Box(50, 40, 12, 12, theme.GOLD)))),
        )
        made.append(kinds[n % 6])
    return made


def test_items_that_no_picture_shows_any_more_are_forgotten(monkeypatch):
    register = Register(20)
    monkeypatch.setattr(strips, "REGISTER", register)
    known = register.known((Box(0, 0, 5, 5, theme.RED),))
    for n in range(40):
        paint(Scene(60, 60, theme.GROUND, (Box(0, 0, 5, 5, theme.RED), Box(n, 9, 5, 5, theme.BLUE))))
    assert register.known((Box(0, 0, 5, 5, theme.RED),)) == known, "seen all the time, so known"
    assert len(register._new) + len(register._old) <= 22
    once = register.known((Box(50, 50, 5, 5, theme.RED),))[0]
    paint(Scene(60, 60, theme.GROUND, (once.item,)))
    assert once.seen
    for n in range(40):
        register.known((Box(n, 20, 5, 5, theme.BLUE),))
    assert not once.seen, "nothing is left that holds itself: the painter's process collects no garbage"


def test_a_picture_of_kept_strips_looks_like_one_that_was_painted_at_once():
    for key, game in GAMES.items():
        STRIPS.clear()
        for moment in moments(key, game.SEATS[-1]):
            for scene in (moment.table(), moment.hand(0)):
                again = Image.open(BytesIO(paint(scene)))
                anew = painted(scene).quantize(palette=again, dither=Image.Dither.NONE)
                assert again.convert("RGB").tobytes() == anew.convert("RGB").tobytes()


def test_a_large_box_is_stretched_and_looks_like_one_that_was_drawn():
    boxes = [
        Box(1, 1, 298, 198, theme.RED, theme.INK, 3, 14),
        Box(1.5, 2.25, 297.5, 196.5, "", theme.GOLD, 5, 9.5),
        Box(2, 2, 296, 196, theme.BLUE, radius=20),
        Box(0, 0, 300, 200, "", theme.INK, 2),
    ]
    for box in boxes:
        sprite = Sprite(300, 200, (box,))
        assert len(drawn(sprite).pieces) > 1
        whole, pieced = (
            Image.new("RGB", (300, 200), theme.GROUND),
            painted(Scene(300, 200, theme.GROUND, (Placed(0, 0, sprite),))),
        )
        whole.paste(large(sprite), (0, 0), large(sprite))
        assert pieced.tobytes() == whole.tobytes()


def test_a_cut_sprite_looks_like_a_whole_one():
    ring, tile = Disc(60, 60, 50, "", theme.INK, 8), Box(0, 0, 120, 120, theme.RED, theme.INK, 3, 10)
    frame = (Box(2, 2, 116, 116, "", theme.GOLD, 4, 6), Line(((0, 0), (0, 119)), theme.INK, 2))
    for items in ((ring,), (tile, ring), frame):
        sprite = Sprite(120, 120, items)
        whole, pieced = (
            Image.new("RGB", (120, 120), theme.GROUND),
            painted(Scene(120, 120, theme.GROUND, (Placed(0, 0, sprite),))),
        )
        whole.paste(large(sprite), (0, 0), large(sprite))
        assert pieced.tobytes() == whole.tobytes()


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
    pieces = [piece for kept in ATLAS._kept.values() for piece in kept.pieces]
    pixels = sum((piece.right - piece.x) * (piece.bottom - piece.y) for piece in pieces)
    assert 4 * pixels <= ATLAS.weight <= 96 << 20


def test_an_atlas_lets_the_oldest_go_and_counts_what_it_keeps():
    atlas, rows = Atlas(4_000), [packed(bytes([n]) * 9000) for n in range(9)]
    for n, kept in enumerate(rows):
        atlas.keep(n, kept)
        assert atlas.find(0) is rows[0], "used all the time, so kept"
    assert atlas.weight == sum(kept.weight for kept in atlas._kept.values()) <= 4_000
    assert atlas.find(1) is None and atlas.find(8) is rows[8]
    atlas.keep(8, rows[7])
    assert atlas.find(8) is rows[7] and atlas.weight == sum(kept.weight for kept in atlas._kept.values())


def test_a_filter_turns_only_colours():
    picture = Image.open(BytesIO(paint(grammar())))
    for eye in ("protanopia", "deuteranopia", "tritanopia"):
        turned = through(picture, eye)
        assert turned.tobytes() == picture.tobytes() and turned.getpalette() != picture.getpalette()
    assert through(picture, "").getpalette() == picture.getpalette()
