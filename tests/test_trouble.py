"""What could not be shown is tried again: never given up, no flood, and all of it soon after the trouble."""

import heapq
import itertools
import random

import pytest

from bot.stage import trouble
from bot.stage.trouble import BEAT, LARGEST, Trouble

HOUR = 3600.0
ANSWER = 0.1  # seconds until Discord says yes or no


class Timeline:
    """A clock that the test turns, in place of the bot's."""

    def __init__(self):
        self.now, self._plans, self._order = 0.0, [], itertools.count()

    def monotonic(self):
        return self.now

    def call_later(self, seconds, callback):
        plan = [self.now + seconds, next(self._order), callback]
        heapq.heappush(self._plans, plan)
        return Plan(plan)

    def turn(self, until):
        while self._plans and self._plans[0][0] <= until:
            self.now, _, callback = heapq.heappop(self._plans)
            if callback:
                callback()
        self.now = until


class Plan:
    def __init__(self, plan):
        self._plan = plan

    def cancel(self):
        self._plan[2] = None


class Outage:
    """So many tables, and a Discord that is down until it is not."""

    def __init__(self, time, tables):
        self.time, self.down, self.tries = time, True, []
        self.trouble = Trouble(self.again)
        for table_id in range(tables):
            self.trouble.failed(table_id)

    def again(self, table_id):
        self.tries.append((self.time.now, table_id))
        told = self.trouble.failed if self.down else self.trouble.worked
        self.time.call_later(ANSWER, lambda: told(table_id))

    def at_once(self):
        return max(len(list(group)) for _, group in itertools.groupby(self.tries, key=lambda tried: tried[0]))


@pytest.fixture
def time(monkeypatch):
    made = Timeline()
    monkeypatch.setattr(trouble, "clock", made)
    return made


def test_during_an_hour_of_trouble_one_table_is_tried_every_few_seconds_and_none_is_given_up(time):
    outage = Outage(time, 60)
    time.turn(HOUR)
    assert 0.7 * HOUR / BEAT < len(outage.tries) < 1.4 * HOUR / BEAT
    assert outage.at_once() == 1 and {table_id for _, table_id in outage.tries} == set(range(60))


def test_ten_seconds_after_an_hour_of_trouble_every_table_is_shown_and_no_flood_was_sent(time):
    outage = Outage(time, 120)
    time.turn(HOUR)
    outage.down, outage.tries = False, []
    time.turn(HOUR + 10)
    assert not outage.trouble and sorted(table_id for _, table_id in outage.tries) == list(range(120))
    assert outage.at_once() <= LARGEST


def test_two_bots_that_fail_in_the_same_moment_do_not_try_again_in_step(time, monkeypatch):
    moments = []
    for seed in (1, 2):
        monkeypatch.setattr(trouble, "random", random.Random(seed))
        outage = Outage(time, 3)
        time.turn(time.now + 60)
        moments.append([round(at % 60, 3) for at, _ in outage.tries])
        outage.trouble.close()
    assert not set(moments[0]) & set(moments[1])


def test_a_table_that_fails_alone_is_tried_ever_more_seldom_and_never_given_up(time):
    alone, others = [], itertools.count(1)

    def again(table_id):
        alone.append(time.now)
        time.call_later(ANSWER / 2, lambda: made.worked(next(others)))  # Discord takes another table
        time.call_later(ANSWER, lambda: made.failed(table_id))

    made = Trouble(again)
    made.failed(0)
    time.turn(2 * HOUR)
    waits = [after - before for before, after in itertools.pairwise(alone)]
    assert waits[0] < 10 and waits[-1] > 300 and len(alone) < 20
