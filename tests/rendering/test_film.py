"""A game as a moving picture: short, of one height, and without bars."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.processes.gif_worker import most_telling
from games import GAMES
from rendering import gif, theme
from rendering.gif import HEAVIEST, LAST, WHOLE, film
from rendering.scene import Box, Scene
from tests.moments import states


def page(number, high=300):
    return Scene(400, high, theme.RED, tuple(Box(9 * n, 9, 6, 6, theme.INK) for n in range(number)))


def crowd(seed):
    """A page on which nothing stands where it stood on another."""
    dice, inks = Random(seed), (theme.RED, theme.GREEN, theme.BLUE, theme.YELLOW)
    spots = [(dice.randrange(390), dice.randrange(290), dice.choice(inks)) for _ in range(150)]
    return Scene(400, 300, theme.PAPER, tuple(Box(x, y, 7, 7, ink) for x, y, ink in spots))


def test_a_film_shows_the_scenes_in_which_most_has_changed_and_always_the_last():
    line = [page(n) for n in (0, 1, 2, 9, 9, 10, 20, 21, 21)]
    assert most_telling(line, 4) == [page(0), page(9), page(20), page(21)]
    assert most_telling(line) == [page(n) for n in (0, 1, 2, 9, 10, 20, 21)] + [page(21)]
    assert most_telling(line[:1]) == [page(0)]


def test_a_film_lasts_twenty_seconds_at_most_and_its_last_picture_stays():
    moving = Image.open(BytesIO(film([page(n) for n in range(40)])))
    times = []
    for n in range(moving.n_frames):
        moving.seek(n)
        times.append(moving.info["duration"])
    assert sum(times) <= WHOLE and times[-1] == LAST and len(set(times[:-1])) == 1


def test_a_heavy_film_has_fewer_pictures_and_keeps_its_first_and_its_last(monkeypatch):
    line = [crowd(n) for n in range(20)]
    whole, ends = film(line), [film([line[0]]), film([line[-1]])]
    for limit in (len(whole) - 1, len(whole) // 2, len(whole) // 4):
        monkeypatch.setattr(gif, "HEAVIEST", limit)
        light = film(line)
        moving = Image.open(BytesIO(light))
        assert len(light) <= limit and 2 <= moving.n_frames < 20
        for n, end in zip((0, moving.n_frames - 1), ends, strict=True):
            moving.seek(n)
            assert moving.convert("RGB").tobytes() == Image.open(BytesIO(end)).convert("RGB").tobytes()


@pytest.mark.parametrize("key", GAMES)
def test_a_film_of_a_whole_game_with_all_seats_fits_seven_hundred_kilobytes(key):
    game = GAMES[key]
    line = [game.scene(game.view(state, None)) for state in states(key, game.SEATS[-1])]
    moving = film(most_telling(line))
    assert len(moving) <= HEAVIEST and Image.open(BytesIO(moving)).n_frames >= 15


def test_a_lower_picture_stands_on_the_page_and_not_on_a_bar_of_its_own_colour():
    moving = Image.open(BytesIO(film([page(3, 200), page(4, 400)])))
    corner = moving.convert("RGB").getpixel((300, 5))
    assert corner == tuple(int(theme.GROUND[i : i + 2], 16) for i in (1, 3, 5))
