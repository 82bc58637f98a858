"""What holds for all tests."""

import asyncio
import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.base import timers
from bot.base.references import learn_ids
from bot.storage.stores import open_stores
from games import GAMES
from tests import postgres
from tests.postgres import MISSING, Server
from tests.toy import Toy
from tests.unmet import Unmet

SLOW = ("tests/wire/", "tests/browser/")  # a process or a browser starts for each test
SERVER = {"on_postgres", "server", "empty"}  # a database server starts for each worker


def pytest_configure(config):
    config.pluginmanager.register(Unmet(config), "unmet")
    if os.environ.get("EXAMPLES"):
        from tests.examples import listen

        listen()


def pytest_collection_modifyitems(items):
    for item in items:
        if item.nodeid.startswith(SLOW) or SERVER & {*item.fixturenames} or "[postgres" in item.nodeid:
            item.add_marker("slow")


def pytest_unconfigure(config):
    if folder := os.environ.get("EXAMPLES"):
        from tests.examples import note

        note(folder)


def pytest_terminal_summary(terminalreporter):
    from tests.browser.visitor import CHROMIUM

    if not Path(CHROMIUM).exists():
        terminalreporter.write_line(
            f"No Chromium at {CHROMIUM}: browser tests were skipped. Install it, or set CHROMIUM to its path."
        )
    if postgres.programs() is None:
        terminalreporter.write_line(f"{MISSING} Its tests were skipped.")


@pytest.fixture(autouse=True)
def no_command_ids() -> Iterator[None]:
    """Commands have no ids before a bot of this test has sent them."""
    yield
    learn_ids({})


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server for all tests of a worker; it starts with the first that needs it."""
    if postgres.programs() is None:
        pytest.skip(MISSING)
    with postgres.server() as made:
        yield made


@pytest.fixture(scope="session")
def empty(server: Server) -> str:
    """The name of a database that has its tables and nothing in them: others are made like it."""

    async def make(name: str) -> None:
        await (await open_stores(server.address(name))).close()

    name = server.database()
    asyncio.run(make(name))
    return name


@pytest.fixture(scope="session")
def spare() -> list[str]:
    """The names of databases that a test has left, and that are empty again."""
    return []


@pytest.fixture
def on_postgres(request, spare: list[str]) -> Iterator[str]:
    """The address of an empty database on a PostgreSQL server."""
    server, empty = request.getfixturevalue("server"), request.getfixturevalue("empty")
    name = spare.pop() if spare else server.database(empty)
    yield server.address(name)
    if server.emptied(name, empty):
        spare.append(name)
    else:
        server.drop(name)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path) -> str:
    """The address of an empty database: every test with it is run on both engines."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'db.sqlite3'}"
    return request.getfixturevalue("on_postgres")


@pytest.fixture(autouse=True)
def own_time():
    """Let no test go by the time of day of another test's database."""
    yield
    timers.agree_on(None)


@pytest.fixture
def toy(monkeypatch):
    """Put a small game on the shelf, made of the questions of the test."""

    def shelve(*questions, of=Toy):
        game = of(*questions)
        monkeypatch.setitem(GAMES._taken, "toy", game)
        return game

    return shelve


@pytest.fixture
def no_search():
    """Let Python search for litter only when it is told to."""
    gc.disable()
    yield
    gc.enable()
