"""Without a token nothing of a bot is opened: no file of its, no server, no shards."""

import hashlib
import sqlite3

import pytest

from bot.base.config import load
from bot.base.errors import StoreTrouble
from bot.cli import run
from bot.domain.entities import NewTable
from bot.playground import Unplayable
from bot.playground.own_file import SERVER, own_file, world_of
from bot.storage.stores import open_stores

ADA = SERVER + 97


async def filled(path, guild=0, host=ADA, application=""):
    stores = await open_stores(path)
    if guild or host != ADA:
        await stores.lobby.new_table(NewTable(guild, 2, "tuir", host, "en-US"))
    if application:
        await stores.processes.set_fact("application", application)
    await stores.close()
    return path


def named(tmp_path, **environ):
    return load(environ, tmp_path / ".env")


def test_the_playground_has_a_file_of_its_own(tmp_path):
    assert own_file(named(tmp_path)).name == "playground.sqlite3"
    assert named(tmp_path).database == "sqlite:///campanile.sqlite3", "that of the bot"
    other = f"sqlite:///{tmp_path}/other.sqlite3"
    assert own_file(named(tmp_path, DATABASE_URL=other)) == tmp_path / "other.sqlite3"


def test_a_server_and_shards_are_refused(tmp_path):
    with pytest.raises(Unplayable, match="plays on no server") as refused:
        own_file(named(tmp_path, DATABASE_URL="postgresql://u:s3cret@db/games"))
    assert "s3cret" not in str(refused.value)
    with pytest.raises(Unplayable, match="has no shards"):
        own_file(named(tmp_path, SHARDS="0-1/2"))


@pytest.mark.parametrize("where", [{"guild": 7}, {"guild": SERVER, "host": 7}, {"application": "12"}])
async def test_a_file_of_a_bot_is_refused_and_not_touched(tmp_path, where):
    path = await filled(tmp_path / "bot.sqlite3", **where)
    before = hashlib.sha256(path.read_bytes()).digest()
    with pytest.raises(Unplayable, match="belongs to a bot on Discord"):
        await run.play(named(tmp_path, DATABASE_URL=f"sqlite:///{path}"))
    assert hashlib.sha256(path.read_bytes()).digest() == before


async def test_a_file_of_the_playground_is_its_own_again(tmp_path):
    path = await filled(tmp_path / "old.sqlite3", guild=SERVER, application="12")
    assert own_file(named(tmp_path, DATABASE_URL=f"sqlite:///{path}")) == path
    untouched = await filled(tmp_path / "new.sqlite3", application="12")
    world_of(untouched).touch()
    assert own_file(named(tmp_path, DATABASE_URL=f"sqlite:///{untouched}")) == untouched


def test_something_else_is_left_alone(tmp_path):
    path = tmp_path / "music.sqlite3"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE songs (name text)")
    db.close()
    with pytest.raises(StoreTrouble, match="not one of Campanile"):
        own_file(named(tmp_path, DATABASE_URL=f"sqlite:///{path}"))
