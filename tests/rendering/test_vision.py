"""Colour safety: whatever carries meaning is told apart by every eye, or by a sign that is large enough."""

from itertools import combinations, pairwise

import pytest

from games import GAMES
from games.rulebook import box_of
from rendering import heraldry, theme
from rendering.marks import halo, ticks
from rendering.paint import painted
from rendering.pieces import PIECE_COLOURS, SIGNS
from rendering.scene import Box, Placed, Poly
from rendering.vision import (
    EYES,
    ciede2000,
    distance,
    encoded,
    lab,
    lab_difference,
    least_distance,
    linear,
    seen,
)
from tests.moments import moments

APART = 20  # CIELAB, for the worst of all eyes
MEANINGS = {
    "seats": dict(enumerate(theme.SEAT_COLOURS)),
    "six": PIECE_COLOURS,
    "stones": {
        name: getattr(theme, name)
        for name in ("BRICK", "SANDSTONE", "GRANITE", "LIMESTONE", "MARBLE", "OBSIDIAN")
    },
    "guilds": {name: getattr(theme, name) for name in ("OLIVE", "STRAW", "CLAY", "WATER")},
    "marks": {name: getattr(theme, name) for name in ("MARK", "GOLD", "TERRACOTTA", "INK", "GROUND")},
    "panes": {name: getattr(theme, name) for name in ("LIT", "OBSIDIAN")},
    "lucca: windows and arms": {name: getattr(theme, name) for name in ("LIT", "INK")},
    "lucca: a wall that is carried or not": {name: getattr(theme, name) for name in ("INK", "RED")},
    "guilds: letters": {name: getattr(theme, name) for name in ("BRONZE", "MARK")},
    "guilds: what a token may go on": {
        name: getattr(theme, name) for name in ("OLIVE", "STRAW", "CLAY", "WATER", "MARK")
    },
    "lucca: street numbers": {name: getattr(theme, name) for name in ("GREEN", "RED")},
}
PAIRS = [(kind, one, other) for kind, colours in MEANINGS.items() for one, other in combinations(colours, 2)]


@pytest.mark.parametrize(("kind", "one", "other"), PAIRS)
def test_two_colours_that_mean_different_things_are_told_apart_by_every_eye(kind, one, other):
    colours = MEANINGS[kind]
    apart = {eye: round(distance(colours[one], colours[other], eye)) for eye in EYES}
    assert min(apart.values()) >= APART, apart


def test_the_five_seats_have_five_lightnesses():
    light = sorted(lab(colour)[0] for colour in theme.SEAT_COLOURS)
    assert all(b - a >= 7 for a, b in pairwise(light)), light


def test_the_test_fails_for_the_colours_we_had():
    """Measured before: lion and stag 3, bear and fish 18, red and brown 4, blue and purple 9."""
    before = (("#d55e00", "#8a6d00"), ("#009e73", "#cc79a7"), ("#c8402f", "#8b5a2b"), ("#3b7fc4", "#8e5aa8"))
    assert all(least_distance(*pair) < APART for pair in before)


def test_lab_agrees_with_known_values():
    """White, mid grey and pure red, from the standard's own tables."""
    for colour, expected in {
        "#ffffff": (100, 0, 0),
        "#777777": (50.0, 0, 0),
        "#ff0000": (53.24, 80.09, 67.2),
    }.items():
        assert lab(colour) == pytest.approx(expected, abs=0.4)


@pytest.mark.parametrize("eye", EYES)
def test_grey_is_grey_to_every_eye(eye):
    light = linear(120)
    assert [encoded(part) for part in seen((light, light, light), eye)] == pytest.approx([120] * 3, abs=1)


def test_every_seat_has_its_own_charge_and_outline():
    assert len({heraldry.CHARGES[seat](theme.INK, theme.WHITE) for seat in range(5)}) == 5
    assert len({len(outline) for outline in heraldry.OUTLINES}) >= 4 and len(set(heraldry.OUTLINES)) == 5
    for seat in range(5):
        plate = heraldry.token(seat, 40).items[0]
        assert isinstance(plate, Poly) and plate.fill == theme.SEAT_COLOURS[seat]


