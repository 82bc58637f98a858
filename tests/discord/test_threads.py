"""Where tables stand: threads of their own, tables that scrolled away, seats for those invited."""

import random

import discord

from bot.delivery.channel_position import SCROLLED_AWAY_MESSAGES
from bot.domain.lobby import INVITED
from bot.text.words import words
from bot.views.lobby import PLACE_MENU
from bot.views.parts import custom_ids
from games import GAMES
from tests.discord import sim
from tests.discord.people import Room, in_room


async def into_thread(room, host):
    """Let the host of the lobby choose a thread in the options, and everybody look into it."""
    shown = (await host.click(room.board(), "Options")).response
    chosen = await host.actor.select(
        shown, ["thread"], custom_id=custom_ids.lobby(1, custom_ids.OPTIONS, PLACE_MENU)
    )
    return chosen.response or shown


def members(thread):
    return set(thread._channel.thread_members)


def is_archived(thread):
    return thread._channel.thread_metadata.archived


async def chat(room, person, count):
    for number in range(count):
        await person.actor.send(room.channel, f"talk {number}")


# --- threads ---


@in_room
async def test_the_host_moves_the_table_into_a_thread_to_which_players_are_added(room, database):
    alice, bob, carol, *_ = room.people
    home = room.channel
    await alice.slash(home, "play", game="lucca")
    pointer = room.board()
    told = await into_thread(room, alice)
    assert "thread of its own" in alice.text(told) and "See the table" in alice.labels(told)
    (thread,) = home.threads
    assert thread.name == f"{words('en').say(GAMES['lucca'].NAME)} · alice"
    assert members(thread) >= {alice.id}
    saved = await room.services.tables.saved(1)
    assert (saved.channel, saved.home) == (thread.id, home.id)
    assert alice.labels(pointer) == ["Join", "See the table"], "the lobby in the channel leads to it"
    assert "has opened a table" in alice.text(pointer)
    await sim.restart(room.env, database)
    await bob.click(pointer, "Join")  # from the channel
    room.channel = thread
    await carol.click(room.board(), "Join")
    assert members(thread) >= {alice.id, bob.id, carol.id}
    await alice.click(room.board(), "Start")
    assert "is played in this thread" in alice.text(pointer) and "Join" not in alice.labels(pointer)
    await alice.slash(home, "play", game="tuir")
    assert (await room.services.tables.saved(2)).channel == home.id, "the channel is free again"


@in_room
async def test_a_finished_game_lets_its_thread_rest_and_the_next_press_wakes_it(room, database):
    alice, bob, *_ = room.people
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    home = room.channel
    await alice.slash(home, "play", game="tuir")
    (thread,) = home.threads
    room.channel = thread
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    assert not is_archived(thread)
    more = (await bob.click(room.board(), "More")).response
    await bob.click(more, "Resign")
    await bob.click(more, "Yes, end it")
    await room.env.settle()
    assert is_archived(thread)
    assert "is over" in alice.text(home.history()[0])
    await sim.restart(room.env, database)
    await alice.click(room.board(), "Read the table")
    assert not is_archived(thread), "unarchived by the next press"
    await bob.click(room.ending(), "Rematch")
    again = await room.services.tables.saved(2)
    assert (again.channel, again.home) == (thread.id, home.id)
    assert "has opened a table" in alice.text(home.history()[0]), "the pointer tells of the new table"
    await bob.click(room.board(), "Cancel")
    assert is_archived(thread)


@in_room
async def test_a_channel_that_is_deleted_takes_the_table_of_its_resting_thread_along(room):
    alice, bob, *_ = room.people
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    lobby, home = room.channel, room.guild.create_text_channel("council")
    await alice.slash(home, "play", game="tuir")
    (room.channel,) = home.threads
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    room.env.backend.edit_channel(room.channel.id, {}, thread_metadata={"archived": True})
    await room.env.settle()
    room.env.backend.delete_channel(home.id)
    await room.env.settle()
    assert (await room.services.tables.saved(1)).phase == "gone"
    told = await alice.slash(lobby, "games")
    assert "tuir" not in alice.text(told.response).lower()


@in_room
async def test_who_does_not_see_a_channel_sees_no_game_of_its_threads_even_when_these_rest(room):
    alice, bob, carol, *_ = room.people
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    hidden = discord.PermissionOverwrite(view_channel=False)
    lobby, home = room.channel, room.guild.create_text_channel("council", overwrites={carol.actor: hidden})
    await alice.slash(home, "play", game="tuir")
    (room.channel,) = home.threads
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    more = (await bob.click(room.board(), "More")).response
    await bob.click(more, "Resign")
    await bob.click(more, "Yes, end it")
    await room.env.settle()
    assert is_archived(room.channel)
    told = await carol.slash(lobby, "replay", table=1)
    assert "no such game here" in carol.text(told.response)
    told = await carol.slash(lobby, "history", server=True)
    assert f"<@{alice.id}>" not in carol.text(told.response)


