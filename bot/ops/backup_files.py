"""Copies of a SQLite database: made while the bot plays on, looked over before they count."""

import os
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bot.base import timers
from bot.base.config import BadSetting, Config
from bot.base.database_url import file_of
from bot.base.errors import StoreTrouble
from bot.base.sqlite_file import reading
from bot.storage.engine import MIGRATIONS
from bot.storage.file_lock import FileLock, make_private
from bot.storage.open_panels import ERASE, NAMED

OURS = {"tables", "seats", "rows", "results", "facts"}  # what every Campanile database has
LAST_NUMBER = "SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'tables'"
BESIDE = ("-wal", "-shm", "")  # a database and the files of its last moves; itself last


class CheckedCopy(NamedTuple):
    """What was found in a sound database."""

    schema: int
    tables: int
    under_way: int

    def __str__(self) -> str:
        return f"format {self.schema}, {self.tables} tables, {self.under_way} of them under way"


def sqlite_file(settings: Config) -> Path:
    """Return the SQLite file of these settings, or say what to use instead."""
    file = file_of(settings.database)
    if file is None:
        raise BadSetting(
            "DATABASE_URL is not a SQLite file, which backup, restore and BACKUPS are for;"
            " use pg_dump and pg_restore"
        )
    return file


def known_schema() -> int:
    """Return the newest format that this version knows."""
    return len(list(MIGRATIONS.glob("sqlite/*.sql")))


def look_over(path: Path) -> CheckedCopy:
    """Look a whole database over; raises a sentence if it is not sound, not ours, or too new."""
    with reading(path) as db:
        wrong = [str(row[0]) for row in db.execute("PRAGMA integrity_check(1)")]
        if wrong != ["ok"]:
            raise StoreTrouble(f"{path} is damaged: {wrong[0]}.")
        names = {str(row[0]) for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        schema = int(db.execute("PRAGMA user_version").fetchone()[0])
        if not names >= OURS or not schema:
            raise StoreTrouble(f"{path} is a database, but not one of Campanile.")
        if schema > known_schema():
            raise StoreTrouble(
                f"{path} was written by a newer version of Campanile (format {schema}, this version knows"
                f" {known_schema()}). Update Campanile first."
            )
        return CheckedCopy(schema, *db.execute(COUNTED).fetchone())


COUNTED = "SELECT COUNT(*), COALESCE(SUM(phase IN ('lobby', 'play')), 0) FROM tables"


def copy(source: Path, target: Path) -> CheckedCopy:
    """Copy a database that may be played at; the copy is on the disk and sound, or it does not exist."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        make_private(part)
        with reading(source) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)  # in one step: a copy made in several begins anew with every move
            new.execute("PRAGMA journal_mode=DELETE")  # one file, which can be taken anywhere
            _erase_tokens(new)
        looked = look_over(part)
        _to_disk(part)
        part.replace(target)
        _to_disk(target.parent)
    except OSError as error:
        raise StoreTrouble(f"{target} cannot be written ({error.strerror}).") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return looked


def _erase_tokens(db: sqlite3.Connection) -> None:
    """Leave out the tokens of open panels: they are a secret of the moment, and of no use in a copy."""
    if db.execute(NAMED).fetchone():  # an older format has none
        for command in ERASE:
            db.execute(command)
        db.commit()


def stamped(path: Path, what: str) -> Path:
    """Return a name beside a file that says what it is and of when."""
    at = datetime.fromtimestamp(timers.now(), UTC)
    return path.with_name(f"{path.name}.{what}-{at:%Y%m%d-%H%M%S}")


def restore(backup: Path, database: Path) -> tuple[CheckedCopy, Path | None]:
    """Take a backup as the database; returns what is in it and where the old file is now."""
    look_over(backup)
    if database.exists() and database.samefile(backup):
        raise StoreTrouble(f"{backup} is the database itself. Name a backup.")
    fresh = database.with_name(f"{database.name}.restoring")
    try:
        lock = FileLock(database)
    except OSError as error:
        raise StoreTrouble(f"{database} cannot be written ({error.strerror}).") from None
    try:
        looked = copy(backup, fresh)
        _number_on(fresh, database)
        kept = _set_aside(database)
        fresh.replace(database)
        _to_disk(database.parent)
    finally:
        lock.release()
    return looked, kept


def _number_on(fresh: Path, database: Path) -> None:
    """Let new tables have numbers that the old database has given to none: its messages name them still."""
    last = 0
    with (
        suppress(StoreTrouble),
        reading(database) as db,
    ):  # missing or damaged: presses are judged by their age
        [(last,)] = db.execute(LAST_NUMBER)
    with closing(sqlite3.connect(fresh)) as db, db:
        [(known,)] = db.execute(LAST_NUMBER)
        db.execute("DELETE FROM sqlite_sequence WHERE name = 'tables'")
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', ?)", (max(known, last),))
    _to_disk(fresh)


def _set_aside(database: Path) -> Path | None:
    """Keep the old database under another name, with its last moves."""
    if database.exists():
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as db:  # it may be damaged
            _erase_tokens(db)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = stamped(database, "before-restore")
    for end in BESIDE:
        with suppress(FileNotFoundError):
            Path(f"{database}{end}").rename(f"{kept}{end}")
    return kept if kept.exists() else None


def _to_disk(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk before we say so."""
    if os.name == "nt" and path.is_dir():  # Windows does not open folders
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
