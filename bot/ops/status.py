"""How the running bot is: the database, the gateway, and whether it is stopping."""

import asyncio
from typing import NamedTuple

import discord

from bot.base.errors import StoreTrouble
from bot.client.bot import Campanile

DATABASE_CHECK_TIMEOUT = 2.0  # seconds for the database to say a word


class Shard(NamedTuple):
    """One line to the gateway."""

    number: int
    connected: bool
    latency: float  # seconds; nan while nobody knows


def shards(bot: discord.Client) -> list[Shard]:
    """Return every line of this process to the gateway."""
    if isinstance(bot, discord.AutoShardedClient):
        return [Shard(n, not shard.is_closed(), shard.latency) for n, shard in bot.shards.items()]
    open = bot.ws is not None and bot.ws.open
    return [Shard(bot.shard_id or 0, open, bot.latency)]


def connected(bot: Campanile) -> bool:
    """Say whether every shard is ready and its line is open."""
    lines = shards(bot) if bot.is_ready() else []
    return bool(lines) and all(line.connected for line in lines)


def in_a_word(bot: Campanile) -> str:
    """Say how we are, for systemd's status line."""
    if bot.stopping:
        return "stopping"
    return f"ready in {len(bot.guilds)} servers" if connected(bot) else "waiting for Discord"


async def state(bot: Campanile) -> dict[str, str]:
    """Return each thing that must be well for presses to be answered, with "ok" or what it is instead."""
    return {
        "database": await _database(bot),
        "gateway": "ok" if connected(bot) else "connecting",
        "presses": "stopping" if bot.stopping else "ok",
    }


async def _database(bot: Campanile) -> str:
    """Ask the database something small; one that hangs is not waited for."""
    asked = asyncio.ensure_future(bot.stores.processes.fact("commands"))
    asked.add_done_callback(lambda done: done.cancelled() or done.exception())
    await asyncio.wait({asked}, timeout=DATABASE_CHECK_TIMEOUT)
    if not asked.done():
        return "no answer"
    return "trouble" if isinstance(asked.exception(), StoreTrouble | OSError) else "ok"
