"""The bot's clock can be set ahead, and whatever waits for it looks again."""

import asyncio
import time

import pytest

from bot.base import timers

HOUR = 3600.0
MICROSECOND = 1e-6  # what adding an hour may round away


@pytest.fixture(autouse=True)
def real_time():
    yield
    timers.set_ahead(0)
    assert not timers._waiting, "no timer is left behind"


async def test_the_clock_is_the_real_one_until_it_is_set():
    for ours, theirs in ((timers.now, time.time), (timers.monotonic, time.monotonic)):
        for ahead in (0, HOUR):
            timers.set_ahead(ahead)
            before, told, after = theirs(), ours(), theirs()
            assert before - MICROSECOND <= told - ahead <= after + MICROSECOND
        timers.set_ahead(0)


async def test_a_timer_rings_when_the_clock_passes_it_and_not_before():
    rung = []
    timers.call_later(2 * HOUR, rung.append, "reminder")
    timers.set_ahead(HOUR)
    await asyncio.sleep(0.02)
    assert rung == []
    timers.set_ahead(2 * HOUR + 1)
    await asyncio.sleep(0.02)
    assert rung == ["reminder"]
    timers.set_ahead(9 * HOUR)
    await asyncio.sleep(0.02)
    assert rung == ["reminder"], "once"


async def test_a_timer_rings_by_itself_when_nobody_sets_the_clock():
    rung = asyncio.Event()
    timers.call_later(0.01, rung.set)
    await asyncio.wait_for(rung.wait(), 2)


async def test_a_cancelled_timer_never_rings():
    rung = []
    timers.call_later(HOUR, rung.append, "reminder").cancel()
    timers.set_ahead(2 * HOUR)
    await asyncio.sleep(0.02)
    assert rung == []


async def test_a_sleeper_wakes_when_the_clock_is_set_ahead_and_can_be_cancelled():
    asleep, other = asyncio.create_task(timers.sleep(HOUR)), asyncio.create_task(timers.sleep(3 * HOUR))
    await asyncio.sleep(0)
    timers.set_ahead(HOUR + 1)
    await asyncio.wait_for(asleep, 2)
    assert not other.done()
    other.cancel()
    await asyncio.gather(other, return_exceptions=True)


def test_what_waited_in_a_loop_that_is_gone_is_forgotten():
    async def leave_a_timer():
        timers.call_later(900, print)

    asyncio.run(leave_a_timer())
    before = len(timers._waiting)
    timers.set_ahead(5.0)
    timers.set_ahead(0.0)
    assert len(timers._waiting) < before
