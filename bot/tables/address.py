"""Where games are kept: `sqlite:///file` or `postgresql://...`, and the engine for it."""

from pathlib import Path
from urllib.parse import urlsplit

from bot.errors import StoreTrouble
from bot.tables.engine import Engine

POSTGRES = ("postgresql://", "postgres://")
SQLITE = "sqlite:///"


def is_address(text: str) -> bool:
    """Say whether something is the address of a database."""
    return text.startswith(POSTGRES) or (text.startswith(SQLITE) and text != SQLITE)


def file_of(address: str | Path) -> Path | None:
    """Return the file of a SQLite database; None for a server."""
    text = str(address)
    return None if text.startswith(POSTGRES) else Path(text.removeprefix(SQLITE))


def plain(address: str | Path) -> str:
    """Return an address as it may be logged: without user, password and options."""
    file = file_of(address)
    if file is not None:
        return str(file)
    parts = urlsplit(str(address))
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


async def open_engine(address: str | Path, *, patient: bool = False) -> Engine:
    """Open the database at an address and bring it up to date; patient: for work that takes its time."""
    file = file_of(address)
    if file is not None:
        from bot.tables.sqlite import SQLite

        return await SQLite.open(file)
    try:
        from bot.tables.postgres import Postgres
    except ImportError:
        raise StoreTrouble(
            f"{plain(address)} needs psycopg. Install it: pip install 'psycopg[binary]' psycopg-pool"
        ) from None
    return await Postgres.open(str(address), patient=patient)
