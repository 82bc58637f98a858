"""Discretion of small things: what the log says of an error, and how long an answer takes."""

import logging
import random
from enum import Enum
from types import SimpleNamespace

import discord
import pytest

from bot.base.logs import ONE_LINE, is_outage, reason, trace
from bot.domain.computers import computer
from bot.domain.entities import NewRow
from bot.domain.log import begin, follow
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
            table = follow(table, table.next(NewRow("move", d.seat, dice.choice(d.moves))))
    assert lone


def test_an_outage_is_told_in_one_line_and_anything_else_with_its_trace():
    assert reason(ConnectionResetError("gone\naway")) == "ConnectionResetError: gone away"
    assert reason(TimeoutError()) == "TimeoutError"
    broken = discord.HTTPException(SimpleNamespace(status=503, reason="no"), "later")
    assert "\n" not in reason(broken) and "503" in reason(broken)
    for error in (
        KeyError("x"),
        PermissionError("x"),
        discord.HTTPException(SimpleNamespace(status=400, reason="no"), "x"),
    ):
        assert not is_outage(error) and reason(error).startswith("\n")


def test_discord_py_tells_of_an_outage_in_one_line():
    def record(error):
        told = (type(error), error, None)
        return logging.LogRecord("discord.shard", logging.ERROR, "", 0, "again in %ss", (2,), told)

    down, wrong = record(ConnectionRefusedError("no")), record(ValueError("no"))
    assert ONE_LINE.filter(down) and ONE_LINE.filter(wrong)
    assert down.getMessage() == "again in 2s (ConnectionRefusedError: no)" and down.exc_info is None
    assert wrong.getMessage() == "again in 2s" and wrong.exc_info
