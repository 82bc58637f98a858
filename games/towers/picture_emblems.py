"""The signs of The Towers for menus: six stones and seven nobles."""

from games.emblems import EMBLEM_PIXELS, Emblem
from games.towers.names import ITEMS
from games.towers.pieces import face


def emblems() -> tuple[Emblem, ...]:
    """Return a sign for each card, by its name."""
    return tuple(
        Emblem(f"towers_{card}", (name,), face(card, 92, EMBLEM_PIXELS)) for card, name in ITEMS.items()
    )
