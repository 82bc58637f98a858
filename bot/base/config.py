"""Settings from the environment and from a `.env` file; every one is explained in `.env.example`."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.base.database_url import SQLITE, file_of, is_address, plain
from bot.base.env_file import BadLine, read_env_file
from bot.base.own_folder import is_installed, own_folder
from bot.base.shards import Shards

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATS = ("text", "json")
BOTS_FILE, PLAYGROUNDS_FILE = "sqlite:///campanile.sqlite3", "sqlite:///playground.sqlite3"
MAX_CACHED_TABLES = 500  # about 11 KiB each; one that went is replayed at its next press
LEAST_MEMORY = 128  # megabytes for a process that thinks


class BadSetting(ValueError):
    """A setting that cannot be used; says which and what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """What a host can choose."""

    token: str = ""
    database: str = BOTS_FILE  # an address, as `open_stores` takes it
    playground: str = PLAYGROUNDS_FILE  # the same, for the games of the playground
    host: str = "127.0.0.1"
    port: int = 8420
    allowed_hosts: tuple[str, ...] = ()
    log_level: str = "INFO"
    dev_guild: int | None = None
    log_format: str = "text"
    backups: Path | None = None  # the folder of the daily backups
    health_host: str = "127.0.0.1"
    health_port: int = 0  # 0: nobody is answered
    presses: tuple[int, float] = (10, 2.0)  # at once, and then a second, for each person; 0: no limit
    live_tables: int = MAX_CACHED_TABLES
    keep_days: int = 0  # for which the moves of a finished game are kept; 0: always
    shards: Shards | None = None  # None: all of them
    requests: int = 45  # a second with the bot's token, for all processes together; 0: no limit
    api: str = ""  # where Discord is, if not where it always is: one on this machine, or a proxy
    gateway: str = ""
    proxy: bool = False  # whether that address is a proxy in front of the real Discord
    thinkers: int = 0  # processes in which computers think; 0: one fewer than the cores
    thinker_memory: int = 512  # megabytes that each may have; 0: as much as it likes

    @property
    def elsewhere(self) -> tuple[str, str, bool]:
        """Where Discord is: API, gateway, and whether that is a proxy."""
        return self.api, self.gateway, self.proxy

    def __repr__(self) -> str:
        """Keep the token and the database's password out of logs and error texts."""
        return f"Settings(token={'set' if self.token else 'unset'}, database={plain(self.database)})"


def load(environ: Mapping[str, str] | None = None, env_file: Path | None = None) -> Config:
    """Return the settings; the environment wins over the file."""
    around = os.environ if environ is None else environ
    env_file = own_folder() / ".env" if env_file is None else env_file
    try:
        given = {**read_env_file(env_file, around), **around}
    except (BadLine, OSError, UnicodeDecodeError) as wrong:
        told = wrong if isinstance(wrong, BadLine) else f"{env_file} cannot be read ({type(wrong).__name__})"
        raise BadSetting(str(told)) from None
    level = given.get("LOG_LEVEL", "").upper() or "INFO"
    if level not in LEVELS:
        raise BadSetting(f"LOG_LEVEL is {level!r}; use one of {', '.join(LEVELS)}")
    guild, backups = given.get("DEV_GUILD", ""), given.get("BACKUPS", "")
    database = _database(given.get("DATABASE_URL", "") or BOTS_FILE)
    return Config(
        token=_token(given.get("DISCORD_TOKEN", ""), given.get("DISCORD_TOKEN_FILE", "")),
        database=database,
        playground=database if given.get("DATABASE_URL", "") else _in_own_folder(PLAYGROUNDS_FILE),
        host=given.get("HOST", "") or "127.0.0.1",
        port=_number("PORT", given.get("PORT", "") or "8420", 65535),
        allowed_hosts=tuple(filter(None, given.get("ALLOWED_HOSTS", "").replace(",", " ").split())),
        log_level=level,
        dev_guild=_number("DEV_GUILD", guild, 2**63) if guild else None,
        log_format=_log_format(given.get("LOG_FORMAT", "")),
        backups=own_folder() / backups if backups else None,
        health_host=given.get("HEALTH_HOST", "") or "127.0.0.1",
        health_port=_number("HEALTH_PORT", given.get("HEALTH_PORT", "") or "0", 65535),
        presses=_presses(given.get("PRESSES", "") or "10/2"),
        live_tables=_number("LIVE_TABLES", given.get("LIVE_TABLES", "") or str(MAX_CACHED_TABLES), 1_000_000),
        keep_days=_number("KEEP_DAYS", given.get("KEEP_DAYS", "") or "0", 36_500),
        shards=_shards(given.get("SHARDS", ""), database),
        requests=_number("REQUESTS", given.get("REQUESTS", "") or "45", 10_000),
        api=given.get("CAMPANILE_API", ""),
        gateway=given.get("CAMPANILE_GATEWAY", ""),
        proxy=_switch("CAMPANILE_PROXY", given.get("CAMPANILE_PROXY", "")),
        thinkers=_number("THINKERS", given.get("THINKERS", "") or "0", 256),
        thinker_memory=_memory(given.get("THINKER_MEMORY", "") or "512"),
    )


