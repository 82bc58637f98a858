"""Small pieces of work done on the side, one of a name at a time."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Hashable

import discord

from bot.base import metrics
from bot.base.errors import Refused
from bot.base.logs import is_outage, reason

log = logging.getLogger(__name__)

BACKGROUND_TASK_TIMEOUT = 60  # seconds for one piece of work


class KeyedTasks:
    """Work that nobody waits for; a failed piece only means a panel to be reopened."""

    def __init__(self, patience: float = BACKGROUND_TASK_TIMEOUT) -> None:
        self._patience = patience
        self.tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._closed = False

    def start(self, name: Hashable, work: Awaitable[object]) -> None:
        """Do a piece of work after the one of the same name that is under way; none once the bot stops."""
        if self._closed:
            _drop(work)
            return
        task = asyncio.create_task(self._after(self.tasks.get(name), work))
        self.tasks[name] = task
        task.add_done_callback(lambda done: self._done(name, done, work))

    def _done(self, name: Hashable, task: asyncio.Task[None], work: Awaitable[object]) -> None:
        if self.tasks.get(name) is task:
            del self.tasks[name]
        _drop(work)

    async def _after(self, before: asyncio.Task[None] | None, work: Awaitable[object]) -> None:
        if before:
            await asyncio.wait([before])
        try:
            async with asyncio.timeout(self._patience):
                await work
        except Refused:  # its table is gone meanwhile: there is nothing to show any more
            return
        except discord.HTTPException as error:
            metrics.failed(error)
            log.info("a panel was not updated (%s)", error.code)
        except Exception as error:
            metrics.failed(error)
            level = logging.INFO if is_outage(error) else logging.ERROR
            log.log(level, "a panel was not updated: %s", reason(error))

    def close(self) -> None:
        self._closed = True
        for task in list(self.tasks.values()):
            task.cancel()


def _drop(work: Awaitable[object]) -> None:
    """Let go of work that may not have begun: Python would say that nobody awaited it."""
    if inspect.iscoroutine(work):
        work.close()
