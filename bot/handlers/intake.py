"""Which presses are taken: those that come before the bot stops; what is under way may finish."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

log = logging.getLogger(__name__)

DRAIN_SECONDS = 10.0  # seconds that presses under way have to finish when the bot stops
TURNED_AWAY_SECONDS = 2.0  # seconds that those have who came too late, to be told so


class PressIntake:
    """Graceful shutdown: counts the presses under way, and takes no more once the bot is about to stop."""

    def __init__(self, takeover_seconds: float = 0.0) -> None:
        self.takeover_seconds = takeover_seconds  # in which a process that takes our place may answer first
        self._serving, self._stopping, self._idle = 0, False, asyncio.Event()
        self._turned_away: set[asyncio.Task[Any]] = set()

    @property
    def stopping(self) -> bool:
        """Whether no press is begun any more."""
        return self._stopping

    @property
    def idle(self) -> bool:
        """Whether nobody waits for an answer."""
        return not self._serving

    @contextmanager
    def serving(self) -> Iterator[bool]:
        """Count a press as being served; False once the bot is about to stop."""
        if self._stopping:
            self._wait_for_this_task()
            yield False
            return
        self._serving += 1
        try:
            yield True
        finally:
            self._serving -= 1
            if not self._serving:
                self._idle.set()

    def _wait_for_this_task(self) -> None:
        """Stay connected until a person who comes while we are stopping has been told so."""
        if task := asyncio.current_task():
            self._turned_away.add(task)
            task.add_done_callback(self._turned_away.discard)

    async def drain(self) -> None:
        """Begin nothing any more, and let what is under way finish."""
        self._stopping = True
        self._idle.clear()
        if self._serving:
            try:
                await asyncio.wait_for(self._idle.wait(), DRAIN_SECONDS)
            except TimeoutError:
                log.warning("%s presses had not finished within %.0f s", self._serving, DRAIN_SECONDS)

    async def wait_for_turned_away(self) -> None:
        """Wait until everybody who came too late has been told so."""
        if self._turned_away:
            await asyncio.wait(self._turned_away, timeout=TURNED_AWAY_SECONDS)
