"""Steady under trouble: nothing stays stale, presses under way finish, forbidden places are left alone."""

import asyncio
import gc
import random
import sqlite3
import sys
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from discord import app_commands
from simcord.enums import InteractionType

from bot.app import order_of_stop
from bot.base.errors import Damaged, StoreTrouble
from bot.delivery import retry_queue
from bot.delivery.board import Board
from bot.delivery.shutdown_notice import LIVELY
from bot.delivery.startup import StartupSteps
from bot.domain.calls import NO_CALLS
from bot.handlers import error_boundary
from bot.handlers.router import Router
from bot.service.moves import MovesService
from bot.service.repository import TableRepository
from tests.bot.storage.test_integrity import tear
from tests.discord import sim
from tests.discord.people import in_room
from tests.patience import LONGEST


@pytest.fixture(autouse=True)
def slow(monkeypatch):
    """SimCord waits for timers of less than five seconds; these must fire only when time is advanced."""
    monkeypatch.setattr(retry_queue, "RETRY_INTERVAL", 7.0)


async def turns(room, players, dice, count):
    for _ in range(count):
        person = next(p for p in players if p.asked())
        await person.choose(dice)


async def is_current(room, players):
    """Say whether the board and the notice show what is stored."""
    table = await room.services.tables.table(1)
    saved = await room.services.tables.saved(1)
    seat, notice = table.awaited()[0], players[0].text(room.notices()[-1])
    called = ("🦁 Lion", "🕊️ Dove")[seat] in notice or f"<@{players[seat].id}>" in notice
    return saved.shown == table.last_row and called


async def becomes_current(room, players):
    """Wait until the edits that are under way are done; no simulated time passes meanwhile."""
    async with asyncio.timeout(LONGEST):
        while not await is_current(room, players):
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("presses", (1, 12))
@in_room
async def test_a_hiccup_of_any_number_of_moves_leaves_no_table_stale(room, presses):
    """Eight failed edits used up all tries: twelve moves in four seconds left the table stale for good."""
    players = await room.start()
    room.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    await turns(room, players, random.Random(3), presses)
    room.env.backend.faults.clear()
    await sim.later(room.env, 10)
    await becomes_current(room, players)


@in_room
async def test_a_board_that_alone_was_not_taken_is_owed_and_shown_without_another_press(room):
    """Its notice went out: what counts as shown is the table, not that something could be sent."""
    players, dice = await room.start(), random.Random(3)
    board, seat = room.board(), (await room.services.tables.table(1)).awaited()[0]
    before = players[0].text(board)
    room.env.inject_error("PATCH", f"/channels/*/messages/{board.id}", status=503, times=None)
    while seat in (await room.services.tables.table(1)).awaited():
        await players[seat].choose(dice)
    table, saved = await room.services.tables.table(1), await room.services.tables.saved(1)
    assert ("🦁 Lion", "🕊️ Dove")[1 - seat] in players[0].text(room.notices()[-1]), "who is awaited was called"
    assert players[0].text(room.board()) == before and saved.shown < table.last_row, "the board is owed"
    room.env.backend.faults.clear()
    await sim.later(room.env, 10)
    await becomes_current(room, players)
    assert room.board().id == board.id
    assert players[0].text(room.board()) != before and "turn 2 of 18" in players[0].text(room.board())


@in_room
async def test_while_many_press_the_board_shows_the_end_of_a_turn_and_not_every_step(room, monkeypatch):
    monkeypatch.setattr(room.app.delivery.waiting.debouncer, "_seconds", 3600)
    monkeypatch.setattr("bot.delivery.press_priority.PressPriority.busy", True)
    players, dice = await room.start("towers"), random.Random(3)
    stepped = False
    for _ in range(40):
        before, saved = (await room.services.tables.table(1)).awaited(), await room.services.tables.saved(1)
        await next(p for p in players if p.asked()).choose(dice)
        table, shown = await room.services.tables.table(1), (await room.services.tables.saved(1)).shown
        if table.last_row == saved.last:
            continue  # a menu
        if table.awaited() == before:
            stepped = True
            assert shown == saved.shown, "in the middle of a turn"
        else:
            await becomes_current(room, players)
        if stepped and shown == table.last_row:
            return
    raise AssertionError("no turn of several steps")


