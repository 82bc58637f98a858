"""Deadlines in random lives of tables, on two processes, and when somebody sets the clock."""

import asyncio

import pytest

from bot.base import timers
from bot.base.shards import Shards
from bot.delivery import heartbeat
from bot.delivery.deadlines import DeadlineTimer
from bot.delivery.heartbeat import ShardStatus
from bot.domain.entities import NewTable
from bot.service.services import build_services
from bot.storage.clocks import ClockStore
from bot.storage.stores import open_stores
from tests.life import fake_time, lives
from tests.soak.life import lives as soaked
from tests.toy import ask

DAY, GUILD = 86_400, 5
A, B = 10, 20


@pytest.fixture
def time(toy):
    toy(*(ask(n % 2, "a", "b", idle="b") for n in range(20)))
    with fake_time() as time:
        yield time


class Process:
    """A bot without its Discord: a host and its alarm on a database."""

    def __init__(self, stores, shards=None):
        self.stores, self.line = stores, ShardStatus(shards or Shards())
        self.services = build_services(stores, now=timers.now)
        self.alarm = DeadlineTimer(self.services, stores.clocks, self.line, shards or Shards())

    @classmethod
    async def start(cls, address, shards=None):
        process = cls(await open_stores(address), shards)
        await process.alarm.prepare()
        return process

    async def sit_down(self, pace, channel=7):
        saved = await self.services.lobby.open(NewTable(GUILD, channel, "toy", A, "en", pace=pace))
        await self.services.lobby.change(saved.id, lambda lobby: lobby.join(B))
        await self.services.lobby.start(saved.id, A)
        return saved.id

    async def act(self):
        """Do all that is due."""
        while await self.alarm.round() == 0.0:
            pass

    async def left(self, id):
        table = await self.services.tables.table(id)
        return table.timing.deadline(table.awaited()[0]) - int(timers.now())

    async def rows(self, id):
        return [(row.row, row.by) for row in await self.stores.tables.log(id)]

    async def stop(self):
        await self.services.close()
        await self.stores.close()


async def run_for(time, seconds, *processes, step=heartbeat.HEARTBEAT_INTERVAL):
    """Let time pass while processes are at work."""
    while seconds > 0:
        time.passes(min(step, seconds))
        seconds -= step
        for process in processes:
            await process.act()


async def test_in_random_lives_no_deadline_is_forgotten_or_acted_on_too_early_or_twice(tmp_path, toy):
    toy()
    stores = await open_stores(tmp_path / "db.sqlite3")
    lapses, findings = await lives(stores, 10)
    await stores.close()
    assert findings == [] and lapses > 5


async def test_a_bot_without_a_heart_is_noticed(tmp_path, toy):
    """The check above must be able to fail."""
    toy()
    out = await soaked(tmp_path, 12, heartless=True)
    assert any("the clock moved with" in finding for finding in out.findings)


@pytest.mark.slow
async def test_two_processes_act_on_one_deadline_once(on_postgres, time):
    ours, theirs = [await Process.start(on_postgres) for _ in range(2)]
    ids = [await ours.sit_down("live:60", channel) for channel in range(7, 13)]
    for id in ids:
        await theirs.services.tables.table(id)
    await run_for(time, 635, ours, theirs)
    for id in ids:  # all were reminded, by one of them
        assert (await theirs.services.tables.table(id)).timing.clock(0).reminded
    time.passes(25)
    await asyncio.gather(ours.act(), theirs.act())
    for id in ids:
        assert await ours.rows(id) == [(1, "clock")]
        assert await theirs.left(id) == 660
    await ours.stop()
    await theirs.stop()


