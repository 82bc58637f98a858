"""Túir's rule cards against a second scorer, written from the printed sentences alone."""

import csv
import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from games import tuir
from games.contract import walk
from games.tuir.cards import RULES
from games.tuir.scoring import Tableau, tally, total

FOLDER = Path(tuir.__file__).parent

# --- the second scorer: reads the sentences of the table, not its columns --------------------------


def table(name: str) -> dict[str, dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


CARDS, SENTENCES = table("towers.csv"), {key: row["text"] for key, row in table("rules.csv").items()}
COLUMN = {"colour": "colour", "type": "window_type", "count": "windows"}
STEPS = {"horizontally": [(1, 0)], "diagonally": [(1, 1), (1, -1)]}

Cells = dict[tuple[int, int], dict[str, str]]


def cells(tableau: Tableau) -> Cells:
    return {(x, y): CARDS[c] for x, tower in enumerate(tableau) for y, c in enumerate(tower)}


def windows(card: dict[str, str]) -> int:
    return int(card["windows"])


def amount(words: str, tableau: Tableau) -> int:
    """What the players compare for a most or least sentence."""
    sections = list(cells(tableau).values())
    heights = [len(tower) for tower in tableau]
    sums = [sum(windows(CARDS[c]) for c in tower) for tower in tableau]
    fixed = {
        "Tallest tower placed": max(heights),
        "Shortest tower placed": min(heights),
        "Most towers placed": len(tableau),
        "Least towers placed": len(tableau),
        "Most windows overall": sum(map(windows, sections)),
        "Least windows overall": sum(map(windows, sections)),
        "Most windows in one tower": max(sums),
        "Least windows in one tower": min(sums),
    }
    if words in fixed:
        return fixed[words]
    what = re.fullmatch(r"Most (.+?)(-windows?)? sections placed", words)
    assert what
    key = what[1].removesuffix("-window")
    return sum(key in (s["colour"], s["window_type"], s["windows"]) for s in sections)


def contest(words: str, tableaux: list[Tableau]) -> list[int]:
    low = words.startswith(("Least", "Shortest"))
    claims = [amount(words, t) if t else None for t in tableaux]
    if not low:
        claims = [c or None for c in claims]
    better = {
        seat
        for seat, mine in enumerate(claims)
        if mine is not None
        and ((other := claims[1 - seat]) is None or (mine < other if low else mine > other))
    }
    return [3 if seat in better else 0 for seat in range(2)]


def neighbours(board: Cells, column: str, step: tuple[int, int]) -> list[int]:
    """Sizes of the connected pieces when equal neighbours in one direction are joined."""
    piece = {cell: {cell} for cell in board}
    for (x, y), card in board.items():
        other = (x + step[0], y + step[1])
        if other in board and board[other][column] == card[column] != "none":
            joined = piece[x, y] | piece[other]
            for cell in joined:
                piece[cell] = joined
    return [len(p) for p in {frozenset(p) for p in piece.values()}]


def best_apart(board: Cells, column: str) -> int:
    """Try every set of runs that do not overlap."""
    runs = []
    for x, y in board:
        for size in range(3, 10):
            run = [(x + i, y) for i in range(size)]
            values = [board[c][column] for c in run if c in board and board[c][column] != "none"]
            if len(values) == size == len(set(values)):
                runs.append(frozenset(run))

    @cache
    def best(free: frozenset[tuple[int, int]]) -> int:
        return max((len(run) + best(free - run) for run in runs if run <= free), default=0)

    return best(frozenset(board))


def sections_involved(words: str, tableau: Tableau) -> int:
    parts = re.fullmatch(r"(\d)\+ (matching|different) (\w+) sections (.+)", words)
    assert parts
    least, column, where = int(parts[1]), COLUMN[parts[3]], parts[4]
    if where == "in 1 tower":
        sums = 0
        for tower in tableau:
            values = [CARDS[c][column] for c in tower if CARDS[c][column] != "none"]
            tallies = (
                [len(set(values))] if parts[2] == "different" else [values.count(v) for v in set(values)]
            )
            sums += sum(n for n in tallies if n >= least)
        return sums
    if parts[2] == "different":
        return best_apart(cells(tableau), column)
    steps = STEPS[where.split()[0]]
    sizes = [size for step in steps for size in neighbours(cells(tableau), column, step)]
    return sum(size for size in sizes if size >= least)


def second_opinion(rule: str, tableaux: list[Tableau]) -> list[int]:
    words = SENTENCES[rule]
    if words[0].isdigit():
        return [sections_involved(words, tableau) for tableau in tableaux]
    return contest(words, tableaux)


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
