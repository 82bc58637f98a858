"""Backups and restores: sound copies made while moves go on, and nothing is ever overwritten."""

import asyncio
import sqlite3
from datetime import UTC, datetime

import pytest

from bot.base import timers
from bot.base.errors import StoreTrouble
from bot.cli import main
from bot.domain.entities import LogRow, NewTable
from bot.ops.backup_files import copy, known_schema, look_over, restore
from bot.ops.backups import DAILY_BACKUPS_KEPT, DailyBackups
from bot.storage.stores import open_stores
from tests.patience import until


@pytest.fixture
async def stores(tmp_path):
    stores = await open_stores(tmp_path / "campanile.sqlite3")
    await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await stores.lobby.start(1, "seed", 1, "data", ())
    yield stores
    await stores.close()


def rows_in(path):
    db = sqlite3.connect(path)
    try:
        return [row for (row,) in db.execute("SELECT row FROM rows ORDER BY row")]
    finally:
        db.close()


async def test_moves_go_on_while_a_copy_is_made_and_it_holds_all_that_was_stored_before(stores, tmp_path):
    stop, stored = asyncio.Event(), []

    async def keep_moving():
        while not stop.is_set():
            await stores.tables.append(1, LogRow(len(stored) + 1, "move", 0, "x" * 500))
            stored.append(len(stored) + 1)

    moving = asyncio.create_task(keep_moving())
    try:
        for n in range(5):
            await until(lambda n=n: len(stored) > n * 20)
            before, target = len(stored), tmp_path / f"copy{n}.sqlite3"
            await asyncio.to_thread(copy, tmp_path / "campanile.sqlite3", target)
            rows = rows_in(target)
            assert rows == list(range(1, len(rows) + 1)) and len(rows) >= before
        during = len(stored)
        await until(lambda: len(stored) > during)
    finally:
        stop.set()
        await moving


async def test_a_copy_is_one_private_file(stores, tmp_path):
    target = tmp_path / "copies" / "c.sqlite3"
    target.parent.mkdir()
    assert copy(tmp_path / "campanile.sqlite3", target).tables == 1
    assert [path.name for path in target.parent.iterdir()] == ["c.sqlite3"]
    assert target.stat().st_mode & 0o077 == 0, "it holds the seeds of running games"


async def test_a_copy_can_be_made_whether_or_not_the_bot_runs(stores, tmp_path):
    database = tmp_path / "campanile.sqlite3"
    copy(database, tmp_path / "running.sqlite3")
    await stores.close()
    copy(database, tmp_path / "stopped.sqlite3")
    assert look_over(tmp_path / "stopped.sqlite3") == look_over(tmp_path / "running.sqlite3")


def test_what_cannot_be_copied_is_named_and_leaves_nothing_behind(tmp_path):
    (tmp_path / "rubbish").write_bytes(b"no database at all" * 1000)
    sqlite3.connect(tmp_path / "other.sqlite3").execute("CREATE TABLE t (x)").connection.close()
    for name in ("missing", "rubbish", "other.sqlite3"):
        with pytest.raises(StoreTrouble, match=name if name != "other.sqlite3" else "not one of Campanile"):
            copy(tmp_path / name, tmp_path / "target")
    with pytest.raises(StoreTrouble):
        copy(tmp_path / "other.sqlite3", tmp_path / "no folder" / "target")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.sqlite3", "rubbish"]


# --- restore


async def closed_database(path, channels=(2,)):
    """Open tables in a database and close it; return their numbers."""
    stores = await open_stores(path)
    tables = [await stores.lobby.new_table(NewTable(1, channel, "tuir", 3, "en-US")) for channel in channels]
    await stores.close()
    return [table.id for table in tables]


async def test_a_restored_database_has_the_backups_games_and_the_old_file_is_kept(tmp_path):
    database, backup = tmp_path / "campanile.sqlite3", tmp_path / "backup.sqlite3"
    await closed_database(database, (2,))
    copy(database, backup)
    await closed_database(database, (5, 6))
    looked, kept = restore(backup, database)
    assert looked.tables == 1 and look_over(kept).tables == 3
    stores = await open_stores(database)
    try:
        assert (await stores.tables.table(1)).channel == 2
    finally:
        await stores.close()


@pytest.mark.parametrize("times", [1, 2])
async def test_after_a_restore_no_number_of_a_table_comes_again_however_old_the_backup(tmp_path, times):
    """The messages of the tables that are lost stand on Discord, and name them."""
    database, backup = tmp_path / "campanile.sqlite3", tmp_path / "old.sqlite3"
    await closed_database(database, ())
    copy(database, backup)  # before the first table
    for n in range(times):
        assert await closed_database(database, (2, 3)) == [2 * n + 1, 2 * n + 2]
        restore(backup, database)
    assert await closed_database(database) == [2 * times + 1]


