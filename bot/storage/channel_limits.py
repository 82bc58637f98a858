"""Rate limits of what one person puts before everybody in a channel, in every process; plain queries."""

from typing import NamedTuple

from bot.base import timers
from bot.storage.engine import Engine, Step


class Rate(NamedTuple):
    """How often one person may do something in one channel: so many at once, then one in so many seconds."""

    kind: str
    burst: int
    seconds: float = 60.0


SHARED = Rate("shared", 1)  # a list, a moving picture, or a table that is posted again
OPENED = Rate("opened", 10)  # tables; each leaves a message, also when it is cancelled

CLOCK_SET_BACK_SECONDS = (
    300.0  # seconds; a debt larger by this is none: the clock was set back. Those of processes differ less
)

# For each person and channel one moment is kept: when all will have been paid for.
TAKE = (
    'INSERT INTO rate_limits ("user", channel, kind, paid) VALUES (?, ?, ?, ?)'
    ' ON CONFLICT ("user", channel, kind) DO UPDATE SET paid = ? +'
    " CASE WHEN rate_limits.paid > ? AND rate_limits.paid <= ? THEN rate_limits.paid ELSE ? END"
    " WHERE rate_limits.paid <= ? OR rate_limits.paid > ? RETURNING paid"
)


class ChannelLimitStore:
    """What people have lately put before everybody."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def take(self, user: int, channel: int, rate: Rate) -> bool:
        """Count what somebody is about to do in a channel; False: not yet."""
        now, each = timers.now(), rate.seconds
        most, still = now + rate.burst * each + CLOCK_SET_BACK_SECONDS, now + (rate.burst - 1) * each
        first = (user, channel, rate.kind, now + each)
        [taken] = await self._db.write(Step(TAKE, (*first, each, now, most, now, still, most)))
        return bool(taken)

    async def give_back(self, user: int, channel: int, rate: Rate) -> None:
        """Let count for nothing what came to nothing."""
        await self._db.write(
            Step(
                'UPDATE rate_limits SET paid = paid - ? WHERE "user" = ? AND channel = ? AND kind = ?',
                (rate.seconds, user, channel, rate.kind),
            )
        )

    async def forget_paid(self) -> None:
        """Forget everything that has been paid for: it limits nobody any more."""
        await self._db.write(Step("DELETE FROM rate_limits WHERE paid < ?", (timers.now(),)))
