"""One SQLite connection: opening, migrating, transactions, and plain words for its troubles."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, Self, TypeVar

import aiosqlite

P = ParamSpec("P")
T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"


def whole(write: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a write finish even if the one who asked for it is cancelled: half of one would block the next."""

    @wraps(write)
    async def shielded(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.shield(asyncio.ensure_future(write(*args, **kwargs)))

    return shielded


class StoreTrouble(Exception):
    """The database cannot be used; the sentence says why and what the host can do."""


class Database:
    """The file and its one connection: WAL, synchronous FULL, BEGIN IMMEDIATE."""

    def __init__(self, db: aiosqlite.Connection, path: Path) -> None:
        self._db = db
        self._path = path
        self._lock = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, or make it, and bring it up to date."""
        try:
            db = await aiosqlite.connect(path, isolation_level=None)
        except sqlite3.Error as error:
            await asyncio.sleep(0.1)  # aiosqlite's thread still reports its end to this loop
            raise _trouble(path, error) from error
        store = cls(db, path)
        try:
            await store._prepare()
        except sqlite3.Error as error:
            await db.close()
            raise _trouble(path, error) from error
        except BaseException:
            await db.close()
            raise
        return store

    async def close(self) -> None:
        """Close after the transaction under way."""
        async with self._lock:
            await self._db.close()

    async def _prepare(self) -> None:
        self._db.row_factory = sqlite3.Row
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            await self._db.execute(f"PRAGMA {pragma}")
        version = await self._version()
        steps = sorted(MIGRATIONS.glob("*.sql"))
        if version > len(steps):
            raise StoreTrouble(
                f"{self._path} was written by a newer version of Campanile "
                f"(format {version}, this version knows {len(steps)}). Update Campanile, or use another file."
            )
        if 0 < version < len(steps):
            await self._back_up(version)
        for number, step in enumerate(steps[version:], version + 1):
            await self._migrate(number, step.read_text(encoding="utf-8"))

    async def _version(self) -> int:
        async with self._db.execute("PRAGMA user_version") as cursor:
            row = await cursor.fetchone()
        return int(row[0]) if row else 0

    async def _back_up(self, version: int) -> None:
        """Keep a copy of the file as it was before the first migration."""
        copy = self._path.with_name(f"{self._path.name}.backup-{version}-{int(time.time())}")
        await self._db.execute("VACUUM INTO ?", (str(copy),))

    async def _migrate(self, number: int, script: str) -> None:
        try:
            await self._db.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version={number};\nCOMMIT;"
            )
        except sqlite3.Error:
            if self._db.in_transaction:
                await self._db.rollback()
            raise

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        async with self._lock:
            try:
                await self._db.execute("BEGIN IMMEDIATE")
                try:
                    yield self._db
                    await self._db.execute("COMMIT")
                except BaseException:
                    if self._db.in_transaction:
                        await self._db.execute("ROLLBACK")
                    raise
            except sqlite3.IntegrityError:
                raise
            except (sqlite3.Error, ValueError) as error:
                raise _trouble(self._path, error) from error

    async def _all(self, query: str, values: Iterable[Any] = ()) -> list[sqlite3.Row]:
        try:
            async with self._lock, self._db.execute(query, tuple(values)) as cursor:
                return list(await cursor.fetchall())
        except (sqlite3.Error, ValueError) as error:
            raise _trouble(self._path, error) from error

    @whole
    async def _write(self, query: str, *values: Any) -> None:
        async with self._transaction() as db:
            await db.execute(query, values)


def _trouble(path: Path, error: Exception) -> StoreTrouble:
    """Say in plain words what is wrong with the database."""
    text = str(error)
    reasons = {
        "readonly": f"{path} cannot be written to. Check its permissions and those of its folder.",
        "read-only": f"{path} cannot be written to. Check its permissions and those of its folder.",
        "disk is full": f"The disk that holds {path} is full. Free some space; no move is lost.",
        "not a database": f"{path} is not a Campanile database. Move it away or name another file.",
        "malformed": f"{path} is damaged. Restore the newest backup that lies beside it.",
        "unable to open": f"{path} cannot be opened. Does its folder exist, and may Campanile write there?",
        "locked": f"{path} is in use by another program. Is Campanile running twice?",
        "closed": f"{path} is closed: Campanile is shutting down.",
        "no active connection": f"{path} is closed: Campanile is shutting down.",
    }
    for sign, sentence in reasons.items():
        if sign in text:
            return StoreTrouble(sentence)
    return StoreTrouble(f"{path}: {text}")
