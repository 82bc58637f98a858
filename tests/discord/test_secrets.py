"""Secrets beside the moves: clocks, votes, substitutes, hints, computers, replays, files, other servers."""

import json
import random

import discord
import pytest

from bot.delivery import heartbeat
from bot.text.words import words
from bot.views.seats import REPLACED
from games.information_sets import hidden
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_privacy import received, secrets_from
from tests.discord.test_seats import paced, question, vanish


@pytest.fixture(autouse=True)
def calm_heart(monkeypatch):
    monkeypatch.setattr(heartbeat, "HEARTBEAT_INTERVAL", 1200.0)


def at_home(room, person):
    """Return all that stands in somebody's DMs with the bot."""
    channel = person.user.dm_channel
    shelf = room.env.backend.messages.get(channel.id, {}) if channel else {}
    return str([(m.content, m.components, m.attachments) for m in shelf.values()])


async def nobody_knows_more(room, sitting, others, seen=()):
    """Compare what everybody can read with what they may know; `sitting` are the owners of the seats.

    What a former owner has `seen` in time may still stand in an old private message of theirs.
    """
    table, compared = await room.services.tables.table(1), 0
    for viewer, person in [*enumerate(sitting), *((None, other) for other in others)]:
        text = received(room, person) + at_home(room, person)
        assert table.seed not in text
        for secret in secrets_from(table, viewer):
            compared += 1
            assert secret not in text or (person, secret) in seen, (viewer, secret)
    assert compared
    return table


async def through_the_replay(room, person):
    """Return all that somebody reads who goes through /replay from the first step to the last."""
    shown = (await person.slash(room.channel, "replay")).response
    await person.click(shown, "First")
    texts = [str(person.components(shown))]
    while "Step 0 of 0" not in texts[0] and not _is_last(person, shown):
        await person.click(shown, "Next")
        texts.append(str(person.components(shown)))
    return "\n".join(texts)


def _is_last(person, shown):
    return next(part for part in person.components(shown) if part.get("label") == "Next").get("disabled")


@pytest.mark.slow
@in_room
async def test_clocks_votes_hints_computers_and_substitutes_tell_nothing_hidden(room, database, caplog):
    caplog.set_level("DEBUG", "bot")
    caplog.set_level("DEBUG", "games")
    lion, dove = players = await room.start()
    watcher, erin = room.people[2], room.people[4]
    dice = random.Random(7)
    await dove.slash(room.channel, "hand", dm=True)
    await paced(room, "slow:86400")
    await vanish(room, players, 1, dice)
    await nobody_knows_more(room, players, [watcher, erin])
    await lion.click(question(room), "Let the computer play for Dove")
    await nobody_knows_more(room, players, [watcher, erin])
    await sim.later(room.env, 10)
    await nobody_knows_more(room, players, [watcher, erin])
    await erin.click(room.board(), "Take Dove's seat")
    await nobody_knows_more(room, players, [watcher, erin])
    table = await room.services.tables.table(1)
    seen = {(dove, s) for s in set(secrets_from(table, None)) - set(secrets_from(table, 1))}
    await lion.click(question(room), "Agree")
    await sim.later(room.env, 10)
    await sim.restart(room.env, database)
    sitting = [lion, erin]
    for person in sitting:
        await person.open_panel(room.board())
    asked = next(person for person in sitting if person.asked())
    before = sim_edits(room)
    await asked.click(asked.panel, "Hint")
    assert "A computer would do this" in asked.text() and sim_edits(room) == before, "nobody notices"
    await room.play_on(sitting, dice, 6)
    table = await nobody_knows_more(room, sitting, [watcher, dove], seen)
    for viewer, person in ((0, lion), (1, erin), (None, dove), (None, watcher)):
        text = await through_the_replay(room, person)
        assert "Step" in text and table.seed not in text
        assert not [secret for secret in secrets_from(table, viewer) if secret in text], viewer
    assert table.seed not in caplog.text
    assert not [secret for secret in secrets_from(table, None) if secret in caplog.text]


def sim_edits(room):
    """Count what was posted or edited where everybody reads it."""
    path = f"/channels/{room.channel.id}/messages"
    return sum(path in request.path for request in room.env.http_requests if request.method != "GET")


def private_lines(table, seat):
    """Return the lines about what a seat holds that the public does not read."""
    rules, say = table.rules, words("en").say
    public = {say(line) for line in rules.page(rules.view(table.state, None)).secrets}
    return {say(line) for line in rules.page(rules.view(table.state, seat)).secrets} - public


