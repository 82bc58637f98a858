"""Around the moves: rematch, panels by DM, watching, private answers that do not pile up."""

import random

import pytest

from bot.domain.lobby import REMATCH_SEATS_KEPT_SECONDS
from tests.discord import sim
from tests.discord.people import Person, in_room
from tests.discord.test_lobby import start_button


async def finished(room, game="tuir", seats=2):
    players = await room.start(game, seats)
    press = sim.press_payload(room.env, players[0].actor, room.board(), "p:1:resign!")
    await sim.deliver(room.env, press)
    return players


# --- rematch ---


@in_room
async def test_a_rematch_keeps_the_seats_the_options_and_lets_the_next_one_begin(room):
    players = await room.start("tuir", 2, ["short"])
    first = (await room.services.tables.table(1)).awaited()[0]
    press = sim.press_payload(room.env, players[0].actor, room.board(), "p:1:resign!")
    await sim.deliver(room.env, press)
    await players[1].click(room.ending(), "Rematch")
    lobby = players[0].text(room.board())
    assert f"kept for <@{players[0].id}>" in lobby and "32 rule cards" in lobby
    assert start_button(players[1], room)["disabled"], "it says who is missing"
    await players[0].click(room.ending(), "Rematch")
    await players[1].click(room.board(), "Start")
    table = await room.services.tables.table(2)
    assert table.users == (players[0].id, players[1].id), "everyone keeps their seat"
    assert table.awaited() == (1 - first,), "the next one begins"
    assert "short" in table.options


@in_room
async def test_kept_seats_are_free_for_others_after_ten_minutes(room):
    players = await finished(room)
    carol = room.people[2]
    refused = await carol.click(room.ending(), "Rematch")
    assert "do not play at this table" in carol.text(refused.response)
    await players[0].click(room.ending(), "Rematch")
    early = await carol.click(room.board(), "Join")
    assert "kept for those who played" in carol.text(early.followups[0])
    await sim.later(room.env, REMATCH_SEATS_KEPT_SECONDS + 1)
    await carol.click(room.board(), "Join")
    assert (await room.services.tables.saved(2)).users == (players[0].id, carol.id)


