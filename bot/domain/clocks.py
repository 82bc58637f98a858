"""How the clocks of a table go on: after a row, after what happens beside the log, at [More time]; pure."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.domain.entities import LogRow
from bot.domain.pace import Clock, Timing
from bot.domain.pauses import NEVER, Pauses, end_of_run, paused_since, seconds_run
from bot.domain.table import Table
from games.core import Seat

SeatPauses = Mapping[Seat, Pauses]  # when the clocks of some seats stand still


def timed(table: Table) -> tuple[Seat, ...]:
    """Return the seats whose clocks run: those awaited, if a person sits there and has not left."""
    if not table.timing.pace or table.over:
        return ()
    return tuple(seat for seat in table.awaited() if table.has_clock(seat))


def after_row(before: Table, after: Table, row: LogRow, now: int, pauses: SeatPauses) -> Timing:
    """Return the clocks after one more row: who answered is charged, who is asked anew gets the time."""
    timing = after.timing
    if not timing.pace:
        return timing
    if row.kind == "move" and 0 <= row.seat < len(timing.clocks):
        timing = timing.with_clock(row.seat, _answered(timing, row, now, pauses.get(row.seat, NEVER)))
    wanted = timed(after)
    second = row.kind == "move" and _was_settled(before, row.seat)
    for seat, clock in enumerate(timing.clocks):
        if seat not in wanted:
            timing = timing.with_clock(seat, clock.stopped())
        elif seat == row.seat and row.by != "house":
            timing = _own(timing, row, second, now, pauses)
        elif not clock.runs and row.kind == "back":
            timing = _resumed(timing, seat, now, pauses)
        elif not clock.runs or (row.kind == "move" and not second and _is_new(before, after, seat, row)):
            timing = _started(timing, seat, now, pauses)
    return timing


def _is_new(before: Table, after: Table, seat: Seat, row: LogRow) -> bool:
    """Say whether somebody else's move has put another question to a seat whose clock runs."""
    return seat != row.seat and before.opened[seat] != after.opened[seat]


def _was_settled(before: Table, seat: Seat) -> bool:
    decision = before.offer(seat)
    return decision is not None and decision.settled


def _own(timing: Timing, row: LogRow, second: bool, now: int, pauses: SeatPauses) -> Timing:
    """Return the clocks when a seat is asked again after its own row."""
    clock = timing.clock(row.seat)
    if row.kind == "back":  # a take-back neither restarts a clock nor stops it
        timing = timing if clock.runs else _resumed(timing, row.seat, now, pauses)
        return timing.with_clock(row.seat, timing.clock(row.seat)._replace(held=True))
    if second or (clock.held and row.by == "person"):
        return _resumed(timing, row.seat, now, pauses)
    return _started(timing, row.seat, now, pauses)


def _answered(timing: Timing, row: LogRow, now: int, stills: Pauses) -> Clock:
    """Return the clock of a seat after its decision: lost on time, or made with so much left."""
    clock = timing.clock(row.seat)
    if not clock.runs or row.by == "house":
        return clock
    if row.by == "clock":
        return clock._replace(losses=clock.losses + 1, reserve=0, left=-1, held=False).stopped()
    at = now - timing.stilled
    over = at - clock.put - timing.seconds - clock.extra
    reserve = max(0, clock.reserve - max(0, over)) if timing.full_reserve else 0
    left = time_left(timing, row.seat, now, stills)
    return clock._replace(losses=0, reserve=reserve, left=left).stopped()


def time_left(timing: Timing, seat: Seat, now: int, stills: Pauses = NEVER) -> int:
    """Return for how many seconds a seat's clock would still run."""
    return max(0, seconds_run(stills if timing.slow else NEVER, now, timing.deadline(seat)))


def _started(timing: Timing, seat: Seat, now: int, pauses: SeatPauses) -> Timing:
    """Put a question to a seat: it has the time of a decision, and in a live game its reserve."""
    clock = timing.clock(seat)._replace(put=now - timing.stilled, extra=0, held=False, left=-1)
    return _set(timing, seat, clock, timing.seconds + clock.reserve, now, pauses)


def _resumed(timing: Timing, seat: Seat, now: int, pauses: SeatPauses) -> Timing:
    """Put a question again that a seat had answered: it has what was left, not more."""
    clock = timing.clock(seat)
    if clock.left < 0:
        return _started(timing, seat, now, pauses)
    granted = timing.seconds + clock.extra
    spent = min(granted, granted + clock.reserve - clock.left)  # as if it had been put so long ago
    clock = clock._replace(put=now - timing.stilled - spent)
    return _set(timing, seat, clock, clock.left, now, pauses)


