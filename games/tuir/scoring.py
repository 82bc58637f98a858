"""What a rule card gives for two tableaux; driven by the columns of the card."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from games.core import Score
from games.tuir.cards import RULES, SECTIONS, Rule, Section
from games.tuir.skyline import Tableau
from games.tuir.state import State

Value = Hashable | None  # None: no section there, or one that takes no part
Line = tuple[Value, ...]
Measure = Callable[[Tableau], int]


class Tally(NamedTuple):
    """What one player gets for one rule, and the groups it is made of (U14)."""

    points: int
    groups: tuple[int, ...] = ()


def score(state: State) -> tuple[Score, ...]:
    """Return the points for all six rules, secrets included (U6); equal totals are a draw (U13)."""
    (one, two), secret = state.players, state.hidden.card
    rules = (*state.open, secret, one.rule.card, two.rule.card)
    ahead, behind = _total(rules, (one.tableau, two.tableau))
    return (ahead,), (behind,)


def tally(rule: str, tableaux: Sequence[Tableau]) -> tuple[Tally, ...]:
    """Return what each player gets for a rule, with its groups."""
    points = _points(rule, tableaux)
    if rule in MEASURES:
        return tuple(map(Tally, points))
    return tuple(map(Tally, points, [groups(rule, tableau) for tableau in tableaux]))


def total(rules: Sequence[str], tableaux: Sequence[Tableau]) -> tuple[int, ...]:
    """Return the points of each player for several rules."""
    return _total(tuple(rules), tuple(tableaux))


@lru_cache(maxsize=1 << 13)  # a card taken or given up leaves the towers as they are
def _total(rules: tuple[str, ...], tableaux: tuple[Tableau, ...]) -> tuple[int, ...]:
    wishes, contests = _parted(rules)
    sums = [_grouped(wishes, tableau) for tableau in tableaux]
    for rule in contests:
        claims = [claim(rule, tableau) for tableau in tableaux]
        if claims[0] != claims[-1]:  # U7: a tie scores nothing
            for seat, points in enumerate(_contest(RULES[rule], claims)):
                sums[seat] += points
    return tuple(sums)


@lru_cache(maxsize=1 << 12)
def _parted(rules: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rules about groups and the contests."""
    return tuple([r for r in rules if r not in MEASURES]), tuple([r for r in rules if r in MEASURES])


@lru_cache(maxsize=1 << 15)
def _grouped(rules: tuple[str, ...], tableau: Tableau) -> int:
    """Return what the groups of a tableau give for all these rules."""
    return sum([RULES[rule].points * sum(groups(rule, tableau)) for rule in rules])


def _points(rule: str, tableaux: Sequence[Tableau]) -> list[int]:
    if rule in MEASURES:
        return _contest(RULES[rule], [claim(rule, tableau) for tableau in tableaux])
    return [_grouped((rule,), tableau) for tableau in tableaux]


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


def _contest(rule: Rule, claims: Sequence[int | None]) -> list[int]:
    made = [claim for claim in claims if claim is not None]
    best = (max if rule.kind == "most" else min)(made, default=None)
    if best is None or made.count(best) > 1:
        return [0] * len(claims)  # U7: a tie scores nothing
    return [rule.points if claim == best else 0 for claim in claims]


@lru_cache(maxsize=1 << 15)  # menus and searches ask for the same tableaux again and again
def claim(rule: str, tableau: Tableau) -> int | None:
    """Return the number a player competes with; None claims nothing."""
    if not tableau:
        return None  # U7: an empty tableau claims nothing
    number = MEASURES[rule](tableau)
    return None if number == 0 and RULES[rule].kind == "most" else number  # U15: none is never the most


def _measure(rule: Rule) -> Measure:
    """Return what the players compare for a most or least rule."""
    feature, _, wanted = rule.feature.partition(":")
    best = max if rule.kind == "most" else min
    match feature, rule.scope:
        case "height", _:
            return lambda tableau: best(map(len, tableau))
        case "towers", _:
            return len
        case "windows", "tower":
            return lambda tableau: best([_count(WINDOWS, (tower,)) for tower in tableau])
        case "windows", _:
            return lambda tableau: _count(WINDOWS, tableau)
    those = {card: int(str(value) == wanted) for card, value in TRAITS[feature].items()}
    return lambda tableau: _count(those, tableau)


def _count(worth: dict[str, int], tableau: Tableau) -> int:
    return sum([worth[card] for tower in tableau for card in tower])


MEASURES = {rule.id: _measure(rule) for rule in RULES.values() if rule.contest}


# --- matching and different ------------------------------------------------------------------------


@lru_cache(maxsize=8192)  # menus and searches ask for the same tableaux again and again
def groups(rule_id: str, tableau: Tableau) -> tuple[int, ...]:
    """Return the sizes of the groups that score."""
    rule = RULES[rule_id]
    traits = TRAITS[rule.feature]
    columns = [tuple([traits[card] for card in tower]) for tower in tableau]
    found = [size for line in _lines(rule.scope, columns) for size in sizes(rule, line)]
    return tuple([size for size in found if size >= rule.minimum])


def _lines(scope: str, towers: list[Line]) -> Iterable[Line]:
    """Return the traits along every tower, level or diagonal; None where nothing stands or takes part."""
    match scope:
        case "tower":
            return towers
        case "horizontal":
            return zip_longest(*towers)
    steps = range(len(towers))  # with each tower a step higher than the one before, diagonals are level
    return (*_levels(towers, reversed(steps)), *_levels(towers, steps))


def _levels(towers: list[Line], lifts: Iterable[int]) -> Iterator[Line]:
    """Return the levels of towers that are lifted by so many storeys."""
    return zip_longest(*[(None,) * lift + tower for lift, tower in zip(lifts, towers, strict=True)])


@lru_cache(maxsize=1 << 16)  # most lines stay as they are when a section is set
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
    best: list[tuple[int, ...]] = [()]  # for the first 0, 1, 2, ... places
    for end in range(1, len(line) + 1):
        choices = [best[end - 1]]
        for size in range(minimum, end + 1):
            run = line[end - size : end]
            if None in run or len(set(run)) < size:
                break  # and so would every longer one
            choices.append((*best[end - size], size))
        best.append(max(choices, key=lambda sizes: (sum(sizes), -len(sizes))))
    return best[-1]
