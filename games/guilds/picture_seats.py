"""What each seat has: shield and ribbon, towers, tokens, hexes held; and the pool of a draft."""

from games.core import Seat, winners
from games.guilds.names import hex_letter
from games.guilds.picture_city import Room
from games.guilds.picture_marks import place_sprite
from games.guilds.picture_race import lying
from games.guilds.pieces import (
    disc,
    hex_sprite,
    token_sprite,
    tower_sprite,
)
from games.guilds.state import TOKENS
from games.guilds.view import View
from rendering import theme
from rendering.layout import centred
from rendering.marks import banner, family, plate, ribbon
from rendering.scene import Glyph, Item, Placed, Point

HELD, OPEN = 40, 58  # the radius of a hex in a hand, and in the pool of a draft
SEAT_HEAD_HEIGHT = 80  # the height of a card without hexes
FULL = SEAT_HEAD_HEIGHT + 2 * HELD + 14  # and with them
RIBBON = 28  # it hangs below the card of who is to move
ARMS = 62  # a seat's shield
WIDEST = 290  # a card uses no more than this
ACROSS = 5  # hexes of the pool side by side


def best(view: View) -> tuple[Seat, ...]:
    """Return who has won, none before the end: most towers, then most tokens on the board (G8)."""
    if view.phase != "over":
        return ()
    return winners(list(zip(view.towers, (-left for left in view.left), strict=True)))


def card_height(view: View) -> int:
    return FULL if any(view.hands) else SEAT_HEAD_HEIGHT


def in_column(view: View, room: Room) -> tuple[Room, ...]:
    """Return a place a seat, one below the other."""
    h, seats = card_height(view), view.seats
    gap = min(14.0, (room.h - seats * h) / (seats - 1))
    return tuple(Room(room.x, room.y + seat * (h + gap), room.w, h) for seat in range(seats))


def in_row(view: View, room: Room) -> tuple[Room, ...]:
    """Return a place a seat, side by side."""
    w = (room.w + 8) / view.seats
    return tuple(Room(room.x + seat * w, room.y, w - 8, room.h) for seat in range(view.seats))


def cards(view: View, rooms: tuple[Room, ...], lying_towers: bool) -> list[Item]:
    """Show every seat in its place; where the race has none, a tower of ten courses lies in each card."""
    return [item for seat, room in enumerate(rooms) for item in _card(view, seat, room, lying_towers)]


def _card(view: View, seat: Seat, room: Room, lies: bool) -> list[Item]:
    """Show one seat: a ribbon for the one to move, laurel for the winner."""
    live, won = seat == view.seat and view.phase != "over", seat in best(view)
    x, y, w, h = room
    items: list[Item] = []
    if live:
        items.append(Placed(x + 24, y + h - 12, ribbon(seat, round(min(w, WIDEST)) - 60, RIBBON)))
    items.append(plate(x, y, w, h, seat, live, won))
    if won:
        items += family(seat, x + 18, y + 17, ARMS - 16, won=True)
    else:
        items += family(seat, x + 10, y + 9, ARMS)
    items += _counts(view, seat, x, y + SEAT_HEAD_HEIGHT / 2 - 8 * lies, w)
    if lies:
        tower = lying(seat, view.towers[seat], round(min(w, WIDEST)) - 94)
        items.append(Placed(x + 80, y + SEAT_HEAD_HEIGHT - 20, tower))
    for hex, spot in zip(view.hands[seat], _spots(view, seat, room), strict=True):
        items.append(centred(hex_sprite(hex, 0, HELD), *spot))
        items.append(centred(disc(hex_letter(hex), 40), *spot))
    return items


def _spots(view: View, seat: Seat, room: Room) -> list[Point]:
    """Return where the hexes of a hand lie."""
    count = len(view.hands[seat])
    step = min((room.w - 8) / max(count, 3), 2 * HELD)
    left = room.x + room.w / 2 - step * (count - 1) / 2
    return [(left + n * step, room.y + SEAT_HEAD_HEIGHT + HELD + 3) for n in range(count)]


def _counts(view: View, seat: Seat, x: float, y: float, w: float) -> list[Item]:
    """Write towers built and tokens left; at the end the tokens on the board, which break ties."""
    tokens = TOKENS - view.left[seat] if view.phase == "over" else view.left[seat]
    ink = theme.INK
    narrow = w < WIDEST - 20
    size, spots = (34, (87, 119, 149, 191)) if narrow else (theme.PLAIN, (96, 130, 178, 228))
    tower, built, token, left = (x + spot for spot in spots)
    return [
        centred(tower_sprite(seat, 50), tower, y + 2),
        Glyph(built, y, str(view.towers[seat]), size, ink),
        centred(token_sprite(seat, 36 if narrow else 42), token, y),
        Glyph(left, y, str(tokens), size, ink),
    ]


# --- hexes that may be taken or laid ----------------------------------------------------------------


def pool(view: View, room: Room) -> list[Item]:
    """Show the open hexes of a draft."""
    items: list[Item] = []
    for hex, spot in zip(view.pool, _pool_spots(view, room), strict=True):
        items.append(centred(hex_sprite(hex, 0, OPEN), *spot))
        items.append(centred(disc(hex_letter(hex), 44), *spot))
    return items


def pool_height(view: View) -> float:
    return -(-len(view.pool) // ACROSS) * (2 * OPEN + 6)


def _pool_spots(view: View, room: Room) -> list[Point]:
    step = room.w / ACROSS
    return [
        (room.x + (n % ACROSS + 0.5) * step, room.y + OPEN + 4 + n // ACROSS * (2 * OPEN + 6))
        for n in range(len(view.pool))
    ]


def offered_hexes(view: View, hexes: frozenset[str], card: Room, room: Room) -> list[Item]:
    """Tick the hexes that may be taken from the pool, or laid from the hand of the one to move."""
    if not hexes:
        return []
    mine = zip(view.hands[view.seat], _spots(view, view.seat, card), strict=True)
    items: list[Item] = []
    for size, things in ((OPEN, zip(view.pool, _pool_spots(view, room), strict=True)), (HELD, mine)):
        for hex, spot in things:
            if hex in hexes:
                items.append(centred(place_sprite(size + 6), *spot))
                items.append(centred(disc(hex_letter(hex), 44 if size == OPEN else 40, live=True), *spot))
    return items


def banners(view: View, room: Room) -> list[Item]:
    """Hang up the winners' banners, with their towers."""
    won = best(view)
    w, h = min(150, round(room.w / max(1, len(won))) - 8), round(room.h)
    left = room.x + room.w / 2 - (w + 8) * len(won) / 2
    items: list[Item] = []
    for n, seat in enumerate(won):
        x, ink = left + n * (w + 8), theme.ink_on(theme.SEAT_COLOURS[seat])
        items.append(Placed(x, room.y, banner(seat, w, h)))
        items.append(Glyph(x + w / 2, room.y + h * 0.69, str(view.towers[seat]), min(84, w * 0.6), ink))
    return items
