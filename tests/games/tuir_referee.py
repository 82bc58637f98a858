"""A second opinion on Túir's rule cards, written from the printed sentences alone; calls no game code."""

import csv
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "games" / "tuir"

Tableau = tuple[tuple[str, ...], ...]


def table(name: str) -> dict[str, dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


CARDS = table("towers.csv")
SENTENCES = {key: row["text"] for key, row in table("rules.csv").items()}
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
