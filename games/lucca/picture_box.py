"""The box of Lucca: a street of palaces behind the city wall."""

from functools import cache

from games.core import Text
from games.rulebook import Figure
from rendering import masonry, theme
from rendering.box import GROUND, boxed
from rendering.campanile import bell_tower
from rendering.pieces import PIECE_COLOURS
from rendering.scene import Box, Item, Placed, Poly
from rendering.theme import tones

HOUSES = (  # colour, floors, windows
    ("red", 3, "round"),
    ("yellow", 2, "flat"),
    ("blue", 3, "sharp"),
    ("green", 2, "round"),
    ("purple", 3, "flat"),
    ("orange", 2, "sharp"),
)
WIDE, FLOOR = 104, 46


@cache
def box() -> Figure:
    """Return the picture for the lobby and the rules, with what it shows in words."""
    items: list[Item] = [Placed(468, 62, bell_tower(64, 172))]
    for n, (colour, floors, kind) in enumerate(HOUSES):
        items += _palace(colour, floors, kind, 132 + n * 112 + 68 * (n > 2))
    alt = Text("A street of palaces in six colours with lit windows, a bell tower among them, behind a wall.")
    return Figure(boxed((*items, *_wall()), 0.9), (alt,))


def _palace(colour: str, floors: int, kind: str, x: float) -> list[Item]:
    """Draw a façade: plaster with quoins, windows on every floor, a roof with eaves."""
    stone, top = tones(PIECE_COLOURS[colour]), GROUND - 26 - floors * FLOOR
    items: list[Item] = [Box(x, top, WIDE, floors * FLOOR + 30, stone.body)]
    items += masonry.quoins(x, top, WIDE, floors * FLOOR + 30, 2 * floors + 1, stone)
    for floor in range(floors):
        y = top + floor * FLOOR
        items += masonry.cornice(x, y + FLOOR - 4, WIDE, 5, stone)
        for n in range(3):
            items += masonry.window(kind, x + 24 + n * 28, y + 21, 17, 30, lit=(n + floor) % 3 == 1)
    roof = ((x - 8, top + 2), (x + 14, top - 24), (x + WIDE - 14, top - 24), (x + WIDE + 8, top + 2))
    return [
        *items,
        Poly(roof, theme.TERRACOTTA, theme.INK, 2),
        Box(x, top, WIDE, floors * FLOOR + 30, "", theme.INK, 2),
    ]


def _wall() -> list[Item]:
    """Draw the city wall with its gate."""
    stone, y = tones(theme.CLAY), GROUND - 18
    items: list[Item] = [Placed(14 + n * 108, y - 20, masonry.battlement(110, 24, stone)) for n in range(9)]
    items += masonry.courses(12, y, theme.W - 24, 52, 4, stone)
    return [*items, *masonry.opening("round", 500, y + 28, 56, 50, theme.OBSIDIAN)]
