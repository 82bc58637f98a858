"""When Discord does not answer: what could not be shown is tried again, for as long as it takes.

While nothing works, one table is tried every few seconds; as soon as one works, the others follow in ever
larger groups. So after trouble of any length every table is current within seconds, and no flood is sent.
A table that fails while others work is tried ever more seldom, but never given up.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from bot import clock

BEAT = 2.5  # seconds between two tries while nothing works
QUICK = 0.5  # seconds between two groups once something works
LARGEST = 20  # tables tried at once: Discord takes fifty requests a second from a bot
LONGEST = 600.0  # seconds until a table that fails alone is tried again


@dataclass(slots=True)
class Waiting:
    """A table that could not be shown."""

    tried: float
    lonely: int = 0  # how often it failed while others worked

    def due(self) -> float:
        return self.tried + (min(BEAT * 2**self.lonely, LONGEST) if self.lonely else 0.0)


class Trouble:
    """The tables that could not be shown; tries them again."""

    def __init__(self, again: Callable[[int], None]) -> None:
        self._again = again
        self._waiting: dict[int, Waiting] = {}
        self._worked = 0.0  # when something was last shown
        self._group = 1
        self._timer: clock.Timer | None = None

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._waiting

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def failed(self, table_id: int) -> None:
        """Remember a table that could not be shown."""
        before, now = self._waiting.get(table_id), clock.monotonic()
        lonely = before.lonely + (self._worked > before.tried) if before else 0
        self._waiting[table_id] = Waiting(now, lonely)
        self._group = 1
        self._plan(BEAT)

    def worked(self, table_id: int) -> None:
        """Something was shown: Discord answers, so the others need not wait."""
        self._worked = clock.monotonic()
        if self._waiting.pop(table_id, None) and self._waiting:
            self._group = min(self._group * 2, LARGEST)
            self._plan(QUICK, sooner=True)

    def forget(self, table_id: int) -> None:
        self._waiting.pop(table_id, None)

    def _plan(self, seconds: float, *, sooner: bool = False) -> None:
        if self._timer is not None:
            if not sooner:
                return
            self._timer.cancel()
        self._timer = clock.call_later(seconds * random.uniform(0.75, 1.25), self._beat)

    def _beat(self) -> None:
        """Try the tables again that have waited longest."""
        self._timer = None
        now = clock.monotonic()
        due = [table_id for table_id, waiting in self._waiting.items() if waiting.due() <= now]
        due.sort(key=lambda table_id: self._waiting[table_id].tried)
        for table_id in due[: self._group]:
            self._waiting[table_id].tried = now
            self._again(table_id)
        if self._waiting:
            self._plan(BEAT)

    def close(self) -> None:
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
