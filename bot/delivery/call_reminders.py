"""Who of those called is plainly there, and when to look again at those who were called silently."""

from collections.abc import Callable, Mapping

from bot.base import timers
from bot.delivery.presence import PRESENT_SECONDS, Presence
from bot.domain.calls import Call
from bot.domain.table import Table
from bot.domain.who_is_called import SeatCalls, owed
from games.core import Seat


class CallReminders:
    """Looks again at a table when somebody who was called silently may have gone away."""

    def __init__(
        self, presence: Presence, sees: Callable[[int, Seat], bool], again: Callable[[int], None]
    ) -> None:
        self._presence = presence
        self._sees = sees  # whether a seat's panel is open and comes alive by itself
        self._again = again
        self._timers: dict[int, timers.Timer] = {}
        self._first: dict[tuple[int, Seat], tuple[int, float]] = {}  # the row of a call, and when it was made

    def note(self, table_id: int, calls: SeatCalls) -> None:
        """Let time run from the call on, also for a panel that opens later."""
        for seat, call in calls.items():
            self._called_for(table_id, seat, call)

    def is_there(self, table: Table, seat: Seat, call: Call) -> bool:
        """Say whether somebody needs no ping: pressed something just now, or has a panel that came alive."""
        if self._presence.is_there(table.id, table.users[seat]):
            return True
        return self._sees(table.id, seat) and self._called_for(table.id, seat, call) < PRESENT_SECONDS

    def _called_for(self, table_id: int, seat: Seat, call: Call) -> float:
        """Return the seconds since a seat was first called for this question."""
        row, at = self._first.get((table_id, seat), (-1, 0.0))
        if row != call.row:
            at = timers.monotonic()
            self._first[table_id, seat] = (call.row, at)
        return timers.monotonic() - at

    def plan(self, table: Table, calls: SeatCalls, alone: Mapping[Seat, float]) -> None:
        """Look again when somebody who was called silently may have gone away, or may be called again."""
        self.stop(table.id)
        silent = [(seat, call) for seat, call in calls.items() if owed(table, seat, call)]
        if not silent:
            return
        waits = [
            max(PRESENT_SECONDS - self._quiet_for(table, s, call), alone.get(s, 0.0)) for s, call in silent
        ]
        self._timers[table.id] = timers.call_later(max(1.0, min(waits)), self._due, table.id)

    def _quiet_for(self, table: Table, seat: Seat, call: Call) -> float:
        """Return how long a seat has been called and done nothing."""
        since = self._presence.since(table.id, table.users[seat])
        return min(since, self._called_for(table.id, seat, call)) if self._sees(table.id, seat) else since

    def _due(self, table_id: int) -> None:
        del self._timers[table_id]
        self._again(table_id)

    def stop(self, table_id: int) -> None:
        """Look at a table no more by itself."""
        if timer := self._timers.pop(table_id, None):
            timer.cancel()

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self.stop(table_id)
        for key in [key for key in self._first if key[0] == table_id]:
            del self._first[key]

    def close(self) -> None:
        for table_id in list(self._timers):
            self.stop(table_id)
