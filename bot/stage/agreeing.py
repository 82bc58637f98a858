"""Clock skew: several processes on one database reckon with its time of day, however their own clocks differ.

Two clocks a minute apart would charge a player a minute for every move that the other process serves.
"""

import logging

from bot import clock
from bot.tables.store import Store

log = logging.getLogger(__name__)

WARN = 2.0  # seconds between this machine's clock and the database's of which the host is told
EXACT = 0.05  # seconds within which two readings are the same time


class Agreed:
    """The time of day that this process shares with the others; a file of SQLite has one process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known = False
        self._told = 0.0  # the difference of which the host was told last

    async def compare(self) -> None:
        """Ask the database what time it is, and go by that."""
        if not self._store.shared:
            return
        asked = clock.monotonic()
        there = await self._store.time_there()
        unsure = (clock.monotonic() - asked) / 2  # it looked at its clock at any moment in between
        at = there + unsure
        if not self._known or abs(clock.now() - clock.ahead() - at) > unsure + EXACT:
            clock.agree_on(at)
            self._known = True
        self._tell(clock.own_error(at), unsure)

    def _tell(self, error: float, unsure: float) -> None:
        """Warn of a difference once, and again when it is another one."""
        error = error if abs(error) >= WARN + unsure else 0.0
        if abs(error - self._told) < WARN:
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
            clock.agree_on(None)
