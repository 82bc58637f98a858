"""The geometry of the table: sides, neighbours, places; pure, and remembered per board.

Sides run clockwise from the east. With rotation r, guild j of a hex owns the sides 2j + r and 2j + r + 1.
A guild is numbered 3 * tile + j; a set of guilds is an int with one bit a guild.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.guilds.cards import CARDS, COLOURS, one_of_each

Place = tuple[int, int]  # axial coordinates q, r
Guild = int
Guilds = int  # a set of guilds, as bits

STEPS: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
LETTERS = "ABCDEFGHIJKLMNOP"  # tiles in the order laid


class Tile(NamedTuple):
    """A hex on the table, or a legal way to lay one."""

    hex: str
    q: int
    r: int
    turn: int  # rotation, 0 to 5


Board = tuple[Tile, ...]


def bits(guilds: Guilds) -> Iterator[Guild]:
    """Yield the guilds of a set."""
    while guilds:
        low = guilds & -guilds
        yield low.bit_length() - 1
        guilds ^= low


def owner(turn: int, side: int) -> int:
    """Return which guild of a tile (0, 1, 2) owns a side."""
    return (side - turn) % 6 // 2


def beside(q: int, r: int, side: int) -> Place:
    """Return the place across a side."""
    return q + STEPS[side][0], r + STEPS[side][1]


def colour_of(board: Board, guild: Guild) -> str:
    return CARDS[board[guild // 3].hex].guilds[guild % 3]


def guild_named(board: Board, letter: str, colour: str) -> Guild:
    """Return the guild that a move names: its tile's letter and its colour."""
    tile = LETTERS.index(letter)
    return 3 * tile + CARDS[board[tile].hex].guilds.index(colour)


@lru_cache(maxsize=512)
def facing(board: Board, place: Place) -> tuple[str, ...]:
    """Return the colours that a hex at this place would touch, side by side; "" where nothing lies."""
    at = {(tile.q, tile.r): tile for tile in board}
    colours = []
    for side in range(6):
        tile = at.get(beside(*place, side))
        colours.append(CARDS[tile.hex].guilds[owner(tile.turn, side + 3)] if tile else "")
    return tuple(colours)


def fits(hex: str, turn: int, sides: tuple[str, ...]) -> bool:
    """Say whether no equal colours would touch."""
    guilds = CARDS[hex].guilds
    return all(guilds[owner(turn, side)] != colour for side, colour in enumerate(sides))


@lru_cache(maxsize=512)
def places(board: Board) -> tuple[Place, ...]:
    """Return the empty places that touch at least two tiles (G3), row by row."""
    taken = {(tile.q, tile.r) for tile in board}
    around = [beside(q, r, side) for q, r in taken for side in range(6)]
    free = {place for place in around if place not in taken and around.count(place) >= 2}
    return tuple(sorted(free, key=lambda place: (place[1], place[0])))


@lru_cache(maxsize=512)
def ways(board: Board, hand: tuple[str, ...]) -> tuple[Tile, ...]:
    """Return every legal way to lay a hex of this hand (G3); equal hexes count once."""
    hexes = one_of_each(hand)
    if not hexes:
        return ()
    return tuple(
        Tile(hex, *place, turn)
        for place in places(board)
        for sides in (facing(board, place),)
        for hex in hexes
        for turn in range(6)
        if fits(hex, turn, sides)
    )


@lru_cache(maxsize=256)
def touching(board: Board) -> tuple[Guilds, ...]:
    """Return for each guild the guilds that share an edge with it: two inner, at most two outer ones."""
    at = {(tile.q, tile.r): n for n, tile in enumerate(board)}
    near = [0b111 << 3 * (guild // 3) & ~(1 << guild) for guild in range(3 * len(board))]
    for n, tile in enumerate(board):
        for side in range(6):
            other = at.get(beside(tile.q, tile.r, side))
            if other is not None:
                across = 3 * other + owner(board[other].turn, side + 3)
                near[3 * n + owner(tile.turn, side)] |= 1 << across
    return tuple(near)


@lru_cache(maxsize=256)
def coloured(board: Board) -> tuple[Guilds, ...]:
    """Return the guilds of each colour."""
    sets = dict.fromkeys(COLOURS, 0)
    for guild in range(3 * len(board)):
        sets[colour_of(board, guild)] |= 1 << guild
    return tuple(sets.values())


@lru_cache(maxsize=256)
def quartets(board: Board) -> tuple[Guilds, ...]:
    """Return every connected set of four guilds of four colours (G4), stars as well as chains."""
    if not board:
        return ()
    near, colours = touching(board), coloured(board)
    new = range(3 * len(board) - 3, 3 * len(board))
    grown = {
        1 << guild for guild in new
    }  # the older sets are known: each new one has a guild of the last tile
    for _ in range(3):
        grown = {group | 1 << guild for group in grown for guild in bits(_next(group, near, colours))}
    return quartets(board[:-1]) + tuple(sorted(grown))


def _next(group: Guilds, near: tuple[Guilds, ...], colours: tuple[Guilds, ...]) -> Guilds:
    """Return the guilds that touch a group and bring a new colour."""
    around = 0
    for guild in bits(group):
        around |= near[guild]
    for colour in colours:
        if group & colour:
            around &= ~colour
    return around
