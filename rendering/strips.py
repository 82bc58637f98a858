"""What stands in each strip of a picture, and where it differs from one that was painted before."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

from rendering.interned_items import InternedItem, Register
from rendering.scene import Box, Colour, Scene

STRIP_ROWS = 48  # rows of a strip: lower ones would differ more seldom, and cost more to look up
MAX_KNOWN_ITEMS = 12_000  # items that are remembered
NEAR = 32  # pixels: two changes that are nearer to each other are painted together
CANDIDATES = 2  # strips that are looked at closely
ENOUGH = 0.25  # of a strip that has changed: then no other is looked at

Area = tuple[int, int, int, int]  # left, top, right, bottom


@dataclass(eq=False)
class Layer:
    """A scene with its items as they are known, and the one that it is painted on."""

    w: int
    h: int
    ground: Colour
    items: list[InternedItem]
    under: "Layer | None" = None

    @cached_property
    def strips(self) -> "list[Strip]":
        """Return what stands in each strip, from the top: worked out once for all that is painted on it."""
        count = ceil(self.h / STRIP_ROWS)
        items: list[list[InternedItem]] = [[] for _ in range(count)]
        for known in self.items:
            for number in range(
                max(0, known.top // STRIP_ROWS), min(count, (known.bottom - 1) // STRIP_ROWS + 1)
            ):
                items[number].append(
                    known if known.parts is None else _part(known, known.parts, number * STRIP_ROWS)
                )
        under = [*(self.under.strips if self.under else ()), *[None] * count]
        return [_on(under[n], self, n * STRIP_ROWS, tuple(items[n])) for n in range(count)]


def layer_of(scene: Scene) -> Layer:
    """Return a scene as it is painted."""
    under = layer_of(scene.base) if scene.base else None
    return Layer(scene.w, scene.h, scene.ground, REGISTER.known(scene.items), under)


class Strip(NamedTuple):
    """Some rows of a picture: all that decides how they look."""

    w: int
    top: int
    bottom: int
    ground: Colour
    items: tuple[InternedItem, ...]  # that touch it
    under: "Strip | None"  # of a scene that does not reach as far down

    @property
    def area(self) -> Area:
        return 0, self.top, self.w, self.bottom

    @property
    def pixels(self) -> int:
        return self.w * (self.bottom - self.top)


def _on(under: Strip | None, layer: Layer, top: int, items: tuple[InternedItem, ...]) -> Strip:
    """Return a strip with items on it, over that of its base; if they cover each other, they are one."""
    bottom = min(layer.h, top + STRIP_ROWS)
    if under and (under.w, under.bottom) == (layer.w, bottom):
        if not items:
            return under
        return Strip(under.w, top, bottom, under.ground, _stacked(under.items, items), under.under)
    return Strip(layer.w, top, bottom, layer.ground, items, under)


def _part(known: InternedItem, parts: dict[int, InternedItem], top: int) -> InternedItem:
    """Return what a plain box is in one of its strips: how far it reaches beyond does not matter there."""
    if known.top >= top and known.bottom <= top + STRIP_ROWS:
        return known
    if (part := parts.get(top)) is None:
        y, bottom = max(known.top, top), min(known.bottom, top + STRIP_ROWS)
        assert isinstance(known.item, Box)
        part = parts[top] = REGISTER.known((replace(known.item, y=y, h=bottom - y),))[0]
    return part


def _stacked(lower: tuple[InternedItem, ...], upper: tuple[InternedItem, ...]) -> tuple[InternedItem, ...]:
    """Put items on others, but for a plain box that is there already and that nothing covers."""
    again = {known for known in upper if known.parts is not None}.intersection(lower)
    bare = {box for box in again if upper.count(box) == 1 and _bare(box, lower, upper)}
    return lower + (tuple(known for known in upper if known not in bare) if bare else upper)


def _bare(box: InternedItem, lower: tuple[InternedItem, ...], upper: tuple[InternedItem, ...]) -> bool:
    """Say whether nothing between a plain box and the same again changes it; one of its colour does not."""
    left, top, right, bottom, fill = box.left, box.top, box.right, box.bottom, _fill(box)
    return not any(
        i.left < right and i.right > left and i.top < bottom and i.bottom > top
        for i in lower[lower.index(box) + 1 :] + upper[: upper.index(box)]
        if i.parts is None or _fill(i) != fill
    )


def _fill(known: InternedItem) -> Colour:
    return known.item.fill if isinstance(known.item, Box) else ""


def remember(strips: Iterable[Strip]) -> None:
    """Note for every item the strips that it stands in now: the next picture will mostly be like them."""
    for strip in strips:
        for known in strip.items:
            known.seen[strip.top] = strip


# --- differences -------------------------------------------------------------------------------------


class Likeness(NamedTuple):
    """A strip that was painted before, and where another differs from it."""

    strip: Strip
    areas: list[Area]
    pixels: int


def likeness(strip: Strip) -> Likeness | None:
    """Return a strip that is much like one, of those that its items were last seen in."""
    seen = [known.seen.get(strip.top) for known in strip.items]
    votes = Counter(map(id, seen))  # a strip is the same object for all its items
    best = None
    for old in sorted({id(old): old for old in seen}.values(), key=lambda old: -votes[id(old)])[:CANDIDATES]:
        like = _likeness(old, strip) if old else None
        if like and (best is None or like.pixels < best.pixels):
            best = like
        if best and best.pixels < strip.pixels * ENOUGH:
            break
    return best


def _likeness(old: Strip, new: Strip) -> Likeness | None:
    """Compare two strips; None if more than some items that came and went makes the difference."""
    if old[:4] != new[:4] or old.under != new.under:
        return None
    before, now = set(old.items), set(new.items)
    if [known for known in old.items if known in now] != [known for known in new.items if known in before]:
        return None  # what they share is painted in another order
    areas = _side_by_side(new, before ^ now)
    return Likeness(old, areas, sum((right - left) * (lower - upper) for left, upper, right, lower in areas))


def _side_by_side(strip: Strip, items: set[InternedItem]) -> list[Area]:
    """Return the areas of a strip that items cover; those close to each other become one."""
    areas: list[Area] = []
    for area in sorted((known.left, known.top, known.right, known.bottom) for known in items):
        if areas and area[0] < areas[-1][2] + NEAR:
            area = _around(areas.pop(), area)
        areas.append(area)
    inside = (
        (max(0, left), max(strip.top, top), min(strip.w, right), min(strip.bottom, bottom))
        for left, top, right, bottom in areas
    )
    return [area for area in inside if area[0] < area[2]]


def joined(areas: Iterable[list[Area]]) -> Iterator[Area]:
    """Join the areas of one strip with those of the next where little else would be painted with them."""
    going: list[Area] = []
    for row in areas:
        further: list[Area] = []
        for area in row:
            for above in going:
                if above[3] == area[1] and _pays(above, area):
                    going.remove(above)
                    area = _around(above, area)
                    break
            further.append(area)
        yield from going
        going = further
    yield from going


def _around(a: Area, b: Area) -> Area:
    """Return the least area that covers two; faster than min and max."""
    return (
        a[0] if a[0] < b[0] else b[0],
        a[1] if a[1] < b[1] else b[1],
        a[2] if a[2] > b[2] else b[2],
        a[3] if a[3] > b[3] else b[3],
    )


def _pays(a: Area, b: Area) -> bool:
    """Say whether two areas, one above the other, are about equally wide."""
    both = max(a[2], b[2]) - min(a[0], b[0])
    return both <= NEAR + (min(a[2] - a[0], b[2] - b[0]))


REGISTER = Register(MAX_KNOWN_ITEMS)
