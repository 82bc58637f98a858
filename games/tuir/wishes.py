"""What a section adds to the groups of one rule, line by line: a quick word, for sketches."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.tuir.cards import RULES, Rule
from games.tuir.scoring import TRAITS, Line, Value, sizes

Added = Callable[[Line, int, Value], float]
SLOPES = {"tower": (), "horizontal": (0,), "diagonal": (1, -1)}


class Wish(NamedTuple):
    """A rule about groups: its trait, how its lines slope (a tower does not), what a section adds to one."""

    feature: str
    traits: dict[str, Value]
    slopes: tuple[int, ...]
    added: Added


@cache
def wishes(rules: tuple[str, ...], hope: float) -> tuple[Wish, ...]:
    """Return the rules about groups; `hope` is what each section of a group is worth that lacks one more."""
    return tuple([_wish(RULES[id], hope) for id in rules if not RULES[id].contest])


def _wish(rule: Rule, hope: float) -> Wish:
    added = _added(rule.kind, rule.scope, rule.minimum, hope)
    return Wish(rule.feature, TRAITS[rule.feature], SLOPES[rule.scope], added)


@cache
def _added(kind: str, scope: str, minimum: int, hope: float) -> Added:
    """Return what a section adds to a line for such a rule; all features share what is known about it."""
    rule, fewer = Rule("", kind, "", scope, minimum, 1), minimum - 1
    near = rule._replace(minimum=fewer)

    @lru_cache(maxsize=1 << 13)
    def worth(line: Line) -> float:
        full = sum([size for size in sizes(rule, line) if size > fewer])
        return full + hope * fewer * sizes(near, line).count(fewer) if fewer > 1 and hope else full

    @lru_cache(maxsize=1 << 14)
    def added(line: Line, place: int, value: Value) -> float:
        after = (*line[:place], value, *line[place + 1 :]) if place >= 0 else (value, *line)
        return worth(after) - worth(line)

    return added


def along(row: Sequence[Line], start: int, slope: int) -> Line:
    """Return the traits along a level or diagonal that begins so high; None where nothing takes part."""
    if not slope:
        return tuple([tower[start] if len(tower) > start else None for tower in row])
    highs = range(start, start + slope * len(row), slope)
    return tuple([t[high] if 0 <= high < len(t) else None for t, high in zip(row, highs, strict=True)])
