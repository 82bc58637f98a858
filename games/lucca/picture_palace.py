"""A palace as a façade: one floor a card, ghosts for what is missing, number on the door, roof and flag."""

from functools import cache, lru_cache
from typing import NamedTuple

from games.core import Seat
from games.lucca.cards import CARDS, Card, CardId
from games.lucca.pieces import digits, pane, sum_of
from rendering import theme
from rendering.heraldry import Drawing, heater
from rendering.layout import centred
from rendering.pieces import PIECE_COLOURS, field
from rendering.scene import Box, Colour, Glyph, Item, Line, Placed, Point, Poly, Sprite, Surface

FACADE_WIDTH = 118  # of a façade
WALL = 4  # the left edge of its masonry
DOOR = 40  # its width, with a number of two digits
SIGN = 25  # the colour's sign: 10 pixels at a width of 400
SHADED, SHADE = 24, 90  # how wide and how dark its side is that lies in shade
QUOIN, SHUTTER, CHALK = theme.PAPER, theme.mixed(theme.PINE, theme.INK), theme.WHITE


class Build(NamedTuple):
    """How high a façade is built, by how many floors it needs."""

    need: int
    ground: int
    floor: int
    roof: int

    @property
    def height(self) -> int:
        return self.ground + (self.need - 1) * self.floor + self.roof

    def top(self, floor: int) -> int:
        """Return where a floor begins, the ground floor being 0."""
        return self.roof + (self.need - 1 - floor) * self.floor

    def tall(self, floor: int) -> int:
        return self.floor if floor else self.ground


BUILDS = {3: Build(3, 32, 23, 19), 4: Build(4, 32, 26, 19), 5: Build(5, 32, 26, 22)}
WINDOW = 18  # pixels a window is wide; three fill a floor


@lru_cache(maxsize=128)
def facade(
    colour: str, cards: tuple[CardId, ...], need: int, area: str, seat: Seat = -1, chalk: bool = True
) -> Sprite:
    """Return a palace in one of the three areas; an opened one flies its family's flag."""
    return built(colour, tuple(CARDS[card] for card in cards), need, area, seat, chalk)


def built(
    colour: str, faces: tuple[Card, ...], need: int, area: str, seat: Seat = -1, chalk: bool = True
) -> Sprite:
    """Return a palace of these cards, whether or not the deck has such ones; chalk says what is missing."""
    build, paint = BUILDS[need], PIECE_COLOURS[colour]
    items: list[Item] = []
    if area == "building" and chalk:
        items += _ghosts(build, len(faces))
    for floor, face in enumerate(faces):
        items += _floor(build, paint, floor, face)
    top = build.top(len(faces) - 1)
    lit = FACADE_WIDTH - WALL - SHADED
    items.append(Surface(lit, top, SHADED, build.height - top, "facade", (SHADE,)))
    for floor, face in enumerate(faces):
        items += _panes(build, floor, face)
    items += _door(build, faces[-1].number)
    items += _sums(build, colour, faces) if area == "building" else _roof(build, colour)
    items += _flag(build, seat) if area == "opened" else ()
    return Sprite(FACADE_WIDTH, build.height, tuple(items))


def _floor(build: Build, paint: Colour, floor: int, face: Card) -> Drawing:
    """Lay one floor: plaster, white quoins, a cornice that stands out."""
    y, h, tones = build.top(floor), build.tall(floor), theme.tones(paint)
    x, w = WALL, FACADE_WIDTH - 2 * WALL
    tall = h / 3
    quoins = tuple(
        Box(left if side == 0 else left + w - wide, y + n * tall + 1, wide, tall - 1.5, QUOIN)
        for n in range(3)
        for wide in ((6, 4, 6)[n],)
        for side, left in ((0, x), (1, x))
    )
    return (
        Box(x, y, w, h, paint),
        *quoins,
        Box(x, y, w, h, "", theme.INK, 1.5),
        Box(x - 3, y, w + 6, 4, tones.mortar),
        Box(x - 3, y, w + 6, 2, QUOIN),
    )


def _panes(build: Build, floor: int, face: Card) -> Drawing:
    """Set windows with shutters and coats of arms into a floor; the ground floor leaves room for the door."""
    y, h = build.top(floor), build.tall(floor)
    if floor:
        return row_of(face, WALL + 8, y + 5, FACADE_WIDTH - 2 * WALL - 16, h - 6, shutters=True)
    return row_of(face, WALL + DOOR + 5, y + 8, FACADE_WIDTH - 2 * WALL - DOOR - 8, h - 11, shutters=False)


