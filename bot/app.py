"""The Discord client: least intents, commands synced when they change, a clean end."""

import asyncio
import hashlib
import json
import logging
import time
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.desk import Desk
from bot.host import Host
from bot.lobby import Refused
from bot.stage import Stage
from bot.store import Store
from bot.ui import ITEMS, guarded, ids, incident, pressed_id, tell
from bot.words import words
from games.core import Text

log = logging.getLogger(__name__)

COGS = ("cogs.play", "cogs.about")
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak
SLOW = Text("That took too long here. Nothing is lost: please try again.")
UNANSWERED = 2.0  # seconds; Discord gives up after 3


class Tree(app_commands.CommandTree["Campanile"]):
    """The slash commands; a failing one still answers."""

    async def on_error(
        self, interaction: discord.Interaction["Campanile"], error: app_commands.AppCommandError
    ) -> None:
        if isinstance(error, app_commands.CheckFailure):
            sentence = Text("This command works in the channels of a server.")
            await tell(interaction, words(str(interaction.locale)).say(sentence))
        else:
            await incident(interaction, error)


class Translator(app_commands.Translator):
    """Puts command names and descriptions into the languages that have a catalogue."""

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: Any
    ) -> str | None:
        translated = words(str(locale)).say(Text(string.message))
        return translated if translated != string.message else None


class Campanile(commands.Bot):
    """The bot: one store, one host, one stage, one desk."""

    def __init__(self, store: Store, *, dev_guild: int | None = None) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=intents,
            tree_cls=Tree,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self.store = store
        self.host = Host(store, clock=time.time)
        self.stage = Stage(self, self.host)
        self.desk = Desk(self.host, self.stage)
        self.host.audience = self.stage
        self._dev_guild = discord.Object(dev_guild) if dev_guild else None
        self._late: set[asyncio.Task[None]] = set()
        self._caught_up = False

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*ITEMS)
        await self.tree.set_translator(Translator())
        for cog in COGS:
            await self.load_extension(cog)
        await self._sync_commands()

    async def _sync_commands(self) -> None:
        """Send the commands to Discord only when they have changed."""
        if self._dev_guild:
            self.tree.copy_global_to(guild=self._dev_guild)
        shape = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=self._dev_guild)]
        place = self._dev_guild.id if self._dev_guild else 0
        told = json.dumps([self.application_id, place, shape], sort_keys=True, default=str)
        mark = hashlib.sha256(told.encode()).hexdigest()
        if await self.store.fact("commands") != mark:
            await self.tree.sync(guild=self._dev_guild)
            await self.store.set_fact("commands", mark)

    async def on_ready(self) -> None:
        if not self._caught_up:
            self._caught_up = True
            log.info("ready in %s servers", len(self.guilds))
            await self.stage.catch_up()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.store.close_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        await self.store.close_channel(payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what discord.py would leave unanswered: presses on items that an edit took away."""
        if interaction.type is discord.InteractionType.component:
            message = interaction.message
            if message is None or pressed_id(interaction) not in ids(message.components):
                await guarded(interaction, self.desk.press(interaction))
                return
        if (
            interaction.type is not discord.InteractionType.autocomplete
            and not interaction.response.is_done()
        ):
            loop = asyncio.get_running_loop()
            interaction.extras["watch"] = loop.call_later(UNANSWERED, self._watch, interaction)

    def _watch(self, interaction: discord.Interaction[Any]) -> None:
        """Say something before Discord says "interaction failed"."""
        if not interaction.response.is_done() and not self.is_closed():
            log.warning("an interaction was unanswered after %s s", UNANSWERED)
            answer = asyncio.create_task(guarded(interaction, _refuse(SLOW)))
            self._late.add(answer)
            answer.add_done_callback(self._late.discard)

    async def close(self) -> None:
        """Finish what is under way, then close the database and the connection."""
        await self.host.close()
        await self.stage.close()
        await super().close()
        await self.store.close()


async def _refuse(reason: Text) -> None:
    raise Refused(reason)
