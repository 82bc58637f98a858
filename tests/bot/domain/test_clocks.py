"""Clocks: who has how long, what a take-back leaves as it was, and when they stand still."""

from dataclasses import replace

import pytest

from bot.base.units import SECONDS_PER_DAY
from bot.domain.agreements import Agreements
from bot.domain.clocks import (
    after_row,
    anew,
    more_time,
    moved_on,
    overdue,
    reminded,
    retimed,
    settled,
    time_left,
    to_remind,
)
from bot.domain.entities import LogRow
from bot.domain.log import begin, follow
from bot.domain.pace import PACES, RESERVE, Clock, Timing, read_clocks, timing_of, write_clocks
from bot.domain.pauses import (
    NEVER,
    Pauses,
    away_until,
    end_of_run,
    paused_until,
    pauses_of_settings,
    seconds_run,
    silent_until,
)
from bot.domain.settings import Away, UserSettings
from tests.toy import Toy, ask

HOUR = 3600
MIDNIGHT = 20_000 * SECONDS_PER_DAY
NIGHT = Pauses(quiet_from=22 * HOUR, quiet=8 * HOUR)  # from 22 to 6
TOGETHER = (ask(0, "a", "b"), ask(1, "a", "b"))


class Watch:
    """A toy table and its clocks, with a time of day that the test turns."""

    def __init__(self, *questions, pace="live:60", users=(10, 20), now=1000):
        self.now, self.pauses = now, {}
        game = Toy(*questions)
        self.table = begin(1, game, users, "s", ())
        self.table = replace(self.table, timing=timing_of(pace, "", 0, len(users)))
        self.wind()

    @property
    def timing(self):
        return self.table.timing

    def wind(self):
        self.table = replace(self.table, timing=settled(self.table, self.now, self.pauses))

    def row(self, kind, seat, text, by="person"):
        row = LogRow(self.table.last_row + 1, kind, seat, text, by, self.now)
        after = follow(self.table, row)
        self.table = replace(after, timing=after_row(self.table, after, row, self.now, self.pauses))
        return self

    def move(self, seat, text="a", by="person"):
        return self.row("move", seat, text, by)

    def later(self, seconds):
        self.now += seconds
        return self

    def left(self, seat):
        return self.timing.deadline(seat) - self.now if self.timing.deadline(seat) else None


# --- who has how long ---


def test_a_question_has_its_time_from_the_moment_it_is_put():
    watch = Watch(ask(0, "a"), ask(1, "a"), pace="slow:86400")
    assert (watch.left(0), watch.left(1)) == (SECONDS_PER_DAY, None)
    watch.later(50).move(0)
    assert (watch.left(0), watch.left(1)) == (None, SECONDS_PER_DAY)


def test_a_table_without_a_pace_has_no_clocks():
    watch = Watch(ask(0, "a"), ask(1, "a"), pace="")
    watch.move(0)
    assert watch.timing == Timing() and watch.timing.next_look() is None


def test_further_decisions_of_a_turn_get_their_time_anew():
    watch = Watch(ask(0, "a"), ask(0, "a"), pace="slow:86400")
    watch.later(HOUR).move(0)
    assert watch.left(0) == SECONDS_PER_DAY


def test_a_live_player_uses_up_the_reserve_before_time_runs_out():
    watch = Watch(ask(0, "a"), ask(1, "a"), ask(0, "a"), ask(0, "a"))
    assert watch.left(0) == 60 + RESERVE
    watch.later(100).move(0).move(1)
    assert watch.left(0) == 60 + RESERVE - 40, "40 seconds beyond the minute"
    watch.later(10).move(0)
    assert watch.left(0) == 60 + RESERVE - 40, "a quick answer costs nothing"


def test_when_time_has_run_out_the_reserve_is_gone_and_the_loss_counted():
    watch = Watch(ask(0, "a"), ask(0, "a"), ask(0, "a"))
    watch.later(660)
    assert overdue(watch.timing, watch.now) == (0,)
    watch.move(0, by="clock")
    assert watch.left(0) == 60 and watch.timing.lost(0) == 1
    watch.later(60).move(0, by="clock")
    assert watch.timing.lost(0) == 2, "in a row"


