"""A channel that Discord holds back: the board waits there, and nobody else does."""

import asyncio
import random

from bot.playground.world import CHANNEL
from tests.wire.harness import text_of


async def test_a_board_that_waits_for_its_channel_keeps_nobody_from_moving(game):
    """One answer of "wait 20 s" froze the next player's panel, which the board's edit told."""
    await game.start()
    board, dice, moved = game.board(), random.Random(5), []
    let_go, held = asyncio.Event(), []

    async def slow_channel(method, path):
        if method == "PATCH" and path.startswith(f"/channels/{CHANNEL}/messages/{board.id}"):
            held.append(path)
            await let_go.wait()

    game.h.wire.trouble = slow_channel
    shown = text_of(board)
    while len(moved) < 4:  # so often the turn passes on, and each time the next panel must come alive
        player = await game.asked()
        moved += [player.name] if moved[-1:] != [player.name] else []
        await play_once(game, player, dice)
    assert len(held) == 1 and text_of(game.board()) == shown, "all that time the board was held back"
    let_go.set()
    await game.h.until(lambda: text_of(game.board()) != shown)
    await game.h.until(lambda: game.ask("SELECT shown FROM tables") == [(game.rows(),)])


async def play_once(game, player, dice):
    """Press something in a panel, and wait until it shows something else."""
    before = player.panel().components
    assert "failed" not in await player.answer(dice)
    await game.h.until(lambda: player.shown() != before)
