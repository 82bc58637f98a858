"""A real bot with a computer at its table, killed and stopped while it thinks."""

import contextlib
import random
from pathlib import Path

import pytest

from tests.wire.players import labels

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux")


@pytest.fixture
async def alone(game):
    """A game of one person against a computer."""
    game.players = game.players[:1]
    await game.h.run("ada", "play", game="tuir", computers=True)
    await game.h.until(lambda: game.board() and "Your hand" in labels(game.board()))
    await game.open_panels()
    return game


def thinkers(bot: int) -> list[Path]:
    """The processes of a bot that think."""
    found: list[Path] = []
    for thread in Path(f"/proc/{bot}/task").glob("*"):
        with contextlib.suppress(OSError):  # it has just ended
            children = [Path(f"/proc/{child}") for child in (thread / "children").read_text().split()]
            found += [c for c in children if b"bot.processes" in (c / "cmdline").read_bytes()]
    return found


def moves(game, by):
    return len(game.ask(f"SELECT row FROM rows WHERE kind = 'move' AND by = '{by}'"))


async def awaited(game, dice):
    """Let the person play until the computer is awaited; return how often it has moved."""
    while True:
        if not game.players[0].panel():
            return moves(game, "computer")
        await game.play(dice, 1)
        await game.h.quiet()


async def test_a_computer_thinks_again_after_kill_9_and_after_a_stop(alone):
    game, dice = alone, random.Random(7)
    for end in (game.h.kill_bot, game.h.stop_bot):
        before = await awaited(game, dice)
        processes = await game.h.until(lambda: thinkers(game.h.pid))
        await end()
        await game.h.until(lambda gone=processes: not any(process.exists() for process in gone))
        await game.h.start_bot()
        await game.h.until(lambda b=before: moves(game, "computer") > b)
        await game.open_panels()
    assert moves(game, "house") == 0, "nobody moved in its place"
