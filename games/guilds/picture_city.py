"""The city in the picture: hexes, tokens, towers, the last turn and the marks of the menus."""

from collections import Counter
from functools import lru_cache
from math import dist
from typing import NamedTuple

from games.core import Seat
from games.guilds.board import LETTERS, Board, Guild, Guilds, Place, Tile, bits, colour_of
from games.guilds.groups import as_set
from games.guilds.picture_marks import outline_sprite
from games.guilds.pieces import (
    HEX_HEIGHT,
    HEX_WIDTH,
    LETTER,
    REACH,
    SPREAD,
    TOKEN,
    centre,
    corner,
    dead_sprite,
    disc,
    hex_sprite,
    looks,
    middle,
    moved,
    rhombus,
    sign_sprite,
    stand,
    token_sprite,
    tower_height,
    tower_sprite,
)
from games.guilds.state import Turn
from games.guilds.view import View
from rendering.layout import centred
from rendering.marks import step_sign
from rendering.scene import Disc, Item, Line, Placed, Point
from rendering.theme import GOLD, INK

# Few radii: sprites stay warm.
SIZES = (150, 140, 130, 122, 114, 108, 102, 96, 91, 86, 82, 78, 74, 70, 66, 62, 58, 54, 50, 46)
LEFTWARD = (3, 4)  # guilds whose sign stands at the left of their tower
STEP_ASIDE, STEP_CLEAR = 40, 36  # pixels: how far a step's number gives way, and how near it may come


class Lay(NamedTuple):
    """Where the city lies in the picture."""

    size: int
    x: float
    y: float

    def at(self, q: int, r: int) -> Point:
        x, y = centre(q, r)
        return self.x + x * self.size, self.y + y * self.size

    @property
    def letter(self) -> int:
        """Return how large a letter's disc is: it is read even in a city that has grown far."""
        return max(38, round(self.size * LETTER))

    def of(self, tile: Tile) -> Point:
        return self.at(tile.q, tile.r)


class Room(NamedTuple):
    """A part of the picture."""

    x: float
    y: float
    w: float
    h: float


def lay_out(board: Board, places: tuple[Place, ...], room: Room) -> Lay:
    """Choose the largest size at which the city, and where it may grow now, fills a room."""
    spots = [centre(tile.q, tile.r) for tile in board] + [centre(*place) for place in places]
    left, right = min(x for x, _ in spots) - HEX_WIDTH / 2, max(x for x, _ in spots) + HEX_WIDTH / 2
    top, bottom = min(y for _, y in spots) - HEX_HEIGHT / 2, max(y for _, y in spots) + HEX_HEIGHT / 2
    fitting = (s for s in SIZES if (right - left) * s <= room.w and (bottom - top) * s <= room.h)
    size = next(fitting, SIZES[-1])
    x, y = room.x + room.w / 2 - (left + right) / 2 * size, room.y + room.h / 2 - (top + bottom) / 2 * size
    return Lay(size, x, y)


def city(view: View, lay: Lay) -> list[Item]:
    """Return the city, from the ground up; nothing stands over a sign or a letter."""
    turn = latest(view)
    items: list[Item] = [
        centred(hex_sprite(tile.hex, tile.turn, lay.size), *lay.of(tile)) for tile in view.board
    ]
    items += _changed(view, lay, turn)
    towers = [guild for guild, site in enumerate(view.sites) if site.tower >= 0]
    items += [_paving(view, lay, guild) for guild in towers]
    for guild, site in enumerate(view.sites):
        items += _tokens(view, lay, guild, site.tokens, turn) if site.tokens else ()
    standing = sorted(towers, key=lambda guild: _foot(view, lay, guild)[1])
    items += [_tower(view, lay, guild, turn) for guild in standing]
    items += [_sign(view, lay, guild) for guild in towers]
    names = (disc(LETTERS[n], lay.letter) for n in range(len(view.board)))
    items += [centred(name, *lay.of(tile)) for name, tile in zip(names, view.board, strict=True)]
    return [*items, *last_steps(view, lay)]


def latest(view: View) -> Turn:
    """Return the last turn in which something happened; who was passed over changed nothing.

    The finished city is shown without it.
    """
    if view.phase == "over":
        return Turn()
    return next((turn for _, turn in reversed(view.story) if not turn.still), Turn())


# --- pieces ----------------------------------------------------------------------------------------


