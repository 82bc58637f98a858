"""Pace: how long a decision may take, and what every seat's clock says; pure.

A table's time is the time of day minus `stilled`, the seconds for which all of its clocks have stood still.
All moments of a clock are moments of the table's time: to let everything stand still is one number.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from games.core import Seat, Text

RESERVE = 600  # seconds that a player of a live game may use up in all before time runs out
LIVE_NOTICE = 30  # seconds before the end at which somebody is reminded
SLOW_NOTICE = 6 * 3600  # the same in a slow game: at a quarter left, at the latest so long before

PACES = {  # as they are stored: a kind, and the seconds a decision
    "": Text("No clock"),
    "live:60": Text("Live: 1 minute a decision, and 10 minutes in reserve"),
    "live:120": Text("Live: 2 minutes a decision, and 10 minutes in reserve"),
    "live:300": Text("Live: 5 minutes a decision, and 10 minutes in reserve"),
    "slow:86400": Text("Slow: 1 day a decision"),
    "slow:259200": Text("Slow: 3 days a decision"),
    "slow:604800": Text("Slow: 7 days a decision"),
}


class Clock(NamedTuple):
    """What one seat's clock says."""

    put: int = 0  # when its question was put
    due: int = 0  # when its time runs out; 0: it does not run
    remind: int = 0  # when its person is reminded; 0: they need not be, below 0: they have been
    base: int = 0  # for how long the table's clocks had stood still when this was set
    reserve: int = 0  # seconds in reserve when the question was put, in a live game
    extra: int = 0  # seconds added by [More time]; 0: not asked for
    left: int = -1  # what was left when the last question was answered; -1: nothing that could come back
    losses: int = 0  # decisions lost on time in a row
    held: bool = False  # after a take-back: further decisions of this turn get no time of their own

    @property
    def runs(self) -> bool:
        return self.due != 0

    @property
    def reminded(self) -> bool:
        return self.runs and self.remind < 0

    def stopped(self) -> "Clock":
        return self._replace(put=0, due=0, remind=0, base=0)


@dataclass(frozen=True, slots=True)
class Timing:
    """How time is kept at a table: its pace, and a clock a seat."""

    pace: str = ""
    stilled: int = 0
    clocks: tuple[Clock, ...] = ()

    @property
    def slow(self) -> bool:
        return self.pace.startswith("slow:")

    @property
    def seconds(self) -> int:
        """How long a decision may take, without the reserve."""
        return int(self.pace.partition(":")[2] or 0)

    def clock(self, seat: Seat) -> Clock:
        return self.clocks[seat] if seat < len(self.clocks) else Clock(reserve=self.full_reserve)

    @property
    def full_reserve(self) -> int:
        return RESERVE if self.pace.startswith("live:") else 0

    @property
    def notice(self) -> int:
        """How long before the end somebody is reminded."""
        return max(self.seconds // 4, SLOW_NOTICE) if self.slow else LIVE_NOTICE

    def deadline(self, seat: Seat) -> int:
        """Return the time of day at which a seat's time runs out; 0: its clock does not run."""
        clock = self.clock(seat)
        return clock.due + self.stilled if clock.runs else 0

    def lost(self, seat: Seat) -> int:
        """Return how many decisions a seat has lost on time in a row."""
        return self.clock(seat).losses

    def next_look(self) -> int | None:
        """Return the time of day at which somebody must be reminded or has no time left."""
        moments = [c.remind if c.remind > 0 else c.due for c in self.clocks if c.runs]
        return min(moments) + self.stilled if moments else None

    def with_clock(self, seat: Seat, clock: Clock) -> "Timing":
        return replace(self, clocks=(*self.clocks[:seat], clock, *self.clocks[seat + 1 :]))


UNTIMED = Timing()


def write_clocks(clocks: Iterable[Clock]) -> str:
    """Write what every seat's clock says, a few numbers a seat: "1800000060,1800000000,...;..."."""
    return ";".join(",".join(str(int(field)) for field in clock) for clock in clocks)


def read_clocks(text: str, seats: int, reserve: int = 0) -> tuple[Clock, ...]:
    """Read what every seat's clock says; a seat that has none yet has its whole reserve."""
    read = [_clock(part) for part in text.split(";")] if text else []
    return (*read, *(Clock(reserve=reserve) for _ in range(seats - len(read))))


def _clock(text: str) -> Clock:
    fields = [int(field) for field in text.split(",")]
    return Clock._make([*fields[:8], bool(fields[8])])


def timing_of(pace: str, clocks: str, stilled: int, seats: int) -> Timing:
    """Return how time is kept at a stored table; a pace that is not known keeps none."""
    timing = Timing(pace if pace in PACES else "", stilled)
    return replace(timing, clocks=read_clocks(clocks, seats, timing.full_reserve)) if timing.pace else timing
