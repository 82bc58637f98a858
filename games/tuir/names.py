"""What things are called: each card is one whole message, so that adjectives agree in every language."""

from collections.abc import Callable

from games.core import Text, Texts

SLOTS = "PQR"  # the places of a hand, in menus and picture
NUMERALS = ("I", "II", "III", "IV")  # the decks

# Keyed by what the columns of the tables say, so that a card can never carry the words of another one.
SECTION_NAMES: dict[tuple[str, str], Callable[[int], Text]] = {
    ("red_brick", "sharp"): lambda n: Texts("red brick {n} sharp", "red brick {n} sharp", n=n),
    ("red_brick", "flat"): lambda n: Texts("red brick {n} flat", "red brick {n} flat", n=n),
    ("red_brick", "round"): lambda n: Texts("red brick {n} round", "red brick {n} round", n=n),
    ("red_brick", "square"): lambda n: Texts("red brick {n} square", "red brick {n} square", n=n),
    ("yellow_sandstone", "sharp"): lambda n: Texts(
        "yellow sandstone {n} sharp", "yellow sandstone {n} sharp", n=n
    ),
    ("yellow_sandstone", "flat"): lambda n: Texts(
        "yellow sandstone {n} flat", "yellow sandstone {n} flat", n=n
    ),
    ("yellow_sandstone", "round"): lambda n: Texts(
        "yellow sandstone {n} round", "yellow sandstone {n} round", n=n
    ),
    ("yellow_sandstone", "square"): lambda n: Texts(
        "yellow sandstone {n} square", "yellow sandstone {n} square", n=n
    ),
    ("blue_granite", "sharp"): lambda n: Texts("blue granite {n} sharp", "blue granite {n} sharp", n=n),
    ("blue_granite", "flat"): lambda n: Texts("blue granite {n} flat", "blue granite {n} flat", n=n),
    ("blue_granite", "round"): lambda n: Texts("blue granite {n} round", "blue granite {n} round", n=n),
    ("blue_granite", "square"): lambda n: Texts("blue granite {n} square", "blue granite {n} square", n=n),
    ("green_limestone", "sharp"): lambda n: Texts(
        "green limestone {n} sharp", "green limestone {n} sharp", n=n
    ),
    ("green_limestone", "flat"): lambda n: Texts("green limestone {n} flat", "green limestone {n} flat", n=n),
    ("green_limestone", "round"): lambda n: Texts(
        "green limestone {n} round", "green limestone {n} round", n=n
    ),
    ("green_limestone", "square"): lambda n: Texts(
        "green limestone {n} square", "green limestone {n} square", n=n
    ),
    ("white_marble", "none"): lambda n: Text("white marble"),
    ("black_obsidian", "none"): lambda n: Text("black obsidian"),
}

RULE_NAMES: dict[tuple[str, str, str, int], Text] = {
    ("most", "height", "tower", 0): Text("Tallest tower"),
    ("least", "height", "tower", 0): Text("Shortest tower"),
    ("most", "towers", "tableau", 0): Text("Most towers"),
    ("least", "towers", "tableau", 0): Text("Fewest towers"),
    ("most", "type:sharp", "tableau", 0): Text("Most sections with sharp windows"),
    ("most", "type:flat", "tableau", 0): Text("Most sections with flat windows"),
    ("most", "type:round", "tableau", 0): Text("Most sections with round windows"),
    ("most", "type:square", "tableau", 0): Text("Most sections with square windows"),
    ("most", "colour:red_brick", "tableau", 0): Text("Most red brick sections"),
    ("most", "colour:yellow_sandstone", "tableau", 0): Text("Most yellow sandstone sections"),
    ("most", "colour:blue_granite", "tableau", 0): Text("Most blue granite sections"),
    ("most", "colour:green_limestone", "tableau", 0): Text("Most green limestone sections"),
    ("most", "count:4", "tableau", 0): Text("Most sections with 4 windows"),
    ("most", "count:3", "tableau", 0): Text("Most sections with 3 windows"),
    ("most", "count:2", "tableau", 0): Text("Most sections with 2 windows"),
    ("most", "count:1", "tableau", 0): Text("Most sections with 1 window"),
    ("most", "windows", "tableau", 0): Text("Most windows overall"),
    ("least", "windows", "tableau", 0): Text("Fewest windows overall"),
    ("most", "windows", "tower", 0): Text("Most windows in one tower"),
    ("least", "windows", "tower", 0): Text("Fewest windows in one tower"),
    ("different", "colour", "tower", 3): Text("3+ different stones in one tower"),
    ("different", "type", "tower", 3): Text("3+ different window types in one tower"),
    ("different", "count", "tower", 3): Text("3+ different window numbers in one tower"),
    ("matching", "colour", "tower", 3): Text("3+ of one stone in one tower"),
    ("matching", "type", "tower", 3): Text("3+ of one window type in one tower"),
    ("matching", "count", "tower", 3): Text("3+ of one window number in one tower"),
    ("different", "colour", "horizontal", 3): Text("3+ different stones side by side"),
    ("different", "type", "horizontal", 3): Text("3+ different window types side by side"),
    ("different", "count", "horizontal", 3): Text("3+ different window numbers side by side"),
    ("matching", "colour", "horizontal", 2): Text("2+ of one stone side by side"),
    ("matching", "count", "horizontal", 2): Text("2+ of one window number side by side"),
    ("matching", "type", "horizontal", 2): Text("2+ of one window type side by side"),
    ("matching", "colour", "diagonal", 2): Text("2+ of one stone in a diagonal"),
    ("matching", "count", "diagonal", 2): Text("2+ of one window number in a diagonal"),
    ("matching", "type", "diagonal", 2): Text("2+ of one window type in a diagonal"),
}
