"""How hexes, tokens and towers are drawn: marble with inlaid guilds; every sprite is drawn once and kept."""

from collections.abc import Iterator
from functools import cache, lru_cache
from math import cos, pi, sin, sqrt

from games.core import Seat
from games.guilds.cards import CARDS
from games.guilds.picture_quarters import DEEP, FULL, kerb, pattern, within
from rendering import theme
from rendering.heraldry import Drawing, charge, token
from rendering.marks import badge
from rendering.scene import Box, Disc, Item, Placed, Point, Poly, Sprite
from rendering.theme import BRONZE, GOLD, INK, MARBLE, MARK, SEAT_COLOURS, WHITE

HEX_HEIGHT, HEX_WIDTH = 2.0, sqrt(3)  # of a hex, in radii: a corner points up
# In radii: where things stand on a guild, and how large they are.
TOKEN, SPREAD, REACH = 0.52, 0.32, 0.44
SIGN, CORNER = 0.21, 0.765
LETTER = 0.46
MORTAR = theme.mixed(theme.BROWN, theme.EDGE)  # between the quarters
EDGE = theme.mixed(theme.BROWN, INK)  # around a hex
COBBLES = theme.mixed(theme.SOFT, INK)
LONE = 84  # likewise, of a guild alone: there are many of them, in crops
FINE = 60  # the radius from which the inlay has a pattern; on a smaller hex it would only blur
# Where the foot of a tower stands and how high it is, by where its guild looks, clockwise from the upper
# right: it keeps to its guild, beside the letter and the sign, so that it hides nobody's token.
FEET = ((0.37, 0.2), (0.37, 0.72), (-0.33, 0.84), (-0.37, 0.72), (-0.37, 0.2), (-0.34, -0.15))
TOWERS = (0.88, 0.88, 0.72, 0.88, 0.88, 0.72)


def corner(n: float) -> Point:
    """Return a corner of a hex of radius 1 around (0, 0): number n begins side n."""
    return cos(pi / 3 * n - pi / 6), sin(pi / 3 * n - pi / 6)


OUTLINE = tuple(corner(n) for n in range(6))


def centre(q: int, r: int) -> Point:
    """Return the centre of a place, in radii."""
    return HEX_WIDTH * (q + r / 2), 1.5 * r


def rhombus(turn: int, guild: int) -> tuple[Point, ...]:
    """Return the corners of a guild of a hex around (0, 0), beginning with the centre of the hex."""
    side = 2 * guild + turn
    return (0.0, 0.0), corner(side), corner(side + 1), corner(side + 2)


def middle(turn: int, guild: int, reach: float = 0.5) -> Point:
    """Return the middle of a guild, or a point nearer to its outer corner."""
    x, y = corner(2 * guild + turn + 1)
    return x * reach, y * reach


def inset(turn: int, guild: int, k: float) -> tuple[Point, ...]:
    """Return a rhombus shrunk around its middle."""
    cx, cy = middle(turn, guild)
    return tuple((x * k + cx * (1 - k), y * k + cy * (1 - k)) for x, y in rhombus(turn, guild))


def moved(points: tuple[Point, ...], k: float, dx: float, dy: float) -> tuple[Point, ...]:
    return tuple((x * k + dx, y * k + dy) for x, y in points)


# --- guilds ----------------------------------------------------------------------------------------


def guild_items(
    colour: str, turn: int, guild: int, size: float, x: float, y: float, fine: float = FINE
) -> Iterator[Item]:
    """Draw a guild of a hex of this size around (x, y): a quarter seen from above, and its sign.

    Mortar is warm, and patterns and light lie as the picture does, not as the quarter: no three make a cube.
    """
    yield Poly(moved(rhombus(turn, guild), size, x, y), MORTAR)
    corners = moved(inset(turn, guild, 0.93), size, x, y)
    yield Poly(corners, FULL[colour])
    yield from pattern(colour, corners, size) if size >= fine else ()
    yield from kerb(colour, corners, size) if size >= FINE else ()
    yield from sign_items(colour, turn, guild, size, x, y)


def sign_items(colour: str, turn: int, guild: int, size: float, x: float, y: float) -> Iterator[Item]:
    """Draw a guild's sign on a roundel of marble, at the outer corner."""
    dx, dy = middle(turn, guild, CORNER)
    return _sign(colour, x + dx * size, y + dy * size, size * SIGN)


def _sign(colour: str, x: float, y: float, r: float) -> Iterator[Item]:
    """A sign for each colour: square, drop, ring, triangle."""
    ink = DEEP[colour]
    yield Disc(x, y, r, MARBLE, ink, max(1.5, r * 0.12))
    match colour:
        case "brown":
            yield Box(x - r * 0.52, y - r * 0.52, r * 1.04, r * 1.04, ink)
        case "blue":
            yield Disc(x, y + r * 0.2, r * 0.48, ink)
            yield Poly(((x, y - r * 0.82), (x - r * 0.42, y), (x + r * 0.42, y)), ink)
        case "ochre":
            yield Disc(x, y, r * 0.66, ink)
            yield Disc(x, y, r * 0.32, MARBLE)
        case _:
            yield Poly(((x, y - r * 0.74), (x - r * 0.66, y + r * 0.48), (x + r * 0.66, y + r * 0.48)), ink)


@cache
def guild_sprite(colour: str, turn: int, guild: int, size: int) -> Sprite:
    """Return one guild of a hex, in the frame of the whole hex."""
    w, h = frame(size)
    rim = Poly(moved(rhombus(turn, guild), size, w / 2, h / 2), "", EDGE, max(2.0, size * 0.03))
    return Sprite(w, h, (*guild_items(colour, turn, guild, size, w / 2, h / 2, LONE), rim))


