"""Channels and servers that are gone: their tables close, and what a server had is deleted in the end."""

from collections.abc import Callable, Collection

from bot.base.shards import EVERYWHERE, Shards
from bot.domain.entities import DM_GUILD
from bot.service.repository import TableRepository
from bot.storage.servers import ServerStore
from bot.storage.settings import SettingsStore
from bot.storage.tables import TableStore

LEFT_SERVER_KEPT_SECONDS = (
    30 * 24 * 3600
)  # seconds for which everything of a server is kept that the bot was removed from


class ServersService:
    """Lets go what is gone."""

    def __init__(
        self,
        tables: TableRepository,
        store: ServerStore,
        phases: TableStore,
        settings: SettingsStore,
        now: Callable[[], float],
    ) -> None:
        self._tables = tables
        self._store = store
        self._phases = phases
        self._settings = settings
        self._now = now

    async def close_channel(self, channel: int, guild: int = DM_GUILD) -> None:
        """Let the tables of a channel go that was deleted: nobody can come back to them.

        With its server also those in its threads: Discord does not tell of threads that were at rest.
        """
        below = await self._phases.open_below(guild, channel) if guild else []
        for table_id in [*await self._phases.open_in(channel), *below]:
            await self.discard(table_id)

    async def discard(self, table_id: int) -> None:
        """Let a table go, whatever it was doing."""
        async with self._tables.lock(table_id):
            if not await self._phases.set_phase(table_id, "gone", ("lobby", "play", "aside", "gone")):
                return  # it ended in time: its result stays
            self._tables.forget(table_id)
        self._tables.events.changed(table_id)

    # --- servers ---

    async def note_server_left(self, guild: int) -> None:
        """The bot was removed from a server: its tables close, and what it has is kept for a while."""
        await self._store.set_gone(guild, int(self._now()))
        for table_id in await self._store.open_in_server(guild):
            await self.discard(table_id)

    async def note_server_joined(self, guild: int) -> None:
        """The bot is in a server, perhaps again: nothing of it is deleted."""
        if (await self._settings.server_settings(guild)).gone:
            await self._store.set_gone(guild, 0)

    async def find_lost_servers(self, present: Collection[int], mine: Shards = EVERYWHERE) -> None:
        """After a start: close the tables of servers that we were removed from meanwhile."""
        gone = await self._store.gone_before(int(self._now()) + 1)
        for guild in {*gone}.intersection(present):
            await self._store.set_gone(guild, 0)
        for guild in await self._store.known_servers():
            if guild != DM_GUILD and mine.has(guild) and guild not in present:
                await self.note_server_left(guild)

    async def delete_left_servers(self, mine: Shards = EVERYWHERE) -> int:
        """Delete everything of servers that we left long ago, some tables at a time; return how many."""
        before, count = int(self._now()) - LEFT_SERVER_KEPT_SECONDS, 0
        for guild in await self._store.gone_before(before):
            if mine.has(guild):
                while deleted := await self._store.forget_tables(guild, before):
                    count += deleted
                await self._store.forget_server(guild, before)
        return count
