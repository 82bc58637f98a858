"""The skyline: both families' towers on one square, so that heights compare at a glance."""

from functools import cache
from typing import NamedTuple

from games.core import Move, Seat
from games.towers import picture_tower, pieces
from games.towers.cards import PALAZZO, Card
from games.towers.picture_news import Touched, steps
from games.towers.picture_tower import CROWN_EAVES, CROWN_HEIGHT, HOIST_HEIGHT
from games.towers.progress import progress
from games.towers.state import BOUNDLESS, Joust, Relay, Tower, Ward
from games.towers.view import View
from rendering import theme
from rendering.layout import centred, in_a_column
from rendering.marks import aura, badge, letter, step_sign, ticks
from rendering.material.light import NIGHT, hour_of
from rendering.places import town_square
from rendering.scene import Box, Item, Placed, Sprite, Surface

PICTURE_MARGIN = 14  # the margin of the picture
WIDEST, TOWER_GAP = 66, 18  # a tower, and at least so much beside it: merlons and halos stand out
STEP = 96
AIR = 66  # for hoists, battlements and banners above the highest tower
FOOT = 56  # the square before the towers, and their numbers
TALLEST, LOWEST, MAX_SKYLINE_HEIGHT, MAX_SKYLINE_HEIGHT_AT_END = 58, 28, 240, 372  # a story; all of them
SUNNY = 1  # the hour whose light falls on towers all morning and noon: they are drawn once for it


class Lay(NamedTuple):
    """Where the towers stand."""

    top: float
    ground: float
    story: int
    middle: float  # between both sides

    def bounds(self, seat: Seat) -> tuple[float, float]:
        return ((PICTURE_MARGIN + 6, self.middle - 10), (self.middle + 10, theme.W - PICTURE_MARGIN - 6))[
            seat
        ]


