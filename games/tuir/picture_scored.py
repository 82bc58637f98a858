"""Which sections a wish is paid for: they carry its number in the picture."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from games.tuir.cards import RULES, SECTIONS, Rule
from games.tuir.scoring import TRAITS, WINDOWS, Value, tally
from games.tuir.skyline import Tableau

Cards = tuple[str, ...]
Row = tuple[str | None, ...]


def scored(rule_id: str, tableaux: Sequence[Tableau]) -> tuple[Cards, ...]:
    """Return each player's sections that score for a rule; one in two groups comes twice."""
    rule = RULES[rule_id]
    if not rule.contest:
        return tuple(tuple(card for group in _groups(rule, row) for card in group) for row in tableaux)
    points = [each.points for each in tally(rule_id, tableaux)]
    return tuple(_counted(rule, row) if won else () for won, row in zip(points, tableaux, strict=True))


# --- most and least --------------------------------------------------------------------------------


def _counted(rule: Rule, row: Tableau) -> Cards:
    """Return the sections by which a contest was won; one about a whole city has none of its own."""
    feature, _, wanted = rule.feature.partition(":")
    best = max if rule.kind == "most" else min
    match feature, rule.scope:
        case "height", _:
            return _towers(row, [len(tower) for tower in row], best)
        case "windows", "tower":
            return _towers(row, [sum(WINDOWS[card] for card in tower) for tower in row], best)
        case "towers" | "windows", _:
            return ()
    return tuple(card for tower in row for card in tower if str(TRAITS[feature][card]) == wanted)


def _towers(row: Tableau, sizes: list[int], best: object) -> Cards:
    wanted = max(sizes) if best is max else min(sizes)
    return tuple(card for tower, size in zip(row, sizes, strict=True) if size == wanted for card in tower)


# --- matching and different ------------------------------------------------------------------------


def _groups(rule: Rule, row: Tableau) -> Iterator[Cards]:
    """Yield the groups that score, as `scoring.groups` counts them."""
    for line in _lines(rule.scope, row):
        yield from (group for group in _in_line(rule, line) if len(group) >= rule.minimum)


def _lines(scope: str, row: Tableau) -> Iterator[Row]:
    """Yield every tower, level or diagonal; None where nothing stands."""
    if scope == "tower":
        yield from row
    elif scope == "horizontal":
        yield from zip_longest(*row)
    else:  # with each tower a step higher than the one before, diagonals are level
        for lifts in (range(len(row)), range(len(row) - 1, -1, -1)):
            yield from zip_longest(*[(None,) * lift + tower for lift, tower in zip(lifts, row, strict=True)])


def _in_line(rule: Rule, line: Row) -> Iterator[Cards]:
    traits = TRAITS[rule.feature]
    held = [(card, traits[card] if card else None) for card in line]
    match rule.kind, rule.scope:
        case "matching", "tower":
            for value in dict.fromkeys(value for _, value in held if value is not None):
                yield tuple(card for card, other in held if card and other == value)
        case "different", "tower":
            firsts = {value: card for card, value in reversed(held) if card and value is not None}
            yield tuple(firsts.values())
        case "matching", _:
            for value, run in groupby(held, key=lambda pair: pair[1]):
                if value is not None:
                    yield tuple(card for card, _ in run if card)
        case _:
            yield from _apart(held, rule.minimum)


def _apart(held: list[tuple[str | None, Value]], minimum: int) -> list[Cards]:
    """Return disjoint runs of all-different neighbours with the best total, in few groups (U10)."""
    best: list[list[Cards]] = [[]]
    for end in range(1, len(held) + 1):
        choices = [best[end - 1]]
        for size in range(minimum, end + 1):
            run = held[end - size : end]
            values = [value for _, value in run]
            if None in values or len(set(values)) < size:
                break
            choices.append([*best[end - size], tuple(card for card, _ in run if card)])
        best.append(max(choices, key=lambda groups: (sum(map(len, groups)), -len(groups))))
    return best[-1]


def numbers(rules: Sequence[str], tableaux: Sequence[Tableau]) -> dict[str, tuple[int, ...]]:
    """Return the numbers of the wishes that each section scores for; rules are counted from 1."""
    carried: dict[str, tuple[int, ...]] = dict.fromkeys(SECTIONS, ())
    for number, rule in enumerate(rules, 1):
        for card in {card for cards in scored(rule, tableaux) for card in cards}:
            carried[card] += (number,)
    return carried
