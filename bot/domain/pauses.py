"""When somebody is not awaited: days away, and the quiet hours of their day; pure."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bot.base.units import SECONDS_PER_DAY
from bot.domain.settings import Away, UserSettings

MAX_QUIET_SECONDS = (
    8 * 3600
)  # of quiet in a day for which a slow clock stands still; calls wait for all of them


class Pauses(NamedTuple):
    """The times in which nobody waits for a person, in seconds of UTC."""

    away: tuple[Away, ...] = ()
    quiet_from: int = 0  # of the day
    quiet: int = 0  # how long; 0: no quiet hours


NEVER = Pauses()


def pauses_of_settings(settings: UserSettings, away: Iterable[Away] = ()) -> Pauses:
    """Return when a person wants to be left alone; Discord tells no time zone, so they have."""
    if settings.quiet_from < 0 or settings.quiet_until < 0:
        return Pauses(tuple(away))
    start = (settings.quiet_from - settings.utc_offset) * 60 % SECONDS_PER_DAY
    return Pauses(tuple(away), start, (settings.quiet_until - settings.quiet_from) * 60 % SECONDS_PER_DAY)


def paused_until(stills: Pauses, at: int) -> int:
    """Return when a slow clock goes on that stands still at a moment; that moment itself if it runs."""
    return _end(_around(stills, at, MAX_QUIET_SECONDS), at)


def paused_since(stills: Pauses, at: int) -> int:
    """Return since when a slow clock stands still in the midst of it; a moment itself if it may end there."""
    return min(
        (since for since, until in _around(stills, at, MAX_QUIET_SECONDS) if since < at < until), default=at
    )


def silent_until(stills: Pauses, at: int) -> int:
    """Return when somebody may be called who is not to be called at a moment; that moment if they may."""
    while (end := _end(_around(stills, at, SECONDS_PER_DAY), at)) > at:  # one may end within the other
        at = end
    return at


def away_until(stills: Pauses, at: int) -> int:
    """Return until when somebody is away at a moment; 0: they are not."""
    return max((away.until for away in stills.away if away.since <= at < away.until), default=0)


def end_of_run(stills: Pauses, start: int, seconds: int) -> int:
    """Return when a clock has run for so many seconds that started at a moment."""
    at, left = start, seconds
    while True:
        while (end := paused_until(stills, at)) > at:
            at = end
        stop = min((since for since, _ in _ahead(stills, at) if since > at), default=at + left)
        if at + left <= stop:
            return at + left
        at, left = stop, left - (stop - at)


def seconds_run(stills: Pauses, start: int, end: int) -> int:
    """Return for how many seconds a clock runs from one moment to another."""
    at, seconds = start, 0
    while at < end:
        while (awake := paused_until(stills, at)) > at:
            at = awake
        stop = min((since for since, _ in _ahead(stills, at) if since > at), default=end)
        seconds += max(0, min(stop, end) - at)
        at = max(stop, at + 1) if stop <= end else end
    return seconds


def _end(spans: Iterable[tuple[int, int]], at: int) -> int:
    return max((until for since, until in spans if since <= at < until), default=at)


def _around(stills: Pauses, at: int, longest: int) -> Iterator[tuple[int, int]]:
    """Yield the days away, and the quiet hours of the day of a moment and of the day before."""
    yield from stills.away
    if stills.quiet:
        first = at - at % SECONDS_PER_DAY + stills.quiet_from - SECONDS_PER_DAY
        yield from ((day, day + min(stills.quiet, longest)) for day in (first, first + SECONDS_PER_DAY))


def _ahead(stills: Pauses, at: int) -> Iterator[tuple[int, int]]:
    """Yield what may stop a clock next that runs at a moment."""
    yield from _around(stills, at, MAX_QUIET_SECONDS)
    yield from _around(stills, at + SECONDS_PER_DAY, MAX_QUIET_SECONDS)
