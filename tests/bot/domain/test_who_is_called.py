"""Whose call is kept and who is called anew, question by question."""

from dataclasses import replace

from bot.domain.calls import Call
from bot.domain.entities import LogRow
from bot.domain.log import begin, follow
from bot.domain.who_is_called import calls_of, owed
from tests.toy import Toy, ask

FIRST, SECOND = ask(0, "a", "b"), ask(1, "a", "b")


def dealt(*questions):
    return begin(1, Toy(*questions), (10, 20), "s", ())


def move(table, seat):
    return follow(table, LogRow(table.last_row + 1, "move", seat, "a", "person", 1000))


def test_who_goes_on_with_a_turn_keeps_the_call_and_is_pinged_for_it_no_second_time():
    """In the middle of their turn they may go away: they have been pinged for it."""
    table = dealt(FIRST, FIRST, SECOND, FIRST)
    pinged = {0: Call(0, mentioned=True)}
    table = move(table, 0)
    assert calls_of(table, pinged) == pinged and not owed(table, 0, pinged[0])
    table = move(table, 0)
    assert calls_of(table, pinged) == {1: Call(2)}
    table = move(table, 1)
    again = calls_of(table, pinged | {1: Call(2)})
    assert again == {0: Call(3)} and owed(table, 0, again[0]), "the next turn is another one"


def test_while_others_choose_whoever_was_called_keeps_the_call():
    class Together(Toy):
        def decisions(self, state):
            chosen = {seat for seat, _ in state}
            return tuple(replace(one, settled=one.seat in chosen) for one in (FIRST, SECOND))

    table = begin(1, Together(), (10, 20), "s", ())
    called = calls_of(table, {})
    assert called == {0: Call(0), 1: Call(0)}
    for _ in range(2):  # a choice, and a second thought
        table = move(table, 0)
        assert calls_of(table, called) == {1: Call(0)}
