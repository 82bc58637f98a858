"""Every step of every lesson fits a message in every language, with its menus and the answer to each move."""

import pytest

from bot.domain.lessons import all_lessons, first_of
from bot.text.languages import PSEUDO
from bot.text.words import languages, words
from bot.views.lessons import end_screen, lesson_screen, lessons_screen, offer_of
from bot.views.parts.screen import layout_of
from tests.limits import check_layout
from tests.wide import FIFTH, MADE_UP, reading

LESSONS = [name for name, _ in all_lessons()]


@pytest.mark.parametrize("name", LESSONS, ids="/".join)
@pytest.mark.parametrize("language", [*languages(), PSEUDO, MADE_UP, FIFTH])
def test_every_step_fits_a_message(name, language, tmp_path):
    with reading(language, tmp_path) as spoken:
        say, progress = words(spoken), first_of(name)
        while not progress.over:
            offer = offer_of(progress, say)
            wrong = [move for move in offer.decision.moves if move not in progress.right]
            for move in [None, *wrong[:: max(1, len(wrong) // 4)]]:
                screen = lesson_screen(progress, say, progress.told(move) if move else None)
                check_layout(layout_of(screen))
            progress = progress.after(progress.right[0])
        check_layout(layout_of(end_screen(progress, say)))
        check_layout(layout_of(lessons_screen({name}, say)))


def test_the_picture_points_at_the_right_moves_alone():
    """With all moves on offer a beginner would see marks everywhere."""
    progress = first_of(LESSONS[0])
    game_marks = lesson_screen(progress, words("en")).scene
    from games import GAMES

    game, place = GAMES[progress.name.game], progress.place
    view = game.view(place.state, progress.lesson.seat)
    assert (
        game_marks
        == game.scene(view, progress.right)
        != game.scene(view, offer_of(progress, words("en")).decision.moves)
    )
