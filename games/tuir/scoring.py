"""What a rule card gives for two tableaux; driven by the columns of the card."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, zip_longest
from operator import gt
from typing import NamedTuple

from games.core import Score
from games.tuir.cards import EACH, PRIZE, RULES, SECTIONS, Rule, Section
from games.tuir.skyline import Skyline, Tableau, tableau_of
from games.tuir.state import State

Value = Hashable | None  # None: no section there, or one that takes no part
Line = tuple[Value, ...]
Cards = tuple[str | None, ...]  # along a tower, a level or a diagonal; None where nothing stands
Measure = Callable[[Tableau], int]
Grouping = Callable[[Tableau], list[int]]
# What one row of towers brings: points for groups, and for each contest a bid, of which the higher one wins.
Standing = tuple[int, tuple[int, ...]]


class Tally(NamedTuple):
    """What one player gets for one rule, and the groups it is made of (U14)."""

    points: int
    groups: tuple[int, ...] = ()


def score(state: State) -> tuple[Score, ...]:
    """Return the points of all games for all six rules (U6, U17); equal totals are a draw (U13)."""
    lion, dove = present(state)
    if state.match.games:
        before = state.match.points
        return (lion + before[0],), (dove + before[1],)
    return (lion,), (dove,)


def present(state: State) -> tuple[int, int]:
    """Return the points of the game on the table, secrets included (U6)."""
    one, two = state.players
    rules = (*state.open, state.hidden.card, one.rule.card, two.rule.card)
    return _compared(_scored(rules, one.towers), _scored(rules, two.towers))


@lru_cache(maxsize=1 << 13)  # a card taken or given up leaves the towers as they are
def _scored(rules: tuple[str, ...], towers: Skyline) -> Standing:
    return _standing(rules, tableau_of(towers))


def tally(rule: str, tableaux: Sequence[Tableau]) -> tuple[Tally, ...]:
    """Return what each player gets for a rule, with its groups."""
    points = total((rule,), tableaux)
    return tuple(map(Tally, points, [groups(rule, tableau) for tableau in tableaux]))


def total(rules: Sequence[str], tableaux: Sequence[Tableau]) -> tuple[int, int]:
    """Return the points of both players for several rules."""
    one, two = [_standing(tuple(rules), tableau) for tableau in tableaux]
    return _compared(one, two)


def _compared(one: Standing, two: Standing) -> tuple[int, int]:
    """Return the points of both players: for groups, and for contests that one wins alone (U7)."""
    (mine, bids), (yours, others) = one, two
    return mine + PRIZE * sum(map(gt, bids, others)), yours + PRIZE * sum(map(gt, others, bids))


def _standing(rules: tuple[str, ...], tableau: Tableau) -> Standing:
    groupings, measures = _parted(rules)
    points = EACH * sum([size for grouping in groupings for size in grouping(tableau)])
    return points, tuple([measure(tableau) for measure in measures])


@lru_cache(maxsize=1 << 12)
def _parted(rules: tuple[str, ...]) -> tuple[list[Grouping], list[Measure]]:
    """Return how the rules about groups are counted, and how the contests are."""
    return [GROUPS[r] for r in rules if r in GROUPS], [BIDS[r] for r in rules if r in BIDS]


def trait(feature: str, section: Section) -> Value:
    """Return a section's colour, window type or number of windows."""
    match feature:
        case "colour":
            return section.colour
        case "count":
            return section.windows  # U12: 0 is a number like the others
    return section.type if section.type != "none" else None  # U12: no type takes no part


TRAITS: dict[str, dict[str, Value]] = {
    feature: {card: trait(feature, section) for card, section in SECTIONS.items()}
    for feature in ("colour", "type", "count")
}
WINDOWS = {card: section.windows for card, section in SECTIONS.items()}


# --- most and least --------------------------------------------------------------------------------

NO_BID = -100  # less than any claim


@lru_cache(maxsize=1 << 15)  # menus and searches ask for the same tableaux again and again
def claim(rule: str, tableau: Tableau) -> int | None:
    """Return the number a player competes with; None claims nothing."""
    bid = BIDS[rule](tableau)
    return None if bid == NO_BID else abs(bid)


def _bidding(rule: Rule) -> Measure:
    """Return how a claim becomes a number of which the higher one wins."""
    measure = MEASURES[rule.id]
    if rule.kind == "least":
        return lambda tableau: -measure(tableau) if tableau else NO_BID  # U7: an empty one claims nothing
    return lambda tableau: measure(tableau) or NO_BID if tableau else NO_BID  # U15: none is never the most


