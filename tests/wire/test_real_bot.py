"""The real bot in its own process: killed with -9, restarted, raced, called late and twice."""

import asyncio
import contextlib
import os
import random
import re
import shutil
import signal
import sqlite3
import sys
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest

from bot.playground.wire import reply
from tests.patience import LONGEST
from tests.wire.harness import BOT, ROOT, harness, text_of
from tests.wire.players import Game


async def test_a_game_goes_on_after_kill_9_with_the_panels_that_were_open(game):
    dice = random.Random(1)
    await game.start()
    await game.play(dice, 6)
    await game.h.quiet()  # the other player's panel has come alive, too
    rows = game.rows()
    await game.h.kill_bot()
    assert game.rows() == rows
    await game.h.start_bot()
    player = await game.asked()
    answer = await player.answer(dice)  # an ephemeral panel from before the crash
    assert "failed" not in answer
    await game.open_panels()
    await game.play(dice, 6)
    assert game.rows() > rows


async def test_a_game_outlives_an_edit_of_the_data_file_that_it_was_dealt_from(game, tmp_path):
    """The host stops the bot, takes a rule card out of the table, and starts it again."""
    house, dice = tmp_path / "house", random.Random(4)
    for folder in ("bot", "cogs", "games", "rendering", "locales"):
        shutil.copytree(ROOT / folder, house / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", house)  # the version stands there
    await game.start()
    await game.play(dice, 8)
    rows = game.rows()
    await game.h.kill_bot()
    table = house / "games" / "tuir" / "rules.csv"
    *rules, last = table.read_text(encoding="utf-8").splitlines(keepends=True)
    assert last.startswith("R35,")
    table.write_text("".join(rules), encoding="utf-8")
    game.h.home = house
    await game.h.start_bot()
    await game.open_panels()
    await game.play(dice, 8)
    assert game.rows() > rows
    with contextlib.closing(sqlite3.connect(game.database)) as db:
        kept = "SELECT text LIKE '%R35,%' FROM data_tables WHERE file = 'rules.csv' ORDER BY 1"
        await game.h.until(
            lambda: db.execute(kept).fetchall() == [(0,), (1,)]
        )  # the edited one is there, too
        assert db.execute("SELECT phase FROM tables").fetchall() == [("play",)]


async def test_a_crash_in_the_middle_of_a_move_loses_nothing_and_the_table_catches_up(game):
    dice = random.Random(2)
    await game.start()
    for _ in range(3):
        player = await game.asked()
        game.h.acts.deliver(player.act(dice))
        await asyncio.sleep(dice.random() * 0.05)
        await game.h.kill_bot()
        rows = game.rows()
        await game.h.start_bot()
        assert game.rows() == rows, "what was stored is stored; nothing appears of itself"
        await game.open_panels()
        await game.play(dice, 2)
    said = await game.h.click("ada", game.board(), "Read the table")
    assert said["kind"] in ("message", "deferred")


async def test_four_join_at_the_same_moment_and_one_gets_the_seat(game):
    await game.open()
    joins = [game.h.press(name, game.board(), "Join") for name in ("bruno", "chiara", "dario", "elena")]
    answers = await asyncio.gather(*map(game.h.acts.done, joins))
    assert not any("failed" in answer for answer in answers)
    await game.h.quiet()
    seated = set(re.findall(r"<@(\d+)>", text_of(game.board())))
    assert len(seated) == 2 and str(game.h.person("ada").id) in seated


async def test_a_move_delivered_twice_counts_once(game):
    dice = random.Random(3)
    await game.start()
    await game.play(dice, 2)
    while True:  # some presses only open a menu
        player = await game.asked()
        before, shown = game.rows(), player.shown()
        sent = player.act(dice)
        game.h.acts.deliver(sent)
        assert "failed" not in await game.h.acts.done(sent)
        await game.h.until(lambda p=player, s=shown: p.shown() != s)
        if game.rows() != before:
            break
    await game.h.quiet()
    by_people = game.rows() - before
    game.h.acts.deliver(sent)  # and once more, much later
    await game.h.quiet()
    assert game.rows() - before == by_people == 1


async def move(game, dice):
    """Build a press that plays a move, not one that only opens a menu."""
    player = await game.asked()
    while True:
        sent = player.act(dice)
        said = [*sent.payload["data"].get("values", []), sent.payload["data"]["custom_id"].rpartition(":")[2]]
        if said[0].startswith("m"):
            return player, sent


async def test_a_press_that_arrives_too_late_changes_nothing_and_can_be_repeated(game):
    """The person has read "This interaction failed": so it must have failed, and a new press must do."""
    dice = random.Random(4)
    await game.start()
    for _ in range(3):
        _, sent = await move(game, dice)
        before = game.rows()
        sent.record.initial_response_deadline = (datetime.now(UTC) - timedelta(seconds=1)).isoformat()
        game.h.acts.deliver(sent)
        await game.h.until(lambda: game.h.wire.refused.get(10062))
        await game.h.quiet()
        assert game.rows() == before
        game.h.wire.refused.clear()
        _, again = await move(game, dice)
        assert "failed" not in await game.h.acts.done(again)
        await game.h.until(lambda b=before: game.rows() == b + 1)
        await game.h.quiet()


async def test_a_move_whose_reply_fails_is_still_a_move(game):
    dice = random.Random(5)
    await game.start()

    async def break_replies(method, path):
        if method == "PATCH" and path.startswith("/webhooks/"):
            return reply({"code": 10015, "message": "Unknown Webhook"}, 404)
        return None

    player, sent = await move(game, dice)
    game.h.wire.trouble = break_replies
    await game.h.acts.done(sent)
    await game.h.until(lambda: game.rows() == 1)
    await game.h.quiet()
    game.h.wire.trouble = None
    await game.open_panels()
    await game.play(dice, 4)
    assert game.rows() >= 3


async def test_a_dropped_connection_in_the_middle_of_a_game_is_resumed(game):
    dice = random.Random(5)
    await game.start()
    for _ in range(3):
        await game.play(dice, 2)
        game.h.wire.drop_connections()
    await game.play(dice, 2)
    assert game.rows() >= 3


async def test_a_database_that_is_older_than_the_world_still_means_the_same_people(tmp_path):
    database, dice = tmp_path / "campanile.sqlite3", random.Random(6)
    where = {"DATABASE_URL": f"sqlite:///{database}"}
    async with harness(BOT, tmp_path / "world.sqlite3", **where) as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        game = Game(h, database)
        await game.start()
        await game.play(dice, 4)
        before = game.rows()
    async with harness(BOT, tmp_path / "another-world.sqlite3", **where) as h:
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        game = Game(h, database)
        await h.run("ada", "table")  # the message is gone with its world; the game is not
        await h.until(lambda: [m for m in h.messages() if "turn" in text_of(m) and not m.is_ephemeral])
        await game.open_panels()
        await game.play(dice, 4)
        assert game.rows() > before


# ---- `make run` without a token: bot, Discord and page in one process


class Run:
    """`python -m bot` without a token, in a group of processes of its own."""

    def __init__(self, folder, port):
        self.folder = folder
        self.env = {k: v for k, v in os.environ.items() if k != "DISCORD_TOKEN"} | {
            "DATABASE_URL": f"sqlite:///{folder}/campanile.sqlite3",
            "PORT": str(port),
            "PYTHONPATH": str(ROOT),
        }
        self.groups = []

    async def start(self):
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *BOT,
            cwd=self.folder,
            env=self.env,
            stdout=pipe,
            stderr=pipe,
            start_new_session=True,
        )
        self.groups.append(self.process.pid)
        return self

    async def said(self, pattern):
        """Wait for a line of output."""
        async with asyncio.timeout(LONGEST):
            async for line in self.process.stdout:
                if found := re.search(pattern, line.decode()):
                    return found
        raise AssertionError((await self.process.stderr.read()).decode())

    async def end(self, sign):
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(sign)
        return await asyncio.wait_for(self.process.wait(), LONGEST)

    def leave_nothing(self):
        """Kill whatever still runs: a test that failed must not leave a bot behind."""
        for group in self.groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)


