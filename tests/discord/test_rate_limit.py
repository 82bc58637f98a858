"""Somebody in a hurry is asked to wait, kindly, before any work; and nobody fills a server with lobbies."""

from dataclasses import replace

import pytest

from bot.base.metrics import PRESSES
from bot.client.rate_limit import RateLimiter
from bot.handlers.error_boundary import HURRIED
from bot.service.lobby import LOBBIES
from bot.storage.stores import open_stores
from bot.text.words import PSEUDO, words
from tests.discord import sim
from tests.discord.people import in_room

SAID = "quicker than I can follow"


def limit(room, limiter):
    """Let presses be counted by another limiter from now on."""
    room.env.bot.context = replace(room.app.core.context, rate_limiter=limiter)


def counted(kind, outcome):
    return PRESSES.values.get((kind, outcome), 0)


def quick(room, person, times, label="Rules"):
    """The same press many times, each an interaction of its own, at the same moment."""
    id = sim.button_id(person.actor, room.board(), label)
    return [sim.press_payload(room.env, person.actor, room.board(), id) for _ in range(times)]


def told(room):
    """How often somebody was told to slow down, whether or not the next answer took its place."""
    return sum(SAID in str(request.json) for request in room.env.http_requests)


@pytest.mark.slow
@in_room
async def test_bursts_are_let_through_and_more_is_refused_kindly_once_a_second(room):
    players = await room.start()
    limit(room, RateLimiter())
    before, done = counted("table", "hurried"), counted("table", "done")
    results = await sim.deliver(room.env, *quick(room, players[0], 25))
    assert all(result.acknowledged for result in results), "nobody reads 'interaction failed'"
    assert counted("table", "done") - done == 10
    assert counted("table", "hurried") - before == 15
    assert told(room) == 1
    other = await players[1].click(room.board(), "Rules")
    assert SAID not in players[1].text(other.response), "only who hurries waits"


@pytest.mark.slow
@in_room
async def test_the_word_is_in_the_readers_language_and_a_pause_helps(room):
    players = await room.start()
    limit(room, RateLimiter(1, 0.001))
    with sim.locales() as locales:
        locales[players[0].id] = PSEUDO
        await players[0].click(room.board(), "Rules")
        second = await players[0].click(room.board(), "Rules")
        assert words(PSEUDO).say(HURRIED) in players[0].text(second.response)
    limit(room, RateLimiter())
    again = await players[0].click(room.board(), "Rules")
    assert SAID not in players[0].text(again.response)


@pytest.mark.slow
@in_room
async def test_a_hurried_press_does_no_work_at_all(room, monkeypatch):
    players = await room.start()
    limit(room, RateLimiter(1, 0.001))
    await players[0].click(room.board(), "Rules")
    rows = (await room.services.tables.table(1)).last_row
    asked = []
    monkeypatch.setattr(room.services.tables, "saved", asked.append)
    monkeypatch.setattr(room.services.tables, "table", asked.append)
    result = await players[0].actor.click(room.board(), label="Rules")
    monkeypatch.undo()
    assert result.acknowledged and not asked
    assert (await room.services.tables.table(1)).last_row == rows


@in_room
async def test_commands_are_counted_with_the_presses_and_always_answered(room):
    alice = room.people[0]
    limit(room, RateLimiter(2, 0.001))
    texts = [alice.text((await alice.slash(room.channel, "rules", game="tuir")).response) for _ in range(4)]
    assert [SAID in text for text in texts] == [False, False, True, True]


@in_room
async def test_typing_a_name_has_its_own_turnstile(room):
    """A card's name is looked for at every letter: that must not cost a move."""
    alice = room.people[0]
    limit(room, RateLimiter(2, 0.001))
    found = [await alice.actor.autocomplete(room.channel, "card", "name", "a") for _ in range(3)]
    assert [bool(f) for f in found] == [True, True, False]
    shown = await alice.slash(room.channel, "rules", game="tuir")
    assert SAID not in alice.text(shown.response)


# --- lobbies


