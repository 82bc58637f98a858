"""What a tower is built of: stories of stone with an enamelled tablet, merlons, banner, hoist, pennant."""

from functools import cache

from games.towers.cards import PIETRA, Card
from games.towers.pieces import COLOURS, MARBLE, sign
from rendering import theme
from rendering.heraldry import Drawing, shield
from rendering.material.light import NIGHT, lit
from rendering.scene import Box, Disc, Glyph, Line, Placed, Poly, Sprite, Surface
from rendering.theme import ink_on, mixed

NOON = 1
CROWN_HEIGHT, CROWN_EAVES = 26, 6  # how high the merlons are, and how far they stand out
HOIST_HEIGHT = 50
DIGIT = 0.53  # of its size: how wide a digit is
NARROW = 50  # a tower that is narrower shows its numbers alone
LEDGE, FOOT_LEDGE = "#f3e3bd", "#5d4a3a"


def story(rank: int, stone: Card, w: int, h: int, hour: int = NOON, cut: int = 0) -> Sprite:
    """Return one story: stone, and on it a tablet of enamel with number and sign."""
    return Sprite(w, h, (Placed(0, 0, wall(w, h, hour, cut)), Placed(0, 0, tablet(rank, stone, w, h))))


@cache
def wall(w: int, h: int, hour: int, cut: int = 0, windows: int = 0) -> Sprite:
    """Return a story's stone; `windows` is 1 with two that are lit, -1 with two that are dark, 0 without."""
    sink = _windows_room(h) if windows else 0
    return Sprite(w, h, (*_stone(w, h, hour, cut), *(_windows(w, sink, windows > 0) if sink else ())))


@cache
def tablet(rank: int, stone: Card, w: int, h: int, windows: bool = False) -> Sprite:
    """Return a story's tablet, below its windows if it has some: the same at every hour."""
    fill, sink = COLOURS.get(stone, MARBLE), _windows_room(h) if windows else 0
    return Sprite(w, h, (Placed(0, sink, Sprite(w, h - sink, _tablet(str(rank), stone, fill, w, h - sink))),))


@cache
def laid(card: Card, w: int, h: int, hour: int = NOON) -> Sprite:
    """Return a card that is declared as a story; a fine stone has no rank yet."""
    if card != PIETRA:
        return story(int(card), card, w, h, hour)
    size = _band(h) * 0.8
    gem = sign(card, size, (w - size) / 2, (h - size) / 2, MARBLE)
    return Sprite(w, h, (*_stone(w, h, hour, 0), *_plate(MARBLE, w, h), *gem))


def _stone(w: int, h: int, hour: int, cut: int) -> Drawing:
    """Return a story's stone, between a light ledge and a dark joint."""
    return (
        Surface(0, 0, w, h, "stone", (hour, cut)),
        Box(0, 0, w, 2, lit(LEDGE, hour)),
        Box(0, h - 2.5, w, 2.5, lit(FOOT_LEDGE, hour)),
    )


def _windows_room(h: int) -> int:
    return 14 if h >= 46 else 0


def _windows(w: int, high: int, lit_up: bool) -> Drawing:
    """Return two small windows above the tablet."""
    pane = theme.LIT if lit_up else "#241f2a"
    return tuple(
        part
        for x in (w * 0.3, w * 0.7)
        for part in (Box(x - 5, 5, 10, high - 3, theme.INK, radius=3), Box(x - 3, 7, 6, high - 6, pane))
    )


def _band(h: int) -> float:
    """Return how high the tablet of a story is: stone shows above and below it."""
    return min(32.0, h - 6)


def _plate(fill: str, w: int, h: int) -> Drawing:
    band, side = _band(h), 5 if w >= NARROW else 3
    top, wide = (h - band) / 2, w - 2 * side
    return (
        Box(side + 1.5, top + 2, wide, band, theme.INK, radius=4),
        Box(side, top, wide, band, fill, theme.INK, 1.5, 4),
        Box(side + 4, top + 2, wide - 8, 1.5, mixed(fill, theme.PAPER)),
    )


