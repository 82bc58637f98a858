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

from bot.errors import StoreTrouble
from bot.tables.lock import FileLock, make_private

P = ParamSpec("P")
T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"


def whole(write: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Let a write finish even if the one who asked for it is cancelled: half of one would block the next."""

    @wraps(write)
    async def shielded(*args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.shield(asyncio.ensure_future(write(*args, **kwargs)))

    return shielded


class Database:
    """The file and its one connection: WAL, synchronous FULL, BEGIN IMMEDIATE."""

    def __init__(self, db: aiosqlite.Connection, path: Path, file_lock: FileLock) -> None:
        self._db = db
        self._file_lock = file_lock
        self._path = path
        self._lock = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open the file, or make it, and bring it up to date."""
        try:
            lock = FileLock(path)
            make_private(path)
            db = await aiosqlite.connect(path, isolation_level=None)
        except OSError as error:
            raise StoreTrouble(f"{path} {REASONS[sqlite3.SQLITE_CANTOPEN]} ({error.strerror})") from None
        except sqlite3.Error as error:
            lock.release()
            await asyncio.sleep(0.1)  # aiosqlite's thread still reports its end to this loop
            raise _trouble(path, error) from error
        store = cls(db, path, lock)
        try:
            await store._prepare()
        except BaseException as error:
            await store.close()
            if isinstance(error, sqlite3.Error):
                raise _trouble(path, error) from error
            raise
        return store

    async def damage(self) -> str:
        """Look the whole file over; return what is wrong and where the newest backup is, or nothing."""
        try:
            found = [str(row[0]) for row in await self._all("PRAGMA quick_check(1)")]
        except StoreTrouble as trouble:
            found = [str(trouble)]
        if found == ["ok"]:
            return ""
        backups = sorted(
            self._path.parent.glob(f"{self._path.name}.backup-*"), key=lambda p: p.stat().st_mtime
        )
        newest = f"The newest backup is {backups[-1]}." if backups else "There is no backup beside it."
        return f"{self._path} is damaged ({found[0]}). What can still be read goes on. {newest}"

    async def close(self) -> None:
        """Close after the transaction under way."""
        async with self._lock:
            self._closed = True
            await self._db.close()
            self._file_lock.release()

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
    async def _connection(self) -> AsyncIterator[aiosqlite.Connection]:
        """Hold the one connection; SQLite's errors become sentences, but for broken constraints."""
        async with self._lock:
            if self._closed:
                raise StoreTrouble(f"{self._path} is closed: Campanile is shutting down.")
            try:
                yield self._db
            except sqlite3.IntegrityError:
                raise
            except sqlite3.Error as error:
                raise _trouble(self._path, error) from error

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        async with self._connection() as db:
            await db.execute("BEGIN IMMEDIATE")
            try:
                yield db
                await db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    await db.execute("ROLLBACK")
                raise

    async def _all(self, query: str, values: Iterable[Any] = ()) -> list[sqlite3.Row]:
        """Read in one go: every way to the connection's thread and back waits for its turn in the loop."""
        async with self._connection() as db:
            return list(await db.execute_fetchall(query, tuple(values)))

    @whole
    async def _write(self, query: str, *values: Any) -> None:
        """Do a single statement: by itself it is a transaction, in one go."""
        async with self._connection() as db:
            await db.execute_fetchall(query, values)


# What SQLite's result codes mean to the one who hosts the bot.
REASONS = {
    sqlite3.SQLITE_READONLY: "cannot be written to. Check its permissions and those of its folder.",
    sqlite3.SQLITE_FULL: "lies on a disk that is full. Free some space; no move is lost.",
    sqlite3.SQLITE_NOTADB: "is not a Campanile database. Move it away or name another file.",
    sqlite3.SQLITE_CORRUPT: "is damaged. Restore the newest backup that lies beside it.",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened. Does its folder exist, and may Campanile write there?",
    sqlite3.SQLITE_BUSY: "is in use by another program. Is Campanile running twice?",
    sqlite3.SQLITE_LOCKED: "is in use by another program. Is Campanile running twice?",
}


def _trouble(path: Path, error: sqlite3.Error) -> StoreTrouble:
    """Say in plain words what is wrong with the database."""
    code = getattr(error, "sqlite_errorcode", -1) & 0xFF  # the primary code; the rest says more than we need
    return StoreTrouble(f"{path} {REASONS.get(code, f'cannot be used: {error}')}")
