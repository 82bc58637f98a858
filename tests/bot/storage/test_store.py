"""Storage: durable, once, all or nothing, with clear words when it cannot be."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from bot.base.errors import ChannelTaken, Repeated, Stale, StoreTrouble
from bot.domain.calls import NO_CALLS, calls_in_text
from bot.domain.entities import DmPanel, Event, LogRow, NewTable, Result
from bot.domain.results import Ending
from bot.domain.settings import Away
from bot.storage.engine import MIGRATIONS
from bot.storage.stores import open_stores
from tests.patience import LONGEST

MOVE = LogRow(1, "move", 0, "build:T01:left", "person", 10)


@pytest.fixture
async def stores(address):
    """A store on each of the engines."""
    stores = await open_stores(address)
    yield stores
    await stores.close()


async def dealt(stores, channel=2, users=(3, 4)):
    """Return the number of a game under way."""
    saved = await stores.lobby.new_table(NewTable(1, channel, "tuir", users[0], "en-US"))
    await stores.lobby.start(saved.id, "seed", 1, "data", (), users)
    return saved.id


async def test_a_commit_reaches_the_disk_before_it_is_believed(tmp_path):
    stores = await open_stores(tmp_path / "db.sqlite3")
    assert await stores.engine.rows("PRAGMA journal_mode") == [("wal",)]
    assert await stores.engine.rows("PRAGMA synchronous") == [(2,)], "FULL"
    await stores.close()


async def test_a_row_is_written_once(stores):
    id = await dealt(stores)
    await stores.tables.append(id, MOVE, 77)
    for row in (MOVE, MOVE._replace(row=3), MOVE._replace(row=0)):
        with pytest.raises(Stale):
            await stores.tables.append(id, row, 78)
    with pytest.raises(Repeated):
        await stores.tables.append(id, MOVE._replace(row=2), 77)
    assert await stores.tables.log(id) == [MOVE]
    assert (await stores.tables.table(id)).last == 1


async def test_the_last_move_and_the_results_are_stored_together_or_not_at_all(stores):
    id = await dealt(stores)
    twice = [Result(3, 1, (5,)), Result(3, 2, (4,))]  # one player with two results cannot be
    with pytest.raises(Stale):
        await stores.tables.append(id, MOVE, None, twice, ending=Ending())
    assert await stores.tables.log(id) == []
    assert ((await stores.tables.table(id)).phase, (await stores.tables.table(id)).last) == ("play", 0)
    await stores.tables.append(id, MOVE, None, [Result(3, 1, (5,)), Result(4, 2, (4,))], ending=Ending())
    assert (await stores.tables.table(id)).phase == "done"
    board = await stores.records.leaderboard(1, "tuir")
    assert [(s.user, s.wins, s.games) for s in board] == [(3, 1, 1), (4, 0, 1)]


async def test_a_cancelled_request_still_finishes_its_write(stores):
    id = await dealt(stores)
    task = asyncio.create_task(stores.tables.append(id, MOVE, 5))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await eventually(stores, lambda: stores.tables.log(id), [MOVE])


async def eventually(stores, read, wanted):
    """Expect what was written: SQLite's one connection reads it at once, a server when it is committed."""
    async with asyncio.timeout(LONGEST):
        while (found := await read()) != wanted and stores.processes.shared:
            await asyncio.sleep(0.01)
    assert found == wanted


async def test_one_table_a_channel(stores):
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    with pytest.raises(ChannelTaken) as taken:
        await stores.lobby.new_table(NewTable(1, 2, "tuir", 4, "en-US"))
    assert taken.value.table_id == saved.id
    await stores.tables.set_phase(saved.id, "gone")
    assert (await stores.lobby.new_table(NewTable(1, 2, "tuir", 4, "en-US"))).id > saved.id


async def test_concurrent_writers_wait_for_each_other(stores):
    tables = await asyncio.gather(*(dealt(stores, n) for n in range(20)))
    await asyncio.gather(*(stores.tables.append(id, MOVE, id) for id in tables))
    assert len(set(tables)) == 20
    assert all([len(await stores.tables.log(id)) == 1 for id in tables])


