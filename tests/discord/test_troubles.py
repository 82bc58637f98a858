"""When Discord says no: nothing is lost, every press is answered, the game goes on."""

import contextlib
import json
import random
import sqlite3

import pytest

from bot.base.errors import StoreTrouble
from bot.service.held_table import HeldTable
from bot.storage.messages import MessageStore
from bot.storage.tables import TableStore
from bot.text.words import words
from bot.views.board import table_screen
from tests.discord import sim
from tests.discord.people import in_room

ROUTES = (
    ("PATCH", "/channels/*/messages/*"),  # the table message
    ("POST", "/channels/*/messages"),  # the turn notice
    ("DELETE", "/channels/*/messages/*"),  # the old notice
    ("PATCH", "/webhooks/*/*/messages/*"),  # panels
    ("POST", "/interactions/*/*/callback"),  # the acknowledgement itself
)
ANSWERS = ((403, 50013), (404, 10008), (404, 10003), (500, 0), (400, 30046))


async def turn(room, players, dice):
    """Let the player to move finish their turn through a panel that is opened anew."""
    seat = (await room.services.tables.table(1)).awaited()[0]
    person = players[seat]
    result = await person.slash(room.channel, "hand")
    person.panel = result.response
    while seat in (await room.services.tables.table(1)).awaited():
        await person.choose(dice)


async def press_something(room, person, dice):
    """Press in the panel, or open it again when it cannot be used; an answer may fail to arrive."""
    if person.asked():
        with contextlib.suppress(AssertionError):
            await person.choose(dice)
    else:
        result = await person.actor.slash(room.channel, "hand")
        person.panel = result.response or person.panel


@pytest.mark.slow
@pytest.mark.expects_errors
@pytest.mark.parametrize(("method", "path"), ROUTES)
@pytest.mark.parametrize(("status", "code"), ANSWERS)
@in_room
async def test_a_failing_route_loses_no_move(room, method, path, status, code):
    players = await room.start()
    dice = random.Random(7)
    seat = (await room.services.tables.table(1)).awaited()[0]
    room.env.inject_error(method, path, status=status, code=code, times=2)
    while seat in (await room.services.tables.table(1)).awaited():
        await press_something(room, players[seat], dice)
    rows = (await room.services.tables.table(1)).last_row
    assert rows >= 2
    assert len(await room.app.core.stores.tables.log(1)) == rows
    room.env.backend.faults.clear()
    await turn(room, players, dice)
    assert (await room.services.tables.table(1)).last_row > rows
    taken = [row for row in await room.app.core.stores.tables.log(1) if row.text.startswith("take")]
    assert f"turn {len(taken) + 1} of" in players[0].text(room.board())


@in_room
async def test_a_deleted_table_message_is_posted_again(room):
    players = await room.start()
    old = room.board()
    room.env.backend.delete_message(old.channel.id, old.id)
    await turn(room, players, random.Random(3))
    assert room.board().id != old.id
    assert "turn 2 of 18" in players[0].text(room.board())


@in_room
async def test_a_channel_closed_to_the_bot_lets_the_game_go_on_in_the_panels(room):
    players = await room.start()
    room.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)
    dice = random.Random(3)
    await turn(room, players, dice)
    tried = len(room.env.http_requests)
    await room.env.advance_time(120)
    assert len(room.env.http_requests) == tried, "a missing permission is never tried again by ourselves"
    seat = (await room.services.tables.table(1)).awaited()[0]
    result = await players[seat].slash(room.channel, "hand")
    assert "may not write in the channel" in players[seat].text(result.response)
    room.env.backend.faults.clear()
    await turn(room, players, dice)
    assert "turn 3 of 18" in players[0].text(room.board())


