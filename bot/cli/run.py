"""`campanile run`: the bot on Discord; without a token, the playground in the browser."""

import argparse
import asyncio
import contextlib
import itertools
import logging
import signal
import sys
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord

from bot import playground
from bot.base import logs
from bot.base.config import Config, load
from bot.base.database_url import SQLITE, file_of, plain
from bot.base.version import release
from bot.client.application_emoji import EmojiUpload
from bot.client.bot import Campanile
from bot.client.rate_limit import RateLimiter
from bot.delivery.request_budget import RequestBudget
from bot.ops import event_loop_lag, systemd
from bot.ops.backup_files import known_schema, sqlite_file
from bot.ops.backups import DailyBackups
from bot.ops.health import answering
from bot.ops.retention import keep_deleting_expired
from bot.ops.status import connected, in_a_word
from bot.playground.discord_address import at_home
from bot.playground.own_file import own_file, world_of
from bot.processes.garbage_collection import collect_in_calm_moments, freeze_startup_objects
from bot.processes.paint_worker import PaintProcess
from bot.processes.painter import Painter
from bot.processes.think_pool import Pool
from bot.storage.stores import Stores, open_stores
from games import GAMES
from games.data_tables import BadTable

log = logging.getLogger(__name__)

LOGIN_RETRY_INTERVALS = (2, 5, 10, 20, 30)  # seconds between two attempts to log in
SPARED_IDENTIFIES = 5  # identifies that are left alone


def main(wish: argparse.Namespace) -> int:
    """Start; say plainly what is wrong when it cannot."""
    try:
        GAMES.load()  # a broken data table is named before anything starts
        settings = load()
        logs.set_up(settings.log_level, settings.token, settings.log_format)
        asyncio.run(play(settings))
    except (BadTable, playground.Unplayable, playground.NotLoopback) as trouble:
        print(f"campanile: {trouble}", file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print("campanile: Discord does not accept DISCORD_TOKEN. Reset it in the portal.", file=sys.stderr)
        return 2
    return 0


async def play(settings: Config) -> None:
    """Run the bot on Discord; without a token, on a Discord of our own that is played in the browser."""
    if not settings.token:
        settings = replace(settings, database=f"{SQLITE}{own_file(settings)}")
    world = world_of(file_of(settings.database) or Path("campanile.sqlite3"))
    where = (settings.host, settings.port, world, settings.allowed_hosts, settings.elsewhere)
    async with playground.discord_for(settings.token, *where) as token:
        await serve(settings, token)


async def serve(settings: Config, token: str) -> None:
    """Run the bot until it is told to stop; the database is closed on every way out."""
    stores = await open_stores(settings.database)
    log.info("%s, %s", about(), _about_database(settings, stores))
    easel = PaintProcess()
    bot = Campanile(
        stores,
        dev_guild=settings.dev_guild,
        turnstile=RateLimiter(*settings.presses),
        live_tables=settings.live_tables,
        painter=Painter(easel.paint),
        shards=settings.shards,
        thinker=Pool(settings.thinkers, settings.thinker_memory),
        budget=RequestBudget(settings.requests),
    )
    signs = EmojiUpload(bot, partial(stores.processes.alone, "emoji"))
    if not at_home():  # the playground does without: its page has no pictures for them
        bot.add_listener(signs.on_ready)
    freeze_startup_objects()
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on its loop
            loop.add_signal_handler(name, stop.set)
    try:
        async with answering(bot, settings), _beside(bot, settings):
            await _until_told(bot, token, stop, signs)
    finally:
        if not bot.stopping:  # it was never told to start
            await bot.close()
        easel.close()
    log.info("stopped: all that was done is stored")


async def _until_told(bot: Campanile, token: str, stop: asyncio.Event, signs: EmojiUpload) -> None:
    """Be connected until the connection ends by itself or we are told to stop."""
    running, told = asyncio.create_task(_start(bot, token)), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, told}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        systemd.notify("STOPPING=1", "STATUS=finishing the presses under way")
        told.cancel()
        await signs.close()
        await bot.close()
        if not running.done():
            running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


async def _start(bot: Campanile, token: str) -> None:
    """Log in and stay connected; without a network, try again until there is one."""
    for wait in itertools.chain(LOGIN_RETRY_INTERVALS, itertools.repeat(LOGIN_RETRY_INTERVALS[-1])):
        try:
            await bot.login(token)
            break
        except (aiohttp.ClientConnectionError, TimeoutError, discord.DiscordServerError) as error:
            log.warning("Discord cannot be reached (%s): trying again in %s s", type(error).__name__, wait)
            await bot.fresh_connection()
            await asyncio.sleep(wait)
    await _spare_identifies(bot)
    await bot.connect()


async def _spare_identifies(bot: Campanile) -> None:
    """Wait for new gateway sessions if hardly any is left today: at none Discord resets the token."""
    try:
        shards, _, limit = await bot.http.get_bot_gateway()
    except (discord.DiscordException, aiohttp.ClientError, OSError):
        return  # connecting tells more
    if limit["remaining"] < shards + SPARED_IDENTIFIES:
        wait = limit["reset_after"] / 1000 + 1
        told = "only %s identifies are left today (restarted over and over?): waiting %.0f s for new ones"
        log.error(told, limit["remaining"], wait)
        await asyncio.sleep(wait)


@contextlib.asynccontextmanager
async def _beside(bot: Campanile, settings: Config) -> AsyncIterator[None]:
    """Do what a host wants done while the bot runs; none of it can stop the bot."""
    works: list[Coroutine[Any, Any, None]] = [
        _look_over(bot.stores, settings.backups),
        keep_deleting_expired(bot, settings.keep_days),
        collect_in_calm_moments(bot.is_calm),
        systemd.keep_telling(lambda: connected(bot), lambda: in_a_word(bot)),
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


async def _look_over(stores: Stores, backups: Path | None) -> None:
    """Look for damage beside the first games; a large file takes its time."""
    if damage := await stores.engine.damage(backups):
        log.error("%s", damage)


def about() -> str:
    """Say in one line what is running."""
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Campanile {release()}, Python {python}, discord.py {discord.__version__}"


def _about_database(settings: Config, stores: Stores) -> str:
    """Say on what database, in which format, and for which shards; a password in its address is nobody's."""
    s = settings.shards
    shards = f"{s.first}-{s.last} of {s.of}" if s else "all"
    engine = f"{stores.engine.name}, schema {known_schema()}"  # opening has brought it up to date
    return f"database {plain(settings.database)} ({engine}), shards: {shards}"
