"""`python -m tests.games.lesson tuir turn`: a lesson as it is read on its usual way, and whether it holds."""

import sys

from games import GAMES
from games.lesson_contract import check_lesson, told
from games.lessons import lessons_of


def main(key: str, name: str) -> None:
    game = GAMES[key]
    lesson = lessons_of(game)[name]
    print("\n".join(told(game, lesson)))
    check_lesson(game, name, lesson)


if __name__ == "__main__":
    main(*sys.argv[1:])
