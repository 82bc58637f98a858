"""Games played again, shared, taken away and verified, as people do it."""

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage.engine import Step
from bot.text.words import words
from games import GAMES
from games.record import check
from tests.discord import sim
from tests.discord.people import in_room

ROOT = Path(__file__).resolve().parents[2]


async def over(room, seed=1, game="tuir"):
    players = await room.start(game)
    await room.play_on(players, random.Random(seed))
    return players


def options(person, message, of):
    """Return the values of the menu whose id ends so."""
    menus = [part for part in person.components(message) if part["type"] == 3]
    found = next(m for m in menus if m["custom_id"].rpartition(":")[2].startswith(of))
    return found["custom_id"], [option["value"] for option in found["options"]]


@in_room
async def test_a_finished_game_is_seen_again_step_by_step_through_anybodys_eyes(room, database):
    players = await over(room)
    stranger = room.people[2]
    shown = (await stranger.click(room.board(), "Replay")).response
    assert shown.ephemeral and "as everybody saw it" in stranger.text(shown)
    last = stranger.text(shown)
    await stranger.click(shown, "First")
    assert "Step 0 of" in stranger.text(shown) and len(stranger.stored(shown).attachments) == 1
    await stranger.click(shown, "Next")
    assert "Step 1 of" in stranger.text(shown)
    await sim.restart(room.env, database)
    await stranger.click(shown, "Back")
    assert "Step 0 of" in stranger.text(shown)
    menu, turns = options(stranger, shown, "s")
    await stranger.actor.select(shown, [turns[-1]], custom_id=menu)
    assert stranger.text(shown) == last
    menu, eyes = options(stranger, shown, "o")
    assert eyes == ["p", "0", "1"]
    await stranger.actor.select(shown, ["1"], custom_id=menu)
    assert "as Dove saw it" in stranger.text(shown)
    assert players[0].id != stranger.id


@in_room
async def test_a_running_game_is_seen_only_as_the_asker_may_see_it(room):
    """A forged id must not lend other eyes; a stranger has those of the public."""
    players = await room.start("lucca", 3)
    await room.play_on(players, random.Random(4), 12)
    stranger = room.people[3]
    shown = (await stranger.slash(room.channel, "replay")).response
    text = stranger.text(shown)
    assert "as everybody saw it" in text and "Verify" not in stranger.labels(shown)
    secrets = await hands(room)
    for forged in ("z:replay:1:0:last99", "z:replay:1:1:first0", "z:replay:1:2:o3", "z:replay:1:9:back2"):
        values = ["1"] if ":o" in forged else None
        press = sim.press_payload(room.env, stranger.actor, shown, forged, values)
        [result] = await sim.deliver(room.env, press)
        assert result.acknowledged and "as everybody saw it" in stranger.text(shown)
        assert not any(secret in stranger.text(shown) for secret in secrets)
    for act in ("export", "verify", "share"):
        shown = (await stranger.slash(room.channel, "replay")).response
        press = sim.press_payload(room.env, stranger.actor, shown, f"z:replay:1:p:{act}")
        [result] = await sim.deliver(room.env, press)
        seed = (await room.services.tables.saved(1)).seed
        told = json.dumps([m.content or "" for m in result.followups]) + repr(result.response)
        assert result.acknowledged and seed not in told
    own = (await players[1].slash(room.channel, "replay")).response
    assert "as Dove saw it" in players[1].text(own)


async def hands(room):
    """Return the lines that only one seat may read now."""
    table = await room.services.tables.table(1)
    say = words("en").say
    public = {say(line) for line in table.rules.page(table.rules.view(table.state, None)).secrets}
    every = {
        say(line)
        for seat in range(len(table.users))
        for line in table.rules.page(table.rules.view(table.state, seat)).secrets
    }
    return every - public


@in_room
async def test_second_thoughts_of_others_leave_no_step(room):
    """In Lucca's opening a choice may be changed; nobody else may count how often."""
    players = await room.start("lucca", 3)
    dice = random.Random(1)
    seen = []
    for _ in range(3):
        await players[0].open_panel(room.board())
        await players[0].choose(dice)
        shown = (await players[1].slash(room.channel, "replay")).response
        seen.append(players[1].text(shown).split("\n")[1])
    assert len(set(seen[1:])) == 1


