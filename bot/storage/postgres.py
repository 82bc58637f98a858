"""PostgreSQL: a pool of connections; any number of processes on one database."""

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any, Self, TypeVar

import psycopg
from psycopg import sql
from psycopg_pool import AsyncConnectionPool

from bot.base.database_url import discreet, plain
from bot.base.errors import StoreTrouble
from bot.storage.engine import (
    Conflict,
    DependentStep,
    NothingChanged,
    Part,
    Row,
    Step,
    Told,
    TooLarge,
    checked,
    migration_steps,
    whole,
)
from bot.storage.notify import ChangeNotifier

T = TypeVar("T")
Connection = psycopg.AsyncConnection[Row]
Pool = AsyncConnectionPool[Connection]

CONNECTIONS = 8  # a move holds one for a single round trip
CONNECTION_TIMEOUT = 5.0  # seconds to wait for a connection
GIVE_UP = 2.0  # seconds of trying to connect; the next one who asks begins anew, without a long pause
SESSION = "-c lock_timeout=3s -c statement_timeout=10s"
LONG_SESSION = (
    "-c lock_timeout=120s -c statement_timeout=0"  # to wait for another process, or for a whole table
)
READ_TRIES = 3  # of a read, when a connection turns out to be dead: the server was restarted

logging.getLogger("psycopg").setLevel(logging.ERROR)  # every try to reconnect would be a line


class Postgres:
    """A pool; one statement is one transaction and one round trip."""

    now = "extract(epoch FROM clock_timestamp())::double precision"
    shared = True

    def __init__(self, address: str, pool: Pool, version: str) -> None:
        self.name = f"PostgreSQL {version}"
        self._address = address
        self._pool = pool
        self._hints = ChangeNotifier(address, self._notify)

    @classmethod
    async def open(cls, address: str, *, patient: bool = False) -> Self:
        """Connect, and bring the database up to date; only one process does that at a time."""
        try:
            version = await _prepare(address)
        except psycopg.Error as error:
            raise _trouble(address, error) from None
        kwargs = {"autocommit": True, "options": LONG_SESSION if patient else SESSION}
        pool: Pool = AsyncConnectionPool(
            address,
            min_size=1,
            max_size=CONNECTIONS,
            kwargs=kwargs,
            open=False,
            timeout=CONNECTION_TIMEOUT,
            reconnect_timeout=GIVE_UP,
        )
        await pool.open()
        return cls(address, pool, version)

    # --- reading and writing ---

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Connection]:
        """Have a connection; PostgreSQL's errors become ours."""
        try:
            async with self._pool.connection() as db:
                yield db
        except psycopg.errors.IntegrityError as error:
            raise Conflict(error.diag.constraint_name or "") from None
        except psycopg.errors.NumericValueOutOfRange:
            raise TooLarge from None
        except psycopg.Error as error:
            raise _trouble(self._address, error) from None

    async def rows(self, query: str, values: Iterable[Any] = ()) -> list[Row]:
        values = checked(values)

        async def read(db: Connection) -> list[Row]:
            return await (await db.execute(_numbered(query), values)).fetchall()

        return await self._surely(read)

    async def _surely(self, read: Callable[[Connection], Awaitable[T]]) -> T:
        """Read; a connection that died meanwhile costs nobody a press."""
        for last in (False,) * (READ_TRIES - 1) + (True,):
            async with self._connection() as db:
                try:
                    return await read(db)
                except psycopg.OperationalError:
                    if last or not db.closed:
                        raise
            await self._pool.check()
        raise AssertionError

    @whole
    async def write(self, *steps: Part) -> list[list[Row]]:
        for step in steps:
            checked(step.values)
        async with self._connection() as db:
            if len(steps) == 1 and isinstance(steps[0], Step):
                return [await _step(db, steps[0])]
            async with db.transaction():
                return [await _step(db, step) for step in steps]

    async def fenced(self, fence: Step, *inserts: Step) -> list[Row]:
        """Do it in one statement: the inserts take their rows from what the fence lets through."""
        parts = [f"fence AS ({fence.query})"]
        parts += [f"added{n} AS ({insert.query} FROM fence)" for n, insert in enumerate(inserts)]
        query = f"WITH {', '.join(parts)} SELECT * FROM fence"
        values = (value for step in (fence, *inserts) for value in step.values)
        return (await self.write(Step(query, tuple(values), must=True)))[0]

    @whole
    async def fill(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        names = sql.SQL(", ").join(map(sql.Identifier, (column.strip('"') for column in columns)))
        copy = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), names)
        async with self._connection() as db, db.cursor() as cursor, cursor.copy(copy) as lines:
            for row in rows:
                await lines.write_row(row)

    async def settle_ids(self, table: str) -> None:
        await self.rows(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), COALESCE(MAX(id), 0) + 1, false)"
            f" FROM {table}"
        )

    # --- several processes ---

    @asynccontextmanager
    async def alone(self, name: str) -> AsyncIterator[None]:
        """Hold a name in the whole database; it is free again when this process dies."""
        try:
            db = await psycopg.AsyncConnection.connect(self._address, autocommit=True, options=LONG_SESSION)
            async with db:
                await db.execute("SELECT pg_advisory_lock(%s)", (_key(name),))
                yield
        except psycopg.Error as error:
            raise _trouble(self._address, error) from None

    def changed(self, table_id: int) -> None:
        self._hints.changed(table_id)

    def listen(self, told: Told) -> None:
        self._hints.listen(told)

    async def _notify(self, command: str) -> None:
        async with self._connection() as db:
            await db.execute(command)

    # --- care ---

    async def damage(self, backups: Path | None = None) -> str:
        """PostgreSQL watches over its own files."""
        return ""

    async def close(self) -> None:
        await self._hints.close()
        await self._pool.close()


