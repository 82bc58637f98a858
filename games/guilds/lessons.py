"""Lessons for San Gimignano: City of Towers. A guild is named by its tile's letter and its colour."""

from games.core import Text
from games.lessons import Lesson, Step

LESSONS = {
    "turn": Lesson(
        title=Text("City of Towers: your turn"),
        seed="lesson/11",
        options=("first:0",),
        steps=(
            Step(
                Text(
                    "You need a token on four guilds of four colours that hang together. Begin with A "
                    "ochre, the yellow one: it touches green and brown on its own tile and blue on B."
                ),
                ("token:A:ochre",),
                right=Text("One of four."),
                wrong=(
                    (
                        "token:B:blue",
                        Text("Just as good, for it touches three colours too. Taken back: here try A ochre."),
                    ),
                    (
                        "token:*",
                        Text(
                            "{move} begins a group as well, but A ochre touches three other colours at "
                            "once. Taken back: try A ochre."
                        ),
                    ),
                ),
            ),
            Step(
                Text("Lay hex V at place 1, turned so that blue touches A: a second blue beside your token."),
                ("hex:H05:1:-1:0",),
                right=Text(
                    "The new tile is C; Dove came to A ochre too, for every guild has room for two tokens."
                ),
                wrong=(
                    (
                        "hex:H05:1:-1:*",
                        Text(
                            "The right hex and place, but turned like this no blue touches A. Taken back: "
                            "take 'green to B and blue to A'."
                        ),
                    ),
                    ("hex:*:1:-1:*", Text("The right place, but we want hex V. Taken back.")),
                    (
                        "hex:*",
                        Text(
                            "It may lie there, for it touches two tiles and no colour meets itself; but "
                            "place 1 serves your token. Taken back."
                        ),
                    ),
                ),
                then="1 token:A:ochre; 1 hex:H07:2:-1:0",
            ),
            Step(
                Text("Put a token on A green: the three guilds of a tile always touch each other."),
                ("token:A:green",),
                right=Text("Two of four; both of you laid a hex."),
                wrong=(
                    ("token:A:brown", Text("Just as good, and it comes next. Taken back: first A green.")),
                    (
                        "token:[BC]:blue",
                        Text("A good colour; but blue can wait, there are two of them. Taken back: A green."),
                    ),
                ),
                then="0 hex:H01:0:1:0; 1 token:B:blue; 1 hex:H08:0:-1:4",
            ),
            Step(
                Text("Now A brown, the third colour."),
                ("token:A:brown",),
                right=Text("Dove has filled B blue with a second token: that way is shut."),
                wrong=(
                    ("token:A:green", Text("Two tokens on one guild count once. Taken back: A brown.")),
                    (
                        "token:[BC]:blue",
                        Text("Blue would do, too. For this lesson keep it for last. Taken back: A brown."),
                    ),
                ),
                then="0 hex:H04:2:0:0; 1 token:B:blue; 1 hex:H10:1:1:3",
            ),
            Step(
                Text("But your own hex left a second way: put your token on C blue."),
                ("token:C:blue",),
                right=Text("Four colours, one chain, and your last hex is laid."),
                wrong=(
                    (
                        "token:*",
                        Text(
                            "{move} leaves the group at three, and Dove might shut C as well. Taken back: "
                            "C blue."
                        ),
                    ),
                ),
                then="0 hex:H06:1:-2:0",
            ),
            Step(
                Text(
                    "Build on A ochre: its tokens go home, Dove's too, and the guild is dead for everybody."
                ),
                ("tower:A:ochre",),
                right=Text("Your first tower; your other three tokens stay."),
                wrong=(
                    (
                        "tower:*",
                        Text(
                            "That would be a tower as well, but on A ochre you also break Dove's pair. "
                            "Taken back: A ochre."
                        ),
                    ),
                    (
                        "rest",
                        Text(
                            "You may wait, but then Dove moves first, and four in a chain do not come "
                            "often. Taken back: build."
                        ),
                    ),
                ),
            ),
        ),
        end=(
            Text("Most towers win."),
            Text("Every turn: a token, a hex, and a tower if you can."),
            Text("Have two ways to the last colour."),
        ),
    ),
    "win": Lesson(
        title=Text("City of Towers: how one wins"),
        seed="end/16",
        options=("first:0",),
        start=(
            "0 token:A:brown; 0 hex:H10:0:1:3; 1 token:B:blue; 1 hex:H16:1:-1:1; 0 token:B:blue; 0 "
            "hex:H06:0:-1:2; 1 token:A:brown; 1 hex:H03:1:-2:0; 0 token:A:ochre; 0 hex:H13:-1:0:1; 1 "
            "token:D:brown; 1 hex:H08:2:-1:2; 0 token:A:green; 0 hex:H07:-1:1:1; 0 tower:B:blue; 1 "
            "token:D:blue; 1 hex:H14:-1:-1:3; 0 token:I:blue; 0 tower:A:green; 1 token:E:ochre; 0 "
            "token:D:brown; 1 token:D:green; 1 tower:A:brown; 0 token:C:green; 1 token:H:green; 1 "
            "tower:D:green; 0 token:C:brown; 0 tower:A:ochre; 1 token:H:green; 1 tower:E:ochre; 0 "
            "token:I:ochre; 0 tower:I:ochre; 1 token:B:ochre; 1 tower:B:ochre; 0 token:C:ochre; 0 "
            "tower:C:green; 1 token:H:ochre; 1 tower:H:ochre; 0 token:E:green; 1 token:D:blue; 0 "
            "token:E:blue; 1 token:E:green; 0 token:F:ochre; 1 token:J:green"
        ),
        wins=True,
        steps=(
            Step(
                Text(
                    "Five towers each, and the dotted line shows three of yours in a chain: green, "
                    "blue, ochre. Brown is missing, so put a token on F brown or J brown."
                ),
                ("token:[FJ]:brown",),
                right=Text("The fourth colour."),
                wrong=(
                    (
                        "token:*",
                        Text("{move}: {brings}. Only F brown and J brown touch your three; taken back."),
                    ),
                ),
            ),
            Step(
                Text(
                    "Build on that very brown: the three others stay, and there is a second brown "
                    "beside them."
                ),
                ("tower:[FJ]:brown",),
                right=Text("Six to five, and your three still stand."),
                wrong=(
                    (
                        "tower:*",
                        Text(
                            "A tower too, but it breaks the chain, and the game would end 6 to 5 at once. "
                            "Taken back: build on the brown, and there will be a seventh."
                        ),
                    ),
                    ("rest", Text("Without a tower it stays 5 to 5. Taken back: build on the brown.")),
                ),
                then="1 token:E:blue",
            ),
            Step(
                Text("Dove could not build, so put a token on the other brown."),
                ("token:[FJ]:brown",),
                wrong=(
                    (
                        "token:*",
                        Text(
                            "{move}: {brings}. The second brown completes the same three once more. Taken "
                            "back."
                        ),
                    ),
                ),
            ),
            Step(
                Text(
                    "Build on any of the four. Nobody will be able to build after this, and then the "
                    "game is over."
                ),
                ("tower:*",),
                right=Text("Seven to five."),
                wrong=(("rest", Text("Then Dove might fill a place of yours. Taken back: build.")),),
            ),
        ),
        end=(
            Text("The game ends when nobody can ever build again, or with a tenth tower."),
            Text("Most towers win; if equal, most tokens on the board."),
            Text("The art: build where it costs you least, or the others most."),
        ),
    ),
}
