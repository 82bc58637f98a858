"""The end of Lucca: the winner's banner, the points in parts, and the finished city below."""

from functools import cache

from games.core import Seat
from games.lucca import pieces
from games.lucca.picture_rows import PICTURE_MARGIN, Street, best, everybody, rows
from games.lucca.state import Points
from games.lucca.view import View
from rendering import theme
from rendering.heraldry import Drawing
from rendering.layout import centred
from rendering.marks import banner, family, laurel
from rendering.material.light import NIGHT
from rendering.places import SKY_HEIGHT, sky
from rendering.scene import Box, Glyph, Item, Line, Placed, Poly, Sprite

NIGHT_HEIGHT = 242  # of the night above the city
PARTS = 80  # the column with the signs of the parts
LINE = 33


def ending(view: View) -> tuple[list[Item], int]:
    """Show the night with banner and points, then every family's row."""
    street = Street(PICTURE_MARGIN + NIGHT_HEIGHT + 2, view.counts.need, everybody(view))
    night = Placed(0, street.y - 2 - SKY_HEIGHT, sky(NIGHT))
    items = [*rows(view, street), night, *_banners(view), *_ledger(view)]
    return [*items, *_deciding(view, street)], round(street.end) + 6


def _deciding(view: View, street: Street) -> list[Item]:
    """Hang laurel over the street number that decided between equal points."""
    most = max(points.total for points in view.points)
    if sum(points.total == most for points in view.points) < 2:
        return []
    return [item for seat in best(view) for item in _crowned(view, seat, street)]


def _crowned(view: View, seat: Seat, street: Street) -> list[Item]:
    quarter = view.quarters[seat]
    colour = next((p.colour for p in quarter.palaces if p.number == quarter.highest), "")
    if not colour:
        return []
    x, y, _, h = street.house(street.row(seat), colour)
    sign = str(quarter.highest)
    w = max(44.0, pieces.digits(sign, theme.SMALL) + 10)
    at, up = x + 27 + max(0.0, w - 44) / 2, y + h - 15
    plaque = Box(at - w / 2, up - 17, w, 32, theme.WHITE, theme.GOLD, 4, 7)
    return [centred(laurel(82), at, up), plaque, Glyph(at, up, sign, theme.SMALL, theme.INK)]


def _banners(view: View) -> list[Item]:
    """Hang the winner's banner; who share the win hang side by side."""
    won = best(view)
    w = 156 if len(won) == 1 else 96
    x = PICTURE_MARGIN + 22.0
    items: list[Item] = []
    for seat in won:
        points, ink = str(view.points[seat].total), theme.ink_on(theme.SEAT_COLOURS[seat])
        items.append(Placed(x, 8, banner(seat, w, 220)))
        items.append(Glyph(x + w / 2, PICTURE_MARGIN + 152, points, min(88, w * 1.5 / len(points)), ink))
        x += w + 8
    return items


def _ledger(view: View) -> list[Item]:
    """Write the points down: a column a family, a line a part (L13)."""
    seats = len(view.quarters)
    step = 128 if seats < 5 else 122
    w, h = PARTS + seats * step, 62 + len(Points._fields) * LINE + 46
    x, y = theme.W - PICTURE_MARGIN - 8 - w, PICTURE_MARGIN + 1
    items: list[Item] = [Box(x, y, w, h, theme.PAPER, theme.INK, 2, 10)]
    for n, sign in enumerate(_signs()):
        items.append(centred(sign, x + 41, y + 62 + (n + 0.5) * LINE))
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
    total = Glyph(x, y + 62 + 4 * LINE + 24, str(points.total), theme.GRAND - 10, theme.INK)
    return (*family(seat, x - 24, y + 8, 46, won=seat in best(view)), *numbers, total)


def _signed(part: int, points: int) -> str:
    """Write street numbers with their sign: they are given from one to another."""
    return f"{points:+d}".replace("-", "−") if part == 3 and points else str(points).replace("-", "−")


@cache
def _signs() -> tuple[Sprite, ...]:
    """Return the signs of the parts: windows, openings, walls and bastions, street numbers."""
    flag = (
        Box(6, 2, 5, 31, theme.INK),
        Poly(((11, 3), (36, 3), (30, 12), (36, 21), (11, 21)), theme.WHITE, theme.INK, 2.5),
    )
    door = (Box(3, 1, 32, 30, theme.PAPER, theme.INK, 2.5, 9), Glyph(19, 16, "9", theme.SMALL, theme.INK))
    return pieces.window(32), Sprite(38, 36, flag), pieces.wall(32), Sprite(38, 32, door)
