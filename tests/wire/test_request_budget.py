"""The real bot within its request budget: who goes first, and that answers to presses do not wait."""

import re
import sqlite3
from contextlib import closing

import pytest

from tests.bench.load import Crowd, Stopwatch, deal, furnish, name_of, people_of
from tests.wire.harness import BOT, harness

TABLES = 8
POST, BOARD = r"POST /channels/\d+/messages$", r"PATCH /channels/\d+/messages/\d+$"
SLOW = "2"  # requests a second: what is owed after the restart takes the bot some fifteen


@pytest.fixture
async def behind(tmp_path):
    """A bot that has been down: eight tables are to be shown anew, and everybody to be called by mention."""
    database = tmp_path / "campanile.sqlite3"
    async with harness(BOT, DATABASE_URL=f"sqlite:///{database}", REQUESTS="0") as h:
        crowd = Crowd(h, Stopwatch(), furnish(h, TABLES))
        await deal(database, crowd.channels)
        await h.start_bot()
        await crowd.take_seats()
        await h.stop_bot()
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("UPDATE tables SET told = 0, noticed = ''")
            db.execute("DELETE FROM open_panels")  # an open panel calls by itself
        yield h, crowd


def watched(h) -> list[str]:
    """Write down what the bot asks of Discord from now on."""
    asked: list[str] = []

    async def note(method: str, path: str) -> None:
        asked.append(f"{method} {path}")

    h.wire.trouble = note
    return asked


def count(asked: list[str], pattern: str) -> int:
    return sum(re.match(pattern, line) is not None for line in asked)


async def test_calls_go_before_boards_and_presses_are_answered_before_either(behind):
    h, crowd = behind
    asked = watched(h)
    await h.start_bot(REQUESTS=SLOW)
    await h.until(lambda: count(asked, BOARD))
    channel = crowd.channels[-1]
    board = next(iter(h.world.discord.messages[channel].values()))
    before = len(h.seen_by(name_of(people_of(channel)[0]), channel))
    assert "failed" not in await h.click(name_of(people_of(channel)[0]), board, "Your hand")
    await h.until(lambda: len(h.seen_by(name_of(people_of(channel)[0]), channel)) > before)
    assert count(asked, BOARD) < TABLES, "a panel is there, and boards still wait"
    await h.until(lambda: count(asked, BOARD) >= TABLES)
    owed = [line for line in asked if re.match(f"{BOARD}|{POST}", line)]
    kinds = ["call" if line.startswith("POST") else "board" for line in owed]
    boards_before = [kinds[:n].count("board") for n, kind in enumerate(kinds) if kind == "call"]
    assert len(boards_before) >= TABLES - 3, "everybody was called"
    # Those whose boards were in line before it was long are called after them, one after the other.
    assert sorted(boards_before)[TABLES - 4] <= 2, kinds


async def test_with_discords_limits_no_request_is_one_too_many(tmp_path):
    database = tmp_path / "campanile.sqlite3"
    async with harness(BOT, DATABASE_URL=f"sqlite:///{database}") as h:
        h.wire.limits.enforced = True
        crowd = Crowd(h, Stopwatch(), furnish(h, 24))
        await deal(database, crowd.channels)
        await h.start_bot()
        await crowd.take_seats()
        h.wire.trouble = crowd.watch
        presses = await crowd.press_for(15.0, 1.0)
        await h.quiet()
        assert all(press.acknowledged for press in presses)
        assert h.wire.limits.refused_globally == 0 and 0 < h.wire.limits.most <= 50
