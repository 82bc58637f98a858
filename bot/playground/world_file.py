"""The file in which the playground's world outlives a restart."""

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

VERSION = 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS thing (kind TEXT, id INTEGER, body TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS picture (path TEXT PRIMARY KEY, bytes BLOB);
"""


class InUse(RuntimeError):
    """Another playground holds the file."""


class WorldFile:
    """Things as JSON and pictures as bytes; every change is written at once, whole or not at all."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.set_aside: Path | None = None  # where an unreadable or older file went
        self._db = self._open()

    def _open(self) -> sqlite3.Connection:
        try:
            return _connect(self.path)
        except _Unreadable:
            assert self.path is not None
            self.set_aside = self.path.with_name(f"{self.path.name}.old-{datetime.now():%Y%m%d-%H%M%S}")
            self.path.rename(self.set_aside)
            for rest in ("-wal", "-shm"):
                self.path.with_name(self.path.name + rest).unlink(missing_ok=True)
            return _connect(self.path)

    def put(self, kind: str, number: int, body: object) -> None:
        self._db.execute("INSERT OR REPLACE INTO thing VALUES (?, ?, ?)", (kind, number, json.dumps(body)))

    def drop(self, kind: str, number: int) -> None:
        self._db.execute("DELETE FROM thing WHERE kind = ? AND id = ?", (kind, number))

    def all(self, kind: str) -> Iterator[tuple[int, Any]]:
        rows = self._db.execute("SELECT id, body FROM thing WHERE kind = ? ORDER BY id", (kind,)).fetchall()
        return ((number, json.loads(body)) for number, body in rows)

    def put_picture(self, path: str, content: bytes) -> None:
        self._db.execute("INSERT OR REPLACE INTO picture VALUES (?, ?)", (path, content))

    def picture(self, path: str) -> bytes | None:
        row = self._db.execute("SELECT bytes FROM picture WHERE path = ?", (path,)).fetchone()
        return row[0] if row else None

    def pictures(self) -> list[str]:
        return [path for (path,) in self._db.execute("SELECT path FROM picture")]

    def drop_picture(self, path: str) -> None:
        self._db.execute("DELETE FROM picture WHERE path = ?", (path,))

    def close(self) -> None:
        self._db.close()


class _Unreadable(Exception):
    """Not a world, or one of another version."""


def _connect(path: Path | None) -> sqlite3.Connection:
    db = sqlite3.connect(path or ":memory:", isolation_level=None, timeout=0.2)
    try:
        # Exclusive: two playgrounds on one world would tear it apart.
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("PRAGMA journal_mode = WAL")
        # The world is a toy beside the store: a power cut may cost its last second, kill -9 costs nothing.
        db.execute("PRAGMA synchronous = NORMAL")
        found = db.execute("PRAGMA user_version").fetchone()[0]
        if found not in (0, VERSION):
            raise _Unreadable
        db.executescript(f"BEGIN EXCLUSIVE; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
    except sqlite3.OperationalError as error:
        db.close()
        if "locked" in str(error):
            raise InUse(str(path)) from None
        raise
    except (sqlite3.DatabaseError, _Unreadable):
        db.close()
        raise _Unreadable from None
    return db
