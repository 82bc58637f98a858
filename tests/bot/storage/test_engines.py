"""Two engines, one store: the same tables, no scans, commits in groups, and what several processes need."""

import asyncio
import gc
import inspect
import sqlite3
from contextlib import suppress
from dataclasses import fields

import psycopg
import pytest

from bot.base.errors import ChannelTaken, Repeated, Stale, StoreTrouble
from bot.base.shards import Shards
from bot.domain.calls import calls_in_text
from bot.domain.entities import (
    BegunLesson,
    DmPanel,
    Event,
    LessonName,
    LogRow,
    Most,
    NewTable,
    Result,
    StoredTimes,
)
from bot.domain.records import LeaderboardPage
from bot.domain.results import Ending
from bot.domain.settings import Away, ServerSettings, UserSettings
from bot.storage import sqlite
from bot.storage.channel_limits import SHARED
from bot.storage.deals import dealt_words
from bot.storage.engine import MIGRATIONS, Conflict, DependentStep, NothingChanged, Step, TooLarge, whole
from bot.storage.notify import MAX_TABLES_PER_NOTIFY, NOTIFY_DELAY
from bot.storage.open_panels import Closed, OpenPanel
from bot.storage.personal_data import Held
from bot.storage.processes import IDENTIFY_INTERVAL
from bot.storage.servers import OF_PEOPLE, OF_SERVER, TABLE_PARTS
from bot.storage.stores import open_stores
from tests.patience import LONGEST, until

MOVE = LogRow(1, "move", 0, "a", "person", 10)


@pytest.fixture
async def stores(address):
    stores = await open_stores(address)
    yield stores
    await stores.close()


@pytest.fixture
async def file(tmp_path):
    stores = await open_stores(tmp_path / "db.sqlite3")
    yield stores
    await stores.close()


async def dealt(stores, channel=2, guild=1):
    saved = await stores.lobby.new_table(NewTable(guild, channel, "tuir", 3, "en-US"))
    await stores.lobby.start(saved.id, "seed", 1, "data", (), (3, 4))
    return saved.id


# --- the schema ---


def test_both_engines_have_the_same_migrations():
    numbered = [
        sorted(path.name for path in (MIGRATIONS / engine).iterdir()) for engine in ("sqlite", "postgres")
    ]
    assert numbered[0] == numbered[1]
    assert [int(name[:3]) for name in numbered[0]] == list(range(1, len(numbered[0]) + 1))


SHAPES = {"INTEGER": "number", "REAL": "real", "TEXT": "text"}
SHAPES |= {"integer": "number", "bigint": "number", "double precision": "real"}


