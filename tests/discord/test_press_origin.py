"""Whether a press may mean the table that it names: after a restore numbers come again, old messages stay."""

import random
import shutil

import discord
import pytest

from bot.base.errors import StoreTrouble
from bot.delivery.table_places import TablePlaces
from bot.handlers import press_origin
from bot.views.parts import custom_ids
from tests.discord import sim
from tests.discord.people import Room, in_room

OLD = "This button is from an older time"
NOT_HERE = "There is no such game here"


async def restored(room, database, backup):
    """Stop the bot, copy an older file back by hand, and start it again."""
    await sim.later(room.env, 120)
    await room.env.bot.close()
    for file in database.parent.glob(f"{database.name}*"):
        file.unlink()
    shutil.copy(backup, database)
    await room.env.restart_bot(await sim.new_bot(database))
    await sim.later(room.env, 1)


async def copied(room, database, backup):
    """Copy the file of the running bot, as /backup does."""
    await room.app.core.stores.engine.rows("VACUUM INTO ?", (str(backup),))


def another_room(room, name):
    """The same people in another channel of the server."""
    other = Room.__new__(Room)
    other.env, other.guild, other.people = room.env, room.guild, room.people
    other.channel = room.guild.create_text_channel(name)
    return other


async def pressed(room, person, message, id, values=None):
    """Deliver a press, forged or not, and return what it was told."""
    (result,) = await sim.deliver(room.env, sim.press_payload(room.env, person.actor, message, id, values))
    assert result.acknowledged
    return person.text(result.response) if result.response is not None else ""


@pytest.mark.slow
@in_room
async def test_old_messages_do_not_act_on_the_tables_that_got_their_numbers_after_a_restore(room, database):
    alice, bob, carol, dave, _ = room.people
    await room.start()  # table 1
    await copied(room, database, database.parent / "backup")
    second, third = another_room(room, "second"), another_room(room, "third")
    await second.start()
    old_board, old_panel = second.board(), await bob.open_panel(second.board())
    await alice.click(await alice.open_panel(second.board()), "Play by DM")
    old_dm = alice.at_home()
    await carol.slash(third.channel, "play", game="towers")
    old_lobby = third.board()
    await restored(room, database, database.parent / "backup")
    await alice.slash(third.channel, "play", game="lucca")  # in the very channel of the old lobby
    await bob.click([m for m in third.public() if "Join" in alice.labels(m)][-1], "Join")
    await alice.click([m for m in third.public() if "Start" in alice.labels(m)][-1], "Start")
    await dave.slash(second.channel, "play", game="guilds")  # and of the old game
    assert {(await room.services.tables.saved(n)).game for n in (2, 3)} == {"lucca", "guilds"}
    assert OLD in await pressed(room, bob, old_lobby, custom_ids.lobby(3, "join"))
    assert (await room.services.tables.saved(3)).users == (dave.id,)
    for message in (old_panel, old_board):
        assert OLD in await pressed(room, bob, message, custom_ids.table(2, "resign!"))
    assert OLD in await pressed(room, old_dm, old_dm.panel, custom_ids.table(2, "resign!")), "in DMs, too"
    assert OLD in await pressed(room, bob, old_board, custom_ids.archive("replay", 2, "p", act="show"))
    assert not (await room.services.tables.table(2)).over
    told = await pressed(room, bob, old_panel, custom_ids.table(1, "help"))
    assert "secret rule" in told, "what was backed up goes on"


