"""A turnstile before the desk: each person may press ten times at once, and then twice a second."""

from collections import OrderedDict
from collections.abc import Hashable

from bot.base import timers

MAX_PEOPLE_REMEMBERED = 10_000  # people remembered: far more than can be in a hurry at the same time
MAX_CLOCK_SETBACK = 1.0  # seconds; a debt larger by this is none: the playground's clock was set back
TOLD_AGAIN_INTERVAL = 1.0  # seconds in which a person in a hurry is told so only once


class RateLimiter:
    """Lets people through; remembers only those who were here within the last seconds.

    For each person it keeps one time: when all their presses will have been paid for, at `rate` a second.
    They may be ahead by `burst` presses. Whoever has paid is forgotten: that means never having come.
    """

    def __init__(self, burst: int = 10, rate: float = 2.0) -> None:
        self._price, self._credit = 1 / rate, (burst - 1) / rate
        self._open = burst == 0  # everybody may press as they like
        self._paid: OrderedDict[Hashable, float] = OrderedDict()
        self._told: OrderedDict[Hashable, float] = OrderedDict()

    def allows(self, who: Hashable) -> bool:
        """Say whether someone may press now, and count it if so."""
        if self._open:
            return True
        now = timers.monotonic()
        paid = max(self._paid.get(who, now), now)
        if paid - now > self._credit + self._price + MAX_CLOCK_SETBACK:
            paid = now
        if paid - now > self._credit:
            return False
        self._note(self._paid, who, paid + self._price, now)
        return True

    def may_be_told(self, who: Hashable) -> bool:
        """Say whether it is time to tell someone (again) that they are in a hurry."""
        now = timers.monotonic()
        if now < self._told.get(who, now) <= now + TOLD_AGAIN_INTERVAL:
            return False
        self._note(self._told, who, now + TOLD_AGAIN_INTERVAL, now)
        return True

    def _note(self, book: OrderedDict[Hashable, float], who: Hashable, until: float, now: float) -> None:
        book[who] = until
        book.move_to_end(who)
        while len(book) > MAX_PEOPLE_REMEMBERED or book[next(iter(book))] <= now:
            book.popitem(last=False)
            if not book:
                return

    def remembered(self) -> int:
        """Return how many people are remembered."""
        return max(len(self._paid), len(self._told))
