"""Skeleton: build storeys on common lots; who sets the roof is paid for the tower and the die."""

from games.core import Option, Setting, Text, points
from games.skeleton.labels import label
from games.skeleton.lessons import LESSONS
from games.skeleton.moves import decisions
from games.skeleton.page import page
from games.skeleton.picture import scene
from games.skeleton.reasons import reasons
from games.skeleton.rules import apply, setup, shows
from games.skeleton.scoring import score
from games.skeleton.view import redeal, view

KEY = "skeleton"
NAME = Text("Skeleton")  # Note: the name of a game
TAGLINE = Text("Build on common lots and set the last storey. 2 to 4 players, five minutes.")
SEATS = range(2, 5)
SETTINGS: tuple[Setting, ...] = (
    Setting(
        Text("Length", ctx="setting"), Text("Six lots"), (Option("short", Text("Short game: four lots")),)
    ),
)
TIES: tuple[Text, ...] = ()
EDITION = 1

__all__ = [
    "EDITION", "KEY", "LESSONS", "NAME", "SEATS", "SETTINGS", "TAGLINE", "TIES",
    "apply", "decisions", "label", "page", "points", "reasons", "redeal", "scene", "score", "setup", "shows",
    "view",
]  # fmt: skip
