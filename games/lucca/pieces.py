"""The pieces of Lucca as small pictures: windows, coats of arms, cards, walls, bastions."""

from functools import cache

from games.lucca.cards import CARDS, Card, CardId
from rendering import masonry, pieces, theme
from rendering.heraldry import Drawing, heater
from rendering.scene import Box, Colour, Disc, Glyph, Item, Line, Placed, Poly, Sprite

STONE = theme.tones(theme.EDGE)
TWO_ROWS_FROM = 76  # from here on a card has two rows
DIGIT_WIDTH = 0.58  # how wide a digit is, in its size


def digits(sign: object, size: float) -> float:
    """Return how wide a number is."""
    return len(str(sign)) * DIGIT_WIDTH * size


# --- windows and coats of arms ---------------------------------------------------------------------


@cache
def window(size: int) -> Sprite:
    """Return an arched, lit window."""
    return Sprite(size, size, pane(size * 0.5, size * 0.5, size * 0.74, size * 0.96))


def pane(x: float, y: float, w: float, h: float) -> Drawing:
    """Draw a lit window around a point: it has a dark edge, so that no wall swallows it."""
    return (
        *masonry.opening("round", x, y, w, h, theme.INK),
        *masonry.window("round", x, y, w - 2, h - 2, True),
    )


@cache
def shield(size: int) -> Sprite:
    """Return a coat of arms that belongs to nobody: dark, with a bend."""
    bend = Line(((size * 0.3, size * 0.24), (size * 0.66, size * 0.62)), theme.PAPER, size * 0.1)
    return Sprite(size, size, (*heater(size, 0, 0, theme.INK, theme.PAPER, size * 0.06), bend))


@cache
def sum_of(kind: str, count: int, size: int) -> Sprite:
    """Return a large lit window, or a large coat of arms, with a sum on it."""
    w = max(size, round(digits(count, theme.SMALL)) + 12)
    sign = Glyph(w / 2, size * 0.53 if kind == "windows" else size * 0.42, str(count), theme.SMALL, theme.INK)
    if kind == "windows":
        frame = masonry.opening("round", w / 2, size / 2, w, size, theme.INK)
        pane = masonry.opening("round", w / 2, size / 2 + 1, w - 6, size - 5, theme.LIT)
        return Sprite(w, size, (*frame, *pane, sign))
    arms = heater(w, 0, 0, theme.INK, theme.PAPER, 2)
    return Sprite(w, w, (*arms, Glyph(w / 2, w * 0.42, str(count), theme.SMALL, theme.WHITE)))


def bays(face: Card, x: float, y: float, w: float, h: float) -> Drawing:
    """Draw the windows and coats of arms of one card side by side in a place."""
    count = face.windows + face.shields
    step = min(w / max(count, 3), h * 1.2)
    left, items = x + (w - step * count) / 2 + step / 2, list[Item]()
    for n in range(count):
        at, size = left + n * step, min(step * 0.94, h * 0.92)
        if n < face.windows:
            items += pane(at, y + h / 2, size * 0.82, min(h, size * 1.12))
        else:
            items += heater(size, at - size / 2, y + (h - size) / 2, theme.INK, theme.WHITE, size * 0.07)
    return tuple(items)


# --- cards -----------------------------------------------------------------------------------------


@cache
def card(id: CardId, w: int, h: int, spare: int = 0) -> Sprite:
    """Return a card as the floor that it will be: sign, street number, windows and coats of arms.

    A high one has two rows. `spare` pixels at the right end stay empty.
    """
    face = CARDS[id]
    if face.bastion:
        side = min(h - 4, 80)
        tower = Placed((w - spare - side) / 2, (h - side) / 2, bastion(side))
        return Sprite(w, h, (*_slab(w, h, theme.SHADE), tower))
    paint = pieces.PIECE_COLOURS.get(face.colour, theme.PAPER)
    drawn = _two_rows(face, w, h) if h >= TWO_ROWS_FROM else _one_row(face, w - spare, h)
    return Sprite(w, h, (*_slab(w, h, paint), *drawn))


def _one_row(face: Card, w: float, h: int) -> Drawing:
    size = max(theme.SMALL, h * 0.56)
    left = 4 + _name_width(face, h, size) + 3
    return (*_name(face, 4, h, size), *bays(face, left, 6, min(w - left - 4, h * 2.7), h - 12))


