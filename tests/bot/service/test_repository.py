"""Tables in memory and in the log: one truth a table, stored before it is told."""

import logging
import threading
from types import SimpleNamespace

from bot.base.errors import ASIDE, TABLE_IS_GONE
from bot.service import repository as hosts
from bot.service.repository import NOT_STARTED, WAITS
from bot.service.services import build_services
from games import GAMES, fingerprint, sheets_of
from tests.bot.service.rooms import TWO, A, B, C, refused
from tests.toy import ask


async def test_a_table_that_cannot_be_played_at_is_refused_for_the_right_reason(room, toy):
    toy(TWO)
    lobby = await room.open()
    with refused(NOT_STARTED):
        await room.services.tables.table(lobby)
    await room.services.servers.discard(lobby)
    for id in (lobby, 999, 10**30):
        with refused(TABLE_IS_GONE):
            await room.services.tables.table(id)


async def test_a_table_stays_in_memory_while_it_is_played_and_no_longer(room, toy):
    game = toy(TWO, ask(1, "a", "b"))
    id = await room.start()
    await room.play(id, A, "a")
    assert await room.services.tables.table(id) is await room.services.tables.table(id)
    assert len(game.seeds) == 1, "dealt once, not at every look"
    await room.play(id, B, "a")
    assert not room.services.tables.cache
    assert (await room.services.tables.table(id)).over
    assert not room.services.tables.cache, "a finished game is replayed when someone asks"


async def test_a_game_of_another_edition_is_set_aside_and_not_replayed(room, toy, caplog):
    game = toy(TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a")
    room.wake_up()
    game.EDITION = 2
    with refused(ASIDE):
        await room.services.tables.table(id)
    assert await room.phase(id) == "aside"
    assert room.ears.aside == [id]
    with refused(ASIDE):
        await room.services.tables.table(id)
    assert room.ears.aside == [id], "the channel is told once"
    game.EDITION = 1
    assert (await room.services.tables.table(id)).last_row == 1
    assert await room.phase(id) == "play"
    assert room.ears.changes == [id]


async def test_a_game_with_other_data_tables_is_set_aside_and_not_replayed(room, toy, monkeypatch):
    toy(TWO, TWO)
    id = await room.start()
    room.wake_up()
    monkeypatch.setattr("bot.service.rules_of_table.fingerprint", lambda key: "edited")
    with refused(ASIDE):
        await room.services.tables.table(id)
    assert await room.phase(id) == "aside"


async def test_the_data_files_are_stored_before_a_game_is_dealt_from_them(room, monkeypatch):
    id = await room.open("tuir")
    start = room.stores.lobby.start

    async def looked(*args):
        assert await room.stores.deals.sheets("tuir", fingerprint("tuir")) == sheets_of("tuir")
        await start(*args)

    monkeypatch.setattr(room.stores.lobby, "start", looked)
    assert await room.stores.deals.sheets("tuir", fingerprint("tuir")) == {}
    assert (await room.services.lobby.start(id, A)).rules is GAMES["tuir"]


async def test_a_game_goes_on_by_its_edition_as_long_as_that_is_kept(room, toy):
    game = toy(TWO, TWO, TWO)
    id = await room.start()
    await room.play(id, A, "a")
    room.wake_up()
    game.EDITION, game.KEPT = 2, {1: SimpleNamespace(__all__=["apply"], apply=game.apply)}
    game.apply = None  # what edition 2 does with a move is not asked
    table = await room.play(id, A, "b")
    assert (table.rules.EDITION, table.last_row) == (1, 2)
    room.wake_up()
    game.KEPT = {}
    with refused(ASIDE):
        await room.services.tables.table(id)


async def test_a_finished_game_that_no_longer_replays_keeps_its_result(room, toy):
    game = toy(TWO)
    id = await room.start()
    await room.play(id, A, "a")
    game.EDITION = 2
    with refused(ASIDE):
        await room.services.tables.table(id)
    assert (await room.phase(id), room.ears.aside) == ("done", [])


async def test_the_error_of_a_game_set_aside_is_logged(room, toy, caplog):
    game = toy(TWO)
    id = await room.start()
    room.wake_up()
    game.EDITION = 2
    with caplog.at_level(logging.ERROR, "bot"), refused(ASIDE):
        await room.services.tables.table(id)
    assert "another edition" in caplog.text


async def test_a_game_that_comes_back_waits_for_the_table_in_its_place(room, toy):
    game = toy(TWO, TWO)
    id = await room.start()
    room.wake_up()
    game.EDITION = 2
    with refused(ASIDE):
        await room.services.tables.table(id)
    other = await room.open("tuir", (C,))
    game.EDITION = 1
    with refused(WAITS):
        await room.services.tables.table(id)
    assert not room.services.tables.cache, "nobody can play on meanwhile"
    await room.services.servers.discard(other)
    assert (await room.services.tables.table(id)).id == id


async def test_a_long_log_replays_in_a_thread_of_its_own_and_a_short_one_does_not(room, toy, monkeypatch):
    toy(*[TWO] * 9)
    monkeypatch.setattr(hosts, "LONG_LOG_ROWS", 3)
    threads, fold = [], hosts.fold
    monkeypatch.setattr(
        hosts, "fold", lambda *args: threads.append(threading.current_thread()) or fold(*args)
    )
    id = await room.start()
    for _ in range(4):
        room.services.tables.forget(id)
        await room.play(id, A, "b")
    room.services.tables.forget(id)
    assert (await room.services.tables.table(id)).last_row == 4
    here = threading.current_thread()
    assert [thread is here for thread in threads] == [True] * 5 + [False]


async def test_locks_do_not_pile_up(room, toy):
    toy(TWO, TWO)
    for channel in range(3):
        await room.play(await room.start(channel=channel), A, "a", channel + 1)
    assert dict(room.services.tables.cache.locks) == {}


async def test_at_most_so_many_tables_stay_in_memory_and_none_that_somebody_holds(room, toy):
    toy(TWO, TWO)
    ids = [await room.start(channel=n) for n in range(5)]
    room.wake_up(max_cached_tables=2)
    for id in ids[:3]:
        await room.services.tables.table(id)
    assert list(room.services.tables.cache) == ids[1:3]
    roomy = build_services(room.stores, max_cached_tables=6)
    for id in ids:
        await roomy.tables.table(id)
    assert list(roomy.tables.cache) == ids, "as long as there is room, all stay"
    await room.services.tables.table(ids[1])
    await room.services.tables.table(ids[3])
    assert list(room.services.tables.cache) == [ids[1], ids[3]], "the one that was used last stays"
    async with room.services.tables.hold(ids[1]), room.services.tables.hold(ids[3]):
        await room.services.tables.table(ids[4])
        assert set(room.services.tables.cache) == {ids[1], ids[3], ids[4]}
    await room.services.tables.table(ids[0])
    assert len(room.services.tables.cache) == 2
    assert (await room.play(ids[2], A, "a")).last_row == 1, "one that went comes back from its log"


async def test_tables_to_which_nobody_listens_are_played_all_the_same(room, toy):
    game = toy(TWO, TWO)
    id = await room.start()
    room.services = build_services(room.stores)
    assert (await room.play(id, A, "a")).last_row == 1
    room.services.tables.forget(id)
    game.EDITION = 2
    with refused(ASIDE):
        await room.services.tables.table(id)
