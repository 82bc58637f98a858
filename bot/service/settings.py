"""What a person or a server has chosen, at hand whenever something is shown; never worth waiting for."""

import asyncio
import logging
from typing import Any

from bot.base import timers
from bot.base.errors import StoreTrouble
from bot.domain.settings import ServerSettings, UserSettings
from bot.storage.settings import SettingsStore

log = logging.getLogger(__name__)

SETTINGS_FRESH_SECONDS = 5.0  # seconds for which a copy is believed where other processes write, too
SETTINGS_TIMEOUT = 0.5  # seconds: a press must be answered within three, in whatever language
MAX_CACHED_SETTINGS = 20_000  # people remembered; the oldest go first


class SettingsCache:
    """The settings of people and servers: kept for a while, changed in one place."""

    def __init__(self, store: SettingsStore, *, shared: bool) -> None:
        self._store = store
        self._shared = shared  # whether other processes write, too
        self._known: dict[int, tuple[UserSettings, float]] = {}
        self._servers: dict[int, tuple[ServerSettings, float]] = {}
        self._looking: dict[int, asyncio.Task[None]] = {}  # servers that are being looked up
        self._changing = asyncio.Lock()

    async def of(self, user: int) -> UserSettings:
        """Return what somebody has chosen; if the database does not say it soon, what was last known."""
        known = self._known.get(user)
        if known and (not self._shared or timers.monotonic() - known[1] < SETTINGS_FRESH_SECONDS):
            return known[0]
        try:
            async with asyncio.timeout(SETTINGS_TIMEOUT):
                return self._remember(user, await self._store.user_settings(user))
        except (StoreTrouble, TimeoutError) as trouble:
            log.info("somebody's settings could not be looked up (%s)", type(trouble).__name__)
            return known[0] if known else UserSettings()

    async def language(self, user: int, locale: str) -> str:
        """Return the language in which somebody wants to read, else that of their Discord."""
        return (await self.of(user)).locale or locale

    async def change(self, user: int, **changed: Any) -> UserSettings:
        """Keep what somebody has chosen; two choices at once both count."""
        async with self._changing:
            settings = (await self._store.user_settings(user))._replace(**changed)
            await self._store.save_user_settings(user, settings)
            return self._remember(user, settings)

    def forget(self, user: int) -> None:
        """Know nothing of somebody any more."""
        self._known.pop(user, None)

    def _remember(self, user: int, settings: UserSettings) -> UserSettings:
        self._known.pop(user, None)
        self._known[user] = settings, timers.monotonic()
        if len(self._known) > MAX_CACHED_SETTINGS:
            del self._known[next(iter(self._known))]
        return settings

    async def server(self, guild: int) -> ServerSettings:
        """Return what a server has chosen: asked for when a table is opened or ended, so always anew."""
        return self._remember_server(guild, await self._store.server_settings(guild))

    def server_at_hand(self, guild: int) -> ServerSettings:
        """Return what was last known of a server, at once; what is old is looked up for the next time."""
        known = self._servers.get(guild)
        old = self._shared and known is not None and timers.monotonic() - known[1] >= SETTINGS_FRESH_SECONDS
        if guild and (known is None or old) and guild not in self._looking:
            self._looking[guild] = asyncio.create_task(self._look_up(guild))
        return known[0] if known else ServerSettings()

    async def _look_up(self, guild: int) -> None:
        try:
            async with asyncio.timeout(SETTINGS_TIMEOUT):
                await self.server(guild)
        except (StoreTrouble, TimeoutError) as trouble:
            log.info("a server's settings could not be looked up (%s)", type(trouble).__name__)
        finally:
            self._looking.pop(guild, None)

    def _remember_server(self, guild: int, settings: ServerSettings) -> ServerSettings:
        self._servers.pop(guild, None)
        self._servers[guild] = settings, timers.monotonic()
        if len(self._servers) > MAX_CACHED_SETTINGS:
            del self._servers[next(iter(self._servers))]
        return settings

    async def change_server(self, guild: int, **changed: Any) -> ServerSettings:
        async with self._changing:
            settings = (await self._store.server_settings(guild))._replace(**changed)
            await self._store.save_server_settings(guild, settings)
            return self._remember_server(guild, settings)
