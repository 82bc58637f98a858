"""Who was called: one value, one codec, and the text that older processes read."""

import pytest

from bot.domain.calls import (
    ALL_TOLD,
    NO_CALLS,
    Call,
    Calls,
    calls_in_text,
    stored_calls,
    text_of,
    written,
)

TEXTS = {
    "": NO_CALLS,
    "end": ALL_TOLD,
    "0.12!,1.12": Calls(((0, Call(12, mentioned=True)), (1, Call(12)))),
    "2.3?!": Calls(((2, Call(3, mentioned=True, ask=True)),)),
    "1.7!^~": Calls(((1, Call(7, mentioned=True, reminded=True, apart=True)),)),
    "3.40!,0.41": Calls(((3, Call(40, mentioned=True)), (0, Call(41)))),
}


@pytest.mark.parametrize(("text", "calls"), TEXTS.items())
def test_calls_come_back_as_they_were_written_in_either_form(text, calls):
    assert calls_in_text(text) == calls and text_of(calls) == text
    assert stored_calls(written(calls), "9.9") == calls, "the text is not asked where the value is filled"
    assert stored_calls(None, text) == calls, "an older process wrote last"


def test_the_oldest_text_called_everyone_by_mention():
    assert calls_in_text("12@0,1") == Calls(((0, Call(12, mentioned=True)), (1, Call(12, mentioned=True))))


def test_a_call_is_owed_as_long_as_somebody_was_called_silently():
    assert [text for text, calls in TEXTS.items() if calls.owed] == ["0.12!,1.12", "3.40!,0.41"]


def test_a_seat_that_changes_hands_was_not_called():
    assert text_of(calls_in_text("0.12!,1.12,10.3").without(1)) == "0.12!,10.3"
    assert ALL_TOLD.without(1) == ALL_TOLD


def test_what_is_stored_is_readable_by_itself():
    calls = calls_in_text("0.12?!,1.9")
    assert written(calls) == '{"0":{"row":12,"ask":true,"mentioned":true},"1":{"row":9}}'
    assert (written(NO_CALLS), written(ALL_TOLD)) == ("{}", '"end"')
