"""The end of Lucca: the winner's banner, the points in parts, and the finished city below."""

from functools import cache

from games.core import Seat
from games.lucca import pieces
from games.lucca.picture_rows import PICTURE_MARGIN, Street, best, rows
from games.lucca.state import Points
from games.lucca.view import View
from rendering import sky, theme
from rendering.heraldry import Drawing
from rendering.marks import banner, family
from rendering.scene import Box, Glyph, Item, Line, Placed, Poly, Sprite

EVENING_HEIGHT = 286  # of the evening above the city
PARTS = 80  # the column with the signs of the parts
LINE = 39


def ending(view: View) -> tuple[list[Item], int]:
    """Show the evening with banner and points, then every family's row."""
    street = Street(PICTURE_MARGIN + EVENING_HEIGHT + 8, view.counts.need)
    count = len(view.quarters) + bool(view.city)
    items: list[Item] = [Placed(PICTURE_MARGIN, PICTURE_MARGIN, _evening()), *_banners(view), *_ledger(view)]
    return [*items, *rows(view, street)], round(street.end(count)) + 7


@cache
def _evening() -> Sprite:
    """Return the sky over Lucca, with its towers."""
    w, h = theme.W - 2 * PICTURE_MARGIN, EVENING_HEIGHT
    town = sky.town(0, h, w, 150, theme.mixed(theme.NIGHT, theme.INK))
    return Sprite(w, h, (*sky.dusk(0, 0, w, h), *town))


def _banners(view: View) -> list[Item]:
    """Hang the winner's banner; who share the win hang side by side."""
    won = best(view)
    w = 156 if len(won) == 1 else 96
    x = PICTURE_MARGIN + 22.0
    items: list[Item] = []
    for seat in won:
        points, ink = str(view.points[seat].total), theme.ink_on(theme.SEAT_COLOURS[seat])
        items.append(Placed(x, PICTURE_MARGIN, banner(seat, w, 256)))
        items.append(Glyph(x + w / 2, PICTURE_MARGIN + 176, points, min(88, w * 1.5 / len(points)), ink))
        x += w + 8
    return items


def _ledger(view: View) -> list[Item]:
    """Write the points down: a column a family, a line a part (L13)."""
    seats = len(view.quarters)
    step = 128 if seats < 5 else 122
    w, h = PARTS + seats * step, 68 + len(Points._fields) * LINE + 42
    x, y = theme.W - PICTURE_MARGIN - 16 - w, PICTURE_MARGIN + 12
    items: list[Item] = [Box(x, y, w, h, theme.PAPER, theme.INK, 2, 10)]
    for n, sign in enumerate(_signs()):
        items.append(Placed(x + 22, y + 62 + n * LINE, sign))
    for seat in range(seats):
        items += _column(view, seat, x + PARTS + (seat + 0.5) * step, y)
    line = y + 62 + 4 * LINE
    return [*items, Line(((x + 14, line), (x + w - 14, line)), theme.EDGE, 2)]


def _column(view: View, seat: Seat, x: float, y: float) -> Drawing:
    points = view.points[seat]
    numbers = tuple(
        Glyph(x, y + 62 + (n + 0.5) * LINE, _signed(n, part), theme.SMALL + 4, theme.INK)
        for n, part in enumerate(points)
    )
    total = Glyph(x, y + 62 + 4 * LINE + 26, str(points.total), theme.GRAND - 10, theme.INK)
    return (*family(seat, x - 24, y + 9, 48, won=seat in best(view)), *numbers, total)


def _signed(part: int, points: int) -> str:
    """Write street numbers with their sign: they are given from one to another."""
    return f"{points:+d}".replace("-", "−") if part == 3 and points else str(points).replace("-", "−")


@cache
def _signs() -> tuple[Sprite, ...]:
    """Return the signs of the parts: windows, openings, walls and bastions, street numbers."""
    flag = (
        Box(6, 2, 5, 34, theme.INK),
        Poly(((11, 3), (36, 3), (30, 12), (36, 21), (11, 21)), theme.WHITE, theme.INK, 2.5),
    )
    door = (Box(3, 4, 32, 34, theme.PAPER, theme.INK, 2.5, 9), Glyph(19, 21, "9", theme.SMALL, theme.INK))
    return pieces.window(36), Sprite(38, 38, flag), pieces.wall(36), Sprite(38, 38, door)
