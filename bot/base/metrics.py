"""What a host can count and measure: plain numbers in memory, told when somebody asks (`ops/prometheus`).

No names, ids or moves in here: every label is one of a few words of our own, or a number of Discord's.
"""

import time
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
Labels = tuple[str, ...]

FAST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
SLOW_BUCKETS = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
BYTES = (5_000, 10_000, 20_000, 40_000, 60_000, 80_000, 100_000, 150_000, 250_000)


class Counter:
    """How often something happened, by its labels."""

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        self.name, self.meaning, self.labels = name, meaning, labels
        self.values: dict[Labels, float] = {}

    def add(self, *labels: str) -> None:
        self.values[labels] = self.values.get(labels, 0) + 1


class Measured:
    """How many values fell between which limits, and their sum."""

    def __init__(self, limits: Sequence[float]) -> None:
        self.counts = [0] * (len(limits) + 1)
        self.sum = 0.0


class Histogram:
    """How large something was, by its labels: a histogram."""

    def __init__(self, name: str, meaning: str, limits: Sequence[float], *labels: str) -> None:
        self.name, self.meaning, self.limits, self.labels = name, meaning, limits, labels
        self.values: dict[Labels, Measured] = {}

    def note(self, value: float, *labels: str) -> None:
        if (measured := self.values.get(labels)) is None:
            measured = self.values[labels] = Measured(self.limits)
        measured.counts[bisect_left(self.limits, value)] += 1
        measured.sum += value

    def timed(
        self, *labels: str
    ) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Coroutine[Any, Any, T]]]:
        """Measure how long each call takes that succeeds."""

        def around(work: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
            @wraps(work)
            async def measured(*args: P.args, **kwargs: P.kwargs) -> T:
                start = time.perf_counter()
                done = await work(*args, **kwargs)
                self.note(time.perf_counter() - start, *labels)
                return done

            return measured

        return around


PRESSES = Counter("presses", "Presses and commands, by what they were and how they ended", "kind", "outcome")
FAILURES = Counter("failures", "What failed, by Discord's code or the kind of error", "code")
INCIDENTS = Counter("incidents", "Errors that were told to somebody with a number")
PICTURES_REFUSED = Counter("pictures_refused", "Pictures that Discord refused, by kind of message", "message")
ANSWERS = Counter("discord_answers", "Discord's answers to our requests", "method", "status")
BACKUPS = Counter("backups", "Daily backups", "outcome")
ACKNOWLEDGED = Histogram(
    "acknowledge_seconds", "From a press to Discord's word that it has our answer", FAST_BUCKETS
)
COMMIT = Histogram("commit_seconds", "Until a move is on the disk", FAST_BUCKETS)
PUBLISH = Histogram("publish_seconds", "Until a table is shown, with its picture", SLOW_BUCKETS, "how")
PAINT = Histogram("paint_seconds", "Painting one picture", FAST_BUCKETS)
PICTURE = Histogram("picture_bytes", "Size of a picture", BYTES)
LAG = Histogram("loop_lag_seconds", "How late the event loop was for what was due", FAST_BUCKETS)
REQUEST_WAIT = Histogram(
    "request_wait_seconds", "How long a request waited for the budget", SLOW_BUCKETS, "priority"
)
COUNTS = (PRESSES, FAILURES, INCIDENTS, PICTURES_REFUSED, ANSWERS, BACKUPS)
HISTOGRAMS = (ACKNOWLEDGED, COMMIT, PUBLISH, PAINT, PICTURE, LAG, REQUEST_WAIT)


def failed(error: BaseException) -> None:
    """Count something that failed: by Discord's code if it has one."""
    FAILURES.add(str(getattr(error, "code", "") or type(error).__name__))


def painted(paint: Callable[[T], bytes]) -> Callable[[T], bytes]:
    """Measure a painter: the time and the size of every picture."""

    def measured(scene: T) -> bytes:
        start = time.perf_counter()
        picture = paint(scene)
        PAINT.note(time.perf_counter() - start)
        PICTURE.note(len(picture))
        return picture

    return measured


class PendingPresses:
    """Presses that came and are not acknowledged yet; the oldest are forgotten."""

    def __init__(self, most: int = 1_000) -> None:
        self._most = most
        self._came: OrderedDict[str, float] = OrderedDict()

    def came(self, interaction: int) -> None:
        self._came[str(interaction)] = time.perf_counter()
        if len(self._came) > self._most:
            self._came.popitem(last=False)

    def answered(self, interaction: str) -> None:
        if came := self._came.pop(interaction, None):
            ACKNOWLEDGED.note(time.perf_counter() - came)


WAITING = PendingPresses()
