"""Servers that the bot was removed from: after thirty days everything of them is deleted."""

import logging

from bot import clock
from bot.app import Campanile
from bot.errors import StoreTrouble

log = logging.getLogger(__name__)

EVERY = 3600.0  # seconds between two looks


async def keep_forgetting(bot: Campanile) -> None:
    """Look every hour; not before Discord has told in which servers we are."""
    while True:
        await clock.sleep(EVERY)
        if bot.is_ready():
            await forget(bot)


async def forget(bot: Campanile) -> None:
    """Delete what is old enough; what fails is tried again an hour later."""
    try:
        if deleted := await bot.host.forget_servers(bot.shards_held):
            log.info("deleted %s tables of servers that we left long ago", deleted)
    except StoreTrouble as trouble:
        log.warning("nothing was deleted: %s", trouble)
