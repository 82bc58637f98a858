"""Every word of a computer fits a message: hints, reviews, the choice of computers, a table at home."""

import dataclasses

import pytest

from bot.domain.computers import computer
from bot.domain.entities import LogRow
from bot.service.advice import in_force, read_review, written
from bot.text.words import PSEUDO, words
from bot.views.advice import because, review_screen, waiting_screen
from bot.views.computers import computers_screen
from bot.views.lobby import lobby_screen, options_screen
from bot.views.panels import PanelRequest, panel_screen
from bot.views.parts.screen import layout_of
from games import GAMES
from games.ai.hint import sentence
from games.ai.review import Mistake, Review
from games.contract import walk
from games.core import ALT, Text, offer
from games.reasons import reasons_of
from rendering.paint import paint
from tests.limits import SAVED, as_table, check_layout

SAY = words(PSEUDO)


def moments(key):
    """Return some states of a game with its longest labels, and its moves so far."""
    game = GAMES[key]
    return game, [step for step in walk(game, game.SEATS[-1], "advice") if step.move][:30]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_hint_fits_the_panel_of_a_table_at_home(key):
    game, steps = moments(key)
    for step in steps[::5]:
        table, seat = as_table(game, step.state, game.SEATS[-1]), step.seat
        view, decision = game.view(step.state, seat), table.offer(seat)
        labels = sorted((game.label(view, m) for m in decision.moves), key=lambda label: len(repr(label)))
        why = sentence(labels[-1], 12.3, labels[-2 if len(labels) > 1 else -1], 1.2)
        word = Text("A computer would do this – {why}", why=why)
        found = [reasons_of(game, step.state, seat, move) for move in decision.moves[:20]]
        glance = PanelRequest(advice=word, reasons=max(found, key=lambda reasons: len(repr(reasons))))
        for asked in (glance, dataclasses.replace(glance, dm=True, home=True)):
            check_layout(layout_of(panel_screen(table, seat, SAY, asked)))


def test_a_review_says_what_the_better_move_would_have_done():
    """And nothing that the move that was made has done as well; the reasons are those of that moment."""
    game, en = GAMES["towers"], words("en")
    steps = [step for step in walk(game, 2, "why") if step.move]
    row, made, better = next(
        (row, step.move, move)
        for row, step in enumerate(steps)
        for move in offer(game, step.state, step.seat).moves
        if set(reasons_of(game, step.state, step.seat, move)) - set(reasons_of(game, *step))
    )
    table = dataclasses.replace(as_table(game, steps[-1].state, 2), seed="why", options=())
    line = [(step.seat, step.move) for step in steps]
    flat = tuple((0.5, 0.5) for _ in range(len(line) + 1))
    review = Review(flat, (Mistake(row, steps[row].seat, made, better, 0.2),), *[(0.0, 0.0)] * 3)
    said = str(layout_of(review_screen(table, line, review, en)))
    step = steps[row]
    mine = reasons_of(game, *step)
    more = tuple(r for r in reasons_of(game, step.state, step.seat, better) if r not in mine)
    assert f"-# {en.say(because(more))}" in said
    same = review._replace(mistakes=(Mistake(row, step.seat, made, made, 0.2),))
    assert "Why –" not in str(layout_of(review_screen(table, line, same, en)))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_review_fits_and_its_chart_is_told_in_words(key):
    game, steps = moments(key)
    seats, line = game.SEATS[-1], [(step.seat, step.move) for step in steps]
    table = as_table(game, game.setup(seats, "advice"), seats)
    table = dataclasses.replace(table, seed="advice")
    rows = [n for n, (seat, move) in enumerate(line) if line.index((seat, move)) == n][-3:]
    worst = tuple(Mistake(n, line[n][0], line[n][1], line[n][1], 0.123) for n in rows)
    shares = tuple(0.2 - 0.1 * n for n in range(seats))
    chances = tuple(tuple(1 / seats for _ in range(seats)) for _ in range(len(line) + 1))
    review = Review(chances, worst, shares, shares, shares)
    assert read_review(written(review)).mistakes == worst
    screen = review_screen(table, line, review, SAY)
    components = layout_of(screen)
    check_layout(components)
    gallery = next(part for part in components[0]["components"] if part["type"] == 12)
    assert 0 < len(gallery["items"][0]["description"]) <= ALT
    assert paint(screen.scene).startswith(b"\x89PNG")


def test_lobbies_with_computers_fit():
    for key, game in GAMES.items():
        users = (2**63 - 1, *(computer("podesta", n) for n in range(game.SEATS[-1] - 1)))
        for guild in (0, SAVED.guild):
            lobby = dataclasses.replace(SAVED, game=key, users=users, phase="lobby", hints=0, guild=guild)
            for screen in (
                lobby_screen(lobby, SAY),
                options_screen(lobby, SAY),
                computers_screen(lobby, SAY),
            ):
                check_layout(layout_of(screen))
    check_layout(layout_of(waiting_screen(3, 80, SAY)))


def test_a_review_looks_at_the_moves_that_were_not_taken_back():
    rows = [LogRow(1, "move", 0, "a"), LogRow(2, "move", 1, "b"), LogRow(3, "back", 1, "1")]
    line = in_force([*rows, LogRow(4, "move", 1, "c"), LogRow(5, "end", -1, "stop")])
    assert [(row.seat, row.text) for row in line] == [(0, "a"), (1, "c")]
