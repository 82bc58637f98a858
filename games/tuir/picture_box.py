"""The box of Túir: two rows of towers, and a sealed wish between them."""

from functools import cache

from games.core import Text
from games.rulebook import Figure
from games.tuir.picture_rules import rule_back
from games.tuir.picture_top import CROWNED, ROOF_HEIGHT, roof
from games.tuir.pieces import STONE_TONES, block
from rendering import theme
from rendering.box import GROUND, boxed
from rendering.heraldry import pennant, shield
from rendering.masonry import battlement
from rendering.scene import Item, Placed

WIDE, TALL = 74, 47
DUSK = 3  # the hour whose light falls on the roofs
Storey = tuple[str, str, int]
LION: tuple[tuple[Storey, ...], ...] = (
    (("green_limestone", "flat", 3), ("blue_granite", "sharp", 2)),
    (
        ("red_brick", "round", 2),
        ("yellow_sandstone", "sharp", 1),
        ("blue_granite", "round", 3),
        ("red_brick", "sharp", 4),
    ),
    (("white_marble", "none", 0), ("yellow_sandstone", "flat", 2), ("green_limestone", "round", 1)),
)
DOVE: tuple[tuple[Storey, ...], ...] = (
    (("yellow_sandstone", "square", 4),),
    (("blue_granite", "flat", 4), ("red_brick", "square", 2), ("green_limestone", "sharp", 3)),
    (
        ("black_obsidian", "none", 0),
        ("green_limestone", "square", 1),
        ("yellow_sandstone", "round", 3),
        ("blue_granite", "square", 2),
    ),
)


@cache
def box() -> Figure:
    """Return the picture for the lobby and the rules, with what it shows in words."""
    letter = Placed(theme.W / 2 - 75, 150, rule_back())
    arms = (Placed(70, 34, shield(0, 84)), Placed(theme.W - 132, 34, shield(1, 84)))
    row = (*_city(LION, 150, 0), *_city(DOVE, theme.W - 160 - 3 * WIDE, 1))
    alt = Text("Two rows of towers of six kinds of stone at dusk; a sealed letter between them.")
    return Figure(boxed((*arms, *row, letter), 0.5), (alt,))


def _city(row: tuple[tuple[Storey, ...], ...], x: float, seat: int) -> list[Item]:
    items = list[Item]()
    for n, tower in enumerate(row):
        left, top = x + n * WIDE, GROUND - len(tower) * TALL
        for level, storey in enumerate(tower, 1):
            items.append(Placed(left, GROUND - level * TALL, block(*storey, WIDE, TALL, level % 2)))
        if len(tower) < CROWNED:
            items.append(Placed(left - 5, top - ROOF_HEIGHT + 2, roof(WIDE + 10, DUSK)))
        else:
            items.append(Placed(left + WIDE / 2, top - 50, pennant(40, 46, theme.SEAT_COLOURS[seat])))
            items.append(Placed(left - 3, top - 17, battlement(WIDE + 6, 22, STONE_TONES[tower[-1][0]])))
    return items