async def test_moves_that_were_still_in_the_wal_are_kept_with_the_old_file(tmp_path):
    """After kill -9 the last moves stand beside the file."""
    database, backup = tmp_path / "campanile.sqlite3", tmp_path / "backup.sqlite3"
    await closed_database(database)
    copy(database, backup)
    db = sqlite3.connect(database, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("INSERT INTO facts VALUES ('last', 'words')")
    files = {end: (tmp_path / f"campanile.sqlite3{end}").read_bytes() for end in ("", "-wal")}
    db.close()
    for end, content in files.items():  # as a crash leaves them
        (tmp_path / f"campanile.sqlite3{end}").write_bytes(content)
    _, kept = restore(backup, database)
    assert not (tmp_path / "campanile.sqlite3-wal").exists(), "it would be played into the restored file"
    (found,) = sqlite3.connect(kept).execute("SELECT value FROM facts WHERE name = 'last'").fetchall()
    assert found == ("words",)


async def test_a_backup_that_is_not_sound_changes_nothing(tmp_path):
    database = tmp_path / "campanile.sqlite3"
    await closed_database(database)
    copy(database, tmp_path / "good.sqlite3")
    good = (tmp_path / "good.sqlite3").read_bytes()
    (tmp_path / "torn.sqlite3").write_bytes(good[: len(good) // 2])
    (tmp_path / "noise.sqlite3").write_bytes(good[:4096] + b"\x07" * (len(good) - 4096))
    copy(database, tmp_path / "newer.sqlite3")
    newer = sqlite3.connect(tmp_path / "newer.sqlite3")
    newer.execute(f"PRAGMA user_version={known_schema() + 1}")
    newer.close()
    before = database.read_bytes()
    for name in ("torn", "noise", "newer", "missing"):
        with pytest.raises(StoreTrouble):
            restore(tmp_path / f"{name}.sqlite3", database)
    with pytest.raises(StoreTrouble, match="database itself"):
        restore(database, database)
    assert database.read_bytes() == before
    assert not list(tmp_path.glob("*before-restore*")) and not list(tmp_path.glob("*restoring*"))


async def test_a_database_in_use_is_not_replaced(stores, tmp_path):
    copy(tmp_path / "campanile.sqlite3", tmp_path / "backup.sqlite3")
    with pytest.raises(StoreTrouble, match="in use by another Campanile"):
        restore(tmp_path / "backup.sqlite3", tmp_path / "campanile.sqlite3")
    await stores.tables.append(1, LogRow(1, "move", 0, "x"))


async def test_an_older_format_is_restored_and_brought_up_to_date_at_the_next_start(tmp_path):
    database, backup = tmp_path / "campanile.sqlite3", tmp_path / "old.sqlite3"
    first = sorted(known_migrations())[0]
    old = sqlite3.connect(backup)
    old.executescript(first.read_text("utf-8") + "\nPRAGMA user_version=1;")
    old.close()
    looked, kept = restore(backup, database)
    assert looked.schema == 1 and kept is None
    await (await open_stores(database)).close()
    assert look_over(database).schema == known_schema() > 1


def known_migrations():
    from bot.ops.backup_files import MIGRATIONS

    return list(MIGRATIONS.glob("*.sql")) or list(MIGRATIONS.glob("sqlite/*.sql"))


# --- the commands


async def test_the_commands_say_what_they_did_and_what_they_cannot_do(tmp_path, monkeypatch, capsys):
    database = tmp_path / "campanile.sqlite3"
    await closed_database(database)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{database}")
    assert main(["backup", "copy.sqlite3"]) == 0
    assert "copy.sqlite3: format" in capsys.readouterr().out
    assert main(["backup"]) == 0
    assert list(tmp_path.glob("campanile.sqlite3.backup-*"))
    assert main(["backup", "copy.sqlite3"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["restore", "copy.sqlite3"]) == 0
    assert "the old one is now" in capsys.readouterr().out
    assert main(["restore", "nowhere.sqlite3"]) == 2
    assert "does not exist" in capsys.readouterr().err


# --- every day


async def test_a_copy_a_day_is_kept_and_the_last_seven_of_them(stores, tmp_path, monkeypatch):
    now, folder = [datetime(2026, 11, 1, 13, tzinfo=UTC).timestamp()], tmp_path / "backups"
    monkeypatch.setattr(timers, "now", lambda: now[0])
    daily = DailyBackups(tmp_path / "campanile.sqlite3", folder)
    (tmp_path / "backups").mkdir()
    (folder / "campanile-notes.sqlite3").write_text("not ours")
    for day in range(1, DAILY_BACKUPS_KEPT + 4):
        assert daily.make_if_due() == folder / f"campanile-2026-11-{day:02}.sqlite3"
        assert daily.make_if_due() is None, "one a day"
        now[0] += 86_400
    assert [p.name[-10:-8] for p in daily.made()] == [f"{day:02}" for day in range(4, DAILY_BACKUPS_KEPT + 4)]
    assert (folder / "campanile-notes.sqlite3").exists(), "others' files are left alone"
    assert all(look_over(path).tables == 1 for path in daily.made())


async def test_a_copy_that_fails_is_told_and_tried_again(stores, tmp_path, caplog):
    folder = tmp_path / "backups"
    folder.write_text("a file where the folder should be")
    daily = DailyBackups(tmp_path / "campanile.sqlite3", folder)
    keeping = asyncio.create_task(daily.keep())
    try:
        await until(lambda: "no backup was made" in caplog.text)
        folder.unlink()
        timers.set_ahead(3600)
        await until(lambda: daily.made())
    finally:
        timers.set_ahead(0)
        keeping.cancel()