def test_an_own_decision_ends_the_row_of_losses_and_a_forced_one_does_not():
    watch = Watch(*[ask(0, "a")] * 4)
    watch.move(0, by="clock").move(0, by="house")
    assert watch.timing.lost(0) == 1
    assert watch.move(0).timing.lost(0) == 0


def test_a_computer_and_someone_who_left_have_no_clock():
    watch = Watch(ask(0, "a"), ask(1, "a"), users=(10, -20))
    assert watch.move(0).left(1) is None
    watch = Watch(ask(0, "a"), ask(1, "a"), ask(0, "a"), users=(10, 20, 30))
    watch.table = replace(watch.table, beside=Agreements(left=(0,)))
    watch.wind()
    assert watch.left(0) is None and watch.timing.next_look() is None


class Together(Toy):
    """Everybody chooses at once, may think again until all have, and then is asked once more."""

    def decisions(self, state):
        chosen = {seat for seat, _ in state}
        return tuple(
            replace(question, settled=question.seat in chosen and len(chosen) < 2) for question in TOGETHER
        )


def together(**more):
    watch = Watch(**more)
    watch.table = begin(1, Together(), (10, 20), "s", ())
    watch.table = replace(watch.table, timing=timing_of(more.get("pace", "live:60"), "", 0, 2))
    watch.wind()
    return watch


def test_everyone_who_is_asked_at_once_has_a_clock_of_their_own():
    watch = together()
    watch.later(20).move(0)
    assert (watch.left(0), watch.left(1)) == (None, 640)


def test_a_second_thought_restarts_no_clock():
    watch = together()
    watch.later(20).move(0).later(10).move(0, "b")
    assert (watch.left(0), watch.left(1)) == (None, 630)


class Dependent(Together):
    """Who answers "more" is asked how much, also on a second thought; the other chooses by what is there."""

    def decisions(self, state):
        last = dict(state)
        asked = ask(0, "few", "many") if last.get(0) == "more" else ask(0, "a", "b", "more")
        other = ask(1, "a", last.get(0, "nothing"))
        return replace(asked, settled=last.get(0, "more") != "more"), other


def dependent():
    watch = together()
    watch.table = replace(watch.table, rules=Dependent(), asked=Dependent().decisions(()))
    return watch


def test_a_second_thought_that_asks_on_gives_what_was_left_and_not_the_time_anew():
    watch = dependent()
    watch.later(20).move(0)
    assert watch.left(0) is None
    watch.later(10).move(0, "more")
    assert watch.left(0) == 60 + RESERVE - 20


def test_a_second_thought_gives_the_others_no_time_anew():
    watch = dependent()
    watch.later(20).move(0)
    assert watch.left(1) == 60 + RESERVE, "a first choice changes what the other is asked"
    watch.later(10).move(0, "b")
    assert watch.table.opened[1] == 2 and watch.left(1) == 60 + RESERVE - 10


# --- take-back ---


def test_a_take_back_within_a_turn_neither_restarts_a_clock_nor_gives_time_again_and_again():
    watch = Watch(*[ask(0, "a", "b")] * 3, pace="slow:86400")
    watch.later(HOUR).move(0)
    deadline = watch.timing.deadline(0)
    for _ in range(5):
        watch.later(HOUR).row("back", 0, "0")
        assert watch.timing.deadline(0) == deadline
        watch.later(HOUR).move(0)
        assert watch.timing.deadline(0) == deadline


def test_after_a_take_back_that_others_allowed_what_was_left_is_left():
    watch = Watch(ask(0, "a", "b"), ask(1, "a"), pace="slow:86400")
    watch.later(20 * HOUR).move(0).later(10 * HOUR).row("back", 0, "0")
    assert (watch.left(0), watch.left(1)) == (4 * HOUR, None)
    assert watch.later(HOUR).move(0).left(1) == SECONDS_PER_DAY, "the others are asked anew"


def test_a_take_back_gives_no_reserve_back_and_takes_none():
    watch = Watch(ask(0, "a", "b"), ask(1, "a"), ask(0, "a"))
    watch.later(160).move(0)  # 100 of the reserve
    watch.row("back", 0, "0")
    assert watch.left(0) == RESERVE - 100
    watch.later(20).move(0).move(1)
    assert watch.left(0) == 60 + RESERVE - 120
    watch = Watch(ask(0, "a", "b"), ask(1, "a"), ask(0, "a"))
    watch.later(20).move(0).row("back", 0, "0").later(30).move(0).move(1)
    assert watch.left(0) == 60 + RESERVE, "all within the minute"