@pytest.mark.expects_errors
@in_room
async def test_a_table_that_does_not_replay_is_set_aside_and_others_go_on(room, database):
    players = await room.start()
    await turn(room, players, random.Random(3))
    other = room.guild.create_text_channel("other")
    await players[0].slash(other, "play", game="tuir")
    board = room.board()
    await room.app.core.stores.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE rows SET text = 'build:T99:left' WHERE row = 1")
    await sim.restart(room.env, database)
    assert (await room.app.core.stores.tables.table(1)).phase == "aside"
    assert any("set aside" in players[0].text(m) for m in room.public() if m.id != board.id)
    late = await players[0].click(board, "Your hand")
    assert "set aside" in players[0].text(late.response)
    await players[1].click(other.last_message, "Join")
    assert (await room.app.core.stores.tables.table(2)).users == (
        players[0].id,
        players[1].id,
    )
    await players[0].slash(room.channel, "play", game="tuir")
    assert (await room.app.core.stores.tables.table(3)).phase == "lobby", "the channel is free again"


@pytest.mark.expects_errors
@in_room
async def test_a_full_disk_changes_nothing_and_says_so(room, monkeypatch):
    players = await room.start()
    seat = (await room.services.tables.table(1)).awaited()[0]
    before = await room.services.tables.table(1)

    async def full(*args):
        raise StoreTrouble("the disk is full")

    stores = room.app.core.stores
    with monkeypatch.context() as patch:
        patch.setattr(type(stores.tables), "append", full)
        dice = random.Random(1)
        for _ in range(4):
            await players[seat].choose(dice)
    assert (await room.services.tables.table(1)).last_row == before.last_row
    words = json.dumps([players[seat].text(m) for m in room.channel.history(viewer=players[seat].actor)])
    assert "cannot be saved" in words
    await turn(room, players, random.Random(2))
    assert (await room.services.tables.table(1)).last_row > before.last_row


@in_room
async def test_what_a_crash_kept_from_being_shown_is_shown_after_the_restart(room, database):
    players = await room.start()
    await turn(room, players, random.Random(3))
    await room.env.bot.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET shown = 0")
    board = room.board()
    room.env.backend.delete_message(board.channel.id, board.id)
    await sim.restart(room.env, database)
    assert "turn 2 of 18" in players[0].text(room.board())


@pytest.mark.expects_errors
@in_room
async def test_a_lobby_that_cannot_be_posted_does_not_block_the_channel(room):
    alice = room.people[0]
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await alice.slash(room.channel, "play", game="tuir")
    await alice.slash(room.channel, "play", game="tuir")
    assert f"<@{alice.id}>" in alice.text(room.board())


@in_room
async def test_old_tables_stay_clickable_while_others_start_and_end(room):
    players = await room.start()
    other = room.guild.create_text_channel("other")
    await players[0].slash(other, "play", game="tuir")
    await players[0].click(other.last_message, "Cancel")
    await room.env.advance_time(60 * 60)
    result = await players[0].click(room.board(), "Your hand")
    assert "Your secret rule" in players[0].text(result.response)


LOBBY_ROUTES = (
    ("POST", "/channels/*/messages"),  # opening
    ("PATCH", "/channels/*/messages/*"),  # joining
    ("POST", "/webhooks/*/*"),  # panels dealt at the start
    ("POST", "/interactions/*/*/callback"),
    ("PATCH", "/webhooks/*/*/messages/*"),
)


