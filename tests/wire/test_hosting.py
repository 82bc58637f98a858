"""What a host does to a real bot: asks how it is, copies its games, lets the doctor look, stops it."""

import asyncio
import json
import random
import socket
import sqlite3

import aiohttp
import pytest

from bot.base import version
from bot.ops.backup_files import known_schema, look_over
from bot.playground.wire import reply
from tests.patience import LONGEST, until
from tests.wire.harness import BOT, harness
from tests.wire.players import Game


@pytest.fixture
async def hosted(tmp_path, unused_tcp_port):
    """A bot that answers on HEALTH_PORT, and its people."""
    database = tmp_path / "campanile.sqlite3"
    env = {
        "DATABASE_URL": f"sqlite:///{database}",
        "HEALTH_PORT": str(unused_tcp_port),
        "BACKUPS": str(tmp_path / "backups"),
        "LOG_FORMAT": "json",
    }
    async with harness(BOT, tmp_path / "world.sqlite3", **env) as h:
        h.said = tmp_path / "bot.log"
        h.health = f"http://127.0.0.1:{unused_tcp_port}"
        h.folder = tmp_path
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        h.game = Game(h, database)
        yield h


async def page(h, path):
    async with aiohttp.ClientSession() as client, client.get(f"{h.health}/{path}") as answer:
        return answer.status, await answer.text()


async def until_page(h, path, status):
    async with asyncio.timeout(LONGEST):
        while (told := await page(h, path))[0] != status:
            await asyncio.sleep(0.05)
    return told


def value(metrics, name):
    """Add up a figure over all labels that the name leaves open."""
    lines = [line.rpartition(" ") for line in metrics.splitlines() if line.startswith(name)]
    return sum(float(number) for _, _, number in lines)


async def test_health_says_how_the_bot_is_through_an_outage_and_back(hosted):
    h = hosted
    assert (await until_page(h, "readyz", 200))[1] == json.dumps(
        {"database": "ok", "gateway": "ok", "presses": "ok"}
    )
    assert (await page(h, "healthz"))[0] == 200
    assert await h.type("health") == (0, "database: ok, gateway: ok, presses: ok\n")
    h.wire.go_down(LONGEST, gateway=True)
    status, told = await until_page(h, "readyz", 503)
    assert json.loads(told) == {"database": "ok", "gateway": "connecting", "presses": "ok"}
    assert (await page(h, "healthz"))[0] == 200, "it is alive, only not connected"
    code, said = await h.type("health")
    assert (code, said.count("connecting")) == (1, 1)
    assert (await h.type("health", "--live"))[0] == 0
    h.wire.go_down(0)
    await until_page(h, "readyz", 200)
    await h.kill_bot()
    code, said = await h.type("health")
    assert code == 1 and "no answer" in said


async def test_figures_tell_what_was_pressed_stored_painted_and_shown(hosted):
    h = hosted
    await h.game.start()
    await h.game.play(random.Random(1), 6)
    await until_page(h, "readyz", 200)
    await h.quiet()
    status, told = await page(h, "metrics")
    assert status == 200
    assert value(told, 'campanile_presses_total{kind="/play",outcome="done"}') == 1
    assert value(told, 'campanile_presses_total{kind="question",outcome="done"}') == 6
    assert value(told, 'campanile_presses_total{kind="lobby",outcome="done"}') == 2
    assert value(told, "campanile_acknowledge_seconds_count") >= 9
    assert value(told, "campanile_commit_seconds_count") == h.game.rows()
    assert value(told, "campanile_publish_seconds_count") >= 3
    assert value(told, "campanile_paint_seconds_count") == value(told, "campanile_picture_bytes_count") > 0
    assert value(told, "campanile_picture_bytes_sum") > 1000
    assert value(told, 'campanile_tables{game="tuir",phase="play"}') == 1
    assert value(told, "campanile_identifies_left") == 1000
    assert value(told, "campanile_shard_connected") == 1
    assert value(told, "campanile_incidents_total") == 0
    assert value(told, 'campanile_discord_answers_total{method="POST"') > 0
    assert 'version="' + version.version() in told and "process_resident_memory_bytes" in told
    await until_metric(h, "campanile_loop_lag_seconds_count", 1)
    for person in ("ada", "bruno"):
        assert str(h.person(person).id) not in told and person not in told, "no names, no ids"


async def until_metric(h, name, least):
    async with asyncio.timeout(LONGEST):
        while value((await page(h, "metrics"))[1], name) < least:
            await asyncio.sleep(0.1)


