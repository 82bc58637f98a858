"""Computers at the tables, as people meet them."""

import random

import pytest

from bot.domain.computers import computer, is_computer
from bot.service import pending_turns
from bot.storage.engine import Step
from games import GAMES
from tests.discord import sim
from tests.discord.people import Room, in_room


async def alone(room: Room, game: str = "tuir", *keys: str):
    """Let one person open a table and start it with computers; returns that person."""
    ada = room.people[0]
    await ada.slash(room.channel, "play", game=game)
    shown = (await ada.click(room.board(), "Add a computer")).response
    for key in keys or ("Mason",):
        await ada.click(shown, f"🤖 {key}")
    await ada.click(room.board(), "Start")
    await ada.open_panel(room.board())
    return ada


@pytest.mark.slow
@in_room
async def test_somebody_plays_a_whole_game_alone_with_a_computer(room):
    ada = await alone(room)
    await room.play_on([ada], random.Random(1))
    log = await room.app.core.stores.tables.log(1)
    assert {row.by for row in log if row.seat == 1} <= {"computer", "house"}
    assert {row.by for row in log if row.seat == 0} <= {"person", "house"}
    assert (await room.app.core.stores.tables.table(1)).phase == "done"
    words = ada.text(room.board())
    assert "🤖 Mason" in words and "<@-" not in words
    assert set(room.pings()) <= {ada.id}
    board = await ada.slash(room.channel, "leaderboard", game="tuir")
    assert "Nobody has finished" in ada.text(board.response), "games with computers do not count there"


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_every_game_can_be_filled_with_computers(database, key):
    async with sim.running(database) as env:
        room = Room(env)
        ada = room.people[0]
        await ada.slash(room.channel, "play", game=key)
        await ada.click(room.board(), "Fill with computers")
        table = await room.services.tables.table(1)
        assert len(table.users) == GAMES[key].SEATS[-1] and all(map(is_computer, table.users[1:]))
        await ada.open_panel(room.board())
        presses = await room.play_on([ada], random.Random(key), 6)
        table = await room.services.tables.table(1)
        assert table.over or (presses == 6 and not table.thinking())


@in_room
async def test_the_host_asks_computers_to_the_table_and_sends_them_away(room):
    ada, bob = room.people[:2]
    await ada.slash(room.channel, "play", game="lucca")
    refused = await bob.click(room.board(), "Add a computer")
    assert "Only the host" in bob.text(refused.response)
    shown = (await ada.click(room.board(), "Add a computer")).response
    for name in ("Podestà", "Apprentice", "Apprentice"):
        await ada.click(shown, f"🤖 {name}")
    words = ada.text(room.board())
    assert "🤖 Podestà" in words and "🤖 Apprentice 2" in words
    await ada.click(shown, "Take one away")
    assert "Apprentice 2" not in ada.text(room.board())
    assert (await room.services.tables.saved(1)).users == (
        ada.id,
        computer("podesta"),
        computer("apprentice"),
    )


@in_room
async def test_people_take_the_place_of_a_computer_until_the_game_starts(room):
    ada, bob = room.people[:2]
    await ada.slash(room.channel, "play", game="tuir")
    shown = (await ada.click(room.board(), "Add a computer")).response
    await ada.click(shown, "🤖 Mason")
    assert "Fill with computers" not in ada.labels(room.board())
    await bob.click(room.board(), "Join")
    assert (await room.services.tables.saved(1)).users == (ada.id, bob.id)


@in_room
async def test_a_lobby_in_which_only_computers_would_stay_is_closed(room):
    ada = room.people[0]
    await ada.slash(room.channel, "play", game="lucca")
    shown = (await ada.click(room.board(), "Add a computer")).response
    await ada.click(shown, "🤖 Mason")
    await ada.click(room.board(), "Leave")
    assert (await room.services.tables.saved(1)).phase == "gone"