@in_room
async def test_the_one_who_typed_play_gets_a_panel_at_the_start_whoever_starts(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    await bob.click(room.board(), "Start")
    for person in (alice, bob):
        private = [m for m in room.channel.history(viewer=person.actor) if m.flags.ephemeral]
        assert any("Your secret rule" in person.text(m) for m in private), person.id


@in_room
async def test_only_the_host_starts_a_table_with_free_seats_until_five_quiet_minutes(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="lucca")
    await bob.click(room.board(), "Join")
    refused = await bob.click(room.board(), "Start")
    assert "The host starts" in bob.text(refused.followups[0])
    await sim.later(room.env, 301)
    await bob.click(room.board(), "Start")
    assert (await room.services.tables.saved(1)).phase == "play"


# --- by DM ---


@pytest.mark.slow
@in_room
async def test_a_panel_by_dm_says_which_table_it_is_and_leads_back(room):
    players = await room.start()
    await players[0].slash(room.channel, "hand", dm=True)
    home = players[0].at_home()
    assert home.text().startswith(f"-# Túir · {room.guild.name} · <#{room.channel.id}>")
    link = next(p for p in home.components() if p.get("label") == "See the table")
    assert link["url"].endswith(f"/{room.channel.id}/{room.board().id}")
    await home.click(home.panel, "Back to the channel")
    assert "back in the channel" in home.text()
    assert await room.app.core.stores.messages.dm_panels(1) == {}


@pytest.mark.slow
@in_room
async def test_a_panel_by_dm_that_could_not_be_edited_is_brought_up_to_date_by_the_next_start(room, database):
    players = await room.start()
    table = await room.services.tables.table(1)
    mover = next(p for p in players if table.seat_of(p.id) in table.awaited())
    other = next(p for p in players if p is not mover)
    await other.slash(room.channel, "hand", dm=True)
    await sim.later(room.env, 5)
    before = other.at_home().text()
    room.env.inject_error("PATCH", f"/channels/{other.user.dm_channel.id}/messages/*", status=500, times=100)
    await room.play_on([mover], random.Random(3), 4)
    await sim.later(room.env, 5)
    assert other.at_home().text() == before
    room.env.backend.faults.clear()
    sim.forgive(room.env)
    assert await room.app.core.stores.messages.behind_at_home() == [1]
    await sim.restart(room.env, database)
    await sim.later(room.env, 5)
    assert other.at_home().text() != before
    assert await room.app.core.stores.messages.behind_at_home() == []


@pytest.mark.slow
@in_room
async def test_a_panel_by_dm_is_let_go_with_the_end_of_its_game(room):
    players = await room.start()
    await players[0].slash(room.channel, "hand", dm=True)
    before = players[0].at_home().text()
    press = sim.press_payload(room.env, players[1].actor, room.board(), "p:1:resign!")
    await sim.deliver(room.env, press)
    await sim.later(room.env, 10)
    assert players[0].at_home().text() != before and not players[0].at_home().asked()
    assert await room.app.core.stores.messages.dm_panels(1) == {}


@pytest.mark.slow
@in_room
async def test_hand_and_table_in_a_dm_find_the_table(room):
    players = await room.start()
    home = Person(room.env, players[0].user)
    await players[0].user.slash("hand")
    channel = players[0].user.dm_channel
    assert "Your secret rule" in home.text(channel.last_message)
    room.channel = room.guild.create_text_channel("other")
    await room.start("tuir")
    both = await players[0].user.slash("hand")
    assert "Which table?" in home.text(both.response)
    assert home.labels(both.response) == ["1. Túir", "2. Túir"]
    where = await players[0].user.slash("table")
    assert all(p.get("url") for p in home.components(where.response) if p["type"] == 2)
    stranger = Person(room.env, room.people[4].user)
    none = await room.people[4].user.slash("hand")
    assert "You sit at no table" in stranger.text(none.response)


# --- watching and private answers ---


@in_room
async def test_who_watches_sees_what_the_public_knows(room):
    players = await room.start()
    await room.play_on(players, random.Random(2), 6)
    watcher = room.people[3]
    seen = await watcher.click(room.board(), "Watch")
    words = watcher.text(seen.response)
    assert "to move" in words and "Lion" in words and "secret rule:" not in words
    again = await watcher.click(seen.response, "Look again")
    assert again.acknowledged


@in_room
async def test_private_answers_take_each_others_place(room):
    players = await room.start()
    stranger = room.people[3]
    for label in ("Your hand", "Rules", "Read the table", "Watch", "More"):
        await stranger.click(room.board(), label)
    await room.env.settle()
    mine = [m for m in room.channel.history(viewer=stranger.actor) if m.flags.ephemeral]
    assert len(mine) == 1
    panels = [m for m in room.channel.history(viewer=players[0].actor) if m.flags.ephemeral]
    assert len(panels) == 1, "a panel is no leftover"


@in_room
async def test_the_table_is_posted_once_a_minute_a_person(room):
    players = await room.start()
    await players[0].slash(room.channel, "table")
    board = room.board().id
    again = await players[0].slash(room.channel, "table")
    assert room.board().id == board and players[0].labels(again.response) == ["1. Túir"]
    await players[1].slash(room.channel, "table")
    assert room.board().id > board, "somebody else may"
    await sim.later(room.env, 61)
    board = room.board().id
    await players[0].slash(room.channel, "table")
    assert room.board().id > board


@pytest.mark.slow
@in_room
async def test_a_leaderboard_is_private_until_it_is_shared(room):
    players = await room.start()
    await room.play_on(players, random.Random(1))
    before = len(room.public())
    shown = await players[0].slash(room.channel, "leaderboard", game="tuir")
    assert shown.response.ephemeral and len(room.public()) == before
    await players[0].click(shown.response, "Share")
    assert f"<@{players[0].id}>" in players[0].text(room.public()[-1]) and len(room.public()) == before + 1


@in_room
async def test_who_waits_in_an_open_game_has_the_words_and_the_picture_when_asked_for(room):
    players = await room.start("guilds", 2)
    table = await room.services.tables.table(1)
    waiting = players[1 - table.awaited()[0]]
    await waiting.open_panel(room.board())
    assert not waiting.stored().attachments
    await waiting.click(waiting.panel, "Show the table")
    assert len(waiting.stored().attachments) == 1
