"""Discord's rate limits, as it documents them: 50 requests a second for a bot, and a bucket for each route.

What comes by an interaction's token is not bound to the bot's limit. How large a route's bucket is stands in
the headers alone; these are the sizes that bots see.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import NamedTuple

from aiohttp import web

from bot.base import timers
from bot.playground.gateway import reply

GLOBAL = 50  # requests a second with a bot's token
KEPT = 5_000  # buckets that are remembered


class Route(NamedTuple):
    """A route whose requests share a bucket for each major parameter: so many in so many seconds."""

    method: str
    path: re.Pattern[str]  # its first group is the major parameter
    limit: int
    seconds: float

    def takes(self, method: str, path: str) -> bool:
        return method == self.method and self.path.fullmatch(path) is not None


def _route(method: str, path: str, limit: int, seconds: float) -> Route:
    return Route(method, re.compile(path), limit, seconds)


ROUTES = (
    _route("PATCH", r"/channels/(\d+)/messages/\d+", 5, 5.0),
    _route("POST", r"/channels/(\d+)/messages", 5, 5.0),
    _route("DELETE", r"/channels/(\d+)/messages/\d+", 5, 1.0),
    _route("GET", r"/channels/(\d+)/messages", 5, 5.0),
    _route("POST", r"/channels/(\d+)/messages/\d+/threads", 50, 300.0),
    _route("PATCH", r"/channels/(\d+)", 5, 5.0),
    _route("POST", r"/users/@me/(channels)", 10, 10.0),
    _route("PUT", r"/applications/(\d+)/.*commands", 5, 20.0),
    _route("POST", r"/applications/(\d+)/emojis", 50, 60.0),
    _route("POST", r"/webhooks/(\d+/\w+)", 5, 2.0),
    _route("PATCH", r"/webhooks/(\d+/\w+)/messages/.*", 5, 2.0),
    _route("DELETE", r"/webhooks/(\d+/\w+)/messages/.*", 5, 2.0),
)


@dataclass(slots=True)
class Bucket:
    """What is left of a limit until it is reset."""

    limit: int
    reset: float  # on the monotonic clock
    used: int = 0

    @property
    def remaining(self) -> int:
        return max(0, self.limit - self.used)


class RateLimits:
    """Counts the bot's requests, tells it in headers how it stands, and refuses what is too much."""

    def __init__(self) -> None:
        self.enforced = False
        self.refused = 0
        self.refused_globally = 0
        self.most = 0  # requests with the bot's token in any one second that was counted
        self._second = Bucket(GLOBAL, 0.0)
        self._buckets: dict[tuple[Route, str], Bucket] = {}

    def check(self, method: str, path: str) -> tuple[dict[str, str], web.Response | None]:
        """Return the headers that go with the answer, and a refusal if there is one."""
        if not self.enforced:
            return {}, None
        by_token = path.startswith(("/interactions/", "/webhooks/"))
        if not by_token and (wait := _is_over(self._this_second())):
            self.refused_globally += 1
            return {}, self._refusal(wait, {"X-RateLimit-Global": "true"}, "global")
        found = next((route for route in ROUTES if route.takes(method, path)), None)
        if found is None:
            return {}, None
        bucket = self._bucket(found, path)
        wait = _is_over(bucket)
        headers = _headers(found, bucket)
        return headers, self._refusal(wait, headers, "user") if wait else None

    def _this_second(self) -> Bucket:
        if timers.monotonic() >= self._second.reset:
            self.most = max(self.most, self._second.used)
            self._second = Bucket(GLOBAL, timers.monotonic() + 1.0)
        return self._second

    def _bucket(self, route: Route, path: str) -> Bucket:
        key = route, route.path.fullmatch(path)[1]  # type: ignore[index]  # it is this route
        bucket = self._buckets.get(key)
        if bucket is None or timers.monotonic() >= bucket.reset:
            self._buckets.pop(key, None)
            bucket = self._buckets[key] = Bucket(route.limit, timers.monotonic() + route.seconds)
            if len(self._buckets) > KEPT:
                del self._buckets[next(iter(self._buckets))]
        return bucket

    def _refusal(self, wait: float, headers: dict[str, str], scope: str) -> web.Response:
        self.refused += 1
        body = {"message": "You are being rate limited.", "retry_after": wait, "global": scope == "global"}
        told = headers | {"X-RateLimit-Scope": scope, "Retry-After": f"{wait:.3f}"}
        return reply(body, 429, **told, Via="1.1 playground")  # without Via a bot takes us for Cloudflare


def _is_over(bucket: Bucket) -> float:
    """Take one of a bucket; return how long to wait if it is empty."""
    if bucket.used >= bucket.limit:
        return max(0.001, bucket.reset - timers.monotonic())
    bucket.used += 1
    return 0.0


def _headers(route: Route, bucket: Bucket) -> dict[str, str]:
    after = max(0.0, bucket.reset - timers.monotonic())
    name = hashlib.sha256(f"{route.method} {route.path.pattern}".encode()).hexdigest()
    return {
        "X-RateLimit-Limit": str(bucket.limit),
        "X-RateLimit-Remaining": str(bucket.remaining),
        "X-RateLimit-Reset": f"{timers.now() + after:.3f}",
        "X-RateLimit-Reset-After": f"{after:.3f}",
        "X-RateLimit-Bucket": name[:32],
    }
