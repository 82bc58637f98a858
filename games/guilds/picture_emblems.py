"""The signs of San Gimignano for menus: four guilds, each with its ground and its sign."""

from games.emblems import EMBLEM_PIXELS, Emblem
from rendering import theme
from rendering.heraldry import Drawing, ring
from rendering.scene import Box, Colour, Disc, Poly, Sprite
from rendering.theme import scaled

GROUNDS = {"brown": theme.CLAY, "blue": theme.WATER, "ochre": theme.STRAW, "green": theme.OLIVE}


def emblems() -> tuple[Emblem, ...]:
    """Return a sign for each guild, by its names in the menus."""
    return tuple(
        Emblem(f"guilds_{colour}", (f"{{tile}} {colour}", f"{colour} to {{tiles}}"), _guild(colour, ground))
        for colour, ground in GROUNDS.items()
    )


def _guild(colour: str, ground: Colour) -> Sprite:
    tile = Poly(ring(6, 48, turn=0.5236), ground, theme.INK, 4)
    return Sprite(
        EMBLEM_PIXELS,
        EMBLEM_PIXELS,
        scaled((tile, *_sign(colour, theme.mixed(ground, theme.INK))), EMBLEM_PIXELS / 100),
    )


def _sign(colour: str, ink: Colour) -> Drawing:
    """Draw the guild's sign on a pale disc: square, drop, ring, tree."""
    disc = Disc(50, 50, 30, theme.PAPER)
    match colour:
        case "brown":
            return (disc, Box(33, 33, 34, 34, ink))
        case "blue":
            return (disc, Disc(50, 56, 16, ink), Poly(((50, 24), (36, 50), (64, 50)), ink))
        case "ochre":
            return (disc, Disc(50, 50, 21, ink), Disc(50, 50, 10, theme.PAPER))
    return (disc, Poly(((50, 25), (28, 66), (72, 66)), ink))
