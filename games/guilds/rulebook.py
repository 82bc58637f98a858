"""The pictures of the rules, and what each hex is."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.core import Text, Texts
from games.data_tables import statuses
from games.guilds.board import LETTERS, Place
from games.guilds.cards import CARDS, COLOURS, COLUMNS, KINDS, TABLE, Kind
from games.guilds.names import COLOUR_NAMES
from games.guilds.picture_marks import offer_sprite
from games.guilds.pieces import (
    HEX_HEIGHT,
    HEX_WIDTH,
    LETTER,
    OUTLINE,
    REACH,
    SPREAD,
    TOKEN,
    centre,
    corner,
    disc,
    hex_sprite,
    middle,
    moved,
    sign_sprite,
    slab,
    stand,
    token_sprite,
    tower_height,
    tower_sprite,
)
from games.guilds.state import HAND_SIZE, START, TOWERS
from games.rulebook import Entry, Figure, group, in_rows, side_by_side
from rendering import theme
from rendering.layout import centred
from rendering.pieces import tick
from rendering.scene import Item, Line, Placed, Point, Poly, Sprite

SIZE, SMALL = 92, 68  # the radius of a hex in a figure


class Laid(NamedTuple):
    """A hex of an example: its colours, its place, its rotation, and what stands on its three guilds."""

    guilds: Kind
    q: int
    r: int
    turn: int = 0
    tokens: tuple[tuple[int, ...], ...] = ((), (), ())
    towers: tuple[int, ...] = (-1, -1, -1)
    marked: tuple[int, ...] = ()  # guilds in a frame


# The examples of the rules. Two hexes lie on the table; a third one comes.
A: Kind = ("brown", "blue", "ochre")
B: Kind = ("green", "ochre", "brown")
C: Kind = ("green", "blue", "ochre")
LAID_HEXES = (Laid(A, 0, 0), Laid(B, 1, 0, 2))
FITS = (*LAID_HEXES, Laid(C, 0, 1, 0))
CLASHES = (*LAID_HEXES, Laid(C, 0, 1, 5))
LONELY = (*LAID_HEXES, Laid(C, -1, 1, 0))
READY = (
    Laid(A, 0, 0, tokens=((0, 1), (0,), (0,)), marked=(0, 1, 2)),
    Laid(B, 1, 0, 2, tokens=((0,), (), (1,)), marked=(0,)),
)
BUILT = (
    Laid(A, 0, 0, tokens=((), (0,), (0,)), towers=(0, -1, -1)),
    Laid(B, 1, 0, 2, tokens=((0,), (), (1,))),
)
WIDELY = (  # five guilds with all four colours, but no four of them that hang together have all
    Laid(A, 0, 0, tokens=((0,), (), (0,)), marked=(0, 2)),
    Laid(C, 1, 0, 2, tokens=((0,), (), ()), marked=(0,)),
    Laid(A, 0, 1, 5, tokens=((0,), (0,), ()), marked=(0, 1)),
)


# --- what each hex is ------------------------------------------------------------------------------


def glossary() -> tuple[Entry, ...]:
    """Return each kind of hex once."""
    kinds = {KINDS[hex]: hex for hex in reversed(CARDS)}
    return tuple(_entry(kind, hex) for kind, hex in sorted(kinds.items(), key=lambda pair: pair[1]))


STATUS = statuses(TABLE, COLUMNS)
OURS = Text(
    "That there are such hexes is our reconstruction: the rulesheet does not list them. "
    "Whoever runs this bot can put in the printed ones ({file}).",
    file="`games/guilds/hexes.csv`",
)


def _entry(kind: str, hex: str) -> Entry:
    guilds, copies = CARDS[hex].guilds, list(KINDS.values()).count(kind)
    one, two, three = (COLOUR_NAMES[colour] for colour in guilds)
    missing = next(COLOUR_NAMES[colour] for colour in COLOURS if colour not in guilds)
    lines = (
        Text("Three guilds, clockwise: {one}, {two}, {three}. It has no {missing}.",
             one=one, two=two, three=three, missing=missing),
        Text("Lay it so that it touches two hexes or more and no guilds of one colour lie side by side."),
        Texts("There is one such hex.", "There are {n} such hexes.", n=copies),
        *([OURS] if "reconstruction" in STATUS[hex] else []),
    )  # fmt: skip
    name = Text("hex {one}, {two}, {three}", one=one, two=two, three=three)
    return Entry(kind.replace(":", "-"), name, lines, side_by_side([hex_sprite(hex, 0, 130)]))


# --- drawing an example ----------------------------------------------------------------------------


def _drawn(tiles: Iterable[Laid], size: int = SIZE) -> Sprite:
    """Return some hexes with their letters, tokens and towers."""
    laid = list(tiles)
    at, w, h = _spread([(tile.q, tile.r) for tile in laid], size)
    items = [item for tile, spot in zip(laid, at, strict=True) for item in _ground(tile, spot, size)]
    for n, (tile, spot) in enumerate(zip(laid, at, strict=True)):
        items += _pieces(tile, spot, size)
        items.append(centred(disc(LETTERS[n], round(size * LETTER)), *spot))
    return group(w, h, items)


def _spread(places: list[Place], size: int) -> tuple[list[Point], float, float]:
    """Return where hexes stand in a drawing, and how large it is."""
    spots = [centre(*place) for place in places]
    left, top = min(x for x, _ in spots) - HEX_WIDTH / 2, min(y for _, y in spots) - HEX_HEIGHT / 2
    at = [((x - left) * size + 8, (y - top) * size + 8) for x, y in spots]
    return at, max(x for x, _ in at) + size * HEX_WIDTH / 2 + 8, max(y for _, y in at) + size + 8


def _ground(tile: Laid, spot: Point, size: int) -> Iterator[Item]:
    yield centred(slab(tile.guilds, tile.turn, size), *spot)
    for n in tile.marked:
        yield centred(offer_sprite(tile.turn, n, size), *spot)


def _pieces(tile: Laid, spot: Point, size: int) -> Iterator[Item]:
    for n in range(3):
        if tile.towers[n] >= 0:
            high, (fx, fy) = tower_height(tile.turn, n, size), stand(tile.turn, n)
            tower = tower_sprite(tile.towers[n], high)
            yield Placed(spot[0] + fx * size - tower.w / 2, spot[1] + fy * size - tower.h + 8, tower)
            yield centred(sign_sprite(tile.guilds[n], tile.turn, n, size), *spot)
        (dx, dy), (ax, ay) = middle(tile.turn, n, REACH), corner(2 * n + tile.turn + 2.5)
        for seat, k in zip(tile.tokens[n], (-SPREAD, SPREAD), strict=False):
            at = spot[0] + (dx + ax * k) * size, spot[1] + (dy + ay * k) * size
            yield centred(token_sprite(seat, round(size * TOKEN)), *at)


def _cross(size: int) -> Sprite:
    lines = (Line(((12, 12), (88, 88)), theme.RED, 15), Line(((88, 12), (12, 88)), theme.RED, 15))
    return Sprite(size, size, theme.scaled(lines, size / 100))


# --- the pictures of the rules ---------------------------------------------------------------------


def figures() -> dict[str, Figure]:
    """Return a picture for each page that has one."""
    return {"hexes": _hexes(), "start": _start(), "fit": _fitting(), "group": _group(), "ten": _ten(),
            "wide": _wide()}  # fmt: skip


def _hexes() -> Figure:
    tiles = (LAID_HEXES[0]._replace(tokens=((0,), (1, 0), ())), LAID_HEXES[1]._replace(towers=(-1, 1, -1)))
    return Figure(
        side_by_side([_drawn(tiles), token_sprite(0, 80), tower_sprite(0, 120)], 30),
        (
            Text("Two hexes side by side: A with brown, blue and ochre, B with green, ochre and brown."),
            Text("Lion has a token on A brown; Dove and Lion have one each on A blue."),
            Text("On B ochre stands a tower of Dove. Beside the hexes: a token and a tower of Lion."),
        ),
    )


def _fitting() -> Figure:
    judged = [_judged(FITS, tick(64)), _judged(CLASHES, _cross(56)), _judged(LONELY, _cross(56))]
    return Figure(
        side_by_side(judged, 10),
        (
            Text("Right: hex C touches A and B, and everywhere different colours meet."),
            Text("Wrong: hex C is turned so that a colour meets the same colour."),
            Text("Wrong: hex C touches only A."),
        ),
    )


def _judged(tiles: tuple[Laid, ...], mark: Sprite) -> Sprite:
    """Return some hexes with a mark below the last one."""
    drawn, x = _drawn(tiles, SMALL), _spread([(tile.q, tile.r) for tile in tiles], SMALL)[0][-1][0]
    return group(drawn.w, drawn.h + 70, (Placed(0, 0, drawn), centred(mark, x, drawn.h + 34)))


def _group() -> Figure:
    return Figure(
        in_rows([[_drawn(READY)], [_drawn(BUILT)]], 20),
        (
            Text("Above: Lion has tokens on A brown, A blue, A ochre and B green. These hang together."),
            Text("Below: Lion's tower stands on A brown; the tokens of Lion and Dove there have gone home."),
        ),
    )


def _ten() -> Figure:
    rows = [[tower_sprite(0, 110)] * (TOWERS // 2)] * 2
    return Figure(in_rows(rows, 10), (Text("The ten towers of a family, all built."),))


def _wide() -> Figure:
    return Figure(
        side_by_side([_drawn(WIDELY)]),
        (
            Text("Lion has tokens on A brown, A ochre, B green, C brown and C blue."),
            Text("The five guilds hang together and have all four colours among them."),
        ),
    )


def _start() -> Figure:
    shapes = []
    for n in HAND_SIZE:
        at, w, h = _spread(list(START[:n]), SMALL)
        hexes = [Poly(moved(OUTLINE, SMALL - 3, *spot), theme.SHADE, theme.INK, 4) for spot in at]
        shapes.append(group(w, h, hexes))
    return Figure(
        side_by_side(shapes, 40),
        (Text("Two hexes side by side, three as a triangle, four as a rhombus."),),
    )
