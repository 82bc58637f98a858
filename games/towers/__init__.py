"""The Towers of San Gimignano, by Kazuma Suzuki (Tarte Games 2020)."""

from games.core import Option, Setting, Text, points
from games.towers.feats import FEATS
from games.towers.labels import label
from games.towers.moves import decisions
from games.towers.outlook import outlook
from games.towers.page import page
from games.towers.picture import scene
from games.towers.picture_box import box
from games.towers.picture_emblems import emblems
from games.towers.progress import progress
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
        (Option("deals:2", Text("Two deals, added up")), Option("to:120", Text("Match to 120 points"))),
    ),
)
TIES: tuple[Text, ...] = (Text("the Highest Marker"),)
EDITION = 1

__all__ = [
    "EDITION", "FEATS", "KEY", "NAME", "SEATS", "SETTINGS", "TAGLINE", "TIES", "View",
    "apply", "box", "decisions", "emblems", "figures", "glossary", "label", "outlook", "page", "points",
    "progress", "redeal", "scene", "score", "setup", "shows", "view",
]  # fmt: skip
