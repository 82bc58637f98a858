"""`python -m bot`: with a DISCORD_TOKEN the bot, without one the playground."""

import asyncio
import contextlib
import itertools
import logging
import signal
import sys

import aiohttp
import discord

from bot import logs, playground
from bot.app import Campanile
from bot.errors import StoreTrouble
from bot.playground.address import at_home
from bot.settings import BadSetting, Settings, load
from bot.stage.emoji import Hanging
from bot.tables.store import Store
from games import GAMES
from games.tables import BadTable

log = logging.getLogger(__name__)

AGAIN = (2, 5, 10, 20, 30)  # seconds between two attempts to log in
VERSION = "0.1.0"


async def serve(settings: Settings, token: str) -> None:
    """Run the bot until it is told to stop; the database is closed on every way out."""
    store = await Store.open(settings.database)
    log.info("%s, database %s, %s", about(), settings.database, store.engine())
    bot = Campanile(store, dev_guild=settings.dev_guild)
    if not at_home():  # the playground does without: its page has no pictures for them
        bot.add_listener(Hanging(bot).on_ready)
    check = asyncio.create_task(_look_over(store))
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on its loop
            loop.add_signal_handler(name, stop.set)
    running, told = asyncio.create_task(_start(bot, token)), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, told}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        told.cancel()
        check.cancel()
        await bot.close()
        if not running.done():
            running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


async def _start(bot: Campanile, token: str) -> None:
    """Log in and stay connected; without a network, try again until there is one."""
    for wait in itertools.chain(AGAIN, itertools.repeat(AGAIN[-1])):
        try:
            await bot.login(token)
            break
        except (aiohttp.ClientConnectionError, TimeoutError, discord.DiscordServerError) as error:
            log.warning("Discord cannot be reached (%s): trying again in %s s", type(error).__name__, wait)
            await bot.fresh_connection()
            await asyncio.sleep(wait)
    await bot.connect()


async def _look_over(store: Store) -> None:
    """Look for damage beside the first games; a large file takes its time."""
    if damage := await store.damage():
        log.error("%s", damage)


def about() -> str:
    """Say in one line what is running."""
    python = ".".join(map(str, sys.version_info[:3]))
    return f"Campanile {VERSION}, Python {python}, discord.py {discord.__version__}"


async def play(settings: Settings) -> None:
    """Run the bot on Discord; without a token, on a Discord of our own that is played in the browser."""
    where = (settings.host, settings.port, settings.database, settings.allowed_hosts)
    async with playground.discord_for(settings.token, *where) as token:
        await serve(settings, token)


def main() -> int:
    """Start; say plainly what is wrong when it cannot."""
    try:
        GAMES.load()  # a broken data table is named before anything starts
        settings = load()
        logs.set_up(settings.log_level, settings.token)
        asyncio.run(play(settings))
    except (BadSetting, BadTable, StoreTrouble, playground.Unplayable, playground.NotLoopback) as trouble:
        print(f"campanile: {trouble}", file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print("campanile: Discord does not accept DISCORD_TOKEN. Reset it in the portal.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
