"""Before a game: opening, joining, leaving, options, starting, cancelling."""

import discord

from bot.text.words import PSEUDO
from tests.discord import sim
from tests.discord.people import Room, in_room


def start_button(person, room):
    return next(p for p in person.components(room.board()) if p.get("label") == "Start")


@in_room
async def test_a_lobby_says_who_sits_where_and_how_many_are_needed(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    assert f"<@{alice.id}>" in alice.text(room.board())
    assert "free" in alice.text(room.board())
    assert "👑 host" in alice.text(room.board()) and "One more player is needed" in alice.text(room.board())
    assert start_button(alice, room)["disabled"], "what refuses does not look pressable"
    await bob.click(room.board(), "Join")
    assert not start_button(alice, room).get("disabled")
    assert "free" not in alice.text(room.board())


@in_room
async def test_one_table_a_channel(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    again = await bob.slash(room.channel, "play", game="tuir")
    assert "has a table already" in bob.text(again.response)
    assert len(room.public()) == 1
    other = room.guild.create_text_channel("elsewhere")
    await bob.slash(other, "play", game="tuir")
    assert f"<@{bob.id}>" in bob.text(other.last_message)


@in_room
async def test_simultaneous_joins_all_count_until_the_table_is_full(room):
    alice, bob, carol, dave, _ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    board = room.board()
    results = await sim.burst(room.env, *((person.actor, board, "Join") for person in (bob, carol, dave)))
    assert all(result.acknowledged for result in results)
    saved = await room.app.core.stores.tables.table(1)
    assert len(saved.users) == 2
    told = [result for result in results if result.followups]
    assert len(told) == 2, "two learn that the table is full"
    assert all("full" in alice.text(result.followups[0]) for result in told)


@in_room
async def test_joining_twice_takes_one_seat(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    board = room.board()
    await sim.burst(room.env, (bob.actor, board, "Join"), (bob.actor, board, "Join"))
    assert (await room.app.core.stores.tables.table(1)).users == (alice.id, bob.id)


@in_room
async def test_the_next_person_becomes_host_when_the_host_leaves(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Leave")
    saved = await room.app.core.stores.tables.table(1)
    assert (saved.host, saved.users) == (bob.id, (bob.id,))
    await bob.click(room.board(), "Leave")
    assert (await room.app.core.stores.tables.table(1)).phase == "gone"
    assert "closed" in bob.text(room.public()[0])


@in_room
async def test_only_players_start_and_only_with_enough_people(room):
    alice, bob, carol, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    forged = sim.press_payload(room.env, alice.actor, room.board(), "l:1:start")
    (alone,) = await sim.deliver(room.env, forged)
    assert "One more player is needed" in alice.text(alone.followups[0])
    await bob.click(room.board(), "Join")
    stranger = await carol.click(room.board(), "Start")
    assert "Join the table first" in carol.text(stranger.followups[0])
    assert (await room.app.core.stores.tables.table(1)).phase == "lobby"


@in_room
async def test_options_are_the_hosts_and_private(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    refused = await bob.click(room.board(), "Options")
    assert "Only the host" in bob.text(refused.response)
    shown = await alice.click(room.board(), "Options")
    assert shown.response.ephemeral
    menu = alice.menu_with(shown.response, "short")
    chosen = await alice.actor.select(shown.response, ["short"], custom_id=menu)
    assert chosen.acknowledged
    assert (await room.app.core.stores.tables.table(1)).options == ("short",)
    assert "32 rule cards" in alice.text(room.board()) and "All 35" not in alice.text(room.board())
    await alice.click(room.board(), "Start")
    assert (await room.services.tables.table(1)).options == ("short",)


@in_room
async def test_only_the_host_or_a_moderator_cancels(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    refused = await bob.click(room.board(), "Cancel")
    assert "Only the host" in bob.text(refused.followups[0])
    await alice.click(room.board(), "Cancel")
    assert (await room.app.core.stores.tables.table(1)).phase == "gone"
    stale = await sim.deliver(room.env, sim.press_payload(room.env, bob.actor, room.public()[0], "l:1:join"))
    assert stale[0].acknowledged
    assert "gone" in bob.text(stale[0].followups[0])


@in_room
async def test_on_start_everyone_gets_their_panel_at_once(room):
    alice, bob, *_ = room.people
    opened = await alice.slash(room.channel, "play", game="tuir")
    joined = await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    for person, result in ((alice, opened), (bob, joined)):
        assert len(result.followups) == 1
        assert result.followups[0].ephemeral
        assert "Your secret rule" in person.text(result.followups[0])


@in_room
async def test_a_lobby_outlives_a_restart(room, database):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await sim.restart(room.env, database)
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    assert (await room.services.tables.table(1)).users == (alice.id, bob.id)


async def test_missing_permissions_are_named_before_a_lobby_opens(database):
    async with sim.running(database) as env:
        room = Room(env)
        alice = room.people[0]
        without = discord.PermissionOverwrite(attach_files=False, send_messages=False)
        channel = room.guild.create_text_channel("strict", overwrites={env.bot.user: without})
        result = await alice.slash(channel, "play", game="tuir")
        words = alice.text(result.response)
        assert "Attach Files" in words
        assert "Send Messages" in words
        assert "View Channel" not in words
        assert await sim.app_of(env.bot).core.stores.tables.table_in(channel.id) is None


@in_room
async def test_rules_can_be_read_page_by_page(room):
    alice = room.people[0]
    result = await alice.slash(room.channel, "rules", game="tuir")
    assert result.response.ephemeral
    assert "Page 1 of" in alice.text(result.response)
    turned = await alice.click(result.response, "Next page")
    assert "Page 2 of" in alice.text(turned.response or result.response)


@in_room
async def test_a_table_speaks_the_language_of_its_opener_where_the_server_has_none(room):
    with sim.locales() as locales:
        locales[room.people[0].id] = PSEUDO
        await room.people[0].slash(room.channel, "play", game="tuir")
        opened = room.people[0].text(room.channel.last_message)
        assert "~" in opened, "Discord says en-US for every server that is no Community"
        other = room.guild.create_text_channel("elsewhere")
        await room.people[1].slash(other, "play", game="tuir")
        assert "~" not in room.people[1].text(other.last_message)