@in_room
async def test_a_server_may_want_every_table_in_a_thread(room):
    alice, bob, *_ = room.people
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    await alice.slash(room.channel, "play", game="tuir")
    await bob.slash(room.channel, "play", game="tuir")
    first, second = room.channel.threads
    assert "alice" in first.name and "bob" in second.name
    assert [(await room.services.tables.saved(n)).channel for n in (1, 2)] == [first.id, second.id]
    room.channel = second
    refused = await alice.slash(second, "play", game="lucca")
    assert "has a table already" in alice.text(refused.response), "threads have no threads"
    assert "Open it in a thread" not in alice.labels(refused.response)


@in_room
async def test_a_channel_that_has_a_table_offers_a_thread_at_once(room, database):
    alice, bob, carol, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    offer = (await bob.slash(room.channel, "play", game="lucca", **{"with": carol.actor})).response
    assert "has a table already" in bob.text(offer)
    await sim.restart(room.env, database)
    await bob.click(offer, "Open it in a thread")
    saved = await room.services.tables.saved(2)
    (thread,) = room.channel.threads
    assert (saved.channel, saved.host, saved.reserved) == (thread.id, bob.id, (carol.id,))
    assert room.pings() == [carol.id]
    private = [m for m in room.channel.history(viewer=bob.actor) if m.flags.ephemeral]
    assert not private, "the thread itself is the answer"


async def test_without_the_permission_for_threads_it_is_named(database):
    async with sim.running(database) as env:
        room = Room(env)
        alice, bob, *_ = room.people
        without = discord.PermissionOverwrite(create_public_threads=False)
        room.channel = room.guild.create_text_channel("strict", overwrites={env.bot.user: without})
        await alice.slash(room.channel, "play", game="tuir")
        told = await into_thread(room, alice)
        assert "Create Public Threads" in alice.text(told)
        assert "Send Messages in Threads" not in alice.text(told)
        refused = (await bob.slash(room.channel, "play", game="tuir")).response
        assert "Create Public Threads" in bob.text(refused)
        assert "Open it in a thread" not in bob.labels(refused)
        await sim.app_of(env.bot).core.services.settings.change_server(room.guild.id, place="thread")
        elsewhere = room.guild.create_text_channel("elsewhere", overwrites={env.bot.user: without})
        refused = (await bob.slash(elsewhere, "play", game="tuir")).response
        assert "Create Public Threads" in bob.text(refused)
        assert (
            await sim.app_of(env.bot).core.stores.tables.table_in(elsewhere.id)
        ) is None and not elsewhere.history()


@in_room
async def test_a_refused_fourth_table_leaves_no_thread_behind(room):
    alice = room.people[0]
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    for _ in range(3):
        await alice.slash(room.channel, "play", game="tuir")
    refused = (await alice.slash(room.channel, "play", game="tuir")).response
    assert "Three of your tables" in alice.text(refused)
    assert len(room.channel.threads) == 3


@in_room
async def test_only_the_host_moves_a_table_and_only_before_the_game(room):
    alice, bob = await room.start()
    hers = (await alice.slash(room.channel, "settings")).response
    place = custom_ids.lobby(1, custom_ids.OPTIONS, PLACE_MENU)
    (late,) = await sim.deliver(room.env, sim.press_payload(room.env, alice.actor, hers, place, ["thread"]))
    assert late.followups and not room.channel.threads
    his = (await bob.slash(room.channel, "settings")).response
    (refused,) = await sim.deliver(room.env, sim.press_payload(room.env, bob.actor, his, place, ["thread"]))
    assert "Only the host" in bob.text(refused.followups[0])


@in_room
async def test_a_crash_between_the_thread_and_the_note_of_it_does_no_harm(room, database):
    alice = room.people[0]
    await alice.slash(room.channel, "play", game="tuir")
    board = room.board()
    room.env.backend.create_thread(room.channel.id, "left behind", room.env.bot.user.id, message_id=board.id)
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)
    await into_thread(room, alice)
    saved = await room.services.tables.saved(1)
    assert saved.channel == board.id and saved.message not in (0, board.id)


@in_room
async def test_a_thread_that_discord_archived_is_woken_and_the_table_stays(room):
    alice, bob, *_ = room.people
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    await alice.slash(room.channel, "play", game="tuir")
    (thread,) = room.channel.threads
    room.channel = thread
    board = room.board().id
    room.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    room.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083)
    await bob.click(room.board(), "Join")
    assert room.board().id == board, "edited, not posted anew"
    assert f"<@{bob.id}>" in alice.text(room.board()) and not is_archived(thread)


