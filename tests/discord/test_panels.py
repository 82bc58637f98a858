"""Private panels: alive while their token lives, at rest afterwards, one a person, also by DM."""

import asyncio
import random

import pytest
from simcord.results import InteractionResult

from bot.delivery import panel_sender, panels
from bot.text.words import words
from bot.views.parts import custom_ids
from tests.discord import sim
from tests.discord.people import in_room


async def move(room, players):
    """Let the player to move finish their turn."""
    dice = random.Random(4)
    seat = (await room.services.tables.table(1)).awaited()[0]
    while seat in (await room.services.tables.table(1)).awaited():
        await players[seat].choose(dice)
    return seat


@in_room
async def test_an_open_panel_comes_alive_when_it_is_your_turn(room):
    players = await room.start()
    mover = (await room.services.tables.table(1)).awaited()[0]
    waiting = players[1 - mover]
    assert not waiting.asked()
    await move(room, players)
    assert waiting.asked()
    assert "Your turn" in waiting.text()


@in_room
async def test_a_newer_panel_removes_the_older(room):
    players = await room.start()
    old = players[0].panel
    await players[0].open_panel(room.board())
    ids = [m.id for m in room.channel.history(viewer=players[0].actor)]
    assert players[0].panel.id in ids
    assert old.id not in ids


@in_room
async def test_the_panel_that_was_asked_for_stays_when_the_dealt_one_comes_later(room, monkeypatch):
    """Right after a start, a bot with much to do may deal somebody their panel after they have opened one."""
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    put, pressed = panel_sender.Token.put, []

    async def put_late(token, *shown):
        """Deal a panel only after somebody has opened one, in the very moment of the start."""
        if not pressed:
            pressed.append(sim.press_payload(room.env, bob.actor, room.board(), custom_ids.table(1, "hand")))
            room.env.backend.emit("INTERACTION_CREATE", pressed[0][1])
        while not room.app.delivery.panels.is_open(1, 1):
            await asyncio.sleep(0)
        return await put(token, *shown)

    monkeypatch.setattr(panel_sender.Token, "put", put_late)
    await alice.click(room.board(), "Start")
    opened = InteractionResult(room.env, pressed[0][0]).response.id
    mine = [m for m in room.channel.history(viewer=bob.actor) if m.flags.ephemeral]
    assert [m.id for m in mine if "Your secret rule" in bob.text(m)] == [opened]


@in_room
async def test_a_panel_rests_when_its_token_dies_and_can_be_woken(room):
    players = await room.start()
    await room.env.advance_time(panels.TOKEN_LIFE + 1)
    assert "This panel rests" in players[0].text()
    await players[0].click(players[0].panel, "Show me now")
    assert "Your secret rule" in players[0].text()


@in_room
async def test_hand_opens_the_panel_and_table_moves_the_table_down(room):
    players = await room.start()
    result = await players[1].slash(room.channel, "hand")
    assert result.response.ephemeral
    assert "Your hand:" in players[1].text(result.response)
    before = room.board().id
    await players[0].slash(room.channel, "table")
    assert room.board().id > before
    assert before not in [m.id for m in room.public()]
    elsewhere = room.guild.create_text_channel("elsewhere")
    nothing = await players[0].slash(elsewhere, "hand")
    assert "no table in this channel" in players[0].text(nothing.response)


@pytest.mark.slow
@in_room
async def test_the_panel_by_dm_stays_current_and_can_be_played_from(room):
    players = await room.start()
    for person in players:
        result = await person.slash(room.channel, "hand", dm=True)
        assert "in your DMs" in person.text(result.response)
    inbox = [person.at_home() for person in players]
    mover = (await room.services.tables.table(1)).awaited()[0]
    person = inbox[mover]
    dice = random.Random(9)
    while mover in (await room.services.tables.table(1)).awaited():
        await person.choose(dice)
    await room.env.advance_time(3)
    assert inbox[1 - mover].asked(), "the other's DM came alive"
    assert len(players[1 - mover].user.dm_channel.history()) == 1, "one message, edited"


