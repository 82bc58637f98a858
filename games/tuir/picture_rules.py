"""Wishes as illuminated leaves: a pictogram from the columns of the card, a wax seal, the standing below."""

from functools import cache

from games.core import Seat
from games.tuir.cards import RULES, Rule
from games.tuir.pieces import block, height, window
from rendering import theme
from rendering.heraldry import Drawing, charge
from rendering.layout import centred
from rendering.masonry import seal
from rendering.scene import Box, Colour, Disc, Glyph, Item, Line, Placed, Poly, Sprite

W, H = 150, 116  # a leaf
BRICK = 46  # a section in a pictogram
STONES = ("red_brick", "yellow_sandstone", "blue_granite")
TYPES = ("sharp", "flat", "round")


@cache
def rule_card(rule_id: str, line: Colour = theme.EDGE) -> Sprite:
    """Return a leaf, face up: what counts, how it compares, and the points in wax."""
    rule = RULES[rule_id]
    return Sprite(W, H, (*_parchment(line), *(_contest(rule) if rule.contest else _groups(rule))))


def _parchment(line: Colour) -> Drawing:
    """Draw a leaf with a ruled margin and a tendril at its foot."""
    width = 2 if line == theme.EDGE else 5
    page = Box(1, 1, W - 2, H - 2, theme.PAPER, line, width, 7)
    curl = tuple((10 + 3.2 * i, H - 8 + 2.6 * (-1) ** i) for i in range(28))
    return (page, Line(curl, theme.SHADE, 2))


@cache
def rule_back(seat: Seat | None = None) -> Sprite:
    """Return a sealed letter: in the wax of a seat, or plain with a question mark."""
    wax, x, y = theme.SOFT if seat is None else theme.SEAT_COLOURS[seat], W / 2, H * 0.52
    page = Box(1, 1, W - 2, H - 2, theme.SHADE, theme.EDGE, 2, 7)
    folds = tuple(Line((corner, (x, y)), theme.EDGE, 2.5) for corner in ((4, H - 4), (W - 4, H - 4)))
    flap = Poly(((5, 4), (W - 5, 4), (x, y + 6)), theme.PAPER, theme.EDGE, 2.5)
    sign: Drawing = (Glyph(x, y, "?", 44, theme.PAPER),) if seat is None else charge(seat, 42, x, y)
    return Sprite(W, H, (page, *folds, flap, centred(seal(68, wax), x, y), *sign))


@cache
def standing(sign: str) -> Sprite:
    """Return the tab below a leaf: what it gives now, between the two colours."""
    w, h = 42 + 14 * len(sign), 34
    plate = Box(0, 0, w, h, theme.PAPER, theme.EDGE, 2, 8)
    ends = (
        Poly(((4, 6), (18, 17), (4, 28)), theme.SEAT_COLOURS[0]),
        Poly(((w - 4, 6), (w - 18, 17), (w - 4, 28)), theme.SEAT_COLOURS[1]),
    )
    return Sprite(w, h, (plate, *ends, Glyph(w / 2, h / 2, sign, theme.SMALL, theme.INK)))


@cache
def initial(number: int, size: int = 42) -> Sprite:
    """Return a wish's number as the initial of its leaf: rubric red, with a tendril."""
    field = Box(1, 1, size - 2, size - 2, theme.TERRACOTTA, theme.INK, 2, 5)
    inner = Box(5, 5, size - 10, size - 10, "", theme.EMBER, 1.5, 3)
    sign = Glyph(size / 2, size / 2, str(number), size * 0.72, theme.WHITE)
    return Sprite(size, size, (field, inner, sign))


@cache
def carried(number: int, size: int = 28) -> Sprite:
    """Return a wish's number as a section carries it: the small form of its initial."""
    field = Box(0, 0, size, size, theme.TERRACOTTA, theme.WHITE, 2, 5)
    return Sprite(size, size, (field, Glyph(size / 2, size / 2, str(number), size, theme.WHITE)))


def _coin(points: str) -> Drawing:
    """Press what it is worth into wax: 3 for the best, 1 for each section."""
    x, y = W - 26, H - 26
    return (centred(seal(48, theme.TERRACOTTA), x, y), Glyph(x, y, points, 30, theme.WHITE))


# --- most and least --------------------------------------------------------------------------------


def _contest(rule: Rule) -> Drawing:
    feature, _, value = rule.feature.partition(":")
    match feature, rule.scope:
        case "height", _:
            what = (*_tower(58, 4), *_measure(96, 4))
        case "towers", _:
            what = tuple(part for i in range(3) for part in _tower(25 + 32 * i, 3 - i % 2, 27))
        case "windows", "tower":
            what = _tower(58, 4, windows=2)
        case "windows", _:
            what = (*_tower(34, 3, windows=2), *_tower(80, 2, windows=2))
        case _:
            what = _sample(feature, value)
    return (*what, *_arrow(rule.kind == "most"), *_coin("3"))


