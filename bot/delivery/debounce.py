"""While many people press, a table in the middle of somebody's turn waits a moment for the next step.

Whoever moves sees every step in their own panel at once. The board and those who wait see what has become of
it when the turn passes on, when anything else happens, or two seconds later: the newest wins.
"""

from collections.abc import Callable, Hashable

from bot.base import timers
from bot.delivery.press_priority import PressPriority
from bot.domain.table import Table

DEBOUNCE_SECONDS = 2.0  # seconds that a step in the middle of a turn may wait to be shown


def debounce_key(table: Table) -> Hashable:
    """Name who plays, whose turn it is and what is agreed on beside: a change of this is shown at once."""
    return table.users, table.awaited(), table.beside, table.takebacks.request()


class Debouncer:
    """Which tables may wait, as they were last shown."""

    def __init__(
        self,
        manners: PressPriority,
        at_hand: Callable[[int], Table | None],
        again: Callable[[int], None],
        seconds: float = DEBOUNCE_SECONDS,
    ) -> None:
        self._seconds = seconds
        self._manners = manners
        self._at_hand = at_hand
        self._again = again
        self._moments: dict[int, Hashable] = {}
        self._waiting: dict[int, timers.Timer] = {}
        self._closed = False

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._waiting

    def holds(self, table_id: int) -> bool:
        """Say whether a table waits for its next step; in the end it is asked for again."""
        if not self._may_wait(table_id):
            self._drop(table_id)
            return False
        if table_id not in self._waiting:
            self._waiting[table_id] = timers.call_later(self._seconds, self._ring, table_id)
        return True

    def _may_wait(self, table_id: int) -> bool:
        table, shown = self._at_hand(table_id), self._moments.get(table_id)
        busy = table_id in self._waiting or self._manners.busy
        return busy and table is not None and shown is not None and debounce_key(table) == shown

    def _drop(self, table_id: int) -> None:
        if timer := self._waiting.pop(table_id, None):
            timer.cancel()

    def _ring(self, table_id: int) -> None:
        self.forget(table_id)
        self._again(table_id)

    def shown(self, table: Table) -> None:
        if not self._closed:
            self._moments[table.id] = debounce_key(table)

    def forget(self, table_id: int) -> None:
        """Let a table wait no more until it has been shown."""
        self._moments.pop(table_id, None)
        self._drop(table_id)

    def close(self) -> list[int]:
        """Let nothing wait any more; return what has waited."""
        self._closed, waited = True, list(self._waiting)
        self._moments.clear()
        for table_id in waited:
            self._drop(table_id)
        return waited
