"""Colour safety: whatever carries meaning is told apart by every eye, or by a sign that is large enough."""

from itertools import combinations, pairwise

import pytest

from rendering import heraldry, theme
from rendering.pieces import PIECE_COLOURS, SIGNS
from rendering.scene import Poly
from rendering.vision import EYES, distance, encoded, lab, least_distance, linear, seen

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
