"""When Discord does not answer: what could not be shown is tried again, for as long as it takes.

While nothing works, one table is tried every few seconds; as soon as one works, the others follow in ever
larger groups. So after trouble of any length every table is current within seconds, and no flood is sent.
A table that fails while others work is tried with every beat for ten minutes after the last move or press
there; ever more seldom only then, counted by the tries of the timer alone, and never given up.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from bot.base import timers

RETRY_INTERVAL = 2.5  # seconds between two tries while nothing works
RECOVERY_INTERVAL = 0.5  # seconds between two groups once something works
MAX_TABLES_PER_RETRY = 20  # tables tried at once: Discord takes fifty requests a second from a bot
MAX_RETRY_DELAY = 600.0  # seconds until a table that fails alone, and at which nobody plays, is tried again
PLAYED_SECONDS = 600.0  # after a move or a press at a table its backoff does not begin
DOUBLINGS = 8  # of RETRY_INTERVAL; more are over MAX_RETRY_DELAY


@dataclass(slots=True)
class QueuedRetry:
    """A table that could not be shown."""

    failed: float
    tried: float  # when its last try began
    played: float  # when somebody last moved or pressed there: a try that the timer did not begin
    by_timer: bool = False  # whether the timer began the try under way
    alone: bool = False  # whether it failed last while others worked
    lonely: int = 0  # how often the timer's tries failed so since nobody plays there

    def due(self) -> float:
        """Backoff: return when the table is tried again."""
        return self.tried + (
            min(RETRY_INTERVAL * 2 ** min(self.lonely, DOUBLINGS), MAX_RETRY_DELAY) if self.lonely else 0.0
        )


class RetryQueue:
    """The tables that could not be shown; tries them again."""

    def __init__(self, again: Callable[[int], None]) -> None:
        self._again = again
        self._waiting: dict[int, QueuedRetry] = {}
        self._worked = 0.0  # when something was last shown
        self._last_beat = 0.0
        self._group = 1
        self._timer: timers.Timer | None = None

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._waiting

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def failed(self, table_id: int) -> None:
        """Remember a table that could not be shown."""
        before, now = self._waiting.get(table_id), timers.monotonic()
        self._waiting[table_id] = self._failed_again(before, now) if before else QueuedRetry(now, now, now)
        self._group = 1
        self._plan(RETRY_INTERVAL)

    def _failed_again(self, before: QueuedRetry, now: float) -> QueuedRetry:
        """Count a try of the timer that failed while others worked, unless somebody plays there."""
        alone = self._worked > before.failed
        if not before.by_timer:  # a move or a press has tried
            return QueuedRetry(now, now, now, alone=alone)
        idle = now - before.played > PLAYED_SECONDS
        return QueuedRetry(now, now, before.played, alone=alone, lonely=before.lonely + (alone and idle))

    def worked(self, table_id: int) -> None:
        """Something was shown: Discord answers, so the others need not wait."""
        self._worked = timers.monotonic()
        if self._waiting.pop(table_id, None) and self._waiting:
            self._group = min(self._group * 2, MAX_TABLES_PER_RETRY)
            self._plan(RECOVERY_INTERVAL, sooner=True)

    def forget(self, table_id: int) -> None:
        self._waiting.pop(table_id, None)

    def _plan(self, seconds: float, *, sooner: bool = False) -> None:
        if self._timer is not None:
            if not sooner:
                return
            self._timer.cancel()
        self._timer = timers.call_later(seconds * random.uniform(0.75, 1.25), self._beat)

    def _beat(self) -> None:
        """Try the tables again that have waited longest."""
        self._timer = None
        now = timers.monotonic()
        for table_id in self._chosen(now):
            self._waiting[table_id].tried = now
            self._waiting[table_id].by_timer = True
            self._again(table_id)
        self._last_beat = now
        if self._waiting:
            self._plan(RETRY_INTERVAL)

    def _chosen(self, now: float) -> list[int]:
        """Return the tables to be tried: a group of those that wait longest, and all that fail alone."""
        due = [table_id for table_id, waiting in self._waiting.items() if waiting.due() <= now]
        due.sort(key=lambda table_id: self._waiting[table_id].tried)
        others_work = self._worked > self._last_beat
        alone = [table_id for table_id in due[self._group :] if others_work and self._waiting[table_id].alone]
        return [*due[: self._group], *alone][:MAX_TABLES_PER_RETRY]

    def close(self) -> None:
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()
