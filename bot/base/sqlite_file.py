"""A database in a file, opened beside the bot that plays on it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.base.errors import StoreTrouble


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database a second time, only to read: whoever plays there is not kept waiting."""
    if not path.is_file():
        raise StoreTrouble(f"{path} does not exist.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as db:
            yield db
    except sqlite3.Error as error:
        raise StoreTrouble(f"{path} cannot be read as a Campanile database: {error}.") from None