@pytest.mark.slow
@in_room
async def test_a_panel_by_dm_asks_for_no_version_that_the_host_has_just_read(room, monkeypatch):
    """On a shared database each of these is a round trip."""
    players = await room.start()
    for person in players:
        await person.slash(room.channel, "hand", dm=True)
    asked, stores = [], room.app.core.stores
    version = stores.tables.version
    monkeypatch.setattr(
        stores.tables, "version", lambda table_id: asked.append(table_id) or version(table_id)
    )
    mover = (await room.services.tables.table(1)).awaited()[0]
    await players[mover].at_home().choose(random.Random(9))
    await room.env.advance_time(3)
    panels = await stores.messages.dm_panels(1)
    assert [panel.told for panel in panels.values()] == [(await version(1))[0]] * 2
    assert asked == []


@in_room
async def test_closed_dms_fall_back_to_the_private_panel(room):
    players = await room.start()
    room.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    result = await players[0].slash(room.channel, "hand", dm=True)
    words = players[0].text(result.response)
    assert "Your DMs are closed" in words
    assert "Your secret rule" in words


@in_room
async def test_help_is_shown_to_first_timers_and_on_request(room):
    players = await room.start()
    table = await room.services.tables.table(1)
    decision = table.asked[0]
    assert decision.help is not None
    person = players[decision.seat]
    assert "-# " in person.text()
    assert "Help" in person.labels()


@in_room
async def test_each_reads_the_panel_in_their_own_language(room):
    with sim.locales() as locales:
        locales[room.people[1].id] = "en-XA"
        players = await room.start()
        assert "~" in players[1].text(), "the pseudo-language"
        assert "~" not in players[0].text()
        assert "~" not in players[0].text(room.board()), "public words are in the server's language"


@in_room
async def test_a_panel_dealt_by_an_old_join_rests_before_its_token_dies(room):
    alice, bob, *_ = room.people
    await alice.slash(room.channel, "play", game="tuir")
    joined = await bob.click(room.board(), "Join")
    await room.env.advance_time(10 * 60)
    await alice.click(room.board(), "Start")
    (dealt,) = joined.followups
    assert "Your secret rule" in bob.text(dealt)
    await room.env.advance_time(panels.TOKEN_LIFE - 10 * 60 + 1)
    assert "This panel rests" in bob.text(dealt)


@pytest.mark.slow
@in_room
async def test_the_panel_that_moved_to_the_dms_leaves_its_word_in_the_channel(room):
    players = await room.start()
    mover = (await room.services.tables.table(1)).awaited()[0]
    waiting = players[1 - mover]
    await waiting.click(waiting.panel, "Play by DM")
    assert "in your DMs now" in waiting.text()
    await move(room, players)
    assert "in your DMs now" in waiting.text(), "it does not turn back into a panel"
    assert waiting.at_home().asked()


@in_room
async def test_a_press_draws_its_panel_once(room):
    """A second edit of the same question would close a menu that was just opened."""
    players = await room.start()
    dice = random.Random(6)
    for _ in range(8):
        person = next(p for p in players if p.asked())
        before = len(room.env.http_requests)
        await person.choose(dice)
        edits = [
            r
            for r in room.env.http_requests[before:]
            if r.method == "PATCH" and (str(person.panel.id) in r.path or "@original" in r.path)
        ]
        assert len(edits) == 1, edits


@in_room
async def test_help_is_given_until_a_kind_of_question_was_answered_once(room):
    players = await room.start()
    question = (await room.services.tables.table(1)).asked[0]
    person, explained = players[question.seat], words("en").say(question.help)
    assert explained in person.text()
    await move(room, players)
    await move(room, players)
    assert person.asked()
    assert explained not in person.text()
    await person.click(person.panel, "Help")
    assert explained in person.text()


@in_room
async def test_at_the_end_a_panel_tells_who_won_and_how(room):
    players = await room.start()
    await room.play_on(players, random.Random(1))
    assert "Lion wins, 8 to 3." in players[0].text()
    assert "Total" in players[0].text()
