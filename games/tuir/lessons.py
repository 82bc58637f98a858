"""Lessons for Túir. T01 to T18 are the sections, as a log names them."""

from games.core import Text
from games.lessons import Lesson, Step

ONLY_BRINGS = Text("{brings}. Legal, but not what we are after; taken back.")

LESSONS = {
    "turn": Lesson(
        title=Text("Túir: your turn"),
        seed="lesson/31671",
        options=("first:0", "short"),
        steps=(
            Step(
                Text(
                    "Build red brick 4 sharp (P) as your first tower. Rule 3 pays for three of one "
                    "stone in one tower, and your secret rule, beside the lion, wants most red brick."
                ),
                ("build:T02:left",),
                right=Text("A turn ends with a new section."),
                wrong=(
                    (
                        "build:T01:*",
                        Text(
                            "Red brick too, and nearly as good; but the 4 windows will serve best at the "
                            "bottom. Taken back: build P."
                        ),
                    ),
                    ("build:T14:*", Text("Green gives no red tower. Taken back: build P, red brick.")),
                    (
                        "look:*",
                        Text(
                            "A look costs a section for good, and you have seen no rule pay yet. Taken "
                            "back: build P."
                        ),
                    ),
                    (
                        "rule:*",
                        Text(
                            "Your secret rule wants red brick, and you hold two: keep it. Taken back: "
                            "build P."
                        ),
                    ),
                    ("*", ONLY_BRINGS),
                ),
            ),
            Step(
                Text("Take red brick 2 round from deck II: with the red one in your hand that makes three."),
                ("take:2",),
                right=Text("Dove starts with blue granite."),
                wrong=(
                    (
                        "take:*",
                        Text(
                            "{move} is no red brick, and Dove might take the one on deck II. Taken back: "
                            "take II."
                        ),
                    ),
                    ("*", ONLY_BRINGS),
                ),
                then="1 build:T12:left; 1 take:4",
            ),
            Step(
                Text(
                    "Build another red brick on A, on top of the first: sections go on a tower or "
                    "start one at an end."
                ),
                (
                    "build:T03:A",
                    "build:T01:A",
                ),
                right=Text("A new section came to you from deck III."),
                wrong=(
                    (
                        "build:T0[13]:*",
                        Text(
                            "Beside A it starts another tower, and rule 3 counts within one. Taken back: "
                            "put it on A."
                        ),
                    ),
                    (
                        "build:T14:*",
                        Text("Green will have its turn; red first. Taken back: a red brick on A."),
                    ),
                    ("*", ONLY_BRINGS),
                ),
                then="0 take:3; 1 build:T10:A; 1 take:2",
            ),
            Step(
                Text(
                    "Build the third red brick on A, and watch the rules: one section may score for "
                    "many of them."
                ),
                (
                    "build:T01:A",
                    "build:T03:A",
                ),
                right=Text("Nine points: three rules pay for one tower."),
                wrong=(
                    (
                        "build:T0[13]:*",
                        Text("Three of one stone must stand in one tower. Taken back: put it on A."),
                    ),
                    ("*", ONLY_BRINGS),
                ),
                then="0 take:1; 1 build:T11:A; 1 take:3",
            ),
            Step(
                Text(
                    "Rule 2 wants equal windows side by side: build green limestone 2 sharp (R) as a "
                    "new tower beside A, whose lowest windows are sharp too: pointed at the top."
                ),
                (
                    "build:T14:right",
                    "build:T14:left",
                ),
                right=Text("Two points more."),
                wrong=(
                    (
                        "build:T14:A",
                        Text("On top of A it has no neighbour. Taken back: start a tower with it."),
                    ),
                    (
                        "build:T15:*",
                        Text("Round windows have no partner there yet. Taken back: green limestone 2 sharp."),
                    ),
                    ("*", ONLY_BRINGS),
                ),
                then="0 take:2; 1 build:T06:right; 1 take:4",
            ),
            Step(
                Text("One rule is hidden, and it scores too: sacrifice yellow sandstone (Q) and look at it."),
                ("look:hidden:T08",),
                right=Text("Most sections with 2 windows: you have two, Dove one, 3 points more."),
                wrong=(
                    (
                        "look:hidden:*",
                        Text(
                            "The right look, but that section is worth more on a tower. Taken back: give "
                            "up yellow sandstone."
                        ),
                    ),
                    (
                        "look:rival:*",
                        Text(
                            "Dove's rule counts for you as well, but the hidden one nobody knows yet. "
                            "Taken back."
                        ),
                    ),
                    (
                        "build:T15:B",
                        Text(
                            "Two good points, and they will wait. Taken back: look at the hidden rule first."
                        ),
                    ),
                    ("*", ONLY_BRINGS),
                ),
                then="0 take:1",
            ),
        ),
        end=(
            Text("Six rules score for both of you: three open, two secret, one hidden."),
            Text("Build what several of them pay for."),
            Text("A sacrificed section buys knowledge."),
        ),
    ),
    "win": Lesson(
        title=Text("Túir: how one wins"),
        seed="end/971",
        options=("first:1", "short"),
        start=(
            "1 build:T01:left; 1 take:1; 0 build:T06:left; 0 take:1; 1 build:T14:left; 1 take:1; 0 "
            "look:hidden:T15; 0 take:2; 1 move:T13:T14:A; 1 take:4; 0 build:T17:left; 0 take:2; 1 "
            "build:T03:A; 1 take:2; 0 build:T18:left; 0 take:3; 1 build:T09:right; 1 take:3; 0 "
            "build:T10:A; 0 take:3; 1 build:T11:C; 1 take:4; 0 build:T07:B; 0 take:4; 1 look:hidden:T12"
        ),
        wins=True,
        steps=(
            Step(
                Text(
                    "Give up red brick 4 sharp (P) and look at Dove's rule. The hidden one, which you "
                    "know, wants the fewest windows, so these four would hurt."
                ),
                ("look:rival:T02",),
                right=Text("Most yellow sandstone: you have two, Dove one, so it pays you."),
                wrong=(
                    (
                        "look:rival:*",
                        Text(
                            "That look is right, but red brick 4 sharp would cost you the fewest windows. "
                            "Taken back: give up P."
                        ),
                    ),
                    ("look:hidden:*", Text("You know that rule already. Taken back: look at Dove's.")),
                    (
                        "build:T16:C",
                        Text(
                            "Three fine points, and they will wait a turn. Taken back: first look what "
                            "Dove is after."
                        ),
                    ),
                    (
                        "build:T02:*",
                        Text("Four windows more and you would not have the fewest: {brings}. Taken back."),
                    ),
                    ("*", ONLY_BRINGS),
                ),
                then="1 build:T05:left",
            ),
            Step(
                Text(
                    "Build green limestone 1 square (Q) on C: on the second floor it stands beside "
                    "yellow and blue."
                ),
                ("build:T16:C",),
                right=Text("Three different stones side by side, 3 points."),
                wrong=(
                    (
                        "build:T16:*",
                        Text("There it makes no row of three: {brings}. Taken back: put it on C."),
                    ),
                    (
                        "build:T08:*",
                        Text("{brings}. Green fills the gap on the second floor. Taken back: green on C."),
                    ),
                    ("*", ONLY_BRINGS),
                ),
                then="1 build:T04:D",
            ),
            Step(
                Text(
                    "Put yellow sandstone (R) on any of your towers; with a fourth tower Dove would "
                    "have the fewest."
                ),
                ("build:T08:[ABC]",),
                right=Text("All six rules are turned up."),
                wrong=(
                    ("build:T08:*", Text("{brings}. Taken back: put it on A, B or C.")),
                    (
                        "look:*",
                        Text(
                            "Nothing is left to learn, and yellow sandstone is what Dove's rule counts. "
                            "Taken back: build it."
                        ),
                    ),
                    ("*", ONLY_BRINGS),
                ),
            ),
        ),
        end=(
            Text("12 to 9. Every rule scored for both of you, Dove's secret one for you."),
            Text("So learn the rules, then build what pays most, or what takes a prize from your rival."),
        ),
    ),
}
