"""Tokens of open panels: sealed, the newest wins, in no copy, gone when they die or their person goes."""

import sqlite3
from contextlib import closing

import pytest

from bot.base.shards import Shards
from bot.cli.move_database import replayed
from bot.delivery.sealed_tokens import seal_token, unseal_token
from bot.domain.entities import NewTable
from bot.ops.backup_files import copy, restore
from bot.service.personal_data import data_of
from bot.storage.copy_database import move_database
from bot.storage.open_panels import Closed, OpenPanel
from bot.storage.sqlite import SQLite
from bot.storage.stores import open_stores

TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTpzZWNyZXQ"
PANEL = OpenPanel(1, 0, 3, 50, "sealed-secret", "en-US", 700, 2000, 4)


async def dealt(address, guild=1):
    stores = await open_stores(address)
    saved = await stores.lobby.new_table(NewTable(guild, 2, "tuir", 3, "en-US"))
    await stores.lobby.start(saved.id, "seed", 1, "data", (), (3, 4))
    return stores


def test_a_token_is_read_with_the_same_secret_only():
    sealed = seal_token("bot's token", TOKEN)
    assert TOKEN not in sealed and unseal_token("bot's token", sealed) == TOKEN
    assert seal_token("bot's token", TOKEN) != sealed, "equal tokens look like nothing equal"
    assert unseal_token("another token", sealed) is None
    for other in ("", "!", sealed[:-4], sealed[:30] + ("A" if sealed[30] != "A" else "B") + sealed[31:]):
        assert unseal_token("bot's token", other) is None


async def test_the_panel_of_the_newest_press_stays_whoever_writes_first(address):
    stores = await dealt(address)
    newer = PANEL._replace(message=51, asked=701, until=2001)
    await stores.open_panels.note_panels([newer], 1)
    await stores.open_panels.note_panels([PANEL], 1)
    version = (await stores.tables.version(1))[0]
    assert await stores.open_panels.living_panels(1) == [(newer, version)]
    await stores.open_panels.note_panels([Closed(1, 0, PANEL.asked)], 1)
    assert await stores.open_panels.living_panels(1) == [(newer, version)], "an older panel was closed"
    await stores.open_panels.note_panels([Closed(1, 0, newer.asked)], 1)
    assert await stores.open_panels.living_panels(1) == []
    await stores.open_panels.note_panels([newer], 1)
    await stores.open_panels.note_panels([Closed(1, 0)], 1)
    assert await stores.open_panels.living_panels(1) == [], "whichever it was"
    await stores.close()


async def test_a_row_dies_with_its_token(address):
    stores = await dealt(address)
    await stores.open_panels.note_panels([PANEL], 1)
    assert await stores.open_panels.living_panels(1999) and not await stores.open_panels.living_panels(2000)
    await stores.open_panels.note_panels([], 2000)
    assert await stores.engine.rows("SELECT * FROM open_panels") == []
    await stores.close()


async def test_only_the_panels_of_ones_own_servers_and_after_a_press_are_read(address):
    stores = await dealt(address, guild=5)
    await stores.open_panels.note_panels([PANEL], 1)
    mine, others = (Shards(2, shard, shard) for shard in (0, 1))
    assert len(
        await stores.open_panels.living_panels(1, 0, mine)
    ) == 1 and not await stores.open_panels.living_panels(1, 0, others)
    assert len(
        await stores.open_panels.living_panels(1, 699)
    ) == 1 and not await stores.open_panels.living_panels(1, 700)
    await stores.tables.set_phase(1, "gone", ("play",))
    assert not await stores.open_panels.living_panels(1), "nothing is shown there any more"
    await stores.close()


async def test_who_wants_to_be_forgotten_leaves_no_token_and_no_file_tells_one(address):
    stores = await dealt(address)
    await stores.open_panels.note_panels([PANEL, PANEL._replace(seat=1, user=4)], 1)
    _, file = await data_of(stores.personal_data, 3)
    assert b"sealed-secret" not in file.read()
    await stores.privacy.forget_user(3, 2**40)
    assert [panel.user for panel, _ in await stores.open_panels.living_panels(1)] == [4]
    await stores.close()


def held(path):
    """All tokens that a file holds, also in pages that are free."""
    return path.read_bytes().count(b"sealed-secret")


async def test_no_copy_of_a_file_holds_a_token(tmp_path, monkeypatch):
    path, backup = tmp_path / "db.sqlite3", tmp_path / "backup.sqlite3"
    stores = await dealt(path)
    await stores.open_panels.note_panels([PANEL], 1)
    copy(path, backup)
    await stores.close()
    assert held(path) and not held(backup)
    _, kept = restore(backup, path)
    assert not held(kept) and not held(path)
    stores = await open_stores(path)
    await stores.open_panels.note_panels([PANEL], 1)
    await stores.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version=8")
        (number,) = db.execute("SELECT COUNT(*) FROM open_panels").fetchone()
    assert number == 1

    async def none(engine, number, script): ...

    monkeypatch.setattr(SQLite, "_migrate", none)
    await (await open_stores(path)).close()
    (before,) = tmp_path.glob("db.sqlite3.backup-8-*")
    assert held(path) and not held(before)


@pytest.mark.parametrize("back", [False, True])
async def test_a_move_to_another_database_takes_no_token_along(tmp_path, on_postgres, back):
    here, there = f"sqlite:///{tmp_path}/db.sqlite3", on_postgres
    source, target = (there, here) if back else (here, there)
    stores = await dealt(source)
    await stores.open_panels.note_panels([PANEL], 1)
    await stores.close()
    await move_database(source, target, replayed)
    stores = await open_stores(target)
    assert await stores.engine.rows("SELECT * FROM open_panels") == []
    await stores.close()
