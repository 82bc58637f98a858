"""The painter: a scene in, the bytes of a PNG out. Sprites and text are drawn once and kept."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BytesIO
from itertools import product
from math import ceil, floor
from typing import Generic, TypeVar

from PIL import Image, ImageDraw

from rendering import theme
from rendering.font import CAPITAL, TALL, font
from rendering.scene import Box, Colour, Disc, Glyph, Item, Line, Placed, Poly, Scene, Shape, Sprite

FINE = 4  # sprites are drawn so many times larger and then shrunk: smooth edges
BROAD = 2  # and the shapes of a landscape so many times
LEVEL = 3  # of the packing: more would cost milliseconds and save little
WIDE = 60_000  # pixels from which a shape belongs to the landscape
CUBE = (0, 85, 170, 255)  # steps of red, green and blue, for colours that no theme foresaw
Bounds = tuple[float, float, float, float]


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the one palette of every picture: theme colours, their mixes, and a coarse cube, all of it."""
    named = {v for v in vars(theme).values() if isinstance(v, str) and v.startswith("#")} | set(theme.SEATS)
    base = sorted(_rgb(c) for c in named)
    ink, paper = _rgb(theme.INK), _rgb(theme.PAPER)
    colours = base + [_mix(c, other) for other in (ink, paper) for c in base]
    colours += [_mix(_mix(ink, paper), ink), _mix(_mix(ink, paper), paper)]  # the edges of every numeral
    colours = list(dict.fromkeys([*colours, *product(CUBE, CUBE, CUBE)]))
    assert len(colours) <= 256, "a colour too many in the theme: the cube would lose its bright corner"
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2, (a[2] + b[2]) // 2


def paint(scene: Scene) -> bytes:
    """Return the picture as PNG bytes."""
    out = BytesIO()
    picture = painted(scene).quantize(palette=palette(), dither=Image.Dither.NONE)
    picture.save(out, "PNG", compress_level=LEVEL)
    return out.getvalue()


