"""What is deleted when its time is over: what is of servers that we left, old moves, rate limits."""

import logging

from bot.base import timers
from bot.base.errors import StoreTrouble
from bot.client.bot import Campanile

log = logging.getLogger(__name__)

RETENTION_INTERVAL = 3600.0  # seconds between two looks


async def keep_deleting_expired(bot: Campanile, keep_days: int = 0) -> None:
    """Look every hour; not before Discord has told in which servers we are."""
    while True:
        await timers.sleep(RETENTION_INTERVAL)
        if bot.is_ready():
            await forget(bot, keep_days)


async def forget(bot: Campanile, keep_days: int = 0) -> None:
    """Delete what is old enough; what fails is tried again an hour later."""
    try:
        await bot.stores.channel_limits.forget_paid()
        if deleted := await bot.services.servers.delete_left_servers(bot.shards_held):
            log.info("deleted %s tables of servers that we left long ago", deleted)
        if old := await bot.services.privacy.forget_old_logs(keep_days, timers.now()):
            log.info("the moves of %s old games were deleted, as KEEP_DAYS says", old)
    except StoreTrouble as trouble:
        log.warning("nothing was deleted: %s", trouble)
