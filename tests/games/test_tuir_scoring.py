"""Túir's rule cards against a second scorer, and ruling by ruling."""

from random import Random

import pytest

from games import tuir
from games.contract import walk
from games.tuir.cards import RULES
from games.tuir.scoring import tally, total
from games.tuir.skyline import Tableau
from tests.games.tuir_referee import CARDS, second_opinion


def random_tableau(dice: Random, cards: list[str]) -> Tableau:
    towers: list[list[str]] = []
    tall = dice.choice((0.2, 0.5, 0.8))
    for card in cards:
        if towers and dice.random() < tall:
            dice.choice(towers).append(card)
        else:
            towers.insert(dice.choice((0, len(towers))), [card])
    return tuple(map(tuple, towers))


def test_every_rule_agrees_with_the_second_scorer_on_random_tableaux() -> None:
    dice, scored = Random(7), dict.fromkeys(RULES, 0)
    for _ in range(1200):
        cards = dice.sample(sorted(CARDS), 18)
        tableaux = [
            random_tableau(dice, cards[:9][: dice.randint(0, 9)]),
            random_tableau(dice, cards[9:][: dice.randint(0, 9)]),
        ]
        for rule in RULES:
            points = [each.points for each in tally(rule, tableaux)]
            assert points == second_opinion(rule, tableaux), (rule, tableaux)
            scored[rule] += sum(points) > 0
    assert min(scored.values()) > 20, scored  # no rule was compared at nothing but zeros


@pytest.mark.parametrize("options", [(), ("short",)])
def test_u6_all_six_rules_score_for_both_at_the_end_of_a_game(options: tuple[str, ...]) -> None:
    for seed in range(40):
        *_, last = walk(tuir, 2, f"score/{seed}", options)
        state = last.state
        rules = [*state.open, state.hidden.card, *(player.rule.card for player in state.players)]
        assert len(set(rules)) == 6
        tableaux = [player.tableau for player in state.players]
        both = [second_opinion(rule, tableaux) for rule in rules]
        assert tuir.score(state) == tuple((sum(column),) for column in zip(*both, strict=True))
        grid = tuir.page(tuir.view(state, None)).grid
        assert [row.cells for row in grid[:-1]] == [tuple(map(cell, tally(rule, tableaux))) for rule in rules]
        assert grid[-1].cells == tuple(str(points) for (points,) in tuir.score(state))


def cell(each: tuple[int, tuple[int, ...]]) -> str:
    points, groups = each
    return f"{points} = {' + '.join(map(str, groups))}" if len(groups) > 1 else str(points)


# --- the rulings, each with the smallest tableau that shows it -------------------------------------

EMPTY: Tableau = ()


def points(rule: str, mine: Tableau, other: Tableau = EMPTY) -> tuple[int, int]:
    one, two = tally(rule, [mine, other])
    return one.points, two.points


def groups(rule: str, mine: Tableau) -> list[int]:
    return sorted(tally(rule, [mine, EMPTY])[0].groups)


def test_u7_only_one_player_scores_the_tallest_tower() -> None:
    assert points("R01", (("T01", "T02"),), (("T03",),)) == (3, 0)


def test_u7_a_tie_scores_nothing() -> None:
    assert points("R01", (("T01", "T02"),), (("T03", "T04"),)) == (0, 0)


def test_u7_an_empty_tableau_claims_nothing_but_leaves_the_least_to_the_other() -> None:
    for least in ("R02", "R04", "R18", "R20"):
        assert points(least, EMPTY, (("T01",),)) == (0, 3)
        assert points(least, EMPTY, EMPTY) == (0, 0)


def test_u7_one_player_may_have_the_tallest_and_the_shortest_tower() -> None:
    mine, other = (("T01", "T02", "T03"), ("T04",)), (("T05", "T06"), ("T07", "T08"))
    assert points("R01", mine, other) == points("R02", mine, other) == (3, 0)


def test_u7_windows_in_one_tower_compare_the_best_tower_of_each() -> None:
    mine, other = (("T01",), ("T02", "T08")), (("T09", "T10"), ("T11",))
    assert points("R19", mine, other) == (3, 0)  # 8 windows against 7
    assert points("R20", mine, other) == (0, 0)  # 1 window each


def test_u8_matching_in_a_tower_need_not_touch_and_values_add_up() -> None:
    tower = ("T01", "T05", "T02", "T06", "T03", "T07")  # red, yellow, red, yellow, red, yellow
    assert groups("R24", (tower,)) == [3, 3]
    assert groups("R24", (tower[:4],)) == []


def test_u9_different_in_a_tower_counts_values_once_per_tower() -> None:
    assert groups("R21", (("T01", "T05", "T09", "T02"), ("T13", "T17", "T18"))) == [3, 3]
    assert groups("R21", (("T01", "T05", "T02"),)) == []


