"""Items that were seen before: each is measured once, and then known as one object."""

from dataclasses import dataclass, field
from math import ceil, floor
from typing import TYPE_CHECKING

from rendering.atlas import bounds, moved
from rendering.scene import Box, Item, Placed, Poly, Sprite

if TYPE_CHECKING:
    from rendering.strips import Strip

LANDSCAPE_PIXELS = 60_000  # pixels from which a shape belongs to the landscape: it would crowd the atlas


@dataclass(slots=True, eq=False)
class InternedItem:
    """An item, the box outside of which it paints nothing, and the sprite that it is pasted as."""

    item: Item
    left: int
    top: int
    right: int
    bottom: int
    sprite: Sprite | None  # at the left and top; None if it is painted straight onto the picture
    x: int = 0
    y: int = 0
    parts: "dict[int, InternedItem] | None" = (
        None  # of a plain box: what it is in each strip, by the strip's first row
    )
    seen: "dict[int, Strip]" = field(default_factory=dict)  # the last strip with it, by the strip's first row

    def forget(self) -> None:
        """Let go of all strips, so that nothing is left that holds itself."""
        for known in (self, *(self.parts or {}).values()):
            known.seen.clear()


def filled(box: Box) -> tuple[int, int, int, int]:
    """Return the pixels that a plain box fills: left, top, right, bottom; none if it has no colour."""
    x, y, right, lower = map(int, (box.x, box.y, box.x + box.w - 1, box.y + box.h - 1))
    return (x, y, right + 1, lower + 1) if box.fill and right >= x and lower >= y else (0, 0, 0, 0)


def _known(item: Item) -> InternedItem:
    """Measure an item."""
    if isinstance(item, Placed):
        x, y, sprite = round(item.x), round(item.y), item.sprite
        return InternedItem(item, x, y, x + sprite.w, y + sprite.h, sprite, x, y)
    if isinstance(item, Box) and not item.radius and not item.line:
        return InternedItem(item, *filled(item), None, parts={})
    left, top, right, bottom = bounds(item)
    x, y = floor(left) - 1, floor(top) - 1
    box = x, y, ceil(right) + 2, ceil(bottom) + 2
    if (
        isinstance(item, Poly)
        and item.fill
        and not item.line
        and (right - left) * (bottom - top) > LANDSCAPE_PIXELS
    ):
        return InternedItem(item, *box, None)
    sprite = Sprite(ceil(right) - x + 1, ceil(bottom) - y + 1, (moved(item, -x, -y),))
    return InternedItem(item, *box, sprite, x, y)


class Register:
    """All items of the latest pictures. When there are too many, those go that were not seen for longest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._new: dict[Item, InternedItem] = {}
        self._old: dict[Item, InternedItem] = {}

    def known(self, items: tuple[Item, ...]) -> list[InternedItem]:
        """Return items as they are known; the same item is always the same object, while it is remembered."""
        if len(self._new) > self._most // 2:
            self._turn()
        return [self._new.get(item) or self._again(item) for item in items]

    def _again(self, item: Item) -> InternedItem:
        known = self._old.pop(item) if item in self._old else _known(item)
        return self._new.setdefault(item, known)

    def _turn(self) -> None:
        """Forget what was not seen since the last turn; nothing is left that holds itself."""
        forgotten, self._old, self._new = self._old, self._new, {}
        for known in forgotten.values():
            known.forget()
