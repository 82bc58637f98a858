"""One alarm that sleeps until the next moment at which a table must be looked at."""

import asyncio
import logging

from bot.base import timers
from bot.base.errors import Damaged, Refused, StoreTrouble
from bot.base.logs import trace
from bot.base.shards import EVERYWHERE, Shards
from bot.delivery import heartbeat
from bot.delivery.heartbeat import Heartbeat, ShardStatus
from bot.service.services import Services
from bot.storage.clocks import ClockStore

log = logging.getLogger(__name__)

LOOK_RETRY_INTERVAL = 5.0  # seconds until a table is looked at again that could not be
SHARED_LOOK_INTERVAL = 5.0  # seconds between two looks at a shared database: others change it, too
SOON = 1.0  # the same for one that could be
SELDOM = 600.0  # the same for one whose part of the database is damaged
MAX_TABLES_REMEMBERED = 10_000  # tables remembered that were looked at


class DeadlineTimer:
    """Wakes for promised answers, reminders and deadlines; of several processes each for its own shards."""

    def __init__(
        self, services: Services, clocks: ClockStore, line: ShardStatus, mine: Shards = EVERYWHERE
    ) -> None:
        self._services = services
        self._clocks = clocks
        self._mine = mine
        self.heart = Heartbeat(clocks, mine, line, services.tables.outdate_all)
        self._until = float("inf")  # the time of day until which it sleeps
        self._timer: timers.Timer | None = None
        self._again: dict[int, float] = {}  # when a table may be looked at again
        self._task: asyncio.Task[None] | None = None
        self._overlooked = self._awake = False
        services.tables.events.subscribe(due=self._rings_at)

    async def prepare(self) -> None:
        """Let the clocks have stood still until now, before anybody can press anything."""
        planned = await self._clocks.next_due(self._mine)
        if self._clocks.shared or (planned is not None and planned.clocks):
            await self.heart.beat()
        else:
            self.heart.rest()

    def start(self) -> None:
        self._awake = True
        self._ring_now()

    def _rings_at(self, due: int) -> None:
        """Wake up if something is due before the moment until which it sleeps."""
        if self._awake and due < self._until:
            self._ring_now()

    def _ring_now(self) -> None:
        if self._task is not None:  # what is planned now may have been overlooked by the round under way
            self._overlooked = True
            return
        if self._timer is not None:
            self._timer.cancel()
        self._task = asyncio.create_task(self._rounds())

    async def _rounds(self) -> None:
        """Look at what is due, and sleep until the next of it."""
        wait: float | None = 0.0
        try:
            while wait == 0.0 or self._overlooked:
                self._overlooked, self._until = False, float("inf")
                wait = await self._round_safely()
        finally:
            self._task = None
        self._until = timers.now() + wait if wait is not None else float("inf")
        self._timer = timers.call_later(wait, self._ring_now) if wait is not None else None

    async def _round_safely(self) -> float | None:
        try:
            return await self.round()
        except StoreTrouble as trouble:
            log.debug("the clocks were not looked at: %s", trouble)
        except Exception as error:
            log.error("the clocks were not looked at\n%s", trace(error))
        return LOOK_RETRY_INTERVAL

    async def round(self) -> float | None:
        """Do what is due; return for how long nothing is, None: until something is planned."""
        shared = self._clocks.shared
        planned = await self._clocks.next_due(self._mine)
        clocks_run = planned is not None and planned.clocks
        if not clocks_run and not shared:
            self.heart.rest()
        elif self.heart.is_due():
            await self.heart.beat()
            planned = await self._clocks.next_due(self._mine)
        longest = min(
            [SHARED_LOOK_INTERVAL] * shared + [heartbeat.HEARTBEAT_INTERVAL] * clocks_run, default=None
        )
        if planned is None:
            return longest
        if (wait := planned.at - timers.now()) > 0:
            return min(wait, longest) if longest else wait
        return await self._ring(self.heart.steady() if clocks_run else list(self._mine.ids()))

    async def _ring(self, shards: list[int]) -> float:
        """Look at all tables that are due; return how soon to look for more."""
        acted, now = False, timers.monotonic()
        for shard in shards:
            mine = Shards(self._mine.of, shard, shard)
            for table_id in await self._clocks.due_before(int(timers.now()), mine):
                if now >= self._again.get(table_id, now):
                    self._again[table_id] = now + await self._look_safely(table_id)
                    acted = True
        if len(self._again) > MAX_TABLES_REMEMBERED:
            self._again.clear()
        return 0.0 if acted else SOON

    async def _look_safely(self, table_id: int) -> float:
        """Look at a table; return for how long to leave it alone."""
        try:
            await self._services.clocks.look(table_id)
        except Damaged as trouble:
            log.error("table %s was not looked at: %s", table_id, trouble)
            return SELDOM
        except StoreTrouble:
            raise
        except Exception as error:  # one table in trouble must not keep the others waiting
            if not isinstance(error, Refused):
                log.error("table %s was not looked at\n%s", table_id, trace(error))
            return LOOK_RETRY_INTERVAL
        return SOON

    async def close(self) -> None:
        self._awake = False
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._timer is not None:
            self._timer.cancel()
        self.heart.close()
