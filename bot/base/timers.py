"""The bot's clock: real time, which the playground alone may set ahead, so that a day passes in a moment.

Processes on one database have one time of day, the database's: the heartbeat compares (`clock_skew`).

`now` and `monotonic` stand for those of `time`; `call_later` and `sleep` for those of asyncio, whose timers
no offset can move: when the clock is set, whatever waits here wakes and looks again how long it has to wait.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

_ahead = 0.0
_agreed: tuple[float, float] | None = None  # the database's time of day, and our steady clock at that moment
_waiting: set["Timer"] = set()


def now() -> float:
    """Return the time of day in seconds, as `time.time` does; the database's, where several share one."""
    if _agreed is None:
        return time.time() + _ahead
    at, steady = _agreed
    return at + time.monotonic() - steady + _ahead


def monotonic() -> float:
    """Return a time to measure with, as `time.monotonic` does; it never goes back by itself."""
    return time.monotonic() + _ahead


def agree_on(at: float | None) -> None:
    """Let this be the real time of day from now on, whatever this machine says; None: what it says."""
    global _agreed
    _agreed = None if at is None else (at, time.monotonic())


def own_error(at: float) -> float:
    """Return how many seconds this machine's own clock is ahead of a time of day."""
    return time.time() - at


def ahead() -> float:
    """Return how many seconds the clock is ahead of the real one; 0 except in the playground."""
    return _ahead


def set_ahead(seconds: float) -> None:
    """Set the clock ahead of the real one by so much, and let everything that waits look again."""
    global _ahead
    _ahead = seconds
    for timer in list(_waiting):
        timer.look_again()  # one whose loop is closed only leaves


def call_later(seconds: float, callback: Callable[..., object], *args: Any) -> "Timer":
    """Call something after so many seconds of this clock; the timer can be cancelled."""
    return Timer(monotonic() + seconds, callback, args)


async def sleep(seconds: float) -> None:
    """Sleep for so many seconds of this clock."""
    awake = asyncio.Event()
    timer = call_later(seconds, awake.set)
    try:
        await awake.wait()
    finally:
        timer.cancel()


class Timer:
    """Something that is due at a time of this clock."""

    def __init__(self, due: float, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        self._loop = asyncio.get_running_loop()
        self._due, self._callback, self._args = due, callback, args
        self._handle: asyncio.TimerHandle | None = None
        _waiting.add(self)
        self.look_again()

    def look_again(self) -> None:
        if self._loop.is_closed():
            _waiting.discard(self)
            return
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self._loop.call_later(max(0.0, self._due - monotonic()), self._ring)

    def cancel(self) -> None:
        _waiting.discard(self)
        if self._handle is not None:
            self._handle.cancel()

    def _ring(self) -> None:
        _waiting.discard(self)
        self._handle = None  # it knows us, and would hold us for ever
        self._callback(*self._args)
