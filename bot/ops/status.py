"""How the running bot is: the database, the gateway, and whether it is stopping."""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

import discord

from bot.base.errors import StoreTrouble
from bot.storage.processes import ProcessStore

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


class Status:
    """What whoever watches the bot is told."""

    def __init__(self, client: discord.Client, store: ProcessStore, is_stopping: Callable[[], bool]) -> None:
        self._client = client
        self._store = store
        self._is_stopping = is_stopping

    def connected(self) -> bool:
        """Say whether every shard is ready and its line is open."""
        lines = shards(self._client) if self._client.is_ready() else []
        return bool(lines) and all(line.connected for line in lines)

    def in_a_word(self) -> str:
        """Say how we are, for systemd's status line."""
        if self._is_stopping():
            return "stopping"
        return f"ready in {len(self._client.guilds)} servers" if self.connected() else "waiting for Discord"

    async def state(self) -> dict[str, str]:
        """Return each thing that must be well for presses to be answered, with "ok" or what it is instead."""
        return {
            "database": await self._database(),
            "gateway": "ok" if self.connected() else "connecting",
            "presses": "stopping" if self._is_stopping() else "ok",
        }

    async def _database(self) -> str:
        """Ask the database something small; one that hangs is not waited for."""
        asked = asyncio.ensure_future(self._store.fact("commands"))
        asked.add_done_callback(lambda done: done.cancelled() or done.exception())
        await asyncio.wait({asked}, timeout=DATABASE_CHECK_TIMEOUT)
        if not asked.done():
            return "no answer"
        return "trouble" if isinstance(asked.exception(), StoreTrouble | OSError) else "ok"
