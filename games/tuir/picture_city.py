"""The two cities: dusk over two hills and a stream, towers of sections, and the marks on them."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from games.core import Seat
from games.tuir.cards import SECTIONS
from games.tuir.picture_marks import Marks, steps
from games.tuir.picture_rules import carried
from games.tuir.picture_scored import numbers
from games.tuir.pieces import STONE_TONES, height, section
from games.tuir.skyline import LEFT, RIGHT, Tower
from games.tuir.view import View
from rendering import sky, theme
from rendering.heraldry import pennant
from rendering.marks import halo, letter, ticks
from rendering.masonry import battlement
from rendering.scene import Item, Placed, Sprite

SECTION_SIZE = 112  # a section, as large as it can be
PICTURE_MARGIN = 14  # the panel with the sky stands so far within the picture
AIR = 30  # between the top of the sky and the place above the tallest tower
SOIL = 52  # the hill below the towers, with their letters
LOWEST = 3  # levels that are always there
MAX_CITY_HEIGHT, MAX_CITY_HEIGHT_AT_END = (
    4 * height(SECTION_SIZE),
    6 * height(SECTION_SIZE),
)  # pixels that they may take
CROWNED = 4  # stories from which a tower has battlements
Drawing = Iterator[Item]


class Lay(NamedTuple):
    """Where the cities stand."""

    top: float  # of the sky
    ground: float
    wide: int  # a section
    tall: int
    lefts: tuple[float, float]  # where each row of towers begins
    split: float  # the stream

    @property
    def foot(self) -> float:
        return self.ground + SOIL


def lay_out(view: View, top: float) -> Lay:
    """Crop to the tallest tower plus one, and fit both rows side by side."""
    counts = [len(side.towers) for side in view.sides]
    levels = max(LOWEST, 1 + max((len(tower) for row in view.tableaux for tower in row), default=0))
    most = MAX_CITY_HEIGHT_AT_END if view.phase == "over" else MAX_CITY_HEIGHT
    room = (theme.W - 2 * PICTURE_MARGIN - 4 * 56) // max(1, sum(counts))
    wide = min(SECTION_SIZE, room, round(most / levels / height(SECTION_SIZE) * SECTION_SIZE * 1.25))
    tall = min(height(SECTION_SIZE), most // levels, round(height(wide) * 1.3))
    needs = [count * wide + 2 * 60 for count in counts]
    split = max(min(theme.W / 2, theme.W - PICTURE_MARGIN - needs[1]), PICTURE_MARGIN + needs[0])
    middles = ((PICTURE_MARGIN + split) / 2, (split + theme.W - PICTURE_MARGIN) / 2)
    lefts = (round(middles[0] - counts[0] * wide / 2), round(middles[1] - counts[1] * wide / 2))
    return Lay(top, top + AIR + levels * tall, wide, tall, lefts, split)


def landscape(lay: Lay) -> Drawing:
    """Draw the evening, the hills and the stream."""
    w = theme.W - 2 * PICTURE_MARGIN
    yield from sky.dusk(PICTURE_MARGIN, lay.top, w, lay.ground - lay.top + 20)
    yield from sky.hills(PICTURE_MARGIN, lay.ground, w, lay.split, lay.foot)


def cities(view: View, lay: Lay, wishes: tuple[str, ...]) -> Drawing:
    """Draw both rows of towers, what has just been touched, and the numbers of the wishes they score for."""
    scoring, fresh = numbers(wishes, view.tableaux), steps(view)
    for seat in range(2):
        for card, x, y in _spots(view, seat, lay):
            yield Placed(x, y, section(card, lay.wide, lay.tall, _aside(len(scoring[card]), lay)))
            yield from _carried(scoring[card], x, y, lay)
        yield from _letters(view, seat, lay)
    for seat in range(2):
        for card, x, y in _spots(view, seat, lay):
            if card in fresh:
                yield from halo(x, y, lay.wide, lay.tall, fresh[card])


def _spots(view: View, seat: Seat, lay: Lay) -> Iterator[tuple[str, float, float]]:
    """Yield every section of a city with where it stands."""
    for i, tower in enumerate(view.sides[seat].towers):
        for level, card in enumerate(tower.sections, 1):
            yield card, lay.lefts[seat] + i * lay.wide, lay.ground - level * lay.tall


def _letters(view: View, seat: Seat, lay: Lay) -> Drawing:
    """Crown the tall towers, and name them all."""
    for i, tower in enumerate(view.sides[seat].towers):
        x = lay.lefts[seat] + i * lay.wide
        if len(tower.sections) >= CROWNED:
            yield from _crown(tower, seat, x, lay)
        yield Placed(x + lay.wide / 2 - 20, lay.ground + 7, letter(tower.letter, 40, live=False))


def _crown(tower: Tower, seat: Seat, x: float, lay: Lay) -> Drawing:
    """Set battlements of the top stone and a pennant on a tall tower."""
    stone = SECTIONS[tower.sections[-1]].colour
    y = lay.ground - len(tower.sections) * lay.tall
    yield Placed(x + lay.wide / 2 - 3, y - 46, pennant(36, 44, theme.SEAT_COLOURS[seat]))
    yield Placed(x - 3, y - 17, _merlons(stone, lay.wide + 6))


@cache
def _merlons(stone: str, w: int) -> Sprite:
    return battlement(w, 22, STONE_TONES[stone])


def _aside(found: int, lay: Lay) -> tuple[int, int]:
    """Return the room that a section's windows leave to so many numbers."""
    column = _tag(lay) + 3
    return (column if found else 0, column if found > lay.tall // _tag(lay) else 0)


def _tag(lay: Lay) -> int:
    return min(28, max(24, lay.tall // 2))


def _carried(found: tuple[int, ...], x: float, y: float, lay: Lay) -> Drawing:
    """Put the numbers of the wishes beside the windows of a section: on the left, then on the right."""
    size = _tag(lay)
    column = max(1, lay.tall // size)
    for n, number in enumerate(found[: 2 * column]):
        left = x + 3 if n < column else x + lay.wide - size - 3
        here = min(column, len(found) - n // column * column)
        top = y + (lay.tall - here * size) / 2
        yield Placed(left, top + n % column * size, carried(number, size))


def free_sky(view: View, seat: Seat, lay: Lay, wide: int) -> tuple[float, float]:
    """Return where something so wide hides least behind a city, and how far down the sky is free there."""
    left, right = ((PICTURE_MARGIN + 16, lay.split - 24), (lay.split + 24, theme.W - PICTURE_MARGIN - 16))[
        seat
    ]
    spots = [
        (right - wide - n * 20 if seat else left + n * 20) for n in range(int(right - left - wide) // 20)
    ]

    def hidden(x: float) -> int:
        row = enumerate(view.sides[seat].towers)
        tops = [(lay.lefts[seat] + i * lay.wide, len(tower.sections)) for i, tower in row]
        return max((high for at, high in tops if at < x + wide + 8 and x - 8 < at + lay.wide), default=0)

    x = min(spots, key=hidden, default=left)
    return x, lay.ground - hidden(x) * lay.tall


# --- what may be chosen ----------------------------------------------------------------------------


def choices(view: View, lay: Lay, show: Marks) -> Drawing:
    """Mark sections that may be swapped or moved, and places where a section may go."""
    if view.viewer is None:
        return
    for card, x, y in _spots(view, view.viewer, lay):
        if card in show.sections:
            yield from ticks(x + 7, y + 7, lay.wide - 14, lay.tall - 14)
    towers, left = view.sides[view.viewer].towers, lay.lefts[view.viewer]
    for i, tower in enumerate(towers):
        if tower.letter in show.places:
            yield from _place(left + i * lay.wide, lay.ground - (len(tower.sections) + 1) * lay.tall, lay)
            yield Placed(left + i * lay.wide + lay.wide / 2 - 20, lay.ground + 7, letter(tower.letter, 40))
    yield from _ends(left, left + len(towers) * lay.wide, lay, show)


def _place(x: float, y: float, lay: Lay) -> Drawing:
    """Tick an empty place, a little smaller than the section that would stand there."""
    yield from ticks(x + 14, y + lay.tall * 0.42, lay.wide - 28, lay.tall * 0.44)


def _ends(left: float, right: float, lay: Lay, show: Marks) -> Drawing:
    """Mark where a new tower may stand."""
    spots = {LEFT: left - 48, RIGHT: right + 8} if right > left else {LEFT: left - 20}
    for end, x in spots.items():
        if end in show.places:
            yield Placed(x, lay.ground + 7, letter("+", 40))
