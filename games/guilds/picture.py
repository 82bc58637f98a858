"""The picture: the city, the contact sheet when a hex is turned, and what each seat has."""

from games.core import Move, Seat, winners
from games.guilds.board import Tile, guild_named
from games.guilds.names import hex_letter
from games.guilds.picture_city import EDGING, Marks, city, lay_out
from games.guilds.picture_sheet import on_sheet, rows, sheet
from games.guilds.pieces import hex_sprite, outline_sprite, token_sprite, tower_sprite
from games.guilds.view import View
from rendering import heraldry
from rendering.marks import plate
from rendering.place import centred
from rendering.scene import Glyph, Item, Placed, Scene
from rendering.theme import GROUND, INK, MARK, W

ROOM = 740  # height for the city alone
HELD = 194  # height of a seat's card with hexes, and without
BARE = 80
POOL_ACROSS, POOL_ROW = 7, 158


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table; the marks follow the moves on screen."""
    marks = _marks(view, offer)
    lay = lay_out(view, marks, _room(view, marks))
    items, y = city(view, lay, marks), lay.height
    turned, height = sheet(view, marks.ways, y)
    pool, more = _pool(view, marks, y + height)
    seats, last = _seats(view, marks, y + height + more)
    return Scene(W, y + height + more + last, GROUND, (*items, *turned, *pool, *seats))


def _room(view: View, marks: Marks) -> int:
    """Return how high the city may be beside all the rest."""
    room = ROOM - (80 if any(view.hands) else 0) - (200 if view.pool else 0)
    return max(320, room - 90 - 120 * rows(len(marks.ways))) if marks.ways else room


def _marks(view: View, offer: tuple[Move, ...]) -> Marks:
    guilds, hexes, ways = 0, set[str](), list[Tile]()
    for move in offer:
        match move.split(":"):
            case ["token" | "tower", letter, colour]:
                guilds |= 1 << guild_named(view.board, letter, colour)
            case ["draft", hex]:
                hexes.add(hex)
            case ["hex", hex, q, r, turn]:
                ways.append(Tile(hex, int(q), int(r), int(turn)))
    places = tuple(dict.fromkeys((way.q, way.r) for way in ways))
    hexes |= {way.hex for way in ways}
    return Marks(places, guilds, frozenset(hexes), on_sheet(tuple(ways)))


def _pool(view: View, marks: Marks, y: int) -> tuple[list[Item], int]:
    """Show the open hexes of a draft."""
    items: list[Item] = []
    for n, hex in enumerate(view.pool):
        x = EDGING + (n % POOL_ACROSS + 0.5) * (W - 2 * EDGING) / POOL_ACROSS
        items += _held(hex, x, y + 66 + n // POOL_ACROSS * POOL_ROW, 60, hex in marks.hexes)
    return items, -(-len(view.pool) // POOL_ACROSS) * POOL_ROW + (8 if view.pool else 0)


def _held(hex: str, x: float, y: float, size: int, marked: bool) -> list[Item]:
    """Draw a hex that is not laid, with its letter below."""
    frame = [centred(outline_sprite(size + 4, MARK), x, y)] if marked else []
    return [
        centred(hex_sprite(hex, 0, size), x, y),
        *frame,
        Glyph(x, y + size + 18, hex_letter(hex), 27, INK),
    ]


def _seats(view: View, marks: Marks, y: int) -> tuple[list[Item], int]:
    """Draw a card a seat: that of the player to move in a heavy frame, the winner's in gold."""
    width, height = (W - 2 * EDGING) / view.seats, HELD if any(view.hands) else BARE
    items: list[Item] = []
    over, best = (
        view.phase == "over",
        winners(list(zip(view.towers, (-left for left in view.left), strict=True))),
    )
    for seat in range(view.seats):
        x, won = EDGING + seat * width, over and seat in best  # G8
        items.append(plate(x + 4, y, width - 8, height, seat, seat == view.seat and not over, won))
        items += _counts(view, seat, x + 4, y + 40, width - 8)
        gap = (width - 24) / (4 if view.seats == 2 else 3)
        for n, hex in enumerate(view.hands[seat]):
            marked = seat == view.seat and hex in marks.hexes
            items += _held(hex, x + 12 + (n + 0.5) * gap, y + 113, 36, marked)
    return items, height + 14


def _counts(view: View, seat: Seat, x: float, y: float, width: float) -> list[Item]:
    """Draw emblem, towers built and tokens left."""
    step = (width - 66) / 4
    return [
        Placed(x + 12, y - 27, heraldry.shield(seat, 54)),
        centred(tower_sprite(seat, 44), x + 66 + step * 0.6, y),
        Glyph(x + 66 + step * 1.4, y, str(view.towers[seat]), 34, INK),
        centred(token_sprite(seat, 32), x + 66 + step * 2.25, y),
        Glyph(x + 66 + step * 3.2, y, str(view.left[seat]), 34, INK),
    ]
