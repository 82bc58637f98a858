"""What the doctor looks at on this machine: Python, settings, database, disk, backups, languages."""

import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from bot.base.config import Config
from bot.base.database_url import file_of
from bot.base.errors import StoreTrouble
from bot.base.sqlite_file import reading
from bot.base.units import SECONDS_PER_DAY
from bot.base.version import release
from bot.ops.backup_files import known_schema, look_over
from bot.ops.backups import DAILY_BACKUPS_KEPT, DailyBackups
from bot.ops.doctor import Finding, bad, ok, size, warn
from bot.ops.doctor_postgres import look_at_server
from bot.ops.health_client import ask
from bot.text import catalogue
from bot.text.template import lacking, template
from games import GAMES
from games.data_tables import BadTable

OLDEST = (3, 11)
LITTLE, TOO_LITTLE = 1_000_000_000, 100_000_000  # bytes free


def look_here(settings: Config, env_file: Path) -> Iterator[Finding]:
    """Yield what is found without asking Discord."""
    yield python()
    yield ok("Campanile", release())
    yield from secrets_kept(settings, env_file)
    yield games()
    if file := file_of(settings.database):
        yield from database(file)
        yield from silenced(file)
        yield disk(file)
        yield from backups(settings, file)
    else:
        yield from look_at_server(str(settings.database))
    yield from languages()
    yield from running(settings)


def python(version: tuple[int, ...] = tuple(sys.version_info[:3])) -> Finding:
    said = ".".join(map(str, version))
    if version < OLDEST:
        return bad("Python", said, "install Python 3.11 or newer")
    return ok("Python", f"{said}, SQLite {sqlite3.sqlite_version}")


def games() -> Finding:
    """Look whether every game's data tables can be read; a host may edit them."""
    try:
        GAMES.load()
    except BadTable as wrong:
        return bad("games", str(wrong), "mend the file, or take it back: git checkout games")
    return ok("games", f"{len(GAMES)}, data tables understood")


def secrets_kept(settings: Config, env_file: Path) -> Iterator[Finding]:
    """Look whether others on this machine can read the token."""
    if not settings.token:
        do = f"put it into {env_file}, or its file into DISCORD_TOKEN_FILE"
        yield bad("settings", "there is no DISCORD_TOKEN", do)
        return
    if env_file.is_file() and os.name == "posix" and env_file.stat().st_mode & 0o044:
        yield warn("settings", f"{env_file} can be read by others on this machine", f"chmod 600 {env_file}")
        return
    yield ok("settings", "understood")


def database(path: Path) -> Iterator[Finding]:
    """Look the file over, whether or not the bot is using it."""
    if not path.exists():
        yield _new_database(path)
        return
    try:
        looked = look_over(path)
    except StoreTrouble as trouble:
        yield bad("database", str(trouble), "restore a backup: campanile restore FILE")
        return
    yield ok("database", f"{path}, {size(_bytes(path))}, sound: {looked}")
    if looked.schema < known_schema():
        told = f"format {looked.schema} of {known_schema()}"
        yield warn("schema", told, "it is brought up to date at the next start, and a copy is kept")
    else:
        yield ok("schema", f"format {looked.schema}, up to date")
    if not os.access(path, os.W_OK) or not os.access(path.parent, os.W_OK):
        yield bad("database", f"{path} or its folder cannot be written", "check their owner and permissions")


def _bytes(path: Path) -> int:
    """Return the size of a database with its last moves, which stand beside it."""
    wal = Path(f"{path}-wal")
    return path.stat().st_size + (wal.stat().st_size if wal.exists() else 0)


def _new_database(path: Path) -> Finding:
    folder = path.resolve().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        return bad("database", f"{folder} does not exist or cannot be written", "make it, or give it to us")
    return ok("database", f"{path} does not exist yet: the first start makes it")


def silenced(path: Path) -> Iterator[Finding]:
    """Name the channels in which we were not allowed to write when we last tried."""
    ask_for = "SELECT guild, channel FROM tables WHERE silenced != 0 AND phase IN ('lobby', 'play')"
    try:
        with reading(path) as db:
            found = db.execute(ask_for).fetchall()
    except StoreTrouble:  # missing, damaged or old: said already
        return
    for guild, channel in found[:20]:
        told = f"a table waits in channel {channel} of server {guild}, where we may not write"
        yield warn("channel", told, "give the bot its permissions there; then press something at the table")


def disk(path: Path) -> Finding:
    """Look whether there is room for the games and a copy of them."""
    folder = path.resolve().parent
    if not folder.is_dir():
        return bad("disk", f"{folder} does not exist", "make it, or name another in DATABASE_URL")
    free = shutil.disk_usage(folder).free
    needed = 2 * _bytes(path) if path.exists() else 0
    if free < TOO_LITTLE + needed:
        return bad("disk", f"{size(free)} free at {folder}", "free some space: a full disk stops every game")
    if free < LITTLE + needed:
        return warn("disk", f"{size(free)} free at {folder}", "free some space soon")
    return ok("disk", f"{size(free)} free at {folder}")


def backups(settings: Config, path: Path) -> Iterator[Finding]:
    """Look whether yesterday's copy is there."""
    if settings.backups is None:
        yield warn(
            "backups", "BACKUPS is not set", f"BACKUPS=folder keeps the last {DAILY_BACKUPS_KEPT} days"
        )
        return
    made = DailyBackups(path, settings.backups).made()
    if not made:
        yield warn("backups", f"none in {settings.backups} yet", "the running bot makes the first at once")
        return
    days = (time.time() - made[-1].stat().st_mtime) / SECONDS_PER_DAY
    if days > 2:
        yield warn(
            "backups", f"the newest is {days:.0f} days old", "is the bot running? Its log says why not"
        )
    else:
        yield ok("backups", f"{len(made)} in {settings.backups}, newest {made[-1].name}")


def languages() -> Iterator[Finding]:
    """Look whether the catalogues have every sentence of the code."""
    fresh = template()
    yield ok("languages", f"English, {len(fresh)} sentences")
    for path in sorted(catalogue.LOCALES.glob(f"*/*/{catalogue.DOMAIN}.po")):
        name = path.parent.parent.name
        if missing := len(lacking(name, fresh)):
            yield warn(
                "languages", f"{name}: {missing} sentences are in English", "translate them (locales/)"
            )
        else:
            yield ok("languages", f"{name}: complete")


def running(settings: Config) -> Iterator[Finding]:
    """Ask the bot itself, if it answers anybody."""
    if settings.health_port:
        well, told = ask(settings, "readyz")
        yield ok("running", told) if well else warn("running", told, "start the bot, or look at its log")
