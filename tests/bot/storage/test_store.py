"""Storage: durable, once, all or nothing, with clear words when it cannot be."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from bot.base.errors import ChannelTaken, Repeated, Stale, StoreTrouble
from bot.domain.entities import DmPanel, Event, LogRow, NewTable, Result
from bot.storage.engine import MIGRATIONS
from bot.storage.store import Store
from tests.patience import LONGEST

MOVE = LogRow(1, "move", 0, "build:T01:left", "person", 10)


@pytest.fixture
async def store(address):
    """A store on each of the engines."""
    store = await Store.open(address)
    yield store
    await store.close()


async def dealt(store, channel=2, users=(3, 4)):
    """Return the number of a game under way."""
    saved = await store.new_table(NewTable(1, channel, "tuir", users[0], "en-US"))
    await store.start(saved.id, "seed", 1, "data", (), users)
    return saved.id


async def test_a_commit_reaches_the_disk_before_it_is_believed(tmp_path):
    store = await Store.open(tmp_path / "db.sqlite3")
    assert await store.db.rows("PRAGMA journal_mode") == [("wal",)]
    assert await store.db.rows("PRAGMA synchronous") == [(2,)], "FULL"
    await store.close()


async def test_a_row_is_written_once(store):
    id = await dealt(store)
    await store.append(id, MOVE, 77)
    for row in (MOVE, MOVE._replace(row=3), MOVE._replace(row=0)):
        with pytest.raises(Stale):
            await store.append(id, row, 78)
    with pytest.raises(Repeated):
        await store.append(id, MOVE._replace(row=2), 77)
    assert await store.log(id) == [MOVE]
    assert (await store.table(id)).last == 1


async def test_the_last_move_and_the_results_are_stored_together_or_not_at_all(store):
    id = await dealt(store)
    twice = [Result(3, 1, (5,)), Result(3, 2, (4,))]  # one player with two results cannot be
    with pytest.raises(Stale):
        await store.append(id, MOVE, None, twice)
    assert await store.log(id) == []
    assert ((await store.table(id)).phase, (await store.table(id)).last) == ("play", 0)
    await store.append(id, MOVE, None, [Result(3, 1, (5,)), Result(4, 2, (4,))])
    assert (await store.table(id)).phase == "done"
    board = await store.leaderboard(1, "tuir")
    assert [(s.user, s.wins, s.games) for s in board] == [(3, 1, 1), (4, 0, 1)]


async def test_a_cancelled_request_still_finishes_its_write(store):
    id = await dealt(store)
    task = asyncio.create_task(store.append(id, MOVE, 5))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await eventually(store, lambda: store.log(id), [MOVE])


async def eventually(store, read, wanted):
    """Expect what was written: SQLite's one connection reads it at once, a server when it is committed."""
    async with asyncio.timeout(LONGEST):
        while (found := await read()) != wanted and store.shared:
            await asyncio.sleep(0.01)
    assert found == wanted


async def test_one_table_a_channel(store):
    saved = await store.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    with pytest.raises(ChannelTaken) as taken:
        await store.new_table(NewTable(1, 2, "tuir", 4, "en-US"))
    assert taken.value.table_id == saved.id
    await store.set_phase(saved.id, "gone")
    assert (await store.new_table(NewTable(1, 2, "tuir", 4, "en-US"))).id > saved.id


async def test_concurrent_writers_wait_for_each_other(store):
    tables = await asyncio.gather(*(dealt(store, n) for n in range(20)))
    await asyncio.gather(*(store.append(id, MOVE, id) for id in tables))
    assert len(set(tables)) == 20
    assert all([len(await store.log(id)) == 1 for id in tables])


async def test_a_database_from_a_newer_version_is_left_alone(tmp_path):
    path = tmp_path / "db.sqlite3"
    await (await Store.open(path)).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 999")
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="newer version"):
        await Store.open(path)
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_gets_a_clear_word(tmp_path):
    path = tmp_path / "db.sqlite3"
    path.write_text("these are not the bytes you are looking for" * 50)
    with pytest.raises(StoreTrouble, match="not a Campanile database"):
        await Store.open(path)


async def test_a_folder_that_does_not_exist_gets_a_clear_word(tmp_path):
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        await Store.open(tmp_path / "nowhere" / "db.sqlite3")


