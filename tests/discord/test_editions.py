"""A host edits a data file or updates the bot: games under way go on as they were begun."""

import json
import random
from pathlib import Path

import pytest

import games
from bot.storage.engine import Step
from games import GAMES, editions, fingerprint, mark_of, sheets_of
from games.core import replay
from games.editions import over
from tests.discord import sim
from tests.discord.people import Room, in_room
from tests.kit import edited

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "logs" / "guilds-1-wide-draft.json").read_text(encoding="utf-8")
)


@pytest.fixture
def edit(monkeypatch, tmp_path):
    """Edit a game's data files: what is read at the next start of the bot is what the host has written."""

    def write(key):
        home, sheets = tmp_path / "games", edited(key)
        (home / key).mkdir(parents=True)
        for name, text in sheets.items():
            (home / key / name).write_bytes(text.encode())
        monkeypatch.setattr(games, "HOME", home)
        forget()
        assert sheets_of(key) == sheets and fingerprint(key) == mark_of(sheets)
        monkeypatch.setitem(GAMES._taken, key, over(key, sheets))

    def forget():
        sheets_of.cache_clear()
        fingerprint.cache_clear()

    yield write
    monkeypatch.undo()
    forget()


def cards_in(table):
    """Return the first letters of all hexes at a table of guilds: an edited data file has other names."""
    state = table.state
    hexes = [tile.hex for tile in state.board] + [hex for hand in state.hands for hex in hand]
    return {hex[0] for hex in [*hexes, *(held.card for held in state.box)]}


@pytest.mark.slow
@in_room
async def test_a_game_begun_before_a_data_file_was_edited_is_played_to_its_end(room, database, edit):
    dice = random.Random(5)
    players = await room.start("guilds")
    await room.play_on(players, dice, 10)
    begun, rows = (
        await room.app.core.stores.tables.table(1),
        (await room.services.tables.table(1)).last_row,
    )
    edit("guilds")
    await sim.restart(room.env, database)
    there = await room.services.tables.table(1)
    assert (there.last_row, cards_in(there)) == (rows, {"H"})
    for person in players:
        await person.open_panel(room.board())
    await room.play_on(players, dice)
    ended = await room.app.core.stores.tables.table(1)
    assert (ended.phase, ended.data) == ("done", begun.data)
    assert "wins" in players[0].text(room.board()) or "share" in players[0].text(room.board())


@in_room
async def test_a_new_game_is_dealt_from_the_edited_data_file_beside_an_old_one(room, database, edit):
    dice = random.Random(6)
    players = await room.start("guilds")
    await room.play_on(players, dice, 6)
    edit("guilds")
    await sim.restart(room.env, database)
    other = Room(room.env, "fay gus")
    newcomers = await other.start("guilds")
    for person in players:
        await person.open_panel(room.board())
    for _ in range(4):  # both games go on by turns, each with its own cards
        await room.play_on(players, dice, 3)
        await other.play_on(newcomers, dice, 3)
    old, new = await room.services.tables.table(1), await room.services.tables.table(2)
    assert (cards_in(old), cards_in(new)) == ({"H"}, {"X"})
    await sim.restart(room.env, database)
    assert (await room.services.tables.table(1)).last_row == old.last_row
    assert (await room.services.tables.table(2)).last_row == new.last_row
    stored = [await room.app.core.stores.tables.table(number) for number in (1, 2)]
    assert [saved.phase for saved in stored] == ["play", "play"]
    assert stored[1].data == fingerprint("guilds") != stored[0].data


@in_room
async def test_many_games_of_old_rows_share_one_copy_of_their_game(room, database, edit):
    rooms = [room, Room(room.env, "fay gus"), Room(room.env, "hal ida")]
    for other in rooms:
        await other.start("guilds")
    edit("guilds")
    await sim.restart(room.env, database)
    rules = {id((await room.services.tables.table(number)).rules) for number in (1, 2, 3)}
    assert len(rules) == 1 and len(editions._latest) <= editions.LATEST


@in_room
async def test_a_game_begun_by_the_edition_before_is_played_to_its_end_by_that_edition(room, database):
    """An old log up to its last move: by today's rules the game had ended, and nobody would be asked."""
    players = await room.start("guilds", 4)
    *log, (seat, _) = GOLDEN["log"]
    today = GAMES["guilds"]
    state = replay(today, today.setup(4, GOLDEN["seed"], GOLDEN["options"]), log)
    assert not today.decisions(state)
    await begun_before(room, database, log)
    there = await room.services.tables.table(1)
    assert (there.rules.EDITION, there.awaited(), there.last_row) == (1, (seat,), len(log))
    for person in players:
        await person.open_panel(room.board())
    asked = [person.id for person in players if person.asked()]
    assert asked == [there.users[seat]]
    await room.play_on(players, random.Random(1))
    ended = await room.services.tables.table(1)
    assert (await room.app.core.stores.tables.table(1)).phase == "done" and ended.last_row > len(log)
    assert sum(tokens for _, tokens in ended.scores()) > sum(tokens for _, tokens in today.score(state))


async def begun_before(room, database, log):
    """Let table 1 be what an older version of the bot has stored; the bot is updated, and starts."""
    stores = room.app.core.stores
    deal = (GOLDEN["seed"], ",".join(GOLDEN["options"]), len(log))
    row = (
        "INSERT INTO rows (table_id, row, kind, seat, text, by, at) VALUES (1, ?, 'move', ?, ?, 'person', 1)"
    )
    await stores.engine.write(
        Step("DELETE FROM rows"),
        Step("UPDATE tables SET edition = 1, seed = ?, options = ?, last = ?", deal),
        *(Step(row, (number, seat, move)) for number, (seat, move) in enumerate(log, 1)),
    )
    await sim.restart(room.env, database)


@pytest.mark.expects_errors
@in_room
async def test_a_game_whose_rows_were_never_stored_is_set_aside_when_they_are_edited(room, database, edit):
    players = await room.start("guilds")
    await room.app.core.stores.engine.write(Step("DELETE FROM data_tables"))
    edit("guilds")
    await sim.restart(room.env, database)
    assert (await room.app.core.stores.tables.table(1)).phase == "aside"
    assert any("set aside" in players[0].text(message) for message in room.public())


@in_room
async def test_a_game_begun_before_rows_were_stored_outlives_an_edit_after_the_next_start(
    room, database, edit
):
    await room.start("guilds")
    await room.app.core.stores.engine.write(Step("DELETE FROM data_tables"))
    await sim.restart(room.env, database)
    edit("guilds")
    await sim.restart(room.env, database)
    assert (await room.app.core.stores.tables.table(1)).phase == "play"
    assert cards_in(await room.services.tables.table(1)) == {"H"}
