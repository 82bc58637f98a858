"""Tables that are gone or set aside: closed for good, or waiting for a repair that brings them back."""

import random
import sqlite3

import pytest

from games import GAMES
from tests.discord import sim
from tests.discord.people import in_room
from tests.patience import until


async def some_moves(room, players, dice, most=6):
    await room.play_on(players, dice, most)
    return (await room.services.tables.table(1)).last_row


@pytest.mark.slow
@in_room
async def test_a_game_played_by_dm_ends_with_its_channel(room):
    """The table was closed in the store only: in DMs the game went on at a table that was gone."""
    players = await room.start()
    table = await room.services.tables.table(1)
    mover = players[table.awaited()[0]]
    await mover.slash(room.channel, "hand", dm=True)
    home = mover.at_home()
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    kind, part = home.choices()[0]
    value = [part["options"][0]["value"]] if kind != "m" else None
    (late,) = await sim.deliver(
        room.env, sim.press_payload(room.env, home.actor, home.panel, part["custom_id"], value)
    )
    assert late.acknowledged
    assert await room.app.core.stores.tables.log(1) == [], "no move is stored at a table that is gone"
    assert (await room.app.core.stores.tables.table(1)).phase == "gone"


@in_room
async def test_a_table_that_is_gone_calls_nobody_any_more(room):
    await room.start()
    assert len(room.notices()) == 1
    await room.services.servers.discard(1)
    await until(lambda: not room.notices())
    assert "closed" in room.people[0].text(room.public()[0])


@pytest.mark.slow
@in_room
async def test_a_finished_game_keeps_its_result_when_its_channel_goes(room):
    players = await room.start()
    await room.play_on(players, random.Random(1))
    assert (await room.app.core.stores.tables.table(1)).phase == "done"
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    await room.services.servers.discard(1)
    assert (await room.app.core.stores.tables.table(1)).phase == "done"


@pytest.mark.slow
@pytest.mark.expects_errors
@in_room
async def test_a_repair_brings_back_a_game_that_was_set_aside(room, database, monkeypatch):
    players = await room.start()
    rows = await some_moves(room, players, random.Random(2))
    with monkeypatch.context() as broken:
        broken.setattr("bot.service.rules_of_table.fingerprint", lambda key: "an edited data table")
        broken.setattr(
            "bot.service.rules_of_table.mark_of", lambda sheets: ""
        )  # as if they had never been stored
        await sim.restart(room.env, database)
        assert (await room.app.core.stores.tables.table(1)).phase == "aside"
        await sim.restart(room.env, database)
        told = [m for m in room.public() if "set aside" in players[0].text(m)]
        assert len(told) == 1, "the channel is told once, however often the bot is started"
    await sim.restart(room.env, database)
    assert (await room.app.core.stores.tables.table(1)).phase == "play", (
        "awake at the first start after the repair"
    )
    assert (await room.services.tables.table(1)).last_row == rows
    for person in players:
        await person.open_panel(room.board())
    await room.play_on(players, random.Random(3))
    assert (await room.app.core.stores.tables.table(1)).phase == "done"


@pytest.mark.expects_errors
@in_room
async def test_a_game_set_aside_wakes_at_a_press_too(room, database, monkeypatch):
    players = await room.start()
    await some_moves(room, players, random.Random(2))
    with monkeypatch.context() as broken:
        broken.setattr(GAMES["tuir"], "EDITION", 99)
        await sim.restart(room.env, database)
        hand = await players[0].slash(room.channel, "hand")
        assert "set aside" in players[0].text(hand.response)
        again = await players[0].slash(room.channel, "table")
        assert "set aside" in players[0].text(again.response)
    hand = await players[0].slash(room.channel, "hand")
    assert "Your secret rule" in players[0].text(hand.response)


@pytest.mark.expects_errors
@in_room
async def test_a_game_that_comes_back_waits_for_the_table_that_stands_in_its_place(room, database):
    players = await room.start()
    await some_moves(room, players, random.Random(2))
    board = room.board()
    await room.env.bot.close()
    with sqlite3.connect(database) as db:
        (data,) = db.execute("SELECT data FROM tables").fetchone()
        db.execute("UPDATE tables SET data = 'edited'")
    await sim.restart(room.env, database)
    await players[0].slash(room.channel, "play", game="tuir")
    await room.env.bot.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET data = ? WHERE id = 1", (data,))
    await sim.restart(room.env, database)
    waits = await players[0].click(board, "Your hand")
    assert "as soon as the other table in this channel is over" in players[0].text(waits.response)
    await players[0].click(room.board(), "Cancel")
    hand = await players[0].click(board, "Your hand")
    assert "Your secret rule" in players[0].text(hand.response)
