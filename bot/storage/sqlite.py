"""SQLite: one file, one connection, one process; all writes that wait are committed together."""

import asyncio
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, NamedTuple, Self

import aiosqlite

from bot.base.errors import Damaged, StoreTrouble
from bot.storage.engine import (
    Conflict,
    DependentStep,
    NamedLocks,
    NothingChanged,
    Part,
    Row,
    Step,
    Told,
    TooLarge,
    checked,
    migration_steps,
)
from bot.storage.file_lock import FileLock, make_private
from bot.storage.integrity import look_over
from bot.storage.open_panels import ERASE, NAMED

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    "wal_autocheckpoint=4000",  # pages: a checkpoint waits for the disk twice, and a move is four pages
)
MAX_UNITS_PER_COMMIT = 256  # units in one transaction: the first of them should not wait long for the last

Answer = list[list[Row]] | Exception


class QueuedUnit(NamedTuple):
    """A unit that waits to be committed, and the one who waits for it."""

    steps: tuple[Part, ...]
    done: asyncio.Future[list[list[Row]]]


class SQLite:
    """The file and its one connection: WAL, synchronous FULL, BEGIN IMMEDIATE."""

    name = f"SQLite {sqlite3.sqlite_version}"
    now = "((julianday('now') - 2440587.5) * 86400.0)"
    shared = False

    def __init__(self, db: aiosqlite.Connection, path: Path, file_lock: FileLock) -> None:
        self._db = db
        self._locks = NamedLocks()
        self._file_lock = file_lock
        self.path = path
        self.lock = asyncio.Lock()
        self._closed = False
        self._waiting: list[QueuedUnit] = []
        self._writer: asyncio.Task[None] | None = None

    def alone(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a name that one task at a time may hold."""
        return self._locks.alone(name)

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
        engine = cls(db, path, lock)
        try:
            await engine._prepare()
        except BaseException as error:
            await engine.close()
            if isinstance(error, sqlite3.Error):
                raise _trouble(path, error) from error
            raise
        return engine

    async def _prepare(self) -> None:
        for pragma in PRAGMAS:
            await self._db.execute(f"PRAGMA {pragma}")
        ((version,),) = await self._db.execute_fetchall("PRAGMA user_version")
        steps = migration_steps("sqlite", version, self.path)
        if version and steps:
            await self._back_up(version)
        for number, script in steps:
            await self._migrate(number, script)

    async def _back_up(self, version: int) -> None:
        """Keep a copy of the file as it was before the first migration."""
        copy = self.path.with_name(f"{self.path.name}.backup-{version}-{int(time.time())}")
        await self._db.execute("VACUUM INTO ?", (str(copy),))
        if await self._db.execute_fetchall(NAMED):
            async with aiosqlite.connect(copy) as copied:
                for command in ERASE:
                    await copied.execute(command)
                await copied.commit()

    async def _migrate(self, number: int, script: str) -> None:
        try:
            await self._db.executescript(
                f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version={number};\nCOMMIT;"
            )
        except sqlite3.Error:
            if self._db.in_transaction:
                await self._db.rollback()
            raise

    # --- reading and writing ---

    async def rows(self, query: str, values: Iterable[Any] = ()) -> list[Row]:
        """Read in one go: every way to the connection's thread and back waits for its turn in the loop."""
        values = checked(values)
        async with self.lock:
            if self._closed:
                raise self._shut()
            try:
                return list(await self._db.execute_fetchall(query, values))  # type: ignore[arg-type]
            except sqlite3.Error as error:
                raise _trouble(self.path, error) from error

    async def write(self, *steps: Part) -> list[list[Row]]:
        """Queue a unit and wait until it is on the disk; it is written even if nobody waits any more."""
        for step in steps:
            checked(step.values)
        waiting = QueuedUnit(steps, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._writer is None:
            self._writer = asyncio.create_task(self._write_all())
        return await waiting.done  # who is cancelled here cancels the waiting, not the write

    async def fenced(self, fence: Step, *inserts: Step) -> list[Row]:
        return (await self.write(fence._replace(must=True), *inserts))[0]

    async def _write_all(self) -> None:
        """Commit everything that waits in one transaction and one hop, until nothing waits."""
        try:
            while self._waiting:
                async with self.lock:
                    units, self._waiting = (
                        self._waiting[:MAX_UNITS_PER_COMMIT],
                        self._waiting[MAX_UNITS_PER_COMMIT:],
                    )
                    answers = await self._committed([unit.steps for unit in units])
                for unit, answer in zip(units, answers, strict=True):
                    _give(unit.done, answer, self.path)
        finally:
            self._writer = None

    async def _committed(self, units: list[tuple[Part, ...]]) -> list[Answer]:
        """Commit units in one hop; aiosqlite has no public way to do several statements in its thread."""
        if self._closed:
            return [self._shut()] * len(units)
        db: Any = self._db
        try:
            return list(await db._execute(_commit, db._conn, units))
        except Exception as error:
            return [error] * len(units)

    def _shut(self) -> StoreTrouble:
        return StoreTrouble(f"{self.path} is closed: Campanile is shutting down.")

    async def fill(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        marks = ", ".join("?" * len(columns))
        query = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        await self.write(*(Step(query, row) for row in rows))

    async def settle_ids(self, table: str) -> None:
        """AUTOINCREMENT has seen every number that was written."""

    # --- one process: there is nobody to be told ---

    def changed(self, table_id: int) -> None: ...

    def listen(self, told: Told) -> None: ...

    # --- care ---

    async def damage(self, backups: Path | None = None) -> str:
        """Look the whole file over; return what is wrong and where the newest backup is, or nothing."""
        return await look_over(self.path, backups)

    async def close(self) -> None:
        """Close after everything that waits."""
        if self._writer is not None:
            await asyncio.wait([self._writer])
        async with self.lock:
            self._closed = True
            await self._db.close()
            self._file_lock.release()


# --- in the connection's thread ------------------------------------------------------------------


def _commit(db: sqlite3.Connection, units: list[tuple[Part, ...]]) -> list[Answer]:
    """Write units in one transaction; one that breaks a constraint fails alone."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if len(units) == 1:  # alone, it needs no savepoint
            answers: list[Answer] = [[_step(db, step) for step in units[0]]]
        else:
            answers = [_unit(db, steps) for steps in units]
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    return answers


def _unit(db: sqlite3.Connection, steps: tuple[Part, ...]) -> Answer:
    db.execute("SAVEPOINT unit")
    try:
        answer: Answer = [_step(db, step) for step in steps]
    except Exception as error:
        if not db.in_transaction:  # a full disk has undone everything
            raise
        db.execute("ROLLBACK TO unit")
        answer = error
    db.execute("RELEASE unit")
    return answer


def _step(db: sqlite3.Connection, step: Part) -> list[Row]:
    cursor = db.execute(step.query, step.values)
    rows = cursor.fetchall()
    if isinstance(step, DependentStep):
        for further in step.then(rows):
            _step(db, further)
    elif step.must and not (rows if cursor.description else cursor.rowcount):
        raise NothingChanged
    return rows


def _give(done: asyncio.Future[list[list[Row]]], answer: Answer, path: Path) -> None:
    """Tell the one who waits what came of a unit."""
    if done.cancelled():  # nobody waits any more
        return
    if not isinstance(answer, Exception):
        done.set_result(answer)
        return
    if isinstance(answer, sqlite3.IntegrityError):
        answer = Conflict(str(answer).rpartition(": ")[2])
    elif isinstance(answer, OverflowError):
        answer = TooLarge()
    elif isinstance(answer, sqlite3.Error):
        answer = _trouble(path, answer)
    done.set_exception(answer)


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
    kind = Damaged if code == sqlite3.SQLITE_CORRUPT else StoreTrouble
    return kind(f"{path} {REASONS.get(code, f'cannot be used: {error}')}")
