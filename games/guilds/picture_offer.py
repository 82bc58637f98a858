"""What the menus speak of, in the city: rings, ticks, numbered places; and how far one's own groups are."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.core import Seat
from games.guilds.board import LETTERS, Board, Guilds, Place, Tile, bits, quartets
from games.guilds.picture_city import Lay, edge, token_spot
from games.guilds.picture_marks import DOT, offer_sprite, place_sprite, ring_sprite
from games.guilds.pieces import TOKEN, disc
from games.guilds.view import View
from rendering.layout import centred
from rendering.marks import letter
from rendering.scene import Item, Point


class Marks(NamedTuple):
    """What the menus on screen offer."""

    places: tuple[Place, ...] = ()
    tokens: Guilds = 0
    towers: Guilds = 0
    hexes: frozenset[str] = frozenset()
    ways: tuple[Tile, ...] = ()  # the rotations of the contact sheet


def offered(view: View, lay: Lay, marks: Marks) -> list[Item]:
    """Mark what may be chosen: rings for tokens, ticks for towers, numbered places; letters in violet."""
    items: list[Item] = []
    for place in marks.places:
        x, y = lay.at(*place)
        items.append(centred(place_sprite(lay.size), x, y))
        items.append(centred(letter(str(view.places.index(place) + 1), max(44, round(lay.size * 0.6))), x, y))
    for guild in bits(marks.towers):
        tile = view.board[guild // 3]
        items.append(centred(offer_sprite(tile.turn, guild % 3, lay.size), *lay.of(tile)))
    size = round(lay.size * TOKEN) - 6
    for guild in bits(marks.tokens):
        items.append(centred(ring_sprite(size), *token_spot(view, lay, guild, len(view.sites[guild].tokens))))
    for n in dict.fromkeys(guild // 3 for guild in bits(marks.tokens | marks.towers)):
        items.append(centred(disc(LETTERS[n], lay.letter, live=True), *lay.of(view.board[n])))
    return items


def near_groups(view: View, lay: Lay, seat: Seat) -> tuple[Item, ...]:
    """Outline in dotted gold where a seat has three of four guilds and may still have the fourth."""
    return _dotted(view.board, lay, three_of_four(view.board, view.own[seat], view.room))


@lru_cache(maxsize=64)
def _dotted(board: Board, lay: Lay, guilds: Guilds) -> tuple[Item, ...]:
    sides = edge(board, lay, guilds)
    letters = {(round(x, 1), round(y, 1)) for x, y in map(lay.of, board)}
    return tuple(centred(DOT, x, y) for a, b in sides for x, y in _dots(a, b, lay, letters))


def _dots(a: Point, b: Point, lay: Lay, letters: set[Point]) -> Iterator[Point]:
    """Yield points along the side of a guild, but none where it comes to the letter of its hex."""
    steps, bare = max(3, round(lay.size / 15)), (lay.letter / 2 + 7) / lay.size
    first, last = (bare if a in letters else 0), 1 - (bare if b in letters else 0)
    for k in (n / steps for n in range(steps + 1)):
        if first <= k <= last:
            yield a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k


@lru_cache(maxsize=256)
def three_of_four(board: Board, mine: Guilds, room: Guilds) -> Guilds:
    """Return the guilds of all groups that lack one token, which may still come."""
    found = 0
    for four in quartets(board):
        lack = four & ~mine
        if lack and not lack & (lack - 1) and lack & room:
            found |= four & mine
    return found