async def test_a_database_from_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "db.sqlite3"
    await (await open_stores(path)).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="newer version"):
        await open_stores(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_gets_a_clear_word(tmp_path):
    path = tmp_path / "db.sqlite3"
    path.write_text("these are not the bytes you are looking for" * 50)
    with pytest.raises(StoreTrouble, match="not a Campanile database"):
        await open_stores(path)


async def test_a_folder_that_does_not_exist_gets_a_clear_word(tmp_path):
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        await open_stores(tmp_path / "nowhere" / "db.sqlite3")


async def test_a_full_disk_loses_no_move_and_says_so(tmp_path):
    stores = await open_stores(tmp_path / "db.sqlite3")
    id = await dealt(stores)
    [(pages,)] = await stores.engine.rows("PRAGMA page_count")
    await stores.engine.rows(f"PRAGMA max_page_count = {pages}")
    rows = 0
    with pytest.raises(StoreTrouble, match="a disk that is full"):
        for rows in range(500):
            await stores.tables.append(id, LogRow(rows + 1, "move", 0, "x" * 90, "person", 1), rows)
    assert len(await stores.tables.log(id)) == rows, "all that was acknowledged, and nothing half"
    await stores.engine.rows("PRAGMA max_page_count = 100000")
    await stores.tables.append(id, LogRow(rows + 1, "move", 0, "after", "person", 1))
    await stores.close()


async def test_a_read_only_database_gets_a_clear_word(tmp_path):
    stores = await open_stores(tmp_path / "db.sqlite3")
    id = await dealt(stores)
    await stores.engine.rows("PRAGMA query_only = ON")
    with pytest.raises(StoreTrouble, match="cannot be written to"):
        await stores.tables.append(id, MOVE)
    await stores.engine.rows("PRAGMA query_only = OFF")
    assert await stores.tables.log(id) == []
    await stores.close()


async def test_migrations_run_in_order_with_a_backup_before_the_first(tmp_path, monkeypatch):
    path, steps = tmp_path / "db.sqlite3", tmp_path / "migrations"
    steps.mkdir()
    shutil.copytree(MIGRATIONS, steps, dirs_exist_ok=True)
    known = len(list(steps.glob("sqlite/*.sql")))
    monkeypatch.setattr("bot.storage.engine.MIGRATIONS", steps)
    stores = await open_stores(path)
    await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await stores.close()
    (steps / "sqlite" / "999_more.sql").write_text(
        "CREATE TABLE more (x INTEGER); INSERT INTO more VALUES (7);"
    )
    await (await open_stores(path)).close()
    (backup,) = tmp_path.glob(f"db.sqlite3.backup-{known}-*")
    with sqlite3.connect(backup) as db:
        assert db.execute("SELECT COUNT(*) FROM tables").fetchone() == (1,)
    with sqlite3.connect(path) as db:
        assert db.execute("SELECT x FROM more").fetchone() == (7,)
        assert db.execute("PRAGMA user_version").fetchone() == (known + 1,)


async def test_a_failing_migration_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path, steps = tmp_path / "db.sqlite3", tmp_path / "migrations"
    steps.mkdir()
    shutil.copytree(MIGRATIONS, steps, dirs_exist_ok=True)
    known = len(list(steps.glob("sqlite/*.sql")))
    monkeypatch.setattr("bot.storage.engine.MIGRATIONS", steps)
    await (await open_stores(path)).close()
    (steps / "sqlite" / "999_bad.sql").write_text(
        "CREATE TABLE half (x INTEGER); INSERT INTO nowhere VALUES (1);"
    )
    with pytest.raises(StoreTrouble):
        await open_stores(path)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (known,)
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone()


WRITER = """
import asyncio, sys
from pathlib import Path
from bot.domain.entities import NewTable, LogRow
from bot.storage.stores import open_stores

async def main():
    stores = await open_stores(Path(sys.argv[1]))
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await stores.lobby.start(saved.id, "seed", 1, "data", ())
    for row in range(1, 100000):
        await stores.tables.append(saved.id, LogRow(row, "move", 0, "m", "person", 1), row)
        print(row, flush=True)

asyncio.run(main())
"""


async def test_kill_9_loses_no_row_that_was_acknowledged(tmp_path):
    path = tmp_path / "db.sqlite3"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
    ) as writer:
        for line in writer.stdout:
            if int(line) >= 40:
                writer.kill()
                break
        acknowledged = max([int(line), *(int(rest) for rest in writer.stdout.read().split())])
    stores = await open_stores(path)
    rows = await stores.tables.log(1)
    await stores.close()
    assert [row.row for row in rows][:acknowledged] == list(range(1, acknowledged + 1))