async def test_a_press_and_a_deadline_at_the_same_moment_count_once(on_postgres, time):
    ours, theirs = [await Process.start(on_postgres) for _ in range(2)]
    ids = [await ours.sit_down("live:60", channel) for channel in range(7, 13)]
    stamps = [(await theirs.services.tables.table(id)).stamp(0) for id in ids]
    await run_for(time, 655, ours)
    time.passes(10)
    presses = [
        theirs.services.moves.play(id, A, stamp, lambda table, seat: "a", 100 + id)
        for id, stamp in zip(ids, stamps, strict=True)
    ]
    await asyncio.gather(ours.act(), *presses, return_exceptions=True)
    for id in ids:
        assert len(await ours.rows(id)) == 1, "by the person or by the clock"
    await ours.stop()
    await theirs.stop()


async def test_two_processes_let_the_clocks_stand_still_once(on_postgres, time):
    ours = await Process.start(on_postgres)
    id = await ours.sit_down("live:60")
    await run_for(time, 30, ours)
    await ours.stop()
    time.passes(5000)
    both = await asyncio.gather(*(Process.start(on_postgres) for _ in range(2)))
    await asyncio.gather(*(process.act() for process in both))
    assert 630 <= await both[0].left(id) <= 640 and await both[1].left(id) == await both[0].left(id)
    assert await both[0].rows(id) == []
    for process in both:
        await process.stop()


async def test_a_process_acts_on_the_clocks_of_its_own_shards_only(on_postgres, time):
    server = (GUILD >> 22) % 2
    other = await Process.start(on_postgres, Shards(2, 1 - server, 1 - server))
    own = await Process.start(on_postgres, Shards(2, server, server))
    id = await other.sit_down("live:60")
    await run_for(time, 700, other)
    assert await other.rows(id) == []
    await own.act()  # it was not there for all that time
    assert await own.rows(id) == [] and await own.left(id) > 600
    await run_for(time, 700, own)
    assert await own.rows(id) == [(1, "clock")]
    await other.stop()
    await own.stop()


@pytest.mark.parametrize("jump", [-3 * DAY, -3600, -20, 20, 3600, 30 * DAY])
async def test_a_clock_that_is_set_costs_nobody_any_time(address, time, jump):
    process = await Process.start(address)
    id = await process.sit_down("live:60")
    await run_for(time, 100, process)
    time.wall += jump
    await process.act()
    assert await process.rows(id) == [] and 558 <= await process.left(id) <= 562
    await run_for(time, 550, process)
    assert await process.rows(id) == []
    await run_for(time, 20, process)
    assert await process.rows(id) == [(1, "clock")]
    await process.stop()


@pytest.mark.parametrize("jump", [-3600, 0, 3600])
async def test_a_clock_that_is_set_while_the_bot_is_down_costs_nobody_any_time(address, time, jump):
    process = await Process.start(address)
    id = await process.sit_down("slow:86400")
    await run_for(time, 100, process)
    await process.stop()
    time.passes(2 * DAY)
    time.wall += jump
    process = await Process.start(address)
    await process.act()
    assert await process.rows(id) == [] and DAY - 101 <= await process.left(id) <= DAY - 85
    await process.stop()


async def test_a_game_that_starts_after_idle_weeks_has_its_time_and_no_more(address, time):
    process = await Process.start(address)
    await process.act()
    time.passes(20 * DAY)
    await process.act()  # a shared database is looked at every few seconds, come what may
    id = await process.sit_down("live:60")
    await process.act()
    assert await process.left(id) == 660
    await process.services.agreements.close_table(id, A, 7)
    await process.act()
    await process.stop()
    time.passes(20 * DAY)
    process = await Process.start(address)
    id = await process.sit_down("live:60")
    await process.act()
    assert await process.left(id) == 660
    await process.stop()


async def test_a_suspended_machine_is_a_gap(address, time):
    process = await Process.start(address)
    id = await process.sit_down("live:60")
    await process.act()
    time.passes(DAY)  # nothing ran, not even the alarm
    await process.act()
    assert await process.rows(id) == [] and await process.left(id) >= 650
    await process.stop()


async def test_where_we_may_not_write_nobodys_time_runs_out(address, time):
    process = await Process.start(address)
    id = await process.sit_down("live:60")
    await process.stores.messages.set_silenced(id, 1)
    await run_for(time, 2000, process)
    assert await process.rows(id) == []
    await process.stores.messages.set_silenced(id, 0)
    await run_for(time, 700, process)
    assert await process.rows(id) == [(1, "clock")]
    await process.stop()


