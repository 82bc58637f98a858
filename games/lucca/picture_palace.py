"""A palace as a façade: one floor a card, ghosts for what is missing, number on the door, roof and flag."""

from functools import cache, lru_cache
from typing import NamedTuple

from games.core import Seat
from games.lucca.cards import CARDS, Card, CardId
from games.lucca.pieces import bays, digits, sum_of
from rendering import theme
from rendering.heraldry import Drawing
from rendering.layout import centred
from rendering.pieces import PIECE_COLOURS, field
from rendering.scene import Box, Colour, Disc, Glyph, Item, Line, Placed, Poly, Sprite

FACADE_WIDTH = 108  # of a façade
WALL = 4  # the left edge of its masonry


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


BUILDS = {3: Build(3, 29, 18, 17), 4: Build(4, 31, 19, 18), 5: Build(5, 34, 23, 24)}


@lru_cache(maxsize=128)
def facade(colour: str, cards: tuple[CardId, ...], need: int, area: str, seat: Seat = -1) -> Sprite:
    """Return a palace in one of the three areas; an opened one flies its family's flag."""
    return built(colour, tuple(CARDS[card] for card in cards), need, area, seat)


def built(colour: str, faces: tuple[Card, ...], need: int, area: str, seat: Seat = -1) -> Sprite:
    """Return a palace of these cards, whether or not the deck has such ones."""
    build, paint = BUILDS[need], PIECE_COLOURS[colour]
    items: list[Item] = []
    if area == "building":
        items += _ghosts(build, paint, len(faces))
    for floor, face in enumerate(faces):
        items += _floor(build, paint, floor, face)
    items += _door(build, faces[-1].number)
    items += _sums(build, faces) if area == "building" else _roof(build, paint)
    items += _flag(build, seat) if area == "opened" else ()
    return Sprite(FACADE_WIDTH, build.height, tuple(items))


def _floor(build: Build, paint: Colour, floor: int, face: Card) -> Drawing:
    """Lay one floor: wall, cornice, windows and coats of arms; the ground floor leaves room for the door."""
    y, h, tones = build.top(floor), build.tall(floor), theme.tones(paint)
    x, w = WALL, FACADE_WIDTH - 2 * WALL
    wall = (
        Box(x, y, w, h, paint),
        Box(x, y, w, h, "", theme.INK, 1.5),
        Box(x - 3, y, w + 6, 4, tones.mortar),
        Box(x - 3, y, w + 6, 2, tones.light),
    )
    if floor:
        return (*wall, *bays(face, x + 8, y + 5, w - 16, h - 6))
    joints = tuple(Box(x + 2, y + h * k, w - 4, 1.5, tones.mortar) for k in (0.42, 0.72))
    return (*wall, *joints, *bays(face, x + 65, y + 7, 33, h - 10))


def _door(build: Build, number: int) -> Drawing:
    """Set the door with its street number: the gate is as wide as the number."""
    h, w = build.ground - 2, max(44.0, digits(number, theme.SMALL) + 8)
    x, y = WALL + 34 - w / 2 + max(0.0, (w - 60) / 2), build.height - h
    leaf = Box(x, y, w, h + 6, theme.PAPER, theme.INK, 2.5, 9)
    return leaf, Glyph(x + w / 2, y + h / 2 + 1, str(number), theme.SMALL, theme.INK)


def _ghosts(build: Build, paint: Colour, built: int) -> Drawing:
    """Sketch the floors that are missing, in dashes."""
    items: list[Item] = []
    ink = theme.mixed(paint, theme.PAPER)
    for floor in range(built, build.need):
        y, x, w = build.top(floor), WALL + 1, FACADE_WIDTH - 2 * WALL - 2
        items += [Line(((at, y + 1), (min(at + 8, x + w), y + 1)), ink, 2.5) for at in range(x, x + w, 13)]
        sides = range(y + 1, y + build.tall(floor), 11)
        items += [Line(((at, top), (at, top + 6)), ink, 2.5) for at in (x, x + w) for top in sides]
    return tuple(items)


def _sums(build: Build, faces: tuple[Card, ...]) -> Drawing:
    """Hang up what counts while it is built: all windows and all coats of arms."""
    size = build.roof + build.floor - 2
    windows, shields = sum(face.windows for face in faces), sum(face.shields for face in faces)
    signs = [("windows", windows)] * (windows > 0) + [("shields", shields)] * (shields > 0)
    left = FACADE_WIDTH / 2 - 25 * (len(signs) - 1)
    shown = [sum_of(kind, count, min(size, 42)) for kind, count in signs]
    return tuple(centred(sprite, left + 50 * n, size / 2 + 1) for n, sprite in enumerate(shown))


def _roof(build: Build, paint: Colour) -> Drawing:
    """Cover a complete palace with tiles."""
    h, tiles = build.roof, theme.tones(theme.TERRACOTTA)
    slope = ((0, h + 2), (16, 3), (FACADE_WIDTH - 16, 3), (FACADE_WIDTH, h + 2))
    edges = [(16 * (1 - k) + 4, 3 + h * k) for k in (0.35, 0.68)]
    rows = tuple(Line(((x, y), (FACADE_WIDTH - x, y)), tiles.mortar, 1.5) for x, y in edges)
    ridge = Line(((17, 4), (FACADE_WIDTH - 17, 4)), tiles.light, 2.5)
    return Poly(slope, tiles.body, theme.INK, 2), *rows, ridge


def _flag(build: Build, seat: Seat) -> Drawing:
    """Fly a flag over an opened palace."""
    fill = theme.SEAT_COLOURS[seat] if seat >= 0 else theme.WHITE
    x, h = FACADE_WIDTH * 0.5, build.roof + 12
    cloth = ((x, 1), (x + 46, 1), (x + 36, h * 0.38), (x + 46, h * 0.76), (x, h * 0.76))
    return Poly(cloth, fill, theme.WHITE, 5), Poly(cloth, fill, theme.INK, 2), Box(x - 3, 0, 5, h, theme.INK)


@cache
def plot(colour: str) -> Sprite:
    """Return an empty building plot: its colour's sign in the grass."""
    size, sign = 44, field(colour, 30)
    ink = theme.mixed(PIECE_COLOURS[colour], theme.PAPER)
    posts = tuple(Disc(x, y, 3, ink) for x in (4, size - 4) for y in (4, size - 4))
    return Sprite(size, size, (*posts, Placed(7, 7, sign)))