def test_the_seed_stays_out_of_the_text_of_a_stored_table():
    from bot.domain.entities import TableRecord

    before, after = (
        (1, 1, 1, "tuir", 1, "en", (), "play"),
        (1, "", 0, 0, "", 0, 0, (), 0, 0, 1, 0, None, 0, ()),
    )
    saved = TableRecord(*before, "secret-seed", *after)
    assert "secret-seed" not in repr(saved)


async def show(stores, id, row=-1):
    """Note that everything of a table is shown."""
    await stores.messages.set_shown(id, row)
    await stores.messages.set_told(id, (await stores.tables.table(id)).version)


async def test_what_a_crash_left_unshown_is_known_from_the_lobby_to_the_last_move(stores):
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    assert await stores.messages.unshown() == [saved.id], "a lobby whose message was not noted"
    await stores.messages.set_told(saved.id, saved.version)
    assert await stores.messages.unshown() == []
    await stores.lobby.save_lobby(saved.id, 3, (3, 4), ())
    assert await stores.messages.unshown() == [saved.id], "a Join that was stored and not shown"
    await show(stores, saved.id)
    await stores.lobby.start(saved.id, "seed", 1, "data", ())
    assert await stores.messages.unshown() == [saved.id], "dealt, and not shown yet"
    await show(stores, saved.id, 0)
    assert await stores.messages.unshown() == []
    await stores.tables.add_event(saved.id, Event("stop", 0, 0))
    assert await stores.messages.unshown() == [saved.id], "a vote"
    await show(stores, saved.id, 0)
    await stores.tables.append(saved.id, MOVE, 77)
    assert await stores.messages.unshown() == [saved.id]
    await show(stores, saved.id, 1)
    await stores.tables.append(saved.id, MOVE._replace(row=2), 78, [Result(3, 1, (5,))], ending=Ending())
    assert await stores.messages.unshown() == [saved.id], "the end, too, must be shown"
    await stores.messages.set_silenced(saved.id, 9)
    assert await stores.messages.unshown() == [], "not where we may not write"
    await stores.messages.set_silenced(saved.id, 0)
    await show(stores, saved.id, 2)
    assert await stores.messages.unshown() == []


async def test_what_is_noted_as_shown_never_goes_back(stores):
    id = await dealt(stores)
    await stores.messages.set_told(id, 2)
    await stores.messages.set_told(id, 1)
    assert (await stores.tables.table(id)).told == 2


async def test_a_lobby_that_has_become_a_game_is_written_no_more(stores):
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await stores.lobby.start(saved.id, "seed", 1, "data", ("short",))
    with pytest.raises(Stale):
        await stores.lobby.save_lobby(saved.id, 9, [3, 4], ["first:1"])
    again = await stores.tables.table(saved.id)
    assert (again.options, again.host, again.users) == (("short",), 3, (3,))


@pytest.mark.parametrize("moments", range(12))
async def test_a_write_that_is_cancelled_at_any_moment_blocks_no_other(stores, moments):
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    for write in (
        stores.messages.set_shown(saved.id, 1),
        stores.lobby.save_lobby(saved.id, 3, [3, 4], []),
        stores.tables.set_advance(saved.id, 0, "guard", "use"),
        stores.lobby.new_table(NewTable(1, 9, "tuir", 3, "en-US")),
    ):
        task = asyncio.create_task(write)
        for _ in range(moments):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await stores.messages.set_message(saved.id, 5)
    assert (await stores.tables.table(saved.id)).message == 5


async def test_a_read_that_fails_says_so_in_plain_words(stores):
    await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await stores.close()
    with pytest.raises(StoreTrouble, match=r"shutting down|cannot be reached"):
        await stores.tables.table(1)


async def opened(stores, channel=2, host=3, game="tuir", guild=1):
    return (await stores.lobby.new_table(NewTable(guild, channel, game, host, "en-US"))).id


