"""How hexes, tokens and towers are drawn; every sprite is drawn once and kept."""

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin, sqrt

from games.core import Seat
from games.guilds.cards import CARDS
from rendering import theme
from rendering.heraldry import charge
from rendering.scene import Box, Colour, Disc, Item, Line, Point, Poly, Sprite
from rendering.theme import EDGE, INK, MARK, PAPER, SEATS, WHITE, YELLOW

HEIGHT, WIDTH = 2.0, sqrt(3)  # of a hex, in radii: a corner points up
FULL = {"brown": theme.BROWN, "blue": theme.BLUE, "ochre": theme.OCHRE, "green": theme.GREEN}


LIGHT = {name: theme.mixed(colour, PAPER) for name, colour in FULL.items()}  # pattern and tokens stand out
DEEP = {name: theme.mixed(colour, INK) for name, colour in FULL.items()}


def corner(n: float) -> Point:
    """Return a corner of a hex of radius 1 around (0, 0): number n begins side n."""
    return cos(pi / 3 * n - pi / 6), sin(pi / 3 * n - pi / 6)


OUTLINE = tuple(corner(n) for n in range(6))


def centre(q: int, r: int) -> Point:
    """Return the centre of a place, in radii."""
    return WIDTH * (q + r / 2), 1.5 * r


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


def guild_items(colour: str, turn: int, guild: int, size: float, x: float, y: float) -> Iterator[Item]:
    """Draw a guild of a hex of this size around (x, y): ground, pattern, sign at the outer corner."""
    corners = moved(rhombus(turn, guild), size, x, y)
    yield Poly(corners, LIGHT[colour])
    yield from _pattern(colour, corners, size)
    yield Poly(corners, "", INK, size * 0.022)
    yield from _sign_at(colour, turn, guild, size, x, y)


def _sign_at(colour: str, turn: int, guild: int, size: float, x: float, y: float) -> Iterator[Item]:
    dx, dy = middle(turn, guild, 0.79)
    return _sign(colour, x + dx * size, y + dy * size, size * 0.15)


