"""Túir: two architects, one abbot, secret tastes."""

from games.tuir.labels import label
from games.tuir.picture import scene
from games.tuir.rules import (
    EDITION,
    KEY,
    NAME,
    OPTIONS,
    SEATS,
    TAGLINE,
    apply,
    decisions,
    score,
    setup,
    shows,
)
from games.tuir.view import redeal, view
from games.tuir.words import page

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
