"""Túir: two architects, one abbot, secret tastes."""

from games.core import Option, Setting, Text, points
from games.tuir.feats import FEATS
from games.tuir.labels import label
from games.tuir.lessons import LESSONS
from games.tuir.moves import decisions
from games.tuir.outlook import outlook, usual
from games.tuir.page import page
from games.tuir.picture import scene
from games.tuir.picture_box import box
from games.tuir.picture_emblems import emblems
from games.tuir.progress import progress
from games.tuir.reasons import reasons
from games.tuir.rulebook import appendix, figures, glossary
from games.tuir.rules import apply, setup, shows
from games.tuir.scoring import score
from games.tuir.sketch import sketch
from games.tuir.view import redeal, view

KEY = "tuir"
NAME = Text("Túir")
TAGLINE = Text("Two architects, one abbot, secret tastes. 2 players, 15 minutes.")
SEATS = range(2, 3)
SETTINGS: tuple[Setting, ...] = (
    Setting(
        Text("Rule cards", ctx="setting"),
        Text("All 35 rule cards"),
        (Option("short", Text("32 rule cards: without the three diagonal ones")),),
    ),
    Setting(
        Text("Sacrifices", ctx="setting"),
        Text("Sacrifices move only your own sections"),
        (Option("both", Text("Sacrifices may move sections of both players")),),
    ),
    Setting(
        Text("Length", ctx="setting"),
        Text("One game"),
        (Option("twice", Text("Two games, added up; each of you begins once"), adds=True),),
    ),
)
TIES: tuple[Text, ...] = ()
EDITION = 1

__all__ = [
    "EDITION",
    "FEATS",
    "KEY",
    "LESSONS",
    "NAME",
    "SEATS",
    "SETTINGS",
    "TAGLINE",
    "TIES",
    "appendix",
    "apply",
    "box",
    "decisions",
    "emblems",
    "figures",
    "glossary",
    "label",
    "outlook",
    "page",
    "points",
    "progress",
    "reasons",
    "redeal",
    "scene",
    "score",
    "setup",
    "shows",
    "sketch",
    "usual",
    "view",
]
