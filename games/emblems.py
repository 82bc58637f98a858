"""Small signs for menus, buttons and names, the same as in the pictures: cards, stones, guilds, shields."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.core import SEAT_NAMES, Text
from rendering.heraldry import shield
from rendering.scene import Sprite

EMBLEM_PIXELS = 120  # pixels of a sign


@dataclass(frozen=True, slots=True)
class Emblem:
    """A sign and the words that it stands beside."""

    name: str  # as Discord keeps it: letters, numbers, underscores
    called: tuple[Text | str, ...]  # whole texts; a string is a text's message, whatever its arguments
    sprite: Sprite


def emblems_of(game: Any) -> tuple[Emblem, ...]:
    """Return a game's signs; none for a game that has none."""
    return getattr(game, "emblems", tuple[Emblem, ...])()


def seat_emblems() -> Iterator[Emblem]:
    """Yield the five shields."""
    for seat, name in enumerate(SEAT_NAMES):
        yield Emblem(f"seat_{name.id.lower()}", (name,), shield(seat, EMBLEM_PIXELS))
