"""Every lesson of every game keeps its promises, and a lesson that breaks one is named."""

import pytest

from games import GAMES
from games.contract import Broken
from games.core import Text
from games.lesson_contract import check_lesson, check_lessons, told
from games.lessons import answer, begin, filled, lessons_of, resumed, right_moves, version_of

EVERY = [(key, name) for key, game in GAMES.items() for name in lessons_of(game)]
TUIR = GAMES["tuir"]


@pytest.mark.parametrize(("key", "name"), EVERY)
def test_a_lesson_can_be_walked_on_every_way_and_every_wrong_move_has_a_word(key, name):
    check_lesson(GAMES[key], name, lessons_of(GAMES[key])[name])


def test_every_game_teaches_a_turn_and_how_one_wins():
    for key in ("towers", "lucca", "guilds", "tuir"):
        assert list(lessons_of(GAMES[key]))[:2] == ["turn", "win"], key
        check_lessons(GAMES[key])
    assert "nobles" in lessons_of(GAMES["towers"]) and "celebration" in lessons_of(GAMES["lucca"])


def changed(name="turn", step=0, **changes):
    """Return a lesson of Túir with one thing of it changed."""
    lesson = lessons_of(TUIR)[name]
    of_step = {key: changes.pop(key) for key in list(changes) if key in lesson.steps[0]._fields}
    steps = tuple(one._replace(**of_step) if n == step else one for n, one in enumerate(lesson.steps))
    return lesson._replace(**{"steps": steps} | changes)


BROKEN = {
    "nothing that is wanted is on offer": changed(want=("build:T99:*",)),
    "no words or too many": changed(say=Text("word " * 41)),
    "too many words": changed(end=tuple(Text("word " * 30) for _ in range(3))),
    "too many lines at the end": changed(end=(Text("a"),) * 4),
    "a placeholder is left": changed(say=Text("Build {this}.", this="{x}")),
    "the learner is not ahead": changed("win", steps=lessons_of(TUIR)["win"].steps[:1]),
    "the game is not over": changed(wins=True),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_lesson_that_breaks_a_promise_is_named(fault):
    with pytest.raises(Broken, match=fault):
        check_lesson(TUIR, "broken", BROKEN[fault])


def test_a_wrong_move_is_answered_by_the_first_word_that_fits_and_leaves_the_table_alone():
    lesson = lessons_of(TUIR)["turn"]
    place = begin(TUIR, lesson)
    view = TUIR.view(place.state, 0)
    moves = TUIR.decisions(place.state)[0].moves
    green = next(move for move in moves if move.startswith("build:T14:"))
    assert answer(TUIR, lesson, place, green).id.startswith("Green gives no red tower")
    said = answer(TUIR, changed(wrong=()), place, green)
    assert dict(said.args)["brings"] == TUIR.label(view, green).detail and "Legal" in said.id
    assert place == begin(TUIR, lesson)


def test_words_are_filled_only_where_they_ask_for_it():
    assert filled(Text("Taken back."), move=Text("x")) == Text("Taken back.")
    both = filled(Text("{move}!", ctx="c"), move=Text("x"), brings=Text("y"))
    assert both == Text("{move}!", ctx="c", move=Text("x"))


def test_a_lesson_changes_its_version_with_its_way_and_not_with_its_words():
    lesson = lessons_of(TUIR)["turn"]
    assert version_of(lesson) == version_of(changed(say=Text("Other words.")))
    assert version_of(lesson) != version_of(changed(want=("build:T02:*",)))
    assert version_of(lesson) != version_of(lesson._replace(seed="other"))


def test_a_lesson_goes_on_after_the_moves_that_were_made():
    lesson = lessons_of(TUIR)["turn"]
    first = right_moves(TUIR, lesson, begin(TUIR, lesson))[0]
    place = resumed(TUIR, lesson, (first,))
    assert place.done == 1 and place.did == lesson.steps[0].right
    assert len(list(told(TUIR, lesson))) == len(lesson.steps) + 1
