"""The box of The Towers of San Gimignano: the town, one tower still in its scaffold."""

from functools import cache

from games.core import Text
from games.rulebook import Figure
from games.towers import pieces
from rendering.box import GROUND, boxed
from rendering.masonry import scaffold
from rendering.scene import Item, Placed

WIDE, TALL = 60, 46
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
    marker = Placed(150 + 4 * 96 + 104 + WIDE + 4, GROUND - 4 * TALL - 40, pieces.highest(70))
    alt = Text("Tall towers of stone with bands of six colours at dusk, one of them still in its scaffold.")
    return Figure(boxed((*items, marker), 0.52), (alt,))


def _tower(stories: list[str], x: float, seat: int, complete: bool) -> list[Item]:
    top = GROUND - len(stories) * TALL
    items: list[Item] = [
        Placed(x, top + n * TALL, pieces.story(int(card), card, WIDE, TALL)) for n, card in enumerate(stories)
    ]
    if not complete:
        return [*items, Placed(x - 4, top - 26, scaffold(WIDE + 8, 27))]
    flag = Placed(x + WIDE / 2 - 3, top - 56, pieces.flag(seat))
    return [flag, *items, Placed(x - 3, top - 20, pieces.crown(WIDE + 6))]
