"""The painter: a scene in, the bytes of a PNG out. A strip of a picture is painted once and kept.

A strip is known by the items that touch it, so the next picture of a table is painted only where it differs.
"""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from itertools import accumulate
from math import ceil, floor
from typing import TYPE_CHECKING

from PIL import Image, ImageColor, ImageDraw

from rendering.atlas import Atlas, Drawn, bounds, drawn, large
from rendering.interned_items import InternedItem
from rendering.palette import palette
from rendering.png import Packed, packed, png, unpacked
from rendering.scene import Box, Poly, Scene, Sprite
from rendering.strips import STRIP_ROWS, Area, Layer, Strip, joined, layer_of, likeness, remember

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

WORTHWHILE = 0.75  # of a strip: if more than that has changed, all of it is painted
BROAD = 2  # the shapes of a landscape are drawn so many times larger


@lru_cache(maxsize=1)
def _colours() -> bytes:
    """Return the palette as it stands in every file."""
    return bytes(palette().getpalette() or ())


_ink = lru_cache(maxsize=256)(ImageColor.getrgb)


# --- strips ------------------------------------------------------------------------------------------


def paint(scene: Scene) -> bytes:
    """Return the picture as PNG bytes."""
    return painted_layer(layer_of(scene))


def painted_layer(layer: Layer) -> bytes:
    """Return the picture of a scene whose items are known already."""
    strips = layer.strips
    known = [STRIPS.find(strip) for strip in strips]
    fresh = _fresh(layer, [strip for strip, rows in zip(strips, known, strict=True) if rows is None])
    picture = png(layer.w, layer.h, _colours(), (rows or next(fresh) for rows in known))
    remember(strips)
    return picture


def _fresh(layer: Layer, strips: list[Strip]) -> Iterator[Packed]:
    """Paint, pack and keep the strips of a picture that were never seen."""
    if not strips:
        return
    w, grounds = strips[0].w + 1, [_ground(strip) for strip in strips]
    # Every row stands behind a zero: none is filtered, a palette's numbers have nothing in common.
    rows = bytearray().join(rows for rows, _ in grounds)
    canvas = _canvas(w, rows)
    begins = dict(zip((strip.top for strip in strips), _begins(strips), strict=True))
    for area in joined(areas for _, areas in grounds):
        left, top, right, bottom = area
        at = begins[top // STRIP_ROWS * STRIP_ROWS] + top % STRIP_ROWS
        pixels = _area(layer, area).convert("P", Image.Dither.NONE, palette().im)
        canvas.paste(pixels, (left + 1, at, right + 1, at + bottom - top))
    painted = memoryview(rows)
    for strip in strips:
        at, high = begins[strip.top], strip.bottom - strip.top
        yield STRIPS.keep(strip, packed(painted[at * w : (at + high) * w], w))


def _ground(strip: Strip) -> tuple[bytes, list[Area]]:
    """Return the rows of a strip as they were before, and what has changed in them; it may be everything."""
    like = likeness(strip)
    if like and like.pixels < strip.pixels * WORTHWHILE and (rows := STRIPS.find(like.strip)):
        return unpacked(rows), like.areas
    return bytes(strip.pixels + strip.bottom - strip.top), [strip.area]


def _canvas(w: int, rows: bytearray) -> "ImagingCore":
    """Return rows as a picture that is painted in place: nothing is copied."""
    return Image.frombuffer("P", (w, len(rows) // w), rows, "raw", "P", 0, 1).im


def _begins(strips: list[Strip]) -> Iterator[int]:
    """Return where each strip begins when they stand below each other."""
    return accumulate((strip.bottom - strip.top for strip in strips[:-1]), initial=0)


def painted(scene: Scene) -> Image.Image:
    """Return the picture in full colours."""
    image, whole = Image.new("RGB", (scene.w, scene.h)), (0, 0, scene.w, scene.h)
    image.im.paste(_area(layer_of(scene), whole), whole)
    return image


def _area(layer: Layer, area: Area) -> "ImagingCore":
    """Paint a part of a scene, on that of its base."""
    left, top, right, bottom = area
    image = _under(layer, area)
    for known in layer.items:
        if known.top < bottom and known.bottom > top and known.left < right and known.right > left:
            _put(image, known, left, top)
    return image


def _under(layer: Layer, area: Area) -> "ImagingCore":
    """Return what a part of a scene is painted on: its base, as far as that reaches, and the ground."""
    left, top, right, bottom = area
    base = layer.under
    if base and right <= base.w and bottom <= base.h:
        return _area(base, area)
    image = Image.new("RGB", (right - left, bottom - top), _ink(layer.ground)).im
    if base and left < base.w and top < base.h:
        w, h = min(right, base.w), min(bottom, base.h)
        image.paste(_area(base, (left, top, w, h)), (0, 0, w - left, h - top))
    return image


# --- items -------------------------------------------------------------------------------------------


def _put(image: "ImagingCore", known: InternedItem, left: int, top: int) -> None:
    """Copy one item onto a part of a picture; its sprite comes from the atlas when it was drawn before."""
    if sprite := known.sprite:
        _paste(image, at_hand(sprite), known.x - left, known.y - top)
    elif isinstance(known.item, Poly):
        _wash(image, known.item, left, top)
    elif isinstance(known.item, Box):
        box = known.left - left, known.top - top, known.right - left, known.bottom - top
        image.paste(_ink(known.item.fill), box)


def at_hand(sprite: Sprite) -> Drawn:
    """Return a sprite as it is drawn: only once, and then kept."""
    return ATLAS.find(sprite) or ATLAS.keep(sprite, drawn(sprite))


def _paste(image: "ImagingCore", sprite: Drawn, x: int, y: int) -> None:
    """Paste the pieces of a sprite that touch a picture."""
    paste, (w, h) = image.paste, image.size
    for left, top, right, bottom, pixels, mask in sprite.pieces:
        box = x + left, y + top, x + right, y + bottom
        if box[3] <= 0 or box[1] >= h or box[2] <= 0 or box[0] >= w:
            continue
        if mask:
            paste(pixels, box, mask)
        else:
            paste(pixels, box)


def _wash(image: "ImagingCore", shape: Poly, left: int, top: int) -> None:
    """Paint a hill or a cloud straight onto the picture, through a mask: it would crowd the atlas."""
    first, upper, last, lower = bounds(shape)
    x, y = floor(first), max(floor(upper), top)
    w, h = ceil(last) - x, min(ceil(lower), top + image.size[1]) - y
    if h <= 0:
        return
    mask = Image.new("L", (w * BROAD, h * BROAD))
    points = [(int((px - x) * BROAD), int((py - floor(upper)) * BROAD)) for px, py in shape.points]
    lift = (y - floor(upper)) * BROAD
    ImageDraw.Draw(mask).polygon([(px, py - lift) for px, py in points], 255)
    box = x - left, y - top, x - left + w, y - top + h
    image.paste(_ink(shape.fill), box, mask.reduce(BROAD).im)


def icon(sprite: Sprite, side: int) -> bytes:
    """Return a sprite in the middle of a clear square, as PNG bytes: for emoji."""
    square = Image.new("RGBA", (side, side))
    square.paste(large(sprite), ((side - sprite.w) // 2, (side - sprite.h) // 2))
    out = BytesIO()
    square.save(out, "PNG", optimize=True)
    return out.getvalue()


ATLAS: Atlas[Sprite, Drawn] = Atlas(96 << 20)
STRIPS: Atlas[Strip, Packed] = Atlas(20 << 20)