@in_room
async def test_a_substitute_is_added_to_the_thread(room):
    lion, dove, bear, _, erin = room.people
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    await lion.slash(room.channel, "play", game="guilds")
    (thread,) = room.channel.threads
    room.channel = thread
    for person in (dove, bear):
        await person.click(room.board(), "Join")
    await lion.click(room.board(), "Start")
    resign = custom_ids.table(1, "resign!")
    await sim.deliver(room.env, sim.press_payload(room.env, dove.actor, room.board(), resign))
    await erin.click(room.board(), "Take Dove's seat")
    for person in (lion, bear):
        asking = [m for m in room.public() if "Agree" in person.labels(m)]
        if asking:
            await person.click(asking[-1], "Agree")
    await room.env.settle()
    assert (await room.services.tables.table(1)).users[1] == erin.id and erin.id in members(thread)


# --- tables that scrolled away ---


async def next_turn(room, players, dice):
    """Let the player to move finish their turn."""
    seat = (await room.services.tables.table(1)).awaited()[0]
    while seat in (await room.services.tables.table(1)).awaited():
        await players[seat].choose(dice)


@in_room
async def test_a_table_that_scrolled_away_is_posted_anew_at_the_bottom(room):
    players = await room.start()
    dice, first = random.Random(3), room.board().id
    await chat(room, players[0], SCROLLED_AWAY_MESSAGES)
    assert [m for m in room.notices() if m.id > first]
    await next_turn(room, players, dice)
    assert room.board().id == first, "a little talk moves nothing, and our own notice is none of it"
    await chat(room, players[0], SCROLLED_AWAY_MESSAGES)
    await next_turn(room, players, dice)
    assert room.board().id > first
    assert first not in [m.id for m in room.public()], "the old message goes"
    later = [m for m in room.public() if m.id > room.board().id]
    assert [m.id for m in later] == [m.id for m in room.notices()], "the notice stands below it, and no other"
    asked = len(_histories(room))
    await next_turn(room, players, dice)
    assert len(_histories(room)) == asked, "nobody has talked: nothing is asked"
    assert room.pings() == [], "nobody is called for a table that moved"


def _histories(room):
    return [r for r in room.env.http_requests if r.method == "GET" and r.path.endswith("/messages")]


@in_room
async def test_without_the_right_to_read_the_history_a_table_stays_where_it_is(room):
    players = await room.start()
    first = room.board().id
    await chat(room, players[0], SCROLLED_AWAY_MESSAGES + 5)
    room.env.inject_error("GET", "/channels/*/messages", status=403, code=50001)
    await next_turn(room, players, random.Random(3))
    assert room.board().id == first


# --- invitations ---


@in_room
async def test_who_is_invited_is_called_once_and_has_a_seat_for_an_hour(room, database):
    alice, bob, carol, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir", **{"with": bob.actor})
    assert room.pings() == [bob.id]
    assert f"kept for <@{bob.id}> until" in alice.text(room.board())
    refused = await carol.click(room.board(), "Join")
    assert "invited" in carol.text(refused.followups[0])
    await sim.restart(room.env, database)
    await bob.click(room.board(), "Join")
    assert (await room.services.tables.saved(1)).users == (alice.id, bob.id)
    await alice.click(room.board(), "Start")
    assert room.pings().count(bob.id) == 1


@in_room
async def test_a_seat_is_free_after_the_hour_or_when_somebody_says_no(room):
    alice, bob, carol, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir", **{"with": bob.actor})
    await bob.click(room.board(), "Leave")
    assert (await room.services.tables.saved(1)).reserved == ()
    await carol.click(room.board(), "Join")
    assert (await room.services.tables.saved(1)).users == (alice.id, carol.id)
    room.channel = room.guild.create_text_channel("elsewhere")
    await alice.slash(room.channel, "play", game="tuir", **{"with": bob.actor})
    await sim.later(room.env, INVITED + 1)
    await carol.click(room.board(), "Join")
    assert (await room.services.tables.saved(2)).users == (alice.id, carol.id)


@in_room
async def test_no_more_are_invited_than_have_room_and_nobody_twice(room):
    alice, bob, carol, *_ = room.people
    guests = {"with": bob.actor, "with2": carol.actor}
    refused = (await alice.slash(room.channel, "play", game="tuir", **guests)).response
    assert "one other player" in alice.text(refused) and room.pings() == []
    guests = {"with": bob.actor, "with2": bob.actor, "with3": alice.actor}
    await alice.slash(room.channel, "play", game="tuir", **guests)
    assert (await room.services.tables.saved(1)).reserved == (bob.id,)
    assert room.pings() == [bob.id]
