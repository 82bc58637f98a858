"""Settings from the environment and from a `.env` file; every one is explained in `.env.example`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.tables.address import file_of, is_address, plain
from bot.tables.live import MOST

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class BadSetting(ValueError):
    """A setting that cannot be used; says which and what to do."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a host can choose."""

    token: str = ""
    database: str = "sqlite:///campanile.sqlite3"  # an address, as `Store.open` takes it
    host: str = "127.0.0.1"
    port: int = 8420
    allowed_hosts: tuple[str, ...] = ()
    log_level: str = "INFO"
    dev_guild: int | None = None
    live_tables: int = MOST

    @property
    def beside(self) -> Path:
        """The file beside which others may be kept; games on a server have the folder we start from."""
        return file_of(self.database) or Path("campanile.sqlite3")

    def __repr__(self) -> str:
        """Keep the token and the database's password out of logs and error texts."""
        return f"Settings(token={'set' if self.token else 'unset'}, database={plain(self.database)})"


def read_env_file(path: Path) -> dict[str, str]:
    """Read KEY=value lines; blank lines and lines that start with # are passed over."""
    values: dict[str, str] = {}
    if not path.is_file():
        return values
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = line.strip().removeprefix("export ")
        if not line or line.startswith("#"):
            continue
        key, equals, value = line.partition("=")
        if not equals:
            raise BadSetting(f"{path}, line {number}: write KEY=value")
        values[key.strip()] = value.strip().strip("\"'")
    return values


def load(environ: Mapping[str, str] | None = None, env_file: Path = Path(".env")) -> Settings:
    """Return the settings; the environment wins over the file."""
    given = {**read_env_file(env_file), **(os.environ if environ is None else environ)}
    level = given.get("LOG_LEVEL", "").upper() or "INFO"
    if level not in LEVELS:
        raise BadSetting(f"LOG_LEVEL is {level!r}; use one of {', '.join(LEVELS)}")
    guild = given.get("DEV_GUILD", "")
    return Settings(
        token=given.get("DISCORD_TOKEN", ""),
        database=_database(given.get("DATABASE_URL", "") or "sqlite:///campanile.sqlite3"),
        host=given.get("HOST", "") or "127.0.0.1",
        port=_number("PORT", given.get("PORT", "") or "8420", 65535),
        allowed_hosts=tuple(filter(None, given.get("ALLOWED_HOSTS", "").replace(",", " ").split())),
        log_level=level,
        dev_guild=_number("DEV_GUILD", guild, 2**63) if guild else None,
        live_tables=_number("LIVE_TABLES", given.get("LIVE_TABLES", "") or str(MOST), 1_000_000),
    )


def _database(url: str) -> str:
    if not is_address(url):
        raise BadSetting(
            f"DATABASE_URL begins with {url.partition('/')[0]!r}; use sqlite:///path/to/file or"
            " postgresql://user:password@host/name"
        )
    return url


def _number(name: str, value: str, most: int) -> int:
    if not value.isdecimal() or int(value) > most:
        raise BadSetting(f"{name} is {value!r}; use a number up to {most}")
    return int(value)
