"""The score grid: every column in sight on a phone."""

import pytest

from bot.text.words import words
from bot.views.parts.grid import PHONE_COLUMNS, grid
from bot.views.parts.widths import SPACE, at_word, shortened, wide_letters, width, wrapped
from games import GAMES
from games.contract import walk
from games.core import Row, Text
from tests.wide import WIDE, speaking, wide_po


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
        assert max(map(len, shown.splitlines())) <= PHONE_COLUMNS + 2, shown
        assert len(shown.splitlines()) > len(page.grid) >= 2


def test_a_japanese_letter_takes_two_columns_and_a_joiner_none():
    texts = ("tower", "塔", "Túir", "T\u0301uir", "🪟", "（塔）")
    assert list(map(width, texts)) == [5, 2, 4, 4, 2, 6]


def test_japanese_is_broken_between_letters_but_not_before_a_mark():
    assert wrapped("同色の塔、多色の塔。", 8) == ["同色の", "塔、多色", "の塔。"]
    assert wrapped("ab cd efgh", 6, "  ") == ["ab cd", "  efgh"]
    assert wrapped("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrapped("塔の 8 階建て", 8) == ["塔の 8", "階建て"]
    assert wrapped("", 8) == [""]
    for columns in range(4, 20):
        assert all(width(line) <= columns for line in wrapped("石の tower を、建てる。 abc", columns))


def test_a_text_is_shortened_by_its_columns():
    assert shortened("同色の塔", 8) == "同色の塔"
    assert shortened("同色の塔", 7) == "同色の…"
    assert shortened("plain", 4) == "pla…"


def test_a_label_is_shortened_at_a_word_and_a_japanese_one_between_letters():
    assert at_word("Take back: move the top", 23) == "Take back: move the top"
    assert at_word("Take back: move the top", 22) == "Take back: move the…"
    assert at_word("Take back: a, b", 14) == "Take back: a…", "no comma before the mark"
    assert at_word("Back: Donaudampfschifffahrt", 20) == "Back: Donaudampfsch…", "a word too long is cut"
    assert at_word("同色の塔、多色の塔", 12) == "同色の塔…"
    for columns in range(6, 30):
        assert width(at_word("待った: 橙35 🪟🪟🛡️、紫78 🛡️🛡️🛡️", columns)) <= columns


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_grid_stands_straight_in_japanese(key, tmp_path):
    game = GAMES[key]
    seats = game.SEATS[-1]
    *_, last = walk(game, seats, "1")
    rows = game.page(game.view(last.state, None)).grid
    with speaking(tmp_path, **{WIDE: wide_po()}):
        lines = grid(rows, words(WIDE), seats).splitlines()
    ends = [line for line in lines if not line.startswith("  ") or line == lines[0]]
    assert len({width(line) for line in ends}) == 1, lines
    assert len(ends) > 2 and wide_letters("".join(lines)) > 10
    assert SPACE in "".join(ends), "numbers under wide names need wide spaces"
