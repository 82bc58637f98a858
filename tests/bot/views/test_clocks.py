"""What is said about time, and what is not: no more than everyone may know."""

from dataclasses import replace

from bot.domain.entities import LogRow
from bot.domain.log import begin, follow
from bot.domain.pace import Clock, Timing
from bot.text.words import words
from bot.views.board import table_screen
from bot.views.calls import in_dm_screen, notice_screen
from bot.views.panels import look_of, panel_screen
from bot.views.parts.screen import layout_of
from tests.limits import SAVED, parts
from tests.toy import Toy, ask

GUARD = ask(1, "use it", "bear", idle="bear", advance="guard")
EN = words("en")


def table_of(*questions):
    return begin(1, Toy(*questions), (10, 20), "s" * 32, ())


def timed(table, *clocks):
    return replace(table, timing=Timing("live:60", 0, clocks))


def said(screen):
    return "\n".join(part["content"] for part in parts(layout_of(screen)) if part["type"] == 10)


def labels(screen):
    return [part.get("label") for part in parts(layout_of(screen))]


def test_an_answer_of_the_clock_looks_like_any_other_that_lets_it_happen():
    table = table_of(GUARD, ask(0, "a", "b"))
    person, clock = (follow(table, LogRow(1, "move", 1, "bear", by, 7)) for by in ("person", "clock"))
    lapse = "Dove's time ran out: the bot moved for Dove."
    assert [line for line in said(table_screen(clock, EN)).splitlines() if lapse not in line] == said(
        table_screen(person, EN)
    ).splitlines()
    assert lapse in said(table_screen(clock, EN)) and lapse in said(panel_screen(clock, 0, EN))


def test_a_reminder_of_a_question_that_could_tell_what_is_held_says_nothing_about_it():
    table = timed(table_of(GUARD), Clock(), Clock(1, 700, -1))
    told = said(notice_screen(table, EN, [1]))
    assert told == "<@20>, a question for you.\nTime runs out <t:700:R>."
    assert said(in_dm_screen(SAVED, table, EN)).startswith(f"Toy in <#{SAVED.channel}> waits for you.")


def test_the_word_about_lost_time_goes_with_the_next_own_move():
    table = table_of(ask(0, "a", "b"), ask(0, "a", "b"), ask(0, "a", "b"))
    lost = follow(table, LogRow(1, "move", 0, "b", "clock", 7))
    assert lost.lapses() == (0,)
    assert follow(lost, LogRow(2, "move", 0, "b", "person", 8)).lapses() == ()


def test_more_time_is_offered_once_and_only_to_whom_it_runs_out():
    table = timed(table_of(ask(0, "a", "b")), Clock(1, 700), Clock())
    assert "More time" in labels(panel_screen(table, 0, EN))
    assert "More time" not in labels(panel_screen(table, 1, EN))
    assert "More time" not in labels(panel_screen(timed(table, Clock(1, 700, extra=9), Clock()), 0, EN))


def test_another_deadline_is_another_look_of_the_panel():
    table = timed(table_of(ask(0, "a", "b")), Clock(1, 700), Clock())
    assert look_of(table, 0) != look_of(timed(table, Clock(1, 800), Clock()), 0)
    assert look_of(table, 0) != look_of(replace(table, timing=replace(table.timing, stilled=9)), 0)


def test_those_who_have_as_long_as_each_other_stand_in_one_line():
    class Both(Toy):
        def decisions(self, state):
            return ask(0, "a", "b"), ask(1, "a", "b")

    table = begin(1, Both(), (10, 20), "s" * 32, ())
    same = said(table_screen(timed(table, Clock(1, 700), Clock(1, 700)), EN))
    assert "Time runs out for Lion and Dove <t:700:R>" in same
    apart = said(table_screen(timed(table, Clock(1, 700), Clock(1, 800)), EN, away={1: 900}))
    assert "for Lion <t:700:R>" in apart and "for Dove <t:800:R>" in apart
    assert "Dove is away until <t:900:f>" in apart
