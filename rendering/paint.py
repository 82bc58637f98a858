"""The painter: a scene in, the bytes of a PNG out. A strip of a picture is painted once and kept.

A strip is known by the items that touch it, so the next picture of a table is painted only where it differs.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import BytesIO
from itertools import product
from math import ceil, floor

from PIL import Image, ImageDraw

from rendering import theme
from rendering.atlas import Atlas, Drawn, bounds, drawn, large, moved
from rendering.png import Packed, packed, png
from rendering.scene import Box, Colour, Item, Placed, Poly, Scene, Sprite

HIGH = 48  # rows of a strip: lower ones would differ more seldom, and cost more to look up
BROAD = 2  # the shapes of a landscape are drawn so many times larger
WIDE = 60_000  # pixels from which a shape belongs to the landscape
CUBE = (0, 85, 170, 255)  # steps of red, green and blue, for colours that no theme foresaw


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


@lru_cache(maxsize=1)
def _colours() -> bytes:
    """Return the palette as it stands in every file."""
    return bytes(palette().getpalette() or ())


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _mix(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, int, int]:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2, (a[2] + b[2]) // 2


# --- strips ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strip:
    """Some rows of a picture: all that decides how they look."""

    w: int
    top: int
    bottom: int
    ground: Colour
    items: tuple[Item, ...]  # that touch it
    under: "Strip | None"  # of the scene that this one is painted on
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        if not self._hash:
            shown = (self.w, self.top, self.bottom, self.ground, self.items, self.under)
            object.__setattr__(self, "_hash", hash(shown))
        return self._hash


def strips_of(scene: Scene) -> list[Strip]:
    """Return what stands in each strip of a picture, from the top."""
    count = ceil(scene.h / HIGH)
    items: list[list[Item]] = [[] for _ in range(count)]
    for item in scene.items:
        top, bottom = _rows_of(item)
        for number in range(max(0, top // HIGH), min(count, ceil(bottom / HIGH))):
            items[number].append(item)
    under = strips_of(scene.base) if scene.base else []
    bare = [
        Strip(scene.w, top, min(scene.h, top + HIGH), scene.ground, (), None)
        for top in range(0, scene.h, HIGH)
    ]
    return [_on(under[n] if n < len(under) else None, strip, tuple(items[n])) for n, strip in enumerate(bare)]


def _on(under: Strip | None, bare: Strip, items: tuple[Item, ...]) -> Strip:
    """Return a strip with items on it, over that of its base; if they cover each other, they are one."""
    if under and (under.w, under.top, under.bottom) == (bare.w, bare.top, bare.bottom):
        return replace(under, items=under.items + items) if items else under
    return replace(bare, items=items, under=under)


def _rows_of(item: Item) -> tuple[int, int]:
    """Return the rows that an item may touch: from, and up to."""
    if isinstance(item, Placed):
        return round(item.y), round(item.y) + item.sprite.h
    _, top, _, bottom = bounds(item)
    return floor(top) - 1, ceil(bottom) + 2


def paint(scene: Scene) -> bytes:
    """Return the picture as PNG bytes."""
    strips = strips_of(scene)
    known = [STRIPS.find(strip) for strip in strips]
    fresh = _fresh(scene, [strip for strip, rows in zip(strips, known, strict=True) if rows is None])
    return png(scene.w, scene.h, _colours(), (rows or next(fresh) for rows in known))


def _fresh(scene: Scene, strips: list[Strip]) -> Iterator[Packed]:
    """Paint, pack and keep the strips of a picture that were never seen; those side by side in one go."""
    if not strips:
        return
    canvas = Image.new("RGB", (scene.w, sum(strip.bottom - strip.top for strip in strips)))
    at = 0
    for top, bottom in _runs(strips):
        canvas.paste(_area(scene, top, bottom), (0, at))
        at += bottom - top
    rows = _filtered(canvas.quantize(palette=palette(), dither=Image.Dither.NONE))
    at = 0
    for strip in strips:
        length = (strip.bottom - strip.top) * (scene.w + 1)
        yield STRIPS.keep(strip, packed(rows[at : at + length]))
        at += length


def _runs(strips: list[Strip]) -> Iterator[tuple[int, int]]:
    """Join the strips that stand side by side."""
    top, bottom = strips[0].top, strips[0].bottom
    for strip in strips[1:]:
        if strip.top != bottom:
            yield top, bottom
            top = strip.top
        bottom = strip.bottom
    yield top, bottom


def _filtered(image: Image.Image) -> bytes:
    """Return all rows, each behind a zero: none is filtered, a palette's numbers have nothing in common."""
    wider = Image.new("P", (image.width + 1, image.height))
    wider.paste(image, (1, 0))
    return wider.tobytes()