def lay_out(view: View, top: float, over: bool) -> Lay:
    """Give each side room for its towers; the sky reaches as far above the highest one as there is."""
    tall = max(3, *(side.highest for side in view.sides), pending_height(view), _ceilings(view))
    story = max(LOWEST, min(TALLEST, (MAX_SKYLINE_HEIGHT_AT_END if over else MAX_SKYLINE_HEIGHT) // tall))
    lone = [int(_pending_seat(view) == seat) for seat in range(2)]
    counts = [max(1, len(side.towers) + more) for side, more in zip(view.sides, lone, strict=True)]
    share = min(0.7, max(0.3, counts[0] / sum(counts)))
    ground = top + AIR + max(MAX_SKYLINE_HEIGHT, tall * story)  # mostly the same: messages do not jump
    return Lay(top, ground, story, PICTURE_MARGIN + (theme.W - 2 * PICTURE_MARGIN) * share)


def _ceilings(view: View) -> int:
    return max((side.ceiling for side in view.sides if side.ceiling != BOUNDLESS), default=0)


def skyline(view: View, lay: Lay) -> list[Item]:
    """Draw the place at its hour, the square and the towers of both."""
    items: list[Item] = [*town_square(hour(view), lay.ground), *_height_line(view, lay)]
    for seat in range(2):
        left, right = lay.bounds(seat)
        items += _shades(view, seat, lay)
        items.append(Box(left - 6, lay.ground, right - left + 12, 7, theme.SEAT_COLOURS[seat]))
        items.append(Box(left - 6, lay.ground + 7, right - left + 12, 2, theme.INK))
    for seat in range(2):
        items += _ceiling(view, seat, lay)
        items += _towers(view, seat, lay)
    return items


def hour(view: View) -> int:
    return hour_of(progress(view))


def light(view: View) -> int:
    """Return the hour whose light falls on walls: the same from the morning to the afternoon."""
    now = hour(view)
    return SUNNY if now <= 2 else now


def _shades(view: View, seat: Seat, lay: Lay) -> list[Item]:
    """Lay the long shades of the towers on the square, away from the sun; the moon casts none."""
    if hour(view) == NIGHT:
        return []
    w, places = _places(view, seat, lay)
    towers = zip(view.sides[seat].towers, places, strict=False)
    return [Placed(x, lay.ground + 4, _shade(w, tower.height)) for tower, x in towers]


@cache
def _shade(w: int, stories: int) -> Sprite:
    lean = min(96, 22 + 13 * stories)
    return Sprite(w + lean, FOOT - 6, (Surface(0, 0, w + lean, FOOT - 6, "shade", (lean,)),))


# --- lines -------------------------------------------------------------------------------------------


def _height_line(view: View, lay: Lay) -> list[Item]:
    """Draw the height of the Highest Marker across the sky; while nobody has it, it waits below."""
    if view.marker is None:
        mark = pieces.highest(72)
        return [Placed(lay.middle - 36, lay.ground - mark.h, mark)]
    y = lay.ground - view.sides[view.marker].highest * lay.story
    return [Placed(PICTURE_MARGIN, y - 4, picture_tower.dots(theme.W - 2 * PICTURE_MARGIN))]


def _ceiling(view: View, seat: Seat, lay: Lay) -> list[Item]:
    """Draw the height that a Palazzo allows."""
    ceiling = view.sides[1 - seat].ceiling
    if ceiling == BOUNDLESS:
        return []
    left, right = lay.bounds(seat)
    y = lay.ground - ceiling * lay.story - 5
    noble = Placed(right - 44 if seat == 0 else left, y - 42, pieces.face(PALAZZO, 44, 44))
    bars = [Box(x, y, 14, 6, theme.NIGHT) for x in range(int(left), int(right) - 11, 22)]
    return [Box(left, y - 1, right - left, 8, theme.PAPER), *bars, noble]


# --- towers ------------------------------------------------------------------------------------------


def _places(view: View, seat: Seat, lay: Lay) -> tuple[int, list[float]]:
    """Return how wide this side's towers are, and where each stands; a declared one is the last."""
    left, right = lay.bounds(seat)
    n = len(view.sides[seat].towers) + (_pending_seat(view) == seat)
    step = min(STEP, (right - left) / max(1, n))
    w = int(min(WIDEST, step - TOWER_GAP))
    start = (left + right - n * step) / 2
    return w, [start + i * step + (step - w) / 2 for i in range(n)]


def _towers(view: View, seat: Seat, lay: Lay) -> list[Item]:
    w, places = _places(view, seat, lay)
    items, signs = list[Item](), list[Item]()
    best = next((t for t in view.sides[seat].towers if t.height == view.sides[seat].highest), None)
    for tower, x in zip(view.sides[seat].towers, places, strict=False):
        marked = tower is best and view.marker == seat
        halos, numbers = _touched(tower, seat, x, w, lay, steps(view))
        items += [*halos, *_tower(view, tower, seat, x, w, lay, marked)]
        signs += numbers
        if _threatened(view, seat, tower):
            y = lay.ground - tower.height * lay.story
            signs.append(centred(pieces.threat(52), x + w / 2, y - 20))
    if _pending_seat(view) == seat:
        items += _pending_tower(view, places[-1], w, lay)
    return [*items, *signs]


def _tower(view: View, tower: Tower, seat: Seat, x: float, w: int, lay: Lay, marked: bool) -> list[Item]:
    """Draw a tower: complete with battlement and banner, else under its hoist."""
    y, sun = lay.ground - tower.height * lay.story, light(view)
    windows = picture_tower.lights(sun, seat in leaders(view))
    walls = (picture_tower.wall(w, lay.story, sun, 4 * (n % 3), windows) for n in range(tower.height))
    tablets = (
        picture_tower.tablet(rank, stone, w, lay.story, bool(windows))
        for rank, stone in zip(tower.ranks, tower.stones, strict=True)
    )
    top = _top(tower, seat, x, y, w, sun, marked)
    items: list[Item] = [*top, *in_a_column(walls, x, y), *in_a_column(tablets, x, y)]
    return [*items, centred(letter(str(tower.number + 1), 40, live=False), x + w / 2, lay.ground + 34)]


def _top(tower: Tower, seat: Seat, x: float, y: float, w: int, sun: int, marked: bool) -> list[Item]:
    """Return what stands on a tower: merlons or a hoist, and the family's banner or the Highest Marker."""
    items, middle = list[Item](), x + w / 2
    if marked:
        mast = picture_tower.pennant(tower.height)
        items.append(Placed(middle - 4, y - mast.h - (CROWN_HEIGHT - 14) * tower.complete, mast))
    elif tower.complete:
        items.append(Placed(middle - 3, y - 70, picture_tower.flag(seat)))
    if tower.complete:
        return [*items, Placed(x - CROWN_EAVES, y - CROWN_HEIGHT, picture_tower.crown(w, sun))]
    return [Placed(x - 4, y - HOIST_HEIGHT, picture_tower.hoist(w, sun, crane=not marked)), *items]


def leaders(view: View) -> tuple[Seat, ...]:
    """Return whose windows are lit at night: who has more, counted over all deals."""
    return tuple(seat for seat in range(2) if view.totals[seat] == max(view.totals))


def _touched(
    tower: Tower, seat: Seat, x: float, w: int, lay: Lay, fresh: dict[Touched, int]
) -> tuple[list[Item], list[Item]]:
    """Return halos behind the stories or the battlement that the last turn brought, and their numbers."""
    y, halos, numbers = lay.ground - tower.height * lay.story, list[Item](), list[Item]()
    for thing, step in fresh.items():
        if (thing.seat, thing.number) != (seat, tower.number) or thing.kind not in ("stories", "crown"):
            continue
        box = x, y, w, (thing.stories or tower.height) * lay.story
        if thing.kind == "crown":
            box = x - CROWN_EAVES, y - CROWN_HEIGHT, w + 2 * CROWN_EAVES, CROWN_HEIGHT
        halos += aura(*box)
        numbers += [step_sign(box[0] + box[2] + 6, box[1] - 2, step)] if step else []
    return halos, numbers


def _threatened(view: View, seat: Seat, tower: Tower) -> bool:
    return isinstance(view.phase, Ward) and (view.phase.target, view.phase.tower) == (seat, tower.number)


# --- cards declared but not yet standing -------------------------------------------------------------


def _pending(view: View) -> tuple[Card, ...] | None:
    """Return the declared cards, the uppermost first; an extension is laid upwards."""
    match view.phase:
        case Joust(move=move, laid=laid) if move.startswith("extend"):
            return laid[::-1]
        case Joust(laid=laid) | Relay(laid=laid):
            return laid or None
    return None


def _pending_seat(view: View) -> Seat | None:
    return view.seat if _pending(view) else None


def pending_height(view: View) -> int:
    return len(_pending(view) or ())


def _pending_tower(view: View, x: float, w: int, lay: Lay) -> list[Item]:
    cards = _pending(view) or ()
    y, high = lay.ground - len(cards) * lay.story, len(cards) * lay.story
    stories = in_a_column((picture_tower.laid(card, w, lay.story, light(view)) for card in cards), x, y)
    return [*aura(x, y, w, high), *stories, centred(badge("?", 40), x + w / 2, lay.ground + 34)]


# --- what may be chosen ------------------------------------------------------------------------------


def choices(view: View, lay: Lay, offer: tuple[Move, ...]) -> list[Item]:
    """Tick the towers that a menu on screen names, with their numbers."""
    items = list[Item]()
    for seat in range(2):
        w, places = _places(view, seat, lay)
        marked = _marked(offer, seat, view.viewer)
        for tower, x in zip(view.sides[seat].towers, places, strict=False):
            if tower.number in marked:
                high = tower.height * lay.story
                items += ticks(x, lay.ground - high, w, high)
                items.append(centred(letter(str(tower.number + 1), 40), x + w / 2, lay.ground + 34))
    return items


def _marked(offer: tuple[Move, ...], seat: Seat, viewer: Seat | None) -> set[int]:
    """Return the towers that a menu on screen names."""
    numbers: set[int] = set()
    for move in offer:
        verb, *args = move.split(":")
        if verb == "extend" and seat == viewer:
            numbers.add(int(args[0]))
        elif verb == "fell" and int(args[0]) == seat:
            numbers.add(int(args[1]))
        elif verb == "complete" and seat == viewer and "pass" not in offer:
            numbers |= {int(number) for number in args}
    return numbers
