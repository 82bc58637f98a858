"""`campanile run`: the bot on Discord; without a token, the playground in the browser."""

import argparse
import asyncio
import logging
import sys
from dataclasses import replace

import discord

from bot import playground
from bot.app_process import run
from bot.base import logs
from bot.base.config import Config, load
from bot.base.database_url import SQLITE, file_of, plain
from bot.base.own_folder import is_installed, own_folder
from bot.base.version import release
from bot.ops.backup_files import known_schema
from bot.playground.discord_address import at_home
from bot.playground.own_file import own_file, world_of
from bot.storage.stores import Stores, open_stores
from games import GAMES
from games.data_tables import BadTable

log = logging.getLogger(__name__)


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
    world = world_of(file_of(settings.database) or own_folder() / "campanile.sqlite3")
    where = (settings.host, settings.port, world, settings.allowed_hosts, settings.elsewhere)
    async with playground.discord_for(settings.token, *where) as token:
        if is_installed() and not settings.token:
            print(f"Games and settings are kept in {own_folder()}", flush=True)
        await serve(settings, token)


async def serve(settings: Config, token: str) -> None:
    """Run the bot until it is told to stop; the database is closed on every way out."""
    stores = await open_stores(settings.database)
    log.info("%s, %s", about(), _about_database(settings, stores))
    await run(settings, stores, token, emoji=not at_home())  # the playground's page has no pictures for them
    log.info("stopped: all that was done is stored")


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
