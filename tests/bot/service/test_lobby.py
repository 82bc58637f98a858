"""Lobbies on a real database, without Discord: opened, changed, started, and never by two at once."""

import asyncio
import dataclasses

import pytest

from bot.base.errors import TABLE_IS_GONE, ChannelTaken, Refused
from bot.domain.entities import NewTable
from bot.service.repository import STARTED
from games import fingerprint
from tests.bot.service.rooms import (
    STRANGER,
    TWO,
    A,
    B,
    C,
    D,
    refused,
)


async def test_a_lobby_is_stored_as_it_was_opened(room):
    saved = await room.services.lobby.open(NewTable(5, 7, "tuir", A, "it"))
    stored = await room.stores.tables.table(saved.id)
    assert (stored.guild, stored.channel, stored.game, stored.host, stored.locale) == (5, 7, "tuir", A, "it")
    assert (stored.phase, stored.users) == ("lobby", (A,))
    assert await room.services.tables.table_in(7) == stored
    assert await room.services.tables.table_in(5) is None


async def test_people_who_join_at_the_same_moment_all_sit_down(room):
    saved = await room.services.lobby.open(NewTable(5, 7, "lucca", A, "en-US"))
    joins = [room.services.lobby.change(saved.id, lambda lobby, u=u: lobby.join(u)) for u in (B, C, D)]
    answers = await asyncio.gather(*joins)
    assert (await room.stores.tables.table(saved.id)).users == (A, B, C, D)
    assert answers[-1].users == (A, B, C, D), "the answer is what is stored"
    assert room.ears.changes == [saved.id] * 3


async def test_a_lobby_that_everyone_left_is_gone(room):
    id = await room.open("tuir", (A,))
    room.ears.changes.clear()
    assert (await room.services.lobby.change(id, lambda lobby: lobby.leave(A))).phase == "gone"
    assert room.ears.changes == [id]
    with refused(TABLE_IS_GONE):
        await room.services.lobby.change(id, lambda lobby: lobby.join(B))


async def test_a_new_host_and_the_options_are_stored(room):
    id = await room.open("towers", (A, B))
    await room.services.lobby.change(id, lambda lobby: lobby.choose(A, 0, "nobles"))
    assert (await room.stores.tables.table(id)).options == ("nobles",)
    await room.services.lobby.change(id, lambda lobby: dataclasses.replace(lobby.leave(A), options=()))
    stored = await room.stores.tables.table(id)
    assert (stored.host, stored.users, stored.options) == (B, (B,), ())


async def test_a_change_that_is_refused_changes_nothing_and_is_not_told(room):
    id = await room.open("tuir", (A, B))
    room.ears.changes.clear()
    with pytest.raises(Refused):
        await room.services.lobby.change(id, lambda lobby: lobby.join(C))
    assert (await room.stores.tables.table(id)).users == (A, B)
    assert room.ears.changes == []


async def test_only_its_host_or_a_moderator_cancels_a_lobby(room):
    id = await room.open("tuir", (A, B))
    room.ears.changes.clear()
    with pytest.raises(Refused):
        await room.services.lobby.cancel(id, B, moderates=0)
    assert (await room.phase(id), room.ears.changes) == ("lobby", [])
    await room.services.lobby.cancel(id, STRANGER, moderates=7)
    assert (await room.phase(id), room.ears.changes) == ("gone", [id])
    other = await room.open("tuir", (A, B))
    await room.services.lobby.cancel(other, A, moderates=0)
    assert await room.phase(other) == "gone"


async def test_a_game_is_dealt_with_what_it_will_be_replayed_with(room, toy):
    toy(TWO).EDITION = 3
    room.wake_up(new_draw=lambda: "the seed")
    id = await room.open()
    room.ears.changes.clear()
    table = await room.services.lobby.start(id, A)
    stored = await room.stores.tables.table(id)
    assert (stored.phase, stored.seed, stored.edition, stored.shown) == ("play", "the seed", 3, -1)
    assert stored.data == fingerprint("toy")
    assert (table.id, table.seed, table.users) == (id, "the seed", (A, B))
    assert room.ears.changes == [id]


async def test_no_two_games_are_dealt_alike(room, toy):
    """Each from 128 bits of its own that nobody can guess; two processes do not deal alike either."""
    toy(TWO)
    seeds = []
    for channel in range(6):
        if channel == 3:
            room.wake_up()
        id = await room.start(channel=channel)
        seeds.append((await room.stores.tables.table(id)).seed)
    assert len(set(seeds)) == 6
    assert all(len(seed) == 32 and int(seed, 16) for seed in seeds)


async def test_a_start_is_refused_to_a_stranger_and_with_too_few(room, toy):
    toy(TWO)
    alone = await room.open(users=(A,))
    with pytest.raises(Refused):
        await room.services.lobby.start(alone, A)
    id = await room.open(channel=8)
    with pytest.raises(Refused):
        await room.services.lobby.start(id, STRANGER)
    assert (await room.phase(alone), await room.phase(id)) == ("lobby", "lobby")


async def test_two_starts_at_the_same_moment_deal_once(room, toy):
    game = toy(TWO)
    id = await room.open()
    done = await asyncio.gather(
        room.services.lobby.start(id, A), room.services.lobby.start(id, B), return_exceptions=True
    )
    assert [isinstance(answer, Refused) for answer in done] == [False, True]
    assert done[1].reason == STARTED
    assert game.seeds == [(await room.stores.tables.table(id)).seed]


async def test_a_start_and_a_cancel_at_the_same_moment_leave_one_truth(room, toy):
    toy(TWO)
    id = await room.open()
    wishes = room.services.lobby.start(id, A), room.services.lobby.cancel(id, A, moderates=0)
    started, cancelled = await asyncio.gather(*wishes, return_exceptions=True)
    assert started.id == id and cancelled.reason == STARTED
    assert await room.phase(id) == "play"


async def test_the_options_of_the_lobby_are_those_of_the_game_also_after_a_restart(room):
    id = await room.open("towers")
    await room.services.lobby.change(id, lambda lobby: lobby.choose(A, 0, "nobles"))
    table = await room.services.lobby.start(id, A)
    assert table.options == ("nobles",) and table.state.with_nobles
    room.wake_up()
    assert (await room.services.tables.table(id)).state == table.state


async def test_a_lobby_that_has_started_or_gone_is_no_lobby(room, toy):
    toy(TWO)
    id = await room.start()
    for wish in (
        room.services.lobby.change(id, lambda lobby: lobby.leave(A)),
        room.services.lobby.cancel(id, A, moderates=7),
        room.services.lobby.start(id, A),
    ):
        with refused(STARTED):
            await wish
    await room.services.servers.discard(id)
    with refused(TABLE_IS_GONE):
        await room.services.lobby.start(id, A)


async def test_a_channel_holds_one_table_and_the_newcomer_is_told_which(room):
    id = await room.open("tuir", (A,))
    with pytest.raises(ChannelTaken) as taken:
        await room.open("lucca", (B,))
    assert taken.value.table_id == id