@in_room
async def test_a_step_that_waits_when_the_bot_stops_is_shown_before_it_does(room, monkeypatch):
    monkeypatch.setattr(room.app.delivery.waiting.debouncer, "_seconds", 3600)
    monkeypatch.setattr("bot.delivery.press_priority.PressPriority.busy", True)
    players, dice = await room.start("towers"), random.Random(3)
    while (saved := await room.services.tables.saved(1)).shown == saved.last:
        await next(p for p in players if p.asked()).choose(dice)
    await room.app.delivery.publisher.close()
    saved = await room.services.tables.saved(1)
    assert saved.shown == saved.last > 0


@in_room
async def test_a_bot_that_stops_while_it_starts_reads_nothing_from_a_closed_database(room):
    begun, gate, then = asyncio.Event(), asyncio.Event(), []

    async def slow_start():
        begun.set()
        await gate.wait()
        then.append("read")

    startup = StartupSteps((slow_start,), lambda: then.append("clocks"))
    ready = asyncio.create_task(startup.on_ready())
    await begun.wait()
    await startup.close()
    gate.set()
    await ready
    await startup.on_ready()
    assert not then
    order = [name for name, _ in order_of_stop(room.app)]
    assert order.index("presses under way") < order.index("the start") < order.index("database")


@in_room
async def test_after_long_trouble_every_table_is_current_within_ten_seconds(room):
    players = await room.start()
    room.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    await turns(room, players, random.Random(3), 5)
    tried = len(room.env.http_requests)
    await sim.later(room.env, 400)
    assert 30 < len(room.env.http_requests) - tried < 400, "never given up, and no flood meanwhile"
    room.env.backend.faults.clear()
    await sim.later(room.env, 10)
    await becomes_current(room, players)


@in_room
async def test_a_press_tries_again_at_once(room, monkeypatch):
    monkeypatch.setattr(retry_queue, "RETRY_INTERVAL", 100_000.0)  # nothing but the press does
    players = await room.start()
    room.env.inject_error("*", "/channels/*/messages*", status=503, times=None)
    await turns(room, players, random.Random(3), 3)
    room.env.backend.faults.clear()
    await players[0].click(room.board(), "Rules")
    await becomes_current(room, players)


@in_room
async def test_the_next_player_is_called_even_if_the_picture_cannot_be_shown(room):
    players = await room.start()
    room.env.inject_error("PATCH", f"/channels/*/messages/{room.board().id}", status=503, times=None)
    seat = (await room.services.tables.table(1)).awaited()[0]
    dice = random.Random(3)
    while seat in (await room.services.tables.table(1)).awaited():
        await players[seat].choose(dice)
    called = ("🦁 Lion", "🕊️ Dove")[1 - seat]
    assert called in players[0].text(room.notices()[-1])


# --- stopping ---


@pytest.mark.slow
@in_room
async def test_a_press_under_way_is_answered_before_the_bot_stops_and_later_ones_are_told(room, monkeypatch):
    players = await room.start()
    bot, gate = room.env.bot, asyncio.Event()
    play = TableRepository.table

    async def slow(tables, table_id):
        await gate.wait()
        return await play(tables, table_id)

    monkeypatch.setattr(TableRepository, "table", slow)
    press = sim.press_payload(room.env, players[0].actor, room.board(), "p:1:hand")
    late = sim.press_payload(room.env, players[1].actor, room.board(), "p:1:hand")
    room.env.backend.emit("INTERACTION_CREATE", press[1])
    while not sim.app_of(bot).core.context.intake._serving:
        await asyncio.sleep(0.001)
    draining = asyncio.create_task(sim.app_of(bot).core.context.intake.drain())
    await asyncio.sleep(0.001)
    room.env.backend.emit("INTERACTION_CREATE", late[1])
    for _ in range(50):
        await asyncio.sleep(0.001)
    assert not draining.done(), "the first one is still being answered"
    gate.set()
    await draining
    await room.env.settle()
    told = [m for m in room.channel.history(viewer=players[1].actor) if m.flags.ephemeral]
    assert any("Back in a moment" in players[1].text(m) for m in told)
    mine = [m for m in room.channel.history(viewer=players[0].actor) if m.flags.ephemeral]
    assert any("Your secret rule" in players[0].text(m) for m in mine)


