"""Over weeks: nothing of a finished game or a closed lobby stays in memory."""

import gc

import discord
import pytest

from tests.discord import sim
from tests.discord.people import in_room
from tests.patience import until


def kept(bot):
    """Return everything the bot keeps a table, a seat or a person."""
    host, stage, panels = bot.host, bot.stage, bot.panels
    places = {
        "host": (host._live, dict(host._live.locks), host._answers._waiting, host._answers._giving),
        "stage": (stage._wanted, stage._running, stage._board._looks, stage._board._anew),
        "calls": (stage._notices._reminders, stage._notices._first),
        "troubles": (stage._trouble._waiting, bot._late),
        "panels": (panels._open, panels._standing, panels._tickets, panels._answering, panels._errands.tasks),
        "dms": (panels._dms._looks, panels._dms._edited),
    }
    return {name: parts for name, parts in places.items() if any(parts)}


async def resign(room, person):
    press = sim.press_payload(room.env, person.actor, room.board(), "p:1:resign!")
    assert (await sim.deliver(room.env, press))[0].acknowledged


@in_room
async def test_a_finished_game_leaves_memory_also_when_people_look_at_it_again(room):
    players = await room.start()
    await players[0].slash(room.channel, "hand", dm=True)
    await resign(room, players[0])
    await players[1].click(room.board(), "Read the table")
    await players[1].slash(room.channel, "hand")
    await players[1].slash(room.channel, "table")
    await players[0].slash(room.channel, "hand", dm=True)
    await room.env.advance_time(20 * 60)
    assert kept(room.env.bot) == {}


@in_room
async def test_nothing_is_kept_of_the_messages_whose_presses_are_answered(room):
    players = await room.start()
    await players[0].slash(room.channel, "hand")
    await players[1].click(room.board(), "Read the table")
    views = room.env.bot._connection._view_store
    assert not views._views and not views._dynamic_items and not views._synced_message_views


@in_room
async def test_closed_lobbies_leave_memory(room):
    alice, bob, *_ = room.people
    for last in ("Cancel", "Leave"):
        await alice.slash(room.channel, "play", game="tuir")
        if last == "Cancel":
            await bob.click(room.board(), "Join")
        await alice.click(room.board(), last)
    await room.env.advance_time(1)
    assert kept(room.env.bot) == {}


@pytest.mark.expects_errors
@in_room
async def test_a_game_that_ends_in_a_channel_we_lost_leaves_memory(room):
    players = await room.start()
    room.env.inject_error("*", "/channels/*/messages*", status=404, code=10003, times=None)
    await resign(room, players[0])
    await room.env.advance_time(20 * 60)
    assert (await room.host.saved(1)).silenced, "only that the channel is lost, in the database"
    assert kept(room.env.bot) == {}


@in_room
async def test_a_press_that_was_answered_is_gone_without_a_search(room, no_search):
    """Else Python searches through everything for it, and whoever presses meanwhile waits."""
    players = await room.start()
    gc.collect()
    for player in players * 2:
        await player.click(room.board(), "Your hand")
    await room.env.advance_time(1)
    await until(lambda: not interactions())  # a busy machine may still be answering; a cycle never goes


def interactions():
    return [thing for thing in gc.get_objects() if isinstance(thing, discord.Interaction)]
