"""A scene for those who want it larger: the same shapes, so many times as wide."""

from dataclasses import replace
from functools import lru_cache

from rendering.scene import Box, Disc, Glyph, Item, Line, Placed, Poly, Scene, Sprite, Surface

TIMES = 1.5


def larger(scene: Scene) -> Scene:
    """Return a scene half as large again; what everybody sees of it is worked out once."""
    items = tuple(map(_item, scene.items))
    base = _base(scene.base) if scene.base else None
    return Scene(_whole(scene.w), _whole(scene.h), scene.ground, items, base)


@lru_cache(maxsize=16)
def _base(scene: Scene) -> Scene:
    return larger(scene)


@lru_cache(maxsize=2048)
def _sprite(sprite: Sprite) -> Sprite:
    return Sprite(_whole(sprite.w), _whole(sprite.h), tuple(map(_item, sprite.items)))


def _whole(length: int) -> int:
    return round(length * TIMES)


def _item(item: Item) -> Item:
    k = TIMES
    match item:
        case Placed(x, y, sprite):
            return Placed(x * k, y * k, _sprite(sprite))
        case Box(x, y, w, h):
            box = replace(item, x=x * k, y=y * k, w=w * k, h=h * k)
            return replace(box, width=item.width * k, radius=item.radius * k)
        case Surface(x, y, w, h):
            return replace(item, x=x * k, y=y * k, w=w * k, h=h * k, unit=item.unit * k)
        case Disc(x, y, r):
            return replace(item, x=x * k, y=y * k, r=r * k, width=item.width * k)
        case Glyph(x, y, _, size):
            return replace(item, x=x * k, y=y * k, size=size * k)
        case Poly(points) | Line(points):
            return replace(item, points=tuple((x * k, y * k) for x, y in points), width=item.width * k)
