"""House-keeping: what must be done for tables when nobody presses anything."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import TypeVar

from bot.base.errors import Damaged, Refused
from bot.base.logs import trace
from bot.base.shards import EVERYWHERE, Shards
from bot.domain.entities import DM_GUILD
from bot.service.ratings import rebuild_ratings_safely
from bot.service.repository import TableRepository

log = logging.getLogger(__name__)

LEFT_SERVER_KEPT_SECONDS = (
    30 * 24 * 3600
)  # seconds for which everything of a server is kept that the bot was removed from
STALE_LOBBY = 24 * 3600  # seconds after which a lobby that nobody started is gone
ALL_TABLES = 1_000_000

T = TypeVar("T")


async def skip_unreadable(look: Callable[..., Awaitable[T]], *args: object) -> T | None:
    """Look for something; a part of the database that is damaged keeps nothing else from going on."""
    try:
        return await look(*args)
    except Damaged as trouble:
        log.error("a start has left something out: %s", trouble)
        return None


class Startup(TableRepository):
    """Wakes what must be awake, and lets go what is gone."""

    _reckoning: asyncio.Task[None] | None = None

    async def wake_all(self, mine: Shards = EVERYWHERE) -> list[int]:
        """After a start: wake what cannot wait for a press; return what is to be shown, or still owes a call.

        Everything else sleeps until somebody presses something: that costs a start with many games nothing.
        """
        await skip_unreadable(self._stores.lobby.expire_lobbies, int(self._now()) - STALE_LOBBY)
        await skip_unreadable(self._shelf.keep_all)
        self._reckoning = self._reckoning or asyncio.create_task(rebuild_ratings_safely(self._stores))
        looks = (self._stores.clocks.promised, self._stores.tables.aside, self._dealt_otherwise)
        waiting = [table_id for look in looks for table_id in await skip_unreadable(look, mine) or ()]
        for table_id in dict.fromkeys(waiting):
            await self._wake_safely(table_id)
        unshown = await skip_unreadable(self._stores.messages.unshown, mine, ALL_TABLES) or ()
        return list(
            dict.fromkeys([*unshown, *(await skip_unreadable(self._stores.messages.calling, mine) or ())])
        )

    async def _dealt_otherwise(self, mine: Shards) -> list[int]:
        """Return the games dealt from data that we lack: their channels are told at once, not at a press."""
        lacking = [deal for deal in await self._stores.deals.deals() if not await self._shelf.has(*deal)]
        return [table_id for deal in lacking for table_id in await self._stores.deals.dealt(*deal, mine)]

    async def _wake_safely(self, table_id: int) -> None:
        try:
            await self.table(table_id)
        except Refused:
            return
        except Damaged as trouble:
            log.error("table %s did not wake: %s", table_id, trouble)
        except Exception as error:  # one table in trouble must not keep the others from waking
            log.error("table %s did not wake\n%s", table_id, trace(error))

    async def close(self) -> None:
        """Stop reckoning, too: it begins anew at the next start."""
        if self._reckoning is not None:
            self._reckoning.cancel()
            await asyncio.wait([self._reckoning])
        await super().close()

    async def give_due_answer(self, table_id: int) -> None:
        """Plan an answer that should have been given: the process that had planned it is no more."""
        await self._wake_safely(table_id)
        if live := self._live.find(table_id):
            self._promise(live)

    async def close_channel(self, channel: int, guild: int = DM_GUILD) -> None:
        """Let the tables of a channel go that was deleted: nobody can come back to them.

        With its server also those in its threads: Discord does not tell of threads that were at rest.
        """
        below = await self._stores.tables.open_below(guild, channel) if guild else []
        for table_id in [*await self._stores.tables.open_in(channel), *below]:
            await self.discard(table_id)

    async def discard(self, table_id: int) -> None:
        """Let a table go, whatever it was doing."""
        async with self._lock(table_id):
            if not await self._stores.tables.set_phase(table_id, "gone", ("lobby", "play", "aside", "gone")):
                return  # it ended in time: its result stays
            self.forget(table_id)
        self._tell(table_id)

    # --- servers ---

    async def note_server_left(self, guild: int) -> None:
        """The bot was removed from a server: its tables close, and what it has is kept for a while."""
        await self._stores.servers.set_gone(guild, int(self._now()))
        for table_id in await self._stores.servers.open_in_server(guild):
            await self.discard(table_id)

    async def note_server_joined(self, guild: int) -> None:
        """The bot is in a server, perhaps again: nothing of it is deleted."""
        if (await self._stores.settings.server_settings(guild)).gone:
            await self._stores.servers.set_gone(guild, 0)

    async def find_lost_servers(self, present: Collection[int], mine: Shards = EVERYWHERE) -> None:
        """After a start: close the tables of servers that we were removed from meanwhile."""
        gone = await self._stores.servers.gone_before(int(self._now()) + 1)
        for guild in {*gone}.intersection(present):
            await self._stores.servers.set_gone(guild, 0)
        for guild in await self._stores.servers.known_servers():
            if guild != DM_GUILD and mine.has(guild) and guild not in present:
                await self.note_server_left(guild)

    async def delete_left_servers(self, mine: Shards = EVERYWHERE) -> int:
        """Delete everything of servers that we left long ago, some tables at a time; return how many."""
        before, count = int(self._now()) - LEFT_SERVER_KEPT_SECONDS, 0
        for guild in await self._stores.servers.gone_before(before):
            if mine.has(guild):
                while deleted := await self._stores.servers.forget_tables(guild, before):
                    count += deleted
                await self._stores.servers.forget_server(guild, before)
        return count
