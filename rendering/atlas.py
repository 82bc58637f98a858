"""Sprites as they are drawn: large and shrunk once, cut where nothing needs to be blended, and kept."""

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import groupby
from math import ceil, floor
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from PIL import Image, ImageDraw

from rendering.font import CAPITAL, CAPITAL_HEIGHT, font
from rendering.material import material
from rendering.palette import dithered
from rendering.scene import Box, Disc, Glyph, Item, Line, Placed, Poly, Shape, Sprite, Surface

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

FINE = 2  # sprites are drawn so many times larger and then shrunk: the palette has no finer steps
UNCUT_PIXELS = 1_000  # pixels up to which cutting costs more than it saves
CELL = 16  # pixels: the side of the squares in which a sprite is looked at when it is cut
OPAQUE, VISIBLE = [0] * 255 + [255], [0] + [255] * 255  # of every alpha: whether it counts
NONE, SOME, ALL = 0, 1, 2  # of a cell: how much of it is opaque
EACH = 400  # bytes that a piece needs beside its pixels
LARGE = 20_000  # pixels from which a box is drawn small and stretched
Bounds = tuple[float, float, float, float]
Run = tuple[int, int, int]  # of a row of cells: what they are, from, and up to


class Weighty(Protocol):
    """Something that says how many bytes it keeps."""

    @property
    def weight(self) -> int: ...


Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept", bound=Weighty)


class Atlas(Generic[Key, Kept]):
    """What has been made, the newest used last; bounded by what it weighs, not by how much it is.

    Two painters at once may both make a thing: no harm, but that it may be weighed twice.
    """

    def __init__(self, most: int) -> None:
        self._most = most  # bytes
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self.weight = 0

    def find(self, key: Key) -> Kept | None:
        """Return a thing as it was made before; it is now the last to go."""
        if (found := self._kept.pop(key, None)) is not None:
            self._kept[key] = found
        return found

    def keep(self, key: Key, made: Kept) -> Kept:
        """Keep a thing, and let those go that nobody has used for longest."""
        if (before := self._kept.pop(key, None)) is not None:
            self.weight -= before.weight
        self._kept[key] = made
        self.weight += made.weight
        while self.weight > self._most and len(self._kept) > 1:
            self.weight -= self._kept.popitem(last=False)[1].weight
        return made

    def clear(self) -> None:
        self._kept.clear()
        self.weight = 0


class Piece(NamedTuple):
    """A part of a drawn sprite: the box it fills, and a mask if the ground shines through anywhere.

    Pixels as Pillow's core keeps them: `Image.paste` looks twenty times as long at what it is given as it
    takes to paste a small piece.
    """

    x: int
    y: int
    right: int
    bottom: int
    pixels: "ImagingCore"
    mask: "ImagingCore | None"


class Drawn(NamedTuple):
    """A sprite as pieces to be pasted."""

    pieces: tuple[Piece, ...]
    weight: int


def drawn(sprite: Sprite) -> Drawn:
    """Draw a sprite and cut it: its clear parts are not pasted at all, its opaque ones are only copied."""
    (*more, first) = sprite.items or (None,)
    if isinstance(first, Box) and not more and sprite.w * sprite.h > LARGE:
        pieces = tuple(piece for x, y, part in _stretched(sprite, first) for piece in _whole(part, x, y))
    else:
        x, y, heart = _heart(sprite)
        image = dithered(material(first, 1)) if not more and isinstance(first, Surface) else large(heart)
        pieces = tuple((_cut if heart.w * heart.h > UNCUT_PIXELS else _whole)(image, x, y))
    return Drawn(pieces, 400 + sum(EACH + (p.right - p.x) * (p.bottom - p.y) * 4 for p in pieces))