def _two_rows(face: Card, w: float, h: int) -> Drawing:
    upper = h // 2 + 4
    size = upper * 0.92
    name = _name(face, max(4.0, (w - _name_width(face, upper, size)) / 2), upper, size)
    return (*name, *bays(face, 8, upper, w - 16, h - upper - 6))


def _name_width(face: Card, h: int, size: float) -> float:
    return h - 4 + digits(max(face.number, 10), size) + 9


def _name(face: Card, x: float, h: int, size: float) -> Drawing:
    """Draw the colour's sign and the street number on its plate; numbers of one digit stand in the middle."""
    wide, plate = _name_width(face, h, size), digits(face.number, size) + 9
    middle = x + (wide + h - 4) / 2
    return (
        Placed(x, 4, pieces.field(face.colour, h - 8)),
        Box(middle - plate / 2, 5, plate, h - 10, theme.PAPER, theme.INK, 1.5, 5),
        Glyph(middle, h / 2, str(face.number), size, theme.INK),
    )


def _slab(w: float, h: float, paint: Colour) -> Drawing:
    """Draw a floor: light edge above, body, a cornice in shade below."""
    tones = theme.tones(paint)
    return (
        Box(0, 0, w, h, paint, theme.INK, 2, 4),
        Box(2, 2, w - 4, 2.5, tones.light),
        Box(2, h - 4.5, w - 4, 2.5, tones.mortar),
    )


# --- walls and bastions ----------------------------------------------------------------------------


@cache
def wall(size: int) -> Sprite:
    """Return a piece of the city wall."""
    w, crown = size, round(size * 0.36)
    stones = masonry.courses(2, crown - 3, w - 4, size - crown - 4, 3, STONE)
    rim = Box(1, crown - 4, w - 2, size - crown - 2, "", theme.INK, 2)
    return Sprite(w, size, (*stones, rim, Placed(0, 3, masonry.battlement(w, crown, STONE))))


@cache
def bastion(size: int) -> Sprite:
    """Return a bastion: a round tower on a broad foot, with battlements and a gate."""
    brick = theme.tones(theme.BRICK)
    foot = Poly(((20, 40), (80, 40), (90, 97), (10, 97)), brick.body, theme.INK, 3)
    lines = tuple(Line(((20 - y / 10, 40 + y), (80 + y / 10, 40 + y)), brick.mortar, 2) for y in (16, 32, 46))
    crown = ((12, 42), (12, 6), (28, 6), (28, 18), (42, 18), (42, 6), (58, 6), (58, 18), (72, 18), (72, 6))
    top = Poly((*crown, (88, 6), (88, 42)), brick.body, theme.INK, 3)
    edge = Box(15, 26, 70, 5, brick.light)
    gate = (Disc(50, 72, 12, theme.OBSIDIAN), Box(38, 72, 24, 24, theme.OBSIDIAN))
    return Sprite(size, size, theme.scaled((foot, *lines, top, edge, *gate), size / 100))


@cache
def city(size: int) -> Sprite:
    """Return the coat of arms of the City of Lucca: white above red, as the real one, with a bastion."""
    outer = heater(size, 0, 0, theme.WHITE, theme.INK, max(1.5, size / 26))
    lower = tuple((x, y) for x, y in _lower_half())
    half = theme.scaled((Poly(lower, theme.RED),), size / 100)
    return Sprite(size, size, (*outer, *half, Placed(size * 0.26, size * 0.2, bastion(round(size * 0.48)))))


def _lower_half() -> tuple[tuple[float, float], ...]:
    return (11, 46), (89, 46), (83, 66), (70, 82), (50, 94), (30, 82), (17, 66)


@cache
def more(colour: str, count: int) -> Sprite:
    """Return a small roofed house with a number: further completed palaces of the City's colour."""
    body = Box(5, 18, 40, 30, theme.PAPER, theme.INK, 2.5, 3)
    roof = Poly(((0, 20), (12, 3), (38, 3), (50, 20)), pieces.PIECE_COLOURS[colour], theme.INK, 2.5)
    return Sprite(52, 50, (body, roof, Glyph(25, 33, str(count), theme.SMALL, theme.INK)))
