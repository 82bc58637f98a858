"""What a rule card gives for two tableaux; driven by the columns of the card."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.tuir.cards import RULES, SECTIONS, Rule, Section

Tableau = tuple[tuple[str, ...], ...]  # towers from the left, each from the ground up
Value = Hashable | None  # None: no section there, or one that takes no part


class Tally(NamedTuple):
    """What one player gets for one rule, and the groups it is made of (U14)."""

    points: int
    groups: tuple[int, ...] = ()


def tally(rule_id: str, tableaux: Sequence[Tableau]) -> tuple[Tally, ...]:
    """Return what each player gets for a rule."""
    rule = RULES[rule_id]
    if rule.contest:
        return _contest(rule, [claim(rule, tableau) for tableau in tableaux])
    sums = [groups(rule, tableau) for tableau in tableaux]
    return tuple(Tally(rule.points * sum(parts), parts) for parts in sums)


def total(rules: Sequence[str], tableaux: Sequence[Tableau]) -> tuple[int, ...]:
    """Return the points of each player for several rules."""
    tallies = [tally(rule, tableaux) for rule in rules]
    return tuple(sum(each[seat].points for each in tallies) for seat in range(len(tableaux)))


# --- most and least --------------------------------------------------------------------------------


def _contest(rule: Rule, claims: Sequence[int | None]) -> tuple[Tally, ...]:
    best = (max if rule.kind == "most" else min)((c for c in claims if c is not None), default=None)
    alone = claims.count(best) == 1  # U7: a tie scores nothing
    return tuple(Tally(rule.points if alone and c is not None and c == best else 0) for c in claims)


@lru_cache(maxsize=8192)  # menus ask for the same tableaux again and again
def claim(rule: Rule, tableau: Tableau) -> int | None:
    """Return the number a player competes with; None claims nothing."""
    if not tableau:
        return None  # U7: an empty tableau claims nothing
    number = _measure(rule, tableau)
    return None if rule.kind == "most" and number == 0 else number  # U15: none is never the most


def _measure(rule: Rule, tableau: Tableau) -> int:
    feature, _, wanted = rule.feature.partition(":")
    best = max if rule.kind == "most" else min
    sections = [SECTIONS[card] for tower in tableau for card in tower]
    match feature, rule.scope:
        case "height", _:
            return best(len(tower) for tower in tableau)
        case "towers", _:
            return len(tableau)
        case "windows", "tower":
            return best(sum(SECTIONS[card].windows for card in tower) for tower in tableau)
        case "windows", _:
            return sum(section.windows for section in sections)
    return sum(str(trait(feature, section)) == wanted for section in sections)


# --- matching and different ------------------------------------------------------------------------


@lru_cache(maxsize=8192)  # menus ask for the same tableaux again and again
def groups(rule: Rule, tableau: Tableau) -> tuple[int, ...]:
    """Return the sizes of the groups that score."""
    return tuple(
        size
        for line in lines(rule.scope, rule.feature, tableau)
        for size in _sizes(rule, line)
        if size >= rule.minimum
    )


def trait(feature: str, section: Section) -> Value:
    """Return a section's colour, window type or number of windows."""
    match feature:
        case "colour":
            return section.colour
        case "count":
            return section.windows  # U12: 0 is a number like the others
    return section.type if section.type != "none" else None  # U12: no type takes no part


def lines(scope: str, feature: str, tableau: Tableau) -> Iterator[tuple[Value, ...]]:
    """Yield the traits along every tower, level or diagonal; None where nothing stands or takes part."""
    wide, high = len(tableau), max(map(len, tableau), default=0)

    def at(x: int, y: int) -> Value:
        stands = 0 <= y < len(tableau[x])
        return trait(feature, SECTIONS[tableau[x][y]]) if stands else None

    slopes = {"tower": (), "horizontal": (0,), "diagonal": (1, -1)}[scope]
    if scope == "tower":
        yield from (tuple(at(x, y) for y in range(len(tower))) for x, tower in enumerate(tableau))
    for slope in slopes:
        for start in range(-wide if slope > 0 else 0, high + (wide if slope < 0 else 0)):
            yield tuple(at(x, start + slope * x) for x in range(wide))


def _sizes(rule: Rule, line: tuple[Value, ...]) -> Sequence[int]:
    present = [value for value in line if value is not None]
    match rule.kind, rule.scope:
        case "matching", "tower":
            return tuple(Counter(present).values())  # U8: anywhere in the tower
        case "different", "tower":
            return (len(set(present)),)  # U9: once per tower
        case "matching", _:
            return _runs(line)
    return _apart(line, rule.minimum)


def _runs(line: tuple[Value, ...]) -> list[int]:
    """Return the lengths of the longest runs of one value (U10, U11)."""
    sizes, before = list[int](), None
    for value in line:
        if value is not None and value == before:
            sizes[-1] += 1
        elif value is not None:
            sizes.append(1)
        before = value
    return sizes


def _apart(line: tuple[Value, ...], minimum: int) -> tuple[int, ...]:
    """Return disjoint runs of all-different neighbours with the best total, in few groups (U10)."""
    best: list[tuple[int, ...]] = [()]  # for the first 0, 1, 2, ... places
    for end in range(1, len(line) + 1):
        choices = [best[end - 1]]
        for size in range(minimum, end + 1):
            run = line[end - size : end]
            if None not in run and len(set(run)) == size:
                choices.append((*best[end - size], size))
        best.append(max(choices, key=lambda sizes: (sum(sizes), -len(sizes))))
    return best[-1]
