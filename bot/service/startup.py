"""After a start: what must be done for tables when nobody presses anything."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.base.errors import Damaged, Refused
from bot.base.logs import trace
from bot.base.shards import EVERYWHERE, Shards
from bot.service.lobby import LobbyService
from bot.service.ratings import RatingsService
from bot.service.repository import TableRepository
from bot.service.rules_of_table import RulesOfTable
from bot.storage.clocks import ClockStore
from bot.storage.deals import DealStore
from bot.storage.messages import MessageStore
from bot.storage.tables import TableStore

log = logging.getLogger(__name__)

ALL_TABLES = 1_000_000

T = TypeVar("T")


async def skip_unreadable(look: Callable[..., Awaitable[T]], *args: object) -> T | None:
    """Look for something; a part of the database that is damaged keeps nothing else from going on."""
    try:
        return await look(*args)
    except Damaged as trouble:
        log.error("a start has left something out: %s", trouble)
        return None


class StartupService:
    """Wakes what must be awake."""

    def __init__(
        self,
        tables: TableRepository,
        phases: TableStore,
        messages: MessageStore,
        deals: DealStore,
        clocks: ClockStore,
        rules: RulesOfTable,
        lobby: LobbyService,
        ratings: RatingsService,
    ) -> None:
        self._tables = tables
        self._phases = phases
        self._messages = messages
        self._deals = deals
        self._clocks = clocks
        self._rules = rules
        self._lobby = lobby
        self._ratings = ratings
        self._reckoning: asyncio.Task[None] | None = None

    async def wake_all(self, mine: Shards = EVERYWHERE) -> list[int]:
        """After a start: wake what cannot wait for a press; return what is to be shown, or still owes a call.

        Everything else sleeps until somebody presses something: that costs a start with many games nothing.
        """
        await skip_unreadable(self._lobby.expire)
        await skip_unreadable(self._rules.keep_all)
        self._reckoning = self._reckoning or asyncio.create_task(self._ratings.rebuild_safely())
        looks = (self._clocks.promised, self._phases.aside, self._dealt_otherwise)
        waiting = [table_id for look in looks for table_id in await skip_unreadable(look, mine) or ()]
        for table_id in dict.fromkeys(waiting):
            await self._wake_safely(table_id)
        unshown = await skip_unreadable(self._messages.unshown, mine, ALL_TABLES) or ()
        return list(dict.fromkeys([*unshown, *(await skip_unreadable(self._messages.calling, mine) or ())]))

    async def _dealt_otherwise(self, mine: Shards) -> list[int]:
        """Return the games dealt from data that we lack: their channels are told at once, not at a press."""
        lacking = [deal for deal in await self._deals.deals() if not await self._rules.has(*deal)]
        return [table_id for deal in lacking for table_id in await self._deals.dealt(*deal, mine)]

    async def _wake_safely(self, table_id: int) -> None:
        try:
            await self._tables.table(table_id)
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

    async def give_due_answer(self, table_id: int) -> None:
        """Plan an answer that should have been given: the process that had planned it is no more."""
        await self._wake_safely(table_id)
        self._tables.keep_promises(table_id)
