"""Colours, tones and sizes that all games share; docs/pictures.md shows them."""

from functools import cache
from typing import NamedTuple

from rendering.scene import Box, Colour, Disc, Item, Line, Poly

W = 1000  # the usual width of a picture; Discord shows 400 to 550 of it
PHONE = 400  # of which every sign must still be read

# --- parchment and ink -----------------------------------------------------------------------------

GROUND: Colour = "#f4ebd9"  # the parchment under everything
PAPER: Colour = "#fbf4e5"
SHADE: Colour = "#e6d8bd"
EDGE: Colour = "#bfae8c"
SOFT: Colour = "#7d715f"
INK: Colour = "#2c2622"
WHITE: Colour = "#fffcf5"
TERRACOTTA: Colour = "#b4532f"  # the one thin frame
OCHRE: Colour = "#d9a441"
BROWN: Colour = "#8b5a2b"
BRONZE: Colour = "#9c6f42"

# --- signs of the grammar: each of these colours means one thing -----------------------------------

MARK: Colour = "#7424c4"  # what may be chosen now
GOLD: Colour = "#f5b61f"  # the last move, and the winner
LEAF: Colour = "#5f7f3a"  # laurel

# Five lightnesses, so that no seat needs its hue; the charge and the token's outline say the same.
SEAT_COLOURS: tuple[Colour, ...] = ("#c64a12", "#1f5fae", "#24402c", "#ee8aa8", "#d2c96c")

# Six things (suits, palaces) that must be told apart; always with a sign as well.
RED: Colour = "#b9262a"
ORANGE: Colour = "#d98a1c"
YELLOW: Colour = "#ecd86f"
GREEN: Colour = "#2fa274"
BLUE: Colour = "#1464ab"
PURPLE: Colour = "#5c2a62"

# Six stones; always with a pattern as well.
BRICK: Colour = "#a64a31"
SANDSTONE: Colour = "#e9bd6b"
GRANITE: Colour = "#3a638c"
LIMESTONE: Colour = "#8ba886"
MARBLE: Colour = "#f3efe6"
OBSIDIAN: Colour = "#2e2b33"

# Four grounds of guilds; always with a sign as well.
OLIVE: Colour = "#97b58f"
STRAW: Colour = "#f8dd9b"
CLAY: Colour = "#b0704b"
WATER: Colour = "#64a4d3"

# --- dusk: flat tones, never a gradient ------------------------------------------------------------

NIGHT: Colour = "#33436b"
DUSK: Colour = "#5a6290"
HAZE: Colour = "#94809f"
GLOW: Colour = "#d39a90"
EMBER: Colour = "#efc69b"
FAR_HILL: Colour = "#6c6f86"
HILL: Colour = "#59684f"
MEADOW: Colour = "#7b8557"
PINE: Colour = "#2f4433"
LIT: Colour = "#ffd977"  # a lit pane

# --- numerals: one face, three sizes; a sign stands 0.7 of its size high ----------------------------

SMALL, PLAIN, GRAND = 28, 40, 58


def mixed(one: Colour, other: Colour) -> Colour:
    """Return the colour halfway between two; the palette has those with GROUND, INK, WHITE and PAPER."""
    parts = ((int(one[i : i + 2], 16) + int(other[i : i + 2], 16)) // 2 for i in (1, 3, 5))
    return "#" + "".join(f"{part:02x}" for part in parts)


class Tones(NamedTuple):
    """The three tones of a material."""

    light: Colour  # its upper edge
    body: Colour
    mortar: Colour  # its joints and shade


def tones(body: Colour) -> Tones:
    """Return a colour as a material: light edge, body, mortar."""
    return Tones(mixed(body, PAPER), body, mixed(body, INK))


def ink_on(fill: Colour) -> Colour:
    """Return what is read best on a colour, by contrast: ink or white."""
    return INK if contrast(fill, INK) > contrast(fill, WHITE) else WHITE


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours as WCAG measures it: from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@cache
def _luminance(colour: Colour) -> float:
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(v: float) -> float:
    return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)


def scaled(items: tuple[Item, ...], k: float, dx: float = 0, dy: float = 0) -> tuple[Item, ...]:
    """Return shapes drawn k times as large and moved; for pictograms designed on a 100 x 100 field."""
    result: list[Item] = []
    for i in items:
        match i:
            case Box():
                size = (i.w * k, i.h * k, i.fill, i.line, i.width * k, i.radius * k)
                result.append(Box(i.x * k + dx, i.y * k + dy, *size))
            case Disc():
                result.append(Disc(i.x * k + dx, i.y * k + dy, i.r * k, i.fill, i.line, i.width * k))
            case Poly():
                points = tuple((x * k + dx, y * k + dy) for x, y in i.points)
                result.append(Poly(points, i.fill, i.line, i.width * k))
            case Line():
                points = tuple((x * k + dx, y * k + dy) for x, y in i.points)
                result.append(Line(points, i.line, i.width * k))
            case _:
                raise TypeError(f"cannot scale {i!r}")
    return tuple(result)
