"""Many presses: a step in the middle of a turn waits for the next one, and for nothing else."""

import asyncio
from types import SimpleNamespace

import pytest

from bot.base import timers
from bot.delivery.debounce import DEBOUNCE_SECONDS, Debouncer
from bot.delivery.press_priority import BUSY_PRESSES, BUSY_WINDOW, PressPriority
from tests.patience import until


@pytest.fixture(autouse=True)
def real_time_afterwards():
    yield
    timers.set_ahead(0)


def table(awaited=(0,), beside=(), request=None, users=(7, 8)):
    takebacks = SimpleNamespace(request=lambda: request)
    return SimpleNamespace(id=1, users=users, beside=beside, awaited=lambda: awaited, takebacks=takebacks)


class Bot:
    """A bot under many presses, with one table that was shown."""

    def __init__(self, busy=True):
        self.tables, self.asked = {1: table()}, []
        self.manners = SimpleNamespace(busy=busy)
        self.lull = Debouncer(self.manners, lambda table_id: self.tables[table_id], self.asked.append)
        self.lull.shown(self.tables[1])


async def test_a_step_waits_while_the_same_player_moves_on_but_two_seconds_at_most():
    bot = Bot()
    assert all(bot.lull.holds(1) for _ in range(3)) and 1 in bot.lull
    bot.manners.busy = False
    assert bot.lull.holds(1), "what waits goes on waiting"
    timers.set_ahead(DEBOUNCE_SECONDS + 0.1)
    await until(lambda: bot.asked)
    assert bot.asked == [1] and not bot.lull.holds(1), "now it is shown"
    bot.manners.busy = True
    bot.lull.shown(bot.tables[1])
    assert bot.lull.holds(1), "and the next step may wait again"


@pytest.mark.parametrize(
    "now",
    [
        table((1,)),
        table((0, 1)),
        table(beside=("vote",)),
        table(request="take back"),
        table(users=(7, 9)),
        None,
    ],
)
async def test_whatever_else_happens_is_shown_at_once(now):
    bot = Bot()
    assert bot.lull.holds(1)
    bot.tables[1] = now
    assert not bot.lull.holds(1) and 1 not in bot.lull
    timers.set_ahead(DEBOUNCE_SECONDS + 0.1)
    await asyncio.sleep(0)
    assert bot.asked == []


async def test_a_table_in_trouble_and_a_bot_that_stops_wait_for_nothing():
    bot = Bot()
    assert bot.lull.holds(1)
    bot.lull.forget(1)
    assert not bot.lull.holds(1)
    bot.lull.shown(bot.tables[1])
    assert bot.lull.holds(1)
    assert bot.lull.close() == [1]
    bot.lull.shown(bot.tables[1])
    assert not bot.lull.holds(1)


async def test_nothing_waits_while_few_press_or_before_it_was_ever_shown():
    assert not Bot(busy=False).lull.holds(1)
    bot = Bot()
    bot.lull.forget(1)
    assert not bot.lull.holds(1)


async def test_many_presses_within_two_seconds_are_many_and_later_they_are_not():
    manners = PressPriority()
    for _ in range(BUSY_PRESSES - 1):
        manners.press_arrived()
    assert not manners.busy
    manners.press_arrived()
    assert manners.busy
    timers.set_ahead(BUSY_WINDOW + 0.1)
    assert not manners.busy
