"""Lessons for The Towers of San Gimignano. Moves name ranks, and count towers from 0 (the picture from 1)."""

from games.core import Text
from games.lessons import Lesson, Step

LESSONS = {
    "turn": Lesson(
        title=Text("The Towers: your turn"),
        seed="lesson/109489",
        options=("first:0",),
        wins=True,
        steps=(
            Step(
                Text("Buy an 8 from the market. Three alike make a tower, and you hold two 8s."),
                ("purchase:market:8",),
                right=Text("Three 8s: enough for a tower."),
                wrong=(
                    (
                        "purchase:deck",
                        Text("The deck might bring anything; the 8 lies open. Taken back: take the 8."),
                    ),
                    (
                        "purchase:market:7",
                        Text(
                            "Good eye, 5-6-7-8 would be a tower too. For the first one take the 8; taken "
                            "back."
                        ),
                    ),
                    (
                        "purchase:market:10",
                        Text("A 10 goes with your other one, but you hold two 8s. Taken back: take the 8."),
                    ),
                    (
                        "exchange:*",
                        Text(
                            "An exchange turns cards over, but you need all you hold. Taken back: buy the 8."
                        ),
                    ),
                    ("pass", Text("{brings}. Taken back: buy the 8.")),
                ),
            ),
            Step(
                Text("Every story counts, so take the second 8 as well."),
                ("draw:market:8",),
                wrong=(
                    (
                        "draw:*",
                        Text(
                            "Not bad, but the other 8 makes your tower a story higher. Taken back: take it."
                        ),
                    ),
                ),
                then="1 purchase:market:10; 1 draw:market:7",
            ),
            Step(
                Text(
                    "Build all four 8s. Whoever builds higher than anybody else takes the Highest "
                    "Marker, worth 10 points."
                ),
                ("plain:8:8:8:8",),
                right=Text("Marker taken, and 8s pay an income: four new cards."),
                wrong=(
                    (
                        "plain:8:8:8",
                        Text(
                            "Three 8s stand as well, but the fourth makes it higher and draws one card "
                            "more. Taken back: all four."
                        ),
                    ),
                    ("purchase:*", Text("Your hand is full of 8s: put them to use. Taken back: build.")),
                    ("exchange:*", Text("Do not give away what fits. Taken back: build the 8s.")),
                    ("pass", Text("{brings}. Taken back: build the 8s.")),
                ),
                then="0 draw:deck; 0 draw:deck; 0 draw:deck; 0 draw:deck; 1 run:6:7:8:9:10",
            ),
            Step(
                Text(
                    "Dove's 6-7-8-9-10, five in a row, took the marker: build 5-6-7-8-9-10 and take it back."
                ),
                ("run:5:6:7:8:9:10",),
                right=Text("Six stories, the highest tower in town."),
                wrong=(
                    (
                        "run:6:7:8:9:10",
                        Text(
                            "Five stories, as many as Dove's: an equal tower does not move the marker. "
                            "Taken back: all six."
                        ),
                    ),
                    (
                        "run:5:6:7:8:9",
                        Text(
                            "Five stories, as many as Dove's: an equal tower does not move the marker. "
                            "Taken back: all six."
                        ),
                    ),
                    (
                        "run:*",
                        Text(
                            "A tower, but lower than Dove's five stories, and the marker stays there. "
                            "Taken back: all six."
                        ),
                    ),
                    (
                        "extend:0:8",
                        Text(
                            "Five stories, as many as Dove's: an equal tower does not move the marker. "
                            "Taken back: all six."
                        ),
                    ),
                    ("complete:*", Text("Soon; first take the marker back. Taken back: build.")),
                    ("pass", Text("{brings}. Taken back: build all six.")),
                    ("exchange:*", Text("You hold six in a row, give none of them away. Taken back: build.")),
                ),
                then="1 purchase:market:10; 1 draw:market:9",
            ),
            Step(
                Text(
                    "Complete both: each is worth 5 then, and Dove, who collects 10s to pull towers "
                    "down, cannot touch them."
                ),
                ("complete:0:1",),
                right=Text("Nothing can bring them down now."),
                wrong=(
                    ("complete:*", Text("{move}: {brings}. You may complete both in one turn. Taken back.")),
                    (
                        "purchase:*",
                        Text("New cards can wait, Dove's 10s will not. Taken back: complete your towers."),
                    ),
                    ("pass", Text("{brings}; with both complete it would be 34. Taken back: complete.")),
                ),
                then="1 pass",
            ),
            Step(
                Text("Dove has passed, so pass too: two passes end the deal, and you are far ahead."),
                ("pass",),
                wrong=(
                    (
                        "*",
                        Text(
                            "You could go on, but Dove could too: at 34 to 5 it is time to stop. Taken "
                            "back: pass."
                        ),
                    ),
                ),
            ),
        ),
        end=(
            Text("34 to 5: two complete towers 10, the best plain 8s 8, a colourful tower 6, the marker 10."),
            Text("Build high, build in time, stop while you lead."),
        ),
    ),
    "win": Lesson(
        title=Text("The Towers: how one wins"),
        seed="end/314",
        options=("first:0",),
        start=(
            "0 purchase:deck; 0 draw:market:7; 1 plain:5:5:5; 0 run:5:6:7; 1 purchase:market:9; 1 "
            "draw:market:9; 0 purchase:market:10; 0 draw:deck; 1 run:7:8:9; 0 run:8:9:10; 1 "
            "purchase:market:10; 1 draw:market:8; 0 purchase:deck; 0 draw:deck; 1 run:8:9:10; 0 "
            "run:8:9:10; 1 purchase:deck; 1 draw:deck; 0 purchase:market:9; 0 draw:deck; 1 "
            "complete:0:2; 0 extend:1:7; 0 draw:deck; 1 purchase:deck; 1 draw:deck; 0 purchase:deck; 0 "
            "draw:deck; 1 run:8:9:10; 0 complete:0; 1 purchase:deck; 1 draw:deck; 0 exchange:9:9; 0 "
            "draw:market:5; 0 draw:deck; 1 complete:1:3; 0 plain:10:10:10; 0 guard; 1 run:7:8:9; 0 "
            "complete:1; 1 purchase:market:9; 1 draw:market:9; 0 purchase:market:8; 0 draw:market:7; 1 "
            "close"
        ),
        wins=True,
        steps=(
            Step(
                Text(
                    "Dove closed and leads 73 to 60; only build, extend and pass are left. Build "
                    "6-7-8: colourful towers count their number times all their stories."
                ),
                ("run:6:7:8",),
                right=Text("Three towers with 10 stories were 30; four with 13 are 52."),
                wrong=(
                    (
                        "extend:*",
                        Text(
                            "{brings}, where a fourth colourful tower brings 22, and the cards do for one. "
                            "Taken back: build 6-7-8."
                        ),
                    ),
                    ("pass", Text("{brings}. Taken back: build 6-7-8.")),
                ),
                then="1 pass",
            ),
            Step(
                Text("Extend tower 3 with your 7: each story now counts four times."),
                ("extend:2:7",),
                right=Text("Four points for one card."),
                wrong=(
                    (
                        "pass",
                        Text(
                            "{move}: you would win, but four points more lie in your hand. Taken back: "
                            "extend."
                        ),
                    ),
                ),
                then="1 pass",
            ),
            Step(
                Text("Nothing is left to do: pass and see the count."),
                ("pass",),
                right=Text("86 to 73."),
            ),
        ),
        end=(
            Text("Complete towers 5 each, the highest plain tower of each rank its rank."),
            Text("Colourful towers: number times stories."),
            Text("The marker 10."),
        ),
    ),
    "nobles": Lesson(
        title=Text("The Towers: nobles"),
        seed="nobles/6690",
        options=("first:0", "nobles"),
        steps=(
            Step(
                Text("Buy a noble: they have a deck of their own, beside the stones."),
                ("purchase:noble",),
                right=Text("Buona Pietra, a fine stone, stands for any rank."),
                wrong=(
                    ("purchase:*", Text("A stone, and not a bad one; but here we want a noble. Taken back.")),
                    ("*", Text("That can wait. Taken back: buy from the nobles.")),
                ),
            ),
            Step(
                Text("Draw another noble as your second card."),
                ("draw:noble",),
                right=Text("Monumento: 7 points, once you play it."),
                wrong=(("draw:*", Text("A stone will not teach us much today. Taken back: the nobles.")),),
                then="1 purchase:noble; 1 draw:deck",
            ),
            Step(
                Text("Build 8-8 with the fine stone, the diamond, as the third."),
                (
                    "plain:8:8:[*]",
                    "plain:8:8:[*][*]",
                ),
                right=Text("A plain 8, three cards drawn; then Dove used a noble as well, Mura."),
                wrong=(
                    (
                        "run:*",
                        Text(
                            "A tower too, but plain 8s draw you three cards. Taken back: build 8-8 with "
                            "the fine stone."
                        ),
                    ),
                    ("plain:*", Text("Another use for it, but plain 8s draw you cards. Taken back.")),
                    (
                        "noble:*",
                        Text("You may use as many nobles as Dove and one more. Build first; taken back."),
                    ),
                    ("*", Text("The fine stone is waiting. Taken back: build 8-8 with it.")),
                ),
                then="1 allow; 0 draw:market:9; 0 draw:deck; 0 draw:deck; 1 noble:mura; 0 allow",
            ),
            Step(
                Text("Play Monumento, the obelisk: you may always have used one noble more than Dove."),
                ("noble:monumento",),
                wrong=(
                    ("*", Text("Good for another turn; Monumento is free to be played now. Taken back.")),
                ),
            ),
        ),
        end=(
            Text("You may use as many nobles as your rival, and one more."),
            Text("Each says what it does where you play it."),
            Text("Unused in your hand it is worth nothing."),
        ),
    ),
}
