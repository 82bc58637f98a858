"""Starting while Discord is in trouble: the bot waits for it, and trouble with the commands is no end."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.client import login as start
from bot.domain.entities import NewTable
from bot.playground.wire import reply
from bot.storage.stores import open_stores
from tests.bench.load import Crowd, Stopwatch, deal, furnish
from tests.bot.storage.test_integrity import tear
from tests.patience import LONGEST
from tests.wire.harness import BOT, harness


class Stumbling:
    """A bot whose first logins fail, as `_start` sees it."""

    def __init__(self, failures):
        self.failures = list(failures)
        self.fresh, self.connected = 0, False
        self.http = self

    async def get_bot_gateway(self):
        return 1, "wss://", {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}

    async def login(self, token):
        if self.failures:
            raise self.failures.pop(0)

    async def fresh_connection(self):
        self.fresh += 1

    async def connect(self):
        self.connected = True


async def test_no_network_at_the_login_is_waited_for(monkeypatch):
    waits = []

    async def no_wait(seconds):
        waits.append(seconds)

    monkeypatch.setattr(start.asyncio, "sleep", no_wait)
    bot = Stumbling([TimeoutError(), start.aiohttp.ClientConnectionError(), TimeoutError()])
    await start.stay_connected(bot, "token")
    assert bot.connected and bot.fresh == 3
    assert waits == [2, 5, 10], "ever longer, but never for ever"


def refuse_once(h, end, status):
    """Let Discord refuse the next request to a route, once."""
    refused = []

    async def trouble(method, path):
        if path.endswith(end) and not refused:
            refused.append(path)
            return reply({"code": 0, "message": "refused by the test"}, status)
        return None

    h.wire.trouble = trouble
    return refused


@pytest.mark.parametrize(("path", "status"), [("/users/@me", 503), ("/oauth2/applications/@me", 503)])
async def test_a_login_that_fails_once_is_tried_again(tmp_path, path, status):
    database = f"sqlite:///{tmp_path / 'c.sqlite3'}"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=database) as h:
        refused = refuse_once(h, path, status)
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        assert refused


async def test_commands_that_discord_does_not_take_leave_the_bot_running(tmp_path):
    database = f"sqlite:///{tmp_path / 'c.sqlite3'}"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=database) as h:
        refused = refuse_once(h, "/commands", 503)
        h.said = tmp_path / "log"
        await h.start_bot()
        await h.until(lambda: refused and "were not sent to Discord" in h.said.read_text())
        assert h.wire.online and "Traceback" not in h.said.read_text()


async def test_the_last_identifies_of_a_day_are_not_used_up(tmp_path):
    """A bot that is started over and over would lose its token."""
    database, asked = f"sqlite:///{tmp_path / 'c.sqlite3'}", []
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=database) as h:
        h.said = tmp_path / "bot.log"

        async def few_are_left(method, path):
            if path == "/gateway/bot" and not asked:
                asked.append(path)
                limit = {"total": 1000, "remaining": 3, "reset_after": 500, "max_concurrency": 1}
                return reply({"url": h.wire.gateway_url, "shards": 1, "session_start_limit": limit})
            return None

        h.wire.trouble = few_are_left
        await h.start_bot()
        assert asked and "only 3 identifies are left today" in h.said.read_text()


async def test_damage_is_told_at_the_start_and_a_second_bot_on_the_file_is_refused_with_a_sentence(tmp_path):
    database = tmp_path / "c.sqlite3"
    stores = await open_stores(database)
    for n in range(200):
        await stores.lobby.new_table(NewTable(1, n, "tuir", 3, "en-US", options=("torn",)))
    await stores.close()
    tear(database, b"torn")
    env = {"DATABASE_URL": f"sqlite:///{database}", "BACKUPS": str(tmp_path / "backups")}
    async with harness(BOT, tmp_path / "world.sqlite3", **env) as h:
        h.said = tmp_path / "bot.log"
        await h.start_bot()
        await h.until(lambda: "What can still be read goes on." in h.said.read_text())
        code, said = await h.type("run")
        assert code == 2 and "in use by another Campanile" in said and "Traceback" not in said
        assert await h.stop_bot() == 0 and "Traceback" not in h.said.read_text()


def test_after_an_outage_of_any_length_the_bot_waits_a_minute_at_most():
    from bot.client.bot import discord  # which sets how long discord.py waits

    patience = discord.shard.ExponentialBackoff()
    assert 16 < max(patience.delay() for _ in range(300)) <= 64


async def test_sigterm_while_a_start_looks_through_its_channels_leaves_no_traceback(tmp_path):
    """It used to be found by chance: the line was closed under a start that still read its channels."""
    database = tmp_path / "c.sqlite3"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=f"sqlite:///{database}") as h:
        h.said = tmp_path / "log"
        crowd = Crowd(h, Stopwatch(), furnish(h, 1))
        await deal(database, crowd.channels)
        await h.start_bot()
        await crowd.take_seats()
        while not _rows(database):
            crowd._press()
            await h.quiet()
        await h.kill_bot()
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("UPDATE tables SET shown = 0")  # as if the crash had come before it was noted
        asked, told = asyncio.Event(), asyncio.Event()

        async def slow_channel(method, path):
            if method == "GET" and path.endswith("/messages"):
                asked.set()
                await told.wait()

        h.wire.trouble = slow_channel
        await h.start_bot()
        await asyncio.wait_for(asked.wait(), LONGEST)
        code = await h.stop_bot()
        told.set()
        assert code == 0 and "Traceback" not in h.said.read_text()


def _rows(database):
    with closing(sqlite3.connect(database)) as db:
        return db.execute("SELECT max(last) FROM tables").fetchone()[0]