@in_room
async def test_a_person_has_three_open_lobbies_in_a_server_and_no_more(room):
    alice, bob = room.people[:2]
    channels = [room.guild.create_text_channel(f"c{n}") for n in range(LOBBIES + 1)]
    for channel in channels[:LOBBIES]:
        await alice.slash(channel, "play", game="tuir")
    refused = await alice.slash(channels[-1], "play", game="tuir")
    assert "Three of your tables" in alice.text(refused.response)
    assert await room.app.core.stores.tables.table_in(channels[-1].id) is None
    taken = await alice.slash(channels[0], "play", game="tuir")
    assert "has a table already" in alice.text(taken.response), "the nearer reason is told"
    await bob.slash(channels[-1], "play", game="tuir")
    assert await room.app.core.stores.tables.table_in(channels[-1].id), "others may"


@in_room
async def test_a_game_that_has_begun_makes_room_for_another_lobby(room):
    alice, bob = room.people[:2]
    await room.start()
    channels = [room.guild.create_text_channel(f"c{n}") for n in range(LOBBIES)]
    for channel in channels:
        await alice.slash(channel, "play", game="tuir")
        assert await room.app.core.stores.tables.table_in(channel.id), "the game under way does not count"


@pytest.mark.slow
@in_room
async def test_lobbies_asked_for_at_the_same_moment_are_counted_one_by_one(room):
    alice = room.people[0]
    channels = [room.guild.create_text_channel(f"c{n}") for n in range(LOBBIES + 2)]
    payloads = [command(room, alice, channel) for channel in channels]
    results = await sim.deliver(room.env, *payloads)
    assert all(result.acknowledged for result in results)
    assert await room.app.core.stores.lobby.open_lobbies(alice.id, room.guild.id) == LOBBIES


def command(room, person, channel):
    """/play as an interaction that is not sent yet."""
    import simcord.interactions as sim_interactions
    from simcord.enums import InteractionType

    known = room.env.backend.commands[None]
    play = next(c for c in known.values() if c["name"] == "play")
    data = {
        "id": play["id"],
        "name": "play",
        "type": 1,
        "options": [{"name": "game", "type": 3, "value": "tuir"}],
    }
    return sim_interactions.base_payload(
        room.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=channel.id,
        guild_id=room.guild.id,
        user_id=person.id,
        data=data,
    )


@in_room
async def test_a_rematch_that_somebody_opened_can_be_joined_whatever_else_is_open(room):
    import random

    players = await room.start()
    await room.play_on(players, random.Random(3), 14)
    more = await players[0].click(room.board(), "More")
    sure = await players[0].click(more.response, "Resign")
    await players[0].click(sure.response or more.response, "Yes, end it")
    for n in range(LOBBIES):
        await players[1].slash(room.guild.create_text_channel(f"c{n}"), "play", game="tuir")
    await players[0].click(room.ending(), "Rematch")
    await players[1].click(room.ending(), "Rematch")
    saved = await room.app.core.stores.tables.table_in(room.channel.id)
    assert saved.phase == "lobby" and set(saved.users) == {p.id for p in players}


@pytest.mark.parametrize("open_ones", [0, 2])
async def test_the_store_counts_only_open_lobbies_of_this_host_in_this_server(tmp_path, open_ones):
    from bot.domain.entities import NewTable

    stores = await open_stores(tmp_path / "c.sqlite3")
    try:
        for n in range(open_ones):
            await stores.lobby.new_table(NewTable(1, 100 + n, "tuir", 7, "en-US"))
        await stores.lobby.new_table(NewTable(2, 200, "tuir", 7, "en-US"))  # another server
        other = await stores.lobby.new_table(NewTable(1, 300, "tuir", 8, "en-US"))
        await stores.lobby.save_lobby(other.id, 8, (8, 7), ())  # a guest there
        gone = await stores.lobby.new_table(NewTable(1, 400, "tuir", 7, "en-US"))
        await stores.tables.set_phase(gone.id, "gone")
        assert await stores.lobby.open_lobbies(7, 1) == open_ones
    finally:
        await stores.close()
