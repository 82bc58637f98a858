"""The rate-limit buckets that Discord tells of in its answers, by route and without ids."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace

import aiohttp

KEPT_WORDS = {"@me", "@original", "@everyone"}
BEHIND_TOKEN = {"webhooks", "interactions"}  # {id}/{token} follows
SHOWN = 8  # characters of a bucket's name, which is the same for every bot
PREFIX = "/api/"


@dataclass
class Bucket:
    """What Discord says of one route."""

    limit: str = "?"
    name: str = ""
    least: float = float("inf")  # requests that were left
    longest: float = 0.0  # seconds until it was full again
    answers: Counter[int] = field(default_factory=Counter)

    def heard(self, status: int, headers: Mapping[str, str]) -> None:
        self.answers[status] += 1
        if "X-RateLimit-Limit" in headers:
            self.limit = headers["X-RateLimit-Limit"]
            self.name = headers.get("X-RateLimit-Bucket", "")[:SHOWN]
            self.least = min(self.least, _number(headers.get("X-RateLimit-Remaining", "")))
            self.longest = max(self.longest, _number(headers.get("X-RateLimit-Reset-After", "0")))

    def __str__(self) -> str:
        answers = ", ".join(f"{count} x {status}" for status, count in sorted(self.answers.items()))
        if self.limit == "?":
            return answers
        told = f"limit {self.limit}, fewest left {self.least:.0f}, full again after {self.longest:.1f} s"
        return f"{told}, bucket {self.name or '?'}; {answers}"


class Limits:
    """Watches the answers to every request of a client."""

    def __init__(self) -> None:
        self._buckets: dict[str, Bucket] = {}

    def watching(self) -> aiohttp.TraceConfig:
        """Return what the client's HTTP session is to be watched with."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._ended)
        return trace

    async def _ended(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        bucket = self._buckets.setdefault(f"{ended.method} {route(ended.url.path)}", Bucket())
        bucket.heard(ended.response.status, ended.response.headers)

    def lines(self) -> Iterator[str]:
        """Yield a line a route."""
        yield "rate limits seen, by route:"
        for name, bucket in sorted(self._buckets.items()):
            yield f"  {name}: {bucket}"


def route(path: str) -> str:
    """Return a path as the documentation writes it: /channels/{id}/messages/{id}."""
    parts = path.removeprefix(PREFIX).strip("/").split("/")
    if parts[0].startswith("v") and parts[0][1:].isdecimal():
        parts = parts[1:]
    named: list[str] = []
    for n, part in enumerate(parts):
        behind = n >= 2 and parts[n - 2] in BEHIND_TOKEN
        named.append("{token}" if behind else "{id}" if part.isdecimal() else _safe(part))
    return "/" + "/".join(named)


def _safe(part: str) -> str:
    """Let through only words that routes are made of."""
    return part if part in KEPT_WORDS or (part.replace("-", "").isalnum() and len(part) < 20) else "{…}"


def _number(said: str) -> float:
    try:
        return float(said)
    except ValueError:
        return 0.0