def icon(sprite: Sprite, side: int) -> bytes:
    """Return a sprite in the middle of a clear square, as PNG bytes: for emoji."""
    square, drawn = Image.new("RGBA", (side, side)), _sprite(sprite)
    square.paste(drawn, ((side - sprite.w) // 2, (side - sprite.h) // 2))
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()


def painted(scene: Scene) -> Image.Image:
    """Return the picture in full colours; what everybody sees of it is painted once and kept."""
    if scene.base is None:
        image = Image.new("RGB", (scene.w, scene.h), scene.ground)
    else:
        base = BASES.drawn(scene.base)
        image = base.copy() if base.size == (scene.w, scene.h) else _enlarged(base, scene)
    for item in scene.items:
        _put(image, item)
    return image


def _enlarged(base: Image.Image, scene: Scene) -> Image.Image:
    image = Image.new("RGB", (scene.w, scene.h), scene.ground)
    image.paste(base, (0, 0))
    return image


def _put(image: Image.Image, item: Item) -> None:
    """Copy one item onto the picture; its sprite comes from the atlas when it was drawn before."""
    if isinstance(item, Placed):
        x, y, sprite = item.x, item.y, item.sprite
    elif isinstance(item, Box) and not item.radius and not item.line:
        return _fill(image, item)
    else:
        left, top, right, bottom = _bounds(item)
        if isinstance(item, Poly) and item.fill and not item.line and (right - left) * (bottom - top) > WIDE:
            return _wash(image, item)
        x, y = floor(left) - 1, floor(top) - 1
        sprite = Sprite(ceil(right) - x + 1, ceil(bottom) - y + 1, (_moved(item, -x, -y),))
    drawn = ATLAS.drawn(sprite)
    image.paste(drawn, (round(x), round(y)), drawn)
    return None


def _fill(image: Image.Image, box: Box) -> None:
    """Fill a plain box without an atlas entry; one without a colour paints nothing."""
    if box.fill:
        corners = (box.x, box.y, box.x + box.w - 1, box.y + box.h - 1)
        ImageDraw.Draw(image).rectangle(corners, box.fill)


def _wash(image: Image.Image, shape: Poly) -> None:
    """Paint a hill or a cloud straight onto the picture, through a mask: it would crowd the atlas."""
    left, top, right, bottom = _bounds(shape)
    x, y = floor(left), floor(top)
    w, h = ceil(right) - x, ceil(bottom) - y
    mask = Image.new("L", (w * BROAD, h * BROAD))
    ImageDraw.Draw(mask).polygon([((px - x) * BROAD, (py - y) * BROAD) for px, py in shape.points], 255)
    image.paste(shape.fill, (x, y, x + w, y + h), mask.reduce(BROAD))


Key = TypeVar("Key", Sprite, Scene)


class Atlas(Generic[Key]):
    """What has been drawn, the newest used last; bounded by what it weighs, not by how much it is."""

    def __init__(self, draw: Callable[[Key], Image.Image], most: int) -> None:
        self._draw: Callable[[Key], Image.Image] = draw
        self._most = most  # bytes
        self._drawn: OrderedDict[Key, Image.Image] = OrderedDict()

    def drawn(self, key: Key) -> Image.Image:
        """Return a thing as drawn before, else draw it. Two painters at once may both draw it: no harm."""
        image = self._drawn.pop(key, None)
        if image is None:
            image = self._draw(key)
            self._make_room(_weight(key))
        self._drawn[key] = image
        return image

    def _make_room(self, weight: int) -> None:
        weight += sum(map(_weight, list(self._drawn)))
        while weight > self._most and self._drawn:
            weight -= _weight(self._drawn.popitem(last=False)[0])

    def clear(self) -> None:
        self._drawn.clear()


def _weight(drawn: Sprite | Scene) -> int:
    return drawn.w * drawn.h * 4


def _sprite(sprite: Sprite) -> Image.Image:
    """Draw a sprite large and shrink it once."""
    large = Image.new("RGBA", (sprite.w * FINE, sprite.h * FINE))
    pen = ImageDraw.Draw(large)
    for shape in _shapes(sprite.items):
        _draw(pen, shape)
    return large.reduce(FINE)


def _shapes(items: tuple[Item, ...], dx: float = 0, dy: float = 0) -> Iterator[Shape]:
    """Yield all shapes of a sprite; those of sprites inside it too, so that they are just as sharp."""
    for item in items:
        if isinstance(item, Placed):
            yield from _shapes(item.sprite.items, dx + item.x, dy + item.y)
        else:
            yield _moved(item, dx, dy)


def _draw(pen: ImageDraw.ImageDraw, s: Shape) -> None:
    k = FINE
    match s:
        case Box():
            box = (s.x * k, s.y * k, (s.x + s.w) * k - 1, (s.y + s.h) * k - 1)
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
            foot = s.y * k + s.size * k * TALL / 2  # numerals and capitals stand around the middle
            pen.text((s.x * k, foot), s.text, s.fill, font(round(s.size * k * TALL / CAPITAL)), anchor="ms")


def _bounds(s: Shape) -> Bounds:
    match s:
        case Box():
            return s.x, s.y, s.x + s.w, s.y + s.h
        case Disc():
            return s.x - s.r, s.y - s.r, s.x + s.r, s.y + s.r
        case Poly() | Line():
            xs, ys, w = [p[0] for p in s.points], [p[1] for p in s.points], s.width
            return min(xs) - w, min(ys) - w, max(xs) + w, max(ys) + w
        case Glyph():
            reach = s.size * (0.5 * len(s.text) + 0.2)  # a W is nearly as wide as it is high
            return s.x - reach, s.y - s.size * 0.7, s.x + reach, s.y + s.size * 0.7


def _moved(s: Shape, dx: float, dy: float) -> Shape:
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


ATLAS: Atlas[Sprite] = Atlas(_sprite, 64 << 20)
BASES: Atlas[Scene] = Atlas(painted, 24 << 20)
