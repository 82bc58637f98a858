"""The start: what has happened while nobody was here is looked for once Discord has named all servers."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.base.errors import Damaged, StoreTrouble
from bot.base.logs import trace

log = logging.getLogger(__name__)

STARTUP_RETRY_SECONDS = 5.0  # until a step is tried again that could not ask the database

Step = Callable[[], Awaitable[None]]


class StartupSteps:
    """Catches up step by step, then lets the clocks run; what fails keeps no clock from running."""

    def __init__(self, steps: Sequence[Step], then: Callable[[], None]) -> None:
        self._steps = steps
        self._then = then
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def on_ready(self) -> None:
        """Begin, at the first time that the client is ready."""
        if self._task is None and not self._closed:
            self._task = asyncio.create_task(self._catch_up())
            await asyncio.wait([self._task])
            if not self._task.cancelled():
                self._task.result()

    async def _catch_up(self) -> None:
        for step in self._steps:
            await _done(step)
        self._then()

    async def close(self) -> None:
        """Leave what a start still looks through to the next one: the database is about to close."""
        self._closed = True
        if self._task and not self._task.done():
            self._task.cancel()
            await asyncio.wait([self._task])


async def _done(step: Step) -> None:
    """Take a step of the start; again and again until the database can be asked."""
    while True:
        try:
            await step()
            break
        except Damaged as trouble:
            log.error("a start has left something out: %s", trouble)
            break
        except StoreTrouble as trouble:
            log.warning("the start waits: %s", trouble)
            await asyncio.sleep(STARTUP_RETRY_SECONDS)
        except Exception as error:
            log.error("a start has left something out\n%s", trace(error))
            break
