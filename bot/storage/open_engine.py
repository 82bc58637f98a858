"""The engine for the address of a database."""

from pathlib import Path

from bot.base.database_url import file_of, plain
from bot.base.errors import StoreTrouble
from bot.base.own_folder import how_to_install
from bot.storage.engine import Engine


async def open_engine(address: str | Path, *, patient: bool = False) -> Engine:
    """Open the database at an address and bring it up to date; patient: for work that takes its time."""
    file = file_of(address)
    if file is not None:
        from bot.storage.sqlite import SQLite

        return await SQLite.open(file)
    try:
        from bot.storage.postgres import Postgres
    except ImportError:
        raise StoreTrouble(
            f"{plain(address)} needs psycopg, which is not installed: {how_to_install('postgres')}."
        ) from None
    return await Postgres.open(str(address), patient=patient)
