"""A whole game by people, through Discord, with a restart in the middle."""

import random

import pytest

from games import GAMES
from tests.discord import sim
from tests.discord.people import Room


@pytest.mark.slow
async def test_two_people_play_a_whole_game_of_tuir(database):
    async with sim.running(database) as env:
        room = Room(env)
        players = await room.start("tuir")
        await room.play_on(players, random.Random(1))
        words = players[0].text(room.board())
        assert words.startswith("## 🦁 Lion wins, <@") and "🥈 🕊️ **Dove**" in words
        assert "Lion wins, 8 to 3." in players[0].text(room.ending())
        assert "Fair deal: SHA-256 of" in words
        assert not room.notices(), "the last turn notice is gone"
        shown = ["Replay", "Verify", "Rematch", "Review", "Rules", "Read the table"]
        assert players[0].labels(room.board()) == shown
        board = await players[0].slash(room.channel, "leaderboard", game="tuir", period="all")
        assert f"<@{players[0].id}>" in players[0].text(board.response)


async def test_a_restart_in_the_middle_loses_nothing_and_old_buttons_work(database):
    dice = random.Random(2)
    async with sim.running(database) as env:
        room = Room(env)
        players = await room.start("tuir")
        await room.play_on(players, dice, 12)
        rows = (await room.services.tables.table(1)).last_row
        await sim.restart(env, database)
        assert (await room.services.tables.table(1)).last_row == rows
        waiting = next(person for person in players if person.asked())
        await waiting.choose(dice)  # an ephemeral panel from before the restart
        for person in players:
            await person.open_panel(room.board())
        await room.play_on(players, dice)
        assert (await sim.app_of(env.bot).core.stores.tables.table(1)).phase == "done"


@pytest.mark.slow
@pytest.mark.parametrize("key", sorted(GAMES))
async def test_every_game_can_be_played_by_as_many_as_it_takes(database, key):
    dice = random.Random(key)
    async with sim.running(database) as env:
        room = Room(env)
        players = await room.start(key, GAMES[key].SEATS[-1])
        presses = await room.play_on(players, dice, 40)
        table = await room.services.tables.table(1)
        log = await sim.app_of(env.bot).core.stores.tables.log(1)
        assert {row.seat for row in log} == set(range(len(players))), "everyone came to move"
        assert table.over or presses == 40, "somebody was asked as long as the game went on"
        assert (table.house_move(), len(log)) == (None, table.last_row)
        words = players[0].text(room.board())
        assert all(f"<@{person.id}>" in words for person in players)


@pytest.mark.slow
async def test_the_final_score_is_told_part_by_part(database):
    async with sim.running(database) as env:
        room = Room(env)
        players = await room.start("tuir")
        seen = []
        env.backend.subscribers.append(lambda event, payload: seen.append((event, repr(payload))))
        await room.play_on(players, random.Random(1))
        edits = [
            text
            for event, text in seen
            if (event == "MESSAGE_UPDATE" and "Total" in text) or "counted" in text
        ]
        counting = [text for text in edits if "being counted" in text]
        assert len(counting) == 2
        events = [event if event == "MESSAGE_DELETE" else text for event, text in seen]
        gone = len(events) - 1 - events[::-1].index("MESSAGE_DELETE")
        assert gone < events.index(counting[0]), "the last turn notice goes before the points are counted"
        assert not any("wins" in text or "Fair deal" in text or "Total" in text for text in counting)
        assert "Fair deal" in edits[-1] and "Total" in edits[-1]