# --- the time of day of several processes


@pytest.mark.slow
async def test_of_two_processes_one_adds_a_jump_of_the_time(on_postgres, time):
    for jump in (3600, -3600, 20, 5 * DAY):
        ours, theirs = [await Process.start(on_postgres) for _ in range(2)]
        channel = int(time.steady)
        id = await ours.sit_down("live:60", channel)
        await run_for(time, 100, ours, theirs)
        time.wall += jump
        await run_for(time, 30, ours, theirs)
        for process in (ours, theirs):
            assert await process.rows(id) == [] and 528 <= await process.left(id) <= 532
        await ours.services.agreements.close_table(id, A, channel)
        await ours.stop()
        await theirs.stop()


async def test_two_processes_that_see_a_jump_at_the_same_moment_add_it_once(on_postgres, time):
    ours, theirs = [await Process.start(on_postgres) for _ in range(2)]
    id = await ours.sit_down("live:60")
    await run_for(time, 100, ours, theirs)
    time.wall += 3600
    time.passes(heartbeat.HEARTBEAT_INTERVAL)
    await asyncio.gather(ours.act(), theirs.act())
    await run_for(time, 20, theirs, ours)
    assert 528 <= await ours.left(id) <= 532 and await ours.left(id) == await theirs.left(id)
    await ours.stop()
    await theirs.stop()


@pytest.mark.parametrize("skew", [-100.0, 100.0])
async def test_the_time_of_day_is_the_databases_where_several_share_one(on_postgres, time, skew, caplog):
    """A game that a process with another clock has begun: nobody is charged for the difference."""
    begun = await Process.start(on_postgres)
    id = await begun.sit_down("live:60")
    await begun.stop()
    timers.agree_on(None)
    time.wall, time.skew = time.wall + skew, -skew  # this process's clock is another one
    process = await Process.start(on_postgres)
    assert await process.left(id) == 660
    how = "ahead of" if skew > 0 else "behind"
    assert f"this machine's clock is 100 s {how} the database's" in caplog.text
    await run_for(time, 100, process)
    assert await process.left(id) == 560 and caplog.text.count("this machine's clock") == 1, "told once"
    time.wall, time.skew = time.wall - 3 * skew, time.skew + 3 * skew  # somebody sets it while we are at work
    assert await process.left(id) == 560, "at once, not from the next beat on"
    await run_for(time, 100, process)
    assert await process.left(id) == 460 and await process.rows(id) == []
    assert caplog.text.count("this machine's clock is") == 2
    await process.stop()


@pytest.mark.parametrize(("skew", "told"), [(1.0, False), (1.9, False), (2.5, True), (-2.5, True)])
async def test_a_host_is_told_of_two_seconds_and_not_of_less(on_postgres, time, skew, told, caplog):
    time.skew = skew
    process = await Process.start(on_postgres)
    assert ("this machine's clock" in caplog.text) == told
    assert abs(timers.now() - time.wall - skew) < 0.01, "reckoned with in any case"
    await process.stop()


async def test_an_answer_that_took_long_moves_the_time_no_further_than_it_must(
    on_postgres, time, monkeypatch
):
    process = await Process.start(on_postgres)
    before = timers.now() - time.steady

    async def late(stores):
        said = time.wall + 0.5
        time.passes(4.0)
        return said

    with monkeypatch.context() as patched:  # undone before the clock is: else a fake one would stay
        patched.setattr(ClockStore, "time_there", late)
        await process.alarm.heart.beat()
    assert abs(timers.now() - time.steady - before) < 0.001, "it may have looked at its clock at any moment"
    await process.stop()


async def test_a_file_has_one_process_and_its_machines_clock(tmp_path, time):
    time.skew = 100.0
    process = await Process.start(tmp_path / "db.sqlite3")
    await process.alarm.heart.beat()
    assert timers.now() == time.wall
    await process.stop()
