"""The playground's gateway with shards: who hears what, as on Discord."""

import asyncio

import discord

from bot.playground import gateway
from bot.playground.gateway import Gateway
from bot.playground.world import CHANNEL, SERVER, World
from bot.playground.world_file import WorldFile

INTENTS = discord.Intents(guilds=True)
PRESS = "INTERACTION_CREATE"


def made() -> Gateway:
    return Gateway(World(WorldFile(None)).discord)


def identify(made: Gateway, shard: list[int] | None):
    """Let a bot identify; returns its session."""
    data = {"token": made.token, "intents": INTENTS.value} | ({"shard": shard} if shard else {})
    return made._packet({"op": gateway.IDENTIFY, "d": data}, asyncio.Queue())


def heard(session, event=PRESS) -> list:
    return [packet["d"] for packet in session.events if packet["t"] == event]


def test_a_server_is_heard_by_its_shard_and_a_dm_by_shard_0():
    made_ = made()
    sessions = [identify(made_, [shard, 2]) for shard in (0, 1)]
    assert (SERVER >> 22) % 2 == 1
    made_.broadcast(PRESS, {"guild_id": str(SERVER), "channel_id": str(CHANNEL)})
    made_.broadcast(PRESS, {"channel_id": "7"})
    assert [len(heard(session)) for session in sessions] == [1, 1]
    assert "guild_id" not in heard(sessions[0])[0] and "guild_id" in heard(sessions[1])[0]


def test_a_shard_is_told_of_its_own_servers_only():
    made_ = made()
    first, second = (identify(made_, [shard, 2]) for shard in (0, 1))
    assert heard(first, "READY")[0]["guilds"] == [] == heard(first, "GUILD_CREATE")
    assert [guild["id"] for guild in heard(second, "GUILD_CREATE")] == [str(SERVER)]
    made_.broadcast("GUILD_UPDATE", {"id": str(SERVER)})
    assert (len(heard(first, "GUILD_UPDATE")), len(heard(second, "GUILD_UPDATE"))) == (0, 1)


def test_two_sessions_of_one_shard_both_hear_everything_and_a_bot_without_shards_too():
    made_ = made()
    sessions = [identify(made_, shard) for shard in ([1, 2], [1, 2], None)]
    made_.broadcast(PRESS, {"guild_id": str(SERVER)})
    assert [len(heard(session)) for session in sessions] == [1, 1, 1]


def test_the_bot_is_online_until_its_last_session_has_gone():
    made_ = made()
    told = []
    made_.on_presence.append(told.append)
    first, second = identify(made_, [0, 2]), identify(made_, [1, 2])
    made_._detach(first)
    assert made_.online and made_.connected == [second]
    made_._detach(second)
    assert not made_.online and told == [True, True, True, False]


def test_identifies_that_come_too_soon_in_one_bucket_are_counted(monkeypatch):
    made_, now = made(), [100.0]
    monkeypatch.setattr(gateway.time, "monotonic", lambda: now[0])
    made_.max_concurrency = 2
    for shard, after, hurried in ((0, 0, 0), (1, 0.1, 0), (2, 1, 1), (3, 5, 1), (1, 4.9, 2), (0, 5, 2)):
        now[0] += after
        identify(made_, [shard, 4])
        assert made_.hurried == hurried