@in_room
async def test_a_press_that_never_ends_keeps_the_bot_from_stopping_no_longer_than_it_may(room, monkeypatch):
    monkeypatch.setattr("bot.handlers.intake.DRAIN_SECONDS", 0.01)
    with room.app.core.context.intake.serving():
        await asyncio.wait_for(room.app.core.context.intake.drain(), LONGEST)


@in_room
async def test_a_move_under_way_is_stored_before_the_database_is_closed(room, database, monkeypatch):
    players, bot, gate, play = await room.start(), room.env.bot, asyncio.Event(), MovesService.play

    async def slow(*args, **more):
        await gate.wait()
        return await play(*args, **more)

    monkeypatch.setattr(MovesService, "play", slow)
    person = next(p for p in players if p.asked())
    kind, part = random.Random(2).choice(person.choices())
    values = None if kind == "m" else [part["options"][0]["value"]]
    press = sim.press_payload(room.env, person.actor, person.panel, part["custom_id"], values)
    room.env.backend.emit("INTERACTION_CREATE", press[1])
    while not sim.app_of(bot).core.context.intake._serving:
        await asyncio.sleep(0.001)
    closing = asyncio.create_task(bot.close())
    while not sim.app_of(bot).core.context.intake.stopping:
        await asyncio.sleep(0.001)
    gate.set()
    await closing
    with sqlite3.connect(database) as db:
        assert db.execute("SELECT count(*) FROM rows WHERE by = 'person'").fetchone() == (1,)


@in_room
async def test_an_edit_under_way_is_finished_before_the_bot_stops(room, monkeypatch):
    await room.start()
    gate, begun, done, edit = asyncio.Event(), asyncio.Event(), asyncio.Event(), Board._edit

    async def slow(*args):
        begun.set()
        await gate.wait()
        await edit(*args)
        done.set()

    monkeypatch.setattr(Board, "_edit", slow)
    room.app.delivery.messages.board.forget(1)
    room.app.delivery.publisher.changed(1)
    await asyncio.wait_for(begun.wait(), LONGEST)
    closing = asyncio.create_task(room.app.delivery.publisher.close())
    await asyncio.sleep(0.001)
    gate.set()
    await closing
    assert done.is_set()


# --- the guard ---


@pytest.mark.parametrize(
    "error",
    (
        aiohttp.ClientOSError(),
        ConnectionResetError(),
        TimeoutError(),
        discord.DiscordServerError(SimpleNamespace(status=503, reason=""), "down"),
        discord.HTTPException(SimpleNamespace(status=429, reason=""), "a rate limit that lasts"),
        discord.RateLimited(77.0),
    ),
    ids=lambda error: type(error).__name__,
)
@in_room
async def test_a_line_that_breaks_in_the_middle_of_a_press_is_no_incident(room, monkeypatch, error):
    players = await room.start()

    async def broken(*args):
        raise error

    monkeypatch.setattr(Router, "press", broken)
    press = sim.press_payload(room.env, players[0].actor, room.board(), "p:1:hand")
    (told,) = await sim.deliver(room.env, press)
    assert "Discord does not take our answers" in players[0].text(told.response)


@in_room
async def test_a_form_that_nobody_knows_is_answered(room):
    alice = room.people[0]
    record, payload = sim.sim_interactions.base_payload(
        room.env.backend,
        type=InteractionType.MODAL_SUBMIT,
        channel_id=room.channel.id,
        guild_id=room.guild.id,
        user_id=alice.id,
        data={"custom_id": "of another time", "components": []},
    )
    (told,) = await sim.deliver(room.env, (record, payload))
    assert "from an older time" in alice.text(told.response)


LONG = 99_999_999_999_999_999_999_999  # 77 bits


