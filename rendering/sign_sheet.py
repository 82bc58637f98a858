"""The grammar of the pictures on one sheet, for docs/pictures.md; `make gallery` paints it."""

from rendering import masonry, sky, theme
from rendering.heraldry import Drawing, pennant, shield, token
from rendering.layout import in_a_row
from rendering.marks import badge, banner, corner, family, frame, halo, ticks
from rendering.pieces import PIECE_COLOURS, back, card, chip, field, slot
from rendering.scene import Box, Colour, Glyph, Placed, Scene, Sprite

SHOWN_STONES = (
    theme.BRICK,
    theme.SANDSTONE,
    theme.GRANITE,
    theme.LIMESTONE,
    theme.MARBLE,
    theme.OBSIDIAN,
)


def grammar() -> Scene:
    """Show seats, tokens, marks, the winner, deck and round, stone, colours, numerals, sky and town."""
    items = (*_seats(24), *_marks(150), *_winner(300), *_stone(470), *_colours(640), *_places(750))
    return Scene(theme.W, 1010, theme.GROUND, (*items, *frame(theme.W, 1010)))


def _seats(y: float) -> Drawing:
    shields = in_a_row((shield(seat, 92) for seat in range(5)), 30, y, 10)
    tokens = in_a_row((token(seat, 64) for seat in range(5)), 580, y + 14, 14)
    return (*shields, *tokens)


def _marks(y: float) -> Drawing:
    things = in_a_row([card(110, 80)] * 4, 40, y + 20, 60)
    first, second, third, fourth = ((t.x, t.y, 110.0, 80.0) for t in things)
    turn = family(1, 720, y + 20, 76, 150)
    return (
        *things,
        *halo(*first, 1),
        *halo(*second, 2),
        *ticks(*third, "A"),
        *ticks(*fourth),
        *turn,
        *corner(theme.W - 20, y + 100, 36, "5/18"),
    )


def _winner(y: float) -> Drawing:
    arms = (*family(0, 60, y + 30, 92, won=True), *family(3, 220, y + 30, 92))
    hung = in_a_row((banner(seat, 84, 138, str(40 + seat)) for seat in range(5)), 360, y, 14)
    flags = in_a_row((pennant(40, 60, theme.SEAT_COLOURS[seat]) for seat in range(3)), 850, y + 20, 4)
    return (*arms, *hung, *flags)


def _stone(y: float) -> Drawing:
    walls = in_a_row((_wall(stone) for stone in SHOWN_STONES), 30, y, 28)
    return (*walls, Placed(820, y + 40, masonry.scaffold(110, 60)))


def _wall(stone: Colour) -> Sprite:
    tones = theme.tones(stone)
    crown = Placed(0, 0, masonry.battlement(104, 34, tones))
    wall = masonry.courses(2, 32, 100, 88, 5, tones)
    panes = (*masonry.window("round", 34, 76, 22, 44), *masonry.window("sharp", 70, 76, 22, 44, lit=True))
    rim = Box(1, 32, 102, 88, "", theme.INK, 2)
    return Sprite(104, 122, (*wall, *masonry.quoins(2, 34, 100, 86, 6, tones), *panes, rim, crown))


def _colours(y: float) -> Drawing:
    fields = in_a_row((field(colour, 60) for colour in (*PIECE_COLOURS, "")), 30, y, 14)
    sizes = (theme.SMALL, theme.PLAIN, theme.GRAND)
    numerals = tuple(Glyph(580 + 66 * n, y + 30, "27", size, theme.INK) for n, size in enumerate(sizes))
    cards = in_a_row((back(54, 72), slot(54, 72), chip("+3", 52, 32, theme.GREEN), badge("4")), 764, y - 6, 8)
    return (*fields, *numerals, *cards)


def _places(y: float) -> Drawing:
    x, w, h = 20, 620, 240
    return (
        *sky.dusk(x, y, w, h),
        *sky.hills(x, y + h - 60, w, x + w * 0.55, y + h),
        *sky.town(660, y + h, 320, 200, sky.far_tone()),
        Box(660, y + h - 2, 320, 2, theme.EDGE),
    )
