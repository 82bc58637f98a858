"""How several processes share one request budget: each tells its demand in the database, and reckons.

Every second each process writes what it needs and reads what the others do; all reckon the same. Nobody gives
anything out: a process takes less at once and more a second later, when all others have seen that it will.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Sequence

from bot.base import timers
from bot.base.errors import StoreTrouble
from bot.base.logs import trace
from bot.delivery.request_budget import RequestBudget
from bot.storage.processes import ProcessStore

log = logging.getLogger(__name__)

SHARE_INTERVAL = 1.0  # seconds between two looks at what the others need
MIN_SHARE = 2.0  # requests a second that every process has
SHARE_TIMEOUT = 3.0  # seconds without the database after which all have the same


def allot(demands: Sequence[float], total: float, least: float = MIN_SHARE) -> list[float]:
    """Share out: everyone what they need, and the rest alike; else by need, and never less than the least."""
    count = len(demands)
    if count * least >= total:
        return [total / count] * count
    wants = [max(least, demand) for demand in demands]
    if (spare := total - sum(wants)) >= 0:
        return [want + spare / count for want in wants]
    part = (total - count * least) / (sum(wants) - count * least)
    return [least + (want - least) * part for want in wants]


class BudgetShares:
    """This process's share; a file of SQLite is for one process, which has all of it."""

    def __init__(self, store: ProcessStore, budget: RequestBudget, processes: int = 1) -> None:
        self._store, self._budget = store, budget
        self._total = budget.rate
        self._name = secrets.token_hex(8)
        self._told: float | None = None  # the demand that the others know of, if they do
        self._is_new = True  # has never been heard
        self._processes = processes  # how many there are, as far as we know
        self._heard = timers.monotonic()
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to share, if there is somebody to share with."""
        if self._store.shared and self._total and self._beating is None:
            self._budget.set_rate(self._total / self._processes)
            self._beating = asyncio.create_task(self._beat_again_and_again())

    async def _beat_again_and_again(self) -> None:
        while True:
            try:
                async with asyncio.timeout(SHARE_TIMEOUT):
                    await self.beat()
            except (StoreTrouble, TimeoutError) as trouble:
                log.debug("the request budget was not shared: %s", trouble)
                self.unheard()
            except Exception as error:
                log.error("the request budget was not shared\n%s", trace(error))
                self.unheard()
            await timers.sleep(SHARE_INTERVAL)

    async def beat(self) -> None:
        """Tell what this process needs, and take its share of what there is."""
        need = self._budget.sent(SHARE_INTERVAL) / SHARE_INTERVAL + self._budget.waiting()
        others = await self._store.share_demand(self._name, need)
        if self._told is not None:  # what the others have not seen yet is not taken yet
            share = allot([min(need, self._told), *others], self._total)[0]
            self._processes = len(others) + 1
        else:  # they may not have seen that we are here at all
            share = min(self._budget.rate, MIN_SHARE) if self._is_new and others else self._budget.rate
        self._told, self._is_new, self._heard = need, False, timers.monotonic()
        self._budget.set_rate(share)

    def unheard(self) -> None:
        """While the database is silent all have the same, after a moment."""
        if timers.monotonic() - self._heard >= SHARE_TIMEOUT:
            self._told = None
            self._budget.set_rate(self._total / self._processes)

    async def close(self) -> None:
        """Leave the budget to the others; whoever is killed is missed after a few seconds."""
        if self._beating is None:
            return
        self._beating.cancel()
        await asyncio.wait([self._beating])
        with contextlib.suppress(StoreTrouble, TimeoutError):
            async with asyncio.timeout(SHARE_INTERVAL):
                await self._store.leave_budget(self._name)