@pytest.mark.slow
@in_room
async def test_a_forged_join_seats_nobody_from_elsewhere_nor_who_cannot_see_the_channel(room):
    alice, bob, carol, *_ = room.people
    hidden = discord.PermissionOverwrite(view_channel=False)
    lobby = room.channel
    room.channel = room.guild.create_text_channel("council", overwrites={bob.actor: hidden})
    await alice.slash(room.channel, "play", game="tuir")
    elsewhere = another_room(room, "elsewhere")
    await alice.slash(elsewhere.channel, "play", game="guilds")
    assert NOT_HERE in await pressed(room, carol, elsewhere.board(), custom_ids.lobby(1, "join")), (
        "another place"
    )
    for person in (bob, carol):
        private = (await person.slash(lobby, "rules", game="tuir")).response
        told = await pressed(room, person, private, custom_ids.lobby(1, "join"))
        assert (NOT_HERE in told) == (person is bob), "only for who sees the channel"
    assert (await room.services.tables.saved(1)).users == (alice.id, carol.id)
    await room.app.core.services.settings.change(bob.id, by_dm=True)
    other = another_room(room, "open")
    await other.start()
    await bob.slash(other.channel, "hand", dm=True)
    at_home = bob.at_home()
    assert NOT_HERE in await pressed(room, at_home, at_home.panel, custom_ids.lobby(1, "join")), (
        "nor from a DM"
    )
    assert (await room.services.tables.saved(1)).users == (alice.id, carol.id)


@in_room
async def test_nobody_comes_into_a_table_in_somebodys_dms(room):
    alice, bob, *_ = room.people
    await alice.user.slash("play", game="tuir")
    await bob.user.slash("play", game="tuir")
    his = bob.at_home()
    assert NOT_HERE in await pressed(room, his, his.panel, custom_ids.lobby(1, "join"))
    assert bob.id not in (await room.services.tables.saved(1)).users


@in_room
async def test_a_panel_that_shows_a_younger_table_in_its_message_goes_on(room):
    """[Next table] stays in the message of a panel, which may be a week older than that table."""
    players = await room.start()
    dice, me = random.Random(2), None
    me = players[(await room.services.tables.table(1)).awaited()[0]]
    old = me.panel
    await sim.later(room.env, 600)
    other = another_room(room, "younger")
    other.people = players
    await other.start()
    rival = next(p for p in players if p is not me)
    seat = players.index(me)
    while (await room.services.tables.table(2)).awaited() != (seat,):
        await other.play_on([rival], dice, 1)
    me.panel = old
    await me.click(old, "Show me now") if me.can("Show me now") else None
    while (await room.services.tables.table(1)).awaited() == (seat,):
        await me.choose(dice)
    await me.click(me.panel, "Next table")
    before = (await room.services.tables.table(2)).last_row
    await me.choose(dice)
    assert (await room.services.tables.table(2)).last_row > before or me.asked()
    assert OLD not in me.text()


@in_room
async def test_the_pointer_of_a_thread_seats_people_at_its_next_table_long_after(room):
    alice, bob, carol, *_ = room.people
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    home = room.channel
    await alice.slash(home, "play", game="tuir")
    (room.channel,) = home.threads
    pointer = home.history()[0]
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    await pressed(room, bob, room.board(), custom_ids.table(1, "resign!"))
    await sim.later(room.env, 3600)
    await bob.click(room.ending(), "Rematch")
    await alice.click(pointer, "Join")
    assert set((await room.services.tables.saved(2)).users) == {alice.id, bob.id}


@in_room
async def test_a_press_asks_the_database_once_where_its_table_stands(room, database, monkeypatch):
    players = await room.start()
    await sim.restart(room.env, database)
    asked, look_up = [], press_origin.PressOrigin._look_up

    async def counted(self, table_id):
        asked.append(table_id)
        return await look_up(self, table_id)

    monkeypatch.setattr(press_origin.PressOrigin, "_look_up", counted)
    for _ in range(3):
        await players[0].click(room.board(), "Watch")
        await players[1].open_panel(room.board())
    assert asked == [1]


async def test_a_press_is_refused_while_nobody_can_say_where_its_table_stands(monkeypatch):
    import asyncio

    class Silent:
        async def saved(self, table_id):
            await asyncio.Event().wait()

    monkeypatch.setattr(press_origin, "LOOK_UP_SECONDS", 0.01)
    with pytest.raises(StoreTrouble):
        await press_origin.PressOrigin(Silent(), TablePlaces()).check(
            None, custom_ids.LobbyId(1, custom_ids.Act("join"))
        )
