"""The stored words have types, and those that this version does not know are told apart."""

from typing import get_args

import pytest

from bot.domain.agreements import NO_AGREEMENTS, with_event
from bot.domain.entities import Event
from bot.domain.kinds import EVENT_KINDS, PHASES, EndingKind, UnknownWord, known
from bot.domain.results import SCORE
from bot.domain.table import ENDINGS


def test_every_ending_is_explained_and_typed():
    assert {*ENDINGS, SCORE} == {*get_args(EndingKind)}


def test_a_word_that_is_not_known_is_refused():
    assert known("play", PHASES) == "play"
    with pytest.raises(UnknownWord, match="'paused'"):
        known("paused", PHASES)


def test_an_event_that_nobody_knows_changes_nothing():
    assert "nap" not in EVENT_KINDS
    assert with_event(NO_AGREEMENTS, Event("nap", 0, 1)) == NO_AGREEMENTS