async def _step(db: Connection, step: Part) -> list[Row]:
    cursor = await db.execute(_numbered(step.query), step.values)
    rows = await cursor.fetchall() if cursor.description else []
    if isinstance(step, DependentStep):
        for further in step.then(rows):
            await _step(db, further)
    elif step.must and not (rows if cursor.description else cursor.rowcount):
        raise NothingChanged
    return rows


async def _prepare(address: str) -> str:
    """Do the migrations that are missing, all or none, and return the version of the server."""
    async with await psycopg.AsyncConnection.connect(address, options=LONG_SESSION) as db:
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (_key("migrations"),))
        await db.execute("CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)")
        found = await (await db.execute("SELECT version FROM schema_version")).fetchone()
        steps = migration_steps("postgres", found[0] if found else 0, plain(address))
        for _, script in steps:
            await db.execute(script)
        if steps:
            await db.execute("DELETE FROM schema_version")
            await db.execute("INSERT INTO schema_version VALUES (%s)", (steps[-1][0],))
        return db.info.parameter_status("server_version") or ""


@cache
def _numbered(query: str) -> Any:
    """Write the places of values as psycopg reads them."""
    return query.replace("%", "%%").replace("?", "%s")


def _key(name: str) -> int:
    """Return the number under which a name is locked: the same in every process."""
    return int.from_bytes(blake2s(f"campanile {name}".encode(), digest_size=8).digest(), "big", signed=True)


# What PostgreSQL's classes of errors mean to the one who hosts the bot.
REASONS = {
    "28": "does not accept the user or the password in DATABASE_URL.",
    "3D": "does not exist. Make it with createdb, or name another in DATABASE_URL.",
    "42": "cannot be used by this user, or is not a Campanile database",
    "53": "is out of disk space, memory or connections; no move is lost",
    "57": "is shutting down or starting; no move is lost",
    "25": "cannot be written to: it is a read-only copy",
}


def _trouble(address: str, error: psycopg.Error) -> StoreTrouble:
    """Say in plain words what is wrong with the database; never with its password."""
    reason = REASONS.get((error.sqlstate or "")[:2], "cannot be reached, or the connection was lost")
    detail = re.sub(r"\s+", " ", discreet(address, error)).strip()
    return StoreTrouble(f"{plain(address)} {reason} ({type(error).__name__}: {detail[:160]})")
