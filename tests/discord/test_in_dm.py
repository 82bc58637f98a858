"""A table in somebody's DMs: alone at any hour, and everything in one message."""

import random

import pytest

from bot.domain.computers import is_computer
from tests.discord import sim
from tests.discord.people import in_room
from tests.limits import check_layout


async def opened(room, game="tuir"):
    """Let somebody open a table in their DMs; returns them, looking at it."""
    ada = room.people[0]
    assert (await ada.user.slash("play", game=game)).acknowledged
    return ada.at_home()


@pytest.mark.slow
@in_room
async def test_somebody_plays_alone_in_their_dms_in_one_message(room):
    ada = await opened(room)
    saved = await room.services.tables.saved(1)
    assert saved.guild == 0 and saved.phase == "lobby" and is_computer(saved.users[1])
    assert "Join" not in ada.labels() and "🤖 Mason" in ada.text()
    check_layout(ada.stored().components)
    await ada.click(ada.panel, "Start")
    assert ada.asked() or (await room.services.tables.table(1)).thinking()
    assert "Back to the channel" not in ada.labels() and "More" in ada.labels()
    for _ in range(200):
        if (await room.services.tables.table(1)).over:
            break
        await sim.later(room.env, 3)  # a panel by DM is edited every two seconds at most
        if ada.asked():
            await ada.choose(random.Random(1))
    await sim.later(room.env, 5)
    assert {"Rematch", "Review"} <= set(ada.labels()) and "wins" in ada.text()
    assert not room.public(), "nothing is said anywhere else"
    messages = [m for m in ada.user.dm_channel.history() if not m.flags.ephemeral]
    assert [m.id for m in messages] == [ada.panel.id], "one message"


@pytest.mark.slow
@in_room
async def test_a_table_at_home_outlives_a_restart_and_can_be_given_up(room, database):
    ada = await opened(room)
    await ada.click(ada.panel, "Start")
    await sim.restart(room.env, database)
    await sim.later(room.env, 5)
    assert (await room.services.tables.saved(1)).phase == "play"
    more = (await ada.click(ada.panel, "More")).response
    assert "Vote to stop" in ada.labels(more) and "More" in ada.labels(), "the panel stays"
    await ada.click(more, "Vote to stop")
    await sim.later(room.env, 5)
    assert (await room.services.tables.saved(1)).phase == "done"
    await ada.click(ada.panel, "Rematch")
    again = await room.services.tables.saved(2)
    assert again.guild == 0 and any(map(is_computer, again.users))


@in_room
async def test_only_one_table_stands_in_somebodys_dms(room):
    ada = await opened(room)
    again = await ada.user.slash("play", game="lucca")
    assert "table already" in ada.text(again.response)
