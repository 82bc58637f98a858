"""The two cities on their hills: a sky of the hour, towers of sections, and the marks on them."""

from collections.abc import Iterator
from functools import cache
from math import sin
from typing import NamedTuple

from games.core import Seat
from games.tuir.cards import SECTIONS
from games.tuir.picture_marks import Marks, steps
from games.tuir.picture_rules import carried
from games.tuir.picture_scored import numbers
from games.tuir.picture_top import scaffolded, top
from games.tuir.pieces import height, section
from games.tuir.skyline import LEFT, RIGHT, stands_in
from games.tuir.view import View
from rendering import theme
from rendering.marks import halo, letter, ticks
from rendering.material.light import lit
from rendering.palette import SKIES
from rendering.places import hills
from rendering.scene import Box, Item, Placed, Poly, Sprite

SECTION_SIZE = 112  # a section in decks and hands
WIDEST = 150  # a section in a city, while there is room
PICTURE_MARGIN = 14  # the panel with the sky stands so far within the picture
CORNER = 20  # of a ledge, free for the number of a step
AIR = 30  # between the top of the sky and the place above the tallest tower
SOIL = 52  # the hill below the towers, with their letters
LOWEST = 3  # levels that are always there
MAX_CITY_HEIGHT, MAX_CITY_HEIGHT_AT_END = (
    4 * height(SECTION_SIZE),
    6 * height(SECTION_SIZE),
)  # pixels that they may take
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
    wide = min(WIDEST, room, round(most / levels / height(SECTION_SIZE) * SECTION_SIZE * 1.25))
    tall = min(height(WIDEST), most // levels, round(height(wide) * 1.3))
    needs = [count * wide + 2 * 60 for count in counts]
    split = max(min(theme.W / 2, theme.W - PICTURE_MARGIN - needs[1]), PICTURE_MARGIN + needs[0])
    middles = ((PICTURE_MARGIN + split) / 2, (split + theme.W - PICTURE_MARGIN) / 2)
    lefts = (round(middles[0] - counts[0] * wide / 2), round(middles[1] - counts[1] * wide / 2))
    return Lay(top, top + AIR + levels * tall, wide, tall, lefts, split)


def landscape(lay: Lay, hour: int) -> Drawing:
    """Draw the sky of the hour, the vineyard below the cities, and the stream between them."""
    yield from hills(hour, lay.ground)
    high = round(lay.foot - lay.ground)
    yield Placed(lay.split - 40, lay.ground, _stream(high, hour))


@cache
def _stream(h: int, hour: int) -> Sprite:
    """Return water that runs down between the hills, wider and wider; it shines as the sky does."""
    left = [(36 - 24 * t / 12 + 4 * sin(t * 0.7), h * t / 12) for t in range(13)]
    right = [(44 + 24 * t / 12 + 4 * sin(t * 0.7), h * t / 12) for t in range(12, -1, -1)]
    glint = tuple(Box(30 + 5 * n, 10 + 14 * n, 14, 2.5, SKIES[hour][-1]) for n in range(3))
    return Sprite(80, h, (Poly((*left, *right), lit(theme.WATER, hour), lit("#4d6138", hour), 2), *glint))


def cities(view: View, lay: Lay, wishes: tuple[str, ...], hour: int) -> Drawing:
    """Draw both rows of towers, what has just been touched, and the numbers of the wishes they score for."""
    scoring, fresh = numbers(wishes, view.tableaux), steps(view)
    for seat in range(2):
        yield from _tops(view, seat, lay, hour, fresh, grows=False)
        for card, x, y in _spots(view, seat, lay):
            yield Placed(x, y, section(card, lay.wide, lay.tall))
        for card, x, y in _spots(view, seat, lay):
            if scoring[card]:
                yield Placed(x + 4, y - _tag(lay) // 2, ledge(scoring[card], lay.wide - 8, _tag(lay)))
    for seat in range(2):
        for card, x, y in _spots(view, seat, lay):
            if card in fresh:
                yield from halo(x, y, lay.wide, lay.tall, fresh[card])
        yield from _tops(view, seat, lay, hour, fresh, grows=True)


@cache
def ledge(scored: tuple[int, ...], w: int, size: int) -> Sprite:
    """Return the ledge above a section, with the numbers of the wishes it scores for."""
    step = min(size + 3, (w - 2 * CORNER - size) / max(1, len(scored) - 1))
    left = (w - size - (len(scored) - 1) * step) / 2
    chips = tuple(Placed(left + n * step, 0, carried(number, size)) for n, number in enumerate(scored))
    return Sprite(w, size, (Box(0, size / 2 - 3, w, 6, theme.INK, radius=2), *chips))


def _tag(lay: Lay) -> int:
    return min(28, max(24, lay.tall // 2))


def _spots(view: View, seat: Seat, lay: Lay) -> Iterator[tuple[str, float, float]]:
    """Yield every section of a city with where it stands."""
    for i, tower in enumerate(view.sides[seat].towers):
        for level, card in enumerate(tower.sections, 1):
            yield card, lay.lefts[seat] + i * lay.wide, lay.ground - level * lay.tall


def _tops(view: View, seat: Seat, lay: Lay, hour: int, fresh: dict[str, int], grows: bool) -> Drawing:
    """End the towers that grow or those that do not, and name them; a scaffold stands before its halo."""
    for i, tower in enumerate(view.sides[seat].towers):
        if (tower.sections[-1] in fresh and view.phase != "over") != grows:
            continue
        x, stories = lay.lefts[seat] + i * lay.wide, len(tower.sections)
        stone, y = SECTIONS[tower.sections[-1]].colour, lay.ground - stories * lay.tall
        yield from scaffolded(x, y, lay.wide) if grows else top(seat, stories, stone, x, y, lay.wide, hour)
        yield Placed(x + lay.wide / 2 - 20, lay.ground + 7, letter(tower.letter, 40, live=False))


def free_sky(view: View, seat: Seat, lay: Lay, wide: int) -> float:
    """Return where something so wide hides least behind a city: over its lowest towers."""
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

    return min(spots, key=hidden, default=left)


# --- what may be chosen ----------------------------------------------------------------------------


def choices(view: View, lay: Lay, show: Marks) -> Drawing:
    """Mark sections that may be swapped or moved, and places where a section may go."""
    for seat in range(2) if view.viewer is not None else ():
        for card, x, y in _spots(view, seat, lay):
            if card in show.sections:
                yield from ticks(x + 7, y + 7, lay.wide - 14, lay.tall - 14)
        yield from _places(view, seat, lay, show)


def _places(view: View, seat: Seat, lay: Lay, show: Marks) -> Drawing:
    """Mark the places in a row where a section may go."""
    towers, left = view.sides[seat].towers, lay.lefts[seat]
    places = {where for section, where in show.moves if stands_in(towers, section)}
    places |= show.places if seat == view.viewer else set()
    for i, tower in enumerate(towers):
        if tower.letter in places:
            yield from _place(left + i * lay.wide, lay.ground - (len(tower.sections) + 1) * lay.tall, lay)
            yield Placed(left + i * lay.wide + lay.wide / 2 - 20, lay.ground + 7, letter(tower.letter, 40))
    yield from _ends(left, left + len(towers) * lay.wide, lay, places)


def _place(x: float, y: float, lay: Lay) -> Drawing:
    """Tick an empty place, a little smaller than the section that would stand there."""
    yield from ticks(x + 14, y + lay.tall * 0.42, lay.wide - 28, lay.tall * 0.44)


def _ends(left: float, right: float, lay: Lay, places: set[str]) -> Drawing:
    """Mark where a new tower may stand."""
    spots = {LEFT: left - 48, RIGHT: right + 8} if right > left else {LEFT: left - 20}
    for end, x in spots.items():
        if end in places:
            yield Placed(x, lay.ground + 7, letter("+", 40))
