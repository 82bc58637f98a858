"""Who is plainly there: whoever pressed something at a table a moment ago needs no ping."""

from itertools import islice

from bot.base import timers

PRESENT_SECONDS = 120.0  # seconds after a press for which somebody counts as present
PRESS_KEPT_SECONDS = 3600.0  # seconds after which a press says nothing any more
MAX_PRESSES_REMEMBERED = 50_000  # presses remembered; the oldest go first


class Presence:
    """When each person last pressed something at each table; all of it may be forgotten."""

    def __init__(self) -> None:
        self._pressed: dict[tuple[int, int], float] = {}

    def pressed(self, table_id: int, user: int, ago: float = 0.0) -> None:
        """Remember a press of just now, or of so many seconds ago."""
        now = timers.monotonic()
        before = self._pressed.pop((table_id, user), now - PRESS_KEPT_SECONDS)
        self._pressed[table_id, user] = max(before, now - ago)
        for key in list(islice(self._pressed, 3)):  # the oldest stand first
            if now - self._pressed[key] > PRESS_KEPT_SECONDS or len(self._pressed) > MAX_PRESSES_REMEMBERED:
                del self._pressed[key]

    def since(self, table_id: int, user: int) -> float:
        """Return the seconds since somebody's last press at a table; for ever if there was none."""
        at = self._pressed.get((table_id, user))
        return timers.monotonic() - at if at is not None else float("inf")

    def is_there(self, table_id: int, user: int) -> bool:
        return self.since(table_id, user) < PRESENT_SECONDS

    def lively(self, within: float) -> list[int]:
        """Return the tables at which somebody pressed something in the last so many seconds."""
        now = timers.monotonic()
        return list(dict.fromkeys(table for (table, _), at in self._pressed.items() if now - at < within))

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        for key in [key for key in self._pressed if key[0] == table_id]:
            del self._pressed[key]
