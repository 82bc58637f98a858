"""When somebody is not awaited: days away, and the quiet hours of their day; pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from bot.base.errors import Refused
from bot.base.units import SECONDS_PER_DAY
from bot.domain.settings import Away, UserSettings
from games.core import Text, Texts

AWAY_YEAR_SECONDS = 365 * SECONDS_PER_DAY  # in which the days away are counted
MAX_DAYS_AWAY_A_YEAR = 30
MAX_DAYS_AWAY_AT_ONCE = 14  # from one day on: Discord keeps to it, and so do we
NOT_SO_LONG = Text("You can be away for at most {days} days at a time.", days=MAX_DAYS_AWAY_AT_ONCE)
NOT_AWAY = Text("You are not away.")
MAX_QUIET_SECONDS = (
    8 * 3600
)  # of quiet in a day for which a slow clock stands still; calls wait for all of them


class Pauses(NamedTuple):
    """The times in which nobody waits for a person, in seconds of UTC."""

    away: tuple[Away, ...] = ()
    quiet_from: int = 0  # of the day
    quiet: int = 0  # how long; 0: no quiet hours


NEVER = Pauses()


class Absence(NamedTuple):
    """What comes of a wish to be away, or to be back: what is to be stored, and what is told."""

    ended: tuple[Away, ...]  # those that end now
    begun: tuple[Away, ...]  # the new one; none: they are back
    days_left: int  # in this year


def absence(known: Sequence[Away], days: int, now: int) -> Absence:
    """Return what comes of a wish to be away for some days from now on; no days: to be back.

    Who is away already is back before they go again. A day begun counts, of thirty a year.
    """
    if not 0 <= days <= MAX_DAYS_AWAY_AT_ONCE:
        raise Refused(NOT_SO_LONG)
    ended = [Away(since, min(until, now)) for since, until in known]
    changed = [after for before, after in zip(known, ended, strict=True) if before != after]
    if not days and not changed:
        raise Refused(NOT_AWAY)
    left = MAX_DAYS_AWAY_A_YEAR - _days(ended, now - AWAY_YEAR_SECONDS)
    if days > left:
        raise Refused(_too_many(left))
    begun = (Away(now, now + days * SECONDS_PER_DAY),) if days else ()
    return Absence(tuple(changed), begun, left - days)


def _days(aways: Iterable[Away], after: int) -> int:
    """Return how many days somebody was away after a moment; a day begun counts."""
    seconds = sum(max(0, until - max(since, after)) for since, until in aways)
    return -(-seconds // SECONDS_PER_DAY)


def _too_many(left: int) -> Text:
    return Texts(
        "That is too long: you may be away for {n} more day this year.",
        "That is too long: you may be away for {n} more days this year.",
        n=max(0, left),
    )


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
