"""Request budget: Discord takes fifty requests a second with the bot's token, from all processes together.

Every request of the client passes here (rate limit: a token bucket) and goes in the order of its priority.
Answers to presses, and whatever else goes by an interaction's token, are outside it, as Discord has it.
A board takes its turn before it is built: what waits is the table, not a picture of it (the newest wins).
"""

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from heapq import heappop, heappush
from types import SimpleNamespace
from typing import Any

import aiohttp

from bot.base import metrics, timers
from bot.client.invalid_requests import is_prompt

REQUESTS_PER_SECOND = 45.0  # a second, for all processes together; Discord refuses what is over 50
BURST_SECONDS = 1 / 12  # of the rate: what may go at once after a pause; with 45 a second stays below 50
IN_HAND_SECONDS = 0.5  # of the rate: boards that may be built and drawn at a time, before they are sent
SHORT_SECONDS = 0.5  # so long a line, and calls are made ahead of their boards
WHOLE = 1.0 - 1e-9  # a token, as exactly as sums of parts of it are
FILL_SECONDS = 10.0  # over which the fill is reckoned


class Priority(IntEnum):
    """Who goes first when not everything may go at once."""

    CALL = 0  # a ping: somebody is awaited, or has won
    BOARD = 1  # what everybody looks at, panels by DM too
    NOTICE = 2  # the silent word below the board
    REST = 3


# Seconds by which a priority waits longer than a call of the same moment: no request waits for ever.
SLACK = {Priority.CALL: 0.0, Priority.BOARD: 15.0, Priority.NOTICE: 30.0, Priority.REST: 45.0}


class TokenBucket:
    """So many requests a second, and a few at once after a pause; pure, the time is told."""

    def __init__(self, rate: float, now: float = 0.0) -> None:
        self.rate = rate
        self._tokens, self._at = self.burst, now
        self._shut_until = now

    @property
    def burst(self) -> float:
        return max(1.0, self.rate * BURST_SECONDS)

    def set_rate(self, rate: float, now: float) -> None:
        self._fill(now)
        self.rate = rate
        self._fill(now)

    def take(self, now: float) -> bool:
        """Take a token, if there is one."""
        self._fill(now)
        if now < self._shut_until or self._tokens < WHOLE:
            return False
        self._tokens -= 1.0
        return True

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token."""
        self._fill(now)
        return max(self._shut_until - now, (1.0 - self._tokens) / self.rate, 0.0)

    def give_back(self) -> None:
        self._tokens = min(self.burst, self._tokens + 1.0)

    def shut(self, until: float) -> None:
        """Give nothing before that moment: Discord has said so."""
        self._shut_until = max(self._shut_until, until)

    def _fill(self, now: float) -> None:
        self._tokens = min(self.burst, self._tokens + max(0.0, now - self._at) * self.rate)
        self._at = now


class PriorityQueue:
    """Who waits, in the order in which they go: by priority, then by how long they have waited; pure."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Any]] = []
        self._numbers = itertools.count()

    def push(self, priority: Priority, since: float, who: Any) -> None:
        heappush(self._heap, (since + SLACK[priority], next(self._numbers), who))

    def pop(self) -> Any:
        return heappop(self._heap)[2]

    def first(self) -> Any:
        return self._heap[0][2] if self._heap else None

    def __len__(self) -> int:
        return len(self._heap)


@dataclass(slots=True)
class Mark:
    """How the requests of a task are to be taken; other tasks that it begins have nothing of it."""

    priority: Priority
    task: asyncio.Task[Any] | None
    since: float | None = None  # when its turn was asked for
    waited: float = 0.0  # seconds, for that turn
    give_up: Callable[[], None] | None = None  # lets go of its turn

    def release(self) -> None:
        """Let the next have its turn: the request is on its way, or there is none."""
        if self.give_up:
            self.give_up()
        self.since = self.give_up = None
        self.waited = 0.0


_MARK: ContextVar[Mark | None] = ContextVar("mark", default=None)


def _own_mark() -> Mark | None:
    mark = _MARK.get()
    return mark if mark is not None and mark.task is asyncio.current_task() else None


@contextmanager
def ranked(priority: Priority) -> Iterator[None]:
    """Let the requests that this task makes in here go by a priority."""
    if before := _own_mark():
        before.release()
    token = _MARK.set(Mark(priority, asyncio.current_task()))
    try:
        yield
    finally:
        _MARK.reset(token)


