"""The password of a server is told in no sentence, whatever it holds and however it was typed."""

import argparse
import asyncio
import logging

import pytest

from bot.base.config import BadSetting, Config, load
from bot.base.database_url import UNCLEAR, discreet, plain
from bot.base.errors import StoreTrouble
from bot.cli import doctor
from bot.cli.run import _about_database
from bot.ops.doctor_postgres import look_at_server
from bot.storage.notify import ChangeNotifier
from bot.storage.stores import open_stores

FIRST, LAST = "s3cretfirst", "s3cretlast"
MARKS = ["#", "/", "%", "@", " ", ":", "?", "=", "&", "[", "%4", "#/", "@/", "/@", "%2F", "%40", "\t", "ü"]


def mentions(said: object) -> bool:
    return FIRST in str(said) or LAST in str(said)


@pytest.mark.parametrize("mark", MARKS)
async def test_no_sentence_tells_a_password_with_an_odd_character(server, mark, caplog):
    caplog.set_level(logging.DEBUG)
    for port in (server.port, 1):
        address = f"postgresql://postgres:{FIRST}{mark}{LAST}@127.0.0.1:{port}/nowhere"
        assert not mentions(plain(address)) and not mentions(repr(Config(database=address)))
        with pytest.raises(StoreTrouble) as trouble:
            await open_stores(address)
        assert not mentions(trouble.value) and trouble.value.__suppress_context__
        found = list(look_at_server(address))
        assert [finding.how for finding in found] == ["bad"]
        assert not any(map(mentions, found))
    assert not mentions(caplog.text)


@pytest.mark.parametrize("mark", ["#", "?", ":", "%2F", "%40"])
async def test_a_password_that_libpq_understands_connects_and_the_place_is_told(server, empty, mark):
    name = server.database(empty)
    address = f"postgresql://postgres:{FIRST}{mark}{LAST}@127.0.0.1:{server.port}/{name}"
    stores = await open_stores(address)
    told = _about_database(Config(database=address), stores)
    assert f"postgresql://127.0.0.1:{server.port}/{name} (" in told and not mentions(told)
    await stores.close()
    server.drop(name)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://u:p@h/d", "postgresql://h/d"),
        ("postgres://u:p@[::1]:5432/d?sslmode=require", "postgresql://[::1]:5432/d"),
        ("postgresql://u:p@one:1,two:2/d", "postgresql://one:1,two:2/d"),
        ("postgresql:///d?host=/run/postgresql&password=p", "postgresql:///d"),
        ("postgresql://h/d?password=p&user=u", "postgresql://h/d"),
        ("postgresql://u:p@q@h/d", UNCLEAR),
        ("postgresql://u@q:p@h/d", UNCLEAR),
        ("postgresql://u:1/2@h/d", UNCLEAR),
        ("postgresql://h?password=p@q", UNCLEAR),
        ("sqlite:///a/b.sqlite3", "a/b.sqlite3"),
    ],
)
def test_an_address_is_told_without_user_password_and_options(address, told):
    assert plain(address) == told


def test_a_password_is_struck_as_it_is_meant_and_as_it_is_typed():
    address = "postgresql://u:two%20words%2F@h/d?sslpassword=other"
    assert discreet(address, "no two words/ at two%20words%2F, other") == "no … at …, …"
    address = "postgresql://h/d?user=u&password=two%20words"
    assert discreet(address, "two words, two%20words") == "…, …", "also where libpq's parameters are"
    assert discreet("postgresql://h/d", "connection refused") == "connection refused"


async def test_what_keeps_a_process_from_hearing_others_is_told_without_the_password(server, caplog):
    caplog.set_level(logging.DEBUG)

    async def notify(command: str) -> None: ...

    hints = ChangeNotifier(f"postgresql://postgres:{FIRST} {LAST}@127.0.0.1:{server.port}/nowhere", notify)
    hints.listen(lambda ids: None)
    while "are not heard" not in caplog.text:
        await asyncio.sleep(0.01)
    await hints.close()
    assert not mentions(caplog.text)


def test_an_address_that_is_none_is_not_repeated(tmp_path):
    for wrong in (f"postgres:{FIRST}", f"user:{FIRST}@host/games", f"mysql://u:{FIRST}@h/d"):
        with pytest.raises(BadSetting, match="DATABASE_URL") as bad:
            load({"DATABASE_URL": wrong}, tmp_path / ".env")
        assert not mentions(bad.value)


@pytest.mark.slow
def test_the_doctor_tells_no_password(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for mark in ("@", "/", " ", "%", "#"):
        monkeypatch.setenv("DATABASE_URL", f"postgresql://u:{FIRST}{mark}{LAST}@127.0.0.1:1/games")
        assert doctor.main(argparse.Namespace(live=None)) == 1
    assert not mentions(capsys.readouterr())