async def test_seats_are_kept_in_order_and_written_anew_at_every_change(stores):
    id = await opened(stores)
    assert (await stores.tables.table(id)).users == (3,)
    assert await stores.engine.rows('SELECT seat, "user" FROM seats') == [(0, 3)], (
        "the host has the first seat"
    )
    for users in ((3, 9, 4), (9, 3), (9, 3, 1)):
        await stores.lobby.save_lobby(id, 9, users, ())
        saved = await stores.tables.table(id)
        assert (saved.users, saved.host, saved.options) == (users, 9, ())
    rows = await stores.engine.rows('SELECT seat, "user" FROM seats ORDER BY seat')
    assert rows == [(0, 9), (1, 3), (2, 1)]


async def test_a_game_is_dealt_once(stores):
    id = await opened(stores)
    await stores.messages.set_shown(id, 4)
    await stores.lobby.start(id, "first", 1, "data", ("a", "b"))
    with pytest.raises(Stale):
        await stores.lobby.start(id, "second", 2, "other", ())
    saved = await stores.tables.table(id)
    assert (saved.seed, saved.edition, saved.data, saved.options) == ("first", 1, "data", ("a", "b"))
    assert (saved.phase, saved.shown) == ("play", -1)


async def test_only_a_game_set_aside_is_woken_and_only_into_a_free_channel(stores):
    lobby, aside = await opened(stores, 1), await opened(stores, 2)
    await stores.tables.wake(lobby)
    assert (await stores.tables.table(lobby)).phase == "lobby"
    await stores.tables.set_phase(aside, "aside")
    other = await opened(stores, 2)
    with pytest.raises(ChannelTaken):
        await stores.tables.wake(aside)
    assert (await stores.tables.table(aside)).phase == "aside"
    await stores.tables.set_phase(other, "gone")
    await stores.tables.wake(aside)
    assert (await stores.tables.table(aside)).phase == "play"


async def test_the_table_of_a_channel_is_the_one_under_way_else_the_last(stores):
    assert await stores.tables.table_in(2) is None
    first = await opened(stores)
    await stores.tables.set_phase(first, "aside")
    second = await opened(stores)
    await stores.tables.set_phase(second, "done")
    assert (await stores.tables.table_in(2)).id == second
    await stores.tables.set_phase(second, "gone")
    assert (await stores.tables.table_in(2)).id == first
    await stores.tables.set_phase(second, "done")
    await stores.tables.wake(first)
    assert (await stores.tables.table_in(2)).id == first, "the one under way, though another came later"
    assert await stores.tables.table_in(1) is None, "by channel, not by server"


async def test_tables_that_wait_are_found_by_channel_and_those_set_aside_altogether(stores):
    ids = []
    for phase in ("aside", "done", "gone", "play"):
        ids.append(await opened(stores, 2))
        await stores.tables.set_phase(ids[-1], phase)
    lobby = await opened(stores, 1)
    assert await stores.tables.open_in(2) == [ids[0], ids[3]]
    assert await stores.tables.open_in(1) == [lobby]
    assert await stores.tables.aside() == [ids[0]]


async def test_a_row_belongs_to_a_table_that_exists(stores):
    with pytest.raises(Stale):
        await stores.tables.append(99, MOVE)
    assert await stores.tables.log(99) == []


async def test_a_game_stopped_without_a_winner_is_done_and_has_no_results(stores):
    id = await dealt(stores)
    await stores.tables.append(id, MOVE, None, [], ending=Ending())
    assert (await stores.tables.table(id)).phase == "done"
    assert await stores.records.leaderboard(1, "tuir") == []
    assert await stores.records.games_played(3, "tuir") == 0


async def test_logs_are_read_in_the_order_of_play_and_by_table(stores):
    one, other = await dealt(stores, 1), await dealt(stores, 2)
    rows = [LogRow(n, "move", n % 2, f"m{n}", "house", n) for n in range(1, 13)]
    for row in rows:
        await stores.tables.append(one, row)
    await stores.tables.append(other, MOVE)
    assert await stores.tables.log(one) == rows
    assert await stores.tables.log(one, 9) == rows[9:]
    assert await stores.tables.log(other) == [MOVE]


async def finished(stores, channel, places, game="tuir", guild=1):
    id = await opened(stores, channel, game=game, guild=guild)
    await stores.lobby.start(id, "seed", 1, "data", (), tuple(places))
    results = [Result(user, place, (7, 3)) for user, place in places.items()]
    await stores.tables.append(id, MOVE, None, results, ending=Ending())