def _set(timing: Timing, seat: Seat, clock: Clock, seconds: int, now: int, pauses: SeatPauses) -> Timing:
    """Let a clock run for so many seconds; its person is reminded before the end."""
    stills = pauses.get(seat, NEVER) if timing.slow else NEVER
    due = end_of_run(stills, now, seconds)
    remind = end_of_run(stills, now, seconds - timing.notice) if seconds > timing.notice else 0
    still = timing.stilled
    set_ = clock._replace(due=due - still, remind=remind - still if remind else 0, base=still)
    return timing.with_clock(seat, set_)


# --- what else may happen to a clock ---------------------------------------------------------------


def settled(table: Table, now: int, pauses: SeatPauses) -> Timing:
    """Return the clocks of a table as it stands: what must run runs, what must not is stopped."""
    timing, wanted = table.timing, timed(table)
    for seat, clock in enumerate(timing.clocks):
        if clock.runs and seat not in wanted:
            timing = timing.with_clock(seat, clock.stopped())
        elif not clock.runs and seat in wanted:
            timing = _started(timing, seat, now, pauses)
    return timing


def anew(table: Table, now: int, pauses: SeatPauses, pace: str | None = None) -> Timing:
    """Give everybody who is asked their whole time: the pace has changed, or nobody could play."""
    timing = table.timing if pace is None else replace(table.timing, pace=pace)
    changed = timing.pace != table.timing.pace
    reserve, seats = timing.full_reserve, range(len(table.users) if timing.pace else 0)
    clocks = (table.timing.clock(seat).stopped()._replace(left=-1, held=False) for seat in seats)
    timing = replace(
        timing, clocks=tuple(clock._replace(reserve=reserve) if changed else clock for clock in clocks)
    )
    return settled(replace(table, timing=timing), now, pauses)


def more_time(timing: Timing, seat: Seat, now: int, stills: Pauses = NEVER) -> Timing:
    """Double what is left to a seat."""
    left = time_left(timing, seat, now, stills)
    clock = timing.clock(seat)._replace(extra=max(1, left))
    longer = _set(timing, seat, clock, 2 * left, now, {seat: stills})
    return longer if clock.remind >= 0 else reminded(longer, (seat,))


def retimed(timing: Timing, seat: Seat, now: int, before: Pauses, after: Pauses) -> Timing:
    """Return the clocks when somebody goes away, comes back or has other quiet hours: what is left stays."""
    clock = timing.clock(seat)
    if not clock.runs or not timing.slow:
        return timing
    again = _set(timing, seat, clock, time_left(timing, seat, now, before), now, {seat: after})
    return again if clock.remind >= 0 else reminded(again, (seat,))


def reminded(timing: Timing, seats: Iterable[Seat]) -> Timing:
    """Note that some seats are reminded: once a question."""
    for seat in seats:
        timing = timing.with_clock(seat, timing.clock(seat)._replace(remind=-1))
    return timing


def to_remind(timing: Timing, now: int) -> tuple[Seat, ...]:
    """Return the seats that are to be reminded now."""
    at = now - timing.stilled
    return tuple(s for s, c in enumerate(timing.clocks) if c.runs and 0 < c.remind <= at < c.due)


def overdue(timing: Timing, now: int) -> tuple[Seat, ...]:
    """Return the seats that have no time left."""
    return tuple(s for s, c in enumerate(timing.clocks) if c.runs and c.due <= now - timing.stilled)


def moved_on(timing: Timing, seat: Seat, pauses: SeatPauses) -> Timing:
    """Return the clocks when all stood still since one was set: what it gained may lie in quiet hours.

    The seconds that were added to its end count from where that end had been, as any others do.
    """
    clock, stills = timing.clock(seat), pauses.get(seat, NEVER)
    gained = timing.stilled - clock.base
    if not clock.runs or not timing.slow or gained <= 0 or stills == NEVER:
        return timing
    due = end_of_run(stills, clock.due + clock.base, gained)
    return timing.with_clock(seat, clock._replace(due=due - timing.stilled, base=timing.stilled))


def woken(timing: Timing, seat: Seat, pauses: SeatPauses) -> Timing:
    """Return the clocks when one ends in days away or quiet hours: these were chosen after it was set.

    A crash kept the clock from being turned then. What was left when they began is left when they are over.
    """
    stills, due = pauses.get(seat, NEVER), timing.deadline(seat)
    since = paused_since(stills, due) if timing.slow else due
    if since == due:
        return timing
    later = end_of_run(stills, since, due - since) - timing.stilled
    return timing.with_clock(seat, timing.clock(seat)._replace(due=later))
