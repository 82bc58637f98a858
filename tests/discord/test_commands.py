"""Commands reach Discord when they have changed, and only then; a slow answer is still an answer."""

import asyncio
import sys

import pytest

from bot.app import build
from bot.app_parts import Parts
from bot.handlers.press_listener import ACKNOWLEDGE_WITHIN
from bot.ops.doctor_commands import our_commands
from bot.storage.stores import open_stores
from tests.discord import sim
from tests.discord.people import in_room
from tests.wide import speaking, wide_po


def syncs(env):
    return [r for r in env.http_requests if r.method == "PUT" and r.path.endswith("/commands")]


@in_room
async def test_commands_are_sent_only_when_they_have_changed(room, database):
    assert len(syncs(room.env)) == 1
    await sim.restart(room.env, database)
    assert len(syncs(room.env)) == 1, "nothing changed"
    await room.app.core.stores.processes.set_fact("commands", "an older version")
    await sim.restart(room.env, database)
    assert len(syncs(room.env)) == 2


@in_room
async def test_a_new_language_reaches_discord_with_the_next_start(room, database, tmp_path):
    with speaking(tmp_path / "locales", ja=wide_po()):
        await sim.restart(room.env, database)
        assert len(syncs(room.env)) == 2, "the names have changed, if only in Japanese"
        await sim.restart(room.env, database)
        assert len(syncs(room.env)) == 2


async def test_a_dev_guild_gets_the_commands_at_once(database, monkeypatch):
    app = await build(await open_stores(database), Parts(dev_guild=77))
    sent = []

    async def put(application, guild, commands):
        sent.append((guild, sorted(command["name"] for command in commands)))
        return [{"name": command["name"], "id": n} for n, command in enumerate(commands)]

    monkeypatch.setattr(app.client.http, "bulk_upsert_guild_commands", put)
    await app.commands.send()
    await app.commands.send()
    await app.client.close()
    everything = sorted(command["name"] for command in await our_commands())
    assert sent == [(77, everything)] and len(everything) > 5


@pytest.mark.slow
@in_room
async def test_an_answer_that_takes_too_long_is_announced_before_discord_gives_up(room, monkeypatch):
    """Discord shows "interaction failed" after 3 seconds."""
    assert ACKNOWLEDGE_WITHIN < 3
    alice = room.people[0]

    async def slow(interaction, game, page):
        await asyncio.sleep(600)

    monkeypatch.setattr(sys.modules["cogs.rules"], "show_rules", slow)
    result = await alice.actor.slash(room.channel, "rules", game="tuir")  # SimCord waits for short timers
    assert result.acknowledged
    assert "took too long" in alice.text(result.response)