def _measure(rule: Rule) -> Measure:
    """Return what the players compare for a most or least rule."""
    feature, _, wanted = rule.feature.partition(":")
    best, windows = max if rule.kind == "most" else min, WINDOWS.__getitem__
    match feature, rule.scope:
        case "height", _:
            return lambda tableau: best(map(len, tableau))
        case "towers", _:
            return len
        case "windows", "tower":
            return lambda tableau: best([sum(map(windows, tower)) for tower in tableau])
        case "windows", _:
            return lambda tableau: sum(map(windows, chain(*tableau)))
    those = {card: int(str(value) == wanted) for card, value in TRAITS[feature].items()}.__getitem__
    return lambda tableau: sum(map(those, chain(*tableau)))


MEASURES = {rule.id: _measure(rule) for rule in RULES.values() if rule.contest}
BIDS = {rule.id: _bidding(rule) for rule in RULES.values() if rule.contest}


# --- matching and different ------------------------------------------------------------------------


def groups(rule: str, tableau: Tableau) -> tuple[int, ...]:
    """Return the sizes of the groups that score; a contest has none."""
    return tuple(GROUPS[rule](tableau)) if rule in GROUPS else ()


def _grouping(rule: Rule) -> Grouping:
    """Return how the groups of a rule are found: in every tower, level or diagonal that is long enough."""
    id, least = rule.id, rule.minimum

    def in_towers(towers: Tableau) -> list[int]:
        return [size for tower in towers if len(tower) >= least for size in _found(id, tower)]

    def in_levels(towers: Tableau) -> list[int]:
        if len(towers) < least:
            return []
        return [size for level in zip_longest(*towers) for size in _found(id, level)]

    def in_diagonals(towers: Tableau) -> list[int]:
        if len(towers) < least:
            return []
        return [size for line in _diagonals(towers) for size in _found(id, line)]

    return {"tower": in_towers, "horizontal": in_levels, "diagonal": in_diagonals}[rule.scope]


def _diagonals(towers: Tableau) -> tuple[Cards, ...]:
    """Return the lines that run up and down: with each tower lifted by a step more, they are level."""
    steps = range(len(towers))
    return (*_levels(towers, reversed(steps)), *_levels(towers, steps))


def _levels(towers: Tableau, lifts: Iterable[int]) -> Iterator[Cards]:
    """Return the levels of towers that are lifted by so many storeys."""
    return zip_longest(*[(None,) * lift + tower for lift, tower in zip(lifts, towers, strict=True)])


@lru_cache(maxsize=1 << 15)  # most lines stay as they are when a section is set
def _found(id: str, cards: Cards) -> tuple[int, ...]:
    """Return the sizes of the groups in one line that are large enough."""
    rule = RULES[id]
    traits = TRAITS[rule.feature]
    line = tuple([card and traits[card] for card in cards])
    return tuple([size for size in sizes(rule, line) if size >= rule.minimum])


def sizes(rule: Rule, line: Line) -> tuple[int, ...]:
    """Return the sizes of all groups in one line, those that are too small too."""
    match rule.kind, rule.scope:
        case "matching", "tower":
            return tuple([line.count(value) for value in dict.fromkeys(line) if value is not None])  # U8
        case "different", "tower":
            return (len({*line} - {None}),)  # U9: once per tower
        case "matching", _:
            return tuple(_runs(line))
    return _apart(line, rule.minimum)


def _runs(line: Line) -> list[int]:
    """Return the lengths of the longest runs of one value (U10, U11)."""
    sizes, before = list[int](), None
    for value in line:
        if value is not None and value == before:
            sizes[-1] += 1
        elif value is not None:
            sizes.append(1)
        before = value
    return sizes


def _apart(line: Line, minimum: int) -> tuple[int, ...]:
    """Return disjoint runs of all-different neighbours with the best total, in few groups (U10)."""
    best: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, ())]  # for the first 0, 1, 2, ... places
    for end in range(1, len(line) + 1):
        most, fewest, sizes = best[-1]
        for size in range(minimum, end + 1):
            run = line[end - size : end]
            if None in run or len(set(run)) < size:
                break  # and so would every longer one
            total, groups, others = best[end - size]
            if total + size > most or (total + size == most and groups + 1 < fewest):
                most, fewest, sizes = total + size, groups + 1, (*others, size)
        best.append((most, fewest, sizes))
    return best[-1][2]


GROUPS = {rule.id: _grouping(rule) for rule in RULES.values() if not rule.contest}
