"""Answers given in advance: a person says "use it if I can" or "let it happen" before being asked."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from bot import clock
from bot.logs import trace
from bot.tables.table import Table
from games.core import Seat

log = logging.getLogger(__name__)

PAUSE = (2.0, 6.0)  # seconds before the answer is given, whatever it is: the time must not tell

Advance = Mapping[tuple[Seat, str], str]  # a seat and a kind of question: "use" or "let"


class Due(NamedTuple):
    """An answer that waits for its moment: the question it is for."""

    table_id: int
    seat: Seat
    stamp: str


class AdvanceAnswers:
    """The answers that are waiting for their moment; after a restart they are planned again."""

    def __init__(self, give: Callable[[Due], Awaitable[None]]) -> None:
        self._give = give
        self._waiting: dict[Due, clock.Timer] = {}
        self._giving: set[asyncio.Task[None]] = set()

    def plan(self, table: Table, kept: Advance) -> None:
        """Answer for the seats that said so in advance."""
        for d in table.asked:
            due = Due(table.id, d.seat, table.stamp(d.seat))
            if not d.advance or d.settled or due in self._waiting:
                continue
            if kept.get((d.seat, d.advance), "ask") != "ask":
                self._waiting[due] = clock.call_later(random.uniform(*PAUSE), self._start, due)

    def _start(self, due: Due) -> None:
        del self._waiting[due]
        task = asyncio.create_task(self._answer(due))
        self._giving.add(task)
        task.add_done_callback(self._giving.discard)

    async def _answer(self, due: Due) -> None:
        try:
            await self._give(due)
        except Exception as error:
            log.error("table %s: an answer in advance was not given\n%s", due.table_id, trace(error))

    async def close(self) -> None:
        for handle in self._waiting.values():
            handle.cancel()
        await asyncio.gather(*self._giving, return_exceptions=True)
