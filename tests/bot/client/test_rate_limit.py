"""The turnstile: ten presses at once, then two a second; nobody is remembered for long."""

import pytest

from bot.base import timers
from bot.client.rate_limit import MAX_PEOPLE_REMEMBERED, RateLimiter


@pytest.fixture
def time(monkeypatch):
    """A clock that a test turns by hand."""
    now = [1000.0]
    monkeypatch.setattr(timers, "monotonic", lambda: now[0])
    return now


def let_in(turnstile, who, times):
    return sum(turnstile.allows(who) for _ in range(times))


def test_ten_at_once_and_then_two_a_second(time):
    turnstile = RateLimiter()
    assert let_in(turnstile, "ada", 30) == 10
    assert let_in(turnstile, "bruno", 3) == 3, "everybody has their own"
    for _ in range(20):
        time[0] += 0.5
        assert let_in(turnstile, "ada", 5) == 1
    time[0] += 2
    assert let_in(turnstile, "ada", 10) == 4


def test_after_a_rest_all_ten_are_there_again_and_never_more(time):
    turnstile = RateLimiter()
    let_in(turnstile, "ada", 10)
    time[0] += 5
    assert let_in(turnstile, "ada", 30) == 10
    time[0] += 3600
    assert let_in(turnstile, "ada", 30) == 10


def test_a_person_in_a_hurry_is_told_once_a_second(time):
    turnstile, told = RateLimiter(), 0
    for _ in range(100):
        told += turnstile.may_be_told("ada")
        time[0] += 0.1
    assert told == 10
    assert turnstile.may_be_told("bruno")


def test_memory_is_bounded_by_time_and_by_number(time):
    turnstile = RateLimiter()
    for person in range(500):
        turnstile.allows(person)
        turnstile.may_be_told(person)
    assert turnstile.remembered() == 500
    time[0] += 60
    turnstile.allows("ada")
    turnstile.may_be_told("ada")
    assert turnstile.remembered() == 1, "who has rested is forgotten"
    for person in range(2 * MAX_PEOPLE_REMEMBERED):
        turnstile.allows(person)
    assert turnstile.remembered() == MAX_PEOPLE_REMEMBERED


def test_a_host_may_let_everybody_press_as_they_like(time):
    turnstile = RateLimiter(0)
    assert let_in(turnstile, "ada", 1000) == 1000
    assert turnstile.remembered() == 0


def test_a_clock_that_is_set_back_locks_nobody_out(time):
    """The playground's clock may be a day ahead, and then again not."""
    turnstile = RateLimiter()
    let_in(turnstile, "ada", 10)
    assert turnstile.may_be_told("ada")
    time[0] -= 86_400
    assert let_in(turnstile, "ada", 30) == 10
    assert turnstile.may_be_told("ada")