@pytest.fixture
async def make_run(tmp_path, unused_tcp_port):
    """Start the bot without a token, as often as a test likes; none outlives the test."""
    runs = []

    def run():
        runs.append(Run(tmp_path, unused_tcp_port))
        return runs[-1].start()

    yield run
    for made in runs:
        made.leave_nothing()
        await made.process.wait()


async def opened(client, page):
    """What a page gets when it opens, once the bot has told its commands."""
    async with asyncio.timeout(LONGEST):
        while True:
            async with client.ws_connect(
                f"{page}/live", headers={"Origin": page.partition("/as/")[0]}
            ) as line:
                state = await line.receive_json()
                if state["commands"] and state["online"]:
                    return state
            await asyncio.sleep(0.1)


async def open_table(client, page, channel):
    """Run /play as the page does, and wait until its lobby stands in the channel."""
    headers = {"Origin": page.partition("/as/")[0]}
    wish = {"do": "run", "channel": channel, "command": "play", "options": {"game": "tuir"}, "of": "1"}
    events = []
    async with asyncio.timeout(LONGEST), client.ws_connect(f"{page}/live", headers=headers) as line:
        await line.send_json(wish)
        while not ("result" in [e["type"] for e in events] and any("Join" in str(e) for e in events)):
            events.append(await line.receive_json())
    (result,) = [event for event in events if event["type"] == "result"]
    assert "failed" not in result and "refused" not in result


async def test_make_run_without_a_token_plays_survives_kill_9_and_ends_cleanly(make_run):
    run = await make_run()
    page = (await run.said(r"Play here: (http://127\.0\.0\.1:\d+/as/ada)"))[1]
    async with aiohttp.ClientSession() as client:
        state = await opened(client, page)
        assert "play" in [c["path"] for c in state["commands"]]
        await open_table(client, page, state["channels"][0]["id"])

        second = await make_run()
        assert await asyncio.wait_for(second.process.wait(), LONGEST) == 2
        told = (await second.process.stderr.read()).decode()
        assert "already running" in told and page in told and "Traceback" not in told

        await run.end(signal.SIGKILL)
        await run.start()
        again = (await run.said(r"Play here: (\S+)"))[1]
        state = await opened(client, again)
        assert any("Túir" in str(m["components"]) for m in state["messages"]), "the lobby is there again"
        assert await run.end(signal.SIGTERM) == 0