@pytest.mark.parametrize(
    "id",
    (
        *(f"z:dare:{LONG}:tuir", f"z:past:u:{LONG}:o", f"z:past:g:{LONG}:o1", f"z:who:{LONG}:s"),
        *(f"z:replay:{LONG}:all:show", f"z:board:tuir:{LONG}:turn", f"p:{LONG}:hand", f"l:{2**63}:join"),
        *(f"t:{2**64}:0a1b2c3d:abc:m1", "n:tuir:zzzzzzzzzzzzz:thread"),
    ),
)
@in_room
async def test_an_id_with_a_number_that_nothing_has_is_refused_kindly(room, id):
    alice = room.people[0]
    await alice.slash(room.channel, "rules", game="tuir")
    shown = (await alice.slash(room.channel, "settings")).response
    values = ["tuir"] if id.endswith(":s") else None
    (told,) = await sim.deliver(room.env, sim.press_payload(room.env, alice.actor, shown, id, values))
    said = " ".join(alice.text(message) for message in (told.response, *told.followups) if message)
    assert "from an older time" in said and "incident" not in said
    assert await room.app.core.stores.engine.rows("SELECT id FROM tables") == [], (
        "no lobby keeps a seat for it"
    )


@in_room
async def test_a_number_that_gets_as_far_as_the_database_is_no_incident_either(room, monkeypatch):
    alice = room.people[0]

    async def asked(*args):
        await room.app.core.stores.settings.user_settings(LONG)

    monkeypatch.setattr(Router, "press", asked)
    shown = (await alice.slash(room.channel, "settings")).response
    (told,) = await sim.deliver(room.env, sim.press_payload(room.env, alice.actor, shown, "c:me:large1"))
    assert "from an older time" in alice.text(told.response)


@in_room
async def test_who_is_in_a_channel_that_discord_does_not_name_is_told_so(room):
    """A command was typed, and the answer spoke of a button from an older time."""
    alice = room.people[0]
    record, payload = sim.sim_interactions.base_payload(
        room.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=room.channel.id,
        guild_id=room.guild.id,
        user_id=alice.id,
        data={
            "id": "1",
            "name": "play",
            "type": 1,
            "options": [{"name": "game", "type": 3, "value": "tuir"}],
        },
    )
    payload.pop("channel", None)
    del payload["channel_id"]
    (told,) = await sim.deliver(room.env, (record, payload))
    assert "does not tell me in which channel" in alice.text(told.response)
    assert not room.public()


@pytest.mark.slow
@pytest.mark.expects_errors
@in_room
async def test_an_answer_needs_no_database_and_leaves_no_task_behind(room, monkeypatch, caplog):
    """The language was asked for outside the guard: an error there was an answer that nobody gave."""
    players = await room.start()

    async def down(*args):
        raise StoreTrouble("the database is down")

    monkeypatch.setattr(type(room.app.core.services.settings), "language", down)
    stranger = room.people[3]
    (told,) = await sim.deliver(
        room.env, sim.press_payload(room.env, stranger.actor, room.board(), "p:999:hand")
    )
    assert "table is gone" in players[0].text(told.response)
    gc.collect()
    assert "never retrieved" not in caplog.text


@in_room
async def test_a_connection_that_breaks_while_answering_escapes_nowhere(room, monkeypatch):
    players = await room.start()

    async def reset(*args):
        raise ConnectionResetError("gone")

    monkeypatch.setattr(error_boundary, "_send", reset)
    stranger = room.people[3]
    await sim.deliver(room.env, sim.press_payload(room.env, stranger.actor, room.board(), "p:1:hand"))
    assert players[0].asked() or players[1].asked()


@pytest.mark.parametrize("status", [500, 429])
@in_room
async def test_a_stored_move_whose_answer_failed_is_said_to_be_stored(room, status):
    players = await room.start()
    seat = (await room.services.tables.table(1)).awaited()[0]
    person, before = players[seat], (await room.services.tables.table(1)).last_row
    room.env.inject_error("PATCH", "/webhooks/*/*/messages/*", status=status, times=None)
    dice = random.Random(2)
    kind, part = dice.choice(person.choices())
    values = None if kind == "m" else [part["options"][0]["value"]]
    press = sim.press_payload(room.env, person.actor, person.panel, part["custom_id"], values)
    (result,) = await sim.deliver(room.env, press)
    assert (await room.services.tables.table(1)).last_row == before + 1
    said = " ".join(person.text(message) for message in result.followups)
    assert "Your move is stored" in said and "incident" not in said


