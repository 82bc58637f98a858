"""The heartbeat: time in which the bot was down or could not reach Discord is nobody's; no clock runs in it.

Every few seconds the time, on which all processes agree, is noted for each shard that is connected. A gap
between two beats, or a time of day that has jumped, is added to all clocks of that shard before any of them
is acted on.
"""

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from bot.base import timers
from bot.base.shards import EVERYWHERE, Shards
from bot.delivery.clock_skew import ClockSkew
from bot.storage.clocks import ClockStore

log = logging.getLogger(__name__)

HEARTBEAT_INTERVAL = 10.0  # seconds between two beats
MISSED = 3  # beats, after which the time since the last one counts as a gap
MAX_CLOCK_SKEW = 5.0  # seconds by which two clocks may differ


class ShardStatus:
    """Which shards are connected to Discord, as far as discord.py has told."""

    def __init__(self, mine: Shards = EVERYWHERE) -> None:
        self._mine = mine
        self._down: set[int] = set()

    def heard(self, event: str, args: tuple[Any, ...]) -> None:
        """Take note of what the client dispatches."""
        if event == "shard_disconnect":
            self._down.add(args[0])
        elif event in ("shard_ready", "shard_resumed", "shard_connect"):
            self._down.discard(args[0])

    def up(self) -> list[int]:
        """Return the shards that are connected; who has all servers counts them as one."""
        if self._mine == EVERYWHERE:
            return [] if self._down else [0]
        return [shard for shard in self._mine.ids() if shard not in self._down]


class Beat(NamedTuple):
    """When a beat was, by the real time of day and by the clock that never jumps."""

    at: float
    steady: float


def _now() -> Beat:
    """Return this moment; the playground's clock, which is set ahead at will, has made no gap."""
    return Beat(timers.now() - timers.ahead(), timers.monotonic() - timers.ahead())


class Heartbeat:
    """Notes that the bot is at work, and lets the clocks have stood still while it was not."""

    def __init__(
        self, clocks: ClockStore, mine: Shards, line: ShardStatus, stood_still: Callable[[], None]
    ) -> None:
        self._clocks = clocks
        self._of = mine.of
        self._line = line
        self._stood_still = stood_still
        self._last: dict[int, Beat] = {}
        self._noted: dict[int, int] = {}  # what this process noted last
        self._rested = False
        self._agreed = ClockSkew(clocks)

    def steady(self) -> list[int]:
        """Return the shards on whose clocks may be acted: connected, and no gap since the last beat."""
        return [shard for shard in self._line.up() if self._is_young(shard, MISSED * HEARTBEAT_INTERVAL)]

    def is_due(self) -> bool:
        """Say whether it is time for another beat."""
        return any(not self._is_young(shard, HEARTBEAT_INTERVAL - 1.0) for shard in self._line.up())

    def _is_young(self, shard: int, most: float) -> bool:
        last, now = self._last.get(shard), _now()
        return last is not None and now.steady - last.steady < most and abs(_jump(last, now)) < MAX_CLOCK_SKEW

    def rest(self) -> None:
        """Let the heart rest while no clock runs: the time until the next beat is no gap."""
        self._rested = True

    async def beat(self) -> None:
        """Note that the connected shards are at work; after a gap, let their clocks have stood still."""
        await self._agreed.compare()
        now, at, shards = _now(), int(timers.now()), self._line.up()
        known = await self._clocks.beats(self._of)
        gaps = {shard: (known.get(shard), gap) for shard in shards if (gap := self._gap(shard, now, known))}
        if gaps:
            done = await self._clocks.stand_still(self._of, at, gaps)
            log.info("clocks stood still: %s%s", gaps, "" if done else ", as another process has noted")
            self._stood_still()
        await self._clocks.beat(self._of, at, [shard for shard in shards if shard not in gaps])
        self._last |= dict.fromkeys(shards, now)
        self._noted |= dict.fromkeys(shards, at)
        self._rested = False

    def close(self) -> None:
        self._agreed.close()

    def _gap(self, shard: int, now: Beat, known: dict[int, int]) -> int:
        """Return for how many seconds a shard's clocks must have stood still; below 0: time went back."""
        before, last, most = (
            known.get(shard, known.get(-1)),
            self._last.get(shard),
            MISSED * HEARTBEAT_INTERVAL,
        )
        if self._rested or before is None:
            return 0
        since, others = timers.now() - before, self._noted.get(shard) != before
        usual = -MAX_CLOCK_SKEW <= since <= most
        if last is not None and now.steady - last.steady <= most:  # at work, but the time may have jumped
            jump = _jump(last, now)
            seen_to = usual and others  # by another process
            return round(jump) if abs(jump) >= MAX_CLOCK_SKEW and not seen_to else 0
        return 0 if usual else int(since)


def _jump(last: Beat, now: Beat) -> float:
    """Return by how much the time of day has moved against the clock that never jumps."""
    return now.at - last.at - (now.steady - last.steady)