@pytest.mark.slow
@pytest.mark.expects_errors
@pytest.mark.parametrize(("method", "path"), LOBBY_ROUTES)
@pytest.mark.parametrize(("status", "code"), ANSWERS)
@in_room
async def test_a_lobby_survives_failing_routes(room, method, path, status, code):
    """Whatever fails once while a table opens, people can still sit down and start in the end."""
    alice, bob, *_ = room.people
    for label in ("open", "join", "start"):
        room.env.inject_error(method, path, status=status, code=code, times=1)
        if label == "open":
            await alice.actor.slash(room.channel, "play", game="tuir")
            room.env.backend.faults.clear()
            await alice.actor.slash(room.channel, "play", game="tuir")
        elif label == "join":
            await bob.actor.click(room.board(), label="Join")
            room.env.backend.faults.clear()
            saved = await room.app.core.stores.tables.table_in(room.channel.id)
            await sim.deliver(
                room.env, sim.press_payload(room.env, bob.actor, room.board(), f"l:{saved.id}:join")
            )
        else:
            await alice.actor.slash(room.channel, "table")
            room.env.backend.faults.clear()
            saved = await room.app.core.stores.tables.table_in(room.channel.id)
            await sim.deliver(
                room.env, sim.press_payload(room.env, alice.actor, room.board(), f"l:{saved.id}:start")
            )
    saved = await room.app.core.stores.tables.table_in(room.channel.id)
    assert saved.phase == "play"
    assert set(saved.users) == {alice.id, bob.id}
    for person in (alice, bob):
        result = await person.slash(room.channel, "hand")
        assert "Your secret rule" in person.text(result.response)


@pytest.mark.expects_errors
@in_room
async def test_a_table_dealt_from_other_data_is_set_aside(room, database, monkeypatch):
    """A log is only valid with the tables of cards it was played with."""
    players = await room.start()
    await turn(room, players, random.Random(3))
    monkeypatch.setattr("bot.service.rules_of_table.fingerprint", lambda key: "other tables")
    monkeypatch.setattr(
        "bot.service.rules_of_table.mark_of", lambda sheets: ""
    )  # as if they had never been stored
    await sim.restart(room.env, database)
    assert (await room.app.core.stores.tables.table(1)).phase == "aside"
    assert any("set aside" in players[0].text(message) for message in room.public())


@pytest.mark.slow
@in_room
async def test_a_table_is_shown_after_a_long_outage_without_another_press(room):
    players = await room.start()
    seat = (await room.services.tables.table(1)).awaited()[0]
    room.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    dice = random.Random(3)
    while seat in (await room.services.tables.table(1)).awaited():
        await players[seat].choose(dice)
    await room.env.advance_time(10 * 60)
    room.env.backend.faults.clear()
    await room.env.advance_time(30 * 60)
    assert "turn 2 of 18" in players[0].text(room.board())
    (notice,) = room.notices()
    assert f"<@{players[1 - seat].id}>" in players[0].text(notice), "the next player is called"
    assert not room.app.delivery.waiting.retries


@in_room
async def test_the_table_command_says_so_when_it_cannot_post(room):
    players = await room.start()
    room.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)
    refused = await players[0].slash(room.channel, "table")
    assert "cannot post the table" in players[0].text(refused.response)
    room.env.backend.faults.clear()
    before = room.board().id
    done = await players[0].slash(room.channel, "table")
    assert done.response is None and room.board().id > before, "the table itself is the answer"


@pytest.mark.expects_errors
@in_room
async def test_a_finished_game_of_an_older_edition_is_not_announced_when_someone_reads_it(room, database):
    players = await room.start()
    await sim.deliver(room.env, sim.press_payload(room.env, players[0].actor, room.board(), "p:1:resign!"))
    await room.env.bot.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET data = 'older'")
    await sim.restart(room.env, database)
    before = [m.id for m in room.public()]
    read = await players[0].click(room.board(), "Read the table")
    assert "no longer be replayed" in players[0].text(read.response)
    assert [m.id for m in room.public()] == before, "nothing is said in the channel"
    assert (await room.app.core.stores.tables.table(1)).phase == "done"


