"""San Gimignano: The City of Towers (Duilio Carpitella, Piatnik 2002)."""

from games.core import Option, Setting, Text
from games.guilds import edition_1
from games.guilds.feats import FEATS
from games.guilds.labels import label
from games.guilds.lessons import LESSONS
from games.guilds.moves import decisions
from games.guilds.names import points
from games.guilds.outlook import outlook
from games.guilds.page import page
from games.guilds.picture import scene
from games.guilds.picture_box import box
from games.guilds.picture_emblems import emblems
from games.guilds.progress import progress
from games.guilds.reasons import reasons
from games.guilds.rulebook import figures, glossary
from games.guilds.rules import apply, setup, shows
from games.guilds.scoring import score
from games.guilds.view import View, redeal, view

KEY = "guilds"
NAME = Text("San Gimignano: The City of Towers")
TAGLINE = Text("Win four guilds, raise a tower. For 2 to 4 players, 30 minutes.")
SEATS = range(2, 5)
SETTINGS: tuple[Setting, ...] = (
    Setting(
        Text("Groups", ctx="setting"),
        Text("Groups of four guilds that touch"),
        (Option("component", Text("Wide groups: any connected guilds with all four colours")),),
    ),
    Setting(
        Text("Hexes", ctx="setting"),
        Text("Hexes dealt"),  # Note: how one gets hexes: they are dealt, not drafted
        (Option("draft", Text("Draft: choose your hexes in turn")),),
    ),
)
TIES: tuple[Text, ...] = (Text("tokens on the board"),)
EDITION = 2  # G7 foresees tokens that must be placed: some games end a few turns sooner
KEPT = {1: edition_1}

__all__ = [
    "EDITION", "FEATS", "KEPT", "KEY", "LESSONS", "NAME", "SEATS", "SETTINGS", "TAGLINE", "TIES", "View",
    "apply", "box", "decisions", "emblems", "figures", "glossary", "label", "outlook", "page", "points",
    "progress", "reasons", "redeal", "scene", "score", "setup", "shows", "view",
]  # fmt: skip
