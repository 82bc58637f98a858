"""A number under something else is noticed; what replaces it, or stands on a letter, is meant."""

import pytest

from rendering.overlap import hidden_numbers
from rendering.pieces import card
from rendering.scene import Box, Disc, Glyph, Line, Placed, Poly, Scene, Sprite
from rendering.theme import INK, PAPER

FIVE = Glyph(40, 50, "5", 48, INK)
SQUARE = ((100.0, 100.0), (200.0, 100.0), (200.0, 200.0), (100.0, 200.0))


def numbers(*items, base=None):
    return [number.text for number in hidden_numbers(Scene(600, 400, PAPER, items, base))]


def numbered(text="5"):
    return card(80, 100, (FIVE if text == "5" else Glyph(40, 50, text, 48, INK),))


@pytest.mark.parametrize(("x", "hidden"), [(100, ["5"]), (125, ["5"]), (150, []), (180, [])])
def test_a_card_that_lies_on_the_number_of_another_is_noticed(x, hidden):
    assert numbers(Placed(100, 100, numbered()), Placed(x, 100, numbered("7"))) == hidden


@pytest.mark.parametrize("over", [Box(100, 100, 80, 100, INK), Disc(140, 150, 40, INK), Poly(SQUARE, INK)])
def test_whatever_is_painted_over_a_number_hides_it(over):
    assert numbers(Placed(100, 100, numbered()), over) == ["5"]
    assert numbers(over, Placed(100, 100, numbered())) == [], "below it nothing is hidden"


@pytest.mark.parametrize(
    "over", [Box(100, 100, 80, 100, "", INK, 3), Disc(140, 150, 40, "", INK, 3), Line(SQUARE, INK, 5)]
)
def test_a_frame_around_a_number_hides_nothing(over):
    assert numbers(Placed(100, 100, numbered()), over) == []


def test_the_same_number_again_replaces_it_and_another_does_not():
    there = Placed(100, 100, numbered())
    assert numbers(there, Placed(100, 100, Sprite(80, 100, (Box(0, 0, 80, 100, INK), FIVE)))) == []
    assert numbers(there, Placed(100, 100, numbered("6"))) == ["5"]


def test_a_letter_names_a_place_and_things_are_put_there():
    assert numbers(Placed(100, 100, numbered("A")), Placed(100, 100, numbered())) == []


def test_what_lies_on_the_number_of_the_base_is_noticed_too():
    base = Scene(600, 400, PAPER, (Placed(100, 100, numbered()),))
    assert numbers(Placed(100, 100, numbered("6")), base=base) == ["5"]


def test_two_halves_hide_a_number_together():
    halves = (Box(100, 100, 40, 100, INK), Box(140, 100, 40, 100, INK))
    assert numbers(Placed(100, 100, numbered()), *halves) == ["5"]
    assert numbers(Placed(100, 100, numbered()), Box(100, 100, 20, 100, INK)) == []
