"""The Towers of San Gimignano, by Kazuma Suzuki (Tarte Games 2020)."""

from games.core import Option, Setting, Text, points
from games.towers import edition_1
from games.towers.feats import FEATS
from games.towers.labels import label
from games.towers.lessons import LESSONS
from games.towers.moves import decisions
from games.towers.outlook import outlook
from games.towers.page import page
from games.towers.picture import scene
from games.towers.picture_box import box
from games.towers.picture_emblems import emblems
from games.towers.progress import progress
from games.towers.reasons import reasons
from games.towers.rulebook import figures, glossary
from games.towers.rules import apply, setup, shows
from games.towers.scoring import score
from games.towers.view import View, redeal, view

KEY = "towers"
NAME = Text("The Towers of San Gimignano")
TAGLINE = Text("Two families, one skyline: higher, and more beautiful. 2 players, 20 minutes.")
SEATS = range(2, 3)
SETTINGS: tuple[Setting, ...] = (
    Setting(
        Text("Nobles", ctx="setting"),
        Text("Without the nobles"),
        (Option("nobles", Text("With the ten nobles")),),
    ),
    Setting(
        Text("Length", ctx="setting"),  # Note: of a game: one deal, two, or a match
        Text("One deal"),
        (
            Option("deals:2", Text("Two deals, added up"), adds=True),
            Option("deals:3", Text("Three deals, added up"), adds=True),
            Option("deals:4", Text("Four deals, added up"), adds=True),
            Option("to:120", Text("Match to 120 points"), adds=True),
            Option("to:200", Text("Match to 200 points"), adds=True),
        ),
    ),
    Setting(
        Text("Closing", ctx="setting"),  # Note: to close the construction in a game of several deals
        Text("Several deals: who closes and is not first loses 10"),
        (Option("close:free", Text("No penalty for closing")),),
    ),
)
TIES: tuple[Text, ...] = (Text("the Highest Marker"),)
EDITION = 2  # T14, T21 and T24 are nearer to the sheet
KEPT = {1: edition_1}

__all__ = [
    "EDITION", "FEATS", "KEPT", "KEY", "LESSONS", "NAME", "SEATS", "SETTINGS", "TAGLINE", "TIES", "View",
    "apply", "box", "decisions", "emblems", "figures", "glossary", "label", "outlook", "page", "points",
    "progress", "reasons", "redeal", "scene", "score", "setup", "shows", "view",
]  # fmt: skip
