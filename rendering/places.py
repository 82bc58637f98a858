"""Places that games share, by the hour: a sky over a far town, a paved square, the table of the own hand.

Each is one sprite, drawn once in a process; the painter draws them ahead while nobody asks for a picture.
"""

from collections.abc import Iterator
from functools import cache

from rendering import theme
from rendering.material.light import HOURS, lit
from rendering.scene import Box, Item, Placed, Sprite, Surface

SKY_HEIGHT = 560  # more than any picture shows of it
SQUARE_HEIGHT = 310
TABLE_HEIGHT = 140
MEADOW_HEIGHT = 84
DESK_HEIGHT = 276
VISTA_WIDTH, VISTA_HEIGHT = 984, 186
FAMILIES = 5  # of whom each has a view of its own
EDGE = "#5d4a3a"  # where the square begins


@cache
def sky(hour: int, land: str = "town") -> Sprite:
    """Return sky and hills, with a town or without; the ground is at the lower edge."""
    return Sprite(theme.W, SKY_HEIGHT, (Surface(0, 0, theme.W, SKY_HEIGHT, "country", (hour, land)),))


@cache
def square(hour: int) -> Sprite:
    """Return a paved square."""
    return Sprite(theme.W, SQUARE_HEIGHT, (Surface(0, 0, theme.W, SQUARE_HEIGHT, "square", (hour,)),))


@cache
def meadow(hour: int) -> Sprite:
    """Return the near side of a hill with a vineyard."""
    return Sprite(theme.W, MEADOW_HEIGHT, (Surface(0, 0, theme.W, MEADOW_HEIGHT, "meadow", (hour,)),))


@cache
def desk(hour: int) -> Sprite:
    """Return the wood under what lies at the head of a picture."""
    return Sprite(theme.W, DESK_HEIGHT, (Surface(0, 0, theme.W, DESK_HEIGHT, "wood", (hour,)),))


@cache
def table(hour: int) -> Sprite:
    """Return the wooden table that the own hand lies on."""
    return Sprite(theme.W, TABLE_HEIGHT, (Surface(0, 0, theme.W, TABLE_HEIGHT, "table", (hour,)),))


@cache
def vista(hour: int, family: int) -> Sprite:
    """Return a family's view of Lucca; the street and the grass are at the lower edge."""
    behind = Surface(0, 0, VISTA_WIDTH, VISTA_HEIGHT, "panorama", (hour, family % FAMILIES))
    return Sprite(VISTA_WIDTH, VISTA_HEIGHT, (behind,))


def town_square(hour: int, ground: float) -> tuple[Item, ...]:
    """Return the sky down to the ground, and a square before it."""
    edge = Box(0, ground - 2, theme.W, 4, lit(EDGE, hour))
    return Placed(0, ground - SKY_HEIGHT, sky(hour)), Placed(0, ground, square(hour)), edge


def hills(hour: int, ground: float) -> tuple[Item, ...]:
    """Return the sky down to the ground, and a vineyard before it."""
    return Placed(0, ground - SKY_HEIGHT, sky(hour, "hills")), Placed(0, ground, meadow(hour))


def ahead() -> Iterator[Sprite]:
    """Yield what is drawn before somebody needs it, the likeliest first."""
    for hour in range(HOURS):
        yield from (sky(hour), sky(hour, "hills"), square(hour), table(hour), meadow(hour), desk(hour))
        yield from (vista(hour, family) for family in range(FAMILIES))
