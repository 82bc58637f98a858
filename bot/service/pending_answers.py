"""The answers in advance that wait for their moment: planned when they are asked for, given a bit later."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import NamedTuple

from bot.base import timers
from bot.base.logs import trace
from bot.domain.table import Table
from bot.service.pending_turns import MAX_THINKING_SECONDS
from games.core import Seat

log = logging.getLogger(__name__)

ADVANCE_ANSWER_DELAY = (
    2.0,
    6.0,
)  # seconds before the answer is given, whatever it is: the time must not tell

Advance = Mapping[tuple[Seat, str], str]  # a seat and a kind of question: "use" or "let"


class Due(NamedTuple):
    """An answer that waits for its moment: the question it is for."""

    table_id: int
    seat: Seat
    stamp: str


def promised(table: Table, kept: Advance) -> Iterator[Due]:
    """Yield the open questions whose seats have said in advance what they answer."""
    for d in table.asked:
        if d.advance and not d.settled and kept.get((d.seat, d.advance), "ask") != "ask":
            yield Due(table.id, d.seat, table.stamp(d.seat))


def due_at(table: Table, kept: Advance, now: float) -> int | None:
    """Return when the answers of a table will have been given, whatever they are; None: none is promised.

    It is stored with the table, so that another process gives an answer that this one could not. The moves
    of computers are promised, too.
    """
    waits = [ADVANCE_ANSWER_DELAY[1]] * any(promised(table, kept)) + [MAX_THINKING_SECONDS] * bool(
        table.thinking()
    )
    return int(now + min(waits)) + 1 if waits else None


class PendingAnswers:
    """The answers that are waiting for their moment; after a restart they are planned again."""

    def __init__(self, give: Callable[[Due], Awaitable[None]]) -> None:
        self._give = give
        self.waiting: dict[Due, timers.Timer] = {}
        self._giving: set[asyncio.Task[None]] = set()

    def plan(self, table: Table, kept: Advance) -> None:
        """Answer for the seats that said so in advance."""
        for due in promised(table, kept):
            if due not in self.waiting:
                self.waiting[due] = timers.call_later(
                    random.uniform(*ADVANCE_ANSWER_DELAY), self.give_now, due
                )

    @property
    def idle(self) -> bool:
        """Whether no answer is being given in this moment."""
        return not self._giving

    def give_now(self, due: Due) -> None:
        """Give an answer that waits, without waiting any longer."""
        self.waiting.pop(due).cancel()
        task = asyncio.create_task(self._answer(due))
        self._giving.add(task)
        task.add_done_callback(self._giving.discard)

    async def _answer(self, due: Due) -> None:
        try:
            await self._give(due)
        except Exception as error:
            log.error("table %s: an answer in advance was not given\n%s", due.table_id, trace(error))

    async def close(self) -> None:
        for handle in self.waiting.values():
            handle.cancel()
        await asyncio.gather(*self._giving, return_exceptions=True)
