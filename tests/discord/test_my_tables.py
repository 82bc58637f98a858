"""Coming back: what has happened since, all my tables, and from one to the next."""

import random

from tests.discord import sim
from tests.discord.people import Room, in_room


async def second_room(room, players):
    """Open a table with the same people in another channel of the same server."""
    other = Room.__new__(Room)
    other.env, other.guild, other.people = room.env, room.guild, players
    other.channel = room.guild.create_text_channel("more-games")
    return other, await other.start("tuir", 2)


async def awaited_at(room, table_id):
    return (await room.services.tables.table(table_id)).awaited()[0]


@in_room
async def test_who_comes_back_reads_every_move_of_the_others_first(room, database):
    players = await room.start("guilds", 3)
    dice = random.Random(7)
    first = await awaited_at(room, 1)
    while await awaited_at(room, 1) == first:
        await players[first].choose(dice)
    while (seat := await awaited_at(room, 1)) != first:
        await players[seat].choose(dice)
    await sim.restart(room.env, database)
    came_back = players[first]
    await came_back.open_panel(room.board())
    lines = [line for line in came_back.text().splitlines() if line.startswith("> ")]
    assert "Your turn" in came_back.text().splitlines()[0]
    names = ("Lion", "Dove", "Bear")
    others = [names[(first + n) % 3] for n in (1, 2)]
    assert all(any(name in line for line in lines) for name in others), lines
    assert not any(line.startswith(f"> {names[first]}") for line in lines), "one knows what one has done"


@in_room
async def test_games_lists_my_tables_and_those_that_wait_for_me_first(room):
    players = await room.start("tuir", 2)
    waits = players[await awaited_at(room, 1)]
    other, _ = await second_room(room, players)
    # at the second table the same person moves until the other one is awaited
    dice = random.Random(1)
    while room.people.index(waits) == await awaited_at(room, 2):
        await other.play_on([p for p in players if p.asked()], dice, 1)
    shown = (await waits.slash(room.channel, "games")).response
    text = waits.text(shown)
    assert text.index("**1. Túir**") < text.index("**2. Túir**")
    first, second = text.split("**2. Túir**")
    assert "**Your turn**" in first and f"<#{room.channel.id}>" in first
    assert "to move" in second and f"<#{other.channel.id}>" in second
    assert text.count("https://discord.com/channels/") == 2
    await waits.click(shown, "1. Túir")
    stranger = room.people[3]
    refused = await stranger.slash(room.channel, "games")
    assert "You sit at no table in this server" in stranger.text(refused.response)


@in_room
async def test_next_table_leads_on_in_the_same_message_and_each_panel_stays_its_own(room):
    players = await room.start("tuir", 2)
    seat = await awaited_at(room, 1)
    me, dice = players[seat], random.Random(2)
    before = me.panel
    other, _ = await second_room(room, players)
    while seat != await awaited_at(room, 2):  # the second table is to wait for me, too
        await other.play_on([players[1 - seat]], dice, 1)
    me.panel = before
    while await awaited_at(room, 1) == seat:
        assert "Next table" not in me.labels()
        await me.choose(dice)
    assert me.labels()[0] == "Next table"
    await me.click(me.panel, "Next table")
    assert me.asked() and "t:2:" in str(me.choices()[0][1]["custom_id"])
    # the other table moves on: the panel that is open now is left alone
    rival = players[1 - seat]
    await rival.open_panel(room.board())
    while await awaited_at(room, 1) != seat:
        await rival.choose(dice)
    assert "t:2:" in str(me.choices()[0][1]["custom_id"])
    table = await room.services.tables.table(2)
    await me.choose(dice)
    assert (await room.services.tables.table(2)).last_row >= table.last_row
    assert (await room.services.tables.table(1)).awaited() == (seat,)
