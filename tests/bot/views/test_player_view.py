"""What somebody sees is worked out once, belongs to one state and one viewer, and nobody else sees it."""

import random

import pytest

from bot.domain.entities import LogRow
from bot.domain.log import begin, follow
from bot.views.parts import player_view as kept
from bot.views.parts.player_view import MAX_CACHED_VIEWS, view_of
from games import GAMES
from tests.kit import seats_of


def fresh(game, seed="eyes"):
    return begin(1, GAMES[game], tuple(range(10, 10 + seats_of(game))), seed, ())


def moved(table, dice):
    d = dice.choice(table.asked)
    return follow(table, LogRow(table.last_row + 1, "move", d.seat, dice.choice(d.moves), "person", 1))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_looks_sees_what_the_rules_let_that_viewer_see(game):
    dice, tables = random.Random(3), [fresh(game), fresh(game, "another deal")]
    for _ in range(12):
        for table in tables:
            for viewer in (*range(len(table.users)), None, *range(len(table.users))):
                seen, view = view_of(table, viewer), table.rules.view(table.state, viewer)
                assert (seen.view, seen.page) == (view, table.rules.page(view))
            for d in table.asked:
                view = table.rules.view(table.state, d.seat)
                labels = [view_of(table, d.seat).label(move) for move in d.moves]
                assert labels == [table.rules.label(view, move) for move in d.moves]
        tables = [moved(table, dice) if table.asked else table for table in tables]


def test_a_state_is_looked_at_once_and_forgotten_in_time():
    table = fresh("towers")
    assert view_of(table, 0) is view_of(table, 0) is not view_of(table, 1)
    assert view_of(table, 0).view is view_of(table, 0).view
    first = view_of(table, 0)
    for n in range(MAX_CACHED_VIEWS):
        view_of(fresh("towers", str(n)), 0)
    assert len(kept._KEPT) == MAX_CACHED_VIEWS and view_of(table, 0) is not first


def test_another_state_that_has_the_id_of_one_before_is_seen_as_it_is(monkeypatch):
    one, other = fresh("towers", "1"), fresh("towers", "2")
    monkeypatch.setattr(kept, "id", lambda state: 7, raising=False)
    for table in (one, other, one):
        assert view_of(table, 0).view == table.rules.view(table.state, 0)
