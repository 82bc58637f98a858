"""What is stored about somebody: theirs and nobody else's, in pages, however long the record."""

import asyncio
import io
import json
import random
import zipfile

import pytest

from bot.domain.entities import NewTable
from bot.service import personal_data as data_file
from bot.service.personal_data import data_of
from bot.storage import personal_data
from bot.storage.engine import Step
from bot.storage.stores import Stores, open_stores
from tests.bot.service.conftest import at_once, room
from tests.bot.service.rooms import ROUND, STRANGER, THREE, A, B, C, Room, left_by_b

__all__ = ["at_once", "room"]


async def read(stores: Stores, user: int) -> dict:
    name, file = await data_of(stores.personal_data, user)
    said = file.read() if name.endswith(".json") else zipfile.ZipFile(file).read(data_file.DATA_FILE_NAME)
    return json.loads(said)


def rows_of(told: dict) -> list[int]:
    return sorted(move["row"] for move in told["moves"])


async def moved_by_b_and_the_stranger(room: Room, toy) -> int:
    """The two rows of one seat: row 2 is B's, the last one the stranger's."""
    toy(*ROUND)
    id = await room.start(users=THREE)
    await room.play(id, A, "a")
    await room.play(id, B, "a")
    await room.play(id, C, "a")
    await room.services.agreements.resign(id, B, 60)
    await room.play(id, A, "a")
    await room.services.seats.wish(id, STRANGER, 1, 70)
    await room.services.seats.vote_about_substitute(id, A, 1, yes=True, interaction=71)
    await room.play(id, C, "a")
    await room.play(id, A, "a")
    await room.play(id, STRANGER, "a")
    return id


async def test_after_a_substitution_moves_belong_to_whoever_held_the_seat_then(room, toy):
    id = await moved_by_b_and_the_stranger(room, toy)
    last = (await room.services.tables.table(id)).last_row
    gone, came = await read(room.stores, B), await read(room.stores, STRANGER)
    assert rows_of(gone) == [2] and rows_of(came) == [last]
    assert [table["id"] for table in gone["tables"]] == [table["id"] for table in came["tables"]] == [id]
    assert {event["kind"] for event in gone["events"]} == {"leave", "former"}
    assert {event["kind"] for event in came["events"]} == {"substitute"}
    assert [wish["kind"] for wish in came["wishes"]] == ["wish"] and gone["wishes"] == []
    for user, told in ((B, gone), (STRANGER, came)):
        counts = await room.stores.personal_data.personal_counts(user)
        assert counts == {"tables": 1, "moves": len(told["moves"]), "results": 0}


async def test_what_the_house_played_is_told_to_its_seats_owner_when_the_game_is_over(room, toy):
    id = await moved_by_b_and_the_stranger(room, toy)
    log = await room.stores.tables.log(id)
    by_house = [row.row for row in log if row.seat == 1 and row.by != "person"]
    assert by_house and not set(by_house) & set(rows_of(await read(room.stores, B)))
    await room.services.agreements.close_table(id, STRANGER, 7)
    handed = next(e.row for e in await room.stores.tables.events(id) if e.kind == "former")
    assert all(row <= handed for row in by_house)
    assert rows_of(await read(room.stores, B)) == sorted([2, *by_house])
    assert not set(by_house) & set(rows_of(await read(room.stores, STRANGER)))
    assert (await room.stores.personal_data.personal_counts(B))["moves"] == 1 + len(by_house)


async def test_a_wish_that_was_not_granted_is_the_wishers_only(room, toy):
    id = await left_by_b(room, toy)
    await room.services.seats.wish(id, STRANGER, 1, 70)
    assert [wish["table_id"] for wish in (await read(room.stores, STRANGER))["wishes"]] == [id]
    told = await read(room.stores, B)
    assert "wish" not in {event["kind"] for event in told["events"]} and told["wishes"] == []


async def test_who_sat_here_and_is_forgotten_has_nothing_left(room, toy):
    await moved_by_b_and_the_stranger(room, toy)
    await room.services.privacy.forget_person(B)
    told = await read(room.stores, B)
    assert all(rows == [] for name, rows in told.items() if name != "user")
    assert len((await read(room.stores, STRANGER))["moves"]) == 1


# --- long records ---


