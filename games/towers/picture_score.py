"""The score in parts, as a picture: what each family got for what, and the sum."""

from functools import cache

from games.core import Seat
from games.towers import picture_tower, pieces
from games.towers.cards import MONUMENTO
from games.towers.picture_skyline import PICTURE_MARGIN
from games.towers.state import Parts
from games.towers.view import View
from rendering import theme
from rendering.layout import centred
from rendering.marks import family, plate
from rendering.scene import Box, Glyph, Item, Sprite

ROW, HEAD = 82, 66
SCORE_HEIGHT = HEAD + 2 * ROW + 10


def _signs() -> tuple[Sprite, ...]:
    """Return a pictogram for each part of a score, in the order of `Parts`."""
    paint = pieces.COLOURS
    return (
        picture_tower.crown(52),
        pieces.face("7", 40, 48),
        pieces.plain_tower((paint["8"],) * 3, 48),
        pieces.plain_tower((paint["7"], paint["8"], paint["9"]), 48),
        pieces.highest(58),
        pieces.face(MONUMENTO, 40, 48),
        pieces.lock(46),
    )


def score(view: View, y: float, won: tuple[Seat, ...]) -> list[Item]:
    """Draw a table of numerals under the signs of the parts; in a match, this deal's sum in front."""
    shown = [n for n in range(len(Parts._fields)) if n < 6 or any(part[n] for part in view.parts)]
    left = 300 if view.match else 150
    step = (theme.W - 30 - left) / len(shown)
    columns = [left + (i + 0.5) * step for i in range(len(shown))]
    items = list[Item](centred(_ground(74, 58), x, y + HEAD / 2 + 2) for x in columns)
    items += [centred(_signs()[n], x, y + HEAD / 2 + 2) for n, x in zip(shown, columns, strict=True)]
    for seat, parts in enumerate(view.parts):
        told = [parts[n] for n in shown]
        items += _row(seat, told, y + HEAD + seat * ROW, seat in won, columns)
        if view.match:
            items.append(
                Glyph(205, y + HEAD + seat * ROW + ROW / 2 - 4, str(sum(parts)), theme.GRAND, theme.INK)
            )
    return items


@cache
def _ground(w: int, h: int) -> Sprite:
    """Return a scrap of paper under a sign, so that it is read at night."""
    return Sprite(w, h, (Box(1, 1, w - 2, h - 2, theme.PAPER, theme.EDGE, 2, 12),))


def _row(seat: Seat, parts: list[int], y: float, won: bool, columns: list[float]) -> list[Item]:
    middle = y + ROW / 2 - 4
    items: list[Item] = [
        plate(PICTURE_MARGIN, y, theme.W - 2 * PICTURE_MARGIN, ROW - 8, seat, live=False, won=won)
    ]
    items += family(seat, 38, y + 9, 56)
    for x, part in zip(columns, parts, strict=True):
        tint = theme.INK if part else theme.SOFT
        items.append(Glyph(x, middle, str(part).replace("-", "−"), theme.PLAIN, tint))
    return items
