"""Channels and servers that are gone: their tables close, and are deleted in the end."""

import asyncio

from bot.base.errors import ASIDE, TABLE_IS_GONE
from bot.base.shards import Shards
from bot.domain.entities import NewTable
from tests.bot.service.rooms import (
    ROUND,
    STRANGER,
    THREE,
    TWO,
    A,
    B,
    moments,
    refused,
    step,
)


async def test_a_table_that_is_discarded_leaves_memory_and_is_told(room, toy):
    toy(TWO, TWO)
    id = await room.start()
    await room.services.tables.table(id)
    await room.services.servers.discard(id)
    assert (await room.phase(id), room.ears.changes) == ("gone", [id])
    assert not room.services.tables.cache
    with refused(TABLE_IS_GONE):
        await room.play(id, A, "a")


async def test_a_table_is_not_discarded_in_the_middle_of_a_move(room, toy, monkeypatch):
    toy(TWO, TWO)
    id = await room.start()
    hold, append = asyncio.Event(), room.stores.tables.append

    async def slow(*args):
        await hold.wait()
        return await append(*args)

    monkeypatch.setattr(room.stores.tables, "append", slow)
    press = asyncio.create_task(room.play(id, A, "a"))
    await moments()
    discard = asyncio.create_task(room.services.servers.discard(id))
    await moments()
    assert await room.phase(id) == "play"
    hold.set()
    await asyncio.gather(press, discard)
    assert (await room.phase(id), len(await room.log(id))) == ("gone", 1)
    assert not room.services.tables.cache


async def test_a_finished_game_is_never_discarded(room, toy):
    toy(TWO)
    id = await room.start()
    await room.services.agreements.close_table(id, STRANGER, 7)
    room.ears.changes.clear()
    await room.services.servers.discard(id)
    assert (await room.phase(id), room.ears.changes) == ("done", [])


async def test_a_channel_that_closes_takes_its_tables_along_and_no_others(room, toy):
    game = toy(TWO, TWO)
    aside = await room.start(channel=1)
    room.wake_up()
    game.EDITION = 2
    with refused(ASIDE):
        await room.services.tables.table(aside)
    game.EDITION = 1
    here, elsewhere = await room.start(channel=1), await room.start(channel=2)
    await room.services.servers.close_channel(1)
    assert [await room.phase(id) for id in (aside, here, elsewhere)] == ["gone", "gone", "play"]


async def test_a_server_that_removed_the_bot_is_closed_and_deleted_after_thirty_days(room, toy):
    toy(*ROUND)
    playing, elsewhere = await room.start(users=THREE), await room.start(users=THREE, channel=8)
    over = await room.start(users=(A, B), channel=9)
    await room.play(over, A, "a")
    await room.services.agreements.close_table(over, STRANGER, 9)
    lobby = (await room.services.lobby.open(NewTable(5, 10, "toy", A, "en-US"))).id
    await room.stores.engine.write(step("UPDATE tables SET guild = 6 WHERE id = ?", elsewhere))
    await room.services.servers.note_server_left(5)
    assert [await room.phase(id) for id in (playing, elsewhere, over, lobby)] == [
        "gone",
        "play",
        "done",
        "gone",
    ]
    day = 24 * 3600
    room.now = 1234.9 + 29 * day
    assert await room.services.servers.delete_left_servers() == 0
    await room.services.servers.note_server_left(5)
    room.now = 1234.9 + 31 * day
    assert await room.services.servers.delete_left_servers(Shards(2, 1, 1)) == 0, (
        "another process has this server"
    )
    assert await room.services.servers.delete_left_servers() == 3
    for kind in ("rows", "seats", "events", "results"):
        left = await room.stores.engine.rows(f"SELECT DISTINCT table_id FROM {kind}")
        assert all(id == elsewhere for (id,) in left), kind
    assert (
        await room.stores.servers.known_servers() == [6]
        and await room.stores.servers.gone_before(10**10) == []
    )


async def test_a_server_that_comes_back_keeps_everything(room, toy):
    toy(*ROUND)
    id = await room.start(users=THREE)
    await room.services.servers.note_server_left(5)
    room.now = 1234.9 + 40 * 24 * 3600
    await room.services.servers.note_server_joined(5)
    assert await room.services.servers.delete_left_servers() == 0 and await room.phase(id) == "gone"
    assert await room.stores.servers.forget_tables(5, 10**10) == 0, "nor if it came back just before"


async def test_a_start_finds_the_servers_that_removed_the_bot_meanwhile(room, toy):
    toy(*ROUND)
    here, there = await room.start(users=THREE), await room.start(users=THREE, channel=8)
    await room.stores.engine.write(step("UPDATE tables SET guild = 6 WHERE id = ?", there))
    await room.stores.servers.set_gone(5, 7)
    await room.services.servers.find_lost_servers({5}, Shards(1, 0, 0))
    assert [await room.phase(id) for id in (here, there)] == ["play", "gone"]
    assert await room.stores.servers.gone_before(10**10) == [6], "and the one that took it in again"


async def test_many_tables_are_deleted_a_few_at_a_time(room, toy, monkeypatch):
    toy(*ROUND)
    for channel in range(5):
        await room.services.servers.discard(await room.open(users=(channel + 1,), channel=channel + 20))
    await room.services.servers.note_server_left(5)
    sizes = []
    forget = type(room.stores.servers).forget_tables

    async def few(stores, guild, before):
        sizes.append(await forget(stores, guild, before, 2))
        return sizes[-1]

    monkeypatch.setattr(type(room.stores.servers), "forget_tables", few)
    room.now = 1234.9 + 31 * 24 * 3600
    assert await room.services.servers.delete_left_servers() == 5 and sizes == [2, 2, 1, 0]