@pytest.mark.slow
@in_room
async def test_whoever_has_left_sees_and_does_no_more_than_everybody(room, database):
    """The seat goes on under a computer: what it holds from then on is nobody's business, nor is its play."""
    lion, dove, bear = players = await room.start("lucca", 3)
    await dove.slash(room.channel, "hand", dm=True)
    await dove.open_panel(room.board())
    await sim.deliver(room.env, sim.press_payload(room.env, dove.actor, room.board(), "p:1:resign!"))
    await sim.later(room.env, 10)
    for emptied in (dove, dove.at_home()):
        assert REPLACED.id in emptied.text() and not emptied.stored().attachments
    for restarted in (False, True):
        if restarted:
            await sim.restart(room.env, database)
        table = await room.services.tables.table(1)
        secrets = private_lines(table, 1)
        assert secrets and table.player_of(1)
        for id in ("p:1:hand", "p:1:dm", "p:1:hint", "p:1:news", "p:1:read", "p:1:undo1", "p:1:askme"):
            [told] = await sim.deliver(room.env, sim.press_payload(room.env, dove.actor, room.board(), id))
            said = [dove.text(m) for m in (told.response, *told.followups, dove.panel) if m is not None]
            assert told.acknowledged and not [line for line in secrets if line in f"{said}"], id
            assert not [line for line in secrets if line in at_home(room, dove)], id
        shown = (await dove.slash(room.channel, "replay")).response
        assert "as everybody saw it" in dove.text(shown)
    await room.play_on([lion, bear], random.Random(2), 12)
    table = await room.services.tables.table(1)
    rows = [row for row in await room.app.core.stores.tables.log(1) if row.seat == 1]
    assert [row for row in rows if row.by == "computer"] and not await room.services.advance_answers.of(1, 1)
    told = await my_data(room, dove)
    assert {move["by"] for move in told["moves"]} <= {"person"}
    assert "hint" not in {event.kind for event in await room.app.core.stores.tables.events(1)}
    assert players[1].id == dove.id and not table.over


async def my_data(room, person):
    """Return somebody's own data, as the file says."""
    shown = (await person.slash(room.channel, "privacy")).response
    answer = (await person.click(shown, "Export my data")).response
    [file] = person.stored(answer).attachments
    assert file["filename"] == "my-data.json"
    return json.loads(room.env.backend.cdn.get(file["url"]))


@in_room
async def test_my_data_of_a_running_game_holds_neither_its_seed_nor_what_others_have_done(room):
    players = await room.start()
    await room.play_on(players, random.Random(3), 14)
    table, log = await room.services.tables.table(1), await room.app.core.stores.tables.log(1)
    for seat, person in enumerate(players):
        told = await my_data(room, person)
        own = {row.row for row in log if row.seat == seat}
        assert told["moves"] and {move["row"] for move in told["moves"]} <= own
        text = json.dumps(told, ensure_ascii=False)
        assert table.seed not in text and table.fair_deal.promise not in text
        for card in hidden(table.state, seat):
            assert f'"{card}"' not in text and f":{card}" not in text, card


@in_room
async def test_a_guest_of_another_server_reads_and_reviews_nothing_whatever_id_they_send(room):
    players = await room.start()
    await room.play_on(players, random.Random(1), 3)
    other = room.env.create_guild()
    channel = other.create_text_channel("away")
    guest = other.add_member(room.env.create_user("guest"))
    for id in ("p:1:read", "p:1:watch", "p:1:review"):
        page = (await guest.slash(channel, "replay", table=1)).response
        [told] = await sim.deliver(room.env, sim.press_payload(room.env, guest, page, id))
        answer = told.response or told.followups[-1]
        assert "no such game" in room.people[0].text(answer), id


@in_room
async def test_a_game_of_a_hidden_channel_stays_hidden_when_its_thread_is_archived_or_gone(room, database):
    """After a restart Discord tells us of no archived thread: whoever sees its channel sees it."""
    alice, bob, stranger = room.people[:3]
    nobody, may = (
        discord.PermissionOverwrite(view_channel=False),
        discord.PermissionOverwrite(view_channel=True),
    )
    seeing = {person.actor: may for person in (alice, bob, room.people[3])}
    hidden_away = room.guild.create_text_channel(
        "cellar", overwrites={room.guild.default_role: nobody, room.guild.me: may, **seeing}
    )
    open_to_all, room.channel = room.channel, hidden_away
    await room.app.core.services.settings.change_server(room.guild.id, place="thread")
    await alice.slash(hidden_away, "play", game="tuir")
    [room.channel] = hidden_away.threads
    await bob.click(room.board(), "Join")
    await alice.click(room.board(), "Start")
    await sim.deliver(room.env, sim.press_payload(room.env, bob.actor, room.board(), "p:1:resign!"))
    await sim.restart(room.env, database)
    room.env.bot.get_guild(room.guild.id)._threads.pop(
        room.channel.id
    )  # SimCord tells of it, Discord does not
    for person, sees in ((stranger, False), (room.people[3], True), (bob, True)):
        told = (await person.slash(open_to_all, "replay", table=1)).response
        assert ("no such game" in person.text(told)) != sees
        listed = (await person.slash(open_to_all, "history", server=True)).response
        assert ("Túir" in person.text(listed)) == sees
