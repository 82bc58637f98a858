"""Leaderboards, profiles and the menus on a person, as people use them."""

import random

from bot.domain.entities import LogRow, NewTable, Result
from bot.domain.results import Ending
from tests.discord import sim
from tests.discord.people import in_room

NOW = 1_790_000_000


async def finished(room, places, *, game="tuir", guild=None, at=NOW, channel=[0], feats=()):  # noqa: B006
    """Let a game have ended: people and their places."""
    stores = room.app.core.stores
    channel[0] += 1
    users = list(places)
    saved = await stores.lobby.new_table(NewTable(guild or room.guild.id, channel[0], game, users[0], "en"))
    await stores.lobby.start(saved.id, "seed", 1, "data", (), users)
    results = [Result(user, place, (30 - place,), n, 9) for n, (user, place) in enumerate(places.items())]
    row = LogRow(1, "move", 0, "a", "person", at)
    await stores.tables.append(saved.id, row, None, results, ending=Ending(feats=feats))
    await stores.messages.set_shown(saved.id, 1, 99)


@in_room
async def test_a_leaderboard_shows_ten_a_page_and_where_the_reader_stands(room):
    alice = room.people[0]
    for n in range(12):
        await finished(room, {1000 + n: 1, 2000 + n: 2})
    await finished(room, {2000: 1, alice.id: 2})
    shown = (await alice.slash(room.channel, "leaderboard", game="tuir", period="all")).response
    assert alice.text(shown).count("**1.**") == 1 and "**10.**" in alice.text(shown)
    lines = alice.text(shown).split("\n")
    place = next(line for line in lines if line.startswith("▶"))
    assert f"<@{alice.id}>" in place and "?" in place and "You are here:" in alice.text(shown)
    await alice.click(shown, "Next")
    assert "**11.**" in alice.text(shown) and "**10.**" not in alice.text(shown)
    await alice.click(shown, "Back")
    assert "**10.**" in alice.text(shown)
    await alice.click(shown, "With computers")
    assert "Nobody has finished a game here yet" in alice.text(shown)


@in_room
async def test_a_season_and_all_time_are_two_lists(room):
    alice, bob = room.people[:2]
    await finished(room, {alice.id: 1, bob.id: 2}, at=1_000_000)
    shown = (await alice.slash(room.channel, "leaderboard", game="tuir")).response
    assert "This season" in alice.text(shown) and "Nobody" in alice.text(shown)
    await alice.click(shown, "All time")
    assert f"<@{alice.id}>" in alice.text(shown)


@in_room
async def test_everywhere_lists_only_those_who_allow_it(room):
    alice, bob = room.people[:2]
    await finished(room, {alice.id: 1, bob.id: 2}, guild=77)
    stores = room.app.core.stores
    options = {"game": "tuir", "period": "all", "where": "everywhere"}
    shown = (await alice.slash(room.channel, "leaderboard", **options)).response
    assert f"<@{alice.id}>" not in alice.text(shown)
    await stores.settings.save_user_settings(
        bob.id, (await stores.settings.user_settings(bob.id))._replace(everywhere=True)
    )
    shown = (await alice.slash(room.channel, "leaderboard", **options)).response
    assert f"<@{bob.id}>" in alice.text(shown) and f"<@{alice.id}>" not in alice.text(shown)
    assert "/settings" in alice.text(shown)


@in_room
async def test_a_profile_tells_games_ratings_streaks_feats_and_how_we_stand(room, database):
    alice, bob = room.people[:2]
    for n in range(3):
        await finished(room, {alice.id: 1, bob.id: 2}, at=NOW + n, feats=((alice.id, "tuir:spire"),))
    await finished(room, {alice.id: 2, bob.id: 1}, game="towers", at=NOW + 9)
    shown = (await bob.actor.context_menu(room.channel, "Profile", alice.actor)).response
    text = bob.text(shown)
    assert f"<@{alice.id}>" in text and "4 games played, 3 won" in text and "Plays most: Túir" in text
    assert "3 of 3 won" in text and "best 29 points" in text and "Longest row of wins: 3." in text
    assert "You two have played 4 games: 3 ahead of you, 1 behind you." in text
    assert "The spire" in text and len(bob.stored(shown).attachments) == 1
    await sim.restart(room.env, database)
    menu = bob.menu_with(shown, "towers")
    assert (await bob.actor.select(shown, ["towers"], custom_id=menu)).acknowledged
    assert "Rating in The Towers of San Gimignano" in bob.text(shown)


@in_room
async def test_a_profile_is_told_where_somebody_has_played_and_to_themselves(room):
    alice, bob, carol = room.people[:3]
    await finished(room, {alice.id: 1, bob.id: 2}, guild=77)
    told = (await carol.slash(room.channel, "profile", user=alice.user)).response
    assert "has not finished a game here yet" in carol.text(told)
    own = (await alice.slash(room.channel, "profile")).response
    assert "1 game played, 1 won" in alice.text(own) and own.ephemeral
    nothing = (await carol.slash(room.channel, "profile")).response
    assert "has not finished a game here yet" in carol.text(nothing)


@in_room
async def test_a_played_game_is_rated_with_its_last_move(room):
    players = await room.start()
    await room.play_on(players, random.Random(1))
    past = await room.app.core.stores.records.finished(1)
    assert (past.game.how, past.game.ladder, past.game.why) == ("score", "people", "")
    assert past.game.grid and past.game.seal and past.game.decisions > 10
    assert {seat.user for seat in past.seats} == {person.id for person in players}
    assert sum(seat.decisions for seat in past.seats) == past.game.decisions


@in_room
async def test_a_challenge_opens_a_lobby_with_a_kept_seat_and_calls_once(room):
    alice, bob, carol = room.people[:3]
    asked = (await alice.actor.context_menu(room.channel, "Challenge", bob.actor)).response
    assert asked.ephemeral and f"<@{bob.id}>" in alice.text(asked)
    pressed = await alice.click(asked, "Túir")
    saved = await room.services.tables.table_in(room.channel.id)
    assert (saved.game, saved.users, saved.reserved) == ("tuir", (alice.id,), (bob.id,))
    assert "kept for" in alice.text(room.board())
    assert room.pings() == [bob.id] and pressed.acknowledged
    refused = await carol.click(room.board(), "Join")
    assert "kept" in carol.text(refused.followups[-1])
    await bob.click(room.board(), "Join")
    assert (await room.services.tables.saved(saved.id)).users == (alice.id, bob.id)


@in_room
async def test_nobody_challenges_themselves_or_twice_in_one_channel(room):
    alice, bob = room.people[:2]
    told = (await alice.actor.context_menu(room.channel, "Challenge", alice.actor)).response
    assert "somebody else" in alice.text(told)
    for _ in range(2):
        asked = (await alice.actor.context_menu(room.channel, "Challenge", bob.actor)).response
        await alice.click(asked, "Túir")
    assert room.pings() == [bob.id], "this channel has a table: nobody is called again"