async def test_a_full_disk_loses_no_move_and_says_so(tmp_path):
    store = await Store.open(tmp_path / "db.sqlite3")
    id = await dealt(store)
    [(pages,)] = await store.db.rows("PRAGMA page_count")
    await store.db.rows(f"PRAGMA max_page_count = {pages}")
    rows = 0
    with pytest.raises(StoreTrouble, match="a disk that is full"):
        for rows in range(500):
            await store.append(id, LogRow(rows + 1, "move", 0, "x" * 90, "person", 1), rows)
    assert len(await store.log(id)) == rows, "all that was acknowledged, and nothing half"
    await store.db.rows("PRAGMA max_page_count = 100000")
    await store.append(id, LogRow(rows + 1, "move", 0, "after", "person", 1))
    await store.close()


async def test_a_read_only_database_gets_a_clear_word(tmp_path):
    store = await Store.open(tmp_path / "db.sqlite3")
    id = await dealt(store)
    await store.db.rows("PRAGMA query_only = ON")
    with pytest.raises(StoreTrouble, match="cannot be written to"):
        await store.append(id, MOVE)
    await store.db.rows("PRAGMA query_only = OFF")
    assert await store.log(id) == []
    await store.close()


async def test_migrations_run_in_order_with_a_backup_before_the_first(tmp_path, monkeypatch):
    path, steps = tmp_path / "db.sqlite3", tmp_path / "migrations"
    steps.mkdir()
    shutil.copytree(MIGRATIONS, steps, dirs_exist_ok=True)
    known = len(list(steps.glob("sqlite/*.sql")))
    monkeypatch.setattr("bot.storage.engine.MIGRATIONS", steps)
    store = await Store.open(path)
    await store.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await store.close()
    (steps / "sqlite" / "999_more.sql").write_text(
        "CREATE TABLE more (x INTEGER); INSERT INTO more VALUES (7);"
    )
    await (await Store.open(path)).close()
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
    await (await Store.open(path)).close()
    (steps / "sqlite" / "999_bad.sql").write_text(
        "CREATE TABLE half (x INTEGER); INSERT INTO nowhere VALUES (1);"
    )
    with pytest.raises(StoreTrouble):
        await Store.open(path)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (known,)
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone()


