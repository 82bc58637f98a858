"""The skyline: both families' towers on one piazza, so that heights compare at a glance."""

from typing import NamedTuple

from games.core import Move, Seat
from games.towers import pieces
from games.towers.cards import PALAZZO, Card
from games.towers.picture_news import Touched, steps
from games.towers.state import BOUNDLESS, Interval, Joust, Over, Relay, Tower, Ward
from games.towers.view import View
from rendering import masonry, sky, theme
from rendering.layout import centred, in_a_column
from rendering.marks import badge, halo, letter, ticks
from rendering.scene import Box, Glyph, Item, Placed

PICTURE_MARGIN = 14  # the margin of the picture
WIDEST, TOWER_GAP = 56, 10  # a tower, and at least so much beside it
STEP = 84
AIR = 62  # for scaffolds, battlements and banners above the highest tower
FOOT = 56  # the piazza, and the numbers of the towers
TALLEST, MAX_SKYLINE_HEIGHT, MAX_SKYLINE_HEIGHT_AT_END = 58, 240, 380  # a story; pixels for all of them


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
    """Give each side room for its towers, and crop to the highest one."""
    tall = max(3, *(side.highest for side in view.sides), pending_height(view), _ceilings(view))
    story = min(TALLEST, (MAX_SKYLINE_HEIGHT_AT_END if over else MAX_SKYLINE_HEIGHT) // tall)
    lone = [int(_pending_seat(view) == seat) for seat in range(2)]
    counts = [max(1, len(side.towers) + more) for side, more in zip(view.sides, lone, strict=True)]
    share = min(0.7, max(0.3, counts[0] / sum(counts)))
    return Lay(top, top + AIR + tall * story, story, PICTURE_MARGIN + (theme.W - 2 * PICTURE_MARGIN) * share)


def _ceilings(view: View) -> int:
    return max((side.ceiling for side in view.sides if side.ceiling != BOUNDLESS), default=0)


def skyline(view: View, lay: Lay) -> list[Item]:
    """Draw the far town, the piazza and the towers of both."""
    w, high = theme.W - 2 * PICTURE_MARGIN, lay.ground - lay.top
    items: list[Item] = [*sky.town(PICTURE_MARGIN, lay.ground, w, min(280.0, high * 0.9), sky.far_tone())]
    items += _height_line(view, lay)
    for seat in range(2):
        left, right = lay.bounds(seat)
        items += masonry.courses(left - 6, lay.ground + 6, right - left + 12, 12, 1, pieces.STONE)
        items.append(Box(left - 6, lay.ground, right - left + 12, 7, theme.SEAT_COLOURS[seat]))
        items += _ceiling(view, seat, lay)
        items += _towers(view, seat, lay)
    return items


# --- lines -------------------------------------------------------------------------------------------


def _dashes(left: float, right: float, y: float, fill: str, high: float = 4) -> list[Item]:
    return [Box(x, y, 12, high, fill) for x in range(int(left), int(right) - 11, 22)]


def _height_line(view: View, lay: Lay) -> list[Item]:
    """Draw the Highest Marker at the height of its tower, on its holder's side; else it waits below."""
    mark = pieces.highest(72)
    if view.marker is None:
        return [Placed(lay.middle - 36, lay.ground - mark.h, mark)]
    high = view.sides[view.marker].highest
    y = lay.ground - high * lay.story
    outer, inner = ((PICTURE_MARGIN, lay.middle - 76), (theme.W - PICTURE_MARGIN - mark.w, lay.middle + 6))[
        view.marker
    ]
    x = inner if isinstance(view.phase, (Interval, Over)) else outer  # at the end a banner hangs outside
    beside = x - 18 if view.marker == 1 or x == inner else x + mark.w + 18
    count = Glyph(beside, y - 22, str(high), theme.SMALL, theme.INK)
    return [
        *_dashes(PICTURE_MARGIN, theme.W - PICTURE_MARGIN, y - 3, theme.TERRACOTTA),
        Placed(x, y - mark.h, mark),
        count,
    ]


def _ceiling(view: View, seat: Seat, lay: Lay) -> list[Item]:
    """Draw the height that a Palazzo allows."""
    ceiling = view.sides[1 - seat].ceiling
    if ceiling == BOUNDLESS:
        return []
    left, right = lay.bounds(seat)
    y = lay.ground - ceiling * lay.story - 5
    noble = Placed(right - 44 if seat == 0 else left, y - 40, pieces.face(PALAZZO, 44, 44))
    return [*_dashes(left, right, y, theme.NIGHT, 5), noble]


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
    items, fresh = list[Item](), steps(view)
    for tower, x in zip(view.sides[seat].towers, places, strict=False):
        items += _tower(tower, seat, x, w, lay)
        items += _touched(tower, seat, x, w, lay, fresh)
        if _threatened(view, seat, tower):
            y = lay.ground - tower.height * lay.story
            items.append(centred(pieces.threat(52), x + w / 2, y - 14))
    if _pending_seat(view) == seat:
        items += _pending_tower(_pending(view) or (), places[-1], w, lay)
    return items


def _tower(tower: Tower, seat: Seat, x: float, w: int, lay: Lay) -> list[Item]:
    """Draw a tower: complete with battlement and banner, else under its scaffold."""
    y = lay.ground - tower.height * lay.story
    stories = (pieces.story(r, s, w, lay.story) for r, s in zip(tower.ranks, tower.stones, strict=True))
    items: list[Item] = [*in_a_column(stories, x, y)]
    if tower.complete:
        items.insert(0, Placed(x + w / 2 - 3, y - 56, pieces.flag(seat)))
        items.append(Placed(x - 3, y - 20, pieces.crown(w + 6)))
    else:
        items.append(Placed(x - 4, y - 26, masonry.scaffold(w + 8, 27)))
    return [*items, centred(letter(str(tower.number + 1), 40, live=False), x + w / 2, lay.ground + 36)]


def _touched(tower: Tower, seat: Seat, x: float, w: int, lay: Lay, fresh: dict[Touched, int]) -> list[Item]:
    """Ring the stories or the battlement that the last turn brought."""
    y, items = lay.ground - tower.height * lay.story, list[Item]()
    for thing, step in fresh.items():
        if (thing.seat, thing.number) != (seat, tower.number) or thing.kind not in ("stories", "crown"):
            continue
        if thing.kind == "crown":
            items += halo(x - 3, y - 20, w + 6, 22, step)
        else:
            items += halo(x, y, w, (thing.stories or tower.height) * lay.story, step)
    return items


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


def _pending_tower(cards: tuple[Card, ...], x: float, w: int, lay: Lay) -> list[Item]:
    y, high = lay.ground - len(cards) * lay.story, len(cards) * lay.story
    stories = in_a_column((pieces.laid(card, w, lay.story) for card in cards), x, y)
    return [*stories, *halo(x, y, w, high), centred(badge("?", 40), x + w / 2, lay.ground + 36)]


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
                items.append(centred(letter(str(tower.number + 1), 40), x + w / 2, lay.ground + 36))
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
