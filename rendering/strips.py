"""What stands in each strip of a picture, and where it differs from one that was painted before."""

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from rendering.known import Known, Register
from rendering.scene import Colour, Scene

HIGH = 48  # rows of a strip: lower ones would differ more seldom, and cost more to look up
MOST = 12_000  # items that are remembered
NEAR = 32  # pixels: two changes that are nearer to each other are painted together
CANDIDATES = 2  # strips that are looked at closely
ENOUGH = 0.25  # of a strip that has changed: then no other is looked at

Area = tuple[int, int, int, int]  # left, top, right, bottom


class Layer(NamedTuple):
    """A scene, or one that it is painted on, with its items as they are known."""

    w: int
    h: int
    ground: Colour
    items: list[Known]


def layers_of(scene: Scene) -> list[Layer]:
    """Return all that a scene is painted on, the lowest first, and the scene itself."""
    lower = layers_of(scene.base) if scene.base else []
    return [*lower, Layer(scene.w, scene.h, scene.ground, REGISTER.known(scene.items))]


class Strip(NamedTuple):
    """Some rows of a picture: all that decides how they look."""

    w: int
    top: int
    bottom: int
    ground: Colour
    items: tuple[Known, ...]  # that touch it
    under: "Strip | None"  # of a scene that does not reach as far down

    @property
    def area(self) -> Area:
        return 0, self.top, self.w, self.bottom

    @property
    def pixels(self) -> int:
        return self.w * (self.bottom - self.top)


def strips_of(layers: list[Layer]) -> list[Strip]:
    """Return what stands in each strip of a picture, from the top."""
    strips: list[Strip] = []
    for layer in layers:
        count = ceil(layer.h / HIGH)
        items: list[list[Known]] = [[] for _ in range(count)]
        for known in layer.items:
            for number in range(max(0, known.top // HIGH), min(count, (known.bottom - 1) // HIGH + 1)):
                items[number].append(known)
        under = [*strips, *[None] * count]
        strips = [_on(under[n], layer, n * HIGH, tuple(items[n])) for n in range(count)]
    return strips


def _on(under: Strip | None, layer: Layer, top: int, items: tuple[Known, ...]) -> Strip:
    """Return a strip with items on it, over that of its base; if they cover each other, they are one."""
    bottom = min(layer.h, top + HIGH)
    if under and (under.w, under.bottom) == (layer.w, bottom):
        return under._replace(items=under.items + items) if items else under
    return Strip(layer.w, top, bottom, layer.ground, items, under)


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


def _side_by_side(strip: Strip, items: set[Known]) -> list[Area]:
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


REGISTER = Register(MOST)
