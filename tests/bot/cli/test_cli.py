"""What a host types: one version, thin words, and a doctor that finds what is wrong."""

import asyncio
import re
import sqlite3
import subprocess
import sys
import tomllib
from pathlib import Path

import aiohttp
import pytest

from bot import cli
from bot.base import version
from bot.base.config import Config, load
from bot.cli import main
from bot.domain.entities import NewTable
from bot.ops import doctor_discord, doctor_local
from bot.ops.doctor import bad, conclusion, ok, size, warn
from bot.ops.doctor_commands import differing, our_commands
from bot.storage.stores import open_stores

ROOT = Path(__file__).resolve().parents[3]


def test_there_is_one_version_and_the_commit_with_it(capsys):
    said = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"Campanile {said}")
    for folder in ("bot", "cogs", "games", "rendering"):
        for path in (ROOT / folder).rglob("*.py"):
            assert f'"{said}"' not in path.read_text("utf-8"), f"{path} says the version a second time"


def test_the_commit_is_the_one_that_is_checked_out_or_that_an_image_was_built_from(monkeypatch, tmp_path):
    version.commit.cache_clear()
    monkeypatch.setenv("CAMPANILE_COMMIT", "0123456789abcdef")
    assert version.commit() == "0123456789ab"
    monkeypatch.delenv("CAMPANILE_COMMIT")
    monkeypatch.setattr(version, "ROOT", tmp_path)
    version.commit.cache_clear()
    assert version.commit() == "", "no repository, no commit"
    version.commit.cache_clear()


@pytest.mark.parametrize("word", ["run", "doctor", "backup", "restore", "move-database", "health"])
def test_every_word_is_a_module_and_is_explained(word, capsys):
    module = ROOT / "bot" / "cli" / f"{word.replace('-', '_')}.py"
    assert "def main(wish" in module.read_text("utf-8")
    with pytest.raises(SystemExit):
        main(["--help"])
    assert re.search(rf"^\s+{word}\b", capsys.readouterr().out, re.M)


def test_the_script_at_the_top_runs_the_same(tmp_path):
    told = subprocess.run([ROOT / "campanile", "--version"], cwd=tmp_path, capture_output=True, text=True)
    assert told.stdout.strip() == f"Campanile {version.release()}"