def painted(scene: Scene) -> Image.Image:
    """Return the picture in full colours."""
    return _area(scene, 0, scene.h)


def _area(scene: Scene, top: int, bottom: int) -> Image.Image:
    """Paint some rows of a scene, on those of its base."""
    under = _area(scene.base, top, min(bottom, scene.base.h)) if scene.base and top < scene.base.h else None
    if under is not None and under.size == (scene.w, bottom - top):
        image = under
    else:
        image = Image.new("RGB", (scene.w, bottom - top), scene.ground)
        if under is not None:
            image.paste(under, (0, 0))
    for item in scene.items:
        first, last = _rows_of(item)
        if first < bottom and last > top:
            _put(image, item, top)
    return image


# --- items -------------------------------------------------------------------------------------------


def _put(image: Image.Image, item: Item, top: int) -> None:
    """Copy one item onto the rows below `top`; its sprite comes from the atlas when it was drawn before."""
    if isinstance(item, Placed):
        x, y, sprite = round(item.x), round(item.y), item.sprite
    elif isinstance(item, Box) and not item.radius and not item.line:
        return _fill(image, item, top)
    else:
        left, upper, right, lower = bounds(item)
        if isinstance(item, Poly) and item.fill and not item.line and (right - left) * (lower - upper) > WIDE:
            return _wash(image, item, top)
        x, y = floor(left) - 1, floor(upper) - 1
        sprite = Sprite(ceil(right) - x + 1, ceil(lower) - y + 1, (moved(item, -x, -y),))
    for piece in (ATLAS.find(sprite) or ATLAS.keep(sprite, drawn(sprite))).pieces:
        if -piece.image.height < y + piece.y - top < image.height:
            image.paste(piece.image, (x + piece.x, y + piece.y - top), piece.mask)
    return None


def _fill(image: Image.Image, box: Box, top: int) -> None:
    """Fill a plain box without an atlas entry; one without a colour paints nothing."""
    if box.fill:
        x, y, right, lower = map(int, (box.x, box.y, box.x + box.w - 1, box.y + box.h - 1))
        ImageDraw.Draw(image).rectangle((x, y - top, right, lower - top), box.fill)


def _wash(image: Image.Image, shape: Poly, top: int) -> None:
    """Paint a hill or a cloud straight onto the picture, through a mask: it would crowd the atlas."""
    left, upper, right, lower = bounds(shape)
    x, y = floor(left), max(floor(upper), top)
    w, h = ceil(right) - x, min(ceil(lower), top + image.height) - y
    if h <= 0:
        return
    mask = Image.new("L", (w * BROAD, h * BROAD))
    points = [(int((px - x) * BROAD), int((py - floor(upper)) * BROAD)) for px, py in shape.points]
    lift = (y - floor(upper)) * BROAD
    ImageDraw.Draw(mask).polygon([(px, py - lift) for px, py in points], 255)
    image.paste(shape.fill, (x, y - top, x + w, y - top + h), mask.reduce(BROAD))


def icon(sprite: Sprite, side: int) -> bytes:
    """Return a sprite in the middle of a clear square, as PNG bytes: for emoji."""
    square = Image.new("RGBA", (side, side))
    square.paste(large(sprite), ((side - sprite.w) // 2, (side - sprite.h) // 2))
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()


ATLAS: Atlas[Sprite, Drawn] = Atlas(64 << 20)
STRIPS: Atlas[Strip, Packed] = Atlas(12 << 20)
