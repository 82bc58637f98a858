"""The score in parts, as a picture: what each family got for what, and the sum."""

from games.core import Seat
from games.towers import pieces
from games.towers.cards import MONUMENTO
from games.towers.picture_skyline import PICTURE_MARGIN
from games.towers.state import Parts
from games.towers.view import View
from rendering import theme
from rendering.layout import centred
from rendering.marks import family, plate
from rendering.scene import Glyph, Item, Sprite

ROW, HEAD = 82, 66
SCORE_HEIGHT = HEAD + 2 * ROW + 10


def _signs() -> tuple[Sprite, ...]:
    """Return a pictogram for each part of a score, in the order of `Parts`."""
    paint = pieces.COLOURS
    return (
        pieces.crown(58),
        pieces.face("7", 44, 52),
        pieces.plain_tower((paint["8"],) * 3, 54),
        pieces.plain_tower((paint["7"], paint["8"], paint["9"]), 54),
        pieces.highest(66),
        pieces.face(MONUMENTO, 44, 52),
        pieces.lock(50),
    )


def score(view: View, y: float, won: tuple[Seat, ...]) -> list[Item]:
    """Draw a table of numerals under the signs of the parts; the sum stands in front."""
    shown = [n for n in range(len(Parts._fields)) if n < 6 or any(part[n] for part in view.parts)]
    step = (theme.W - 330) / len(shown)
    columns = [300 + (i + 0.5) * step for i in range(len(shown))]
    items: list[Item] = [
        centred(_signs()[n], x, y + HEAD / 2 + 2) for n, x in zip(shown, columns, strict=True)
    ]
    for seat, parts in enumerate(view.parts):
        items += _row(
            seat, parts, y + HEAD + seat * ROW, seat in won, [300 + (i + 0.5) * step for i in shown]
        )
    return items


def _row(seat: Seat, parts: tuple[int, ...], y: float, won: bool, columns: list[float]) -> list[Item]:
    middle = y + ROW / 2 - 4
    items: list[Item] = [
        plate(PICTURE_MARGIN, y, theme.W - 2 * PICTURE_MARGIN, ROW - 8, seat, live=False, won=won)
    ]
    items += family(seat, 38, y + 9, 56)
    items.append(Glyph(205, middle, str(sum(parts)), theme.GRAND, theme.INK))
    for x, part in zip(columns, parts, strict=False):
        tint = theme.INK if part else theme.EDGE
        items.append(Glyph(x, middle, str(part).replace("-", "−"), theme.PLAIN, tint))
    return items
