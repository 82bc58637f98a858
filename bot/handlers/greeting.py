"""The greeting: said once in a server that has invited the bot, silently, where the bot may write."""

import asyncio
import logging
from collections.abc import Iterator

import aiohttp
import discord

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, Refused, StoreTrouble
from bot.client.permissions import NEEDED
from bot.handlers.acts import Acts
from bot.handlers.lobby import LobbyHandler
from bot.handlers.responses import acknowledge, acknowledge_anew, answer, public_locale, reader
from bot.handlers.rules import show_rules
from bot.handlers.settings import SettingsHandler
from bot.service.settings import SettingsCache
from bot.storage.servers import ServerStore
from bot.text.words import words
from bot.views.greeting import games_screen, greeting_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games import GAMES
from games.core import Text

log = logging.getLogger(__name__)

GREETING_TIMEOUT = 60.0
IN_THREADS = "send_messages_in_threads"  # a permission that a table in the channel itself does not need


class GreetingHandler:
    """The counter for those who have just invited the bot."""

    def __init__(
        self, servers: ServerStore, habits: SettingsCache, lobby: LobbyHandler, settings: SettingsHandler
    ) -> None:
        self._servers = servers
        self._habits = habits
        self._lobby = lobby
        self._settings = settings

    def acts(self) -> Acts:
        return {(custom_ids.GreetingId, ""): self._press}

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server for the first and last time; where the bot may write nowhere, not at all."""
        channel = place_in(guild)
        try:
            if channel and await self._servers.greet_once(guild.id, int(timers.now())):
                async with asyncio.timeout(GREETING_TIMEOUT):
                    await self._say(channel)
        except StoreTrouble as trouble:
            log.warning("a server was not greeted: %s", trouble)
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("a server was not greeted (%s)", getattr(error, "code", type(error).__name__))

    async def _say(self, channel: discord.TextChannel) -> None:
        guild = channel.guild
        chosen = (await self._habits.server(guild.id)).locale
        say = words(public_locale(chosen, guild, guild.preferred_locale))
        screen = greeting_screen(say, missing_in(channel))
        await channel.send(view=screen.view, silent=True, allowed_mentions=discord.AllowedMentions.none())

    async def _press(self, interaction: Interaction, id: custom_ids.GreetingId, values: list[str]) -> None:
        """Show the games or the settings; open a table for a game that was chosen, or its rules."""
        match id.act.name, [value for value in values if value in GAMES]:
            case "play", []:
                await self._ask(interaction, "open")
            case "rules", []:
                await self._ask(interaction, "read")
            case "setup", []:
                await self._settings.server(interaction)
            case "open", [game]:
                await self._lobby.open(interaction, game)
            case "read", [game]:
                await acknowledge(interaction)
                await show_rules(interaction, game, 0)
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _ask(self, interaction: Interaction, act: str) -> None:
        await acknowledge_anew(interaction)
        await answer(interaction, games_screen(act, await reader(interaction)))


def place_in(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for a greeting: Discord's own for notices, else the first that all can see."""
    return next(_places(guild), None)


def _places(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    first = [guild.system_channel] if guild.system_channel else []
    writable = [channel for channel in [*first, *guild.text_channels] if _may_write(channel)]
    yield from (one for one in writable if one.permissions_for(guild.default_role).view_channel)
    yield from writable


def _may_write(channel: discord.TextChannel) -> bool:
    held = channel.permissions_for(channel.guild.me)
    return held.view_channel and held.send_messages


def missing_in(channel: discord.TextChannel) -> list[Text]:
    """Return what we lack to host a table in a channel, by the names Discord shows."""
    held = channel.permissions_for(channel.guild.me)
    return [text for name, text in NEEDED.items() if name != IN_THREADS and not getattr(held, name)]
