"""Lucca: The City of Games, for two to five families."""

from games.core import Option, Text
from games.lucca.labels import label
from games.lucca.page import page
from games.lucca.picture import scene
from games.lucca.questions import decisions
from games.lucca.rules import apply, score, setup, shows
from games.lucca.view import View, redeal, view

KEY = "lucca"
NAME = Text("Lucca: The City of Games")
TAGLINE = Text("Build palaces, give parties, raise the walls. 2 to 5 players, 30 minutes.")
SEATS = range(2, 6)
OPTIONS: tuple[Option, ...] = (Option("celebration", Text("Celebration: five special cards")),)
EDITION = 1

__all__ = [
    "EDITION", "KEY", "NAME", "OPTIONS", "SEATS", "TAGLINE", "View",
    "apply", "decisions", "label", "page", "redeal", "scene", "score", "setup", "shows", "view",
]  # fmt: skip