def _tablet(number: str, stone: Card, fill: str, w: int, h: int) -> Drawing:
    """Set number and sign side by side; where they would touch, the number stands alone."""
    ink, size, tall = ink_on(fill), min(_band(h) * 0.72, w * 0.33), min(32.0, max(28.0, _band(h) * 1.02))
    if w < NARROW:
        return (*_plate(fill, w, h), Glyph(w / 2, h / 2, number, min(tall, w * 0.74), ink))
    if len(number) > 1:
        size, tall = w * 0.27, 28.0
    wide = tall * DIGIT * len(number)
    gap = (w - wide - size) / 3
    mark = sign(stone, size, w - gap * 1.2 - size, (h - size) / 2, fill)
    return (*_plate(fill, w, h), Glyph(gap * 1.3 + wide / 2, h / 2, number, tall, ink), *mark)


# --- tops --------------------------------------------------------------------------------------------


@cache
def crown(w: int, hour: int = NOON) -> Sprite:
    """Return the merlons of a complete tower that is `w` wide: they stand out on both sides."""
    wide = w + 2 * CROWN_EAVES
    return Sprite(wide, CROWN_HEIGHT, (Surface(0, 0, wide, CROWN_HEIGHT, "battlement", (hour,)),))


@cache
def flag(seat: int) -> Sprite:
    """Return the banner over a complete tower: its pole, and the family's arms."""
    fill = theme.SEAT_COLOURS[seat]
    cloth = ((5.0, 2.0), (38.0, 5.0), (31.0, 14.0), (38.0, 23.0), (5.0, 26.0))
    return Sprite(
        40,
        56,
        (Box(2, 0, 4, 56, theme.INK), Poly(cloth, fill, theme.INK, 1.5), Placed(9, 5, shield(seat, 18))),
    )


@cache
def pennant(stories: int) -> Sprite:
    """Return the Highest Marker on its tower: a long gilded pennant with the number of stories."""
    cloth = ((6.0, 2.0), (72.0, 7.0), (60.0, 21.0), (72.0, 35.0), (6.0, 40.0))
    number = Glyph(32, 21, str(stories), 34, theme.INK)
    edge = Line(((9, 6), (66, 10)), mixed(theme.GOLD, theme.WHITE), 2)
    return Sprite(74, 62, (Box(2, 0, 5, 62, theme.INK), Poly(cloth, theme.GOLD, theme.INK, 2), edge, number))


@cache
def hoist(w: int, hour: int = NOON, crane: bool = True) -> Sprite:
    """Return what an unfinished tower bears: a scaffold, and a crane with a block if there is room."""
    wood, plank, dark, h = lit("#a8743f", hour), lit("#c99a5e", hour), lit("#4a2f1c", hour), HOIST_HEIGHT
    posts = tuple(Box(x, 22, 5, h - 22, wood, dark, 1) for x in (2, w / 2 + 3, w + 2))
    planks = tuple(Box(0, y, w + 9, 6, plank, dark, 1) for y in (28, h - 8))
    arm = ((w * 0.55, 26.0), (w * 0.6, 3.0), (w + 19.0, 3.0))
    rope = Line(((w + 18, 3), (w + 18, 24)), dark, 2)
    block = (
        Box(w + 10, 23, 17, 13, lit("#e6d0a6", hour), dark, 1.5),
        Box(w + 11, 24, 15, 3, lit(LEDGE, hour)),
    )
    hung = (Line(arm, dark, 6), Line(arm, wood, 3.5), rope, *block) if crane else ()
    return Sprite(w + 30, h, (*posts, *planks, *hung))


# --- night -------------------------------------------------------------------------------------------


def lights(hour: int, won: bool) -> int:
    """Return how the windows are at an hour: at night, those of the winner are lit."""
    return 0 if hour != NIGHT else 1 if won else -1


@cache
def dots(w: int) -> Sprite:
    """Return the height to beat, across the sky: gold dots cased in ink."""
    return Sprite(w, 8, tuple(Disc(x + 4, 4, 3.6, theme.GOLD, theme.INK, 1.5) for x in range(0, w - 8, 20)))
