"""Logging in: again and again while there is no network, and not at the cost of the last identifies."""

import asyncio
import itertools
import logging

import aiohttp
import discord

from bot.client.bot import Campanile

log = logging.getLogger(__name__)

LOGIN_RETRY_INTERVALS = (2, 5, 10, 20, 30)  # seconds between two attempts to log in
SPARED_IDENTIFIES = 5  # identifies that are left alone


async def stay_connected(client: Campanile, token: str) -> None:
    """Log in and stay connected; without a network, try again until there is one."""
    for wait in itertools.chain(LOGIN_RETRY_INTERVALS, itertools.repeat(LOGIN_RETRY_INTERVALS[-1])):
        try:
            await client.login(token)
            break
        except (aiohttp.ClientConnectionError, TimeoutError, discord.DiscordServerError) as error:
            log.warning("Discord cannot be reached (%s): trying again in %s s", type(error).__name__, wait)
            await client.fresh_connection()
            await asyncio.sleep(wait)
    await _spare_identifies(client)
    await client.connect()


async def _spare_identifies(client: Campanile) -> None:
    """Wait for new gateway sessions if hardly any is left today: at none Discord resets the token."""
    try:
        shards, _, limit = await client.http.get_bot_gateway()
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return  # connecting tells more
    if limit["remaining"] < shards + SPARED_IDENTIFIES:
        wait = limit["reset_after"] / 1000 + 1
        told = "only %s identifies are left today (restarted over and over?): waiting %.0f s for new ones"
        log.error(told, limit["remaining"], wait)
        await asyncio.sleep(wait)