async def test_both_engines_have_the_same_tables_columns_and_indexes(file, on_postgres):
    there = await open_stores(on_postgres)
    ours = await file.engine.rows(
        'SELECT m.name, c.name, c.type, c."notnull" OR c.pk > 0'
        " FROM sqlite_master AS m, pragma_table_info(m.name) AS c"
        " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
    )
    theirs = await there.engine.rows(
        "SELECT table_name, column_name, data_type, is_nullable = 'NO' FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name != 'schema_version'"
    )
    shape = [
        {(table, column, SHAPES.get(kind, kind), bool(needed)) for table, column, kind, needed in rows}
        for rows in (ours, theirs)
    ]
    assert shape[0] == shape[1] and len(shape[0]) > 50
    ours = await file.engine.rows("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    theirs = await there.engine.rows("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")
    assert set(ours) <= set(theirs)
    await there.close()


async def test_whatever_belongs_to_a_table_or_a_server_is_deleted_with_it(file):
    """A new table of the database must be named where servers are forgotten, or it would outlive them."""
    columns = (
        "SELECT m.name, c.name FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    )
    named = [set(), set()]
    for table, column in await file.engine.rows(columns):
        for n, key in enumerate(("table_id", "guild")):
            named[n] |= {table} if column == key else set()
    assert named[0] == {*TABLE_PARTS, *OF_PEOPLE}
    stays = {"greeted"}  # for ever: a server is greeted once
    assert named[1] - named[0] - {"tables"} - stays == set(OF_SERVER)


OLD = """
INSERT INTO tables (id, guild, channel, game, host, locale, phase, seed, message, shown, created) VALUES
  (1, 1, 1, 'tuir', 3, 'en', 'lobby', '', 9, -1, 1), (2, 1, 2, 'tuir', 3, 'en', 'play', 's', 9, 2, 1),
  (3, 1, 3, 'tuir', 3, 'en', 'play', 's', 9, 1, 1), (4, 1, 4, 'tuir', 3, 'en', 'done', 's', 9, 1, 1),
  (5, 1, 5, 'tuir', 3, 'en', 'play', 's', 0, 0, 1), (6, 1, 6, 'tuir', 3, 'en', 'gone', '', 9, -1, 1),
  (7, 1, 7, 'tuir', 3, 'en', 'done', 's', 9, 0, 1), (8, 1, 8, 'tuir', 3, 'en', 'play', 's', 9, 0, 1);
INSERT INTO rows (table_id, row, kind, seat, text, by, at) VALUES (2, 1, 'move', 0, 'a', 'person', 1),
  (2, 2, 'move', 0, 'a', 'person', 1), (3, 1, 'move', 0, 'a', 'person', 1),
  (3, 2, 'move', 0, 'a', 'person', 1),
  (4, 1, 'move', 0, 'a', 'person', 1), (7, 1, 'move', 0, 'a', 'person', 1);
INSERT INTO advance VALUES (8, 0, 'guard', 'use'), (4, 0, 'guard', 'use');
"""


async def test_a_file_of_an_older_version_knows_its_last_rows_and_what_is_owed(tmp_path):
    path = tmp_path / "db.sqlite3"
    with sqlite3.connect(path) as db:
        for step in sorted((MIGRATIONS / "sqlite").iterdir())[:2]:
            db.executescript(step.read_text())
        db.executescript(f"{OLD}PRAGMA user_version = 2;")
    stores = await open_stores(path)
    assert [(await stores.tables.table(n)).last for n in range(1, 9)] == [0, 2, 2, 1, 0, 0, 1, 0]
    assert await stores.messages.unshown() == [1, 3, 5, 7], "a lobby, what is behind, and what has no message"
    assert await stores.clocks.promised() == [8]
    await stores.tables.append(2, LogRow(3, "move", 0, "a"))
    await stores.close()


async def test_several_processes_that_start_at_once_migrate_once(server):
    address = server.address(server.database())
    opened = await asyncio.gather(*(open_stores(address) for _ in range(4)))
    assert await opened[0].engine.rows("SELECT version FROM schema_version") == [
        (len(list((MIGRATIONS / "postgres").iterdir())),)
    ]
    for stores in opened:
        await stores.close()


async def test_a_server_with_a_newer_schema_is_left_alone(on_postgres):
    stores = await open_stores(on_postgres)
    await stores.engine.write(Step("UPDATE schema_version SET version = 999"))
    await stores.close()
    with pytest.raises(StoreTrouble, match="newer version"):
        await open_stores(on_postgres)


async def test_a_failing_migration_leaves_the_server_as_it_was(server, tmp_path, monkeypatch):
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres" / "001_half.sql").write_text(
        "CREATE TABLE half (x int); INSERT INTO nowhere VALUES (1)"
    )
    address = server.address(server.database())
    with monkeypatch.context() as patch:
        patch.setattr("bot.storage.engine.MIGRATIONS", tmp_path)
        with pytest.raises(StoreTrouble):
            await open_stores(address)
    stores = await open_stores(address)
    assert await stores.engine.rows("SELECT to_regclass('half')") == [(None,)]
    await stores.close()


# --- no query scans ---

LESSON = BegunLesson(LessonName("tuir", "turn"), "abc")
SAMPLES = {
    "progress": LESSON,
    "learned_at": 5,
    "added_up": (("tuir", "twice"), ("towers", "to:200")),
    "panels": (OpenPanel(1, 0, 3, 5, "sealed", "en", 7, 9), Closed(1, 0, 5)),
    "after": 0,
    "process": "ab12",
    "demand": 3.5,
    "opening": NewTable(1, 77, "tuir", 3, "en-US"),
    "allowed": Most(3, 10),
    "rate": SHARED,
    "table_id": 1,
    "host": 3,
    "user": 3,
    "guild": 1,
    "channel": 2,
    "home": 6,
    "reserved": (4,),
    "seat": 0,
    "row": 1,
    "message": 5,
    "at": 9,
    "bucket": 0,
    "hints": 1,
    "text": "{}",
    "users": (3, 4),
    "options": ("short",),
    "version": 2,
    "seed": "s",
    "fingerprint": "f",
    "sheets": {"cards.csv": "id"},
    "edition": 1,
    "data": "d",
    "due": 7,
    "phase": "gone",
    "before": ("lobby", "play"),
    "interaction": 8,
    "game": "tuir",
    "most": 10,
    "results": [Result(3, 1, (5,)), Result(4, 2, (4,))],
    "ending": Ending(feats=((3, "tuir:spire"),)),
    "mark": "m",
    "draw": "d",
    "word": "tower",
    "words": dealt_words(1, (3, 4), {3: "s"}),
    "board": LeaderboardPage(1, "tuir"),
    "ladder": "people",
    "season": "",
    "rival": 4,
    "nobody": 5,
    "heir": 4,
    "event": Event("stop", 0, 0),
    "panel": DmPanel(1, 2, "en"),
    "noticed": "0.1",
    "calls": calls_in_text("0.1"),
    "instead": 0,
    "key": "guard",
    "answer": "use",
    "name": "commands",
    "value": "x",
    "mine": Shards(4, 0, 1),
    "settings": UserSettings(),
    "aways": [Away(5, 9)],
    "times": StoredTimes(5, "1,2,3,4,5,6,7,8,0", "live:60"),
    "clocks": "1,2,3,4,5,6,7,8,0",
    "pace": "live:60",
    "of": 1,
    "shards": (0,),
    "gaps": {0: (9, 60)},
    "until": 9,
    "below": 99,
    "held": Held(1, "tuir", 1, 2, "done", 5, 0, 0, 0, -1, 99, 0, 99, 1),
    "asking": "5:m1",
    "events": (Event("former", 0, 0, "3"), Event("substitute", 0, 0, "9")),
}
SPECIAL = {
    ("advance_lesson", "before"): LESSON,
    ("advance_lesson", "after"): LESSON._replace(moves=("build:T02:left",)),
    ("append", "row"): MOVE,
    ("save_server_settings", "settings"): ServerSettings(),
    ("expire_lobbies", "before"): 5,
    ("forget_tables", "before"): 5,
    ("old_tables", "before"): 5,
    ("forget_server", "before"): 5,
    ("set_asking", "instead"): "",
    ("unshown", "most"): 500,
}


async def queries_of(stores):
    """Run every public method of every store, and return what it asked of the database."""
    await dealt(stores)
    asked, read, write = [], stores.engine.rows, stores.engine.write

    async def reading(query, values=()):
        asked.append((method, query, tuple(values)))
        return await read(query, values)

    async def writing(*steps):
        return await write(*map(noted, steps))

    def noted(step):
        """Write down a step, and what it leads to once it is done."""
        asked.append((method, step.query, step.values))
        if isinstance(step, DependentStep):
            then = step.then
            return step._replace(then=lambda rows: [noted(further) for further in then(rows)])
        return step

    stores.engine.rows, stores.engine.write = reading, writing
    each = [getattr(stores, field.name) for field in fields(stores) if field.name != "engine"]
    asking = [inspect.getmembers(store, inspect.iscoroutinefunction) for store in each]
    methods = [(name, method) for named in asking for name, method in named if name[0] != "_"]
    for method, call in methods:
        names = inspect.signature(call).parameters
        unknown = [name for name in names if name not in SAMPLES]
        assert not unknown, f"say in SAMPLES what {unknown} of {method} looks like"
        with suppress(Stale, Repeated, ChannelTaken, KeyError, Conflict, NothingChanged, ValueError):
            await call(**{name: SPECIAL.get((method, name), SAMPLES[name]) for name in names})
    stores.engine.rows, stores.engine.write = read, write
    missing = {n for n, _ in methods} - {name for name, *_ in asked}
    assert not missing, f"{missing} asked nothing"
    return asked


async def test_no_query_of_the_store_scans_a_table_of_a_file(file):
    """Only an index of what is owed may be read from one end to the other: it holds nothing else."""
    partial = await file.engine.rows(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '%WHERE%'"
    )
    for method, query, values in await queries_of(file):
        for *_, step in await file.engine.rows(f"EXPLAIN QUERY PLAN {query}", values):
            if step.startswith("SCAN") and step not in (
                "SCAN CONSTANT ROW",
                "SCAN named",
                "SCAN held",
            ):  # no table
                assert any(step.endswith(f"INDEX {name}") for (name,) in partial), (
                    f"{method}: {step}\n{query}"
                )


@pytest.mark.slow
async def test_no_query_of_the_store_scans_a_table_of_a_server(on_postgres):
    with psycopg.connect(on_postgres, autocommit=True) as db:
        db.execute(f"ALTER DATABASE {on_postgres.rpartition('/')[2]} SET enable_seqscan = off")
    stores = await open_stores(on_postgres)
    for method, query, values in await queries_of(stores):
        plan = "\n".join(step for (step,) in await stores.engine.rows(f"EXPLAIN {query}", values))
        assert "Seq Scan" not in plan, f"{method}\n{query}\n{plan}"
    await stores.close()


async def test_a_query_that_scans_is_noticed(file):
    """The check above must be able to fail."""
    [(*_, step)] = await file.engine.rows("EXPLAIN QUERY PLAN SELECT id FROM tables WHERE locale = 'en'")
    assert step == "SCAN tables"


# --- commits in groups ---


async def test_what_waits_together_is_committed_together(file, monkeypatch):
    ids = [await dealt(file, channel) for channel in range(64)]
    sizes, commit = [], sqlite._commit
    monkeypatch.setattr(sqlite, "_commit", lambda db, units: sizes.append(len(units)) or commit(db, units))
    await asyncio.gather(*(file.tables.append(id, MOVE, id) for id in ids))
    assert sum(sizes) == 64 and len(sizes) <= 2
    assert all([await file.tables.log(id) == [MOVE] for id in ids])


async def test_a_unit_that_breaks_a_constraint_fails_alone(stores):
    one, two, three = [await dealt(stores, channel) for channel in range(3)]
    twice = [Result(3, 1, (5,)), Result(3, 2, (4,))]
    done = await asyncio.gather(
        stores.tables.append(one, MOVE, 77),
        stores.tables.append(two, MOVE, None, twice, ending=Ending()),
        stores.tables.append(two, MOVE._replace(row=5), 79),
        stores.lobby.new_table(NewTable(1, 0, "tuir", 3, "en-US")),
        stores.tables.append(three, MOVE, 78),
        return_exceptions=True,
    )
    assert [type(answer) for answer in done] == [int, Stale, Stale, ChannelTaken, int]
    assert [len(await stores.tables.log(id)) for id in (one, two, three)] == [1, 0, 1]
    assert (await stores.tables.table(two)).last == 0
    with pytest.raises(Repeated):
        await stores.tables.append(three, MOVE._replace(row=2), 77)


async def test_a_disk_that_fills_within_a_group_stores_nothing_of_it_and_says_so_to_all(file):
    ids = [await dealt(file, channel) for channel in range(30)]
    [(pages,)] = await file.engine.rows("PRAGMA page_count")
    await file.engine.rows(f"PRAGMA max_page_count = {pages}")
    rows = [MOVE._replace(text="x" * 3000)] * 30
    done = await asyncio.gather(*map(file.tables.append, ids, rows), return_exceptions=True)
    assert {type(answer) for answer in done} == {StoreTrouble}
    assert not any([await file.tables.log(id) for id in ids])
    await file.engine.rows("PRAGMA max_page_count = 100000")
    assert await file.tables.append(ids[0], MOVE) == 3


async def test_everything_that_waits_is_written_before_a_file_closes(tmp_path):
    stores = await open_stores(tmp_path / "db.sqlite3")
    id = await dealt(stores)
    write = asyncio.create_task(stores.tables.append(id, MOVE, 5))
    await asyncio.sleep(0)
    await stores.close()
    assert await write == 3
    stores = await open_stores(tmp_path / "db.sqlite3")
    assert await stores.tables.log(id) == [MOVE]
    await stores.close()


# --- versions, fences, numbers ---


async def test_everything_that_changes_a_table_raises_its_version(stores):
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    versions = [saved.version]

    async def then(change):
        await change
        version, _ = await stores.tables.version(saved.id)
        versions.append(version)

    await then(stores.lobby.save_lobby(saved.id, 3, (3, 4), (), saved.version))
    await then(stores.lobby.set_hints(saved.id, 0, 2))
    await then(stores.lobby.start(saved.id, "seed", 1, "data", (), (4, 3), 3))
    await then(stores.tables.add_event(saved.id, Event("stop", 0, 0), 1, 4))
    await then(stores.tables.append(saved.id, MOVE, 1))
    await then(stores.tables.set_advance(saved.id, 0, "guard", "use", 9))
    await then(stores.tables.set_phase(saved.id, "aside", ("play",)))
    await then(stores.tables.wake(saved.id))
    assert versions == list(range(1, 10))
    assert (await stores.tables.table(saved.id)).users == (4, 3)


async def test_what_was_decided_on_an_older_version_is_not_written(stores):
    saved = await stores.lobby.new_table(NewTable(1, 2, "tuir", 3, "en-US"))
    await stores.lobby.save_lobby(saved.id, 3, (3, 4), (), saved.version)
    for late in (
        stores.lobby.save_lobby(saved.id, 3, (3, 5), (), saved.version),
        stores.lobby.start(saved.id, "seed", 1, "data", (), (3,), saved.version),
    ):
        with pytest.raises(Stale):
            await late
    assert not await stores.tables.set_phase(saved.id, "gone", ("lobby",), saved.version)
    assert not await stores.tables.set_phase(saved.id, "gone", ("play", "aside"))
    assert (await stores.tables.table(saved.id)).users == (3, 4)
    await stores.lobby.start(saved.id, "seed", 1, "data", (), (3, 4), 2)
    await stores.tables.add_event(saved.id, Event("stop", 0, 0), 1, 3)
    with pytest.raises(Stale):
        await stores.tables.add_event(saved.id, Event("stop", 1, 0), 2, 3)
    with pytest.raises(Stale):
        await stores.tables.append(saved.id, MOVE, 5, None, None, 3)
    with pytest.raises(Repeated):
        await stores.tables.add_event(saved.id, Event("stop", 1, 0), 1, 4)
    assert len(await stores.tables.events(saved.id)) == 1


async def test_a_number_that_somebody_made_up_is_refused_alike_everywhere(stores):
    for number in (2**63, 10**30, -(10**30)):
        for wish in (
            stores.tables.table(number),
            stores.tables.log(1, number),
            stores.tables.append(number, MOVE),
            stores.records.games_played(number, "tuir"),
        ):
            with pytest.raises(TooLarge):
                await wish
    with pytest.raises(KeyError):
        await stores.tables.table(2**63 - 1)
    assert await stores.tables.table_in(1) is None, "and the store stays usable"


# --- several processes ---


async def test_a_name_is_held_by_one_at_a_time(address):
    opened = [await open_stores(address)]
    opened.append(await open_stores(address) if opened[0].processes.shared else opened[0])
    inside, order = 0, []

    async def sync(stores):
        nonlocal inside
        async with stores.processes.alone("commands"):
            inside += 1
            order.append(inside)
            await asyncio.sleep(0.02)
            inside -= 1

    async with opened[0].processes.alone("something else"):
        await asyncio.gather(*(sync(stores) for stores in opened * 3))
    assert order == [1] * 6
    for stores in set(opened):
        await stores.close()


async def test_an_identify_waits_for_the_one_before_it_in_its_bucket(stores):
    assert await stores.processes.take_identify(0) == 0.0
    assert await stores.processes.take_identify(1) == 0.0, "another bucket"
    assert 0 < await stores.processes.take_identify(0) <= IDENTIFY_INTERVAL
    await stores.engine.write(Step("UPDATE identify SET at = at - 5.6 WHERE bucket = 0"))
    both = await asyncio.gather(stores.processes.take_identify(0), stores.processes.take_identify(0))
    assert min(both) == 0.0 < max(both)
    await stores.engine.write(Step("UPDATE identify SET at = at + 9000 WHERE bucket = 0"))
    assert await stores.processes.take_identify(0) == 0.0, "a clock that was set back blocks nobody"


async def test_other_processes_are_told_of_changes_after_they_are_stored(on_postgres):
    one, other = await open_stores(on_postgres), await open_stores(on_postgres)
    heard, own = [], []
    other.messages.listen(heard.append)
    one.messages.listen(own.append)
    await asyncio.gather(other.engine._hints.heard.wait(), one.engine._hints.heard.wait())
    ids = [await dealt(one, channel) for channel in range(5)]
    await asyncio.gather(*(one.tables.append(id, MOVE, id) for id in ids))
    await until(lambda: set().union(*heard) == set(ids))
    assert len(heard) < 10, "many changes, few notices"
    assert own == [], "nobody is told what it has done itself"
    await one.close()
    await other.close()


async def test_more_changes_than_one_notice_can_hold_are_all_told(on_postgres):
    one, other = await open_stores(on_postgres), await open_stores(on_postgres)
    heard = []
    other.messages.listen(heard.append)
    await other.engine._hints.heard.wait()
    numbers = set(range(10**15, 10**15 + 2 * MAX_TABLES_PER_NOTIFY + 5))
    for number in numbers:
        one.engine.changed(number)
    await until(lambda: set().union(*heard) == numbers)
    assert NOTIFY_DELAY < 1
    await one.close()
    await other.close()


async def test_who_listens_hears_again_after_the_connection_was_lost(on_postgres, monkeypatch):
    monkeypatch.setattr("bot.storage.notify.LISTEN_RETRY_INTERVAL", 0.01)
    one, other = await open_stores(on_postgres), await open_stores(on_postgres)
    heard = []
    other.messages.listen(heard.append)
    await other.engine._hints.heard.wait()
    await one.engine.rows("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
    async with asyncio.timeout(LONGEST):
        while not heard:
            one.engine.changed(5)
            await asyncio.sleep(0.1)
    assert heard[0] == {5}
    await one.close()
    await other.close()


async def test_a_connection_that_died_costs_nobody_a_read(on_postgres):
    one, other = await open_stores(on_postgres), await open_stores(on_postgres)
    id = await dealt(one)
    await asyncio.gather(*(one.tables.log(id) for _ in range(20)))
    await other.engine.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
        " AND datname = current_database()"
    )
    assert await one.tables.log(id) == []
    await one.close()
    await other.close()


async def test_a_server_that_cannot_be_used_is_named_in_plain_words_without_its_password(server, monkeypatch):
    monkeypatch.setattr("bot.storage.postgres.CONNECTION_TIMEOUT", 0.2)
    for address, words in (
        (f"postgresql://postgres:s3cret@127.0.0.1:{server.port}/nowhere", "does not exist"),
        ("postgresql://postgres:s3cret@127.0.0.1:1/games", "cannot be reached"),
    ):
        with pytest.raises(StoreTrouble, match=words) as trouble:
            await open_stores(address)
        assert "s3cret" not in str(trouble.value)


async def test_a_write_that_nobody_waits_for_any_more_fails_without_a_word(caplog):
    """`Task exception was never retrieved` in the log would look like a fault of ours."""
    begun, may_fail = asyncio.Event(), asyncio.Event()

    @whole
    async def write():
        begun.set()
        await may_fail.wait()
        raise StoreTrouble("the database is gone")

    waiting = asyncio.create_task(write())
    await begun.wait()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    may_fail.set()
    for _ in range(5):
        await asyncio.sleep(0)
    gc.collect()
    assert not caplog.records
