"""San Gimignano: The City of Towers (Duilio Carpitella, Piatnik 2002)."""

from games.guilds.look import label
from games.guilds.picture import scene
from games.guilds.rules import (
    EDITION,
    KEY,
    NAME,
    OPTIONS,
    SEATS,
    TAGLINE,
    apply,
    decisions,
    redeal,
    score,
    shows,
)
from games.guilds.state import setup
from games.guilds.view import view
from games.guilds.words import page

__all__ = [
    "EDITION",
    "KEY",
    "NAME",
    "OPTIONS",
    "SEATS",
    "TAGLINE",
    "apply",
    "decisions",
    "label",
    "page",
    "redeal",
    "scene",
    "score",
    "setup",
    "shows",
    "view",
]
