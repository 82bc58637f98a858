"""Who has how many points."""

from games.core import Score, Seat
from games.skeleton.state import FLOORS, Lot, State


def worth(lot: Lot, roof: int, seat: Seat) -> int:
    """Return a seat's points on a lot: all windows and the die, for the one who laid the last storey."""
    return sum(int(card) for card, _ in lot) + roof if len(lot) == FLOORS and lot[-1][1] == seat else 0


def score(state: State) -> tuple[Score, ...]:
    """Return each seat's points; a tie-breaker would be a second number."""
    lots = list(zip(state.lots, state.roofs, strict=True))
    return tuple((sum(worth(*lot, seat) for lot in lots),) for seat in range(len(state.hands)))