# --- reminders and more time ---


@pytest.mark.parametrize(
    ("pace", "before"),
    [("live:60", 30), ("live:300", 30), ("slow:86400", 6 * HOUR), ("slow:604800", 42 * HOUR)],
)
def test_people_are_reminded_once_before_their_time_runs_out(pace, before):
    watch = Watch(ask(0, "a"), pace=pace)
    at = watch.timing.next_look()
    assert watch.timing.deadline(0) - at == before
    assert to_remind(watch.timing, at - 1) == () and to_remind(watch.timing, at) == (0,)
    timing = reminded(watch.timing, (0,))
    assert to_remind(timing, at) == () and timing.next_look() == timing.deadline(0)


def test_more_time_doubles_what_is_left():
    watch = Watch(ask(0, "a"), ask(0, "a"), pace="slow:86400")
    watch.later(20 * HOUR)
    timing = more_time(reminded(watch.timing, (0,)), 0, watch.now)
    assert timing.deadline(0) == watch.now + 8 * HOUR and timing.clock(0).extra
    assert timing.next_look() == timing.deadline(0), "one reminder a question"
    watch = Watch(ask(0, "a"), ask(0, "a")).later(30)
    watch.table = replace(watch.table, timing=more_time(watch.timing, 0, watch.now))
    assert watch.left(0) == 2 * 630
    watch.later(640).move(0)
    assert watch.left(0) == 60 + RESERVE, "the time that was given comes before the reserve"


def test_more_time_is_not_given_again_after_a_take_back():
    watch = Watch(ask(0, "a", "b"), ask(1, "a"))
    watch.table = replace(watch.table, timing=more_time(watch.timing, 0, watch.now))
    watch.move(0).row("back", 0, "0")
    assert watch.timing.clock(0).extra


def test_another_pace_gives_everyone_who_is_asked_the_whole_time():
    watch = Watch(ask(0, "a"), pace="slow:86400")
    watch.later(HOUR)
    live = anew(watch.table, watch.now, {}, "live:60")
    assert live.deadline(0) == watch.now + 660
    watch.table = replace(watch.table, timing=live)
    assert anew(watch.table, watch.now, {}, "") == Timing()
    again = anew(replace(watch.table, timing=Timing()), watch.now, {}, "live:120")
    assert again.deadline(0) == watch.now + 720


# --- standing still ---


def test_standing_still_is_one_number():
    watch = Watch(ask(0, "a"), pace="live:60")
    stilled = replace(watch.timing, stilled=500)
    assert stilled.deadline(0) == watch.timing.deadline(0) + 500
    assert stilled.next_look() == watch.timing.next_look() + 500
    assert overdue(stilled, watch.now + 700) == () and overdue(stilled, watch.now + 1160) == (0,)


def test_the_reserve_is_not_charged_for_time_that_stood_still():
    watch = Watch(ask(0, "a"), ask(1, "a"), ask(0, "a"))
    watch.later(30)
    watch.table = replace(watch.table, timing=replace(watch.timing, stilled=1000))
    watch.later(1000).move(0).move(1)
    assert watch.left(0) == 660
    watch.table = replace(watch.table, timing=replace(watch.timing, stilled=-3600))
    watch.later(-4600)  # somebody has set the clock back
    assert watch.left(0) == 660


def test_quiet_hours_are_those_of_the_persons_own_day():
    settings = UserSettings(quiet_from=22 * 60, quiet_until=7 * 60, utc_offset=9 * 60)
    stills = pauses_of_settings(settings)
    assert (stills.quiet_from, stills.quiet) == (13 * HOUR, 9 * HOUR)
    assert pauses_of_settings(UserSettings()) == NEVER
    assert paused_until(stills, MIDNIGHT + 13 * HOUR) == MIDNIGHT + 21 * HOUR, "eight hours at most"
    assert silent_until(stills, MIDNIGHT + 21 * HOUR) == MIDNIGHT + 22 * HOUR, "but no calls in all of them"
    assert paused_until(stills, MIDNIGHT + 22 * HOUR) == MIDNIGHT + 22 * HOUR


