"""/metrics: the figures in the words of Prometheus; needs `prometheus-client`, an extra."""

import asyncio
import math
import platform
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

import discord

from bot.base import metrics, timers
from bot.base.errors import StoreTrouble
from bot.base.own_folder import how_to_install
from bot.base.version import commit, version
from bot.ops.status import shards
from bot.storage.tables import TableStore

if TYPE_CHECKING:
    from prometheus_client.core import Metric

PREFIX = "campanile_"
TABLES_EVERY, LIMIT_EVERY = 60.0, 300.0  # seconds between two looks: both cost somebody else something


class NotInstalled(RuntimeError):
    """The extra is missing; the sentence says how to get it."""


class Budget(Protocol):
    """The request budget, as far as it is told of."""

    @property
    def rate(self) -> float: ...

    def fill(self) -> float: ...

    def waiting(self) -> int: ...


class Metrics:
    """Puts the figures together when somebody asks."""

    def __init__(self, client: discord.Client, store: TableStore, budget: Budget) -> None:
        self._client = client
        self._store = store
        self._budget = budget
        self._tables: list[tuple[str, str, int]] = []
        self._identifies: int | None = None
        self._looked: dict[str, float] = {}
        self._registry: Any = None

    async def page(self) -> tuple[bytes, str]:
        """Return the page and its content type."""
        try:
            from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
        except ModuleNotFoundError:
            raise NotInstalled(
                "/metrics needs the package prometheus-client, an extra of Campanile:"
                f" {how_to_install('metrics')}. /healthz and /readyz need nothing."
            ) from None
        await asyncio.gather(self._look_at_tables(), self._look_at_identifies())
        return generate_latest(self._collected()), CONTENT_TYPE_LATEST

    def _collected(self) -> Any:
        from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector

        if self._registry is None:
            self._registry = CollectorRegistry(auto_describe=False)
            ProcessCollector(registry=self._registry)
            PlatformCollector(registry=self._registry)
            self._registry.register(self)
        return self._registry

    def collect(self) -> "Iterator[Metric]":
        """Yield every figure; Prometheus calls this."""
        yield from _counts(metrics.COUNTS)
        yield from _spreads(metrics.HISTOGRAMS)
        yield from self._gauges()

    # --- what is so at the moment ---

    def _gauges(self) -> "Iterator[Metric]":
        yield _gauge("tables", "Open tables, by phase and game", ("phase", "game"), self._tables)
        lines = shards(self._client) if self._client.is_ready() else []
        known = [(str(s.number), s.latency) for s in lines if math.isfinite(s.latency)]
        yield _gauge("shard_latency_seconds", "Heartbeat to its answer, by shard", ("shard",), known)
        up = [(str(s.number), int(s.connected)) for s in lines]
        yield _gauge("shard_connected", "Whether a shard's line is open", ("shard",), up)
        budget = self._budget
        fill, room, line = [(budget.fill(),)], [(budget.rate,)], [(budget.waiting(),)]
        yield _gauge("request_budget_fill", "How much of what may go went in ten seconds, 0 to 1", (), fill)
        yield _gauge("request_budget_per_second", "This process's share; 0: no limit", (), room)
        yield _gauge("request_budget_waiting", "Requests and boards that wait for the budget", (), line)
        yield _gauge("servers", "Servers that this process serves", (), [(len(self._client.guilds),)])
        if self._identifies is not None:
            left = [(self._identifies,)]
            yield _gauge("identifies_left", "New gateway sessions that Discord allows today", (), left)
        about = (version(), commit(), platform.python_version(), discord.__version__, 1)
        yield _gauge("info", "What is running", ("version", "commit", "python", "discord_py"), [about])

    async def _look_at_tables(self) -> None:
        if self._is_due("tables", TABLES_EVERY):
            try:
                self._tables = await self._store.open_tables()
            except StoreTrouble:
                self._tables = []

    async def _look_at_identifies(self) -> None:
        if self._client.is_ready() and self._is_due("identifies", LIMIT_EVERY):
            try:
                *_, limit = await self._client.http.get_bot_gateway()
            except (discord.DiscordException, OSError, TimeoutError):
                return
            self._identifies = int(limit["remaining"])

    def _is_due(self, what: str, every: float) -> bool:
        now = timers.monotonic()
        if now < self._looked.get(what, -math.inf) + every:
            return False
        self._looked[what] = now
        return True


def _counts(counts: Iterable[metrics.Counter]) -> "Iterator[Metric]":
    from prometheus_client.core import CounterMetricFamily

    for count in counts:
        family = CounterMetricFamily(PREFIX + count.name, count.meaning, labels=count.labels)
        for labels, value in list(count.values.items()) or ([((), 0)] if not count.labels else []):
            family.add_metric(labels, value)
        yield family


def _spreads(spreads: Iterable[metrics.Histogram]) -> "Iterator[Metric]":
    from prometheus_client.core import HistogramMetricFamily

    for spread in spreads:
        family = HistogramMetricFamily(PREFIX + spread.name, spread.meaning, labels=spread.labels)
        for labels, measured in list(spread.values.items()):
            below, buckets = 0, []
            for limit, count in zip((*map(str, spread.limits), "+Inf"), measured.counts, strict=True):
                below += count
                buckets.append((limit, below))
            family.add_metric(labels, buckets, measured.sum)
        yield family


def _gauge(name: str, meaning: str, labels: tuple[str, ...], rows: Iterable[Any]) -> "Metric":
    from prometheus_client.core import GaugeMetricFamily

    family = GaugeMetricFamily(PREFIX + name, meaning, labels=labels)
    for *values, number in rows:
        family.add_metric(values, number)
    return family
