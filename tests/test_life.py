"""Deadlines in random lives of tables, on two processes, and when somebody sets the clock."""

import asyncio

import pytest

from bot import clock
from bot.stage import heart
from bot.stage.alarm import Alarm
from bot.stage.heart import Line
from bot.tables.host import Host
from bot.tables.records import Opening, Shards
from bot.tables.store import Store
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

    def __init__(self, store, shards=None):
        self.store, self.line = store, Line(shards or Shards())
        self.host = Host(store, now=clock.now)
        self.alarm = Alarm(self.host, store, self.line, shards or Shards())

    @classmethod
    async def start(cls, address, shards=None):
        process = cls(await Store.open(address), shards)
        await process.alarm.prepare()
        return process

    async def sit_down(self, pace, channel=7):
        saved = await self.host.open_lobby(Opening(GUILD, channel, "toy", A, "en", pace=pace))
        await self.host.change_lobby(saved.id, lambda lobby: lobby.join(B))
        await self.host.start(saved.id, A)
        return saved.id

    async def act(self):
        """Do all that is due."""
        while await self.alarm.round() == 0.0:
            pass

    async def left(self, id):
        table = await self.host.table(id)
        return table.timing.deadline(table.awaited()[0]) - int(clock.now())

    async def rows(self, id):
        return [(row.row, row.by) for row in await self.store.log(id)]

    async def stop(self):
        await self.host.close()
        await self.store.close()


async def run_for(time, seconds, *processes, step=heart.BEAT):
    """Let time pass while processes are at work."""
    while seconds > 0:
        time.passes(min(step, seconds))
        seconds -= step
        for process in processes:
            await process.act()


async def test_in_random_lives_no_deadline_is_forgotten_or_acted_on_too_early_or_twice(tmp_path, toy):
    toy()
    store = await Store.open(tmp_path / "db.sqlite3")
    lapses, findings = await lives(store, 10)
    await store.close()
    assert findings == [] and lapses > 5


async def test_a_bot_without_a_heart_is_noticed(tmp_path, toy):
    """The check above must be able to fail."""
    toy()
    out = await soaked(tmp_path, 12, heartless=True)
    assert any("the clock moved with" in finding for finding in out.findings)


async def test_two_processes_act_on_one_deadline_once(on_postgres, time):
    ours, theirs = [await Process.start(on_postgres) for _ in range(2)]
    ids = [await ours.sit_down("live:60", channel) for channel in range(7, 13)]
    for id in ids:
        await theirs.host.table(id)
    await run_for(time, 635, ours, theirs)
    for id in ids:  # all were reminded, by one of them
        assert (await theirs.host.table(id)).timing.clock(0).reminded
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
    stamps = [(await theirs.host.table(id)).stamp(0) for id in ids]
    await run_for(time, 655, ours)
    time.passes(10)
    presses = [
        theirs.host.play(id, A, stamp, lambda table, seat: "a", 100 + id)
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
    await process.host.close_table(id)
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
    await process.store.set_silenced(id, 1)
    await run_for(time, 2000, process)
    assert await process.rows(id) == []
    await process.store.set_silenced(id, 0)
    await run_for(time, 700, process)
    assert await process.rows(id) == [(1, "clock")]
    await process.stop()
