"""Whose turn it is to identify at the gateway: several processes share what Discord allows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.base.errors import StoreTrouble

log = logging.getLogger(__name__)

IDENTIFY_RETRY_SECONDS = 1.0  # until the database is asked again that did not answer


class IdentifyTurns:
    """Rate limit: one identify a bucket at a time, over all processes on one database."""

    def __init__(self, take: Callable[[int], Awaitable[float]]) -> None:
        self._take = take  # takes the turn of a bucket; returns the seconds to wait, 0: it is ours
        self._at_once: int | None = None  # shards that may identify at the same moment

    async def wait(self, shard: int, concurrency: Callable[[], Awaitable[int]]) -> None:
        """Wait until a shard may identify."""
        if self._at_once is None:
            self._at_once = await concurrency()
        wait = IDENTIFY_RETRY_SECONDS
        while wait:
            try:
                wait = await self._take(shard % self._at_once)
            except StoreTrouble as trouble:  # without the database there is no hurry to hear of presses
                log.warning("%s", trouble)
            await asyncio.sleep(wait)
