"""What one person can put before everybody in a channel: little enough, and they are told so."""

import asyncio
import random

import pytest

from bot.base.errors import ChannelTaken, Refused
from bot.domain.entities import NewTable
from bot.service.lobby import LOBBIES, OPENED
from bot.service.services import build_services
from bot.storage.channel_limits import OPENED as OPENINGS
from bot.storage.channel_limits import SHARED
from bot.storage.stores import open_stores
from tests.discord import sim
from tests.discord.people import in_room

JUST_SHOWN = "You have just shown something to everybody in this channel"
MANY = "Ten tables that you opened in this server are not over yet"


def posts(room):
    """Return how many messages everybody has been sent in all channels."""
    return sum(
        not message.is_ephemeral and message.author_id == room.env.backend.bot_user.id
        for channel in room.env.backend.messages.values()
        for message in channel.values()
    )


async def finished(room):
    """Let two people play a game to its end."""
    players = await room.start()
    await room.play_on(players, random.Random(1))
    return players


async def share(room, person, channel, id=""):
    """Open a leaderboard and share it; return what was told."""
    shown = (await person.slash(channel, "leaderboard", game="tuir")).response
    id = id or next(p["custom_id"] for p in person.components(shown) if p.get("label") == "Share")
    await sim.deliver(room.env, sim.press_payload(room.env, person.actor, shown, id))
    private = [m for m in channel.history(viewer=person.actor) if m.flags.ephemeral]
    return person.text(private[-1])


@pytest.mark.slow
@in_room
async def test_somebody_who_shares_lists_again_and_again_posts_one_a_minute(room, database):
    alice, bob = await finished(room)
    before = posts(room)
    told = [await share(room, alice, room.channel) for _ in range(6)]
    assert posts(room) == before + 1 and all(JUST_SHOWN in word for word in told[1:])
    await sim.restart(room.env, database)
    assert JUST_SHOWN in await share(room, alice, room.channel, "b:tuir:share")
    await alice.slash(room.channel, "table")
    replay = (await alice.slash(room.channel, "replay")).response
    film = await alice.click(replay, "Share")
    assert JUST_SHOWN in alice.text(film.response), "a film is one of them, also after a restart"
    assert posts(room) == before + 1
    await share(room, bob, room.channel)
    assert posts(room) == before + 2, "somebody else may"
    await share(room, alice, room.guild.create_text_channel("council"))
    assert posts(room) == before + 3, "and elsewhere"
    await sim.later(room.env, 61)
    await share(room, alice, room.channel, "b:tuir:share")
    assert posts(room) == before + 4


@pytest.mark.slow
@in_room
async def test_shares_at_the_same_moment_are_one(room):
    alice, _ = await finished(room)
    shown = (await alice.slash(room.channel, "leaderboard", game="tuir")).response
    before = posts(room)
    await sim.deliver(
        room.env, *(sim.press_payload(room.env, alice.actor, shown, "b:tuir:share") for _ in range(6))
    )
    assert posts(room) == before + 1


@pytest.mark.slow
@in_room
async def test_nobody_opens_more_than_ten_tables_that_are_not_over(room):
    alice, bob = room.people[:2]
    await alice.slash(room.channel, "play", game="tuir", computers=True)
    for _ in range(OPENED + 4):
        offer = (await alice.slash(room.channel, "play", game="tuir")).response
        if "Open it in a thread" not in alice.labels(offer):
            break
        await alice.click(offer, "Open it in a thread")
        lobby = room.channel.threads[-1]
        board = next((m for m in reversed(lobby.history()) if "Fill with computers" in alice.labels(m)), None)
        if board is not None:
            await alice.click(board, "Fill with computers")
    games = await room.app.core.stores.engine.rows("SELECT COUNT(*) FROM tables WHERE phase = 'play'")
    assert games == [(OPENED,)]
    assert len(room.channel.threads) == OPENED - 1
    refused = await alice.slash(room.guild.create_text_channel("more"), "play", game="tuir")
    assert MANY in alice.text(refused.response)
    await bob.slash(room.guild.create_text_channel("his"), "play", game="tuir")
    assert await room.app.core.stores.lobby.open_lobbies(bob.id, room.guild.id) == 1, "others may"
    await room.services.agreements.close_table(1, 0, room.channel.id)
    await alice.slash(room.guild.create_text_channel("room"), "play", game="tuir")
    opened = await room.app.core.stores.lobby.opened_by(alice.id, room.guild.id)
    assert opened == OPENED, "one that is over makes room"