def test_u10_matching_side_by_side_are_whole_runs_at_one_level() -> None:
    assert groups("R30", (("T01",), ("T02",), ("T05",), ("T03",), ("T04",))) == [2, 2]
    assert groups("R30", (("T05", "T01"), ("T06",), ("T07", "T02"))) == [3]  # a gap above parts the reds


def test_u10_different_side_by_side_takes_the_best_parts() -> None:
    red, yellow, blue, green = ("T01",), ("T05",), ("T09",), ("T13",)
    row = (red, yellow, blue, ("T02",), ("T06",), green)
    assert groups("R27", row) == [3, 3]
    assert groups("R27", (red, yellow, blue, green, ("T02",))) == [4]
    assert groups("R27", (red, yellow, blue, green, ("T17",), ("T18",))) == [6]


def test_u11_a_section_scores_once_per_direction() -> None:
    cross = (("T05", "T02"), ("T01",), ("T06", "T03"))  # red 1 at the foot between two reds above
    assert groups("R33", cross) == [2, 2]
    assert groups("R33", (("T01",), ("T05", "T02"), ("T06", "T07", "T03"))) == [2, 3]


def test_u12_marble_and_obsidian_are_colours_of_their_own() -> None:
    assert groups("R30", (("T17",), ("T18",))) == []
    assert groups("R21", (("T17", "T18", "T01"),)) == [3]


def test_u12_they_have_no_window_type_and_break_runs() -> None:
    assert groups("R32", (("T02",), ("T17",), ("T06",))) == []
    assert groups("R28", (("T17",), ("T18",), ("T01",))) == []
    assert groups("R22", (("T01", "T02", "T17"),)) == []


def test_u12_no_windows_is_an_amount_that_matches() -> None:
    assert groups("R31", (("T17",), ("T18",))) == [2]
    assert groups("R23", (("T17", "T01", "T05"),)) == [3]


def test_u12_a_lone_obsidian_has_the_fewest_windows_and_counts_as_a_tower() -> None:
    mine, other = (("T18",), ("T02",)), (("T01",),)
    assert points("R20", mine, other) == points("R03", mine, other) == (3, 0)


def test_u15_none_is_never_the_most() -> None:
    assert points("R05", (("T17",),), EMPTY) == (0, 0)
    assert points("R19", (("T18",),), EMPTY) == (0, 0)


# --- the sheet's two examples ----------------------------------------------------------------------
# Their tableaux did not survive the scan: these are our own, made to give the printed group sums.

Groups = tuple[int, ...]


def sums(rules: dict[str, tuple[Groups, Groups]], tableaux: list[Tableau]) -> tuple[int, ...]:
    """Check each rule's groups (a contest: its points) for both players; return the totals."""
    for rule, expected in rules.items():
        tallies = tally(rule, tableaux)
        parts = [each.groups or ((each.points,) if each.points else ()) for each in tallies]
        assert [sorted(groups) for groups in parts] == [sorted(groups) for groups in expected], rule
    return total(list(rules), tableaux)


def test_u14_group_sums_of_the_first_example_15_to_16() -> None:
    """The printed sums cannot come from one deal of our sections, so each tableau is legal on its own."""
    a: Tableau = (("T13", "T16", "T15", "T14"), ("T06",), ("T11", "T09", "T10"))
    b: Tableau = (("T07", "T03", "T02", "T04"), ("T17", "T09", "T10"), ("T08", "T13"))
    rules: dict[str, tuple[Groups, Groups]] = {
        "R16": ((3,), ()),  # most sections with one window
        "R01": ((), ()),  # both have a tower of four: nobody scores the tallest
        "R24": ((4, 3), (3,)),  # 3+ matching colours in one tower
        "R27": ((3,), (3,)),
        "R34": ((2,), (3, 3)),
        "R32": ((), (2, 2)),  # 2+ matching window types side by side
    }
    assert sums(rules, [a, b]) == (15, 16)


def test_u14_group_sums_of_the_second_example_18_to_22() -> None:
    c: Tableau = (("T09",), ("T12", "T15", "T14"), ("T10", "T13", "T17", "T07", "T16"))
    d: Tableau = (("T03", "T01", "T08"), ("T04", "T05", "T02", "T11"), ("T06",), ("T18",))
    assert not set(sum(c, ())) & set(sum(d, ()))
    rules: dict[str, tuple[Groups, Groups]] = {
        "R26": ((3,), ()),
        "R22": ((3, 4), (4, 3)),
        "R23": ((3,), (4, 3)),
        "R20": ((), (3,)),  # the lone Obsidian has the fewest windows
        "R30": ((3, 2), (2,)),
        "R03": ((), (3,)),  # and helps to have the most towers
    }
    assert sums(rules, [c, d]) == (18, 22)
