"""The greeting: once in every server, silently, where the bot may write; it leads to a first table."""

import discord
from simcord.backend import serializers

from bot.base.shards import Shards
from bot.storage.stores import open_stores
from bot.text.words import words
from games import GAMES
from tests.discord import sim
from tests.discord.people import Person, in_room
from tests.limits import check_layout

SILENT = 1 << 12
GREETED = ["Play", "Learn it in three minutes", "Rules", "Set up"]


async def invited(room, guild=None):
    """Let somebody remove the bot from a server and invite it again: it comes with all channels."""
    guild = guild or room.guild
    room.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await room.env.settle()
    payload = dict(serializers.guild_create_payload(room.env.backend, room.env.backend.guilds[guild.id]))
    del payload["unavailable"]  # which Discord says of servers in which the bot was before
    room.env.backend.emit("GUILD_CREATE", payload)
    await room.env.settle()


def greetings(room, *channels):
    alice = room.people[0]
    found = [message for channel in channels or [room.channel] for message in channel.history()]
    return [message for message in found if alice.labels(message) == GREETED]


async def greeted(room):
    """Let the bot be invited to the room, and return its greeting."""
    await invited(room)
    (greeting,) = greetings(room)
    return greeting


@in_room
async def test_a_server_is_greeted_once_and_silently_with_what_the_bot_is(room):
    greeting = await greeted(room)
    said = room.people[0].text(greeting)
    assert "I run board games" in said and words("en").say(GAMES["tuir"].NAME) in said
    assert "I still need" not in said and "\n" not in said
    assert room.people[0].stored(greeting).flags & SILENT and room.pings() == []
    check_layout(room.people[0].stored(greeting).components)


@in_room
async def test_whoever_invites_the_bot_again_and_again_gets_no_second_greeting(room, database):
    await greeted(room)
    for _ in range(5):
        await invited(room)
    await sim.restart(room.env, database)
    await invited(room)
    assert len(greetings(room)) == 1


@in_room
async def test_the_greeting_opens_a_table_shows_rules_and_settings(room):
    greeting, (alice, bob, *_) = await greeted(room), room.people
    shown = (await bob.click(greeting, "Rules")).response
    assert shown.flags.ephemeral
    menu = bob.menu_with(shown, "lucca")
    read = await bob.actor.select(shown, ["lucca"], custom_id=menu)
    assert read.acknowledged and "Lucca" in bob.text(read.response)
    shown = (await alice.click(greeting, "Play")).response
    check_layout(alice.stored(shown).components)
    opened = await alice.actor.select(shown, ["tuir"], custom_id=alice.menu_with(shown, "tuir"))
    assert opened.acknowledged
    assert (await room.app.core.stores.tables.table(1)).host == alice.id and "Join" in alice.labels(
        room.board()
    )
    refused = (await bob.click(greeting, "Set up")).response
    assert "Only those who may manage the server" in bob.text(refused)
    owner = Person(room.env, room.guild.add_member(room.env.create_user("owner"), roles=[manager(room)]))
    assert "Settings of this server" in owner.text((await owner.click(greeting, "Set up")).response)


def manager(room):
    return room.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))


@in_room
async def test_a_greeting_outlives_a_restart_and_forged_choices_change_nothing(room, database):
    greeting, alice = await greeted(room), room.people[0]
    await sim.restart(room.env, database)
    assert "Which game?" in str(alice.components((await alice.click(greeting, "Play")).response))
    forged = [
        ("g:open", ["chess"]),
        ("g:open", []),
        ("g:open", None),
        ("g:zzz", None),
        ("g:read", ["x" * 90]),
    ]
    for id, values in forged:
        (late,) = await sim.deliver(room.env, sim.press_payload(room.env, alice.actor, greeting, id, values))
        assert late.acknowledged and "older time" in alice.text(late.response)
    assert await room.app.core.stores.lobby.open_lobbies(alice.id, room.guild.id) == 0


@in_room
async def test_the_greeting_speaks_the_servers_language(room):
    for locale, said in (("fr", "Jouer"), ("it", "Gioca"), ("ja", "遊ぶ")):
        guild = room.env.create_guild(preferred_locale=locale)
        channel = guild.create_text_channel("games")
        reader = Person(room.env, guild.add_member(room.env.create_user(f"reader-{locale}")))
        await invited(room, guild)
        (greeting,) = channel.history()
        assert reader.labels(greeting)[0] == said


@in_room
async def test_what_is_missing_is_said_and_where_nothing_may_be_written_nothing_is(room):
    env, me = room.env, room.env.bot.user
    guild = env.create_guild()
    mute = discord.PermissionOverwrite(send_messages=False)
    closed = guild.create_text_channel("announcements", overwrites={me: mute})
    reader = Person(env, guild.add_member(env.create_user("reader")))
    await invited(room, guild)
    assert not closed.history()
    hidden = {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        me: discord.PermissionOverwrite(view_channel=True),
    }
    backroom = guild.create_text_channel("council", overwrites=hidden)
    lacking = discord.PermissionOverwrite(attach_files=False, read_message_history=False)
    here = guild.create_text_channel("games", overwrites={me: lacking})
    await invited(room, guild)
    (greeting,) = here.history()
    assert not backroom.history() and not closed.history(), "the first channel that all can see"
    assert "I still need: Attach Files and Read Message History" in reader.text(greeting)


@in_room
async def test_a_process_without_the_servers_shard_greets_nobody(room):
    held = room.app.servers._mine
    room.app.servers._mine = Shards(0, 0, 2) if Shards(1, 1, 2).has(room.guild.id) else Shards(1, 1, 2)
    await invited(room)
    assert not greetings(room)
    room.app.servers._mine = held
    await greeted(room)


async def test_of_several_processes_one_greets(on_postgres):
    opened = [await open_stores(on_postgres) for _ in range(2)]
    assert [await stores.servers.greet_once(5, 1) for stores in opened] == [True, False]
    for stores in opened:
        await stores.close()
