"""Hints and reviews, as people ask for them."""

import random

import pytest

from bot.processes.think_inline import InlineThinker
from bot.text.words import words
from bot.views.advice import because
from games.ai.hint import named
from games.reasons import reasons_of
from tests.discord import sim
from tests.discord.people import in_room
from tests.discord.test_computers import alone
from tests.limits import check_layout


@pytest.mark.slow
@in_room
async def test_a_hint_names_a_move_and_is_marked_in_the_record(room):
    players = await room.start("tuir")
    asked = next(person for person in players if person.asked())
    other = next(person for person in players if person is not asked)
    before = other.text(room.board())
    await asked.click(asked.panel, "Hint")
    assert "A computer would do this –" in asked.text() and "about" in asked.text()
    check_layout(asked.stored().components)
    assert asked.asked(), "the question stands"
    events = await room.app.core.stores.tables.events(1)
    assert [(event.kind, event.seat) for event in events] == [("hint", players.index(asked))]
    assert other.text(room.board()) == before, "nobody else sees it while the game goes on"
    assert "Hint" not in other.labels()
    await room.play_on(players, random.Random(1))
    assert "Hints asked for:" in other.text(room.board())


@pytest.mark.slow
@in_room
async def test_a_hint_says_why_in_the_words_of_the_game_from_what_the_seat_knows(room):
    """The computer thinks in a world dealt anew; its reasons are those of the true one."""
    players, dice, told = await room.start("lucca"), random.Random(1), ""
    while not told:  # few first choices of Lucca have no reason: two cards of one colour without a shield
        asked = next(person for person in players if person.asked())
        seat, table = players.index(asked), await room.app.core.services.tables.table(1)
        await asked.click(asked.panel, "Hint")
        game, en = table.rules, words("en")
        view = game.view(table.state, seat)
        names = {move: en.say(named(game.label(view, move))) for move in table.offer(seat).moves}
        (move,) = [move for move, name in names.items() if f"this – {name} (" in asked.text()]
        reasons = reasons_of(game, table.state, seat, move)
        told = en.say(because(reasons)) if reasons else ""
        assert told in asked.text() and bool(told) == ("Why –" in asked.text())
        await room.play_on(players, dice, most=1)


@in_room
async def test_a_host_may_forbid_hints(room):
    ada, bob = room.people[:2]
    await ada.slash(room.channel, "play", game="tuir")
    await bob.click(room.board(), "Join")
    shown = (await ada.click(room.board(), "Options")).response
    await ada.actor.select(shown, ["no"], custom_id=ada.menu_with(shown, "no"))
    assert "No hints" in ada.text(room.board())
    await ada.click(room.board(), "Start")
    for person in (ada, bob):
        await person.open_panel(room.board())
        assert "Hint" not in person.labels()
    asked = ada if ada.asked() else bob
    press = sim.press_payload(room.env, asked.actor, asked.panel, "p:1:hint")
    await sim.deliver(room.env, press)
    assert "without hints" in asked.text()
    assert not await room.app.core.stores.tables.events(1)


@pytest.mark.slow
@in_room
async def test_a_game_is_looked_back_at_once_and_kept(room, database, monkeypatch):
    ada = await alone(room, "tuir")
    refused = sim.press_payload(room.env, ada.actor, room.board(), "p:1:review")
    [answer] = await sim.deliver(room.env, refused)
    assert "played to its end" in ada.text(answer.response)
    await room.play_on([ada], random.Random(1))
    shown = (await ada.click(room.board(), "Review")).response
    words = ada.text(shown)
    assert "Review: Túir" in words and "luck" in words
    picture = next(part for part in ada.components(shown) if part["type"] == 12)
    assert "in the end" in picture["items"][0]["description"]
    check_layout(ada.stored(shown).components)
    stored = await room.app.core.stores.records.review(1)
    await sim.restart(room.env, database)
    monkeypatch.setattr(InlineThinker, "review", None)  # nobody thinks again
    again = (await ada.click(room.board(), "Review")).response
    assert ada.text(again) == words and await room.app.core.stores.records.review(1) == stored