@cache
def sign_sprite(colour: str, turn: int, guild: int, size: int) -> Sprite:
    """Return a guild's sign alone, in the frame of the whole hex: it stands above a tower."""
    w, h = frame(size)
    return Sprite(w, h, tuple(sign_items(colour, turn, guild, size, w / 2, h / 2)))


# --- hexes -----------------------------------------------------------------------------------------


def frame(size: int) -> tuple[int, int]:
    """Return width and height of a hex sprite."""
    return round(size * HEX_WIDTH) + 8, round(size * HEX_HEIGHT) + 8


def hex_sprite(hex: str, turn: int, size: int) -> Sprite:
    """Return a hex of the table: a plate of marble with three inlaid guilds."""
    return slab(CARDS[hex].guilds, turn, size)


@lru_cache(maxsize=512)  # twenty tables' hexes, each of some 200 shapes
def slab(guilds: tuple[str, str, str], turn: int, size: int) -> Sprite:
    """Return a hex of any colours, whether or not the table has such a one."""
    w, h = frame(size)
    parts = [guild_items(colour, turn, n, size, w / 2, h / 2) for n, colour in enumerate(guilds)]
    edge = Poly(moved(OUTLINE, size, w / 2, h / 2), "", EDGE, max(2.5, size * 0.035))
    return Sprite(w, h, (*(item for part in parts for item in part), edge))


@cache
def dead_sprite(colour: str, turn: int, guild: int, size: int) -> Sprite:
    """Return the paving of a guild with a tower: cobbles, darker than the rest, in a rim of its colour."""
    w, h = frame(size)
    corners = moved(inset(turn, guild, 0.8), size, w / 2, h / 2)
    ground = Poly(corners, COBBLES, theme.INK, 2)
    (left, _), (top, _) = ((min(axis), max(axis)) for axis in zip(*corners, strict=True))
    step = max(8.0, size * 0.13)
    spots = [
        (left + (n + row % 2 / 2) * step, top + row * step * 0.8) for row in range(22) for n in range(16)
    ]
    stones = tuple(Disc(*at, step * 0.36, theme.SOFT) for at in spots if within(corners, at, step * 0.45))
    return Sprite(w, h, (ground, *stones))


def disc(sign: str, size: int, live: bool = False) -> Sprite:
    """Return a letter on a bronze disc; violet while the menus speak of it."""
    return badge(sign, size, MARK, WHITE) if live else badge(sign, size, BRONZE, WHITE)


# --- pieces ----------------------------------------------------------------------------------------


@cache
def token_sprite(seat: Seat, size: int, fresh: bool = False) -> Sprite:
    """Return a token with its owner's outline and charge; a fresh one has a gold halo."""
    full = size + 14
    c = full / 2
    ring = (Disc(c, c, c, INK), Disc(c, c, c - 2, GOLD)) if fresh else ()
    return Sprite(full, full, (*ring, Placed(7, 7, token(seat, size))))


def looks(turn: int, guild: int) -> int:
    """Return where the outer corner of a guild lies: 0 is the upper right, then clockwise; 5 is up."""
    return (2 * guild + turn + 1) % 6


def stand(turn: int, guild: int) -> Point:
    """Return where the foot of a tower stands: beside the letter and the sign of its guild."""
    return FEET[looks(turn, guild)]


def tower_height(turn: int, guild: int, size: float) -> int:
    return round(TOWERS[looks(turn, guild)] * size)


@cache
def tower_sprite(seat: Seat, size: int, fresh: bool = False) -> Sprite:
    """Return a tower, `size` high, that throws a shadow; the middle of its lower edge is its foot."""
    w, h, pad = round(size * 0.56), size, 8
    body = theme.tones(SEAT_COLOURS[seat])
    x0, x1, ledge, foot = w * 0.12, w * 0.88, h * 0.26, h * 0.96
    right, left = ((w, ledge), (x1, ledge + 4), (x1, foot)), ((x0, foot), (x0, ledge + 4), (0.0, ledge))
    at = tuple((x + pad, y + pad) for x, y in (*_crown(w, h), *right, *left))
    gold = (Poly(at, INK, INK, 15), Poly(at, GOLD, GOLD, 10))
    halo: Drawing = gold if fresh else (Poly(at, WHITE, WHITE, 5),)
    shade = (Box(x1 - w * 0.14 + pad, ledge + pad, w * 0.14, foot - ledge, body.mortar),)
    light = (Box(x0 + pad, ledge + 4 + pad, w * 0.07, foot - ledge - 5, body.light),)
    ledges = (Box(pad + 1, ledge - h * 0.07 + pad, w - 2, h * 0.035, body.light),)
    drawn = (*halo, Poly(at, SEAT_COLOURS[seat]), *shade, *light, *ledges, Poly(at, "", INK, 2.5))
    sign = charge(seat, w * 0.68, w * 0.48 + pad, (ledge + foot) / 2 + h * 0.04 + pad)
    return Sprite(w + 2 * pad, h + 2 * pad, (*drawn, *sign))


def _crown(w: float, h: float) -> tuple[Point, ...]:
    """Return the merlons of a tower, from the left."""
    tooth, low, points = w / 5, h * 0.11, list[Point]()
    for n in range(5):
        y = low if n % 2 else 0.0
        points += [(n * tooth, y), ((n + 1) * tooth, y)]
    return tuple(points)
