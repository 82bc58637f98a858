"""The Discord client: least intents, one identify at a time, a clean end. It knows nothing of games."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.client.identify import IdentifyTurns
from bot.client.invalid_requests import GlobalLimit
from bot.client.multipart import use_in_discord

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # we never speak


class ReconnectBackoff(discord.backoff.ExponentialBackoff[Literal[False]]):
    """Waits a minute at most until it connects again: discord.py would wait up to a quarter of an hour."""

    def __init__(self) -> None:
        super().__init__()
        self._max = 6  # two to the power of it, in seconds


discord.shard.ExponentialBackoff = ReconnectBackoff  # type: ignore[attr-defined, assignment]
use_in_discord()


def least_intents() -> discord.Intents:
    """Return the one intent that we need: which servers there are."""
    intents = discord.Intents.none()
    intents.guilds = True
    return intents


class Campanile(commands.AutoShardedBot):
    """The connection to Discord; what answers presses is told of them by discord.py's listeners."""

    def __init__(
        self,
        *,
        context: object,
        tree: type[app_commands.CommandTree[Any]],
        http_trace: aiohttp.TraceConfig,
        shard_ids: tuple[int, list[int]] | None,
        heard: Callable[[str, tuple[Any, ...]], None],
        prepare: Callable[[], Awaitable[None]],
        identify: IdentifyTurns | None,
        close_all: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=least_intents(),
            tree_cls=tree,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.5,  # seconds without another server; READY has named them all already
            max_messages=None,
            http_trace=http_trace,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        if shard_ids:  # else as many as Discord asks for
            self.shard_count, self.shard_ids = shard_ids
        self.context = context  # what every answer to a press needs; handlers find it by the interaction
        self._heard = heard
        self._prepare = prepare
        self._identify = identify
        self._close_all = close_all
        self._met_discord = False

    async def login(self, token: str) -> None:
        self._met_discord = True
        await super().login(token)

    async def setup_hook(self) -> None:
        self.http._global_over = GlobalLimit()
        await self._prepare()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify one after the other, as Discord asks: all shards of all processes, a row a bucket."""
        if self._identify is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._identify.wait(shard_id or 0, self._concurrency)

    async def _concurrency(self) -> int:
        return (await self.fetch_session_start_limits()).max_concurrency

    async def fresh_connection(self) -> None:
        """Forget a connection that failed at the login, so that the next one starts anew."""
        await self.http.close()
        self.clear()
        self.http.connector = discord.utils.MISSING

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Tell of an event in the very moment it comes in, before anything else may run."""
        self._heard(event, args)
        super().dispatch(event, *args, **kwargs)

    async def close(self) -> None:
        """Close everything that was built around the client, and the connection in its turn."""
        await self._close_all()

    async def disconnect(self) -> None:
        """Close the connection; discord.py cannot close what was never opened."""
        if self._met_discord:
            await super().close()
