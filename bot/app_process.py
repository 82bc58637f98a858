"""The bot as a process: `bot.app` builds it, beside it runs what its host wants, and a signal stops it."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from bot.app import App, build
from bot.app_parts import Parts
from bot.base import logs
from bot.base.config import Config
from bot.client.application_emoji import EmojiUpload
from bot.client.login import stay_connected
from bot.client.rate_limit import RateLimiter
from bot.delivery.request_budget import RequestBudget
from bot.ops import event_loop_lag, systemd
from bot.ops.backup_files import sqlite_file
from bot.ops.backups import DailyBackups
from bot.ops.health import Health, answering
from bot.ops.prometheus import Metrics
from bot.ops.retention import Retention
from bot.ops.status import Status
from bot.processes.garbage_collection import collect_in_calm_moments, freeze_startup_objects
from bot.processes.paint_worker import PaintProcess
from bot.processes.painter import Painter
from bot.processes.think_pool import Pool
from bot.storage.stores import Stores
from bot.views.parts import emblems

log = logging.getLogger(__name__)


async def run(settings: Config, stores: Stores, token: str, *, emoji: bool) -> None:
    """Run the bot until it is told to stop; the database is closed on every way out."""
    async with contextlib.AsyncExitStack() as stack:  # the last that was entered is left first
        workers = PaintProcess()
        stack.callback(workers.close)
        app = await build(stores, parts_of(settings, workers))
        stack.push_async_callback(app.client.close)
        signs = EmojiUpload(app.client, emblems.learn, partial(stores.processes.alone, "emoji"))
        stack.push_async_callback(signs.close)
        if emoji:
            app.client.add_listener(signs.on_ready)
        freeze_startup_objects()
        stop = _stop_signal()
        status = Status(app.client, stores.processes, lambda: app.core.context.intake.stopping)
        health = Health(status, Metrics(app.client, stores.tables, app.parts.budget))
        await stack.enter_async_context(answering(health, settings))
        await stack.enter_async_context(_beside(app, settings, status))
        await _until_told(app, token, stop)


def parts_of(settings: Config, workers: PaintProcess) -> Parts:
    """Return what the settings choose: the processes, the limits, the shards."""
    return Parts(
        rate_limiter=RateLimiter(*settings.presses),
        budget=RequestBudget(settings.requests),
        painter=Painter(workers.paint),
        thinker=Pool(settings.thinkers, settings.thinker_memory),
        shards=settings.shards,
        live_tables=settings.live_tables,
        dev_guild=settings.dev_guild,
    )


def _stop_signal() -> asyncio.Event:
    """Return what is set when the host tells the process to stop."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on its loop
            loop.add_signal_handler(name, stop.set)
    return stop


async def _until_told(app: App, token: str, stop: asyncio.Event) -> None:
    """Be connected until the connection ends by itself or we are told to stop."""
    app.core.budget_shares.start()
    running = asyncio.create_task(stay_connected(app.client, token))
    told = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, told}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        systemd.notify("STOPPING=1", "STATUS=finishing the presses under way")
        told.cancel()
        await app.client.close()
        if not running.done():
            running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


@contextlib.asynccontextmanager
async def _beside(app: App, settings: Config, status: Status) -> AsyncIterator[None]:
    """Do what a host wants done while the bot runs; none of it can stop the bot."""
    core = app.core
    retention = Retention(core.services, core.stores.channel_limits, core.shards, settings.keep_days)
    works: list[Coroutine[Any, Any, None]] = [
        _look_for_damage(core.stores, settings.backups),
        retention.keep_deleting(app.client.is_ready),
        collect_in_calm_moments(app.is_calm),
        systemd.keep_telling(status.connected, status.in_a_word),
    ]
    if settings.health_port:
        works.append(event_loop_lag.keep_measuring())
    if settings.backups is not None:
        works.append(DailyBackups(sqlite_file(settings), settings.backups).keep())
    tasks = [asyncio.create_task(work) for work in works]
    for task in tasks:
        task.add_done_callback(_noticed)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()


def _noticed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("something beside the bot has ended\n%s", logs.trace(error))


async def _look_for_damage(stores: Stores, backups: Path | None) -> None:
    """Look for damage beside the first games; a large file takes its time."""
    if damage := await stores.engine.damage(backups):
        log.error("%s", damage)
