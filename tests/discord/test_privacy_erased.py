"""/privacy: what is stored, as a file, and gone in one confirmed step."""

import json
import random

import pytest

from bot.domain.privacy import is_forgotten
from bot.domain.settings import Away
from bot.handlers import privacy
from bot.service.services import build_services
from tests.discord import sim
from tests.discord.people import in_room


async def everything(stores):
    """Return all that the database says, as one text."""
    names = await stores.engine.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    return "\n".join([repr(await stores.engine.rows(f"SELECT * FROM {name}")) for (name,) in names])


def data_written(monkeypatch):
    """Return whose data is written down from now on, in order."""
    written, write = [], privacy.data_of

    async def noted(stores, user):
        written.append(user)
        return await write(stores, user)

    monkeypatch.setattr(privacy, "data_of", noted)
    return written


@in_room
async def test_my_data_is_told_and_given_to_me_as_a_file(room):
    players = await room.start()
    await room.play_on(players, random.Random(1))
    alice = players[0]
    shown = (await alice.slash(room.channel, "privacy")).response
    assert shown.ephemeral and "Tables at which you sat: 1" in alice.text(shown)
    answer = (await alice.click(shown, "Export my data")).response
    [file] = alice.stored(answer).attachments
    told = json.loads(room.env.backend.cdn.get(file["url"]))
    assert told["user"] == [{"id": alice.id}] and told["results"][0]["place"] == 1
    assert {"settings", "away", "tables", "ratings", "feats", "moves", "events"} <= told.keys()
    assert told["moves"] and str(players[1].id) not in json.dumps(told), "nobody else is in it"


@in_room
async def test_my_data_is_given_once_in_five_minutes_and_never_twice_at_a_time(room, monkeypatch):
    alice, bob = room.people[:2]
    written = data_written(monkeypatch)

    async def export(person, times=1):
        shown = (await person.slash(room.channel, "privacy")).response
        await sim.burst(room.env, *[(person.actor, shown, "Export my data")] * times)

    def said(words):
        return sum(words in str(request.json) for request in room.env.http_requests)

    await export(alice, 3)
    assert written == [alice.id], "three presses at once are one file"
    assert said("being written down already") == 2
    await export(alice)
    assert said("once in five minutes: again <t:") == 1
    await export(bob)
    assert written == [alice.id, bob.id], "others have theirs"
    await sim.later(room.env, 301)
    await export(alice)
    assert written == [alice.id, bob.id, alice.id]


@pytest.mark.slow
@in_room
async def test_who_wants_to_be_forgotten_is_nowhere_in_the_database_any_more(room):
    stores = room.app.core.stores
    players = await room.start()
    await room.play_on(players, random.Random(1))
    alice, bob = players
    await stores.settings.save_user_settings(
        alice.id, (await stores.settings.user_settings(alice.id))._replace(locale="fr")
    )
    await stores.clocks.add_aways(alice.id, [Away(5, 9)])
    running = room.guild.create_text_channel("running")
    room.channel = running
    three = await room.start("lucca", 3)
    await room.play_on(three, random.Random(2), 9)
    lobby = room.guild.create_text_channel("lobby")
    await alice.slash(lobby, "play", game="tuir")
    shown = (await alice.slash(room.channel, "privacy")).response
    await alice.click(shown, "Delete my data")
    assert str(alice.id) in await everything(stores) and "3 tables" not in alice.text(shown)
    assert "You leave the 2 tables" in alice.text(shown)
    await alice.click(shown, "Yes, delete everything")
    assert "Everything about you is deleted" in alice.text(shown)
    assert str(alice.id) not in await everything(stores)
    past = await stores.records.finished(1)
    assert {seat.place for seat in past.seats} == {1, 2}
    assert [is_forgotten(seat.user) for seat in past.seats if seat.user != bob.id] == [True]
    assert (await build_services(stores).ratings.rebuild()).changed == 0, "ratings of the others still hold"
    assert [rank.user for rank in await stores.records.leaderboard(room.guild.id, "tuir")] == [bob.id]
    verified = (await bob.slash(room.channel, "verify", table=1)).response
    assert "The deal was fair" in bob.text(verified)
    again = (await bob.slash(room.channel, "history")).response
    assert "somebody who left" in bob.text(again)
    table = await room.services.tables.table(2)
    assert is_forgotten(table.users[0]) and table.attendance.played_by_house(0) and not table.over
    press = 0
    while not table.over:
        press, seats = press + 1, [seat for seat in table.awaited() if seat in table.attendance.people()]
        if not seats:  # the computer thinks for the seat that is nobody's
            await sim.later(room.env, 6)
            table = await room.services.tables.table(2)
            continue
        seat = seats[0]
        move = table.offer(seat).moves[0]
        table = await room.services.moves.play(
            2, table.users[seat], table.stamp(seat), lambda t, s, m=move: m, press
        )
    assert (await stores.tables.table(2)).phase == "done", "the others play on to the end"
    assert str(alice.id) not in await everything(stores)


@in_room
async def test_no_lobby_keeps_a_seat_for_somebody_who_is_forgotten(room):
    alice, bob, *_ = room.people
    await bob.slash(room.channel, "play", game="guilds", **{"with": alice.actor})
    await bob.click(room.board(), "Cancel")
    room.channel = room.guild.create_text_channel("open")
    await bob.slash(room.channel, "play", game="guilds", **{"with": alice.actor})
    assert f"kept for <@{alice.id}>" in bob.text(room.board())
    shown = (await alice.slash(room.channel, "privacy")).response
    await alice.click(shown, "Delete my data")
    await alice.click(shown, "Yes, delete everything")
    assert str(alice.id) not in await everything(room.app.core.stores)
    assert str(alice.id) not in bob.text(room.board())


@pytest.mark.slow
@in_room
async def test_the_moves_of_old_games_go_after_so_many_days_and_results_stay(room):

    players = await room.start()
    await room.play_on(players, random.Random(1))
    stores = room.app.core.stores
    at = (await stores.records.finished(1)).game.at
    forgetter = room.services.privacy
    assert await forgetter.forget_old_logs(0, at + 10**9) == 0, "0 days: everything is kept"
    assert await forgetter.forget_old_logs(30, at + 29 * 86_400) == 0
    assert await forgetter.forget_old_logs(30, at + 31 * 86_400) == 1
    assert await stores.tables.log(1) == [] and len((await stores.records.finished(1)).seats) == 2
    for label in ("Replay", "Verify"):
        told = await players[0].click(room.board(), label)
        assert "not kept any more" in players[0].text(told.response)
    shown = (await players[0].slash(room.channel, "history")).response
    assert "🥇" in players[0].text(shown) and (await build_services(stores).ratings.rebuild()).changed == 0