def test_asking_for_health_does_not_load_the_games():
    """Docker asks twice a minute."""
    code = (
        "import sys; from bot.cli import main; main(['health']);"
        " heavy = {'discord', 'PIL', 'aiohttp', 'games.tuir'};"
        " print(sorted(heavy & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env={})
    assert run.stdout.strip().endswith("[]"), run
    assert "HEALTH_PORT is not set" in run.stderr


def test_a_database_is_moved_by_a_word_and_the_host_is_told_what_to_do_next(tmp_path, capsys):
    source, target = f"sqlite:///{tmp_path / 'a.sqlite3'}", f"sqlite:///{tmp_path / 'b.sqlite3'}"

    async def open_a_table() -> None:
        stores = await open_stores(source)
        await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
        await stores.close()

    asyncio.run(open_a_table())
    assert main(["move-database", source, target]) == 0
    told = capsys.readouterr().out
    assert "1 tables and 0 rows are there" in told and "Set DATABASE_URL" in told
    assert main(["move-database", source, target]) == 2
    assert "is not empty" in capsys.readouterr().err


# --- the doctor, here


def test_only_what_is_bad_makes_the_doctor_fail():
    fine, doubtful, wrong = ok("a", "b"), warn("a", "b", "c"), bad("a", "b", "c")
    assert conclusion([fine]) == ("All is well.", 0)
    assert conclusion([fine, doubtful])[1] == 0
    assert conclusion([fine, doubtful, wrong]) == ("1 bad, 1 to look at, 1 ok", 1)
    assert str(wrong).splitlines()[1].strip() == "-> c"
    assert [size(n) for n in (12, 3_400, 5_600_000, 7_800_000_000)] == ["12 bytes", "3 kB", "6 MB", "7.8 GB"]


def test_an_old_python_is_named():
    assert doctor_local.python((3, 10, 1)).how == "bad"
    assert doctor_local.python((3, 11, 0)).how == "ok"


def test_a_token_that_others_can_read_is_named(tmp_path):
    env = tmp_path / ".env"
    env.write_text("DISCORD_TOKEN=x")
    env.chmod(0o644)
    settings = Config(token="x")
    (open_to_all,) = doctor_local.secrets_kept(settings, env)
    assert open_to_all.how == "warn" and "chmod 600" in open_to_all.do
    env.chmod(0o600)
    assert [f.how for f in doctor_local.secrets_kept(settings, env)] == ["ok"]
    assert [f.how for f in doctor_local.secrets_kept(Config(), env)] == ["bad"]


async def test_the_database_is_looked_over_while_it_is_in_use_and_when_it_is_broken(tmp_path):
    path = tmp_path / "campanile.sqlite3"
    assert [f.how for f in doctor_local.database(path)] == ["ok"], "the first start makes it"
    stores = await open_stores(path)
    try:
        assert [f.how for f in doctor_local.database(path)] == ["ok", "ok"]
    finally:
        await stores.close()
    assert [f.how for f in doctor_local.database(path)] == ["ok", "ok"]
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\x07" * (len(content) - 4096))
    (broken,) = doctor_local.database(path)
    assert broken.how == "bad" and "restore" in broken.do
    assert [f.how for f in doctor_local.database(tmp_path / "nowhere" / "c.sqlite3")] == ["bad"]


async def test_an_older_and_a_newer_format_are_told_apart(tmp_path):
    path = tmp_path / "campanile.sqlite3"
    await (await open_stores(path)).close()
    for number, how in ((1, ["ok", "warn"]), (99, ["bad"])):
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA user_version={number}")
        db.close()
        assert [f.how for f in doctor_local.database(path)] == how, number


async def test_channels_in_which_we_may_not_write_are_named(tmp_path):
    from bot.domain.entities import NewTable

    path = tmp_path / "campanile.sqlite3"
    stores = await open_stores(path)
    await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    assert not list(doctor_local.silenced(path))
    await stores.messages.set_silenced(1, 12345)
    (found,) = doctor_local.silenced(path)
    assert "channel 2 of server 1" in found.told
    await stores.close()


def test_a_full_disk_is_named_before_it_stops_the_games(tmp_path, monkeypatch):
    free = [0]
    monkeypatch.setattr(doctor_local.shutil, "disk_usage", lambda path: type("", (), {"free": free[0]}))
    hows = []
    for free[0] in (50_000_000, 500_000_000, 5_000_000_000):
        hows.append(doctor_local.disk(tmp_path / "c.sqlite3").how)
    assert hows == ["bad", "warn", "ok"]


def test_missing_and_old_backups_are_named(tmp_path):
    import os

    path = tmp_path / "campanile.sqlite3"
    settings = Config(backups=tmp_path)
    assert [f.how for f in doctor_local.backups(Config(), path)] == ["warn"]
    assert [f.how for f in doctor_local.backups(settings, path)] == ["warn"]
    made = tmp_path / "campanile-2026-11-01.sqlite3"
    made.write_bytes(b"")
    assert [f.how for f in doctor_local.backups(settings, path)] == ["ok"]
    os.utime(made, (0, 0))
    assert [f.how for f in doctor_local.backups(settings, path)] == ["warn"]


def test_a_language_that_lacks_sentences_is_named(tmp_path, monkeypatch):
    folder = tmp_path / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "campanile.po").write_text('msgid "This game is over."\nmsgstr "Finis."\n')
    monkeypatch.setattr("bot.text.catalogue.LOCALES", tmp_path)
    english, other = doctor_local.languages()
    assert english.how == "ok" and other.how == "warn"
    whole, missing = (int(re.search(r"(\d+) sentences", f.told)[1]) for f in (english, other))
    assert missing == whole - 1


def test_a_broken_data_table_is_named(monkeypatch):
    from games.data_tables import BadTable

    def broken():
        raise BadTable(ROOT / "games" / "tuir" / "cards.csv", 3, "7 is no colour")

    assert doctor_local.games().how == "ok"
    monkeypatch.setattr(doctor_local.GAMES, "load", broken)
    assert doctor_local.games().how == "bad" and "line 3" in doctor_local.games().told