def _heart(sprite: Sprite) -> tuple[int, int, Sprite]:
    """Return the part of a sprite that is not empty, and where it stands, if most of its frame is."""
    shapes = [*_shapes(sprite.items)]
    lefts, tops, rights, bottoms = zip(*map(bounds, shapes), strict=True) if shapes else ((0,),) * 4
    x, y = max(0, floor(min(lefts)) - 2), max(0, floor(min(tops)) - 2)
    w, h = min(sprite.w, ceil(max(rights)) + 2) - x, min(sprite.h, ceil(max(bottoms)) + 2) - y
    if w <= 0 or h <= 0 or w * h * 2 > sprite.w * sprite.h:
        return 0, 0, Sprite(sprite.w, sprite.h, tuple(shapes))
    return x, y, Sprite(w, h, tuple(moved(shape, -x, -y) for shape in shapes))


Part = tuple[int, int, Image.Image]


def _whole(image: Image.Image, x: int, y: int) -> Iterator[Piece]:
    """Yield a picture as it is pasted; nothing if nothing of it is to be seen."""
    box = x, y, x + image.width, y + image.height
    if image.mode == "RGB":
        yield Piece(*box, image.im, None)
        return
    match image.getchannel("A").getextrema():
        case (0, 0):
            return
        case (255, 255):
            yield Piece(*box, image.convert("RGB").im, None)
        case _:
            yield Piece(*box, image.im, image.im)


def _cut(image: Image.Image, x: int, y: int) -> Iterator[Piece]:
    """Part a picture into what is opaque and the edges between that and what is clear."""
    if image.mode == "RGB":
        yield from _whole(image, x, y)
        return
    edges, opaque = image.im, image.convert("RGB").im
    for kind, left, top, right, bottom in _regions(image.getchannel("A")):
        box = left * CELL, top * CELL, min(image.width, right * CELL), min(image.height, bottom * CELL)
        place = x + box[0], y + box[1], x + box[2], y + box[3]
        if kind == ALL:
            yield Piece(*place, opaque.crop(box), None)
        else:
            part = edges.crop(box)
            yield Piece(*place, part, part)


def _regions(alpha: Image.Image) -> Iterator[tuple[int, int, int, int, int]]:
    """Join the cells of a picture that are alike, in a row and then with the same in the row below."""
    across, down = ceil(alpha.width / CELL), ceil(alpha.height / CELL)
    cells = zip(*(alpha.point(table).reduce(CELL).tobytes() for table in (OPAQUE, VISIBLE)), strict=True)
    kinds = [ALL if opaque == 255 else SOME if visible else NONE for opaque, visible in cells]
    begun: dict[Run, int] = {}  # what still goes on below, and from which row
    for row in range(down):
        runs = set(_runs(kinds[row * across : (row + 1) * across]))
        for kind, left, right in begun.keys() - runs:
            yield kind, left, begun.pop((kind, left, right)), right, row
        for run in runs:
            begun.setdefault(run, row)
    for (kind, left, right), top in begun.items():
        yield kind, left, top, right, down


def _runs(kinds: list[int]) -> Iterator[Run]:
    """Yield what stands side by side in a row of cells; what is clear is left out."""
    at = 0
    for kind, same in groupby(kinds):
        before, at = at, at + len([*same])
        if kind != NONE:
            yield kind, before, at


def _stretched(sprite: Sprite, box: Box) -> Iterator[Part]:
    """Draw a large box small, and stretch its sides: they are the same all along."""
    rim = max(box.radius, box.width) + 2
    left, top = ceil(box.x + rim), ceil(box.y + rim)
    right, bottom = sprite.w - floor(box.x + box.w - rim), sprite.h - floor(box.y + box.h - rim)
    dx, dy = sprite.w - left - right - 1, sprite.h - top - bottom - 1
    if dx <= 0 or dy <= 0:
        yield 0, 0, large(sprite)
        return
    less = replace(box, w=box.w - dx, h=box.h - dy)
    image = large(Sprite(sprite.w - dx, sprite.h - dy, (less,)))
    columns = ((0, left, left), (left, left + 1, dx + 1), (left + 1, image.width, right))
    rows = ((0, top, top), (top, top + 1, dy + 1), (top + 1, image.height, bottom))
    for y0, y1, high in rows:
        for x0, x1, wide in columns:
            part = image.crop((x0, y0, x1, y1)).resize((wide, high), Image.Resampling.NEAREST)
            yield x0 if x0 <= left else x0 + dx, y0 if y0 <= top else y0 + dy, part


