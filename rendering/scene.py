"""A picture as data: shapes in pixels, no words. Equal scenes give equal pictures."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Colour = str  # "#rrggbb"; "" paints nothing
Point = tuple[float, float]


def _by_its_parts(shape: Any) -> tuple[type, tuple[object, ...]]:
    """Send a shape to another process as what it is made of: a dataclass's own way is four times as slow."""
    return type(shape), tuple(getattr(shape, part) for part in shape.__slots__)


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

    __reduce__ = _by_its_parts


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around its centre."""

    x: float
    y: float
    r: float
    fill: Colour = ""
    line: Colour = ""
    width: float = 0

    __reduce__ = _by_its_parts


@dataclass(frozen=True, slots=True)
class Poly:
    """A closed polygon."""

    points: tuple[Point, ...]
    fill: Colour = ""
    line: Colour = ""
    width: float = 0

    __reduce__ = _by_its_parts


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through points."""

    points: tuple[Point, ...]
    line: Colour
    width: float = 2

    __reduce__ = _by_its_parts


@dataclass(frozen=True, slots=True)
class Glyph:
    """A numeral, a letter or a short sign, centred on a point; never a word."""

    x: float
    y: float
    text: str
    size: float
    fill: Colour

    __reduce__ = _by_its_parts


@dataclass(frozen=True, slots=True)
class Surface:
    """A box of a material in true colour: a wall, a sky; see `rendering.material`."""

    x: float
    y: float
    w: float
    h: float
    material: str
    kind: tuple[int | str, ...] = ()  # what the material is told: the hour, the place of the cut
    unit: float = 1  # how large its stones are

    __reduce__ = _by_its_parts


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small picture that the painter draws once and then only copies: a card, an emblem."""

    w: int
    h: int
    items: "tuple[Item, ...]"
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        """Count once: a sprite is deep, and every picture asks for it again."""
        if not self._hash:
            object.__setattr__(self, "_hash", hash((self.w, self.h, self.items)))
        return self._hash

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        """Leave the hash behind: another process counts strings otherwise."""
        return Sprite, (self.w, self.h, self.items)


@dataclass(frozen=True, slots=True)
class Placed:
    """A sprite at its place: where its top left corner stands."""

    x: float
    y: float
    sprite: Sprite


Shape = Box | Disc | Poly | Line | Glyph | Surface
Item = Shape | Placed


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture, painted from the first item to the last.

    `base` is what everybody sees, at the top left: painted once and kept; a scene goes on from there.
    """

    w: int
    h: int
    ground: Colour
    items: tuple[Item, ...]
    base: "Scene | None" = None
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        if not self._hash:
            shown = (self.w, self.h, self.ground, self.items, self.base)
            object.__setattr__(self, "_hash", hash(shown))
        return self._hash

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return Scene, (self.w, self.h, self.ground, self.items, self.base)

    @property
    def everything(self) -> tuple[Item, ...]:
        """Return all items, those of the base first."""
        return (*self.base.everything, *self.items) if self.base else self.items


def inside(items: "tuple[Item, ...]", x: float = 0, y: float = 0) -> Iterator[tuple[float, float, Shape]]:
    """Yield every shape, those within sprites too, with where its sprite stands."""
    for item in items:
        if isinstance(item, Placed):
            yield from inside(item.sprite.items, x + item.x, y + item.y)
        else:
            yield x, y, item
