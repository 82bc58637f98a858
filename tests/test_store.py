"""Storage: durable, once, all or nothing, with clear words when it cannot be."""

import asyncio
import os
import sqlite3
import subprocess
import sys

import pytest

from bot.database import MIGRATIONS, StoreTrouble
from bot.store import ChannelTaken, Repeated, Result, Stale, Store
from bot.table import LogRow

MOVE = LogRow(1, "move", 0, "build:T01:left", "person", 10)


@pytest.fixture
async def store(tmp_path):
    store = await Store.open(tmp_path / "db.sqlite3")
    yield store
    await store.close()


async def test_a_commit_reaches_the_disk_before_it_is_believed(store):
    async with store._db.execute("PRAGMA journal_mode") as cursor:
        assert (await cursor.fetchone())[0] == "wal"
    async with store._db.execute("PRAGMA synchronous") as cursor:
        assert (await cursor.fetchone())[0] == 2, "FULL"


async def test_a_row_is_written_once(store):
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    await store.append(saved.id, MOVE, 77)
    with pytest.raises(Stale):
        await store.append(saved.id, MOVE, 78)
    with pytest.raises(Repeated):
        await store.append(saved.id, MOVE._replace(row=2), 77)
    assert await store.log(saved.id) == [MOVE]


async def test_the_last_move_and_the_results_are_stored_together_or_not_at_all(store):
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    twice = [Result(3, 1, (5,)), Result(3, 2, (4,))]  # one player with two results cannot be
    with pytest.raises(Stale):
        await store.append(saved.id, MOVE, None, twice)
    assert await store.log(saved.id) == []
    assert (await store.table(saved.id)).phase == "lobby"
    await store.append(saved.id, MOVE, None, [Result(3, 1, (5,)), Result(4, 2, (4,))])
    assert (await store.table(saved.id)).phase == "done"
    board = await store.leaderboard(1, "tuir")
    assert [(s.user, s.wins, s.games, s.average_place) for s in board] == [(3, 1, 1, 1.0), (4, 0, 1, 2.0)]


async def test_a_cancelled_request_still_finishes_its_write(store):
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    task = asyncio.create_task(store.append(saved.id, MOVE, 5))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await store.log(saved.id) == [MOVE], "this read waits for the transaction under way"


async def test_one_table_a_channel(store):
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    with pytest.raises(ChannelTaken) as taken:
        await store.new_table(1, 2, "tuir", 4, "en-US")
    assert taken.value.table == saved.id
    await store.set_phase(saved.id, "gone")
    assert (await store.new_table(1, 2, "tuir", 4, "en-US")).id == saved.id + 1


async def test_concurrent_writers_wait_for_each_other(store):
    tables = await asyncio.gather(*(store.new_table(1, n, "tuir", 3, "en-US") for n in range(20)))
    await asyncio.gather(*(store.append(t.id, MOVE, t.id) for t in tables))
    assert len({t.id for t in tables}) == 20
    assert all([len(await store.log(t.id)) == 1 for t in tables])


async def test_a_database_from_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "db.sqlite3"
    await (await Store.open(path)).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="newer version"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_gets_a_clear_word(tmp_path):
    path = tmp_path / "db.sqlite3"
    path.write_text("these are not the bytes you are looking for" * 50)
    with pytest.raises(StoreTrouble, match="not a Campanile database"):
        await Store.open(path)


async def test_a_folder_that_does_not_exist_gets_a_clear_word(tmp_path):
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        await Store.open(tmp_path / "nowhere" / "db.sqlite3")


async def test_a_full_disk_loses_no_move_and_says_so(tmp_path):
    store = await Store.open(tmp_path / "db.sqlite3")
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    async with store._db.execute("PRAGMA page_count") as cursor:
        pages = (await cursor.fetchone())[0]
    await store._db.execute(f"PRAGMA max_page_count = {pages}")
    rows = 0
    with pytest.raises(StoreTrouble, match=r"disk that holds .* is full"):
        for rows in range(500):
            await store.append(saved.id, LogRow(rows + 1, "move", 0, "x" * 90, "person", 1), rows)
    assert len(await store.log(saved.id)) == rows, "all that was acknowledged, and nothing half"
    await store._db.execute("PRAGMA max_page_count = 100000")
    await store.append(saved.id, LogRow(rows + 1, "move", 0, "after", "person", 1))
    await store.close()


async def test_a_read_only_database_gets_a_clear_word(tmp_path):
    store = await Store.open(tmp_path / "db.sqlite3")
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    await store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreTrouble, match="cannot be written to"):
        await store.append(saved.id, MOVE)
    await store._db.execute("PRAGMA query_only = OFF")
    assert await store.log(saved.id) == []
    await store.close()


