"""The database in trouble: damaged, shared, readable by others; each is said in a sentence."""

import asyncio
import contextlib
import os
import sqlite3
import stat
import threading

import pytest

from bot.base.errors import Damaged, StoreTrouble
from bot.domain.entities import NewTable
from bot.storage import integrity
from bot.storage.integrity import quick_check
from bot.storage.stores import open_stores
from tests.patience import LONGEST

PAGE = 4096
LEAVES = (0x0A, 0x0D)  # how the pages begin that hold rows, of an index or of a table


@contextlib.asynccontextmanager
async def opened(path):
    stores = await open_stores(path)
    try:
        yield stores
    finally:
        await stores.close()


def tear(path, words):
    """Damage the page of a closed file on which some words stand; a leaf, so that others can be read."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("VACUUM")  # nothing old stands on other pages any more
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    body = bytearray(path.read_bytes())
    pages = range(PAGE, len(body), PAGE)
    page = next(at for at in pages if body[at] in LEAVES and words in body[at : at + PAGE])
    body[page : page + PAGE] = b"\xa5" * PAGE
    path.write_bytes(body)


async def test_a_new_database_can_be_read_by_its_owner_only(tmp_path):
    stores = await open_stores(tmp_path / "db.sqlite3")
    await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    await stores.close()
    assert modes["db.sqlite3"] == 0o600 and set(modes.values()) == {0o600}


async def test_a_second_bot_on_the_same_file_is_refused_until_the_first_has_stopped(tmp_path):
    first = await open_stores(tmp_path / "db.sqlite3")
    with pytest.raises(StoreTrouble, match="in use by another Campanile"):
        await open_stores(tmp_path / "db.sqlite3")
    await first.close()
    await (await open_stores(tmp_path / "db.sqlite3")).close()


async def test_damage_is_named_with_the_way_to_the_newest_backup(tmp_path):
    path = tmp_path / "db.sqlite3"
    stores = await open_stores(path)
    for channel in range(400):
        await stores.lobby.new_table(NewTable(1, channel, "tuir", 3, "en-US"))
    assert await stores.engine.damage() == ""
    await stores.close()
    daily = tmp_path / "backups"
    daily.mkdir()
    made = ("db.sqlite3.backup-1-7", "db.sqlite3.backup-1-9", "backups/db-2026-11-18.sqlite3")
    for age, name in zip((100, 50, 20), made, strict=True):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (1_700_000_000 - age, 1_700_000_000 - age))
    body = bytearray(path.read_bytes())
    body[8192:16384] = os.urandom(8192)
    path.write_bytes(body)
    async with opened(path) as stores:
        beside, there = await stores.engine.damage(), await stores.engine.damage(daily)
    assert "is damaged" in beside and beside.endswith(f"campanile restore {tmp_path / made[1]}")
    assert there.endswith(f"campanile restore {tmp_path / made[2]}") and "\n" not in there


async def test_no_move_waits_while_a_large_file_is_looked_over(tmp_path, monkeypatch):
    gate = threading.Event()

    def slow(db):
        gate.wait(LONGEST)
        return quick_check(db)

    monkeypatch.setattr(integrity, "quick_check", slow)
    async with opened(tmp_path / "db.sqlite3") as stores:
        looking = asyncio.create_task(stores.engine.damage())
        try:
            await asyncio.wait_for(stores.processes.set_fact("a move", "is made"), LONGEST)
            assert not looking.done()
        finally:
            gate.set()
        assert await looking == ""


async def test_what_is_damaged_costs_no_more_than_itself(tmp_path):
    """A table that cannot be read refuses with a sentence, and all others go on."""
    path = tmp_path / "db.sqlite3"
    async with opened(path) as stores:
        for number in range(1, 4):
            await stores.lobby.new_table(NewTable(1, number, "tuir", 3, "en-US"))
            rows = [(number, n, "move", 0, f"the moves of table {number}", "person", 1) for n in range(1, 61)]
            await stores.engine.fill("rows", ("table_id", "row", "kind", "seat", "text", "by", "at"), rows)
    tear(path, b"the moves of table 1")
    async with opened(path) as stores:
        with pytest.raises(Damaged, match="is damaged"):
            await stores.tables.log(1)
        assert len(await stores.tables.log(3)) == 60
        await stores.messages.set_shown(3, 60)
        assert (await stores.tables.table(3)).shown == 60
