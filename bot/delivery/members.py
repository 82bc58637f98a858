"""Who is still in a server: asked in the moment in which somebody would be pinged, and never otherwise."""

import asyncio
import logging
from collections.abc import Iterable

import aiohttp
import discord

from bot.domain.entities import TableRecord

log = logging.getLogger(__name__)

NOT_A_MEMBER_CODES = {10007, 10013}  # no member of the server, or no user at all
MEMBER_LOOKUP_TIMEOUT = 10.0  # seconds; who cannot be looked up counts as there


async def left_the_server(client: discord.Client, saved: TableRecord, users: Iterable[int]) -> list[int]:
    """Return those who are not in a table's server any more: one request a person, no privileged intent."""
    guild = client.get_guild(saved.guild)
    return [user for user in users if guild is not None and not await _is_in(guild, user)]


async def _is_in(guild: discord.Guild, user: int) -> bool:
    try:
        async with asyncio.timeout(MEMBER_LOOKUP_TIMEOUT):
            await guild.fetch_member(user)
    except discord.HTTPException as error:
        return error.code not in NOT_A_MEMBER_CODES
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        log.info("somebody could not be looked up (%s)", type(error).__name__)
    return True
