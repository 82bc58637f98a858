"""Answers given in advance: they save presses, and neither they nor their time tell anything."""

import random

import pytest

from bot import standing
from tests.discord import sim
from tests.discord.people import in_room


@pytest.fixture(autouse=True)
def slow(monkeypatch):
    """SimCord waits for timers of less than five seconds; these must fire only when time is advanced."""
    assert standing.PAUSE == (2.0, 6.0)
    monkeypatch.setattr(standing, "PAUSE", (7.0, 11.0))


async def until_asked(room, players, dice, most=400):
    """Let people play until someone is asked something that may be answered in advance."""
    for _ in range(most):
        table = await room.host.table(1)
        asked = [d for d in table.asked if d.standing]
        if asked or table.over:
            return asked[0] if asked else None
        ready = [person for person in players if person.asked()]
        await dice.choice(ready).choose(dice)
    return None


async def a_question(room):
    """Start a game in which a Guard or Giostra question comes up, and play on to it."""
    players = await room.start("towers", options=["nobles"])
    question = await until_asked(room, players, random.Random(0))
    assert question, "no question came up"
    await players[question.seat].open_panel(room.board())
    return players, question


@pytest.mark.parametrize(
    ("label", "answer"), [("Always use it if I can", "use"), ("Always let it happen", "let")]
)
@in_room
async def test_a_standing_answer_is_given_after_a_pause_that_tells_nothing(room, label, answer):
    players, question = await a_question(room)
    person = players[question.seat]
    before = await room.host.table(1)
    await person.click(person.panel, label)
    assert (await room.host.table(1)).rows == before.rows, "never at once"
    await room.env.advance_time(standing.PAUSE[0] - 0.1)
    assert (await room.host.table(1)).rows == before.rows
    await room.env.advance_time(standing.PAUSE[1] - standing.PAUSE[0] + 0.2)
    rows = await room.env.bot.store.log(1)
    assert rows[before.rows].text == (question.moves[0] if answer == "use" else question.idle)
    assert rows[before.rows].by == "person", "nobody can tell it from an answer by hand"


@in_room
async def test_a_standing_answer_outlives_a_restart_and_can_be_taken_back(room, database):
    players, question = await a_question(room)
    person = players[question.seat]
    await person.click(person.panel, "Always let it happen")
    rows = (await room.host.table(1)).rows
    await sim.restart(room.env, database)
    assert await room.host.standing(1, question.seat) == {question.standing: "let"}
    await room.env.advance_time(standing.PAUSE[1] + 0.1)
    assert (await room.host.table(1)).rows > rows, "it was planned again"
    await person.open_panel(room.board())
    if "Ask me again" in person.labels():
        await person.click(person.panel, "Ask me again")
    else:
        await person.click(person.panel, "Always ask me")
    assert await room.host.standing(1, question.seat) == {}


@in_room
async def test_the_notice_of_such_a_question_says_nothing_about_it(room):
    players, question = await a_question(room)
    (notice,) = room.notices()
    assert "a question for you" in players[0].text(notice)
    assert players[0].stored(notice).ping_user_ids == [players[question.seat].id]
