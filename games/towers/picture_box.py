"""The box of The Towers of San Gimignano: the town, one tower still in its scaffold."""

from functools import cache

from games.core import Text
from games.rulebook import Figure
from games.towers import picture_tower
from games.towers.picture_tower import CROWN_EAVES, CROWN_HEIGHT, HOIST_HEIGHT
from rendering.box import GROUND, boxed
from rendering.scene import Item, Placed

WIDE, TALL = 62, 42
HIGHEST = 4  # stories of the tower that has the marker
DUSK = 3  # the hour whose light falls on the towers
TOWERS = (  # from top to bottom, the family that built it, and whether it is complete
    ("5 6", 0, True),
    ("10 10 10", 0, True),
    ("6 7 8 9", 0, False),
    ("8 8", 1, True),
    ("7 8 9 10", 1, True),
    ("9 9 9", 1, True),
)


@cache
def box() -> Figure:
    """Return the picture for the lobby and the rules, with what it shows in words."""
    items = list[Item]()
    for n, (stories, seat, complete) in enumerate(TOWERS):
        items += _tower(stories.split(), 150 + n * 96 + 104 * (n > 2), seat, complete)
    alt = Text("Tall towers of stone with bands of six colours at dusk, one of them still in its scaffold.")
    return Figure(boxed(tuple(items), 0.52), (alt,))


def _tower(stories: list[str], x: float, seat: int, complete: bool) -> list[Item]:
    top = GROUND - len(stories) * TALL
    items: list[Item] = [
        Placed(x, top + n * TALL, picture_tower.story(int(card), card, WIDE, TALL, DUSK, 4 * n))
        for n, card in enumerate(stories)
    ]
    if not complete:
        return [Placed(x - 4, top - HOIST_HEIGHT, picture_tower.hoist(WIDE, DUSK)), *items]
    mast = picture_tower.pennant(HIGHEST) if len(stories) == HIGHEST else picture_tower.flag(seat)
    return [
        Placed(x + WIDE / 2 - 3, top - mast.h - (4 if len(stories) == HIGHEST else 12), mast),
        *items,
        Placed(x - CROWN_EAVES, top - CROWN_HEIGHT, picture_tower.crown(WIDE, DUSK)),
    ]
