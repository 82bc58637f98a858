"""The score grid: every column in sight on a phone."""

import pytest

from bot.screens.grid import PHONE, grid
from bot.words import words
from games import GAMES
from games.contract import walk
from games.core import Row, Text


def test_long_names_go_on_in_the_next_line_and_columns_stay_aligned():
    rows = (
        Row(Text("2+ of one window type side by side in one row"), ("4 = 2 + 2", "0")),
        Row(Text("Total"), ("14", "5")),
    )
    lines = grid(rows, words("en"), 2).splitlines()
    assert lines[0].split() == ["Lion", "Dove"]
    assert lines[1].endswith("4 = 2 + 2     0")
    assert lines[2].startswith("  ")
    assert lines[-1].startswith("Total") and lines[-1].endswith("5")
    assert len({len(line) for line in lines if not line.startswith("  ") or "Lion" in line}) == 1


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_final_score_of_every_game_fits_a_phone(key):
    game = GAMES[key]
    seats = game.SEATS[-1]
    for seed in "12":
        *_, last = walk(game, seats, seed)
        page = game.page(game.view(last.state, None))
        shown = grid(page.grid, words("en"), seats)
        assert max(map(len, shown.splitlines())) <= PHONE + 2, shown
        assert len(shown.splitlines()) > len(page.grid) >= 2