def _token(token: str, file: str) -> str:
    """Return the token, which may stand in a file of its own: a secret of Docker or of systemd."""
    if not file:
        return token
    if token:
        raise BadSetting("DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set; use one of them")
    try:
        told = (own_folder() / file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(
            f"DISCORD_TOKEN_FILE is {file!r}, which cannot be read"
            f" ({type(error).__name__}); use a file that Campanile may read"
        ) from None
    if not told:
        raise BadSetting(f"DISCORD_TOKEN_FILE is {file!r}, which is empty; use a file with the token in it")
    return told


def _log_format(name: str) -> str:
    name = name.lower() or "text"
    if name not in FORMATS:
        raise BadSetting(f"LOG_FORMAT is {name!r}; use one of {', '.join(FORMATS)}")
    return name


def _presses(said: str) -> tuple[int, float]:
    """Read "10/2": ten at once, then two a second; 0 lets everybody press as they like."""
    burst, _, rate = said.partition("/")
    try:
        limit = (int(burst), float(rate or 1))
    except ValueError:
        limit = (-1, 0.0)
    if limit[0] < 0 or not 0 < limit[1] < 1e6:
        raise BadSetting(f"PRESSES is {said!r}; use e.g. 10/2: ten at once, then two a second (0: no limit)")
    return limit


def _switch(name: str, said: str) -> bool:
    if said.lower() not in ("", "0", "1", "no", "yes"):
        raise BadSetting(f"{name} is {said!r}; use 1 or 0")
    return said.lower() in ("1", "yes")


def _database(url: str) -> str:
    if not is_address(url):
        raise BadSetting(
            "DATABASE_URL is no address of a database; use sqlite:///path/to/file or"
            " postgresql://user:password@host/name"
        )
    return _in_own_folder(url)


def _in_own_folder(url: str) -> str:
    """Return an address with its file in our own folder, unless it names a folder itself."""
    file = file_of(url)
    return f"{SQLITE}{own_folder() / file}" if file is not None and is_installed() else url


def _shards(said: str, database: str) -> Shards | None:
    """Read "0-3/8": the first four of eight; a file of SQLite is for one process, which has them all."""
    if not said:
        return None
    found = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", said)
    shards = Shards(int(found[3]), int(found[1]), int(found[2] or found[1])) if found else Shards(0)
    if not shards.first <= shards.last < shards.of:
        raise BadSetting(f"SHARDS is {said!r}; use e.g. 0-3/8: the first four of eight")
    if len(shards.ids()) < shards.of and file_of(database):
        raise BadSetting(
            "SHARDS names some shards only, and a file of SQLite is for one process: use PostgreSQL"
        )
    return shards


def _memory(said: str) -> int:
    """Read megabytes; a process that thinks needs some to begin with."""
    megabytes = _number("THINKER_MEMORY", said, 1_000_000)
    if 0 < megabytes < LEAST_MEMORY:
        raise BadSetting(f"THINKER_MEMORY is {said!r}; use at least {LEAST_MEMORY} megabytes (0: no limit)")
    return megabytes


def _number(name: str, value: str, most: int) -> int:
    if not value.isdecimal() or int(value) > most:
        raise BadSetting(f"{name} is {value!r}; use a number up to {most}")
    return int(value)
