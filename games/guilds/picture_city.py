"""The city in the picture: hexes, tokens, towers, the last turn and the marks of the menus."""

from collections import Counter
from typing import NamedTuple

from games.guilds.board import LETTERS, Guild, Guilds, Place, Tile, bits, colour_of
from games.guilds.groups import as_set
from games.guilds.pieces import (
    HEIGHT,
    OUTLINE,
    WIDTH,
    centre,
    corner,
    dead_sprite,
    hex_sprite,
    middle,
    moved,
    offer_sprite,
    outline_sprite,
    rhombus,
    token_sprite,
    tower_sprite,
)
from games.guilds.state import Turn
from games.guilds.view import View
from rendering.marks import letter
from rendering.place import centred
from rendering.scene import Disc, Glyph, Item, Line, Point, Poly
from rendering.theme import INK, MARK, PAPER, YELLOW, W

SIZES = (190, 174, 160, 146, 134, 122, 112, 102, 94, 86, 78, 70, 62, 54, 46)  # few radii: sprites stay warm
EDGING = 20


class Marks(NamedTuple):
    """What the menus on screen offer."""

    places: tuple[Place, ...] = ()
    guilds: Guilds = 0
    hexes: frozenset[str] = frozenset()
    ways: tuple[Tile, ...] = ()  # the rotations of the contact sheet


class Lay(NamedTuple):
    """Where the city lies in the picture."""

    size: int
    x: float
    y: float
    height: int

    def at(self, q: int, r: int) -> Point:
        x, y = centre(q, r)
        return self.x + x * self.size, self.y + y * self.size


def lay_out(view: View, marks: Marks, room: int) -> Lay:
    """Choose the largest size at which the city, and the places on offer, fill the picture."""
    spots = [centre(tile.q, tile.r) for tile in view.board] + [centre(*place) for place in marks.places]
    left, right = min(x for x, _ in spots) - WIDTH / 2, max(x for x, _ in spots) + WIDTH / 2
    top, bottom = min(y for _, y in spots) - HEIGHT / 2, max(y for _, y in spots) + HEIGHT / 2
    fitting = [s for s in SIZES if (right - left) * s <= W - 2 * EDGING and (bottom - top) * s <= room]
    size = fitting[0] if fitting else SIZES[-1]
    height = round((bottom - top) * size) + 2 * EDGING
    return Lay(size, W / 2 - (left + right) / 2 * size, EDGING - top * size, height)


def city(view: View, lay: Lay, marks: Marks) -> list[Item]:
    """Return the city, from the ground up."""
    spots = [lay.at(tile.q, tile.r) for tile in view.board]
    ground: list[Item] = [
        centred(hex_sprite(tile.hex, tile.turn, lay.size), *spot)
        for spot, tile in zip(spots, view.board, strict=True)
    ]
    names = (letter(LETTERS[n], max(34, round(lay.size * 0.5)), live=False) for n in range(len(spots)))
    letters = [centred(name, *spot) for name, spot in zip(names, spots, strict=True)]
    turn = latest(view)
    return [
        *ground,
        *_changed(view, lay, turn),
        *_offered(view, lay, marks),
        *_pieces(view, lay, turn),
        *letters,
    ]


def latest(view: View) -> Turn:
    """Return the last turn in which something happened; who was passed over changed nothing."""
    return next((turn for _, turn in reversed(view.story) if not turn.still), Turn())


# --- pieces ----------------------------------------------------------------------------------------


def _pieces(view: View, lay: Lay, turn: Turn) -> list[Item]:
    items: list[Item] = []
    for guild in range(len(view.sites)):
        items += _tower(view, lay, guild, turn) or _tokens(view, lay, guild, turn)
    return items


def _spot(view: View, lay: Lay, guild: Guild, reach: float) -> Point:
    tile = view.board[guild // 3]
    (x, y), (dx, dy) = lay.at(tile.q, tile.r), middle(tile.turn, guild % 3, reach)
    return x + dx * lay.size, y + dy * lay.size


def _tower(view: View, lay: Lay, guild: Guild, turn: Turn) -> list[Item]:
    seat, tile = view.sites[guild].tower, view.board[guild // 3]
    if seat < 0:
        return []
    veil = dead_sprite(colour_of(view.board, guild), tile.turn, guild % 3, lay.size)
    tower = tower_sprite(seat, round(lay.size * 0.62), guild == turn.tower)
    return [centred(veil, *lay.at(tile.q, tile.r)), centred(tower, *_spot(view, lay, guild, 0.46))]


def _tokens(view: View, lay: Lay, guild: Guild, turn: Turn) -> list[Item]:
    """Draw up to two tokens side by side, along the long diagonal."""
    tokens, (x, y) = view.sites[guild].tokens, _spot(view, lay, guild, 0.5)
    dx, dy = corner(2 * (guild % 3) + view.board[guild // 3].turn + 2.5)
    items: list[Item] = []
    for n, seat in enumerate(tokens):
        k = lay.size * (-0.29, 0.29)[n]
        fresh = guild == turn.token and n == len(tokens) - 1
        items.append(centred(token_sprite(seat, round(lay.size * 0.54), fresh), x + dx * k, y + dy * k))
    return items


# --- the last turn, and what is on offer -----------------------------------------------------------


def _changed(view: View, lay: Lay, turn: Turn) -> list[Item]:
    """Outline what the last turn changed: the hex laid, the group that won a tower."""
    items: list[Item] = []
    if turn.tile >= 0:
        tile = view.board[turn.tile]
        items.append(centred(outline_sprite(lay.size, YELLOW), *lay.at(tile.q, tile.r)))
    return items + _edge(view, lay, as_set(turn.group))


def _edge(view: View, lay: Lay, guilds: Guilds) -> list[Item]:
    """Draw the outer edge of a set of guilds."""
    edges = Counter[tuple[Point, ...]]()
    for guild in bits(guilds):
        tile = view.board[guild // 3]
        corners = moved(rhombus(tile.turn, guild % 3), lay.size, *lay.at(tile.q, tile.r))
        points = [(round(x, 1), round(y, 1)) for x, y in corners]
        edges.update(tuple(sorted((points[n], points[n - 1]))) for n in range(4))
    outer = [edge for edge, times in edges.items() if times == 1]
    items: list[Item] = []
    for ink, width in ((INK, 13), (YELLOW, 8)):
        items += [Line(edge, ink, width) for edge in outer]
        items += [Disc(*end, width / 2, ink) for end in sorted({end for edge in outer for end in edge})]
    return items


def _offered(view: View, lay: Lay, marks: Marks) -> list[Item]:
    """Draw what the menus offer: guilds, numbered places."""
    items: list[Item] = []
    for guild in bits(marks.guilds):
        tile = view.board[guild // 3]
        items.append(centred(offer_sprite(tile.turn, guild % 3, lay.size), *lay.at(tile.q, tile.r)))
    for place in marks.places:
        x, y = lay.at(*place)
        items.append(Poly(moved(OUTLINE, lay.size - 7, x, y), PAPER, MARK, 4))
        items.append(Glyph(x, y, str(view.places.index(place) + 1), lay.size * 0.7, MARK))
    return items
