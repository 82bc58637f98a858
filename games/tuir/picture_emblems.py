"""Túir's signs for menus: every section."""

from games.emblems import EMBLEM_PIXELS, Emblem
from games.tuir.cards import SECTIONS
from games.tuir.pieces import height, section


def emblems() -> tuple[Emblem, ...]:
    """Return a sign for each section, by its name."""
    return tuple(
        Emblem(f"tuir_{card.lower()}", (each.name,), section(card, EMBLEM_PIXELS, height(EMBLEM_PIXELS)))
        for card, each in SECTIONS.items()
    )
