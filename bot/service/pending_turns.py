"""The turns of computers that are being thought about: begun when one is asked, dropped when it is not."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Iterator
from typing import NamedTuple

from bot.base import timers
from bot.base.errors import Refused, StaleQuestion
from bot.base.logs import trace
from bot.domain.kinds import Mover
from bot.domain.table import Table
from games.core import Move, Seat

log = logging.getLogger(__name__)

COMPUTER_MOVE_DELAY = (
    1.5,
    3.0,
)  # seconds before a computer moves, however long it thought: the time must not tell
MAX_THINKING_SECONDS = 5.0  # seconds after which its moves are there, unless the machine has too much to do
STORE_RETRY_INTERVAL = 5.0  # seconds until it is tried again, if the moves could not be stored


class PendingTurn(NamedTuple):
    """The question with which a computer's turn begins."""

    table_id: int
    seat: Seat
    stamp: str


class Choice(NamedTuple):
    """What a computer answers to one question of its turn."""

    stamp: str
    move: Move
    by: Mover


Turned = list[Choice]


def turns_of(table: Table) -> Iterator[PendingTurn]:
    """Yield what computers are asked at a table."""
    for seat in table.thinking():
        yield PendingTurn(table.id, seat, table.stamp(seat))


class PendingTurns:
    """All turns that are being thought about here; after a restart they are thought about again."""

    def __init__(
        self,
        think: Callable[[PendingTurn], Awaitable[Turned]],
        make: Callable[[PendingTurn, Turned], Awaitable[None]],
    ) -> None:
        self._think = think
        self._make = make
        self._waiting: dict[PendingTurn, asyncio.Task[None] | timers.Timer] = {}
        self._making: set[asyncio.Task[None]] = set()

    def plan(self, table: Table) -> None:
        """Begin to think about what is asked now, and stop about what is not any more."""
        asked = set(turns_of(table))
        for turn in [turn for turn in self._waiting if turn.table_id == table.id and turn not in asked]:
            self._waiting.pop(turn).cancel()
        for turn in asked - self._waiting.keys():
            self._begin(turn)

    def _begin(self, turn: PendingTurn) -> None:
        self._waiting[turn] = asyncio.create_task(self._thought(turn))

    async def _thought(self, turn: PendingTurn) -> None:
        """Think, and move when the pause is over."""
        begun, pause = timers.monotonic(), random.uniform(*COMPUTER_MOVE_DELAY)
        try:
            choices = await self._think(turn)
        except (Refused, StaleQuestion):  # the table is gone
            self._waiting.pop(turn, None)
            return
        except Exception as error:
            self._try_again(turn, error)
            return
        if self._waiting.get(turn) is asyncio.current_task():
            rest = max(0.0, begun + pause - timers.monotonic())
            self._waiting[turn] = timers.call_later(rest, self._start, turn, choices)

    def _start(self, turn: PendingTurn, choices: Turned) -> None:
        """Let the moves be made; from here on nothing stops them, least of all the change that they make."""
        del self._waiting[turn]
        task = asyncio.create_task(self._made(turn, choices))
        self._making.add(task)
        task.add_done_callback(self._making.discard)

    async def _made(self, turn: PendingTurn, choices: Turned) -> None:
        try:
            await self._make(turn, choices)
        except (Refused, StaleQuestion):
            return
        except Exception as error:
            self._try_again(turn, error)

    def _try_again(self, turn: PendingTurn, error: Exception) -> None:
        """What could not be stored is tried again for as long as it takes."""
        log.error("table %s: a computer could not move\n%s", turn.table_id, trace(error))
        self._waiting[turn] = timers.call_later(STORE_RETRY_INTERVAL, self._begin, turn)

    @property
    def idle(self) -> bool:
        """Whether no turn is thought about, waits for its moment or is being made."""
        return not self._waiting and not self._making

    async def close(self) -> None:
        """Stop thinking; moves that are being stored are finished."""
        for waiting in self._waiting.values():
            waiting.cancel()
        self._waiting.clear()
        await asyncio.gather(*self._making, return_exceptions=True)
