"""Lucca's signs for menus: six colours, any colour, and the bastion."""

from games.emblems import EMBLEM_PIXELS, Emblem
from games.lucca.names import COLOUR
from rendering import masonry, theme
from rendering.pieces import field
from rendering.scene import Placed, Sprite


def emblems() -> tuple[Emblem, ...]:
    """Return a sign for each colour, by the names of its cards."""
    colours = [
        Emblem(f"lucca_{colour}", (name, f"{name.id} {{number}}"), field(colour, EMBLEM_PIXELS))
        for colour, name in COLOUR.items()
    ]
    wild = Emblem("lucca_wild", ("Wild {number}",), field("", EMBLEM_PIXELS))
    return (*colours, wild, Emblem("lucca_bastion", ("Bastion",), _bastion()))


def _bastion() -> Sprite:
    stone = theme.tones(theme.CLAY)
    wall = masonry.courses(16, 42, 88, 76, 4, stone)
    gate = masonry.opening("round", 60, 95, 34, 46, theme.OBSIDIAN)
    return Sprite(
        EMBLEM_PIXELS, EMBLEM_PIXELS, (*wall, *gate, Placed(8, 10, masonry.battlement(104, 40, stone)))
    )
