"""Lucca: The City of Games, for two to five families."""

from games.core import Option, Setting, Text, points
from games.lucca.feats import FEATS
from games.lucca.labels import label
from games.lucca.lessons import LESSONS
from games.lucca.moves import decisions
from games.lucca.outlook import outlook
from games.lucca.page import page
from games.lucca.picture import scene
from games.lucca.picture_box import box
from games.lucca.picture_emblems import emblems
from games.lucca.progress import progress
from games.lucca.reasons import reasons
from games.lucca.rulebook import figures, glossary
from games.lucca.rules import apply, setup, shows
from games.lucca.scoring import score
from games.lucca.view import View, redeal, view

KEY = "lucca"
NAME = Text("Lucca: The City of Games")
TAGLINE = Text("Build palaces, give parties, raise the walls. 2 to 5 players, 30 minutes.")
SEATS = range(2, 6)
SETTINGS: tuple[Setting, ...] = (
    Setting(
        Text("Celebration", ctx="setting"),
        Text("Without the Celebration cards"),
        (Option("celebration", Text("With the five Celebration cards")),),
    ),
)
TIES: tuple[Text, ...] = (Text("highest visible number"),)
EDITION = 1

__all__ = [
    "EDITION", "FEATS", "KEY", "LESSONS", "NAME", "SEATS", "SETTINGS", "TAGLINE", "TIES", "View",
    "apply", "box", "decisions", "emblems", "figures", "glossary", "label", "outlook", "page", "points",
    "progress", "reasons", "redeal", "scene", "score", "setup", "shows", "view",
]  # fmt: skip
