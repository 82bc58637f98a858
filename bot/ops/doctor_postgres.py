"""What the doctor looks at on a PostgreSQL server: ours, up to date, durable, with room. It only reads."""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from bot.base.database_url import discreet
from bot.base.own_folder import how_to_install
from bot.ops.doctor import Finding, bad, ok, size, warn
from bot.storage.engine import MIGRATIONS

READ_ONLY = "-c default_transaction_read_only=on -c statement_timeout=20s"
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
SKEW = 2.0  # seconds
MIN_FREE_CONNECTIONS = 20  # connections that should be free: each process takes up to eight
SIZE = "SELECT pg_database_size(current_database())"
TABLES = "SELECT COUNT(*), COUNT(*) FILTER (WHERE phase IN ('lobby', 'play')) FROM tables"
USED = "SELECT SUM(numbackends) FROM pg_stat_database"


def look_at_server(address: str) -> Iterator[Finding]:
    """Yield what is found on a server; its password is told to nobody."""
    try:
        import psycopg
    except ModuleNotFoundError:
        yield bad("database", "PostgreSQL needs psycopg", how_to_install("postgres"))
        return
    try:
        with psycopg.connect(address, connect_timeout=10, options=READ_ONLY, autocommit=True) as db:
            yield from _look(db, psycopg.errors.UndefinedTable)
    except psycopg.Error as error:
        told = re.sub(r"\s+", " ", discreet(address, error)).strip()
        yield bad("database", f"the server says: {told}", "look at DATABASE_URL and at the server")


def text_on_server(address: str, query: str) -> str:
    """Return a text that is stored on a server; "" if it cannot be asked, which was said already."""
    with suppress(ModuleNotFoundError):
        import psycopg

        with (
            suppress(psycopg.Error),
            psycopg.connect(address, connect_timeout=10, options=READ_ONLY, autocommit=True) as db,
        ):
            return str((db.execute(query).fetchone() or ("",))[0])
    return ""


def _look(db: Any, missing: type[Exception]) -> Iterator[Finding]:
    server = db.info.parameter_status("server_version")
    try:
        schema = int((db.execute("SELECT version FROM schema_version").fetchone() or (0,))[0])
    except missing:
        yield ok("database", f"PostgreSQL {server}, empty: the first start makes the tables")
        return
    tables, under_way = db.execute(TABLES).fetchone()
    held = f"{size(_number(db, SIZE))}, {tables} tables, {under_way} of them under way"
    yield ok("database", f"PostgreSQL {server}, {held}")
    yield _schema(schema, len(list(MIGRATIONS.glob("postgres/*.sql"))))
    yield from _durable(db)
    yield _room(db)
    yield _clock(db)


def _schema(found: int, known: int) -> Finding:
    if found > known:
        told = f"format {found}, written by a newer version; this one knows {known}"
        return bad("schema", told, "update Campanile")
    if found < known:
        return warn("schema", f"format {found} of {known}", "it is brought up to date at the next start")
    return ok("schema", f"format {found}, up to date")


def _durable(db: Any) -> Iterator[Finding]:
    """Look whether a move that was acknowledged outlives a power cut."""
    off = [name for name in DURABLE if db.execute(f"SHOW {name}").fetchone()[0] == "off"]
    if off:
        yield bad("durable", f"{', '.join(off)} off: a crash loses moves", "switch it on in postgresql.conf")
    else:
        yield ok("durable", "every move is on the server's disk before anyone sees it")


def _room(db: Any) -> Finding:
    most, used = int(db.execute("SHOW max_connections").fetchone()[0]), _number(db, USED)
    told = f"{used} of {most} connections in use"
    if most - used < MIN_FREE_CONNECTIONS:
        return warn("connections", told, "raise max_connections, or run fewer processes")
    return ok("connections", told)


def _number(db: Any, query: str) -> int:
    return int(db.execute(query).fetchone()[0])


def _clock(db: Any) -> Finding:
    """Compare this machine's clock with the server's, by which all processes go."""
    asked = time.monotonic()
    there = float(db.execute("SELECT extract(epoch FROM clock_timestamp())").fetchone()[0])
    error = time.time() - there - (time.monotonic() - asked) / 2
    told = f"{abs(error):.0f} s {'ahead of' if error > 0 else 'behind'} the server's"
    return (
        warn("clock", told, "let it be kept: timedatectl set-ntp true")
        if abs(error) > SKEW
        else ok("clock", told)
    )
