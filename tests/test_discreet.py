"""Discretion of small things: what the log says of an error, and how long an answer takes."""

import random
from enum import Enum

import pytest

from bot.logs import trace
from bot.tables.computers import computer
from bot.tables.folding import begin, follow
from bot.tables.records import Deed
from games import GAMES


def called_from(file: str) -> str:
    """Return the trace of a library's error that was met by code of some file."""
    scope = {"Colour": Enum("Colour", "RED")}
    with pytest.raises(ValueError) as met:
        exec(compile("Colour('R20')", file, "exec"), scope)
    return trace(met.value)


def test_an_error_of_a_library_below_the_rules_is_logged_without_its_words():
    assert "R20" in called_from("/srv/bot/tables/x.py").splitlines()[-1]
    told = called_from("/srv/games/tuir/x.py")
    assert told.endswith("ValueError") and "R20' is not" not in told


def test_a_hidden_question_with_one_answer_is_thought_about_like_any_other():
    """The house answers at once only what everybody sees: else the time would tell of a lack of choice."""
    lone = 0
    for seed in range(4):
        dice = random.Random(seed)
        table = begin(1, GAMES["towers"], [5, computer("mason"), computer("mason", 1)], str(seed), ())
        while not table.over:
            waiting = [d for d in table.asked if not d.settled]
            hidden = {d.seat for d in waiting if len(d.moves) == 1 and not d.open and d.seat}
            lone += len(hidden)
            assert hidden <= set(table.thinking())
            assert (table.house_move(thinks=True) or (-1,))[0] not in hidden
            d = dice.choice(waiting)
            table = follow(table, table.next(Deed("move", d.seat, dice.choice(d.moves))))
    assert lone
