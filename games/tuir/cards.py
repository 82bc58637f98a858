"""The 18 tower sections and the rule cards: loaded from the tables and checked."""

import csv
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games.core import BadTable, Text
from games.tuir.names import RULE_NAMES, SECTION_NAMES

FOLDER = Path(__file__).parent
DEALT = 18  # three a hand and four decks of three
LEAST_RULES = 24  # six on the table, and a swap on each of the 18 turns
SECTION_COLUMNS = ["id", "colour", "window_type", "windows", "status"]
RULE_COLUMNS = ["id", "kind", "feature", "scope", "minimum", "points", "text", "status"]

Line = tuple[int, dict[str, str]]


class Section(NamedTuple):
    """One tower card: a storey with its stone and its windows."""

    id: str
    colour: str
    type: str  # "none" for Marble and Obsidian
    windows: int

    @property
    def name(self) -> Text:
        return SECTION_NAMES[self.colour, self.type](self.windows)


class Rule(NamedTuple):
    """One rule card, as the columns of its table say."""

    id: str
    kind: str  # most, least, matching, different
    feature: str  # height, towers, windows, colour, type, count; "colour:red_brick" counts one value
    scope: str  # tableau, tower, horizontal, diagonal
    minimum: int  # sections that a group needs
    points: int  # for the only best (most, least), or for each section involved

    @property
    def contest(self) -> bool:
        """Say whether only one player can score it (U7)."""
        return self.kind in ("most", "least")

    @property
    def name(self) -> Text:
        return RULE_NAMES[self.kind, self.feature, self.scope, self.minimum]


# --- loading ---------------------------------------------------------------------------------------


def lines(path: Path, columns: list[str]) -> Iterator[Line]:
    """Yield the rows of a table with their line numbers; ids must be new."""
    known = set[str]()
    with path.open(encoding="utf-8", newline="") as file:
        table = csv.DictReader(file)
        if table.fieldnames != columns:
            raise BadTable(path.name, 1, f"columns must be {', '.join(columns)}")
        for row in table:
            if None in row or None in row.values():
                raise BadTable(path.name, table.line_num, f"must have {len(columns)} cells")
            if not row["id"] or row["id"] in known:
                raise BadTable(path.name, table.line_num, f"the id {row['id']!r} is missing or used twice")
            known.add(row["id"])
            yield table.line_num, row


def load_sections(path: Path = FOLDER / "towers.csv") -> dict[str, Section]:
    """Return the tower cards by id."""
    sections, last = dict[str, Section](), 1
    for last, row in lines(path, SECTION_COLUMNS):
        section = sections[row["id"]] = _section(path.name, last, row)
        if any(section[1:] == other[1:] for other in list(sections.values())[:-1]):
            raise BadTable(path.name, last, "the same section twice")
    if len(sections) != DEALT:
        raise BadTable(path.name, last, f"{len(sections)} sections, not {DEALT}")
    for part in (1, 2, 3):
        counts = Counter(section[part] for section in sections.values() if section.type != "none")
        if set(counts.values()) != {4}:
            raise BadTable(path.name, last, f"each {SECTION_COLUMNS[part]} must come four times")
    return sections


def _section(file: str, line: int, row: dict[str, str]) -> Section:
    stone, windows = (row["colour"], row["window_type"]), row["windows"]
    possible = "0" if stone[1] == "none" else "1234"  # U12: Marble and Obsidian have no windows
    if stone not in SECTION_NAMES or windows not in tuple(possible):
        raise BadTable(file, line, f"no such section: {', '.join(stone)}, {windows}")
    return Section(row["id"], *stone, int(windows))


def load_rules(path: Path = FOLDER / "rules.csv") -> dict[str, Rule]:
    """Return the rule cards by id."""
    rules, last = dict[str, Rule](), 1
    for last, row in lines(path, RULE_COLUMNS):
        rule = rules[row["id"]] = _rule(path.name, last, row)
        if any(rule[1:] == other[1:] for other in list(rules.values())[:-1]):
            raise BadTable(path.name, last, "the same rule twice")
    if sum(rule.scope != "diagonal" for rule in rules.values()) < LEAST_RULES:
        raise BadTable(path.name, last, f"a game needs {LEAST_RULES} rules without the diagonal ones")
    return rules


def _rule(file: str, line: int, row: dict[str, str]) -> Rule:
    minimum = int(row["minimum"]) if row["minimum"].isdecimal() else 0
    key = row["kind"], row["feature"], row["scope"], minimum
    if key not in RULE_NAMES:
        raise BadTable(file, line, f"no such rule: {', '.join(map(str, key))}")
    worth = "1/section" if minimum else "3"
    if row["points"] != worth:
        raise BadTable(file, line, f"points must be {worth}, not {row['points']!r}")
    return Rule(row["id"], *key, int(worth[0]))


SECTIONS = load_sections()
RULES = load_rules()
