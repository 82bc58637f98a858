"""A game as a moving picture: short, of one height, and without bars."""

from io import BytesIO

from PIL import Image

from bot.processes.gif_worker import most_telling
from rendering import theme
from rendering.gif import LAST, WHOLE, film
from rendering.scene import Box, Scene


def page(number, high=300):
    return Scene(400, high, theme.RED, tuple(Box(9 * n, 9, 6, 6, theme.INK) for n in range(number)))


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


def test_a_lower_picture_stands_on_the_page_and_not_on_a_bar_of_its_own_colour():
    moving = Image.open(BytesIO(film([page(3, 200), page(4, 400)])))
    corner = moving.convert("RGB").getpixel((300, 5))
    assert corner == tuple(int(theme.GROUND[i : i + 2], 16) for i in (1, 3, 5))
