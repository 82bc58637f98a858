"""How long to think: so many simulations, or so many seconds. The only clock of the games."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, process_time
from typing import NamedTuple

ENDLESS = 10**9


class Budget(NamedTuple):
    """What a move may cost; whichever ends first."""

    simulations: int = ENDLESS
    seconds: float = float(ENDLESS)  # of one core
    wait: float = float(ENDLESS)  # seconds, whatever others have left us of the core

    def within(self, other: "Budget") -> "Budget":
        """Return the smaller of two budgets."""
        simulations, seconds = min(self.simulations, other.simulations), min(self.seconds, other.seconds)
        return Budget(simulations, seconds, min(self.wait, other.wait))


class Patience:
    """A budget that is being spent."""

    __slots__ = ("_latest", "_until", "left")

    def __init__(self, budget: Budget) -> None:
        self.left = budget.simulations
        self._until = process_time() + budget.seconds
        self._latest = monotonic() + budget.wait

    def lasts(self) -> bool:
        """Count one more simulation; say whether there is time for it."""
        self.left -= 1
        return self.left >= 0 and process_time() < self._until and monotonic() < self._latest


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