def test_a_bad_setting_is_a_finding_and_no_trace(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PORT", "many")
    assert main(["doctor"]) == 1
    assert "PORT is 'many'" in capsys.readouterr().out


# --- the doctor, at Discord


def test_a_wrong_clock_is_told_with_its_direction():
    assert [doctor_discord.clock(s).how for s in (0.4, -4.0, 30.0, -300.0, None)] == [
        "ok",
        "ok",
        "warn",
        "bad",
        "warn",
    ]
    assert (
        "30 s ahead" in doctor_discord.clock(30.0).told
        and "300 s behind" in doctor_discord.clock(-300.0).told
    )


def test_servers_where_a_permission_is_missing_are_named():
    everything, nothing_much, administrator = 309237746688 | 1 << 10, 1 << 10, 8
    guilds = [
        {"id": "1", "name": "Whole", "permissions": str(everything)},
        {"id": "2", "name": "Poor", "permissions": str(nothing_much)},
        {"id": "3", "name": "Mighty", "permissions": str(administrator)},
    ]
    (found,) = doctor_discord.missing_in(guilds)
    assert "Poor (2): lacks Send Messages" in found.told and "Attach Files" in found.told
    assert "View Channel" not in found.told


async def test_commands_and_their_languages_are_compared_with_discords():
    ours = await our_commands()
    assert {c["name"] for c in ours} >= {"card", "games", "hand", "leaderboard", "play", "rules", "table"}
    theirs = [
        {**c, "id": "1", "version": "2", "dm_permission": True, "options": c.get("options", [])} for c in ours
    ]
    assert differing(ours, theirs) == [], "what Discord adds is no difference"
    assert differing(ours, theirs[1:]) == [ours[0]["name"]]
    changed = [{**theirs[0], "description_localizations": {"de": "Neu"}}, *theirs[1:]]
    assert differing(ours, changed) == [ours[0]["name"]]
    assert differing(ours, [*theirs, {"name": "old", "description": "gone"}]) == ["old"]


async def test_a_machine_without_a_network_gets_a_sentence(monkeypatch, unused_tcp_port):
    import discord

    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{unused_tcp_port}/api")
    (found,) = [f async for f in doctor_discord.look_there(Config(token="x"))]
    assert found.how == "bad" and "cannot be reached" in found.told
    refused = aiohttp.ClientResponseError(None, (), status=401)
    assert doctor_discord._no_line(refused).what == "token"


# --- settings


def test_the_token_may_stand_in_a_file(tmp_path):
    file = tmp_path / "token"
    file.write_text("abc.def\n")
    assert load({"DISCORD_TOKEN_FILE": str(file)}, tmp_path / ".env").token == "abc.def"


@pytest.mark.parametrize("content", [None, "", "  \n"])
def test_a_token_file_that_cannot_be_used_is_named(tmp_path, content):
    from bot.base.config import BadSetting

    file = tmp_path / "token"
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadSetting, match=r"DISCORD_TOKEN_FILE.*use"):
        load({"DISCORD_TOKEN_FILE": str(file)}, tmp_path / ".env")
    with pytest.raises(BadSetting, match="both set; use one"):
        load({"DISCORD_TOKEN_FILE": str(file), "DISCORD_TOKEN": "x"}, tmp_path / ".env")


def test_presses_are_read_as_a_burst_and_a_rate(tmp_path):
    def presses(said):
        return load({"PRESSES": said}, tmp_path / ".env").presses

    assert presses("") == (10, 2.0) and presses("5/0.5") == (5, 0.5) and presses("0")[0] == 0
    assert cli.parser().prog == "campanile"


# --- the doctor, at a PostgreSQL server


def test_a_server_that_cannot_be_reached_is_named_without_its_password(unused_tcp_port):
    from bot.ops.doctor_postgres import look_at_server

    address = f"postgresql://campanile:s3cret@127.0.0.1:{unused_tcp_port}/games"
    (found,) = look_at_server(address)
    assert found.how == "bad" and str(unused_tcp_port) in found.told
    assert "s3cret" not in str(found)


@pytest.mark.slow
async def test_a_server_is_looked_over_without_a_change():
    postgres = pytest.importorskip("tests.postgres", reason="comes with PostgreSQL (issue 11, B)")
    from bot.ops.doctor_postgres import look_at_server

    if postgres.programs() is None:
        pytest.skip(postgres.MISSING)
    with postgres.server(durable=True) as server:
        address = server.address(server.database())
        (empty,) = look_at_server(address)
        assert empty.how == "ok" and "first start makes the tables" in empty.told
        await (await open_stores(address)).close()
        found = {finding.what: finding for finding in look_at_server(address)}
        assert {f.how for f in found.values()} == {"ok"}, found
        assert set(found) == {"database", "schema", "durable", "connections", "clock"}
    with postgres.server() as server:
        address = server.address(server.database())
        await (await open_stores(address)).close()
        assert [f.what for f in look_at_server(address) if f.how == "bad"] == ["durable"]
