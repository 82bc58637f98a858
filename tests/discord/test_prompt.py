"""Discord waits three seconds: everything is acknowledged before the database or a table is waited for."""

import asyncio

import pytest

from tests.discord import sim
from tests.discord.people import in_room


async def acknowledged_while_busy(room, act):
    """Say whether an act is acknowledged while somebody else holds the database and the table."""
    before = len(room.env.http_requests)
    async with room.app.core.stores.engine.lock, room.services.tables.lock(1):
        acting = asyncio.create_task(act)
        for _ in range(200):
            await asyncio.sleep(0)
        sent = [r.path for r in room.env.http_requests[before:]]
    await acting
    return any(path.endswith("/callback") for path in sent)


COMMANDS = (
    ("play", {"game": "tuir"}),
    ("hand", {}),
    ("hand", {"dm": True}),
    ("table", {}),
    ("rules", {"game": "tuir"}),
    ("leaderboard", {"game": "tuir"}),
)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), COMMANDS)
@in_room
async def test_every_command_is_acknowledged_at_once(room, name, options):
    players = await room.start()
    assert await acknowledged_while_busy(room, players[0].actor.slash(room.channel, name, **options))


PRESSES = ("hand", "help", "dm", "undo0", "askme", "read", "rules", "more", "resign", "resign!", "close!")


@pytest.mark.slow
@pytest.mark.parametrize("what", PRESSES)
@in_room
async def test_every_press_at_a_table_is_acknowledged_at_once(room, what):
    players = await room.start()
    for person, message in ((players[0], room.board()), (players[1], players[1].panel)):
        press = sim.press_payload(room.env, person.actor, message, f"p:1:{what}")
        assert await acknowledged_while_busy(room, sim.deliver(room.env, press))


@pytest.mark.parametrize("what", ("join", "leave", "start", "cancel", "rules", "options"))
@in_room
async def test_every_press_in_a_lobby_is_acknowledged_at_once(room, what):
    alice = room.people[0]
    await alice.slash(room.channel, "play", game="tuir")
    press = sim.press_payload(room.env, alice.actor, room.board(), f"l:1:{what}")
    assert await acknowledged_while_busy(room, sim.deliver(room.env, press))


@in_room
async def test_the_rules_do_not_take_the_place_of_the_panel(room):
    players = await room.start()
    result = await players[0].click(players[0].panel, "Rules")
    assert result.response.id != players[0].panel.id and result.response.ephemeral
    assert "Page 1 of" in players[0].text(result.response)
    assert "Your secret rule" in players[0].text()
