"""Lessons for Lucca. P are palace cards, B bastions, S the five special cards, as a log names them."""

from games.core import Text
from games.lessons import Lesson, Step

LESSONS = {
    "turn": Lesson(
        title=Text("Lucca: your turn"),
        seed="lesson/790",
        seats=4,
        steps=(
            Step(
                Text(
                    "Keep the two orange cards. Four of one colour make a palace here, and its windows "
                    "are points."
                ),
                (
                    "keep:P35:P50",
                    "keep:P50:P35",
                ),
                right=Text("Half a palace."),
                wrong=(
                    (
                        "keep:*",
                        Text(
                            "Two colours begin two palaces, each a quarter done. Taken back: keep both "
                            "orange cards."
                        ),
                    ),
                ),
                then=(
                    "1 keep:P62:P83; 2 keep:P47:P22; 3 keep:P28:P23; 3 take:2; 3 play:P64:add; 3 "
                    "play:P61:new; 3 play:P46:new; 1 take:0; 1 play:P59:add; 1 play:P79:new; 1 "
                    "play:P69:new; 2 take:4; 2 play:P77:new; 2 play:P65:add; 2 play:P87:add"
                ),
            ),
            Step(
                Text("Take triplet 4: two more orange cards lie in it, and you play all three."),
                ("take:3",),
                wrong=(
                    (
                        "take:*",
                        Text(
                            "Windows too, but no orange: your palace would stand at two of four. Taken "
                            "back: triplet 4."
                        ),
                    ),
                ),
            ),
            Step(
                Text("Add an orange card to your palace: three of four."),
                (
                    "play:P26:add",
                    "play:P11:add",
                ),
                wrong=(
                    (
                        "play:P31:new",
                        Text(
                            "Good, and it may come first as well; but orange is what we came for. Taken back."
                        ),
                    ),
                    (
                        "play:*:wall",
                        Text(
                            "A wall is worth something only with opened palaces, and you have none yet. "
                            "Taken back: add it."
                        ),
                    ),
                    (
                        "play:*:discard",
                        Text("That throws its windows away. Taken back: add it to the palace."),
                    ),
                ),
            ),
            Step(
                Text("Add the other one: a complete palace scores all its windows at once."),
                (
                    "play:P26:add",
                    "play:P11:add",
                ),
                right=Text("10 windows, 10 points."),
                wrong=(
                    ("play:P31:new", Text("Later; the palace first. Taken back: add orange.")),
                    ("play:*", Text("One card is missing, and this is it. Taken back: add it to orange.")),
                ),
            ),
            Step(
                Text("Start a purple palace with the last card."),
                ("play:P31:new",),
                right=Text("Now the others have built orange too."),
                wrong=(
                    (
                        "play:*",
                        Text("{brings}. Purple, with three windows, makes a better beginning. Taken back."),
                    ),
                ),
                then=(
                    "1 take:1; 1 play:P16:add; 1 play:P07:add; 1 play:P41:new; 3 take:2; 3 "
                    "play:P36:add; 3 play:P37:add; 3 play:P80:new; 2 take:0; 2 play:P05:add; 2 "
                    "play:P27:add; 2 play:P13:new"
                ),
            ),
            Step(
                Text(
                    "Open your orange palace and give a party: every orange card the others are "
                    "building is a point for you."
                ),
                ("open:orange",),
                right=Text("Three from Dove, one each from Bear and Fish: 5 points."),
                wrong=(
                    (
                        "take:*",
                        Text(
                            "After a triplet you cannot open any more in this turn, and today orange "
                            "brings 5. Taken back: open first."
                        ),
                    ),
                ),
            ),
            Step(
                Text("Take triplet 4, for its shields."),
                ("take:3",),
                right=Text("Purple 43 went onto your palace: it shows two shields."),
                wrong=(
                    (
                        "take:*",
                        Text(
                            "Fine windows, but only one shield card for the wall we want. Taken back: "
                            "triplet 4."
                        ),
                    ),
                ),
                then="0 play:P43:add",
            ),
            Step(
                Text(
                    "Play a yellow card as a city wall: at the end each wall brings a point for every "
                    "palace you opened, and two shields under construction carry one."
                ),
                (
                    "play:P34:wall",
                    "play:P15:wall",
                ),
                right=Text("One wall, two shields: it stands."),
                wrong=(
                    (
                        "play:*:new",
                        Text(
                            "A start, with three shields; the other yellow card will make it. Taken back: "
                            "first a wall."
                        ),
                    ),
                    ("play:*:discard", Text("Nothing comes of that. Taken back: make it a wall.")),
                ),
            ),
        ),
        end=(
            Text("Windows score when a palace is complete, parties when you open it."),
            Text("Walls score at the end, carried by shields."),
        ),
    ),
    "win": Lesson(
        title=Text("Lucca: how one wins"),
        seed="end/4030",
        seats=4,
        start=(
            "0 keep:P54:P36; 1 keep:P04:P91; 2 keep:P74:P63; 3 keep:P39:P78; 3 take:1; 3 play:P32:new; "
            "3 play:P10:add; 3 play:P69:wall; 2 take:0; 2 play:P56:new; 2 play:P37:wall; 2 "
            "play:B2:bastion; 0 take:4; 0 play:P42:add; 0 play:P92:new; 0 play:P08:add; 1 take:2; 1 "
            "play:P38:wall; 1 play:P85:new; 1 play:P67:wall; 0 take:1; 0 play:P19:discard; 0 "
            "play:P48:add; 0 play:P33:new; 3 take:2; 3 play:P95:new; 3 play:P26:discard; 3 "
            "play:P58:add; 2 take:4; 2 play:P30:new; 2 play:P93:wall; 2 play:P82:add; 1 take:0; 1 "
            "play:P72:discard; 1 play:P79:add; 1 play:P14:new; 0 take:3; 0 play:P18:add; 0 "
            "play:P90:add; 0 play:P60:add; 3 take:1; 3 play:P05:discard; 3 play:P29:add; 3 "
            "play:P47:wall; 2 take:4; 2 play:P86:wall; 2 play:P53:add; 2 play:P66:add; 1 take:2; 1 "
            "play:P45:add; 1 play:B1:bastion; 1 play:P84:add; 3 take:3; 3 play:P76:wall; 3 "
            "play:P87:add; 3 play:P28:new; 0 take:4; 0 play:P65:add; 0 play:P43:wall; 0 play:P62:wall; "
            "2 take:0; 2 play:P52:new; 2 play:P68:add; 2 play:P31:add; 1 take:2; 1 play:P80:new; 1 "
            "play:P09:add; 1 play:P25:add; 1 take:3; 1 play:P96:add; 1 play:P57:add; 1 play:P22:new; 2 "
            "take:2; 2 play:P94:add; 2 play:P23:add; 2 play:P01:wall; 0 open:purple; 0 take:0; 0 "
            "play:P89:add; 0 play:P55:discard; 0 play:B3:bastion; 3 take:4; 3 play:P71:add; 3 "
            "play:P83:add; 3 play:P50:discard; 2 take:0; 2 play:P75:discard; 2 play:P77:add; 2 "
            "play:P51:add; 3 take:3; 3 play:P35:add; 3 play:P81:wall; 3 play:P20:discard; 1 open:red; "
            "1 open:green; 1 take:1; 1 play:P40:wall; 1 play:P07:add; 1 play:P17:wall"
        ),
        wins=True,
        steps=(
            Step(
                Text(
                    "Your last turn, 18 points like Dove. Open blue first: 5 points, and every opened "
                    "palace makes each of your walls worth one more."
                ),
                ("open:blue",),
                right=Text("A party of 5."),
                wrong=(
                    (
                        "take:*",
                        Text(
                            "At the end it opens by itself, but after Bear's blue: two points fewer for "
                            "you, two more for Bear. Taken back: open now."
                        ),
                    ),
                ),
            ),
            Step(
                Text("Take triplet 5: you want walls, and the shields to carry them."),
                ("take:4",),
                right=Text("Eight shields would carry four walls."),
                wrong=(
                    (
                        "take:2",
                        Text(
                            "Red would bring 7 now, but its four shields leave the construction with it: "
                            "31 at best, where triplet 5 gives 33. Taken back."
                        ),
                    ),
                ),
            ),
            Step(
                Text("Add Green 16 to your green palace: you do not need the palace, but its two shields."),
                ("play:P16:add",),
                right=Text("8 shields, 2 walls."),
                wrong=(
                    (
                        "play:P16:*",
                        Text("{brings}. Its two shields serve you better on the green palace. Taken back."),
                    ),
                    (
                        "play:*:wall",
                        Text(
                            "A wall is right, but first the shields that carry it. Taken back: add Green 16."
                        ),
                    ),
                    ("play:*:discard", Text("You will want it as a wall. Taken back: first add Green 16.")),
                ),
            ),
            Step(
                Text("Make Purple 6 a wall; Blue 44 follows as the fourth."),
                ("play:P06:wall",),
                right=Text("Four walls and a bastion, two palaces open: 10 points."),
                wrong=(
                    ("play:P44:wall", Text("As good; but let purple go first. Taken back.")),
                    ("play:*", Text("{brings}. Shields for it are there, so make it a wall. Taken back.")),
                ),
                then="0 play:P44:wall",
            ),
        ),
        end=(
            Text("33 to 29, 29 and 28."),
            Text("Windows when complete, parties when opened, walls and bastions at the end."),
            Text("Too few shields, and no wall scores."),
        ),
    ),
    "celebration": Lesson(
        title=Text("Lucca: the Celebration"),
        seed="celebration/121",
        seats=4,
        options=("celebration",),
        steps=(
            Step(
                Text(
                    "Keep both purple cards, for what comes fits them. The Celebration adds three wild "
                    "cards and two palaces with giant numbers."
                ),
                (
                    "keep:P91:P90",
                    "keep:P90:P91",
                ),
                right=Text("Bear got one of the giants, Blue 2013."),
                wrong=(
                    (
                        "keep:*",
                        Text(
                            "Two beginnings, but a palace needs four of one colour. Taken back: keep purple."
                        ),
                    ),
                ),
                then=(
                    "1 keep:P37:P94; 2 keep:P61:S2013; 3 keep:P79:P52; 3 take:3; 3 play:P72:new; 3 "
                    "play:P55:add; 3 play:P44:new; 2 take:2; 2 play:P96:add; 2 play:B3:bastion; 2 "
                    "play:P47:new; 1 take:4; 1 play:P58:add; 1 play:P28:new; 1 play:P02:new"
                ),
            ),
            Step(
                Text("Take triplet 1: a purple card and a wild one."),
                ("take:0",),
                wrong=(
                    (
                        "take:1",
                        Text(
                            "A wild card lies there too, but no purple beside it: your palace would stand "
                            "at three. Taken back: triplet 1."
                        ),
                    ),
                ),
            ),
            Step(
                Text("Add Purple 7: three of four."),
                ("play:P07:add",),
                wrong=(
                    (
                        "play:S10:add:*",
                        Text(
                            "It may lie third or fourth, but end with it and see. Taken back: first Purple 7."
                        ),
                    ),
                    ("play:P63:*", Text("Yellow can wait. Taken back: Purple 7.")),
                    ("play:S10:*", Text("A wild card is too good for that. Taken back: Purple 7.")),
                    ("play:P07:*", Text("It would help to complete purple. Taken back: add it.")),
                ),
            ),
            Step(
                Text("Add the wild card to purple: it counts as the colour of the palace on which it lies."),
                ("play:S10:add:purple",),
                right=Text("Complete, with its windows too: 9 points."),
                wrong=(
                    ("play:S10:*", Text("Allowed, but on purple it completes a palace. Taken back.")),
                    ("play:P63:*", Text("Yellow can wait one card more. Taken back: the wild card.")),
                ),
                then="0 play:P63:new",
            ),
        ),
        end=(
            Text("A wild card goes onto any palace under construction, and stays."),
            Text("It never starts one; it may be a wall."),
            Text("Everything else is Lucca as you know it."),
        ),
    ),
}
