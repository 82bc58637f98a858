"""A real bot that is killed around a deadline: time runs out once, and is told once."""

import asyncio
import random
import sqlite3
from contextlib import closing

from tests.wire.harness import text_of

NEAR = 3  # seconds until time runs out, after the clock of a table was turned


def turn_the_clock(game):
    """Let the deadline of a live game be near, as if its ten minutes had passed; the bot is down."""
    with closing(sqlite3.connect(game.database)) as db:
        [(due,)] = db.execute("SELECT due FROM tables").fetchall()
        [(at,)] = db.execute("SELECT at FROM beats").fetchall()
        by = at + NEAR - due - 30  # `due` is the reminder, half a minute before
        db.execute("UPDATE tables SET stilled = stilled + ?, due = due + ?", (by, by))
        db.commit()


async def test_a_bot_that_is_killed_around_a_deadline_acts_on_it_once(game):
    dice = random.Random(5)
    await game.open()
    with closing(sqlite3.connect(game.database, timeout=30)) as db:
        db.execute("UPDATE tables SET pace = 'live:60'")
        db.commit()
    await game.h.click("bruno", game.board(), "Join")
    await game.h.until(lambda: f"<@{game.h.person('bruno').id}>" in text_of(game.board()))
    await game.h.click("ada", game.board(), "Start")
    await game.h.until(lambda: game.ask("SELECT at FROM beats"))
    await game.h.until(lambda: game.ask("SELECT id FROM tables WHERE clocks != ''"))
    await game.h.kill_bot()
    turn_the_clock(game)
    for _ in range(2):
        await game.h.start_bot()
        await asyncio.sleep(dice.uniform(0.0, 1.5))
        await game.h.kill_bot()
    await game.h.start_bot()
    await game.h.until(game.rows)
    await game.h.until(lambda: "time ran out" in text_of(game.board()))
    clocks = [by for (by,) in game.ask("SELECT by FROM rows") if by == "clock"]
    assert clocks == ["clock"] and text_of(game.board()).count("time ran out") == 1