def large(sprite: Sprite) -> Image.Image:
    """Draw a sprite large and shrink it once."""
    image = Image.new("RGBa", (sprite.w * FINE, sprite.h * FINE))
    pen, rich = ImageDraw.Draw(image), False
    for shape in _shapes(sprite.items):
        if isinstance(shape, Surface):
            _lay(image, shape)
            rich = True
        else:
            _draw(pen, shape)
    small = image.reduce(FINE).convert("RGBA")
    return dithered(small) if rich else small


def _lay(image: Image.Image, shape: Surface) -> None:
    """Lay a material over what is drawn already."""
    cover = material(shape, FINE).convert("RGBA")
    mask = cover.getchannel("A")
    cover.putalpha(255)
    image.paste(cover.convert("RGBa"), (round(shape.x * FINE), round(shape.y * FINE)), mask)


def _shapes(items: tuple[Item, ...], dx: float = 0, dy: float = 0) -> Iterator[Shape]:
    """Yield all shapes of a sprite; those of sprites inside it too, so that they are just as sharp."""
    for item in items:
        if isinstance(item, Placed):
            yield from _shapes(item.sprite.items, dx + item.x, dy + item.y)
        else:
            yield moved(item, dx, dy) if dx or dy else item


def _draw(pen: ImageDraw.ImageDraw, s: Shape) -> None:
    k = FINE
    match s:
        case Box():
            left, top = s.x * k, s.y * k
            box = (left, top, max(left, (s.x + s.w) * k - 1), max(top, (s.y + s.h) * k - 1))
            pen.rounded_rectangle(box, s.radius * k, s.fill or None, s.line or None, round(s.width * k))
        case Disc():
            box = ((s.x - s.r) * k, (s.y - s.r) * k, (s.x + s.r) * k, (s.y + s.r) * k)
            pen.ellipse(box, s.fill or None, s.line or None, round(s.width * k))
        case Poly():
            points = [(x * k, y * k) for x, y in s.points]
            if s.fill:
                pen.polygon(points, s.fill)
            if s.line:
                pen.line([*points, points[0], points[1]], s.line, round(s.width * k), "curve")
        case Line():
            pen.line([(x * k, y * k) for x, y in s.points], s.line, round(s.width * k), "curve")
        case Glyph():
            foot = s.y * k + s.size * k * CAPITAL_HEIGHT / 2  # numerals and capitals stand around the middle
            pen.text(
                (s.x * k, foot),
                s.text,
                s.fill,
                font(round(s.size * k * CAPITAL_HEIGHT / CAPITAL)),
                anchor="ms",
            )


def bounds(s: Shape) -> Bounds:
    """Return the box around a shape: left, top, right, bottom."""
    match s:
        case Box() | Surface():
            return s.x, s.y, s.x + s.w, s.y + s.h
        case Disc():
            return s.x - s.r, s.y - s.r, s.x + s.r, s.y + s.r
        case Poly() | Line():
            xs, ys, w = [p[0] for p in s.points], [p[1] for p in s.points], s.width
            return min(xs) - w, min(ys) - w, max(xs) + w, max(ys) + w
        case Glyph():
            reach = s.size * (0.5 * len(s.text) + 0.2)  # a W is nearly as wide as it is high
            return s.x - reach, s.y - s.size * 0.7, s.x + reach, s.y + s.size * 0.7


def moved(s: Shape, dx: float, dy: float) -> Shape:
    """Return a shape somewhere else."""
    match s:
        case Box():
            return Box(s.x + dx, s.y + dy, s.w, s.h, s.fill, s.line, s.width, s.radius)
        case Disc():
            return Disc(s.x + dx, s.y + dy, s.r, s.fill, s.line, s.width)
        case Poly():
            return Poly(tuple((x + dx, y + dy) for x, y in s.points), s.fill, s.line, s.width)
        case Line():
            return Line(tuple((x + dx, y + dy) for x, y in s.points), s.line, s.width)
        case Glyph():
            return Glyph(s.x + dx, s.y + dy, s.text, s.size, s.fill)
        case Surface():
            return replace(s, x=s.x + dx, y=s.y + dy)
