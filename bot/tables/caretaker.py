"""House-keeping: what must be done for tables when nobody presses anything."""

import asyncio
import logging

from bot.errors import Refused
from bot.logs import trace
from bot.tables.keeper import Keeper
from bot.tables.reckoning import reckon_safely
from bot.tables.records import EVERYWHERE, Shards

log = logging.getLogger(__name__)

STALE_LOBBY = 24 * 3600  # seconds after which a lobby that nobody started is gone
ALL = 1_000_000


class Caretaker(Keeper):
    """Wakes what must be awake, and lets go what is gone."""

    _reckoning: asyncio.Task[None] | None = None

    async def wake_all(self, mine: Shards = EVERYWHERE) -> list[int]:
        """After a start: wake what cannot wait for a press; return what is to be shown, or still owes a call.

        Everything else sleeps until somebody presses something: that costs a start with many games nothing.
        """
        await self._store.expire_lobbies(int(self._now()) - STALE_LOBBY)
        await self._shelf.keep_all()
        self._reckoning = asyncio.create_task(reckon_safely(self._store))
        waiting = [*await self._store.promised(mine), *await self._store.aside(mine)]
        for deal in await self._store.deals():
            if not await self._shelf.has(*deal):  # their channels are told at once, not at a press
                waiting += await self._store.dealt(*deal, mine)
        for table_id in dict.fromkeys(waiting):
            await self._wake_safely(table_id)
        return list(dict.fromkeys([*await self._store.unshown(mine, ALL), *await self._store.calling(mine)]))

    async def _wake_safely(self, table_id: int) -> None:
        try:
            await self.table(table_id)
        except Refused:
            return
        except Exception as error:  # one table in trouble must not keep the others from waking
            log.error("table %s did not wake\n%s", table_id, trace(error))

    async def close(self) -> None:
        """Stop reckoning, too: it begins anew at the next start."""
        if self._reckoning is not None:
            self._reckoning.cancel()
            await asyncio.wait([self._reckoning])
        await super().close()

    async def answer_due(self, table_id: int) -> None:
        """Plan an answer that should have been given: the process that had planned it is no more."""
        await self._wake_safely(table_id)
        if live := self._live.find(table_id):
            self._answers.plan(live.table, live.advance)

    async def close_channel(self, channel: int) -> None:
        """Let the tables of a channel go that was deleted: nobody can come back to them."""
        for table_id in await self._store.open_in(channel):
            await self.discard(table_id)

    async def discard(self, table_id: int) -> None:
        """Let a table go, whatever it was doing."""
        async with self._lock(table_id):
            if not await self._store.set_phase(table_id, "gone", ("lobby", "play", "aside", "gone")):
                return  # it ended in time: its result stays
            self.forget(table_id)
        self._tell(table_id)