def _paving(view: View, lay: Lay, guild: Guild) -> Placed:
    tile = view.board[guild // 3]
    return centred(dead_sprite(colour_of(view.board, guild), tile.turn, guild % 3, lay.size), *lay.of(tile))


def _sign(view: View, lay: Lay, guild: Guild) -> Placed:
    tile = view.board[guild // 3]
    return centred(sign_sprite(colour_of(view.board, guild), tile.turn, guild % 3, lay.size), *lay.of(tile))


def _foot(view: View, lay: Lay, guild: Guild) -> Point:
    tile = view.board[guild // 3]
    (x, y), (dx, dy) = lay.of(tile), stand(tile.turn, guild % 3)
    return x + dx * lay.size, y + dy * lay.size


def _tower(view: View, lay: Lay, guild: Guild, turn: Turn) -> Placed:
    x, y = _foot(view, lay, guild)
    high = tower_height(view.board[guild // 3].turn, guild % 3, lay.size)
    sprite = tower_sprite(view.sites[guild].tower, high, guild == turn.tower)
    return Placed(x - sprite.w / 2, y - sprite.h + 8, sprite)


def token_spot(view: View, lay: Lay, guild: Guild, nth: int) -> Point:
    """Return where the first or second token of a guild lies: along its long diagonal."""
    tile = view.board[guild // 3]
    (x, y), (dx, dy) = lay.of(tile), middle(tile.turn, guild % 3, REACH)
    ax, ay = corner(2 * (guild % 3) + tile.turn + 2.5)
    k = SPREAD if nth else -SPREAD
    return x + (dx + ax * k) * lay.size, y + (dy + ay * k) * lay.size


def _tokens(view: View, lay: Lay, guild: Guild, tokens: tuple[Seat, ...], turn: Turn) -> list[Item]:
    last = len(tokens) - 1 if guild == turn.token else -1
    size = round(lay.size * TOKEN)
    return [
        centred(token_sprite(seat, size, n == last), *token_spot(view, lay, guild, n))
        for n, seat in enumerate(tokens)
    ]


# --- the last turn ---------------------------------------------------------------------------------


def _changed(view: View, lay: Lay, turn: Turn) -> list[Item]:
    """Ring what the last turn changed: the hex laid, the group that won a tower."""
    items: list[Item] = []
    if turn.tile >= 0:
        items.append(centred(outline_sprite(lay.size), *lay.of(view.board[turn.tile])))
    outer = edge(view.board, lay, as_set(turn.group))
    for ink, width in ((INK, 11), (GOLD, 6.5)):
        items += [Line(side, ink, width) for side in outer]
        items += [Disc(*end, width / 2, ink) for end in sorted({end for side in outer for end in side})]
    return items


@lru_cache(maxsize=64)
def edge(board: Board, lay: Lay, guilds: Guilds) -> tuple[tuple[Point, ...], ...]:
    """Return the outer edges of a set of guilds."""
    edges = Counter[tuple[Point, ...]]()
    for guild in bits(guilds):
        tile = board[guild // 3]
        corners = moved(rhombus(tile.turn, guild % 3), lay.size, *lay.of(tile))
        points = [(round(x, 1), round(y, 1)) for x, y in corners]
        edges.update(tuple(sorted((points[n], points[n - 1]))) for n in range(4))
    return tuple(side for side, times in edges.items() if times == 1)


def last_steps(view: View, lay: Lay) -> list[Item]:
    """Number the steps of the last turn, if it had several: token, hex, tower."""
    turn = latest(view)
    spots: list[Point] = []
    if turn.token >= 0 and view.sites[turn.token].tokens:
        spots.append(_beside(view, lay, turn.token))
    if turn.tile >= 0:
        x, y = lay.of(view.board[turn.tile])
        spots.append((x - lay.size * HEX_WIDTH / 2, y))
    if turn.tower >= 0:
        x, y = _foot(view, lay, turn.tower)
        way = view.board[turn.tower // 3].turn, turn.tower % 3
        aside = 0.28 if looks(*way) in LEFTWARD else -0.28
        spots.append((x + lay.size * aside, y - tower_height(*way, lay.size) * 0.9))
    taken = [lay.of(tile) for tile in view.board]
    for spot in spots:
        taken.append(_clear(spot, taken))
    signs = enumerate(taken[len(view.board) :], 1)
    return [step_sign(*spot, n) for n, spot in signs] if len(spots) > 1 else []


def _clear(spot: Point, taken: list[Point]) -> Point:
    """Return the spot, or one above or beside it that is clear of letters and other numbers."""
    ways = ((0, 0), (0, -STEP_ASIDE), (-STEP_ASIDE, 0), (STEP_ASIDE, 0), (0, STEP_ASIDE))
    near = [(spot[0] + dx, spot[1] + dy) for dx, dy in ways]
    return next((way for way in near if all(dist(way, other) > STEP_CLEAR for other in taken)), spot)


def _beside(view: View, lay: Lay, guild: Guild) -> Point:
    """Return a point beside the last token of a guild, away from letter and sign."""
    tile, nth = view.board[guild // 3], len(view.sites[guild].tokens) - 1
    x, y = token_spot(view, lay, guild, nth)
    ax, ay = corner(2 * (guild % 3) + tile.turn + 2.5)
    k = (1 if nth else -1) * lay.size * 0.32
    return x + ax * k, y + ay * k
