"""Lessons for Skeleton: real moves, checked on every way by `games/lesson_contract`."""

from games.core import Text
from games.lessons import Lesson, Step

LESSONS = {
    "turn": Lesson(
        title=Text("Skeleton: your turn"),
        seed="lesson/2",
        options=("short",),
        steps=(
            Step(
                Text("Build a storey on lot A. Whoever sets the third one there is paid for all."),
                ("build:*:0",),
                wrong=(("build:*", Text("That is another lot. Taken back: build on A.")),),
            ),
            Step(
                Text("Draw a card, for your hand stays as full as it was."),
                ("draw",),
                wrong=(
                    ("take:*", Text("Good as well, but let us see what the deck brings. Taken back: draw.")),
                ),
                then="1 build:1:0; 1 draw",
            ),
            Step(
                Text("Dove built the second floor: set the roof on A."),
                ("build:*:0",),
                right=Text("All three storeys are yours to count, and a die."),
                wrong=(("build:*", Text("Then Dove would set the roof. Taken back: build on A.")),),
            ),
        ),
        end=(
            Text("Roofs score: the windows of the whole tower, and a die."),
            Text("Leave nobody the last floor."),
        ),
    ),
}