def test_a_slow_clock_stands_still_in_quiet_hours_and_while_away():
    evening = MIDNIGHT + 20 * HOUR
    assert end_of_run(NIGHT, evening, 3 * HOUR) == MIDNIGHT + SECONDS_PER_DAY + 7 * HOUR
    assert seconds_run(NIGHT, evening, MIDNIGHT + SECONDS_PER_DAY + 7 * HOUR) == 3 * HOUR
    away = NIGHT._replace(away=(Away(evening + HOUR, evening + 3 * SECONDS_PER_DAY),))
    assert end_of_run(away, evening, 2 * HOUR) == evening + 3 * SECONDS_PER_DAY + HOUR
    assert (
        away_until(away, evening) == 0
        and away_until(away, evening + SECONDS_PER_DAY) == evening + 3 * SECONDS_PER_DAY
    )
    assert silent_until(away, evening + 2 * HOUR + SECONDS_PER_DAY) == evening + 3 * SECONDS_PER_DAY
    night = Pauses((Away(MIDNIGHT, MIDNIGHT + 23 * HOUR),), 22 * HOUR, 8 * HOUR)
    assert silent_until(night, MIDNIGHT + HOUR) == MIDNIGHT + 30 * HOUR, "one ends within the other"


@pytest.mark.parametrize(
    "stills",
    [NEVER, NIGHT, Pauses((Away(MIDNIGHT + 5, MIDNIGHT + 2 * SECONDS_PER_DAY),), 0, SECONDS_PER_DAY // 3)],
)
def test_what_a_clock_runs_and_what_it_has_run_are_the_same(stills):
    for start in range(MIDNIGHT, MIDNIGHT + SECONDS_PER_DAY, 7001):
        for seconds in (1, HOUR, 10 * HOUR, 3 * SECONDS_PER_DAY):
            assert seconds_run(stills, start, end_of_run(stills, start, seconds)) == seconds


def test_going_away_and_coming_back_leave_what_is_left():
    watch = Watch(ask(0, "a"), pace="slow:86400", now=MIDNIGHT)
    watch.later(20 * HOUR)
    away = Pauses((Away(watch.now, watch.now + 5 * SECONDS_PER_DAY),))
    gone = retimed(watch.timing, 0, watch.now, NEVER, away)
    assert gone.deadline(0) == watch.now + 5 * SECONDS_PER_DAY + 4 * HOUR
    assert not gone.clock(0).reminded
    back = watch.now + SECONDS_PER_DAY
    early = Pauses((Away(watch.now, back),))
    assert retimed(gone, 0, back, away, early).deadline(0) == back + 4 * HOUR
    live = Watch(ask(0, "a"))
    assert retimed(live.timing, 0, live.now, NEVER, away) == live.timing, "a live game waits for nobody"


def test_time_that_stood_still_is_not_given_in_quiet_hours():
    watch = Watch(ask(0, "a"), pace="slow:86400", now=MIDNIGHT + 7 * HOUR)
    watch.pauses = {0: NIGHT}
    watch.table = replace(watch.table, timing=timing_of("slow:86400", "", 0, 2))
    watch.wind()
    assert watch.timing.deadline(0) == MIDNIGHT + SECONDS_PER_DAY + 15 * HOUR
    stilled = replace(watch.timing, stilled=12 * HOUR)  # the bot was down for a day of twelve hours
    later = moved_on(stilled, 0, watch.pauses)
    assert later.deadline(0) == MIDNIGHT + 2 * SECONDS_PER_DAY + 11 * HOUR, (
        "seven hours, the night, five more"
    )
    assert moved_on(later, 0, watch.pauses) == later, "once"


# --- what is stored ---


def test_clocks_come_back_as_they_were_written():
    clocks = (Clock(5, 6, 7, 8, 9, 1, -1, 2, True), Clock(reserve=600))
    assert read_clocks(write_clocks(clocks), 2) == clocks
    assert timing_of("live:60", write_clocks(clocks[:1]), 3, 2) == Timing("live:60", 3, clocks)


def test_a_pace_that_is_not_known_keeps_no_time():
    assert timing_of("blitz:5", "", 0, 2) == Timing()
    assert set(PACES) >= {"", "live:60", "slow:604800"}


def test_what_is_left_is_never_below_nothing():
    watch = Watch(ask(0, "a")).later(10_000)
    assert time_left(watch.timing, 0, watch.now) == 0
