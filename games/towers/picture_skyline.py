"""The skyline: both families' towers on one ground, so that heights compare at a glance."""

from games.core import Move, Seat
from games.towers import pieces
from games.towers.cards import Card
from games.towers.state import BOUNDLESS, Joust, Relay, Tower, Ward
from games.towers.view import View
from rendering import theme
from rendering.marks import letter, ticks
from rendering.place import centred, in_a_column
from rendering.scene import Box, Glyph, Item, Line, Placed

EDGE = 14  # the margin of the picture


def skyline(view: View, ground: float, story: int, offer: tuple[Move, ...]) -> list[Item]:
    counts = [
        max(1, len(side.towers) + (_pending_seat(view) == seat)) for seat, side in enumerate(view.sides)
    ]
    share = min(0.7, max(0.3, counts[0] / sum(counts)))
    middle = EDGE + (theme.W - 2 * EDGE) * share
    bounds = ((EDGE, middle - 8), (middle + 8, theme.W - EDGE))
    items: list[Item] = []
    for seat, (left, right) in enumerate(bounds):
        items.append(Box(left, ground, right - left, 8, theme.SEATS[seat]))
        items += _ceiling(view, seat, left, right, ground, story)
        items += _towers(view, seat, left, right, ground, story, offer)
    return items


def _ceiling(view: View, seat: Seat, left: float, right: float, ground: float, story: int) -> list[Item]:
    """Draw the height that a Palazzo allows."""
    ceiling = view.sides[1 - seat].ceiling
    if ceiling == BOUNDLESS:
        return []
    y = ground - ceiling * story - 4
    dashes = range(int(left), int(right) - 12, 24)
    return [Line(((x, y), (x + 12, y)), theme.PURPLE, 5) for x in dashes]


def _towers(
    view: View, seat: Seat, left: float, right: float, ground: float, story: int, offer: tuple[Move, ...]
) -> list[Item]:
    towers = view.sides[seat].towers
    waiting = _pending(view) if _pending_seat(view) == seat else None
    n = max(1, len(towers) + (waiting is not None))
    step = min(112.0, (right - left) / n)
    w, marked = int(min(92, step - 6)), _marked(offer, seat, view.viewer)
    items: list[Item] = []
    for i, tower in enumerate(towers):
        x = left + i * step + (step - w) / 2
        items += _tower(tower, x, ground, w, story, _threatened(view, seat, tower), tower.number in marked)
    if waiting is not None:
        items += _pending_tower(waiting, left + len(towers) * step + (step - w) / 2, ground, w, story)
    return items


def _tower(
    tower: Tower, x: float, ground: float, w: int, story: int, threatened: bool, marked: bool
) -> list[Item]:
    y = ground - tower.height * story
    stories = (pieces.story(r, s, w, story) for r, s in zip(tower.ranks, tower.stones, strict=True))
    items: list[Item] = [*in_a_column(stories, x, y)]
    if tower.complete:
        items.append(Placed(x - 3, y - 25, pieces.roof(w + 6, theme.BROWN)))
    if threatened:
        items += ticks(x, y, w, tower.height * story)
    return [*items, centred(letter(str(tower.number + 1), 40, marked), x + w / 2, ground + 27)]


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


def _pending_tower(cards: tuple[Card, ...], x: float, ground: float, w: int, story: int) -> list[Item]:
    y = ground - len(cards) * story
    stories = in_a_column((pieces.laid(card, w, story) for card in cards), x, y)
    return [*stories, *ticks(x, y, w, len(cards) * story), Glyph(x + w / 2, ground + 27, "?", 30, theme.MARK)]