@in_room
async def test_a_stranger_elsewhere_and_another_server_see_nothing(room):
    await over(room)
    other = room.env.create_guild()
    channel = other.create_text_channel("away")
    guest = other.add_member(room.env.create_user("guest"))
    told = await guest.slash(channel, "replay", table=1)
    assert "no such game" in room.people[0].text(told.response)


@pytest.mark.slow
@in_room
async def test_a_game_is_shared_as_a_moving_picture_once_at_a_time(room):
    players = await over(room)
    shown = (await players[0].click(room.board(), "Replay")).response
    before = len(room.public())
    await players[0].click(shown, "Share")
    posted = room.public()[before:]
    assert len(posted) == 1 and "Túir" in players[0].text(posted[0])
    [file] = players[0].stored(posted[0]).attachments
    assert file["filename"] == "game.gif" and file["size"] > 10_000
    room.app.handlers.replay._filming.add(room.guild.id)
    refused = await players[0].click(shown, "Share")
    assert "already" in players[0].text(refused.response) and len(room.public()) == before + 1


@in_room
async def test_a_moving_picture_that_discord_refuses_is_no_incident_and_counts_for_nothing(room):
    players = await over(room)
    shown = (await players[0].click(room.board(), "Replay")).response
    before = len(room.public())
    room.env.inject_error("POST", "/webhooks/*", status=400, code=50035, times=1)
    refused = await players[0].click(shown, "Share")
    assert "could not be drawn" in players[0].text(refused.response)
    assert len(room.public()) == before
    shown = (await players[0].click(room.board(), "Replay")).response
    await players[0].click(shown, "Share")
    assert len(room.public()) == before + 1, "it may be tried again at once"


async def exported(room, person):
    shown = (await person.click(room.board(), "Replay")).response
    answer = (await person.click(shown, "Export")).response
    [file] = person.stored(answer).attachments
    return json.loads(room.env.backend.cdn.get(file["url"]))


@pytest.mark.slow
@in_room
async def test_an_exported_game_plays_again_and_one_edited_move_is_noticed(room, tmp_path):
    players = await over(room)
    record = await exported(room, players[0])
    assert check(record).places == (1, 2)
    told = json.dumps(record)
    assert not any(str(person.id) in told for person in room.people), "no names"
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(told)
    edited = json.loads(told)
    row = next(row for row in edited["log"] if row[1] == "move")
    decision = GAMES["tuir"].decisions(GAMES["tuir"].setup(2, record["seed"], record["options"]))[0]
    row[3] = next(move for move in decision.moves if move != row[3])
    bad.write_text(json.dumps(edited))
    for file, code in ((good, 0), (bad, 1)):
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-m", "games", "replay", str(file)],
            cwd=ROOT,
            capture_output=True,
        )
        assert done.returncode == code, done.stderr


@in_room
async def test_a_deal_is_verified_in_plain_words_and_a_changed_database_is_noticed(room):
    players = await over(room)
    told = (await players[0].click(room.board(), "Verify")).response
    text = players[0].text(told)
    mark = (await room.services.tables.saved(1)).mark
    assert "The deal was fair" in text and mark[:8] in text and told.ephemeral
    assert mark in players[0].text(room.board())
    await room.app.core.stores.engine.write(
        Step("UPDATE rows SET at = at + 1 WHERE table_id = 1 AND row = 3")
    )
    told = (await players[0].slash(room.channel, "verify")).response
    assert "does not hold" in players[0].text(told) and "seal" in players[0].text(told)


@pytest.mark.slow
@in_room
async def test_history_lists_mine_somebodys_and_the_servers(room):
    players = await over(room)
    alice, carol = players[0], room.people[2]
    for person, wish in ((alice, {}), (carol, {"user": alice.user}), (carol, {"server": True})):
        shown = (await person.slash(room.channel, "history", **wish)).response
        assert "Túir" in person.text(shown) and "🥇" in person.text(shown), wish
    menu, [table] = options(carol, shown, "s")
    again = await carol.actor.select(shown, [table], custom_id=menu)
    assert "as everybody saw it" in carol.text(again.response)
    nothing = (await carol.slash(room.channel, "history")).response
    assert "No finished game yet" in carol.text(nothing)
