"""The 18 tower sections and the rule cards: loaded from the tables and checked."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from games.core import Text
from games.data_tables import DataLine, read
from games.tuir.names import RULE_NAMES, SECTION_NAMES

FOLDER = Path(__file__).parent
DEALT = 18  # three a hand and four decks of three
PRIZE, EACH = 3, 1  # points for the only best of a contest; for each section of a group
LEAST_RULES = 24  # six on the table, and a swap on each of the 18 turns
SECTION_COLUMNS = ("id", "colour", "window_type", "windows", "status")
RULE_COLUMNS = ("id", "kind", "feature", "scope", "minimum", "points", "text", "status")


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


def load_sections(path: Path = FOLDER / "towers.csv") -> dict[str, Section]:
    """Return the tower cards by id."""
    table, sections = read(path, SECTION_COLUMNS), dict[str, Section]()
    for line in table:
        section = _section(line)
        line.expect(section[1:] not in {other[1:] for other in sections.values()}, "the same section twice")
        sections[section.id] = section
    table.expect(len(sections) == DEALT, f"{len(sections)} sections, not {DEALT}")
    for part in (1, 2, 3):
        counts = Counter(section[part] for section in sections.values() if section.type != "none")
        table.expect(set(counts.values()) == {4}, f"each {SECTION_COLUMNS[part]} must come four times")
    return sections


def _section(line: DataLine) -> Section:
    stone, windows = (line["colour"], line["window_type"]), line.count("windows")
    possible = (0,) if stone[1] == "none" else (1, 2, 3, 4)  # U12: Marble and Obsidian have no windows
    known = stone in SECTION_NAMES and windows in possible
    line.expect(known, f"no such section: {', '.join(stone)}, {windows}")
    return Section(line["id"], *stone, windows)


def load_rules(path: Path = FOLDER / "rules.csv") -> dict[str, Rule]:
    """Return the rule cards by id."""
    table, rules = read(path, RULE_COLUMNS), dict[str, Rule]()
    for line in table:
        rule = _rule(line)
        line.expect(rule[1:] not in {other[1:] for other in rules.values()}, "the same rule twice")
        rules[rule.id] = rule
    enough = sum(rule.scope != "diagonal" for rule in rules.values()) >= LEAST_RULES
    table.expect(enough, f"a game needs {LEAST_RULES} rules without the diagonal ones")
    return rules


def _rule(line: DataLine) -> Rule:
    minimum = line.count("minimum") if line["minimum"] else 0
    key = line["kind"], line["feature"], line["scope"], minimum
    line.expect(key in RULE_NAMES, f"no such rule: {', '.join(map(str, key))}")
    line.one_of("points", (f"{EACH}/section" if minimum else str(PRIZE),))
    return Rule(line["id"], *key, EACH if minimum else PRIZE)


SECTIONS = load_sections()
RULES = load_rules()
