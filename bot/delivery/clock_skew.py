"""Clock skew: several processes on one database reckon with its time of day, however their own clocks differ.

Two clocks a minute apart would charge a player a minute for every move that the other process serves.
"""

import logging

from bot.base import timers
from bot.storage.clocks import ClockStore

log = logging.getLogger(__name__)

SKEW_WARNING_SECONDS = (
    2.0  # seconds between this machine's clock and the database's of which the host is told
)
SKEW_TOLERANCE_SECONDS = 0.05  # seconds within which two readings are the same time


class ClockSkew:
    """The time of day that this process shares with the others; a file of SQLite has one process."""

    def __init__(self, clocks: ClockStore) -> None:
        self._clocks = clocks
        self._known = False
        self._told = 0.0  # the difference of which the host was told last

    async def compare(self) -> None:
        """Ask the database what time it is, and go by that."""
        if not self._clocks.shared:
            return
        asked = timers.monotonic()
        there = await self._clocks.time_there()
        unsure = (timers.monotonic() - asked) / 2  # it looked at its clock at any moment in between
        at = there + unsure
        if not self._known or abs(timers.now() - timers.ahead() - at) > unsure + SKEW_TOLERANCE_SECONDS:
            timers.agree_on(at)
            self._known = True
        self._tell(timers.own_error(at), unsure)

    def _tell(self, error: float, unsure: float) -> None:
        """Warn of a difference once, and again when it is another one."""
        error = error if abs(error) >= SKEW_WARNING_SECONDS + unsure else 0.0
        if abs(error - self._told) < SKEW_WARNING_SECONDS:
            return
        self._told = error
        if not error:
            log.info("this machine's clock and the database's agree again")
            return
        how = "ahead of" if error > 0 else "behind"
        log.warning(
            "this machine's clock is %.0f s %s the database's, whose time is used instead; let it be kept:"
            " timedatectl set-ntp true",
            *(abs(error), how),
        )

    def close(self) -> None:
        """Go by this machine's clock again."""
        if self._known:
            timers.agree_on(None)
