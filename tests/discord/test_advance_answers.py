"""Answers given in advance: they save presses, and neither they nor their time tell anything."""

import random

import pytest

from bot.domain.entities import LogRow
from bot.domain.log import follow
from bot.service import pending_answers
from tests.discord import sim
from tests.discord.people import in_room


@pytest.fixture(autouse=True)
def slow(monkeypatch):
    """SimCord waits for timers of less than five seconds; these must fire only when time is advanced."""
    assert pending_answers.ADVANCE_ANSWER_DELAY == (2.0, 6.0)
    monkeypatch.setattr(pending_answers, "ADVANCE_ANSWER_DELAY", (7.0, 11.0))


def has_a_choice(decision):
    """Say whether a question may be answered in advance, and both answers differ."""
    return decision.advance and decision.moves[0] != decision.idle


def until_asked(table):
    """Return the rows of a game at random up to a question that may be answered in advance, in two ways."""
    start = table
    for dice in map(random.Random, range(50)):
        table, rows = start, []
        while not table.over and len(rows) < 150:
            if any(has_a_choice(d) for d in table.asked):
                return rows
            decision = table.asked[0]
            rows.append(LogRow(table.last_row + 1, "move", decision.seat, dice.choice(decision.moves)))
            table = follow(table, rows[-1])
    raise AssertionError("no question came up")


async def a_question(room):
    """Start a game, and wake the bot where a Guard or Giostra question has come up."""
    players = await room.start("towers", options=["nobles"])
    stores = room.app.core.stores
    for row in until_asked(await room.services.tables.table(1)):
        await stores.tables.append(1, row)
    await sim.restart(room.env, stores.engine.path)
    (question,) = [d for d in (await room.services.tables.table(1)).asked if has_a_choice(d)]
    await players[question.seat].open_panel(room.board())
    return players, question


@pytest.mark.parametrize(
    ("label", "answer"), [("Always use it if I can", "use"), ("Always let it happen", "let")]
)
@in_room
async def test_a_standing_answer_is_given_after_a_pause_that_tells_nothing(room, label, answer):
    players, question = await a_question(room)
    person = players[question.seat]
    before = await room.services.tables.table(1)
    await person.click(person.panel, label)
    assert (await room.services.tables.table(1)).last_row == before.last_row, "never at once"
    await room.env.advance_time(pending_answers.ADVANCE_ANSWER_DELAY[0] - 0.1)
    assert (await room.services.tables.table(1)).last_row == before.last_row
    await room.env.advance_time(
        pending_answers.ADVANCE_ANSWER_DELAY[1] - pending_answers.ADVANCE_ANSWER_DELAY[0] + 0.2
    )
    rows = await room.app.core.stores.tables.log(1)
    assert rows[before.last_row].text == (question.moves[0] if answer == "use" else question.idle)
    assert rows[before.last_row].by == "person", "nobody can tell it from an answer by hand"


@in_room
async def test_a_standing_answer_outlives_a_restart_and_can_be_taken_back(room, database):
    players, question = await a_question(room)
    person = players[question.seat]
    await person.click(person.panel, "Always let it happen")
    rows = (await room.services.tables.table(1)).last_row
    await sim.restart(room.env, database)
    assert await room.services.advance_answers.of(1, question.seat) == {question.advance: "let"}
    await room.env.advance_time(pending_answers.ADVANCE_ANSWER_DELAY[1] + 0.1)
    assert (await room.services.tables.table(1)).last_row > rows, "it was planned again"
    await person.open_panel(room.board())
    if "Ask me again" in person.labels():
        await person.click(person.panel, "Ask me again")
    else:
        await person.click(person.panel, "Always ask me")
    assert await room.services.advance_answers.of(1, question.seat) == {}


@in_room
async def test_the_notice_of_such_a_question_says_nothing_about_it(room):
    players, question = await a_question(room)
    (notice,) = room.notices()
    assert "a question for you" in players[0].text(notice)
    assert players[0].stored(notice).ping_user_ids == [], "their panel came alive by itself: no ping"
