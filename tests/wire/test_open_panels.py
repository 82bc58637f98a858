"""Open panels go on when their process is killed or replaced: nobody opens one again."""

import random

import pytest

from tests import postgres
from tests.wire.harness import BOT, harness
from tests.wire.players import Game
from tests.wire.test_processes import SHARDS, two_bots


async def test_after_kill_9_the_panels_come_alive_by_themselves(tmp_path):
    database, dice = tmp_path / "campanile.sqlite3", random.Random(7)
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=f"sqlite:///{database}") as h:
        h.said = tmp_path / "bot.log"
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        game = Game(h, database)
        await game.start()
        panels = {player.name: private(h, player) for player in game.players}
        for presses in (1, 2, 3, 1, 2):
            await game.play(dice, presses)
            await h.kill_bot()
            await h.start_bot()
        movers = set()
        while len(movers) < 2:
            movers |= {player.name for player in game.players if player.panel()}
            await game.play(dice, 1)
        assert {player.name: private(h, player) for player in game.players} == panels, "none was opened anew"
        assert "Traceback" not in h.said.read_text() and "/webhooks/" not in h.said.read_text()


def private(h, player):
    """The private messages that somebody sees: their panel alone."""
    return [m.id for m in h.seen_by(player.name, player.channel) if m.is_ephemeral]


@pytest.mark.skipif(postgres.programs() is None, reason=postgres.MISSING)
async def test_another_process_takes_panels_over_from_one_that_was_killed_or_stops(tmp_path, on_postgres):
    dice = random.Random(8)
    async with two_bots(tmp_path, on_postgres) as house:
        await house.sit_down()
        panel = private(house.h, house.ada)
        await ada_waits(house, dice)
        await house.h.kill_bot("servers")
        await house.start("servers")
        await play_on(house, dice)
        await house.h.start_bot("new", SHARDS=SHARDS["servers"])  # beside the one whose place it takes
        await play_on(house, dice)
        await ada_waits(house, dice)
        assert await house.h.stop_bot("servers") == 0
        await play_on(house, dice)
        assert private(house.h, house.ada) == panel, "none was opened anew"
        await house.board_is_current()
        house.check()


async def ada_waits(house, dice):
    """Play until it is the turn of Bruno, whose panel is in his DMs."""
    while await house.asked(house.ada, house.bruno) is house.ada:
        await house.press(house.ada, dice)


async def play_on(house, dice):
    """Play until both have moved: whose turn it is finds a panel that has come alive by itself."""
    movers = set()
    while len(movers) < 2:
        player = await house.asked(house.ada, house.bruno)
        movers.add(player.name)
        await house.press(player, dice)
