"""How long to think: so many simulations, or so many seconds of one core. The only clock of the games."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import NamedTuple

ENDLESS = 10**9


class Budget(NamedTuple):
    """What a move may cost; whichever ends first."""

    simulations: int = ENDLESS
    seconds: float = float(ENDLESS)

    def within(self, other: "Budget") -> "Budget":
        """Return the smaller of two budgets."""
        return Budget(min(self.simulations, other.simulations), min(self.seconds, other.seconds))


class Patience:
    """A budget that is being spent."""

    __slots__ = ("_until", "left")

    def __init__(self, budget: Budget) -> None:
        self.left = budget.simulations
        self._until = process_time() + budget.seconds if budget.seconds < ENDLESS else None

    def lasts(self) -> bool:
        """Count one more simulation; say whether there is time for it."""
        self.left -= 1
        return self.left >= 0 and (self._until is None or process_time() < self._until)


def now() -> float:
    """Return the seconds that this process has computed so far."""
    return process_time()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep Python from searching for litter while somebody thinks; also a decorator.

    No position of a search holds itself, so there is nothing to find; but with all of them at hand one such
    search takes as long as a whole move.
    """
    searching = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searching:
            gc.enable()
