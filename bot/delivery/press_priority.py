"""Presses come first: whoever builds a message steps aside until a press has been acknowledged."""

import asyncio
from collections import deque
from time import perf_counter

from bot.base import timers
from bot.views.parts.screen import Pieces, Screen

BUSY_PRESSES, BUSY_WINDOW = 12, 2.0  # presses, and seconds: more than people at a few tables make
CALM_SECONDS = 3.0  # seconds without a press
BUILD_SLICE_SECONDS = 0.0005  # seconds: the parts of a large panel take ten times as long
HEAD_START = 8  # turns of the loop: from Discord's word to ours it takes about five


class PressPriority:
    """One message is built at a time, and none in the first moments of a press."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._ahead = 0
        self._arrived: deque[float] = deque(maxlen=BUSY_PRESSES)

    def press_arrived(self) -> None:
        """Give a press the next turns of the loop."""
        self._ahead = HEAD_START
        self._arrived.append(timers.monotonic())

    @property
    def busy(self) -> bool:
        """Say whether so many press that not every step needs a picture of its own."""
        return len(self._arrived) == BUSY_PRESSES and timers.monotonic() - self._arrived[0] < BUSY_WINDOW

    @property
    def calm(self) -> bool:
        """Say whether nobody has pressed anything for a while."""
        return not self._arrived or timers.monotonic() - self._arrived[-1] > CALM_SECONDS

    async def yield_to_presses(self) -> None:
        """Wait for a turn of the loop in which a message may be built."""
        async with self._one:
            await asyncio.sleep(0)
            while self._ahead > 0:
                self._ahead -= 1
                await asyncio.sleep(0)

    async def built(self, pieces: Pieces) -> Screen:
        """Build a message piece by piece; whenever a moment was spent on it, presses come first."""
        await self.yield_to_presses()
        until = perf_counter() + BUILD_SLICE_SECONDS
        while True:
            try:
                next(pieces)
            except StopIteration as end:
                built: Screen = end.value
                return built
            if perf_counter() > until:
                await self.yield_to_presses()
                until = perf_counter() + BUILD_SLICE_SECONDS