async def test_migrations_run_in_order_with_a_backup_before_the_first(tmp_path, monkeypatch):
    path, steps = tmp_path / "db.sqlite3", tmp_path / "migrations"
    steps.mkdir()
    first = MIGRATIONS / "001_tables.sql"
    (steps / first.name).write_text(first.read_text())
    monkeypatch.setattr("bot.database.MIGRATIONS", steps)
    store = await Store.open(path)
    await store.new_table(1, 2, "tuir", 3, "en-US")
    await store.close()
    (steps / "002_more.sql").write_text("CREATE TABLE more (x INTEGER); INSERT INTO more VALUES (7);")
    await (await Store.open(path)).close()
    (backup,) = tmp_path.glob("db.sqlite3.backup-1-*")
    with sqlite3.connect(backup) as db:
        assert db.execute("SELECT COUNT(*) FROM tables").fetchone() == (1,)
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT x FROM more").fetchone() == (7,)
        assert db.execute("PRAGMA user_version").fetchone() == (2,)


async def test_a_failing_migration_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path, steps = tmp_path / "db.sqlite3", tmp_path / "migrations"
    steps.mkdir()
    first = MIGRATIONS / "001_tables.sql"
    (steps / first.name).write_text(first.read_text())
    monkeypatch.setattr("bot.database.MIGRATIONS", steps)
    await (await Store.open(path)).close()
    (steps / "002_bad.sql").write_text("CREATE TABLE half (x INTEGER); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(StoreTrouble):
        await Store.open(path)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone()


WRITER = """
import asyncio, sys
from pathlib import Path
from bot.store import Store
from bot.table import LogRow

async def main():
    store = await Store.open(Path(sys.argv[1]))
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    for row in range(1, 100000):
        await store.append(saved.id, LogRow(row, "move", 0, "m", "person", 1), row)
        print(row, flush=True)

asyncio.run(main())
"""


async def test_kill_9_loses_no_row_that_was_acknowledged(tmp_path):
    path = tmp_path / "db.sqlite3"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
    ) as writer:
        for line in writer.stdout:
            if int(line) >= 40:
                writer.kill()
                break
        acknowledged = max([int(line), *(int(rest) for rest in writer.stdout.read().split())])
    store = await Store.open(path)
    rows = await store.log(1)
    await store.close()
    assert [row.row for row in rows][:acknowledged] == list(range(1, acknowledged + 1))


def test_the_seed_stays_out_of_the_text_of_a_stored_table():
    from bot.store import Saved

    saved = Saved(1, 1, 1, "tuir", 1, "en", (), "play", "secret-seed", 1, "", 0, 0, "", 0, 0, (1, 2))
    assert "secret-seed" not in repr(saved)


async def test_what_a_crash_left_unshown_is_known_from_the_deal_to_the_last_move(store):
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    assert await store.unpublished() == [], "a lobby has no game to show"
    await store.start(saved.id, "seed", 1, "data", ())
    assert await store.unpublished() == [saved.id], "dealt, and not shown yet"
    await store.set_shown(saved.id, 0)
    assert await store.unpublished() == []
    await store.append(saved.id, MOVE, 77)
    assert await store.unpublished() == [saved.id]
    await store.set_shown(saved.id, 1)
    await store.append(saved.id, MOVE._replace(row=2), 78, [Result(3, 1, (5,))])
    assert await store.unpublished() == [saved.id], "the end, too, must be shown"
    await store.set_shown(saved.id, 2)
    assert await store.unpublished() == []


async def test_a_lobby_that_has_become_a_game_keeps_its_options(store):
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    await store.start(saved.id, "seed", 1, "data", ("short",))
    await store.save_lobby(saved.id, 9, [3], ["first:1"])
    again = await store.table(saved.id)
    assert (again.options, again.host) == (("short",), 3)


@pytest.mark.parametrize("moments", range(12))
async def test_a_write_that_is_cancelled_at_any_moment_blocks_no_other(store, moments):
    saved = await store.new_table(1, 2, "tuir", 3, "en-US")
    for write in (
        store.set_shown(saved.id, 1),
        store.save_lobby(saved.id, 3, [3, 4], []),
        store.set_standing(saved.id, 0, "guard", "use"),
        store.new_table(1, 9, "tuir", 3, "en-US"),
    ):
        task = asyncio.create_task(write)
        for _ in range(moments):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await store.set_message(saved.id, 5)
    assert (await store.table(saved.id)).message == 5


async def test_a_read_that_fails_says_so_in_plain_words(store):
    await store.new_table(1, 2, "tuir", 3, "en-US")
    await store._db.close()
    with pytest.raises(StoreTrouble, match="shutting down"):
        await store.table(1)
