"""Rule cards as pictograms; drawn from the columns of the card."""

from functools import cache

from games.tuir.cards import RULES, Rule
from games.tuir.pieces import block, height, window
from rendering import theme
from rendering.heraldry import Drawing
from rendering.marks import badge
from rendering.pieces import back, card
from rendering.place import centred
from rendering.scene import Box, Disc, Glyph, Item, Line, Placed, Poly, Sprite

W, H = 150, 116  # a rule card
BRICK = 46  # a section in a pictogram
STONES = ("red_brick", "yellow_sandstone", "blue_granite")
TYPES = ("sharp", "flat", "round")


@cache
def rule_card(rule_id: str) -> Sprite:
    """Return a rule card, face up: what counts, how it compares, and the points."""
    rule = RULES[rule_id]
    return card(W, H, _contest(rule) if rule.contest else _groups(rule))


@cache
def rule_back() -> Sprite:
    """Return a rule card, face down."""
    return back(W, H, (Glyph(W / 2, H / 2, "?", 58, theme.PAPER),))


def _coin(points: str) -> Drawing:
    """Draw what it is worth: 3 for the best, 1 for each section."""
    return (centred(badge(points, 40, theme.OCHRE), W - 26, H - 24),)


# --- most and least --------------------------------------------------------------------------------


def _contest(rule: Rule) -> Drawing:
    feature, _, value = rule.feature.partition(":")
    match feature, rule.scope:
        case "height", _:
            what = (*_tower(56, 4), *_measure(94, 4))
        case "towers", _:
            what = tuple(part for i in range(3) for part in _tower(23 + 32 * i, 3 - i % 2, 27))
        case "windows", "tower":
            what = _tower(56, 4, windows=2)
        case "windows", _:
            what = (*_tower(32, 3, windows=2), *_tower(78, 2, windows=2))
        case _:
            what = _sample(feature, value)
    return (*what, *_arrow(rule.kind == "most"), *_coin("3"))


def _arrow(up: bool) -> Drawing:
    """Draw an arrow: most points up, least points down."""
    x, tip, foot = W - 26, (14, 62) if up else (62, 14), theme.INK
    wing = tip[0] + (20 if up else -20)
    head = Poly(((x - 16, wing), (x, tip[0]), (x + 16, wing)), foot)
    return (head, Line(((x, wing), (x, tip[1])), foot, 9))


def _tower(x: float, levels: int, w: int = 40, windows: int = 0) -> Drawing:
    """Draw a plain tower on the ground around x."""
    h, foot = 22, H - 14
    walls = tuple(Box(x - w / 2, foot - h * (i + 1), w, h, theme.SHADE, theme.INK, 2) for i in range(levels))
    holes = tuple(
        part
        for i in range(levels if windows else 0)
        for j in range(windows)
        for part in (Box(x - 12 + 16 * j, foot - h * (i + 1) + 5, 8, 12, theme.INK),)
    )
    return (*walls, *holes, Line(((8, foot), (W - 50, foot)), theme.INK, 3))


def _measure(x: float, levels: int) -> Drawing:
    """Draw a measuring line beside a tower."""
    foot = H - 14
    top = foot - 22 * levels
    return tuple(
        Line(points, theme.MARK, 4)
        for points in (
            ((x - 10, top), (x + 2, top)),
            ((x - 4, top), (x - 4, foot - 3)),
            ((x - 10, foot - 3), (x + 2, foot - 3)),
        )
    )


def _sample(feature: str, value: str) -> Drawing:
    """Draw the one section that counts."""
    w = 84
    match feature:
        case "colour":
            return (Placed(14, H / 2 - height(w) / 2, block(value, "none", 0, w, height(w))),)
        case "type":
            wall = _plain(14, H / 2 - height(w) / 2, w)
            return (wall, *window(value, 14 + w / 2, H / 2, 26, 40))
    n = int(value)
    wall = _plain(14, H / 2 - height(w) / 2, w)
    holes = tuple(Disc(14 + w / 2 + (i - (n - 1) / 2) * 19, H / 2 + 14, 7, theme.INK) for i in range(n))
    return (wall, Glyph(14 + w / 2, H / 2 - 9, value, 32, theme.INK), *holes)


def _plain(x: float, y: float, w: int) -> Item:
    return Box(x, y, w, height(w), theme.SHADE, theme.INK, 2)


# --- matching and different ------------------------------------------------------------------------


def _groups(rule: Rule) -> Drawing:
    """Draw the fewest sections that score, as they must lie, with = or its opposite."""
    n, h = rule.minimum, height(BRICK)
    match rule.scope:
        case "tower":
            spots = [(36.0, H - 14 - h * (i + 1) + 0.0) for i in range(n)]
        case "horizontal":
            w = min(BRICK, 96 // n)
            spots = [(10.0 + w * i, H / 2 - h / 2 + 6.0) for i in range(n)]
        case _:
            spots = [(10.0 + BRICK * i, H - 28.0 - h * (i + 1)) for i in range(n)]
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
    return (wall, Glyph(x + w / 2, y + h / 2, str(i + 1), 25, theme.INK))


def _sign(rule: Rule) -> Drawing:
    """Draw "3+" and whether the sections match or differ."""
    x, y = W - 26, 52
    bars = tuple(Line(((x - 13, y + d), (x + 13, y + d)), theme.INK, 5) for d in (-6, 6))
    slash = (Line(((x - 8, y + 16), (x + 8, y - 16)), theme.INK, 4),) if rule.kind == "different" else ()
    return (Glyph(x, 23, f"{rule.minimum}+", 30, theme.INK), *bars, *slash)
