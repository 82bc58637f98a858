"""Days away: thirty a year, fourteen at once, and who comes back early has the rest left."""

import pytest

from bot.base.errors import Refused
from bot.domain.pauses import NOT_AWAY, NOT_SO_LONG, SECONDS_PER_DAY, Absence, absence
from bot.domain.settings import Away

NOW = 400 * SECONDS_PER_DAY


def days(since, until):
    """A time away, in days from now."""
    return Away(NOW + since * SECONDS_PER_DAY, NOW + until * SECONDS_PER_DAY)


def reason(known, wished):
    with pytest.raises(Refused) as refused:
        absence(known, wished, NOW)
    return refused.value.reason


def test_who_goes_away_for_the_first_time_has_the_rest_of_thirty_days():
    assert absence([], 14, NOW) == Absence((), (days(0, 14),), 16)


def test_who_is_away_and_goes_again_ends_the_first_time_now():
    assert absence([days(-2, 5)], 7, NOW) == Absence((days(-2, 0),), (days(0, 7),), 30 - 2 - 7)


def test_who_is_back_early_has_the_days_left_that_were_not_used():
    assert absence([days(-2, 5)], 0, NOW) == Absence((days(-2, 0),), (), 28)


@pytest.mark.parametrize("known", [[], [days(-9, -2)]])
def test_who_is_not_away_cannot_come_back(known):
    assert reason(known, 0) is NOT_AWAY


@pytest.mark.parametrize("wished", [-1, 15, 10**9])
def test_nobody_is_away_for_longer_than_two_weeks_from_one_day_on(wished):
    assert reason([], wished) is NOT_SO_LONG


def test_thirty_days_a_year_are_counted_and_a_day_begun_counts():
    used = [days(-100, -86), days(-80, -66)]  # 28 days
    assert absence(used, 2, NOW).days_left == 0
    assert "{n} more days" in reason(used, 3).many and reason(used, 3).n == 2
    begun = [*used, Away(NOW - 3600, NOW + 3600)]
    assert absence(begun, 1, NOW).days_left == 0 and reason(begun, 2).n == 1


def test_what_was_more_than_a_year_ago_counts_no_more():
    assert absence([days(-380, -360)], 14, NOW).days_left == 30 - 5 - 14