async def with_moves(stores: Stores, count: int, user: int = A) -> int:
    """Store a table with so many moves of one seat."""
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", user, "en"))
    rows = [(saved.id, row, "move", 0, "take:a1", "person", 5, None) for row in range(1, count + 1)]
    await stores.engine.fill(
        "rows", ("table_id", '"row"', "kind", "seat", "text", "by", "at", "interaction"), rows
    )
    return saved.id


@pytest.mark.parametrize(
    "count",
    [
        personal_data.ROWS_PER_PAGE - 1,
        personal_data.ROWS_PER_PAGE,
        2 * personal_data.ROWS_PER_PAGE,
        2 * personal_data.ROWS_PER_PAGE + 1,
    ],
)
async def test_every_page_of_a_record_is_given_once(address, count):
    stores = await open_stores(address)
    try:
        await with_moves(stores, count)
        assert [move["row"] for move in (await read(stores, A))["moves"]] == [*range(count, 0, -1)]
        assert (await stores.personal_data.personal_counts(A))["moves"] == count
    finally:
        await stores.close()


async def test_every_page_of_tables_results_and_events_is_given_once(address, monkeypatch):
    stores, dice = await open_stores(address), random.Random(1)
    monkeypatch.setattr(personal_data, "ROWS_PER_PAGE", 2)
    monkeypatch.setattr(data_file, "ROWS_PER_PAGE", 2)
    monkeypatch.setattr(personal_data, "SEATS_PER_PAGE", 3)
    monkeypatch.setattr(data_file, "SEATS_PER_PAGE", 3)
    try:
        for channel in range(7):
            saved = await stores.lobby.new_table(NewTable(1, channel, "tuir", A, "en"))
            result = 'INSERT INTO results (table_id, "user", guild, game, seats, place, score, at) VALUES'
            at = dice.randrange(10**9)
            await stores.engine.write(Step(f"{result} (?, ?, 1, 'tuir', 2, 1, '5', ?)", (saved.id, A, at)))
            for kind in ("stop", "go", "hint"):
                event = 'INSERT INTO events (table_id, kind, seat, "row", at) VALUES (?, ?, 0, 0, 5)'
                await stores.engine.write(Step(event, (saved.id, kind)))
        told = await read(stores, A)
        ids = [table["id"] for table in told["tables"]]
        assert ids == sorted(ids, reverse=True) and len(set(ids)) == 7
        assert [result["table_id"] for result in told["results"]] == ids
        assert len({event["id"] for event in told["events"]}) == len(told["events"]) == 21
    finally:
        await stores.close()


async def test_a_long_record_is_packed_and_its_newest_moves_are_given(tmp_path, monkeypatch):
    monkeypatch.setattr(data_file, "MAX_PLAIN_BYTES", 20_000)
    monkeypatch.setattr(data_file, "MAX_MOVES_EXPORTED", 700)
    stores = await open_stores(tmp_path / "db.sqlite3")
    try:
        await with_moves(stores, 1000)
        name, file = await data_of(stores.personal_data, A)
        assert name == "my-data.json.zip" and len(file.getvalue()) < 20_000
        told = json.loads(zipfile.ZipFile(file).read("my-data.json"))
        assert [move["row"] for move in told["moves"]] == [*range(1000, 300, -1)]
        assert told["left_out"] == [{"moves": 300}], "and the file says so"
    finally:
        await stores.close()


async def test_a_record_is_read_in_pieces_between_which_others_are_served(tmp_path):
    """Neither the database nor the loop is ever busy with more than a page."""
    stores = await open_stores(tmp_path / "db.sqlite3")
    try:
        await with_moves(stores, 5000)
        read_rows, longest, turns = stores.engine.rows, 0, 0

        async def rows(query, values=()):
            nonlocal longest
            found = await read_rows(query, values)
            longest = max(longest, len(found))
            return found

        stores.engine.rows = rows
        export = asyncio.create_task(data_of(stores.personal_data, A))
        while not export.done():
            await stores.tables.version(1)
            turns += 1
        assert longest <= personal_data.ROWS_PER_PAGE and turns >= 5000 // personal_data.ROWS_PER_PAGE
        assert isinstance(export.result()[1], io.BytesIO)
    finally:
        await stores.close()
