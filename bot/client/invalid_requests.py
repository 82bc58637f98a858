"""Restraint: Discord bans an address after 10,000 refused requests in ten minutes; we slow down long before.

Every request of the bot passes here. Answers to presses are never held back: a person waits for each of them,
and there are never more of them than presses.
"""

import asyncio
from collections import deque
from types import SimpleNamespace

import aiohttp
import yarl

from bot.base import timers

INVALID_REQUEST_WINDOW = 600.0  # seconds in which Discord counts
GLOBAL_SECONDS = 60.0  # until requests go out again after a limit of all of them, at the latest
REFUSED = (401, 403, 429)
SLOWDOWN_STEPS = (
    (5000, 5.0),
    (1000, 0.5),
)  # so many refusals in the window: so many seconds between two requests
PROMPT = ("interactions", "webhooks")  # answers to presses


class InvalidRequestBackoff:
    """Counts refused requests, and lets the others follow each other more slowly the more there are."""

    def __init__(self) -> None:
        self._refused: deque[float] = deque()
        self._next = 0.0  # when the next request may go

    def watching(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Return the hooks of a client's requests, with ours among them."""
        trace.on_request_start.append(self._before)
        trace.on_request_end.append(self._after)
        return trace

    def count(self) -> int:
        """Return how many requests were refused in the last ten minutes."""
        while self._refused and self._refused[0] < timers.monotonic() - INVALID_REQUEST_WINDOW:
            self._refused.popleft()
        return len(self._refused)

    def pace(self) -> float:
        """Return the seconds between two requests at present."""
        count = self.count()
        return next((seconds for least, seconds in SLOWDOWN_STEPS if count >= least), 0.0)

    async def _before(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        pace = self.pace()
        if not pace or is_prompt(asked.url):
            return
        now = timers.monotonic()
        self._next = max(now, self._next + pace)
        await asyncio.sleep(self._next - now)

    async def _after(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, told: aiohttp.TraceRequestEndParams
    ) -> None:
        answer = told.response
        if answer.status in REFUSED and answer.headers.get("X-RateLimit-Scope") != "shared":
            self._refused.append(timers.monotonic())


class GlobalLimit(asyncio.Event):
    """Whether Discord's limit of all requests is over; discord.py waits for it before each request.

    Whoever met the limit opens it again in discord.py, and never if their time limit ends that wait: no
    request would go out any more. Here it opens by itself in the end; if that is too early, Discord says so.
    """

    def __init__(self) -> None:
        super().__init__()
        self.set()

    def clear(self) -> None:
        super().clear()
        asyncio.get_running_loop().call_later(GLOBAL_SECONDS, self.set)


def is_prompt(url: yarl.URL) -> bool:
    """Say whether a request answers a press."""
    return any(part in PROMPT for part in url.parts[:5])
