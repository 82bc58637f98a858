"""The picture of Lucca: what everybody sees, and on top of it one's own cards and choices."""

from functools import lru_cache

from games.core import Move, Seat
from games.lucca.cards import CARDS
from games.lucca.labels import guest_list
from games.lucca.picture_end import ending
from games.lucca.picture_last_move import changed, last_move
from games.lucca.picture_palace import BUILDS
from games.lucca.picture_rows import (
    PICTURE_MARGIN,
    SIGNS,
    Street,
    everybody,
    heads,
    rows,
)
from games.lucca.picture_triplets import BLOCK, HAND_HEIGHT, SEAT, choosers, hand, offered_triplets, triplets
from games.lucca.progress import progress
from games.lucca.state import CITY
from games.lucca.view import View
from rendering import theme
from rendering.layout import centred
from rendering.marks import corner, family, frame, letter, ticks
from rendering.material.light import hour_of
from rendering.places import DESK_HEIGHT, desk, table
from rendering.scene import Box, Item, Placed, Poly, Scene

TOP = 53  # below the order of play
CHOOSERS = TOP + BLOCK + 8  # below the triplets
STREET = CHOOSERS + SIGNS  # below the signs of the columns


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen.

    Beside a question only the row stands that it is about: the whole street is on the board.
    """
    asked = bool(offer and view.round and not view.over)
    street = _street(view, asked)
    base = _everybody(view._replace(viewer=None, hand=(), kept=()), street)
    h = base.h + HAND_HEIGHT if view.hand else base.h
    items = _more_room(base.h, h) if h > base.h else []
    items += hand(view, offer, base.h - 10) if view.hand else []
    if asked:
        items += offered_triplets(view, offer, TOP)
        items += _offered_palaces(view, offer, street)
    return Scene(theme.W, h, theme.GROUND, tuple(items), base)


def _street(view: View, asked: bool) -> Street:
    mover = CITY if view.serving else view.mover
    alone: tuple[Seat, ...] = (mover,) if asked and mover is not None else ()
    return Street(STREET, view.counts.need, alone or everybody(view))


def _more_room(old: int, new: int) -> list[Item]:
    """Frame a picture that goes on below what everybody sees: the table with one's own hand."""
    return [Placed(0, old - 12, table(0)), *frame(theme.W, new)]


@lru_cache(maxsize=24)
def _everybody(view: View, street: Street) -> Scene:
    """Draw what everybody may see: made of the public's view alone, so that it is the same for all."""
    if view.over:
        items, height = ending(view)
    else:
        items, height = _under_way(view, street)
    return Scene(theme.W, height, theme.GROUND, (*items, *frame(theme.W, height)))


def _under_way(view: View, street: Street) -> tuple[list[Item], int]:
    """Show the order of play, the triplets, and the rows or those who still choose."""
    now = hour_of(progress(view))
    lying = [Placed(0, STREET - DESK_HEIGHT, desk(now)), *_head(view), *triplets(view, TOP)]
    if not view.round:
        height = CHOOSERS + SEAT + 14
        return [Placed(0, STREET - 4, table(now)), *lying, *choosers(view, CHOOSERS)], height
    edge = Box(0, STREET - 3, theme.W, 3, theme.INK)
    street_seen = [*rows(view, street, changed(view)), *lying, *heads(STREET - SIGNS - 3), edge]
    return [*street_seen, *last_move(view, street)], round(street.end) + 6


def _head(view: View) -> list[Item]:
    """Show the families in the order of play, the one to move with a ribbon; deck and round."""
    turn = f"{view.round}/{view.counts.rounds}" if view.round else ""
    items: list[Item] = [*corner(theme.W - PICTURE_MARGIN, 12, view.deck, turn)]
    x = float(PICTURE_MARGIN)
    for place, seat in enumerate(view.order):
        now = place == view.at
        if place:
            items.append(Poly(((x, 24), (x + 9, 31), (x, 38)), theme.PAPER, theme.INK, 1.5))
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
    row = street.row(seat)
    for colour in dict.fromkeys(filter(None, map(_aim, offer))):
        x, y, w, h = street.house(row, colour)
        up = BUILDS[street.need].roof + BUILDS[street.need].floor  # the sums stay free
        items += ticks(x + 1, y + up + 6, w - 2, h - up - 2)
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
