"""`python -m bot`: with a DISCORD_TOKEN the bot, without one the playground."""

import asyncio
import contextlib
import logging
import signal
import sys

import discord

from bot import logs, playground
from bot.app import Campanile
from bot.database import StoreTrouble
from bot.settings import BadSetting, Settings, load
from bot.store import Store

log = logging.getLogger(__name__)


async def serve(settings: Settings, token: str) -> None:
    """Run the bot until it is told to stop; the database is closed on every way out."""
    store = await Store.open(settings.database)
    bot = Campanile(store, dev_guild=settings.dev_guild)
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on its loop
            loop.add_signal_handler(name, stop.set)
    running, told = asyncio.create_task(bot.start(token)), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({running, told}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        told.cancel()
        await bot.close()
        if not running.done():
            running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running


async def play(settings: Settings) -> None:
    """Run the bot on Discord; without a token, on a Discord of our own that is played in the browser."""
    place = playground.discord_for(settings.token, settings.host, settings.port, settings.database)
    async with place as token:
        await serve(settings, token)


def main() -> int:
    """Start; say plainly what is wrong when it cannot."""
    try:
        settings = load()
        logs.set_up(settings.log_level, settings.token)
        asyncio.run(play(settings))
    except (BadSetting, StoreTrouble, playground.Unplayable, playground.NotLoopback) as trouble:
        print(f"campanile: {trouble}", file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print("campanile: Discord does not accept DISCORD_TOKEN. Reset it in the portal.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
