"""Answers given in advance: a person says "use it if I can" or "let it happen" before being asked."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping

from bot.logs import trace
from bot.table import Table
from games.core import Seat

log = logging.getLogger(__name__)

PAUSE = (2.0, 6.0)  # seconds before the answer is given, whatever it is: the time must not tell

Plan = tuple[int, Seat, str]  # a table, a seat and the mark of its question


class StandingAnswers:
    """The answers that are waiting for their moment; after a restart they are planned again."""

    def __init__(self, give: Callable[[int, Seat, str], Awaitable[None]]) -> None:
        self._give = give
        self._waiting: dict[Plan, asyncio.TimerHandle] = {}
        self._giving: set[asyncio.Task[None]] = set()

    def plan(self, table: Table, kept: Mapping[tuple[Seat, str], str]) -> None:
        """Answer for the seats that said so in advance."""
        for d in table.asked:
            plan = (table.id, d.seat, table.stamp(d.seat))
            if not d.standing or d.settled or plan in self._waiting:
                continue
            if kept.get((d.seat, d.standing), "ask") != "ask":
                loop = asyncio.get_running_loop()
                self._waiting[plan] = loop.call_later(random.uniform(*PAUSE), self._start, plan)

    def _start(self, plan: Plan) -> None:
        del self._waiting[plan]
        task = asyncio.create_task(self._answer(plan))
        self._giving.add(task)
        task.add_done_callback(self._giving.discard)

    async def _answer(self, plan: Plan) -> None:
        try:
            await self._give(*plan)
        except Exception as error:
            log.error("table %s: a standing answer was not given\n%s", plan[0], trace(error))

    async def close(self) -> None:
        for handle in self._waiting.values():
            handle.cancel()
        await asyncio.gather(*self._giving, return_exceptions=True)
