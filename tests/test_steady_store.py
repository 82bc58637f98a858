"""The database in trouble: damaged, shared, readable by others; each is said in a sentence."""

import os
import stat

import pytest

from bot.errors import StoreTrouble
from bot.tables.records import Opening
from bot.tables.store import Store


async def test_a_new_database_can_be_read_by_its_owner_only(tmp_path):
    store = await Store.open(tmp_path / "db.sqlite3")
    await store.new_table(Opening(1, 2, "tuir", 3, "en-US"))
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    await store.close()
    assert modes["db.sqlite3"] == 0o600 and set(modes.values()) == {0o600}


async def test_a_second_bot_on_the_same_file_is_refused_until_the_first_has_stopped(tmp_path):
    first = await Store.open(tmp_path / "db.sqlite3")
    with pytest.raises(StoreTrouble, match="in use by another Campanile"):
        await Store.open(tmp_path / "db.sqlite3")
    await first.close()
    await (await Store.open(tmp_path / "db.sqlite3")).close()


async def test_damage_is_named_with_the_way_to_the_newest_backup(tmp_path):
    path = tmp_path / "db.sqlite3"
    store = await Store.open(path)
    for channel in range(400):
        await store.new_table(Opening(1, channel, "tuir", 3, "en-US"))
    assert await store.damage() == ""
    await store.close()
    for age, name in ((100, "db.sqlite3.backup-1-7"), (50, "db.sqlite3.backup-1-9")):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (1_700_000_000 - age, 1_700_000_000 - age))
    body = bytearray(path.read_bytes())
    body[8192:16384] = os.urandom(8192)
    path.write_bytes(body)
    store = await Store.open(path)
    told = await store.damage()
    assert "is damaged" in told and told.endswith("db.sqlite3.backup-1-9.")
    await store.close()


async def test_what_is_damaged_costs_no_more_than_itself(tmp_path):
    """A table that cannot be read refuses with a sentence, and the store stays usable."""
    path = tmp_path / "db.sqlite3"
    store = await Store.open(path)
    await store.set_fact("commands", "mark")
    await store.close()
    store = await Store.open(path)
    with pytest.raises(StoreTrouble, match="cannot be used"):
        await store.db.rows("SELECT * FROM nowhere")
    assert await store.fact("commands") == "mark"
    await store.close()
