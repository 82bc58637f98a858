"""Chance that anybody can check: every shuffle follows from the table's seed."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import exp
from random import Random
from typing import TypeVar

Seat = int

T = TypeVar("T")


def shuffled(items: Iterable[T], seed: str, purpose: str, count: int = 0) -> tuple[T, ...]:
    """Shuffle sorted items, on `Random.random` alone: the one sequence that Python promises to keep."""
    pile, roll = sorted(items), Random(f"{seed}/{purpose}/{count}").random  # type: ignore[type-var]
    for i in range(len(pile) - 1, 0, -1):
        j = int(roll() * (i + 1))
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def first_seat(options: Sequence[str], seats: int, seed: str) -> Seat:
    """Return who starts: the reserved option `first:N`, else drawn by the seed."""
    for option in options:
        if option.startswith("first:"):
            return int(option.removeprefix("first:"))
    return shuffled(range(seats), seed, "first")[0]


def chance(x: float) -> float:
    """Turn what speaks for a thing into a chance from 0 to 1; nothing either way is a half."""
    return 1 / (1 + exp(-x)) if -30 < x < 30 else float(x > 0)


def commitment(table: int | str, seed: str) -> str:
    """Return the mark that stands on a table from the start and proves its seed at the end."""
    return sha256(f"{table}:{seed}".encode()).hexdigest()
