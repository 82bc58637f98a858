"""The Towers of San Gimignano, by Kazuma Suzuki (Tarte Games 2020)."""

from games.towers.menus import label
from games.towers.page import page
from games.towers.picture import scene
from games.towers.rules import (
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
    setup,
    shows,
)
from games.towers.view import view

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
