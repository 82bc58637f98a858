"""The same bot on PostgreSQL: a game from the lobby to its end, and a restart in the middle of it."""

import random

from tests.discord import sim
from tests.discord.people import Room


async def test_a_game_is_played_on_a_server_from_the_lobby_to_the_end(on_postgres):
    dice = random.Random(4)
    async with sim.running(on_postgres) as env:
        room = Room(env)
        players = await room.start()
        await room.play_on(players, dice, 8)
        rows = (await room.host.table(1)).last_row
        await sim.later(env, 600)  # until everybody was called who did not come
        await sim.restart(env, on_postgres)
        assert not env.bot.host._live, "nothing is replayed before somebody presses something"
        for person in players:
            await person.open_panel(room.board())
        assert (await room.host.table(1)).last_row == rows
        await room.play_on(players, dice)
        saved = await env.bot.store.table(1)
        assert (saved.phase, saved.shown) == ("done", saved.last)
        assert await env.bot.store.unshown() == []
        assert len(await env.bot.store.leaderboard(room.guild.id, "tuir")) == 2


async def test_a_lobby_that_was_shown_is_left_alone_by_a_start(on_postgres):
    async with sim.running(on_postgres) as env:
        room = Room(env)
        alice, bob, *_ = room.people
        await alice.slash(room.channel, "play", game="tuir")
        await bob.click(room.board(), "Join")
        before = len(env.http_requests)
        await sim.restart(env, on_postgres)
        edits = [r for r in env.http_requests[before:] if "/messages" in r.path]
        assert edits == []
