"""The commands reach Discord beside everything else; a refused field costs one command, and is named."""

import asyncio
import random

import pytest

from bot.playground.wire import reply
from tests.patience import LONGEST
from tests.wire.harness import BOT, harness
from tests.wire.players import Game

CHANGED = ("-m", "tests.wire.changed_bot")


def names(h):
    return {name for name, _ in h.world.discord.commands.get(None) or {}}


async def test_a_field_that_discord_refuses_costs_one_command_and_is_named(tmp_path):
    env = {"DATABASE_URL": f"sqlite:///{tmp_path / 'c.sqlite3'}", "CHANGED": "too_large"}
    async with harness(CHANGED, tmp_path / "world.sqlite3", **env) as h:
        h.said = tmp_path / "bot.log"
        left_over = [{"name": "old", "description": "Of an older version"}]
        h.world.discord.register_commands(None, left_over)
        await h.start_bot()
        await h.until(lambda: "refused" in h.said.read_text())
        assert {"play", "verify", "Challenge"} <= names(h) and not {"replay", "old"} & names(h)
        (line,) = [line for line in h.said.read_text().splitlines() if "refused" in line]
        assert "replay: options.table.max_value (" in line and "Traceback" not in h.said.read_text()
        code, said = await h.type("doctor")
        assert code == 1 and "bad   commands     Discord refused replay: options.table.max_value" in said

        asked = h.wire.refused.total()
        assert await h.stop_bot() == 0
        await h.start_bot()
        await h.until(lambda: h.said.read_text().count("Discord refused") == 2)
        assert h.wire.refused.total() == asked, "it is told again, but not sent again"

        h.command = BOT  # the next version has mended it
        assert await h.stop_bot() == 0
        await h.start_bot()
        await h.until(lambda: "replay" in names(h))
        code, said = await h.type("doctor")
        assert code == 0 and "ok    commands" in said


async def test_nobody_waits_for_the_commands_to_be_sent(tmp_path):
    """Discord's daily limit on commands answers with hours: presses, boards and clocks go on meanwhile."""
    database, asked, go_on = tmp_path / "c.sqlite3", asyncio.Event(), asyncio.Event()
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=f"sqlite:///{database}") as h:
        await h.start_bot()
        await h.until(lambda: names(h))
        game = Game(h, database)
        await game.start()
        await game.play(random.Random(3), 4)
        await h.quiet()
        assert await h.stop_bot() == 0
        forget(database)

        async def limited(method, path):
            if method == "PUT" and path.endswith("/commands"):
                asked.set()
                await asyncio.wait_for(go_on.wait(), LONGEST)

        h.wire.trouble = limited
        await h.start_bot()
        await asyncio.wait_for(asked.wait(), LONGEST)
        await h.until(lambda: game.ask("SELECT shown FROM tables") == [(game.rows(),)])
        await game.play(random.Random(4), 2)
        assert not go_on.is_set()
        go_on.set()


@pytest.mark.parametrize("everything", [False, True])
async def test_commands_that_were_not_taken_are_sent_again_later(tmp_path, everything):
    """Also after a limit of all requests: who gave up waiting for its end left every request waiting."""
    env = {"DATABASE_URL": f"sqlite:///{tmp_path / 'c.sqlite3'}", "CHANGED": "soon_again"}
    async with harness(CHANGED, tmp_path / "world.sqlite3", **env) as h:
        h.said = tmp_path / "bot.log"
        refused = []

        async def trouble(method, path):
            if method == "PUT" and path.endswith("/commands") and len(refused) < 2:
                refused.append(path)
                if len(refused) == 1:
                    limit = reply({"message": "slow down", "retry_after": 7200.0, "global": everything}, 429)
                    limit.headers["Via"] = "1.1 discord"  # without it discord.py takes us for banned
                    return limit
                return reply({"code": 0, "message": "refused by the test"}, 503)
            return None

        h.wire.trouble = trouble
        await h.start_bot()
        await h.until(lambda: "play" in names(h))
        assert len(refused) == 2
        assert "failed" not in await h.run("ada", "settings")
        lines = [line for line in h.said.read_text().splitlines() if "were not sent" in line]
        assert len(lines) >= 2 and "no answer within" in lines[0]


def forget(database):
    """Let the next start send the commands again, and show a board that a crash kept from being shown."""
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(database)) as db, db:
        db.execute("DELETE FROM facts WHERE name = 'commands'")
        db.execute("UPDATE tables SET shown = 0")
