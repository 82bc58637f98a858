"""What happens to servers, channels and threads, as Discord tells: their tables are closed, or rest."""

import logging

import discord

from bot.base.shards import Shards
from bot.handlers.greeting import GreetingHandler
from bot.handlers.intake import PressIntake
from bot.service.services import Services
from bot.storage.processes import ProcessStore

log = logging.getLogger(__name__)


class ServersHandler:
    """Listens for what becomes of the places in which tables stand."""

    def __init__(
        self,
        services: Services,
        store: ProcessStore,
        greeting: GreetingHandler,
        intake: PressIntake,
        mine: Shards,
    ) -> None:
        self._services = services
        self._store = store
        self._greeting = greeting
        self._intake = intake
        self._mine = mine

    async def close_lost_servers(self, client: discord.Client) -> None:
        """Close the tables of servers that removed the bot while it was down; but not as another bot."""
        log.info("ready in %s servers", len(client.guilds))
        known, ours = await self._store.fact("application"), str(client.application_id)
        if known == ours:
            await self._services.servers.find_lost_servers({guild.id for guild in client.guilds}, self._mine)
        else:
            await self._store.set_fact("application", ours)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Discord tells an outage apart: this one has removed us, or is no more."""
        await self._services.servers.note_server_left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again; only who has the server's shard is told."""
        await self._services.servers.note_server_joined(guild.id)
        if self._mine.has(guild.id) and not self._intake.stopping:
            await self._greeting.greet(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._services.servers.close_channel(channel.id, channel.guild.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self._services.servers.close_channel(payload.thread_id)
