"""What every lesson promises, checked on every way through it: `check_lesson` names what is broken."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.contract import AnyGame, expect
from games.core import LINE, TEXT, Move, Text, winners
from games.lessons import (
    Lesson,
    Place,
    advanced,
    answer,
    begin,
    lessons_of,
    over,
    question,
    resumed,
    right_moves,
    version_of,
)
from games.look import spoken

STEP_WORDS, END_WORDS, LESSON_WORDS = 40, 55, 250  # at a time, at the end, in all: in English
SENTENCES, END_LINES = 2, 3  # at a time; at the end
PRESS_SECONDS, WORDS_A_MINUTE = 4, 200  # how long a press takes, and how fast people read
MAX_MINUTES = 4.0


class Way(NamedTuple):
    """One way through a lesson: the moves that were made, and where it ends."""

    moves: tuple[Move, ...]
    place: Place
    presses: int


def check_lessons(game: AnyGame) -> None:
    """Check all lessons of a game; one that has none promises nothing."""
    for name, lesson in lessons_of(game).items():
        check_lesson(game, name, lesson)


def check_lesson(game: AnyGame, name: str, lesson: Lesson) -> None:
    """Walk a lesson along every way of right moves."""
    where = f"{game.KEY}/{name}"
    ways = list(_ways(game, where, lesson))
    for way in ways:
        score, asked = game.score(way.place.state), game.decisions(way.place.state)
        expect(winners(score) == (lesson.seat,), where, "the learner is not ahead", score)
        expect(not lesson.wins or not asked, where, "the game is not over")
    first = ways[0]
    again = resumed(game, lesson, first.moves)
    expect(again == first.place and len(version_of(lesson)) > 0, where, "it does not go on where it was left")
    words = [*(text for step in lesson.steps for text in (step.say, step.right) if text), *lesson.end]
    count = sum(len(spoken(text).split()) for text in words)
    expect(count <= LESSON_WORDS, where, "too many words", count)
    expect(len(lesson.end) <= END_LINES, where, "too many lines at the end", len(lesson.end))
    minutes = count / WORDS_A_MINUTE + PRESS_SECONDS * first.presses / 60
    expect(minutes <= MAX_MINUTES, where, "it takes too long", minutes)


def _ways(game: AnyGame, where: str, lesson: Lesson) -> Iterator[Way]:
    """Yield every way through a lesson, checked step by step."""
    open_ways = [Way((), begin(game, lesson), 0)]
    while open_ways:
        moves, place, presses = open_ways.pop()
        if over(lesson, place):
            yield Way(moves, place, presses)
            continue
        right = right_moves(game, lesson, place)
        asked = question(game, lesson, place)
        expect(bool(right), where, "nothing that is wanted is on offer", place.done, asked and asked.moves)
        more = check_step(game, where, lesson, place)
        open_ways += [
            Way((*moves, move), advanced(game, lesson, place, move), presses + more) for move in right[::-1]
        ]


def check_step(game: AnyGame, where: str, lesson: Lesson, place: Place) -> int:
    """Check one message: its words, its limits, the answer to every move; return the presses it takes."""
    view, asked = game.view(place.state, lesson.seat), question(game, lesson, place)
    right, moves = right_moves(game, lesson, place), asked.moves if asked else ()
    step, page = lesson.steps[place.done], game.page(view)
    said = [text for text in (place.did, step.say) if text]
    lines = [lesson.title, *said, page.title, *page.seats, *page.secrets]
    expect(len("\n".join(map(spoken, lines))) <= TEXT, where, "too long for a message", place.done)
    check_words(where, said, STEP_WORDS)
    game.scene(view, right)  # with these alone on offer, the picture points at what the words speak of
    for move in moves:
        label = game.label(view, move)
        expect(len(spoken(label.text)) <= LINE, where, "too long an entry", move)
        if move not in right:
            check_words(where, [answer(game, lesson, place, move)], STEP_WORDS)
    return max(1, len(game.label(view, right[0]).path))


def check_words(where: str, said: list[Text], most: int) -> None:
    """Few words, whole sentences, and no placeholder that nothing fills."""
    told = " ".join(map(spoken, said))
    expect(0 < len(told.split()) <= most, where, "no words or too many", told)
    expect("{" not in told, where, "a placeholder is left", told)


def told(game: Any, lesson: Lesson) -> Iterator[str]:
    """Yield what a learner reads on the usual way, for those who write lessons."""
    place = begin(game, lesson)
    while not over(lesson, place):
        said = [text for text in (place.did, lesson.steps[place.done].say) if text]
        yield " ".join(map(spoken, said))
        place = advanced(game, lesson, place, right_moves(game, lesson, place)[0])
    yield " / ".join(spoken(text) for text in [*([place.did] if place.did else []), *lesson.end])