async def test_the_leaderboard_ranks_by_what_players_surely_reach(stores):
    await finished(stores, 1, {30: 1, 10: 2, 20: 3, 40: 4})
    await finished(stores, 2, {30: 1, 40: 2})
    await finished(stores, 3, {10: 1, 50: 1})
    await finished(stores, 4, {20: 1, 60: 2}, game="lucca")
    await finished(stores, 5, {20: 1, 70: 2}, guild=9)
    board = await stores.records.leaderboard(1, "tuir")
    assert [(rank.user, rank.wins, rank.games) for rank in board] == [
        (30, 2, 2),
        (20, 0, 1),
        (10, 1, 2),
        (50, 1, 1),
        (40, 0, 2),
    ]
    assert [rank.mu - 3 * rank.sigma for rank in board] == sorted(
        (rank.mu - 3 * rank.sigma for rank in board), reverse=True
    )
    assert [rank.user for rank in await stores.records.leaderboard(1, "tuir", 2)] == [30, 20]
    assert [rank.user for rank in await stores.records.leaderboard(1, "tuir", 2, after=3)] == [50, 40]
    assert [await stores.records.games_played(20, game) for game in ("tuir", "lucca", "towers")] == [2, 1, 0]


async def test_a_result_keeps_what_a_later_season_will_ask_for(stores):
    await finished(stores, 1, {30: 1, 10: 2})
    rows = await stores.engine.rows(
        'SELECT "user", guild, game, seats, place, score, at FROM results ORDER BY 1'
    )
    assert rows == [(10, 1, "tuir", 2, 2, "7,3", 10), (30, 1, "tuir", 2, 1, "7,3", 10)]


async def test_answers_in_advance_are_kept_by_table_seat_and_kind(stores):
    one, other = await opened(stores, 1), await opened(stores, 2)
    await stores.tables.set_advance(one, 0, "guard", "use")
    await stores.tables.set_advance(one, 0, "giostra", "let")
    await stores.tables.set_advance(one, 1, "guard", "let")
    await stores.tables.set_advance(other, 0, "guard", "let")
    await stores.tables.set_advance(one, 0, "guard", "let")
    assert await stores.tables.advance(one) == {
        (0, "guard"): "let",
        (0, "giostra"): "let",
        (1, "guard"): "let",
    }
    await stores.tables.set_advance(one, 0, "guard", "ask")
    assert await stores.tables.advance(one) == {(0, "giostra"): "let", (1, "guard"): "let"}
    assert await stores.tables.advance(other) == {(0, "guard"): "let"}


async def test_panels_by_dm_are_kept_by_table_and_seat(stores):
    one, other = await opened(stores, 1), await opened(stores, 2)
    for id in (one, other):
        await stores.lobby.save_lobby(id, 3, (3, 4), ())
    await stores.messages.set_dm_panel(one, 1, DmPanel(11, 12, "it"))
    assert await stores.messages.dm_panels(one) == {1: DmPanel(11, 12, "it")}
    assert (await stores.tables.table(one)).has_dms and not (await stores.tables.table(other)).has_dms
    assert await stores.messages.dm_panels(other) == {}
    await stores.messages.set_dm_panel(one, 1, DmPanel(0, 0, ""))
    assert await stores.messages.dm_panels(one) == {} and not (await stores.tables.table(one)).has_dms


async def test_a_panel_by_dm_is_behind_until_it_shows_the_newest_version(stores):
    id = await opened(stores, 1)
    await stores.lobby.save_lobby(id, 3, (3, 4), ())
    await stores.lobby.start(id, "seed", 1, "", ())
    assert await stores.messages.behind_at_home() == []
    await stores.messages.set_dm_panel(id, 1, DmPanel(11, 12, "it"))
    assert await stores.messages.behind_at_home() == [id]
    version, _ = await stores.tables.version(id)
    await stores.messages.set_dm_told(id, 1, version)
    assert await stores.messages.behind_at_home() == []
    await stores.tables.append(id, LogRow(1, "move", 0, "a"))
    assert await stores.messages.behind_at_home() == [id]
    await stores.messages.set_dm_panel(id, 1, DmPanel(0, 0, ""))
    assert await stores.messages.behind_at_home() == []


