"""What could not be shown is tried again: never given up, no flood, and all of it soon after the trouble."""

import heapq
import itertools
import random

import pytest

from bot.delivery import retry_queue
from bot.delivery.retry_queue import MAX_TABLES_PER_RETRY, PLAYED_SECONDS, RETRY_INTERVAL, RetryQueue

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
        self.trouble = RetryQueue(self.again)
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
    monkeypatch.setattr(retry_queue, "timers", made)
    return made


def test_during_an_hour_of_trouble_one_table_is_tried_every_few_seconds_and_none_is_given_up(time):
    outage = Outage(time, 60)
    time.turn(HOUR)
    assert 0.7 * HOUR / RETRY_INTERVAL < len(outage.tries) < 1.4 * HOUR / RETRY_INTERVAL
    assert outage.at_once() == 1 and {table_id for _, table_id in outage.tries} == set(range(60))


def test_ten_seconds_after_an_hour_of_trouble_every_table_is_shown_and_no_flood_was_sent(time):
    outage = Outage(time, 120)
    time.turn(HOUR)
    outage.down, outage.tries = False, []
    time.turn(HOUR + 10)
    assert not outage.trouble and sorted(table_id for _, table_id in outage.tries) == list(range(120))
    assert outage.at_once() <= MAX_TABLES_PER_RETRY


def test_two_bots_that_fail_in_the_same_moment_do_not_try_again_in_step(time, monkeypatch):
    moments = []
    for seed in (1, 2):
        monkeypatch.setattr(retry_queue, "random", random.Random(seed))
        outage = Outage(time, 3)
        time.turn(time.now + 60)
        moments.append([round(at % 60, 3) for at, _ in outage.tries])
        outage.trouble.close()
    assert not set(moments[0]) & set(moments[1])


class Alone:
    """Tables that fail while Discord takes another table all the time, until it takes them, too."""

    def __init__(self, time, tables=1):
        self.time, self.down, self.tries, self.others = time, True, [], itertools.count(tables)
        self.made = RetryQueue(self.again)
        for table_id in range(tables):
            self.made.failed(table_id)
        self.works()

    def works(self):
        self.made.worked(next(self.others))
        self.time.call_later(1, self.works)

    def again(self, table_id):
        self.tries.append(self.time.now)
        self.time.call_later(ANSWER, lambda: self.told(table_id))

    def told(self, table_id):
        (self.made.failed if self.down else self.made.worked)(table_id)

    def waits(self):
        return [after - before for before, after in itertools.pairwise(self.tries)]


def test_a_table_that_fails_alone_is_tried_ever_more_seldom_when_nobody_plays_and_never_given_up(time):
    alone = Alone(time)
    time.turn(PLAYED_SECONDS)
    assert max(alone.waits()) <= 5
    alone.tries = []
    time.turn(3 * HOUR)
    waits = alone.waits()
    assert waits[0] < 15 and waits[-1] > 500 and len(alone.tries) < 30


@pytest.mark.parametrize(("seconds", "moves"), [(6, 6), (20, 8), (60, 12), (300, 60)])
def test_a_board_is_current_within_five_seconds_of_its_own_trouble_however_many_moves_it_missed(
    time, seconds, moves
):
    alone = Alone(time)
    for n in range(moves):  # each of them is a try, too
        time.call_later(seconds * n / moves, lambda: alone.made.failed(0))
    time.turn(seconds)
    alone.down = False
    time.turn(seconds + 5)
    assert 0 not in alone.made


def test_a_move_after_hours_of_trouble_has_the_board_tried_every_few_seconds_again(time):
    alone = Alone(time)
    time.turn(5 * HOUR)
    alone.made.failed(0)  # somebody has moved, and the board could not be shown
    alone.tries = []
    time.turn(5 * HOUR + PLAYED_SECONDS)
    assert alone.tries[0] - 5 * HOUR <= 5 and max(alone.waits()) <= 5


def test_of_many_boards_that_fail_while_others_work_none_waits_for_the_others(time):
    alone = Alone(time, tables=12)
    time.turn(60)
    alone.down = False
    time.turn(65)
    assert not alone.made


def test_a_table_that_fails_alone_for_a_month_is_still_tried(time):
    alone = Alone(time)
    alone.made._waiting[0].lonely = 5_000
    alone.made._waiting[0].played = -PLAYED_SECONDS
    time.turn(HOUR)
    assert alone.tries
