"""What is deleted when its time is over: what is of servers that we left, old moves, rate limits."""

import logging

from bot import clock
from bot.app import Campanile
from bot.errors import StoreTrouble
from bot.tables.forgetter import Forgetter

log = logging.getLogger(__name__)

EVERY = 3600.0  # seconds between two looks


async def keep_forgetting(bot: Campanile, keep_days: int = 0) -> None:
    """Look every hour; not before Discord has told in which servers we are."""
    while True:
        await clock.sleep(EVERY)
        if bot.is_ready():
            await forget(bot, keep_days)


async def forget(bot: Campanile, keep_days: int = 0) -> None:
    """Delete what is old enough; what fails is tried again an hour later."""
    try:
        await bot.store.forget_paid()
        if deleted := await bot.host.forget_servers(bot.shards_held):
            log.info("deleted %s tables of servers that we left long ago", deleted)
        if old := await Forgetter(bot.host, bot.store).forget_old_logs(keep_days, clock.now()):
            log.info("the moves of %s old games were deleted, as KEEP_DAYS says", old)
    except StoreTrouble as trouble:
        log.warning("nothing was deleted: %s", trouble)
