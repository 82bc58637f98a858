"""What is deleted when its time is over: what is of servers that we left, old moves, rate limits."""

import logging
from collections.abc import Callable

from bot.base import timers
from bot.base.errors import StoreTrouble
from bot.base.shards import Shards
from bot.service.services import Services
from bot.storage.channel_limits import ChannelLimitStore

log = logging.getLogger(__name__)

RETENTION_INTERVAL = 3600.0  # seconds between two looks


class Retention:
    """Deletes every hour what is old enough; nobody waits for it."""

    def __init__(
        self, services: Services, limits: ChannelLimitStore, mine: Shards, keep_days: int = 0
    ) -> None:
        self._services = services
        self._limits = limits
        self._mine = mine
        self._keep_days = keep_days

    async def keep_deleting(self, is_ready: Callable[[], bool]) -> None:
        """Look every hour; not before Discord has told in which servers we are."""
        while True:
            await timers.sleep(RETENTION_INTERVAL)
            if is_ready():
                await self.delete_expired()

    async def delete_expired(self) -> None:
        """Delete what is old enough; what fails is tried again an hour later."""
        try:
            await self._limits.forget_paid()
            if deleted := await self._services.servers.delete_left_servers(self._mine):
                log.info("deleted %s tables of servers that we left long ago", deleted)
            if old := await self._services.privacy.forget_old_logs(self._keep_days, timers.now()):
                log.info("the moves of %s old games were deleted, as KEEP_DAYS says", old)
        except StoreTrouble as trouble:
            log.warning("nothing was deleted: %s", trouble)
