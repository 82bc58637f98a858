"""What a host reads: one line for a clean stop, one line a try in an outage, one line for an odd event."""

import asyncio
import random

import pytest

from tests.patience import LONGEST
from tests.wire.harness import BOT, harness
from tests.wire.players import Game


@pytest.fixture
async def told(tmp_path):
    """A table with two players, and the lines that the bot writes from now on."""
    database = tmp_path / "c.sqlite3"
    async with harness(BOT, tmp_path / "world.sqlite3", DATABASE_URL=f"sqlite:///{database}") as h:
        h.said = tmp_path / "bot.log"
        await h.start_bot()
        await h.until(lambda: h.world.discord.commands.get(None))
        game = Game(h, database)
        await game.start()
        before = len(h.said.read_text())
        yield game, lambda: h.said.read_text()[before:].splitlines()


async def test_a_clean_stop_says_one_line(told):
    game, lines = told
    assert await game.h.stop_bot() == 0
    (line,) = lines()
    assert "stopped" in line and " INFO " in line


async def test_a_stop_with_panels_that_wait_leaves_no_raw_line(told):
    """The next panels wait for the one whose edit hangs: their work had been made, but never begun."""
    game, lines = told
    hangs, go_on = asyncio.Event(), asyncio.Event()

    async def slow(method, path):
        if method == "PATCH" and path.startswith("/webhooks/") and "@original" not in path:
            hangs.set()
            await go_on.wait()

    game.h.wire.trouble = slow
    dice = random.Random(1)
    for _ in range(12):
        if hangs.is_set():
            break
        player = await game.asked()
        await player.answer(dice)
        await game.h.quiet()
    await asyncio.wait_for(hangs.wait(), LONGEST)
    for player in game.players:  # newer panels: the older ones are removed, after their edit
        game.h.acts.deliver(game.h.press(player.name, game.board(), "Your hand"))
    await game.h.quiet()
    code = await game.h.stop_bot()
    go_on.set()
    assert code == 0
    assert not [line for line in lines() if "never awaited" in line or "Traceback" in line]


async def test_an_outage_writes_one_line_a_try(told):
    game, lines = told
    game.h.wire.go_down(LONGEST, gateway=True)
    await game.h.until(lambda: len([line for line in lines() if "reconnect" in line]) >= 3)
    game.h.wire.go_down(0)
    await game.h.until(lambda: game.h.wire.connected)
    odd = [line for line in lines() if not ("Attempting a reconnect" in line and "503" in line)]
    assert not [line for line in odd if "INFO" not in line and "WARNING" not in line]


ODD = [
    ("INTERACTION_CREATE", {"id": "1", "type": 3, "token": "secret", "data": "what somebody wrote"}),
    ("INTERACTION_CREATE", {"channel": 5}),
    ("GUILD_CREATE", {"id": "x"}),
    ("GUILD_UPDATE", None),
    ("GUILD_ROLE_CREATE", {"guild_id": "what somebody wrote"}),
    ("CHANNEL_CREATE", []),
    ("CHANNEL_DELETE", {}),
    ("THREAD_CREATE", {"guild_id": "x"}),
    ("THREAD_DELETE", "secret"),
    ("GUILD_DELETE", {}),
]


async def test_an_event_that_cannot_be_read_is_one_line_and_the_game_goes_on(told):
    game, lines = told
    (session,) = game.h.wire.connected
    for event, payload in ODD:
        session.push(event, payload)
    await game.h.until(lambda: len(lines()) >= len(ODD))
    assert len(lines()) == len(ODD)
    for (event, _), line in zip(ODD, lines(), strict=True):
        assert f"could not be read and was passed over: {event} (" in line
        assert "secret" not in line and "somebody wrote" not in line
    await game.play(random.Random(2), 2)
    assert game.h.wire.connected == [session], "it is still the same connection"
