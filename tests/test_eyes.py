"""What somebody sees is worked out once, belongs to one state and one viewer, and nobody else sees it."""

import random

import pytest

from bot.screens import eyes as kept
from bot.screens.eyes import MOST, eyes
from bot.tables.folding import begin, follow
from bot.tables.records import LogRow
from games import GAMES

SEATS = {"guilds": 3, "lucca": 4, "towers": 2, "tuir": 2}


def fresh(game, seed="eyes"):
    return begin(1, GAMES[game], tuple(range(10, 10 + SEATS[game])), seed, ())


def moved(table, dice):
    d = dice.choice(table.asked)
    return follow(table, LogRow(table.last_row + 1, "move", d.seat, dice.choice(d.moves), "person", 1))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_looks_sees_what_the_rules_let_that_viewer_see(game):
    dice, tables = random.Random(3), [fresh(game), fresh(game, "another deal")]
    for _ in range(12):
        for table in tables:
            for viewer in (*range(len(table.users)), None, *range(len(table.users))):
                seen, view = eyes(table, viewer), table.rules.view(table.state, viewer)
                assert (seen.view, seen.page) == (view, table.rules.page(view))
            for d in table.asked:
                view = table.rules.view(table.state, d.seat)
                labels = [eyes(table, d.seat).label(move) for move in d.moves]
                assert labels == [table.rules.label(view, move) for move in d.moves]
        tables = [moved(table, dice) if table.asked else table for table in tables]


def test_a_state_is_looked_at_once_and_forgotten_in_time():
    table = fresh("towers")
    assert eyes(table, 0) is eyes(table, 0) is not eyes(table, 1)
    assert eyes(table, 0).view is eyes(table, 0).view
    first = eyes(table, 0)
    for n in range(MOST):
        eyes(fresh("towers", str(n)), 0)
    assert len(kept._KEPT) == MOST and eyes(table, 0) is not first


def test_another_state_that_has_the_id_of_one_before_is_seen_as_it_is(monkeypatch):
    one, other = fresh("towers", "1"), fresh("towers", "2")
    monkeypatch.setattr(kept, "id", lambda state: 7, raising=False)
    for table in (one, other, one):
        assert eyes(table, 0).view == table.rules.view(table.state, 0)
