"""Damage of a SQLite file: looked for beside the game, and told with the way to the newest backup."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path


async def look_over(path: Path, backups: Path | None = None) -> str:
    """Return what is wrong with a file and where its newest backup is, or nothing.

    A large file takes its time: it is read by a connection of its own, and no move waits.
    """
    looking = a_second_line(path)
    try:
        wrong = await asyncio.to_thread(quick_check, looking)
    except asyncio.CancelledError:  # who stops waits for no check
        with suppress(sqlite3.Error):
            looking.interrupt()
        raise
    if not wrong:
        return ""
    return f"{path} is damaged ({wrong}). What can still be read goes on. {way_back(path, backups)}"


def a_second_line(path: Path) -> sqlite3.Connection:
    """Open a file once more, only to read."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def quick_check(db: sqlite3.Connection) -> str:
    """Return the first thing that is wrong with a file, in one line, or nothing."""
    with closing(db):
        try:
            found = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
        except sqlite3.Error as error:
            found = str(error)
    return "" if found == "ok" else " ".join(found.replace("*** in database main ***", "").split())


def way_back(path: Path, backups: Path | None) -> str:
    """Say what brings the newest backup back: one beside the file, or one of the daily ones."""
    made = [*path.parent.glob(f"{path.name}.backup-*")]
    made += backups.glob(f"{path.stem}-*.sqlite3") if backups else ()
    newest = max(made, key=lambda path: path.stat().st_mtime, default=None)
    return f"The newest backup: campanile restore {newest}" if newest else "There is no backup of it."