@in_room
async def test_an_outdated_command_or_choice_is_answered_without_an_incident(room, monkeypatch):
    alice, tree = room.people[0], room.env.bot.tree

    async def outdated(interaction, game, page):
        await tree.on_error(interaction, app_commands.CommandNotFound("rules", []))

    monkeypatch.setattr(sys.modules["cogs.rules"], "show_rules", outdated)
    gone = await alice.slash(room.channel, "rules", game="tuir")
    assert "has changed since" in alice.text(gone.response)
    sim.forgive(room.env)


# --- forbidden places ---


def posts(room):
    """Return how many requests have gone to the messages of channels."""
    paths = [request.path for request in room.env.http_requests]
    return sum("/messages" in path and "/channels/" in path for path in paths)


@in_room
async def test_forbidden_places_are_left_alone_at_every_start(room, database):
    players = await room.start()
    other = room.guild.create_text_channel("other")
    await players[0].slash(other, "play", game="tuir")
    room.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)
    for table_id in (1, 2):
        room.app.delivery.messages.board.forget(table_id)
        room.app.delivery.messages.board.anew(table_id)
        room.app.delivery.publisher.changed(table_id)
    await sim.later(room.env, 1)
    async with asyncio.timeout(LONGEST):
        while not all([(await room.services.tables.saved(id)).silenced for id in (1, 2)]):
            await asyncio.sleep(0.01)
    await sim.restart(room.env, database)
    before = [r for r in room.env.http_requests if "/messages" in r.path]
    await sim.restart(room.env, database)
    after = [r for r in room.env.http_requests if "/messages" in r.path]
    assert len(after) == len(before), "no request at a start"
    room.env.backend.faults.clear()
    await players[0].click(room.board(), "Your hand")
    await room.env.settle()
    assert not (await room.services.tables.saved(1)).silenced, "somebody's press tries again"


@in_room
async def test_a_lobby_that_nobody_started_for_a_day_is_gone_without_a_word(room, database):
    alice = room.people[0]
    await alice.slash(room.channel, "play", game="tuir")
    await room.env.bot.close()
    await room.app.core.stores.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET created = created - 90000")
    asked = posts(room)
    await sim.restart(room.env, database)
    assert (await room.services.tables.saved(1)).phase == "gone" and posts(room) == asked


@in_room
async def test_many_forbidden_places_are_asked_once_and_at_no_later_start(room, database):
    """A crash loop would else reach Discord's ban for refused requests."""
    await room.start()
    await room.env.bot.close()
    furnish(database, 60)
    room.env.inject_error("*", "/channels/*/messages*", status=403, code=50013, times=None)
    before = posts(room)
    await sim.restart(room.env, database)
    async with asyncio.timeout(LONGEST):
        while len(await room.app.core.stores.engine.rows("SELECT id FROM tables WHERE silenced != 0")) < 60:
            await asyncio.sleep(0.01)
    once = posts(room)
    await sim.restart(room.env, database)
    await room.env.settle()
    assert posts(room) == once >= before + 60


def furnish(database, count):
    """Copy the first table into other channels, as lobbies and games that are not shown as they are."""
    with sqlite3.connect(database) as db:
        names = [row[1] for row in db.execute("PRAGMA table_info(tables)") if row[1] not in ("id", "channel")]
        others, phase = ", ".join(names), names.index("phase")
        (one,) = db.execute(f"SELECT {others} FROM tables")
        for n in range(count):
            values = [n + 10, *one[:phase], "lobby" if n % 2 else "play", *one[phase + 1 :]]
            marks = ", ".join("?" * len(values))
            db.execute(f"INSERT INTO tables (channel, {others}) VALUES ({marks})", values)
        db.execute(
            "INSERT INTO seats (table_id, seat, user) SELECT t.id, s.seat, s.user FROM tables t, seats s"
            " WHERE t.id > 1 AND s.table_id = 1"
        )
        db.execute("UPDATE tables SET shown = -1, told = version - 1, message = 7 WHERE id > 1")


@in_room
async def test_a_table_of_a_server_that_is_out_of_reach_is_left_alone(room, monkeypatch):
    await room.start()
    asked = posts(room)
    with monkeypatch.context() as patch:
        patch.setattr(type(room.env.bot), "get_guild", lambda self, guild: None)
        room.app.delivery.messages.board.forget(1)
        room.app.delivery.publisher.changed(1)
        async with asyncio.timeout(LONGEST):
            while not (await room.services.tables.saved(1)).silenced:
                await asyncio.sleep(0.001)
    assert posts(room) == asked