def row_of(face: Card, x: float, y: float, w: float, h: float, shutters: bool) -> Drawing:
    """Draw the windows and coats of arms of a card side by side, each as wide as there is room."""
    count = face.windows + face.shields
    step = min(w / max(count, 1), WINDOW + 12.0)
    left, items = x + (w - step * count) / 2 + step / 2, list[Item]()
    for n in range(count):
        at, wide = left + n * step, min(float(WINDOW), step - 1)
        if n >= face.windows:
            size = min(wide + 2, step, h)
            items += heater(size, at - size / 2, y + (h - size) / 2, theme.INK, theme.WHITE, size * 0.08)
            continue
        if shutters and step >= WINDOW + 8:
            items += [Box(at + dx, y + 2, 4, h - 3, SHUTTER) for dx in (-wide / 2 - 4, wide / 2)]
        items += pane(at, y + h / 2, wide, h)
    return tuple(items)


def _door(build: Build, number: int) -> Drawing:
    """Set the door with its street number: the gate is as wide as the number."""
    h, w = build.ground - 3, max(float(DOOR), digits(number, theme.SMALL) + 8)
    x, y = WALL + 3, build.height - h
    leaf = Box(x, y, w, h + 6, theme.PAPER, theme.INK, 2.5, 9)
    return leaf, Glyph(x + w / 2, y + h / 2 + 1, str(number), theme.SMALL, theme.INK)


def _ghosts(build: Build, built: int) -> Drawing:
    """Sketch the floors that are missing, in chalk."""
    lines: list[tuple[Point, Point]] = []
    for floor in range(built, build.need):
        y, x, w = build.top(floor), WALL + 1, FACADE_WIDTH - 2 * WALL - 2
        lines += [((at, y + 1), (min(at + 8, x + w), y + 1)) for at in range(x, x + w, 13)]
        sides = range(y + 1, y + build.tall(floor), 11)
        lines += [((at, top), (at, top + 6)) for at in (x, x + w) for top in sides]
    cased = ((theme.SOFT, 4.0), (CHALK, 2.0))
    return tuple(Line(line, ink, width) for ink, width in cased for line in lines)


def _sums(build: Build, colour: str, faces: tuple[Card, ...]) -> Drawing:
    """Hang up the colour's sign and what counts while it is built: all windows and all coats of arms."""
    high = build.roof + build.floor - 2
    windows, shields = sum(face.windows for face in faces), sum(face.shields for face in faces)
    signs = [("windows", windows)] * (windows > 0) + [("shields", shields)] * (shields > 0)
    shown = [field(colour, SIGN), *(sum_of(kind, count, min(high, 40)) for kind, count in signs)]
    gap = (FACADE_WIDTH - sum(sprite.w for sprite in shown)) / (len(shown) + 1)
    x, hung = gap, list[Item]()
    for sprite in shown:
        hung.append(centred(sprite, x + sprite.w / 2, high / 2 + 1))
        x += sprite.w + gap
    return tuple(hung)


def _roof(build: Build, colour: str) -> Drawing:
    """Cover a complete palace with tiles; its colour's sign hangs there."""
    h, tiles = build.roof, theme.tones(theme.TERRACOTTA)
    slope = ((0, h + 2), (16, 3), (FACADE_WIDTH - 16, 3), (FACADE_WIDTH, h + 2))
    edges = [(16 * (1 - k) + 4, 3 + h * k) for k in (0.35, 0.68)]
    rows = tuple(Line(((x, y), (FACADE_WIDTH - x, y)), tiles.mortar, 1.5) for x, y in edges)
    ridge = Line(((17, 4), (FACADE_WIDTH - 17, 4)), tiles.light, 2.5)
    return Poly(slope, tiles.body, theme.INK, 2), *rows, ridge, Placed(22, 0, field(colour, SIGN))


def _flag(build: Build, seat: Seat) -> Drawing:
    """Fly a flag over an opened palace."""
    fill = theme.SEAT_COLOURS[seat] if seat >= 0 else theme.WHITE
    x, h = FACADE_WIDTH * 0.5, build.roof + 12
    cloth = ((x, 1), (x + 46, 1), (x + 36, h * 0.38), (x + 46, h * 0.76), (x, h * 0.76))
    return Poly(cloth, fill, theme.WHITE, 5), Poly(cloth, fill, theme.INK, 2), Box(x - 3, 0, 5, h, theme.INK)


@cache
def plot(colour: str) -> Sprite:
    """Return an empty building plot: its colour's sign on a post in the grass."""
    w, h = 34, 46
    post = Box(w / 2 - 2.5, 28, 5, h - 28, theme.BROWN, theme.INK, 1)
    board = Box(1, 1, w - 2, w - 2, theme.PAPER, theme.INK, 2, 5)
    return Sprite(w, h, (post, board, Placed(4, 4, field(colour, 26))))