WRITER = """
import asyncio, sys
from pathlib import Path
from bot.storage.store import Store
from bot.domain.entities import NewTable, LogRow

async def main():
    store = await Store.open(Path(sys.argv[1]))
    saved = await store.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await store.start(saved.id, "seed", 1, "data", ())
    for row in range(1, 100000):
        await store.append(saved.id, LogRow(row, "move", 0, "m", "person", 1), row)
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
    store = await Store.open(path)
    rows = await store.log(1)
    await store.close()
    assert [row.row for row in rows][:acknowledged] == list(range(1, acknowledged + 1))


def test_the_seed_stays_out_of_the_text_of_a_stored_table():
    from bot.domain.entities import TableRecord

    before, after = (
        (1, 1, 1, "tuir", 1, "en", (), "play"),
        (1, "", 0, 0, "", 0, 0, (), 0, 0, 1, 0, None, 0, ()),
    )
    saved = TableRecord(*before, "secret-seed", *after)
    assert "secret-seed" not in repr(saved)


async def show(store, id, row=-1):
    """Note that everything of a table is shown."""
    await store.set_shown(id, row)
    await store.set_told(id, (await store.table(id)).version)


async def test_what_a_crash_left_unshown_is_known_from_the_lobby_to_the_last_move(store):
    saved = await store.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    assert await store.unshown() == [saved.id], "a lobby whose message was not noted"
    await store.set_told(saved.id, saved.version)
    assert await store.unshown() == []
    await store.save_lobby(saved.id, 3, (3, 4), ())
    assert await store.unshown() == [saved.id], "a Join that was stored and not shown"
    await show(store, saved.id)
    await store.start(saved.id, "seed", 1, "data", ())
    assert await store.unshown() == [saved.id], "dealt, and not shown yet"
    await show(store, saved.id, 0)
    assert await store.unshown() == []
    await store.add_event(saved.id, Event("stop", 0, 0))
    assert await store.unshown() == [saved.id], "a vote"
    await show(store, saved.id, 0)
    await store.append(saved.id, MOVE, 77)
    assert await store.unshown() == [saved.id]
    await show(store, saved.id, 1)
    await store.append(saved.id, MOVE._replace(row=2), 78, [Result(3, 1, (5,))])
    assert await store.unshown() == [saved.id], "the end, too, must be shown"
    await store.set_silenced(saved.id, 9)
    assert await store.unshown() == [], "not where we may not write"
    await store.set_silenced(saved.id, 0)
    await show(store, saved.id, 2)
    assert await store.unshown() == []


async def test_what_is_noted_as_shown_never_goes_back(store):
    id = await dealt(store)
    await store.set_told(id, 2)
    await store.set_told(id, 1)
    assert (await store.table(id)).told == 2


async def test_a_lobby_that_has_become_a_game_is_written_no_more(store):
    saved = await store.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await store.start(saved.id, "seed", 1, "data", ("short",))
    with pytest.raises(Stale):
        await store.save_lobby(saved.id, 9, [3, 4], ["first:1"])
    again = await store.table(saved.id)
    assert (again.options, again.host, again.users) == (("short",), 3, (3,))


@pytest.mark.parametrize("moments", range(12))
async def test_a_write_that_is_cancelled_at_any_moment_blocks_no_other(store, moments):
    saved = await store.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    for write in (
        store.set_shown(saved.id, 1),
        store.save_lobby(saved.id, 3, [3, 4], []),
        store.set_advance(saved.id, 0, "guard", "use"),
        store.new_table(NewTable(1, 9, "tuir", 3, "en-US")),
    ):
        task = asyncio.create_task(write)
        for _ in range(moments):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await store.set_message(saved.id, 5)
    assert (await store.table(saved.id)).message == 5


async def test_a_read_that_fails_says_so_in_plain_words(store):
    await store.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await store.close()
    with pytest.raises(StoreTrouble, match=r"shutting down|cannot be reached"):
        await store.table(1)


async def opened(store, channel=2, host=3, game="tuir", guild=1):
    return (await store.new_table(NewTable(guild, channel, game, host, "en-US"))).id


async def test_seats_are_kept_in_order_and_written_anew_at_every_change(store):
    id = await opened(store)
    assert (await store.table(id)).users == (3,)
    assert await store.db.rows('SELECT seat, "user" FROM seats') == [(0, 3)], "the host has the first seat"
    for users in ((3, 9, 4), (9, 3), (9, 3, 1)):
        await store.save_lobby(id, 9, users, ())
        saved = await store.table(id)
        assert (saved.users, saved.host, saved.options) == (users, 9, ())
    rows = await store.db.rows('SELECT seat, "user" FROM seats ORDER BY seat')
    assert rows == [(0, 9), (1, 3), (2, 1)]


async def test_a_game_is_dealt_once(store):
    id = await opened(store)
    await store.set_shown(id, 4)
    await store.start(id, "first", 1, "data", ("a", "b"))
    with pytest.raises(Stale):
        await store.start(id, "second", 2, "other", ())
    saved = await store.table(id)
    assert (saved.seed, saved.edition, saved.data, saved.options) == ("first", 1, "data", ("a", "b"))
    assert (saved.phase, saved.shown) == ("play", -1)


async def test_only_a_game_set_aside_is_woken_and_only_into_a_free_channel(store):
    lobby, aside = await opened(store, 1), await opened(store, 2)
    await store.wake(lobby)
    assert (await store.table(lobby)).phase == "lobby"
    await store.set_phase(aside, "aside")
    other = await opened(store, 2)
    with pytest.raises(ChannelTaken):
        await store.wake(aside)
    assert (await store.table(aside)).phase == "aside"
    await store.set_phase(other, "gone")
    await store.wake(aside)
    assert (await store.table(aside)).phase == "play"


async def test_the_table_of_a_channel_is_the_one_under_way_else_the_last(store):
    assert await store.table_in(2) is None
    first = await opened(store)
    await store.set_phase(first, "aside")
    second = await opened(store)
    await store.set_phase(second, "done")
    assert (await store.table_in(2)).id == second
    await store.set_phase(second, "gone")
    assert (await store.table_in(2)).id == first
    await store.set_phase(second, "done")
    await store.wake(first)
    assert (await store.table_in(2)).id == first, "the one under way, though another came later"
    assert await store.table_in(1) is None, "by channel, not by server"


async def test_tables_that_wait_are_found_by_channel_and_those_set_aside_altogether(store):
    ids = []
    for phase in ("aside", "done", "gone", "play"):
        ids.append(await opened(store, 2))
        await store.set_phase(ids[-1], phase)
    lobby = await opened(store, 1)
    assert await store.open_in(2) == [ids[0], ids[3]]
    assert await store.open_in(1) == [lobby]
    assert await store.aside() == [ids[0]]


async def test_a_row_belongs_to_a_table_that_exists(store):
    with pytest.raises(Stale):
        await store.append(99, MOVE)
    assert await store.log(99) == []


async def test_a_game_stopped_without_a_winner_is_done_and_has_no_results(store):
    id = await dealt(store)
    await store.append(id, MOVE, None, [])
    assert (await store.table(id)).phase == "done"
    assert await store.leaderboard(1, "tuir") == []
    assert await store.games_played(3, "tuir") == 0


async def test_logs_are_read_in_the_order_of_play_and_by_table(store):
    one, other = await dealt(store, 1), await dealt(store, 2)
    rows = [LogRow(n, "move", n % 2, f"m{n}", "house", n) for n in range(1, 13)]
    for row in rows:
        await store.append(one, row)
    await store.append(other, MOVE)
    assert await store.log(one) == rows
    assert await store.log(one, 9) == rows[9:]
    assert await store.log(other) == [MOVE]


async def finished(store, channel, places, game="tuir", guild=1):
    id = await opened(store, channel, game=game, guild=guild)
    await store.start(id, "seed", 1, "data", (), tuple(places))
    results = [Result(user, place, (7, 3)) for user, place in places.items()]
    await store.append(id, MOVE, None, results)


async def test_the_leaderboard_ranks_by_what_players_surely_reach(store):
    await finished(store, 1, {30: 1, 10: 2, 20: 3, 40: 4})
    await finished(store, 2, {30: 1, 40: 2})
    await finished(store, 3, {10: 1, 50: 1})
    await finished(store, 4, {20: 1, 60: 2}, game="lucca")
    await finished(store, 5, {20: 1, 70: 2}, guild=9)
    board = await store.leaderboard(1, "tuir")
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
    assert [rank.user for rank in await store.leaderboard(1, "tuir", 2)] == [30, 20]
    assert [rank.user for rank in await store.leaderboard(1, "tuir", 2, after=3)] == [50, 40]
    assert [await store.games_played(20, game) for game in ("tuir", "lucca", "towers")] == [2, 1, 0]


async def test_a_result_keeps_what_a_later_season_will_ask_for(store):
    await finished(store, 1, {30: 1, 10: 2})
    rows = await store.db.rows('SELECT "user", guild, game, seats, place, score, at FROM results ORDER BY 1')
    assert rows == [(10, 1, "tuir", 2, 2, "7,3", 10), (30, 1, "tuir", 2, 1, "7,3", 10)]


async def test_answers_in_advance_are_kept_by_table_seat_and_kind(store):
    one, other = await opened(store, 1), await opened(store, 2)
    await store.set_advance(one, 0, "guard", "use")
    await store.set_advance(one, 0, "giostra", "let")
    await store.set_advance(one, 1, "guard", "let")
    await store.set_advance(other, 0, "guard", "let")
    await store.set_advance(one, 0, "guard", "let")
    assert await store.advance(one) == {(0, "guard"): "let", (0, "giostra"): "let", (1, "guard"): "let"}
    await store.set_advance(one, 0, "guard", "ask")
    assert await store.advance(one) == {(0, "giostra"): "let", (1, "guard"): "let"}
    assert await store.advance(other) == {(0, "guard"): "let"}


async def test_panels_by_dm_are_kept_by_table_and_seat(store):
    one, other = await opened(store, 1), await opened(store, 2)
    for id in (one, other):
        await store.save_lobby(id, 3, (3, 4), ())
    await store.set_dm_panel(one, 1, DmPanel(11, 12, "it"))
    assert await store.dm_panels(one) == {1: DmPanel(11, 12, "it")}
    assert (await store.table(one)).has_dms and not (await store.table(other)).has_dms
    assert await store.dm_panels(other) == {}
    await store.set_dm_panel(one, 1, DmPanel(0, 0, ""))
    assert await store.dm_panels(one) == {} and not (await store.table(one)).has_dms


async def test_a_panel_by_dm_is_behind_until_it_shows_the_newest_version(store):
    id = await opened(store, 1)
    await store.save_lobby(id, 3, (3, 4), ())
    await store.start(id, "seed", 1, "", ())
    assert await store.behind_at_home() == []
    await store.set_dm_panel(id, 1, DmPanel(11, 12, "it"))
    assert await store.behind_at_home() == [id]
    version, _ = await store.version(id)
    await store.set_dm_told(id, 1, version)
    assert await store.behind_at_home() == []
    await store.append(id, LogRow(1, "move", 0, "a"))
    assert await store.behind_at_home() == [id]
    await store.set_dm_panel(id, 1, DmPanel(0, 0, ""))
    assert await store.behind_at_home() == []


async def test_of_two_notices_posted_at_once_one_is_noted(store):
    id = await opened(store, 1)
    assert await store.set_notice(id, 22, "0.4", 0)
    assert not await store.set_notice(id, 23, "0.5", 0), "another one stands there already"
    assert await store.set_notice(id, 24, "0.5", 22) and await store.set_notice(id, 0, "")
    assert (await store.table(id)).notice == 0


async def test_who_notes_what_is_shown_hears_of_what_came_meanwhile(store):
    id = await opened(store, 1)
    await store.start(id, "seed", 1, "", ())
    version, _ = await store.version(id)
    assert await store.set_shown(id, 0, version) == version
    await store.append(id, LogRow(1, "move", 0, "a"))
    assert await store.set_shown(id, 0, version) == version + 1


async def test_what_discord_shows_is_noted_with_its_table(store):
    one, other = await opened(store, 1), await opened(store, 2)
    await store.set_message(one, 21)
    await store.set_notice(one, 22, "4@1")
    await store.set_shown(one, 4)
    saved, untouched = await store.table(one), await store.table(other)
    assert (saved.message, saved.notice, saved.noticed, saved.shown) == (21, 22, "4@1", 4)
    assert (untouched.message, untouched.notice, untouched.noticed, untouched.shown) == (0, 0, "", -1)


async def test_a_fact_is_replaced_by_a_newer_one(store):
    assert await store.fact("commands") == ""
    await store.set_fact("commands", "old")
    await store.set_fact("commands", "new")
    assert await store.fact("commands") == "new"


async def test_data_files_are_kept_once_under_their_fingerprint_as_they_are(store):
    sheets = {"cards.csv": "\ufeffid,name\r\nT1,Due Torri – “alte”\r\n", "rules.csv": "id\nR1\n"}
    await store.keep_sheets("tuir", "ab12", sheets)
    await store.keep_sheets("tuir", "ab12", {"cards.csv": "something else"})
    await store.keep_sheets("tuir", "cd34", {"cards.csv": "edited"})
    assert await store.sheets("tuir", "ab12") == sheets
    assert await store.sheets("tuir", "cd34") == {"cards.csv": "edited"}
    assert await store.sheets("lucca", "ab12") == await store.sheets("tuir", "") == {}


async def test_a_cancelled_write_is_written_all_the_same(store):
    """Whoever asked for it is gone, but the change was accepted: it is whole, not half and not lost."""
    id = await opened(store)

    async def shown():
        return (await store.table(id)).shown

    async def seats():
        return (await store.table(id)).users

    async def users_there():
        found = await store.table_in(55)
        return found and found.users

    for write, read, wanted in (
        (store.set_shown(id, 8), shown, 8),
        (store.save_lobby(id, 4, [3, 4], []), seats, (3, 4)),
        (store.set_advance(id, 0, "guard", "use"), lambda: store.advance(id), {(0, "guard"): "use"}),
        (store.new_table(NewTable(1, 55, "tuir", 3, "en-US")), users_there, (3,)),
    ):
        task = asyncio.create_task(write)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await eventually(store, read, wanted)


async def test_a_table_knows_whether_somebody_at_it_has_ever_been_away(store):
    one, other = await opened(store, 1), await opened(store, 2)
    await store.save_lobby(one, 3, (3, 4), ())
    await store.save_lobby(other, 3, (3, 5), ())
    await store.add_away(4, 100, 900)
    assert (await store.table(one)).has_aways and not (await store.table(other)).has_aways
    assert (await store.table(one)).users == (3, 4)