def test_a_charge_is_read_on_its_field():
    for colour in theme.SEAT_COLOURS:
        assert abs(lab(theme.ink_on(colour))[0] - lab(colour)[0]) >= 40


def test_each_of_the_six_colours_has_a_sign():
    assert set(SIGNS) == {*PIECE_COLOURS, ""}


# --- contrast, and marks on real pictures --------------------------------------------------------------


def test_ciede2000_agrees_with_the_published_pairs():
    """Sharma, Wu and Dalal 2005, table 1: pairs 1, 7, 17, 20, 25 and 33."""
    for one, other, expected in (
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ):
        assert lab_difference(one, other) == pytest.approx(expected, abs=1e-4)


GROUNDS = {*theme.SEAT_COLOURS, *PIECE_COLOURS.values(), theme.BRICK, theme.GRANITE, theme.WATER}


@pytest.mark.parametrize("fill", sorted({*GROUNDS, theme.MARK, theme.GOLD, theme.BRONZE}))
def test_a_numeral_is_read_on_its_ground(fill):
    """Measured before: white on orange 2.7, on green 3.1."""
    assert theme.contrast(theme.ink_on(fill), fill) >= 4
    assert (
        theme.contrast(theme.ink_on(theme.ORANGE), theme.ORANGE)
        > 4.5
        < theme.contrast(theme.INK, theme.GREEN)
    )


MARKED = 12  # CIEDE2000: what a mark is apart from whatever it lies on
RING = 6  # pixels around a mark


@pytest.mark.parametrize("key", GAMES)
def test_marks_stand_out_from_what_they_lie_on_in_real_pictures_for_every_eye(key):
    """The outer casing of each halo and tick, against the median colour of the ring around it."""
    game, found = GAMES[key], 0
    for seats in (game.SEATS[0], game.SEATS[-1]):
        for moment in moments(key, seats)[:2]:
            scene = moment.hand(moment.asked.seat)
            picture = painted(scene)
            for box in marks(scene):
                ground = "#{:02x}{:02x}{:02x}".format(*around(picture, box))
                for eye in EYES:
                    cased = max(ciede2000(ground, casing, eye) for casing in (theme.INK, theme.WHITE))
                    assert cased >= MARKED, (ground, eye)
                found += 1
    assert found or box_of(game) is None, "a game that is not drawn yet has no marks"


def marks(scene):
    """Yield the boxes of all halos and ticks: what has a casing in ink around gold or violet."""
    for item in scene.everything:
        if isinstance(item, Box) and item.line == theme.GOLD:
            yield item.x - 3, item.y - 3, item.x + item.w + 3, item.y + item.h + 3
        elif isinstance(item, Placed) and any(
            getattr(s, "line", "") == theme.MARK for s in item.sprite.items
        ):
            yield item.x, item.y, item.x + item.sprite.w, item.y + item.sprite.h


def around(picture, box):
    """Return the median colour of the ring around a box."""
    left, top, right, bottom = (round(v) for v in box)
    spots = [(x, y) for x in range(left - RING, right + RING) for y in (top - RING, bottom + RING - 1)]
    spots += [(x, y) for y in range(top, bottom) for x in (left - RING, right + RING - 1)]
    seen = [picture.getpixel(p) for p in spots if 0 <= p[0] < picture.width and 0 <= p[1] < picture.height]
    return tuple(sorted(parts)[len(parts) // 2] for parts in zip(*seen, strict=True))


def test_halos_and_ticks_are_cased_in_ink_and_white():
    ring = [item for item in halo(0, 0, 60, 60) if isinstance(item, Box)]
    assert [box.line for box in ring] == [theme.INK, theme.GOLD, theme.WHITE]
    assert [box.w for box in ring] == sorted((box.w for box in ring), reverse=True)
    (corners,) = ticks(0, 0, 60, 60)
    assert [line.line for line in corners.sprite.items[::4]] == [theme.INK, theme.WHITE, theme.MARK]
