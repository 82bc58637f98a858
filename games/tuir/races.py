"""Contests while a game is sketched: what a section does in them by where it goes, or whoever gets it."""

import math
from collections.abc import Callable, Sequence
from functools import cache

from games.tuir.cards import PRIZE, RULES, Rule
from games.tuir.scoring import MEASURES, WINDOWS

COUNTS, WINDOW = 1.2, 0.25  # what a section brings to a contest: one of its kind, or each window
SHARP = {"height": 0.3, "towers": 0.3, "windows": 0.12}  # how much being one ahead tells, with time left
SOON = 3.0  # turns before the end in which it tells twice as much

Row = Sequence[tuple[str, ...]]
Race = Callable[[int, int], float]  # of a spot and the windows of a section


@cache
def likings(rules: tuple[str, ...]) -> dict[str, float]:
    """Return what each section brings to contests, wherever it goes."""
    brought = [_liking(id) for id in rules if RULES[id].contest]
    return {card: sum([liking(card) for liking in brought]) for card in WINDOWS}


def _liking(id: str) -> Callable[[str], float]:
    rule = RULES[id]
    if ":" in rule.feature:
        return lambda card: COUNTS * MEASURES[id](((card,),))
    each = WINDOW * (rule.feature == "windows" and rule.scope == "tableau")
    return lambda card: (each if rule.kind == "most" else -each) * WINDOWS[card]


@cache
def contests(rules: tuple[str, ...]) -> tuple[Rule, ...]:
    """Return the contests in which it matters where a section goes."""
    asked = [RULES[id] for id in rules if RULES[id].contest]
    return tuple([rule for rule in asked if rule.scope == "tower" or rule.feature == "towers"])


def race(rule: Rule, own: Row, other: Row, left: int) -> Race:
    """Return what a section does in a contest, by its spot and its windows; the later the more."""
    sign, wide, sharp = 1 if rule.kind == "most" else -1, len(own), SHARP[rule.feature] * (1 + SOON / left)
    if rule.feature == "towers":
        ahead = sign * (wide - len(other))
        gain = _won(ahead + sign, sharp) - _won(ahead, sharp)
        return lambda spot, windows: 0.0 if 0 <= spot < wide else gain
    best, high, bids = max if sign > 0 else min, rule.feature == "height", _bids(rule, own)
    now, theirs = best(bids), best(_bids(rule, other), default=0)
    before = _won(sign * (now - theirs), sharp)

    def gain_of(spot: int, windows: int) -> float:
        more = 1 if high else windows
        on_top = 0 <= spot < wide
        then = best([*bids[:spot], bids[spot] + more, *bids[spot + 1 :]]) if on_top else best(now, more)
        return _won(sign * (then - theirs), sharp) - before if then != now else 0.0

    return gain_of


def _bids(rule: Rule, row: Row) -> list[int]:
    """Return what each tower competes with."""
    return [len(tower) if rule.feature == "height" else sum([WINDOWS[c] for c in tower]) for tower in row]


@cache
def _won(ahead: int, sharp: float) -> float:
    """Return what a contest gives to one who is so far ahead."""
    return PRIZE * math.tanh(sharp * ahead)
