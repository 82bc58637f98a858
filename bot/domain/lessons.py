"""Where a learner is in a lesson: pure; the lessons themselves stand beside each game (`games/lessons`)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bot.domain.entities import BegunLesson, LessonName
from games import GAMES
from games.core import Move, Text
from games.lessons import Lesson, Place, advanced, answer, begin, lessons_of, over, right_moves, version_of


class Progress(NamedTuple):
    """How far somebody is in a lesson, with the table as it stands there."""

    name: LessonName
    version: str
    moves: tuple[Move, ...] = ()

    @property
    def stored(self) -> BegunLesson:
        return BegunLesson(*self)

    @property
    def lesson(self) -> Lesson:
        return lessons_of(GAMES[self.name.game])[self.name.lesson]

    @property
    def place(self) -> Place:
        return _place(self.name, self.moves)

    @property
    def over(self) -> bool:
        return over(self.lesson, self.place)

    @property
    def right(self) -> tuple[Move, ...]:
        """The moves that this step wants."""
        return right_moves(GAMES[self.name.game], self.lesson, self.place)

    def after(self, move: Move) -> "Progress":
        """Return where a right move leads."""
        return self._replace(moves=(*self.moves, move))

    def told(self, move: Move) -> Text:
        """Return the words for a move that is legal and not wanted."""
        return answer(GAMES[self.name.game], self.lesson, self.place, move)


def first_of(name: LessonName) -> Progress:
    """Return the start of a lesson."""
    return Progress(name, version_of(lessons_of(GAMES[name.game])[name.lesson]))


def is_known(name: LessonName) -> bool:
    """Say whether there is such a lesson."""
    return name.game in GAMES and name.lesson in lessons_of(GAMES[name.game])


def all_lessons() -> Iterator[tuple[LessonName, Lesson]]:
    """Yield every lesson of every game, in the order in which they are to be learned."""
    for key, game in GAMES.items():
        for lesson, found in lessons_of(game).items():
            yield LessonName(key, lesson), found


def next_after(name: LessonName) -> LessonName | None:
    """Return the next lesson of the same game."""
    names = [*lessons_of(GAMES[name.game])]
    later = names[names.index(name.lesson) + 1 :]
    return LessonName(name.game, later[0]) if later else None


@lru_cache(maxsize=256)
def _place(name: LessonName, moves: tuple[Move, ...]) -> Place:
    """Return the table after some right moves; the one before is at hand, so that each press makes one."""
    game, lesson = GAMES[name.game], lessons_of(GAMES[name.game])[name.lesson]
    return advanced(game, lesson, _place(name, moves[:-1]), moves[-1]) if moves else begin(game, lesson)