async def test_incidents_and_failures_are_counted(hosted):
    h = hosted
    await h.game.start()

    async def not_taken(method, path):
        if method == "PATCH" and path.startswith("/channels/"):
            return reply({"code": 50035, "message": "Invalid Form Body"}, 400)
        return None

    h.wire.trouble = not_taken
    await h.game.play(random.Random(1), 2)
    await until_metric(h, 'campanile_failures_total{code="50035"}', 1)
    h.wire.trouble = None


async def test_a_backup_is_made_while_presses_go_on(hosted):
    h, dice = hosted, random.Random(4)
    await h.game.start()
    await h.game.play(dice, 2)
    typed = [asyncio.create_task(h.type("backup", str(h.folder / f"copy{n}.sqlite3"))) for n in range(2)]
    before = h.game.rows()
    while not all(task.done() for task in typed) or h.game.rows() == before:
        await h.game.play(dice, 1)
    after = h.game.rows()
    assert after > before, "moves went on"
    for n, task in enumerate(typed):
        code, said = task.result()
        assert code == 0, said
        target = h.folder / f"copy{n}.sqlite3"
        assert look_over(target).under_way == 1
        with sqlite3.connect(target) as db:
            (rows,) = db.execute("SELECT COUNT(*) FROM rows").fetchone()
        assert before <= rows <= after


async def test_a_game_goes_on_from_a_restored_backup(hosted):
    h, dice = hosted, random.Random(4)
    await h.game.start()
    await h.game.play(dice, 4)
    await h.quiet()
    assert (await h.type("backup", str(h.folder / "copy.sqlite3")))[0] == 0
    rows = h.game.rows()
    code, said = await h.type("restore", str(h.folder / "copy.sqlite3"))
    assert code == 2 and "in use by another Campanile" in said, "never under a running bot"
    await h.game.play(dice, 2)
    assert await h.stop_bot() == 0
    code, said = await h.type("restore", str(h.folder / "copy.sqlite3"))
    assert code == 0 and "the old one is now" in said
    assert h.game.rows() == rows
    await h.start_bot()
    await h.game.open_panels()
    await h.game.play(dice, 2)


async def test_the_running_bot_makes_the_daily_backup(hosted):
    (made,) = await until(lambda: list((hosted.folder / "backups").glob("campanile-*.sqlite3")))
    assert look_over(made).schema == known_schema()


async def test_the_first_line_of_the_log_says_what_runs_where(hosted):
    lines = [json.loads(line) for line in hosted.said.read_text().splitlines()]
    first = lines[0]["message"]
    for part in (
        f"Campanile {version.release()}",
        "Python 3",
        "discord.py 2",
        "SQLite 3",
        "campanile.sqlite3",
    ):
        assert part in first
    assert f"schema {known_schema()}" in first and "shards" in first
    assert hosted.playground.token not in hosted.said.read_text()


# --- the doctor


async def test_the_doctor_finds_a_well_bot_well_and_changes_nothing(hosted):
    h = hosted
    await until_page(h, "readyz", 200)
    await until(lambda: list((h.folder / "backups").glob("campanile-*.sqlite3")))
    served = h.world.discord.commands[None]
    code, said = await h.type("doctor")
    assert code == 0, said
    for word in ("Python", "settings", "database", "schema", "disk", "backups", "token", "clock", "intents"):
        assert f"\nok    {word}" in f"\n{said}", said
    for word in ("shards", "commands", "servers", "languages", "running"):
        assert f"\nok    {word}" in said, said
    assert "1000 of 1000 identifies left" in said and "All is well." in said
    assert h.world.discord.commands[None] == served
    assert h.playground.token not in said


async def test_the_doctor_names_what_is_wrong_and_what_to_do(hosted):
    h = hosted
    answers = {
        "/users/@me/guilds": [
            {"id": "5", "name": "Sil\u202eent\nok    token\x1b[2J", "permissions": str(1 << 10)}
        ],
        "/oauth2/applications/@me": {"id": str(h.world.discord.application_id), "flags": 1 << 18 | 1 << 15},
        "/gateway/bot": {
            "shards": 1,
            "url": "ws://127.0.0.1",
            "session_start_limit": {"total": 1000, "remaining": 3, "reset_after": 7_200_000},
        },
    }

    async def other(method, path):
        if path.endswith("/commands"):
            return reply([])
        return reply(answers[path]) if path in answers else None

    h.wire.trouble = other
    code, said = await h.type("doctor", HEALTH_PORT="1", BACKUPS="")
    assert code == 0, "a warning is no failure"
    assert "Silent ok token[2J (5): lacks Send Messages" in said, "a name forges no line, and no colour"
    assert "members, message content switched on" in said
    assert "3 of 1000 identifies left" in said and "for 2 h" in said
    assert "differ: " in said and "card" in said.partition("differ: ")[2].splitlines()[0], said
    assert "BACKUPS is not set" in said and "warn  running" in said
    code, said = await h.type("doctor", DISCORD_TOKEN="not the token")
    assert code == 1 and "Discord does not accept it" in said and "reset it" in said