@pytest.mark.expects_errors
@in_room
async def test_trouble_with_one_table_at_the_start_keeps_no_other_from_waking(room, database, monkeypatch):
    """Setting a table aside may itself fail, when its channel does not answer."""
    await room.start()
    room.channel = room.guild.create_text_channel("other")
    await room.start()
    board = room.board()
    await room.env.bot.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET data = 'older' WHERE id = 1")
        db.execute("UPDATE tables SET shown = -1 WHERE id = 2")
    room.env.backend.delete_message(board.channel.id, board.id)

    async def no_answer(*args):
        raise TimeoutError

    monkeypatch.setattr("bot.app_delivery.tell_set_aside", no_answer)
    await sim.restart(room.env, database)
    assert room.board().id != board.id, "the other table was shown"


@pytest.mark.expects_errors
@in_room
async def test_a_database_in_trouble_for_a_moment_sets_no_table_aside(room, monkeypatch):
    players = await room.start()
    stores = room.app.core.stores

    async def locked(*args):
        raise StoreTrouble("in use by another program")

    for read in ("log", "advance"):
        room.services.tables.forget(1)
        with monkeypatch.context() as patch:
            patch.setattr(TableStore, read, locked)
            told = await players[0].slash(room.channel, "hand")
        assert "cannot be saved" in players[0].text(told.response)
        assert (await stores.tables.table(1)).phase == "play"
    result = await players[0].slash(room.channel, "hand")
    assert "Your secret rule" in players[0].text(result.response)


@pytest.mark.slow
@pytest.mark.expects_errors
@in_room
async def test_a_move_that_was_stored_is_shown_even_if_the_moves_of_the_house_must_wait(room, monkeypatch):
    players = await room.start()
    seat = (await room.services.tables.table(1)).awaited()[0]

    async def trouble(*args):
        raise StoreTrouble("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(HeldTable, "settle", trouble)
        dice, rows = random.Random(3), (await room.services.tables.table(1)).last_row
        while (await room.services.tables.table(1)).last_row == rows:
            await players[seat].choose(dice)
    saved = await room.app.core.stores.tables.table(1)
    assert saved.shown == rows + 1


def nonces(room):
    """Return the marks by which Discord refuses to post the same message twice."""
    posts = [r for r in room.env.http_requests if r.method == "POST" and r.path.endswith("/messages")]
    assert all(r.json["enforce_nonce"] and len(r.json["nonce"]) <= 25 for r in posts)
    return [r.json["nonce"] for r in posts]


@pytest.mark.slow
@pytest.mark.expects_errors
@pytest.mark.parametrize("forgotten", ("set_message", "set_notice"))
@in_room
async def test_a_crash_right_after_posting_posts_nothing_twice(room, database, monkeypatch, forgotten):
    async def crash(*args):
        raise StoreTrouble("killed")

    with monkeypatch.context() as patch:
        patch.setattr(MessageStore, forgotten, crash)
        patch.setattr(TableStore, "set_phase", crash)
        alice, bob, *_ = room.people
        await alice.slash(room.channel, "play", game="tuir")
        await bob.click(room.board(), "Join")
        if forgotten == "set_notice":
            await alice.click(room.board(), "Start")
        before = nonces(room)
    await sim.restart(room.env, database)
    again = nonces(room)[len(before) :]
    assert len(again) == 1
    if forgotten == "set_message":
        assert again[0] == before[-1]
        return
    await alice.slash(room.channel, "table")
    assert nonces(room)[-1] not in before, "posting anew on purpose is another message"


@in_room
async def test_a_deleted_channel_takes_its_table_along(room):
    await room.start()
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert (await room.app.core.stores.tables.table(1)).phase == "gone"


@in_room
async def test_a_picture_that_discord_no_longer_finds_is_sent_again(room):
    await room.start()
    board = room.board()
    saved, table = await room.services.tables.saved(1), await room.services.tables.table(1)
    before = len(room.env.http_requests)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50035, times=1)
    await room.app.delivery.messages.board._edit(saved, table_screen(table, words("en")), same_picture=True)
    edits = [r for r in room.env.http_requests[before:] if r.method == "PATCH"]
    assert len(edits) == 2, "without the picture, then with it"
    assert len(room.people[0].stored(board).attachments) == 1