def _arrow(up: bool) -> Drawing:
    """Draw an arrow: most points up, least points down."""
    x, tip, foot = W - 26, (10, 56) if up else (56, 10), theme.INK
    wing = tip[0] + (19 if up else -19)
    head = Poly(((x - 16, wing), (x, tip[0]), (x + 16, wing)), foot)
    return (head, Line(((x, wing), (x, tip[1])), foot, 9))


def _tower(x: float, levels: int, w: int = 40, windows: int = 0) -> Drawing:
    """Draw a plain tower on the ground around x."""
    h, foot = 22, H - 16
    walls = tuple(Box(x - w / 2, foot - h * (i + 1), w, h, theme.SHADE, theme.INK, 2) for i in range(levels))
    holes = tuple(
        part
        for i in range(levels if windows else 0)
        for j in range(windows)
        for part in (Box(x - 12 + 16 * j, foot - h * (i + 1) + 5, 8, 12, theme.INK),)
    )
    return (*walls, *holes, Line(((10, foot), (W - 52, foot)), theme.INK, 3))


def _measure(x: float, levels: int) -> Drawing:
    """Draw a measuring line beside a tower."""
    foot = H - 16
    top = foot - 22 * levels
    return tuple(
        Line(points, theme.TERRACOTTA, 4)
        for points in (
            ((x - 10, top), (x + 2, top)),
            ((x - 4, top), (x - 4, foot - 3)),
            ((x - 10, foot - 3), (x + 2, foot - 3)),
        )
    )


def _sample(feature: str, value: str) -> Drawing:
    """Draw the one section that counts."""
    w, x, y = 84, 16, H / 2 - height(84) / 2 - 2
    match feature:
        case "colour":
            return (Placed(x, y, block(value, "none", 0, w, height(w))),)
        case "type":
            return (_plain(x, y, w), *window(value, x + w / 2, y + height(w) / 2, 26, 40))
    n = int(value)
    holes = tuple(Disc(x + w / 2 + (i - (n - 1) / 2) * 19, H / 2 + 12, 7, theme.INK) for i in range(n))
    return (_plain(x, y, w), Glyph(x + w / 2, H / 2 - 11, value, 32, theme.INK), *holes)


def _plain(x: float, y: float, w: int) -> Item:
    return Box(x, y, w, height(w), theme.SHADE, theme.INK, 2)


# --- matching and different ------------------------------------------------------------------------


def _groups(rule: Rule) -> Drawing:
    """Draw the fewest sections that score, as they must lie, with = or its opposite."""
    n, h = rule.minimum, height(BRICK)
    match rule.scope:
        case "tower":
            spots = [(38.0, H - 14 - h * (i + 1) + 0.0) for i in range(n)]
        case "horizontal":
            w = min(BRICK, 96 // n)
            spots = [(12.0 + w * i, H / 2 - h / 2 + 4.0) for i in range(n)]
        case _:
            spots = [(12.0 + BRICK * i, H - 28.0 - h * (i + 1)) for i in range(n)]
    bricks = tuple(part for i, (x, y) in enumerate(spots) for part in _brick(rule, i, x, y))
    return (*bricks, *_sign(rule), *_coin("1"))


def _brick(rule: Rule, i: int, x: float, y: float) -> Drawing:
    w = 32 if rule.scope == "horizontal" and rule.minimum == 3 else BRICK
    h = height(BRICK)
    i = i if rule.kind == "different" else 1
    wall = Box(x, y, w, h, theme.SHADE, theme.INK, 2)
    match rule.feature:
        case "colour":
            stone = STONES[i] if rule.kind == "different" else "any"
            return (Placed(x, y, block(stone, "none", 0, w, h)),)
        case "type":
            return (
                wall,
                *window(TYPES[i] if rule.kind == "different" else "sharp", x + w / 2, y + h / 2, 16, h - 5),
            )
    return (wall, Glyph(x + w / 2, y + h / 2, str(i + 1), 26, theme.INK))


def _sign(rule: Rule) -> Drawing:
    """Draw "3+" and whether the sections match or differ."""
    x, y = W - 26, 50
    bars = tuple(Line(((x - 13, y + d), (x + 13, y + d)), theme.INK, 5) for d in (-6, 6))
    slash = (Line(((x - 8, y + 16), (x + 8, y - 16)), theme.INK, 4),) if rule.kind == "different" else ()
    return (Glyph(x, 22, f"{rule.minimum}+", 30, theme.INK), *bars, *slash)