async def test_of_two_notices_posted_at_once_one_is_noted(stores):
    id = await opened(stores, 1)
    assert await stores.messages.set_notice(id, 22, calls_in_text("0.4"), 0)
    assert not await stores.messages.set_notice(id, 23, calls_in_text("0.5"), 0), (
        "another one stands there already"
    )
    assert await stores.messages.set_notice(
        id, 24, calls_in_text("0.5"), 22
    ) and await stores.messages.set_notice(id, 0, NO_CALLS)
    assert (await stores.tables.table(id)).notice == 0


async def test_who_notes_what_is_shown_hears_of_what_came_meanwhile(stores):
    id = await opened(stores, 1)
    await stores.lobby.start(id, "seed", 1, "", ())
    version, _ = await stores.tables.version(id)
    assert await stores.messages.set_shown(id, 0, version) == version
    await stores.tables.append(id, LogRow(1, "move", 0, "a"))
    assert await stores.messages.set_shown(id, 0, version) == version + 1


async def test_what_discord_shows_is_noted_with_its_table(stores):
    one, other = await opened(stores, 1), await opened(stores, 2)
    await stores.messages.set_message(one, 21)
    await stores.messages.set_notice(one, 22, calls_in_text("1.4!"))
    await stores.messages.set_shown(one, 4)
    saved, untouched = await stores.tables.table(one), await stores.tables.table(other)
    assert (saved.message, saved.notice, saved.noticed, saved.shown) == (21, 22, "1.4!", 4)
    assert (untouched.message, untouched.notice, untouched.noticed, untouched.shown) == (0, 0, "", -1)


async def test_a_fact_is_replaced_by_a_newer_one(stores):
    assert await stores.processes.fact("commands") == ""
    await stores.processes.set_fact("commands", "old")
    await stores.processes.set_fact("commands", "new")
    assert await stores.processes.fact("commands") == "new"


async def test_data_files_are_kept_once_under_their_fingerprint_as_they_are(stores):
    sheets = {"cards.csv": "\ufeffid,name\r\nT1,Due Torri – “alte”\r\n", "rules.csv": "id\nR1\n"}
    await stores.deals.keep_sheets("tuir", "ab12", sheets)
    await stores.deals.keep_sheets("tuir", "ab12", {"cards.csv": "something else"})
    await stores.deals.keep_sheets("tuir", "cd34", {"cards.csv": "edited"})
    assert await stores.deals.sheets("tuir", "ab12") == sheets
    assert await stores.deals.sheets("tuir", "cd34") == {"cards.csv": "edited"}
    assert await stores.deals.sheets("lucca", "ab12") == await stores.deals.sheets("tuir", "") == {}


async def test_a_cancelled_write_is_written_all_the_same(stores):
    """Whoever asked for it is gone, but the change was accepted: it is whole, not half and not lost."""
    id = await opened(stores)

    async def shown():
        return (await stores.tables.table(id)).shown

    async def seats():
        return (await stores.tables.table(id)).users

    async def users_there():
        found = await stores.tables.table_in(55)
        return found and found.users

    for write, read, wanted in (
        (stores.messages.set_shown(id, 8), shown, 8),
        (stores.lobby.save_lobby(id, 4, [3, 4], []), seats, (3, 4)),
        (
            stores.tables.set_advance(id, 0, "guard", "use"),
            lambda: stores.tables.advance(id),
            {(0, "guard"): "use"},
        ),
        (stores.lobby.new_table(NewTable(1, 55, "tuir", 3, "en-US")), users_there, (3,)),
    ):
        task = asyncio.create_task(write)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await eventually(stores, read, wanted)


async def test_a_table_knows_whether_somebody_at_it_has_ever_been_away(stores):
    one, other = await opened(stores, 1), await opened(stores, 2)
    await stores.lobby.save_lobby(one, 3, (3, 4), ())
    await stores.lobby.save_lobby(other, 3, (3, 5), ())
    await stores.clocks.add_aways(4, [Away(100, 900)])
    assert (await stores.tables.table(one)).has_aways and not (await stores.tables.table(other)).has_aways
    assert (await stores.tables.table(one)).users == (3, 4)


async def test_an_event_of_a_newer_version_is_left_out(stores):
    id = await dealt(stores)
    await stores.tables.add_event(id, Event("hint", 0, 0))
    await stores.tables.add_event(id, Event("nap", 1, 0))
    assert [event.kind for event in await stores.tables.events(id)] == ["hint"]
