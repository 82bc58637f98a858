"""Several processes on one database: what another one has changed is shown here, too.

Who shows what is arithmetic: a server's messages belong to the process with its shard, panels by DM to the
one with shard 0. Hints make it quick, and a sweep every few seconds makes it right: a hint may be lost.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection

from bot.base import timers
from bot.base.errors import Refused, StoreTrouble
from bot.base.logs import trace
from bot.base.shards import Shards
from bot.service.services import Services
from bot.storage.clocks import ClockStore
from bot.storage.messages import MessageStore

log = logging.getLogger(__name__)

PEER_SWEEP_INTERVAL = 5.0  # seconds between two sweeps


class PeerSync:
    """Hears of changes that other processes made, and looks for what was not heard."""

    def __init__(
        self,
        messages: MessageStore,
        clocks: ClockStore,
        services: Services,
        mine: Shards,
        changed: Callable[[int], None],
        in_hand: Callable[[int], bool],
        take_over: Callable[[], Awaitable[None]],
    ) -> None:
        self._messages, self._clocks = messages, clocks
        self._services = services
        self._mine = mine
        self._changed = changed
        self._in_hand = in_hand  # whether a table is being shown, or will be tried again anyway
        self._take_over = take_over  # lets panels live on that another process has opened
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to listen and to sweep; a file of SQLite has no neighbours."""
        if self._messages.shared and self._sweeping is None:
            self._messages.listen(self._heard)
            self._sweeping = asyncio.create_task(self._sweep_again_and_again())

    def _heard(self, table_ids: Collection[int]) -> None:
        for table_id in table_ids:
            self._changed(table_id)

    async def _sweep_again_and_again(self) -> None:
        while True:
            await timers.sleep(PEER_SWEEP_INTERVAL)
            try:
                await self.sweep()
            except StoreTrouble as trouble:
                log.debug("a sweep was left out: %s", trouble)
            except Exception as error:
                log.error("a sweep broke off\n%s", trace(error))

    async def sweep(self) -> None:
        """Show what is not shown yet, and give the answers that a lost process had promised."""
        await self._take_over()
        for table_id in await self.owed():
            if not self._in_hand(table_id):
                self._changed(table_id)
        for table_id in await self._clocks.due_before(int(timers.now()), self._mine):
            with contextlib.suppress(Refused):
                await self._services.startup.give_due_answer(table_id)

    async def owed(self) -> list[int]:
        """Return the tables that are not shown as they are, in their channel or in somebody's DMs."""
        at_home = await self._messages.behind_at_home() if self._mine.has_dms else []
        return list(dict.fromkeys([*await self._messages.unshown(self._mine), *at_home]))

    async def close(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.wait([self._sweeping])
