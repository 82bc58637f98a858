"""The same bot on PostgreSQL: a game from the lobby to its end, and what another process has noted."""

import random

import pytest

from bot.delivery.shutdown_notice import LIVELY
from bot.text.words import words
from bot.views.lobby import gone_screen
from tests.discord import sim
from tests.discord.people import Room


@pytest.mark.slow
async def test_a_game_is_played_on_a_server_from_the_lobby_to_the_end(on_postgres):
    dice = random.Random(4)
    async with sim.running(on_postgres) as env:
        room = Room(env)
        players = await room.start()
        await room.play_on(players, dice, 8)
        rows = (await room.services.tables.table(1)).last_row
        await sim.later(env, LIVELY + 100)  # everybody was called who did not come, and nobody sits there
        await sim.restart(env, on_postgres)
        assert not sim.app_of(env.bot).core.services.tables.cache, (
            "nothing is replayed before somebody presses something"
        )
        for person in players:
            await person.open_panel(room.board())
        assert (await room.services.tables.table(1)).last_row == rows
        await room.play_on(players, dice)
        saved = await sim.app_of(env.bot).core.stores.tables.table(1)
        assert (saved.phase, saved.shown) == ("done", saved.last)
        assert await sim.app_of(env.bot).core.stores.messages.unshown() == []
        assert len(await sim.app_of(env.bot).core.stores.records.leaderboard(room.guild.id, "tuir")) == 2


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


async def test_what_another_process_notes_of_a_channel_is_believed(on_postgres):
    async with sim.running(on_postgres) as env:
        room = Room(env)
        players = await room.start()
        for _ in range(2):  # a press tries again whether we may write there: we may
            await sim.app_of(env.bot).core.stores.messages.set_silenced(1, 7)
            panel = await players[0].open_panel(room.board())
            assert "I may not write in the channel any more" in players[0].text(panel)
            assert not (await sim.app_of(env.bot).core.stores.tables.table(1)).silenced
        panel = await players[0].open_panel(room.board())
        assert "I may not write" not in players[0].text(panel)


@pytest.mark.slow
async def test_a_panel_that_another_process_has_sent_is_brought_up_to_date(on_postgres):
    async with sim.running(on_postgres) as env:
        room, stores = Room(env), sim.app_of(env.bot).core.stores
        players = await room.start()
        await players[0].slash(room.channel, "hand", dm=True)
        home = players[0].at_home()
        ((seat, panel),) = (await stores.messages.dm_panels(1)).items()
        other = env.bot.get_partial_messageable(panel.channel)
        newer = await other.send(view=gone_screen(words("en")).view)
        await stores.messages.set_dm_panel(1, seat, panel._replace(message=newer.id, told=0))
        await stores.messages.set_silenced(1, 7)
        await players[1].open_panel(room.board())  # has the table looked at again
        await sim.later(env, 5)
        assert players[0].at_home().panel.id == newer.id != home.panel.id
        assert players[0].at_home().text() == home.text()
