"""The picture of Lucca: what everybody sees, and on top of it one's own cards and choices."""

from functools import lru_cache

from games.core import Move
from games.lucca.cards import CARDS
from games.lucca.labels import guest_list
from games.lucca.picture_end import ending
from games.lucca.picture_rows import PICTURE_MARGIN, Street, last_move, rows
from games.lucca.picture_triplets import BLOCK, HAND_HEIGHT, SEAT, choosers, hand, offered_triplets, triplets
from games.lucca.state import CITY
from games.lucca.view import View
from rendering import theme
from rendering.layout import centred
from rendering.marks import RIM, corner, family, frame, letter, ticks
from rendering.scene import Box, Item, Poly, Scene

TOP = 53  # below the order of play
STREET = TOP + BLOCK + 8  # below the triplets


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    base = _everybody(view._replace(viewer=None, hand=(), kept=()))
    h = base.h + HAND_HEIGHT if view.hand else base.h
    items = _more_room(base.h, h) if h > base.h else []
    items += hand(view, offer, base.h - 10) if view.hand else []
    if view.round and not view.over:
        items += offered_triplets(view, offer, TOP)
        items += _offered_palaces(view, offer, Street(STREET, view.counts.need))
    return Scene(theme.W, h, theme.GROUND, tuple(items), base)


def _more_room(old: int, new: int) -> list[Item]:
    """Frame a picture that goes on below what everybody sees."""
    return [Box(RIM, old - 12, theme.W - 2 * RIM, new - old + 12, theme.GROUND), *frame(theme.W, new)]


@lru_cache(maxsize=16)
def _everybody(view: View) -> Scene:
    """Draw what everybody sees: made of the public's view alone, so that it is the same for all."""
    if view.over:
        items, height = ending(view)
    else:
        items, height = _under_way(view)
    return Scene(theme.W, height, theme.GROUND, (*items, *frame(theme.W, height)))


def _under_way(view: View) -> tuple[list[Item], int]:
    """Show the order of play, the triplets, and the rows or those who still choose."""
    items = [*_head(view), *triplets(view, TOP)]
    if not view.round:
        return [*items, *choosers(view, STREET)], STREET + SEAT + 14
    street = Street(STREET, view.counts.need)
    count = len(view.quarters) + bool(view.city)
    return [*items, *rows(view, street), *last_move(view, street)], round(street.end(count)) + 7


def _head(view: View) -> list[Item]:
    """Show the families in the order of play, the one to move with a ribbon; deck and round."""
    turn = f"{view.round}/{view.counts.rounds}" if view.round else ""
    items: list[Item] = [*corner(theme.W - PICTURE_MARGIN, 12, view.deck, turn)]
    x = float(PICTURE_MARGIN)
    for place, seat in enumerate(view.order):
        now = place == view.at
        if place:
            items.append(Poly(((x, 24), (x + 9, 31), (x, 38)), theme.SOFT))
            x += 16
        items += family(seat, x, 11, 42, 64 if now else 0)
        x += 112 if now else 48
    return items


# --- what the menus speak of -----------------------------------------------------------------------


def _offered_palaces(view: View, offer: tuple[Move, ...], street: Street) -> list[Item]:
    """Tick the palaces that a move opens, or lays a card on; an opening says what it scores."""
    if view.mover is None:
        return []
    items, seat = list[Item](), CITY if view.serving else view.mover
    row = street.row(seat, len(view.quarters))
    for colour in dict.fromkeys(filter(None, map(_aim, offer))):
        x, y, w, h = street.house(row, colour)
        items += ticks(x + 5, y + 5, w - 10, h - 10)
        if f"open:{colour}" in offer:
            gain = f"+{sum(n for _, n in guest_list(view, view.mover, colour))}"
            items.append(centred(letter(gain, 50), x + 24, y + h * 0.4))
    return items


def _aim(move: Move) -> str:
    """Return the colour of the palace that a move opens or enlarges."""
    match move.split(":"):
        case ["open", colour] | ["play", _, "add", colour] | ["city", _, _, colour]:
            return colour
        case ["play", card, "new" | "add"] | ["city", _, card]:
            return CARDS[card].colour
    return ""
