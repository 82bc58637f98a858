"""The end of Lucca (L9, L10, L13, L16): last openings, walls and bastions, street numbers."""

from pathlib import Path

import pytest

from games import lucca
from games.core import play
from games.lucca.quarter import Quarter
from games.lucca.scoring import final, walls_worth
from games.lucca.state import Over, Points
from tests.games.lucca_tables import choose_all, of_colour, palace, table

SITES = {8: ("P01", "P05", "P02"), 7: ("P01", "P05", "P03"), 6: ("P01", "P05"), 5: ("P01", "P02")}


@pytest.mark.parametrize(
    ("walls", "bastions", "opened", "shields", "points"),
    [(3, 2, 2, 6, 10), (3, 2, 2, 5, 0), (4, 1, 3, 8, 15), (4, 1, 3, 7, 0)],  # ours, and the sheet's
)
def test_example_walls_score_for_each_opened_palace_or_not_at_all(walls, bastions, opened, shields, points):
    """L9: Marta's 3 walls and 2 bastions, 2 opened palaces: 10 points with 6 shields, none with 5."""
    parties = tuple(of_colour(colour, 3, 6) for colour in ("purple", "green", "yellow")[:opened])
    towers = ("B1", "B2")[:bastions]
    quarter = Quarter(
        tuple(map(palace, SITES[shields])), (), parties, ("P95", "P94", "P93", "P92")[:walls], towers
    )
    assert quarter.shields == shields
    state = final(table(quarter, *[Quarter((palace(c),)) for c in ("P90", "P89", "P88", "P87")]))
    assert state.points[0].walls == points


def test_l9_without_walls_bastions_always_score():
    quarter = Quarter((palace("P04"),), (), (of_colour("blue", 3), of_colour("red", 3)), (), ("B1", "B2"))
    assert quarter.shields == 0 and walls_worth(quarter) == 4


def test_l9_at_the_end_earlier_openers_count_nothing_for_later_ones():
    first = Quarter((palace("P05"), palace("P09")), complete=(of_colour("red", 3),))  # 6 shields
    later = Quarter((palace("P15"),), complete=(of_colour("red", 3, 3),))  # 3 shields
    rest = [Quarter((palace(card),)) for card in ("P30", "P14", "P18")]
    state = final(table(later, first, *rest))
    assert state.order[:2] == (1, 0)
    assert state.points[1].openings == 2 and state.points[0].openings == 0
    assert not any(quarter.complete for quarter in state.quarters)


def test_l9_shields_of_completed_palaces_do_not_carry_walls():
    quarter = Quarter((palace("P04"),), (palace("P01", "P48", "P61"),), (of_colour("blue", 3),), ("P95",))
    assert not quarter.supported and walls_worth(quarter) == 0


def test_l10_the_lowest_number_gives_3_points_to_the_highest():
    quarters = [Quarter((palace(card),)) for card in ("P30", "P01", "P96", "P50")]
    state = final(table(*quarters))
    assert [points.numbers for points in state.points] == [0, -3, 3, 0]
    assert lucca.score(state)[1] == (-3, 1), "scores may go below zero"


def test_l10_one_owner_of_both_numbers_keeps_the_points():
    both = Quarter((palace("P01"), palace("P95")))
    state = final(table(both, Quarter((palace("P30"),)), Quarter((palace("P33"),))))
    assert [points.numbers for points in state.points] == [0, 0, 0]


def test_l10_a_tie_goes_to_the_highest_visible_number_among_the_tied():
    quarters = [Quarter((palace(card),)) for card in ("P40", "P60", "P01", "P96")]
    state = final(table(*quarters, points=(Points(9), Points(9), Points(), Points())))
    scores = lucca.score(state)
    assert scores[0][0] == scores[1][0] and scores[1] > scores[0]


def test_l13_the_final_grid_shows_where_points_came_from():
    points = (Points(7, 5, 15, -3), Points(4, 0, 1, 3))
    state = table(Quarter((palace("P01"),)), Quarter((palace("P96"),)), points=points, phase=Over())
    rows = [(row.name.id, row.cells) for row in lucca.page(lucca.view(state, None)).grid]
    assert rows == [
        ("Windows", ("7", "4")),
        ("Openings", ("5", "0")),
        ("Walls", ("15", "1")),
        ("Numbers", ("-3", "+3")),
        ("Total", ("24", "8")),
    ]


def test_l16_the_final_openings_are_made_for_everyone():
    state = choose_all(lucca.setup(5, "doors"))
    while asked := lucca.decisions(state):
        wanted = [m for m in asked[0].moves if m.endswith((":add", ":new"))]
        state = play(lucca, state, asked[0].seat, wanted[0] if wanted else asked[0].idle)
    assert not any(quarter.complete for quarter in state.quarters)
    assert any(quarter.opened for quarter in state.quarters)


def test_the_examples_of_the_rules_text_are_those_that_are_tested():
    text = Path(lucca.__file__).with_name("rules.md").read_text(encoding="utf-8")
    assert "3 + 1 + 2 = 6" in text and "it would be 4" in text and "(3 + 2) x 2 = 10" in text


def test_l9_walls_score_only_for_palaces_that_were_opened():
    quarter = Quarter((palace("P01"),), (of_colour("green", 3),), (of_colour("blue", 3),), ("P95",), ("B1",))
    assert walls_worth(quarter) == 2, "the completed green palace would have to be opened first"


def test_the_points_of_the_end_are_added_to_those_of_the_rounds():
    host = Quarter((palace("P95"),), (of_colour("red", 3, 8), of_colour("green", 3, 8)), (), (), ("B1",))
    guest = Quarter((of_colour("red", 2), of_colour("green", 1)))
    state = final(table(host, guest, guest, points=(Points(windows=4, openings=3), Points(), Points())))
    assert state.points[0] == Points(windows=4, openings=3 + 4 + 2, walls=2, numbers=3)
