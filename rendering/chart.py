"""A chart of shares over time: a line a seat in its colour, its shield where the line ends."""

from collections.abc import Sequence

from rendering.heraldry import shield
from rendering.layout import centred
from rendering.marks import frame
from rendering.scene import Box, Glyph, Item, Line, Point, Scene
from rendering.theme import EDGE, GROUND, INK, PAPER, SEAT_COLOURS, SHADE, SMALL, SOFT, W

H = 560
LEFT, TOP, RIGHT, BOTTOM = 110, 50, 880, 490
SHIELD = 54
DASH = (0, 3, 2, 4, 1)  # for each seat, after how many steps its line has a gap: no hue is needed


def chart(shares: Sequence[Sequence[float]]) -> Scene:
    """Return a picture of everybody's share, which together are one, from the first moment to the last."""
    items: list[Item] = [Box(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP, PAPER, EDGE, 2)]
    for part in (0, 1, 2, 3, 4):
        y = _y(part / 4)
        items.append(Line(((LEFT, y), (RIGHT, y)), SHADE, 2))
        items.append(Glyph(LEFT - 50, y, f"{25 * part}", SMALL, SOFT))
    for seat in range(len(shares[0])):
        items += _line([_point(n, len(shares), row[seat]) for n, row in enumerate(shares)], seat)
    items += _shields([row[seat] for row in shares[-1:] for seat in range(len(row))])
    items.append(Glyph((LEFT + RIGHT) / 2, H - 32, f"1 - {len(shares) - 1}", SMALL, SOFT))
    return Scene(W, H, GROUND, (*items, *frame(W, H)))


def _y(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)


def _point(n: int, moments: int, share: float) -> Point:
    return LEFT + (RIGHT - LEFT) * n / max(1, moments - 1), _y(share)


def _line(points: list[Point], seat: int) -> list[Item]:
    """Return a seat's line over a dark one, so that it is seen on every ground."""
    under: list[Item] = [Line(tuple(points), INK, 9)]
    if not DASH[seat]:
        return [*under, Line(tuple(points), SEAT_COLOURS[seat], 6)]
    step = DASH[seat] + 1
    parts = [points[i : i + step] for i in range(0, len(points) - 1, step)]
    return under + [Line(tuple(part), SEAT_COLOURS[seat], 6) for part in parts if len(part) > 1]


def _shields(ends: Sequence[float]) -> list[Item]:
    """Put each seat's shield where its line ends; those that would cover others stand above them."""
    placed: list[Item] = []
    free = float(BOTTOM)
    for seat in sorted(range(len(ends)), key=lambda seat: ends[seat]):
        y = min(_y(ends[seat]), free)
        free = y - SHIELD - 6
        placed.append(centred(shield(seat, SHIELD), RIGHT + 52, y))
    return placed
