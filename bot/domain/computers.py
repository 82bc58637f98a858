"""Computers at a table: they sit like people, under numbers below zero that say how well they play."""

from games.ai.strengths import STRENGTHS, Strength

ORDER = tuple(STRENGTHS)  # stored in numbers: only ever added to at the end
STAND_IN = "architect"  # who plays for people who are not there
DEFAULT_STRENGTH = "mason"  # who comes when nobody says how strong


def is_computer(user: int) -> bool:
    return user < 0


def computer(key: str, nth: int = 0) -> int:
    """Return the number under which the nth computer of a strength sits at a table."""
    return -(10 * (ORDER.index(key) + 1) + nth)


def strength_of(user: int) -> Strength:
    """Return how well a computer plays."""
    return STRENGTHS[ORDER[-user // 10 - 1]]


def next_computer(users: tuple[int, ...], key: str) -> int:
    """Return the number of one more computer of a strength: no two at a table have the same."""
    return next(number for nth in range(10) if (number := computer(key, nth)) not in users)


def nth_of(user: int) -> int:
    """Return which of the computers of its strength this is, from 0 on."""
    return -user % 10