# --- systemd, and a host without the playground


async def test_systemd_is_told_when_the_bot_is_ready_alive_and_stopping(tmp_path):
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        systemd.setblocking(False)
        heard = []

        def hear():
            while True:
                try:
                    heard.append(systemd.recv(4096).decode().splitlines())
                except BlockingIOError:
                    return [line for lines in heard for line in lines]

        env = {"DATABASE_URL": f"sqlite:///{tmp_path}/c.sqlite3", "NOTIFY_SOCKET": address}
        async with harness(BOT, tmp_path / "world.sqlite3", WATCHDOG_USEC="300000", **env) as h:
            await h.start_bot()
            await until(lambda: "READY=1" in hear())
            assert "READY=1" not in heard[0], "it was not ready before Discord said so"
            seen = hear().count("WATCHDOG=1")
            await until(lambda: hear().count("WATCHDOG=1") > seen + 3)
            assert any(line.startswith("STATUS=ready in 1 server") for line in hear())
            assert await h.stop_bot() == 0
            assert "STOPPING=1" in hear()
            assert hear().count("READY=1") == 1


async def test_the_bot_starts_and_plays_without_the_playgrounds_packages(tmp_path):
    """A host installs requirements-host.lock, in which there is no SimCord."""
    blocker = tmp_path / "blocked" / "simcord"
    blocker.mkdir(parents=True)
    (blocker / "__init__.py").write_text("raise ModuleNotFoundError('not installed', name='simcord')\n")
    env = {"DATABASE_URL": f"sqlite:///{tmp_path}/c.sqlite3", "PYTHONPATH": str(blocker.parent)}
    async with harness(BOT, tmp_path / "world.sqlite3", **env) as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        game = Game(h, tmp_path / "c.sqlite3")
        await game.start()
        await game.play(random.Random(1), 2)
        code, said = await h.type(DISCORD_TOKEN="", PORT="0", DATABASE_URL=f"sqlite:///{tmp_path}/d.sqlite3")
        assert code == 2 and "The playground needs simcord" in said


async def test_a_health_port_that_is_taken_is_named_before_anything_starts(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        env = {"DATABASE_URL": f"sqlite:///{tmp_path}/c.sqlite3", "HEALTH_PORT": str(taken.getsockname()[1])}
        async with harness(BOT, tmp_path / "world.sqlite3", **env) as h:
            code, said = await h.type("run")
            assert code == 2 and "HEALTH_PORT is" in said and "use another one" in said
            assert "Traceback" not in said


async def test_without_the_extra_package_the_figures_page_says_how_to_get_it(tmp_path, unused_tcp_port):
    blocker = tmp_path / "blocked" / "prometheus_client"
    blocker.mkdir(parents=True)
    (blocker / "__init__.py").write_text("raise ModuleNotFoundError('x', name='prometheus_client')\n")
    env = {
        "DATABASE_URL": f"sqlite:///{tmp_path}/c.sqlite3",
        "HEALTH_PORT": str(unused_tcp_port),
        "PYTHONPATH": str(blocker.parent),
    }
    async with harness(BOT, tmp_path / "world.sqlite3", **env) as h:
        h.health = f"http://127.0.0.1:{unused_tcp_port}"
        await h.start_bot()
        status, told = await page(h, "metrics")
        assert status == 501 and "requirements-host.lock" in told
        await until_page(h, "readyz", 200)


async def test_whoever_presses_too_fast_is_asked_to_wait_and_every_press_is_answered(
    tmp_path, unused_tcp_port
):
    env = {
        "DATABASE_URL": f"sqlite:///{tmp_path}/c.sqlite3",
        "HEALTH_PORT": str(unused_tcp_port),
        "PRESSES": "10/0.001",
    }
    async with harness(BOT, tmp_path / "world.sqlite3", **env) as h:
        h.health = f"http://127.0.0.1:{unused_tcp_port}"
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        game = Game(h, tmp_path / "c.sqlite3")
        await game.open()  # the first of ada's presses
        presses = [h.press("ada", game.board(), "Rules") for _ in range(20)]
        answers = await asyncio.gather(*map(h.acts.done, presses))
        assert not any("failed" in answer for answer in answers)
        assert "failed" not in await h.click("bruno", game.board(), "Rules")
        await until_metric(h, 'campanile_presses_total{kind="lobby"', 21)
        _, told = await page(h, "metrics")
        assert value(told, 'campanile_presses_total{kind="lobby",outcome="hurried"}') == 11
        assert value(told, 'campanile_presses_total{kind="lobby",outcome="done"}') == 10, "nine and bruno's"
