"""A picture as data: shapes in pixels, no words. Equal scenes give equal pictures."""

from dataclasses import dataclass

Colour = str  # "#rrggbb"; "" paints nothing
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, with round corners if asked."""

    x: float
    y: float
    w: float
    h: float
    fill: Colour = ""
    line: Colour = ""
    width: float = 0
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around its centre."""

    x: float
    y: float
    r: float
    fill: Colour = ""
    line: Colour = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Poly:
    """A closed polygon."""

    points: tuple[Point, ...]
    fill: Colour = ""
    line: Colour = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through points."""

    points: tuple[Point, ...]
    line: Colour
    width: float = 2


@dataclass(frozen=True, slots=True)
class Glyph:
    """A numeral, a letter or a short sign, centred on a point; never a word."""

    x: float
    y: float
    text: str
    size: float
    fill: Colour


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture that the painter draws once and then only copies: a card, an emblem."""

    w: int
    h: int
    items: "tuple[Item, ...]"


@dataclass(frozen=True, slots=True)
class Placed:
    """A sprite at its place: where its top left corner stands."""

    x: float
    y: float
    sprite: Sprite


Shape = Box | Disc | Poly | Line | Glyph
Item = Shape | Placed


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture, painted from the first item to the last."""

    w: int
    h: int
    ground: Colour
    items: tuple[Item, ...]
