"""A PostgreSQL of the tests' own: from Debian's package, on a free port, in a temporary folder."""

import contextlib
import functools
import itertools
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.patience import LONGEST

MISSING = "No PostgreSQL here: install Debian's package `postgresql` (looked for in /usr/lib/postgresql)."
# For tests in which nothing is killed; and a control: what it says is stored is not, for up to ten seconds.
QUICK = "fsync=off synchronous_commit=off full_page_writes=off wal_writer_delay=10s autovacuum=off"
USUAL = (
    "max_connections=100 shared_buffers=32MB listen_addresses=127.0.0.1 timezone=UTC log_min_messages=fatal"
)


# What must be as it was for a database to be used again: its columns, indexes, version and settings.
SHAPE = """
    SELECT table_name || '.' || column_name, data_type || COALESCE(column_default, '') || is_nullable
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'version', version::text FROM schema_version
    UNION ALL SELECT 'setting', setconfig::text FROM pg_db_role_setting
        JOIN pg_database ON pg_database.oid = setdatabase WHERE datname = current_database()
    ORDER BY 1, 2"""
OTHERS = (
    "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
    " AND backend_type = 'client backend'"
)
FILLED = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename != 'schema_version'"


@functools.cache
def programs() -> Path | None:
    """Return the folder of PostgreSQL's newest programs."""
    found = [p.parent for p in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found and (on_path := shutil.which("initdb")):
        found = [Path(on_path).parent]
    return max(found, key=lambda p: [int(n) for n in p.parent.name.split(".") if n.isdecimal()], default=None)


def free_port() -> int:
    with contextlib.closing(socket.socket()) as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Server:
    """A server of our own; it trusts everybody on this machine, for as long as it lives."""

    def __init__(self, *, durable: bool = False) -> None:
        found = programs()
        assert found is not None, MISSING
        self._programs, self._numbers = found, itertools.count(1)
        self._shapes: dict[str, list[tuple[str, str]]] = {}  # how a database looks that others are made like
        self.folder = Path(tempfile.mkdtemp(prefix="campanile-pg-"))
        self.port = free_port()
        self._options = USUAL if durable else f"{USUAL} {QUICK}"
        self._user = {"user": "postgres"} if os.geteuid() == 0 else {}  # PostgreSQL refuses to run as root
        if self._user:
            shutil.chown(self.folder, "postgres")
        self._run(
            "initdb",
            "-D",
            str(self.data),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-N",
            "--locale=C.UTF-8",
            "-E",
            "UTF8",
        )
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _run(self, program: str, *args: str) -> None:
        done = subprocess.run(
            [self._programs / program, *args], cwd=self.folder, capture_output=True, text=True, **self._user
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start the server and wait until it takes connections: after a kill it first mends itself."""
        options = [part for option in self._options.split() for part in ("-c", option)]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [
                    self._programs / "postgres",
                    "-D",
                    self.data,
                    "-p",
                    str(self.port),
                    "-k",
                    self.folder,
                    *options,
                ],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                **self._user,
            )
        self.wait()

    def wait(self) -> None:
        import psycopg

        end = time.monotonic() + LONGEST
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > end or (self.process and self.process.poll() is not None):
                    raise AssertionError((self.folder / "log").read_text()[-2000:]) from None
                time.sleep(0.02)

    def address(self, name: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def database(self, template: str = "template1") -> str:
        """Make a database like another one, and return its name."""
        import psycopg

        name = f"games{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        return name

    def drop(self, name: str) -> None:
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def emptied(self, name: str, like: str) -> bool:
        """Empty a database for the next test, cheaper than a new one; False when it is not like it was."""
        import psycopg

        if like not in self._shapes:
            with psycopg.connect(self.address(like)) as db:
                self._shapes[like] = db.execute(SHAPE).fetchall()
        try:
            with psycopg.connect(self.address(name), autocommit=True) as db:
                if (
                    db.execute(OTHERS).fetchone() != (0,)
                    or db.execute(SHAPE).fetchall() != self._shapes[like]
                ):
                    return False
                db.execute("SET lock_timeout = '1s'; SET session_replication_role = replica")
                for (table,) in db.execute(FILLED).fetchall():
                    db.execute(f'DELETE FROM "{table}"')
                db.execute("SELECT setval(seqrelid, seqstart, false) FROM pg_sequence")
        except psycopg.Error:  # it is gone, or somebody holds on to it
            return False
        return True

    def kill(self) -> None:
        """kill -9 the server and all its children; nothing of it is left running."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)  # it has no further children while they are counted
        children = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True
        )
        for pid in (self.process.pid, *map(int, children.stdout.split())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        while any(Path(f"/proc/{pid}").exists() for pid in map(int, children.stdout.split())):
            time.sleep(0.01)

    def close(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)  # a fast shutdown
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def server(*, durable: bool = False) -> Iterator[Server]:
    """Run a server; a durable one waits for the disk, as one that is killed must."""
    made = Server(durable=durable)
    try:
        yield made
    finally:
        made.close()
