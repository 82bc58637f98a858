"""The geometry of the table: sides, neighbours, places; pure, and remembered per board.

Sides run clockwise from the east. With rotation r, guild j of a hex owns the sides 2j + r and 2j + r + 1.
A guild is numbered 3 * tile + j; a set of guilds is an int with one bit a guild. The colours around a hex are
an int too, four bits a side: what lies and what comes must have no bit in common (G3).
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from games.guilds.cards import CARDS, COLOURS, Kind, one_of_each

Place = tuple[int, int]  # axial coordinates q, r
Guild = int
Guilds = int  # a set of guilds, as bits
Sides = int  # the colours on or around the six sides of a hex, as bits

STEPS: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
SIDE_OF = {step: side for side, step in enumerate(STEPS)}
NEAR = {(0, 0), *STEPS}
LETTERS = "ABCDEFGHIJKLMNOP"  # tiles in the order laid
NUMBER = {letter: tile for tile, letter in enumerate(LETTERS)}
INDEX = {hex: {colour: j for j, colour in enumerate(card.guilds)} for hex, card in CARDS.items()}


class Tile(NamedTuple):
    """A hex on the table, or a legal way to lay one."""

    hex: str
    q: int
    r: int
    turn: int  # rotation, 0 to 5


class Town(tuple[Tile, ...]):
    """A board that knows its hash and the one before it: what is remembered per board is often asked."""

    _hash: int | None = None
    _before: "Board | None" = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash

    def __reduce__(self) -> tuple[type["Town"], tuple[tuple[Tile, ...]]]:
        """Travel without the hash: another process has other ones."""
        return Town, (tuple(self),)

    __eq__ = tuple.__eq__


Board = tuple[Tile, ...]


@lru_cache(maxsize=4096)
def extended(board: Board, tile: Tile) -> Board:
    """Return a board with one more tile: the same object whenever a search comes back to it."""
    town = Town((*board, tile))
    town._before = board
    return town


def before(board: Board) -> Board:
    """Return a board without its last tile: most of what holds for it is known from there."""
    return (isinstance(board, Town) and board._before) or board[:-1]


def bits(guilds: Guilds) -> Iterator[Guild]:
    """Yield the guilds of a set."""
    while guilds:
        low = guilds & -guilds
        yield low.bit_length() - 1
        guilds ^= low


@lru_cache(maxsize=4096)
def members(guilds: Guilds) -> tuple[Guild, ...]:
    """Return the guilds of a set."""
    return tuple(bits(guilds))


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
    tile = NUMBER[letter]
    return 3 * tile + INDEX[board[tile].hex][colour]


# --- laying a hex (G3) -----------------------------------------------------------------------------


def _turned(guilds: Kind, turn: int) -> Sides:
    """Return the colours that a hex in this rotation shows, side by side."""
    return sum(1 << 4 * side + COLOURS.index(guilds[owner(turn, side)]) for side in range(6))


TURNED = {hex: tuple(_turned(card.guilds, turn) for turn in range(6)) for hex, card in CARDS.items()}


@lru_cache(maxsize=4096)
def _faced(board: Board) -> Mapping[Place, Sides]:
    """Return all places beside a tile, and the colours that a hex there would touch."""
    if not board:
        return {}
    faced, tile = dict(_faced(before(board))), board[-1]
    for side in range(6):
        place, colour = beside(tile.q, tile.r, side), TURNED[tile.hex][tile.turn] >> 4 * side & 0b1111
        faced[place] = faced.get(place, 0) | colour << 4 * ((side + 3) % 6)
    return faced


def facing(board: Board, place: Place) -> Sides:
    """Return the colours that a hex at this place would touch; no bit where nothing lies."""
    return _faced(board).get(place, 0)


def fits(hex: str, turn: int, sides: Sides) -> bool:
    """Say whether no equal colours would touch."""
    return not TURNED[hex][turn] & sides


@lru_cache(maxsize=4096)
def places(board: Board) -> tuple[tuple[Place, Sides], ...]:
    """Return the empty places that touch at least two tiles (G3), row by row, and the colours they face."""
    faced, taken = _faced(board), {(tile.q, tile.r) for tile in board}
    free = [place for place, sides in faced.items() if sides.bit_count() >= 2 and place not in taken]
    return tuple((place, faced[place]) for place in sorted(free, key=lambda place: (place[1], place[0])))


def fits_anywhere(board: Board, hand: tuple[str, ...]) -> bool:
    """Say whether a hex of this hand can be laid at all."""
    for hex in hand:
        for _, sides in places(board):
            for shown in TURNED[hex]:
                if not shown & sides:
                    return True
    return False


def fits_elsewhere(board: Board, hand: tuple[str, ...], tile: Tile) -> bool:
    """Say whether a hex of this hand could be laid as well where a new tile would not touch it."""
    for (q, r), sides in places(board):
        if (q - tile.q, r - tile.r) in NEAR:
            continue
        for hex in hand:
            for shown in TURNED[hex]:
                if not shown & sides:
                    return True
    return False


@lru_cache(maxsize=4096)
def ways(board: Board, hand: tuple[str, ...]) -> tuple[Tile, ...]:
    """Return every legal way to lay a hex of this hand (G3); equal hexes count once (G12)."""
    hexes = one_of_each(hand)
    return tuple(
        [
            Tile(hex, q, r, turn)
            for (q, r), sides in places(board)
            for hex in hexes
            for turn, shown in enumerate(TURNED[hex])
            if not shown & sides
        ]
    )


# --- guilds ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def touching(board: Board) -> tuple[Guilds, ...]:
    """Return for each guild the guilds that share an edge with it: two inner, at most two outer ones."""
    if not board:
        return ()
    *older, last = board
    new = 3 * len(older)
    near = [*touching(before(board)), 0b110 << new, 0b101 << new, 0b011 << new]
    for n, tile in enumerate(older):
        side = SIDE_OF.get((tile.q - last.q, tile.r - last.r))
        if side is not None:
            mine, other = new + owner(last.turn, side), 3 * n + owner(tile.turn, side + 3)
            near[mine] |= 1 << other
            near[other] |= 1 << mine
    return tuple(near)


@lru_cache(maxsize=4096)
def coloured(board: Board) -> Mapping[str, Guilds]:
    """Return the guilds of each colour."""
    if not board:
        return dict.fromkeys(COLOURS, 0)
    sets = dict(coloured(before(board)))
    for guild, colour in enumerate(CARDS[board[-1].hex].guilds, start=3 * len(board) - 3):
        sets[colour] |= 1 << guild
    return sets


@lru_cache(maxsize=4096)
def quartets(board: Board) -> tuple[Guilds, ...]:
    """Return every connected set of four guilds of four colours (G4), stars as well as chains."""
    if not board:
        return ()
    near, sets = touching(board), coloured(board)
    hues = [sets[colour] for tile in board for colour in CARDS[tile.hex].guilds]
    # the older sets are known: each new one grows from a guild of the last tile, to guilds of other colours
    grown = {1 << n: (near[n], ~hues[n]) for n in range(3 * len(board) - 3, 3 * len(board))}
    for _ in range(2):
        grown = {
            group | 1 << n: (around | near[n], other & ~hues[n])
            for group, (around, other) in grown.items()
            for n in bits(around & other)
        }
    new = {group | 1 << n for group, (around, other) in grown.items() for n in bits(around & other)}
    return quartets(before(board)) + tuple(sorted(new))
