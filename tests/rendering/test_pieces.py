"""Shared pieces and places: one look, legible when small, told apart without colour."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations
from math import hypot

import pytest
from PIL import Image, ImageChops

from rendering import marks, pieces, theme
from rendering.layout import around, centred, fan, in_a_column, in_a_row, stack
from rendering.paint import paint
from rendering.scene import Box, Disc, Glyph, Placed, Scene, Sprite

CARD = pieces.card(60, 90)
FINEST = 24  # a sign smaller than this cannot be read when Discord shows 400 of 1000 pixels


def picture(*items, w=200, h=200):
    return Image.open(BytesIO(paint(Scene(w, h, theme.WHITE, items)))).convert("RGB")


def dark(image):
    """Return the points that are not white."""
    return {
        (x, y) for x in range(image.width) for y in range(image.height) if sum(image.getpixel((x, y))) < 384
    }


def ends(things):
    return [(thing.x, thing.x + thing.sprite.w) for thing in things]


# --- places ----------------------------------------------------------------------------------------


def test_a_row_and_a_column_leave_the_gap_and_nothing_else():
    assert ends(in_a_row([CARD] * 3, 10, 5, 4)) == [(10, 70), (74, 134), (138, 198)]
    assert [thing.y for thing in in_a_column([CARD] * 3, 10, 5, 2)] == [5, 97, 189]
    assert [thing.x for thing in in_a_row([Sprite(5, 5, ()), CARD, CARD], 0, 0, 1)] == [0, 6, 67]


@pytest.mark.parametrize("count", range(1, 30))
def test_a_fan_keeps_within_its_width_however_many_cards_there_are(count):
    spread = ends(fan([CARD] * count, 10, 0, 300, 5))
    assert len(spread) == count and spread[0][0] == 10
    assert max(right for _, right in spread) <= 310
    assert [left for left, _ in spread] == sorted({left for left, _ in spread})


def test_a_fan_with_room_overlaps_nothing():
    assert fan([CARD] * 4, 10, 0, 300, 5) == in_a_row([CARD] * 4, 10, 0, 5)
    assert fan([CARD], 10, 0, 20) == [Placed(10, 0, CARD)] and fan([], 0, 0, 9) == []


def test_the_first_of_a_stack_lies_on_top_and_in_its_place():
    faces = [pieces.card(60, 90, fill=fill) for fill in (theme.RED, theme.GREEN, theme.BLUE)]
    pile = stack(faces, 20, 40, 6, -6)
    assert pile[-1] == Placed(20, 40, faces[0])
    assert pile[0] == Placed(32, 28, faces[2])


def test_what_is_centred_stands_around_its_point():
    assert around(centred(CARD, 100, 100)) == (70, 55, 60, 90)


# --- pieces ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ["8", "W", "10", "+9", "IV", "III", "+12", "100"])
@pytest.mark.parametrize("size", [38, 44, 52])
def test_a_sign_keeps_within_its_badge_and_is_large_enough(sign, size):
    disc, glyph = marks.badge(sign, size).items
    assert isinstance(disc, Disc) and isinstance(glyph, Glyph)
    ink = dark(picture(Glyph(100, 100, sign, glyph.size, theme.INK)))
    assert max(hypot(x - 99.5, y - 99.5) for x, y in ink) <= size / 2 - (0.5 if len(sign) < 3 else -1)
    assert glyph.size >= FINEST or (len(sign) > 2 and size < 44)


def test_a_letter_is_violet_when_the_menus_speak_of_it_and_only_then():
    assert theme.MARK in repr(marks.letter("A")) and theme.MARK not in repr(marks.letter("A", live=False))


def test_a_chip_holds_its_sign():
    chip = centred(pieces.chip("−3", 46, 28, theme.RED), 100, 100)
    bare = picture(replace(chip, sprite=replace(chip.sprite, items=chip.sprite.items[:1])))
    whole = picture(chip)
    changed = {p for p in dark(bare) if whole.getpixel(p) != bare.getpixel(p)}
    assert changed and all(79 < x < 121 and 88 < y < 112 for x, y in changed)


@pytest.mark.parametrize("mark", [marks.ticks, marks.halo])
def test_a_mark_rings_a_thing_and_leaves_what_is_drawn_on_it(mark):
    thing = Placed(60, 50, pieces.card(60, 90, fill=theme.GREEN))
    bare, ringed = picture(thing), picture(thing, *mark(*around(thing)))
    inside = [(x, y) for x in range(66, 114) for y in range(56, 134)]
    assert all(bare.getpixel(p) == ringed.getpixel(p) for p in inside)
    beside = [(56, 60), (123, 60), (66, 46), (114, 143)]  # near the corners, where ticks and halo both are
    assert not any(bare.getpixel(p) == ringed.getpixel(p) for p in beside)


def test_what_is_offered_and_what_is_new_look_different():
    assert theme.MARK not in repr(marks.halo(0, 0, 9, 9))
    assert theme.MARK in repr(marks.ticks(0, 0, 9, 9)) and theme.GOLD not in repr(
        marks.ticks(0, 0, 9, 9, "A")
    )


def test_whose_turn_it_is_shows_in_the_frame_and_who_won_in_gold():
    still, live, won = (marks.plate(0, 0, 90, 60, 1, *how) for how in ((False,), (True,), (False, True)))
    assert live.width >= 3 * still.width and live.line == theme.SEAT_COLOURS[1] != still.line
    assert won.line == theme.GOLD not in (still.line, live.line)


def test_a_back_differs_from_every_face_and_from_an_empty_place():
    sprites = {pieces.card(60, 90), pieces.back(60, 90), pieces.slot(60, 90), pieces.back(40, 52)}
    assert len(sprites) == 4
    assert dark(picture(centred(pieces.slot(60, 90, theme.INK), 100, 100))).isdisjoint({(100, 100)})


@pytest.mark.parametrize("size", [24, 48])
def test_the_six_colours_are_told_apart_without_colour(size):
    """In black and white, a light sign on dark or a dark one on light: any two differ in a twelfth."""

    def plain(colour):
        ground, *signs = pieces.field(colour, size).items
        inks = (theme.INK, theme.WHITE) if signs[0].fill == theme.WHITE else (theme.WHITE, theme.INK)
        plain_signs = (replace(part, fill=inks[1]) for part in signs)
        return dark(picture(replace(ground, fill=inks[0]), *plain_signs, w=size, h=size))

    fields = {colour: plain(colour) for colour in pieces.SIGNS}
    assert set(pieces.PIECE_COLOURS) | {""} == set(fields)
    for one, other in combinations(fields, 2):
        assert len(fields[one] ^ fields[other]) >= size * size / 12, (one, other)


def test_a_colour_has_its_sign_in_a_strong_contrast():
    for colour, paint_ in pieces.PIECE_COLOURS.items():
        signs = {part.fill for part in pieces.SIGNS[colour]}
        assert signs == {theme.INK if paint_ == theme.YELLOW else theme.WHITE}


@pytest.mark.parametrize(
    "sprite", [pieces.tick(60), pieces.tick(60, theme.WHITE, theme.MARK), marks.laurel(60)]
)
def test_a_tick_and_a_laurel_fill_their_place(sprite):
    ground = Box(0, 0, 200, 200, theme.BLUE)
    bare, drawn = picture(ground), picture(ground, centred(sprite, 100, 100))
    left, top, right, bottom = ImageChops.difference(bare, drawn).getbbox()
    assert 70 <= left < 76 and 124 < right <= 130 and top >= 70 and bottom <= 130