class RequestBudget:
    """Lets the requests of this process out, so many a second; 0: as they come."""

    def __init__(self, rate: float = REQUESTS_PER_SECOND) -> None:
        self._bucket = TokenBucket(rate, timers.monotonic())
        self._requests, self._turns = PriorityQueue(), PriorityQueue()
        self._in_hand = 0  # turns that were given, and whose request is not on its way
        self._timer: timers.Timer | None = None
        self._sent: deque[float] = deque()  # when the requests of the last seconds went

    # --- how much there is ---

    @property
    def rate(self) -> float:
        return self._bucket.rate

    def set_rate(self, rate: float) -> None:
        self._bucket.set_rate(rate, timers.monotonic())
        self._serve()

    def waiting(self) -> int:
        return len(self._requests) + len(self._turns)

    def sent(self, seconds: float = FILL_SECONDS) -> int:
        """Return how many requests went in the last seconds."""
        now = timers.monotonic()
        while self._sent and self._sent[0] < now - FILL_SECONDS:
            self._sent.popleft()
        return sum(at >= now - seconds for at in self._sent)

    def fill(self) -> float:
        """Return how much of what may go has gone lately, 0 to 1."""
        return min(1.0, self.sent() / (self.rate * FILL_SECONDS)) if self.rate else 0.0

    def is_short(self) -> bool:
        """Say whether boards wait for so long that calls should not wait for them."""
        return self.rate > 0 and self.waiting() > self.rate * SHORT_SECONDS

    # --- turns: before something is built ---

    @asynccontextmanager
    async def turn(self, priority: Priority) -> AsyncIterator[None]:
        """Wait for a turn to build something, and let the requests in here go by that priority."""
        since = timers.monotonic()
        if before := _own_mark():
            before.release()
        if self.rate:
            await self._queued(self._turns, priority, since)
        mark = Mark(priority, asyncio.current_task(), since, timers.monotonic() - since)
        mark.give_up = self._let_go if self.rate else None
        token = _MARK.set(mark)
        try:
            yield
        finally:
            _MARK.reset(token)
            mark.release()

    def _let_go(self) -> None:
        self._in_hand -= 1
        self._serve()

    def _has_turn(self) -> bool:
        if self._in_hand >= max(1.0, self.rate * IN_HAND_SECONDS):
            return False
        self._in_hand += 1
        return True

    # --- requests: the one place where they go out ---

    def watching(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Return the hooks of a client's requests, with ours among them."""
        trace.on_request_start.append(self._before)
        trace.on_request_end.append(self._after)
        return trace

    async def _before(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        if not self.rate or is_prompt(asked.url):
            return
        mark, now = _own_mark(), timers.monotonic()
        priority = mark.priority if mark else Priority.REST
        since = now if mark is None or mark.since is None else mark.since
        await self._queued(self._requests, priority, since)
        self._sent.append(timers.monotonic())
        waited = timers.monotonic() - now + (mark.waited if mark else 0.0)  # not while it was drawn
        metrics.REQUEST_WAIT.note(waited, priority.name.lower())
        if mark:
            mark.release()

    async def _after(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, told: aiohttp.TraceRequestEndParams
    ) -> None:
        headers = told.response.headers
        if told.response.status == 429 and headers.get("X-RateLimit-Scope") == "global" and self.rate:
            self._bucket.shut(timers.monotonic() + float(headers.get("Retry-After", 1)))

    # --- the line ---

    async def _queued(self, queue: PriorityQueue, priority: Priority, since: float) -> None:
        """Wait until it is one's own turn in a queue."""
        future = asyncio.get_running_loop().create_future()
        queue.push(priority, since, future)
        self._serve()
        try:
            await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():  # it was just given, to nobody
                self._bucket.give_back() if queue is self._requests else self._let_go()
            raise

    def _serve(self) -> None:
        """Let go whoever may go now, and look again when there is a token."""
        _let_out(self._turns, self._has_turn)
        if _let_out(self._requests, self._may_go):
            return
        if self._timer is None:
            self._timer = timers.call_later(self._bucket.wait(timers.monotonic()) + 0.001, self._ring)

    def _may_go(self) -> bool:
        return not self.rate or self._bucket.take(timers.monotonic())

    def _ring(self) -> None:
        self._timer = None
        self._serve()


def _let_out(queue: PriorityQueue, may: Callable[[], bool]) -> bool:
    """Let the first of a queue go while they may; say whether nobody is left."""
    while queue:
        if queue.first().done():  # whoever asked was cancelled
            queue.pop()
        elif may():
            queue.pop().set_result(None)
        else:
            return False
    return True