@in_room
async def test_a_notice_that_a_crash_left_behind_is_taken_away_at_the_next_start(room, database):
    await room.start()
    await room.app.core.stores.messages.set_notice(1, 0, NO_CALLS)  # as if it had never been noted
    await room.app.core.stores.messages.set_shown(1, -1)
    (stray,) = room.notices()
    await sim.restart(room.env, database)
    await room.env.settle()
    assert len(room.notices()) == 1 and room.notices()[0].id != stray.id


@in_room
async def test_a_notice_that_was_noted_stays_when_a_start_looks_for_stray_ones(room, database):
    players = await room.start()
    await turns(room, players, random.Random(3), 1)
    await room.app.core.stores.messages.set_shown(1, -1)
    (noted,) = room.notices()
    await sim.restart(room.env, database)
    await room.env.settle()
    assert [notice.id for notice in room.notices()] == [noted.id]


# --- a stop ---


@in_room
async def test_a_stop_says_at_tables_with_people_that_we_are_back_and_the_next_start_takes_it_away(
    room, database
):
    players = await room.start("tuir", 2)
    board = room.board()
    await room.env.bot.close()
    assert "Back in a moment; no clock runs." in players[0].text(board)
    await room.env.restart_bot(await sim.new_bot(database))
    await sim.later(room.env, 1)
    assert room.board().id == board.id, "the same message"
    assert "Back in a moment" not in players[0].text(board)


@in_room
async def test_a_stop_says_nothing_at_tables_where_nobody_sits(room, database):
    players = await room.start("tuir", 2)
    await sim.later(room.env, LIVELY + 1)
    await room.env.bot.close()
    assert "Back in a moment" not in players[0].text(room.board())
    await room.env.restart_bot(await sim.new_bot(database))


# --- a damaged database ---


@pytest.mark.expects_errors
@in_room
async def test_a_start_on_a_damaged_file_shows_what_can_still_be_read_and_says_the_rest_in_plain_words(
    room, database, no_hidden_errors, caplog
):
    players = await room.start()
    await turns(room, players, random.Random(3), 2)
    await room.env.bot.close()
    furnish(database, 1)
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET phase = 'gone', told = version WHERE id = 2")
        db.executemany(
            "INSERT INTO rows VALUES (2, ?, 'move', 0, ?, 'person', 1, NULL)",
            [(n, f"{n} of many") for n in range(1, 400)],
        )
    await room.env.restart_bot(await sim.new_bot(database))
    room.channel = room.guild.create_text_channel("other")
    await room.start()
    await room.env.bot.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET shown = 0, told = 0 WHERE id IN (1, 3)")
    tear(database, b"move1 of many")
    board = room.board()
    room.env.backend.delete_message(board.channel.id, board.id)
    await room.env.restart_bot(await sim.new_bot(database))
    async with asyncio.timeout(LONGEST):
        while (
            await room.services.tables.saved(3)
        ).message == board.id or "table 1 was not shown" not in caplog.text:
            await asyncio.sleep(0.01)
    assert "campanile.sqlite3 is damaged. Restore the newest backup" in caplog.text
    assert "File " not in caplog.text and "Traceback" not in caplog.text


@pytest.mark.expects_errors
@in_room
async def test_a_table_that_cannot_be_read_at_the_start_keeps_no_other_from_being_shown(
    room, database, monkeypatch
):
    await room.start()
    room.channel = room.guild.create_text_channel("other")
    await room.start()
    board, saved = room.board(), TableRepository.saved
    await room.env.bot.close()
    with sqlite3.connect(database) as db:
        db.execute("UPDATE tables SET shown = -1, told = 0")
    room.env.backend.delete_message(board.channel.id, board.id)

    async def torn(tables, table_id):
        if table_id == 1:
            raise Damaged("the file is damaged")
        return await saved(tables, table_id)

    monkeypatch.setattr(TableRepository, "saved", torn)
    await room.env.restart_bot(await sim.new_bot(database))
    async with asyncio.timeout(LONGEST):
        while (await room.services.tables.saved(2)).message == board.id:
            await asyncio.sleep(0.01)