def _pattern(colour: str, corners: tuple[Point, ...], size: float) -> Iterator[Item]:
    """Draw bricks, waves, dots or blades of grass, in the rhombus' own coordinates a and b (0 to 1)."""
    (ox, oy), (ax, ay), _, (bx, by) = corners

    def at(a: float, b: float) -> Point:
        return ox + a * (ax - ox) + b * (bx - ox), oy + a * (ay - oy) + b * (by - oy)

    if colour == "ochre":
        for n in range(16):
            yield Disc(*at((n // 4 + 0.5) / 4, (n % 4 + 0.5) / 4), size * 0.05, FULL[colour])
        return
    for line in STROKES[colour]:
        yield Line(tuple(at(a, b) for a, b in line), FULL[colour], size * 0.03)


def _bricks() -> Iterator[tuple[Point, ...]]:
    for row in range(4):
        yield (row / 4, 0), (row / 4, 1)
        for joint in range(3):
            b = (joint + 0.25 + row % 2 / 2) / 3
            yield (row / 4, b), ((row + 1) / 4, b)


def _waves() -> Iterator[tuple[Point, ...]]:
    """Run along the long diagonal: u and v measure along the short and the long one."""
    for wave in range(5):
        middle = 0.2 + wave * 0.4
        line = [(middle + 0.05 * sin(v * 22), v) for v in (n / 60 - 1 for n in range(121))]
        inside = tuple(((u + v) / 2, (u - v) / 2) for u, v in line if abs(v) < min(u, 2 - u) - 0.02)
        if len(inside) > 1:
            yield inside


def _grass() -> Iterator[tuple[Point, ...]]:
    for n in range(1, 12):
        low, high = max(0, n - 6) / 6, min(n, 6) / 6
        yield (high, low), (low, high)


STROKES = {"brown": tuple(_bricks()), "blue": tuple(_waves()), "green": tuple(_grass())}


def _sign(colour: str, x: float, y: float, r: float) -> Iterator[Item]:
    """A sign for each colour: square, drop, ring, tree."""
    ink = DEEP[colour]
    yield Disc(x, y, r, PAPER)
    match colour:
        case "brown":
            yield Box(x - r * 0.58, y - r * 0.58, r * 1.16, r * 1.16, ink)
        case "blue":
            yield Disc(x, y + r * 0.18, r * 0.52, ink)
            yield Poly(((x, y - r * 0.85), (x - r * 0.46, y), (x + r * 0.46, y)), ink)
        case "ochre":
            yield Disc(x, y, r * 0.72, ink)
            yield Disc(x, y, r * 0.34, PAPER)
        case _:
            yield Poly(((x, y - r * 0.8), (x - r * 0.72, y + r * 0.55), (x + r * 0.72, y + r * 0.55)), ink)


# --- hexes -----------------------------------------------------------------------------------------


def hex_items(hex: str, turn: int, size: float, x: float, y: float) -> Iterator[Item]:
    for guild, colour in enumerate(CARDS[hex].guilds):
        yield from guild_items(colour, turn, guild, size, x, y)
    yield Poly(moved(OUTLINE, size, x, y), "", INK, max(3.0, size * 0.05))


def frame(size: int) -> tuple[int, int]:
    """Return width and height of a hex sprite."""
    return round(size * WIDTH) + 8, round(size * HEIGHT) + 8


@cache
def hex_sprite(hex: str, turn: int, size: int) -> Sprite:
    w, h = frame(size)
    return Sprite(w, h, tuple(hex_items(hex, turn, size, w / 2, h / 2)))


@cache
def dead_sprite(colour: str, turn: int, guild: int, size: int) -> Sprite:
    """Return the veil over a guild with a tower: rim and sign still tell the colour."""
    w, h = frame(size)
    veil = Poly(moved(inset(turn, guild, 0.78), size, w / 2, h / 2), EDGE)
    return Sprite(w, h, (veil, *_sign_at(colour, turn, guild, size, w / 2, h / 2)))


@cache
def offer_sprite(turn: int, guild: int, size: int) -> Sprite:
    """Return the frame around a guild that the menus offer."""
    w, h = frame(size)
    shape = moved(inset(turn, guild, 0.9), size, w / 2, h / 2)
    return Sprite(w, h, (Poly(shape, "", WHITE, 11), Poly(shape, "", MARK, 7)))


@cache
def outline_sprite(size: int, colour: Colour) -> Sprite:
    """Return a heavy outline of a whole hex."""
    w, h = (edge + 16 for edge in frame(size))
    shape, width = moved(OUTLINE, size - 2, w / 2, h / 2), max(5, size * 0.07)
    return Sprite(w, h, (Poly(shape, "", INK, width + 4), Poly(shape, "", colour, width)))


# --- pieces ----------------------------------------------------------------------------------------


@cache
def token_sprite(seat: Seat, size: int, fresh: bool = False) -> Sprite:
    """Return a round token with its owner's emblem; a fresh one has a halo."""
    full = size + 12
    c, r = full / 2, size / 2
    halo = (Disc(c, c, r + 5.5, YELLOW, INK, 2),) if fresh else ()
    disc = (Disc(c, c, r, SEATS[seat], INK, 2.5),)
    return Sprite(full, full, (*halo, *disc, *charge(seat, size * 0.68, c, c)))


@cache
def tower_sprite(seat: Seat, size: int, fresh: bool = False) -> Sprite:
    """Return a tower, `size` high: stone, battlements, its owner's colour and emblem."""
    w, h = round(size * 0.7) + 12, size + 12
    x0, x1, y0, y1 = 8 + size * 0.06, w - 8 - size * 0.06, 8 + size * 0.2, h - 7.0
    tooth = (w - 16) / 5
    crown = [(8.0, y0 + size * 0.08), (8.0, 7.0)]
    for n in range(1, 6):
        low, high = (7.0, y0 - size * 0.08) if n % 2 else (y0 - size * 0.08, 7.0)
        crown += [(8 + n * tooth, low), (8 + n * tooth, high)]
    crown[-1] = (w - 8.0, y0 + size * 0.08)
    shape = (*crown, (x1, y0 + size * 0.08), (x1, y1), (x0, y1), (x0, y0 + size * 0.08))
    halo = (Poly(shape, YELLOW, YELLOW, 10),) if fresh else (Poly(shape, WHITE, WHITE, 5),)
    return Sprite(
        w, h, (*halo, Poly(shape, SEATS[seat], INK, 2.5), *charge(seat, size * 0.58, w / 2, h * 0.6))
    )
