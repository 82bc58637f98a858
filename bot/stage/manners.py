"""Presses come first: whoever builds a message steps aside until a press has been acknowledged."""

import asyncio
from collections import deque
from time import perf_counter

from bot import clock
from bot.screens.parts import Pieces, Screen

MANY, WITHIN = 12, 2.0  # presses, and seconds: more than people at a few tables make
CALM = 3.0  # seconds without a press
MOMENT = 0.0005  # seconds: the parts of a large panel take ten times as long
HEAD_START = 8  # turns of the loop: from Discord's word to ours it takes about five


class Manners:
    """One message is built at a time, and none in the first moments of a press."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._ahead = 0
        self._arrived: deque[float] = deque(maxlen=MANY)

    def press_arrived(self) -> None:
        """Give a press the next turns of the loop."""
        self._ahead = HEAD_START
        self._arrived.append(clock.monotonic())

    @property
    def busy(self) -> bool:
        """Say whether so many press that not every step needs a picture of its own."""
        return len(self._arrived) == MANY and clock.monotonic() - self._arrived[0] < WITHIN

    @property
    def calm(self) -> bool:
        """Say whether nobody has pressed anything for a while."""
        return not self._arrived or clock.monotonic() - self._arrived[-1] > CALM

    async def breath(self) -> None:
        """Wait for a turn of the loop in which a message may be built."""
        async with self._one:
            await asyncio.sleep(0)
            while self._ahead > 0:
                self._ahead -= 1
                await asyncio.sleep(0)

    async def built(self, pieces: Pieces) -> Screen:
        """Build a message piece by piece; whenever a moment was spent on it, presses come first."""
        await self.breath()
        until = perf_counter() + MOMENT
        while True:
            try:
                next(pieces)
            except StopIteration as end:
                built: Screen = end.value
                return built
            if perf_counter() > until:
                await self.breath()
                until = perf_counter() + MOMENT