@in_room
async def test_a_computer_agrees_to_votes_and_take_backs(room, monkeypatch):
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (60.0, 60.0))
    ada = await alone(room, "tuir", "Apprentice")
    while (await room.services.tables.table(1)).thinking():
        await sim.later(room.env, 61)
    before = (await room.services.tables.table(1)).in_force
    while not ada.can("Take back"):
        await ada.choose(random.Random(3))
    await ada.click(ada.panel, "Take back")
    table = await room.services.tables.table(1)
    assert table.in_force == before and table.takebacks.request() is None
    more = (await ada.click(room.board(), "More")).response
    await ada.click(more, "Vote to stop")
    assert (await room.services.tables.table(1)).over


@pytest.mark.slow
@in_room
async def test_a_computer_pauses_whatever_it_holds_and_its_turn_is_one_edit(room, monkeypatch):
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (60.0, 60.0))
    ada = await alone(room, "towers", "Architect")
    dice, seen = random.Random(5), []
    heard = {"MESSAGE_UPDATE": seen.append}
    room.env.backend.subscribers.append(lambda event, payload: heard.get(event, len)(payload))
    for _ in range(4):
        await room.play_on([ada], dice)
        table = await room.services.tables.table(1)
        if not table.thinking():
            break
        await sim.later(room.env, 50)
        assert (await room.services.tables.table(1)).last_row == table.last_row, "it waits"
        before = len(seen)
        await sim.later(room.env, 11)
        of_board = [edit for edit in seen[before:] if int(edit["id"]) == room.board().id]
        assert (await room.services.tables.table(1)).last_row > table.last_row
        assert len(of_board) == 1


@pytest.mark.slow
@in_room
async def test_a_restart_while_a_computer_thinks_loses_nothing(room, database, monkeypatch):
    monkeypatch.setattr(pending_turns, "COMPUTER_MOVE_DELAY", (60.0, 60.0))
    ada = await alone(room)
    await room.play_on([ada], random.Random(2))
    waiting = await room.services.tables.table(1)
    assert waiting.thinking()
    await sim.restart(room.env, database)
    await sim.later(room.env, 61)
    table = await room.services.tables.table(1)
    assert table.last_row > waiting.last_row and not table.thinking()
    await ada.open_panel(room.board())
    assert ada.asked()


@in_room
async def test_a_computer_plays_for_somebody_who_left(room):
    players = await room.start("lucca", 3)
    more = (await players[0].click(room.board(), "More")).response
    sure = (await players[0].click(more, "Resign")).response
    await players[0].click(sure, "Yes, end it")
    await room.play_on(players[1:], random.Random(4), 6)
    log = await room.app.core.stores.tables.log(1)
    assert "computer" in {row.by for row in log if row.seat == 0}
    words = players[1].text(room.board())
    assert "a computer plays this seat" in words and f"<@{players[0].id}> 🤖" in words


@pytest.mark.slow
@in_room
async def test_the_last_person_who_gives_up_ends_the_game(room):
    ada = await alone(room, "lucca", "Apprentice", "Apprentice")
    await room.play_on([ada], random.Random(4), 12)
    more = (await ada.click(room.board(), "More")).response
    sure = (await ada.click(more, "Resign")).response
    assert "ends" in ada.text(sure)
    await ada.click(sure, "Yes, end it")
    assert (await room.app.core.stores.tables.table(1)).phase == "done"


@pytest.mark.slow
@in_room
async def test_a_rematch_seats_the_computers_at_once(room):
    ada = await alone(room, "tuir", "Architect")
    await room.play_on([ada], random.Random(1))
    await room.app.core.stores.engine.write(Step("UPDATE tables SET hints = 0 WHERE id = 1"))
    await ada.click(room.ending(), "Rematch")
    again = await room.services.tables.saved(2)
    assert again.hints == 0, "what was agreed on hints holds again"
    assert set(again.users) == {ada.id, computer("architect")} and again.phase == "lobby"
    await ada.click(room.board(), "Start")
    assert (await room.services.tables.saved(2)).phase == "play"