@in_room
async def test_a_rematch_and_what_nobody_wished_do_not_count(room):
    players = await room.start()
    await sim.deliver(room.env, sim.press_payload(room.env, players[1].actor, room.board(), "p:1:resign!"))
    alice, stores = players[0], room.app.core.stores
    for n in range(OPENED):
        saved = await room.services.lobby.open(
            NewTable(room.guild.id, n + 1, "tuir", 5, "en", opener=alice.id)
        )
        await stores.lobby.save_lobby(saved.id, 5, (5, 6), ())
        await room.services.lobby.start(saved.id, 5)
    await alice.click(room.ending(), "Rematch")
    assert (await stores.tables.table_in(room.channel.id)).phase == "lobby"
    await room.services.lobby.open(NewTable(room.guild.id, 99, "tuir", 8, "en"))
    assert await stores.lobby.opened_by(alice.id, room.guild.id) == OPENED


@in_room
async def test_who_opens_and_cancels_tables_in_a_channel_is_slowed_down(room):
    alice = room.people[0]
    for _ in range(OPENINGS.burst + 5):
        opened = await alice.slash(room.channel, "play", game="tuir")
        if opened.response is not None and "opened many tables" in alice.text(opened.response):
            break
        await alice.click(room.board(), "Cancel")
    tables = await room.app.core.stores.engine.rows("SELECT COUNT(*) FROM tables")
    assert tables == [(OPENINGS.burst,)]
    await sim.later(room.env, 61)
    await alice.slash(room.channel, "play", game="tuir")
    assert (await room.app.core.stores.tables.table_in(room.channel.id)).phase == "lobby"


@pytest.mark.slow
@in_room
async def test_what_came_to_nothing_does_not_count(room, monkeypatch):
    alice, _ = await finished(room)
    replay = (await alice.click(room.board(), "Replay")).response
    from bot.handlers import replay as replaying

    async def unfilmed(record):
        raise replaying.GifFailed

    with monkeypatch.context() as patch:
        patch.setattr(replaying, "gif_of", unfilmed)
        failed = await alice.click(replay, "Share")
    assert "could not be drawn" in alice.text(failed.response)
    shown = (await alice.slash(room.channel, "leaderboard", game="tuir")).response
    before = posts(room)
    await alice.click(shown, "Share")
    assert posts(room) == before + 1


# --- on the floor: in the store, and in several processes on a server ---


@pytest.fixture
async def two(on_postgres):
    """Two processes on one server."""
    opened = [await open_stores(on_postgres) for _ in range(2)]
    yield opened
    for stores in opened:
        await stores.close()


async def test_two_processes_share_one_limit(two):
    taken = await asyncio.gather(*(stores.channel_limits.take(7, 1, SHARED) for stores in two * 4))
    assert taken.count(True) == 1
    taken = await asyncio.gather(*(stores.channel_limits.take(8, 1, OPENINGS) for stores in two * 10))
    assert taken.count(True) == OPENINGS.burst


async def test_two_processes_open_ten_tables_and_three_lobbies_together(two):
    hosts = [build_services(stores) for stores in two]

    async def open(n, opener):
        try:
            saved = await hosts[n % 2].lobby.open(
                NewTable(1, 100 * opener + n, "tuir", opener, "en", opener=opener)
            )
        except (Refused, ChannelTaken):
            return 0
        return saved.id

    opened = await asyncio.gather(*(open(n, 7) for n in range(8)))
    assert len([*filter(None, opened)]) == LOBBIES

    for n in range(OPENED - 1):
        saved = await two[0].lobby.new_table(NewTable(1, 5000 + n, "tuir", 9, "en", opener=9))
        await two[0].lobby.start(saved.id, "s", 1, "d", (), (9, 10))
    opened = await asyncio.gather(*(open(n, 9) for n in range(6)))
    assert len([*filter(None, opened)]) == 1
    assert await two[1].lobby.opened_by(9, 1) == OPENED


async def test_a_limit_is_paid_with_time_and_a_clock_that_was_set_back_is_no_debt(tmp_path, monkeypatch):
    stores, now = await open_stores(tmp_path / "db.sqlite3"), [1000.0]
    monkeypatch.setattr("bot.storage.channel_limits.timers.now", lambda: now[0])
    try:
        assert [await stores.channel_limits.take(1, 2, SHARED) for _ in range(3)] == [True, False, False]
        assert await stores.channel_limits.take(1, 3, SHARED) and await stores.channel_limits.take(
            2, 2, SHARED
        )
        now[0] += 59.9
        assert not await stores.channel_limits.take(1, 2, SHARED)
        now[0] += 0.1
        assert await stores.channel_limits.take(1, 2, SHARED)
        await stores.channel_limits.give_back(1, 2, SHARED)
        assert await stores.channel_limits.take(1, 2, SHARED), "what came to nothing"
        now[0] -= 5000
        assert await stores.channel_limits.take(1, 2, SHARED) and not await stores.channel_limits.take(
            1, 2, SHARED
        )
        now[0] += 61
        await stores.channel_limits.forget_paid()
        assert await stores.engine.rows("SELECT channel FROM rate_limits ORDER BY channel") == [(2,), (3,)]
        now[0] += 9000
        await stores.channel_limits.forget_paid()
        assert await stores.engine.rows("SELECT * FROM rate_limits") == []
    finally:
        await stores.close()
