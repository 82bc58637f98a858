"""The rows of Lucca's picture: one a family, with six fixed plots for its palaces, and one for the City."""

from typing import NamedTuple

from games.core import Seat, winners
from games.lucca import pieces
from games.lucca.cards import COLOURS
from games.lucca.picture_palace import BUILDS, FACADE_WIDTH, WALL, facade, plot
from games.lucca.picture_walls import GATE, MAX_WALLS_SHOWN, rampart, strength
from games.lucca.progress import progress
from games.lucca.quarter import Palace, Quarter
from games.lucca.scoring import GIFT, extremes
from games.lucca.state import CITY
from games.lucca.view import View
from rendering import heraldry, theme
from rendering.layout import centred
from rendering.marks import RIM, badge, laurel, rectangle
from rendering.material.light import hour_of
from rendering.pieces import chip, field
from rendering.places import VISTA_HEIGHT, vista
from rendering.scene import Box, Glyph, Item, Placed

PICTURE_MARGIN = 14  # the margin of what lies on the desk
EDGE = RIM + 3  # where a row begins and ends
LEFT, RIGHT = 112, GATE + 8  # what stands beside the six plots
COLUMN = (theme.W - 2 * EDGE - LEFT - RIGHT) / 6
HEAD, FOOT = 3, 24  # above a façade, and below it: the strip with the walls
PLOT_GAP = 2
SIGNS = 28  # the signs at the head of the columns

Spot = tuple[float, float, float, float]


class Street(NamedTuple):
    """Where the rows stand: the first begins at y."""

    y: float
    need: int
    seats: tuple[Seat, ...]  # whose rows are shown

    @property
    def tall(self) -> int:
        return BUILDS[self.need].height + HEAD + FOOT

    def row(self, seat: Seat) -> float:
        """Return the top of a row."""
        return self.y + self.seats.index(seat) * (self.tall + PLOT_GAP)

    def ground(self, row: float) -> float:
        """Return where palaces stand in a row: below it are the walls."""
        return row + HEAD + BUILDS[self.need].height

    def house(self, row: float, colour: str) -> Spot:
        """Return where a palace stands."""
        x = column(colour) - FACADE_WIDTH / 2
        return x, row + HEAD, FACADE_WIDTH, BUILDS[self.need].height

    def floor(self, row: float, colour: str, floor: int) -> Spot:
        x, y, w, _ = self.house(row, colour)
        build = BUILDS[self.need]
        return x + WALL, y + build.top(floor), w - 2 * WALL, build.tall(floor)

    @property
    def end(self) -> float:
        return self.y + len(self.seats) * (self.tall + PLOT_GAP)


def column(colour: str) -> float:
    """Return the middle of a colour's column."""
    return EDGE + LEFT + (COLUMNS[colour] + 0.5) * COLUMN


COLUMNS = {colour: n for n, colour in enumerate(COLOURS)}


def everybody(view: View) -> tuple[Seat, ...]:
    """Return whose rows there are: the City's is the last."""
    return *range(len(view.quarters)), *((CITY,) if view.city else ())


def heads(y: float) -> list[Item]:
    """Put each colour's sign at the head of its column."""
    return [centred(field(colour, SIGNS - 2), column(colour), y + SIGNS / 2) for colour in COLOURS]


def best(view: View) -> tuple[Seat, ...]:
    """Return who has won, or none before the end."""
    if not view.over:
        return ()
    return winners([(p.total, q.highest) for p, q in zip(view.points, view.quarters, strict=True)])


def rows(view: View, street: Street, fresh: frozenset[tuple[Seat, str]] = frozenset()) -> list[Item]:
    """Show the families' rows, and the City's in a game of two; `fresh` are the palaces just changed."""
    (low, loser), (high, winner) = extremes(view.quarters, view.city)
    stakes = {low: -GIFT, high: GIFT} if loser != winner else {}
    items: list[Item] = []
    for seat in reversed(street.seats):  # what lies behind a row reaches under the one above
        items += _row(view, seat, street, stakes, fresh)
    return items


def quarter_of(view: View, seat: Seat) -> Quarter:
    if seat != CITY:
        return view.quarters[seat]
    return view.city or Quarter()


def _row(
    view: View, seat: Seat, street: Street, stakes: dict[int, int], fresh: frozenset[tuple[Seat, str]]
) -> list[Item]:
    y, quarter, now = street.row(seat), quarter_of(view, seat), hour_of(progress(view))
    live = seat == (CITY if view.serving else view.mover)
    won = seat in best(view)
    items: list[Item] = [Placed(EDGE, y + street.tall - VISTA_HEIGHT, vista(now, seat))]
    for colour, there in _found(quarter).items():
        chalk = live or (seat, colour) in fresh
        items += _plot(seat, colour, there, street, y, stakes, chalk)
    items += [*_walls(quarter, seat, y, street, now), *_family(view, seat, y, street.tall, won)]
    if won or (live and seat != CITY):
        line, width = (theme.GOLD, 6) if won else (theme.SEAT_COLOURS[seat], 5)
        items += rectangle(EDGE, y, theme.W - 2 * EDGE, street.tall, width, line)
    return items


def _found(quarter: Quarter) -> dict[str, list[tuple[str, Palace]]]:
    """Return the palaces of each colour, with the area that they stand in."""
    areas = {"building": quarter.building, "complete": quarter.complete, "opened": quarter.opened}
    found: dict[str, list[tuple[str, Palace]]] = {colour: [] for colour in COLOURS}
    for area, palaces in areas.items():
        for palace in palaces:
            found[palace.colour].append((area, palace))
    return found


def _family(view: View, seat: Seat, y: float, tall: int, won: bool) -> list[Item]:
    """Show the coat of arms, and the points on a plaque below it."""
    middle = EDGE + LEFT / 2 - 1
    if seat == CITY:
        return [Placed(middle - 40, y + tall / 2 - 40, pieces.city(80))]
    points, size = str(view.points[seat].total), min(62, tall - 66) - (8 if won else 0)
    top = y + (tall - size - 56) / 2
    arms: list[Item] = [Placed(middle - size / 2, top, heraldry.shield(seat, size))]
    if won:
        arms.insert(0, centred(laurel(round(size * 1.4)), middle, top + size / 2))
    plaque = Box(middle - 46, top + size + 4, 92, 50, theme.PAPER, theme.INK, 2.5, 8)
    sign = Glyph(middle, top + size + 29, points, 56 if len(points) < 3 else theme.PLAIN, theme.INK)
    return [*arms, plaque, sign]


def _plot(
    seat: Seat,
    colour: str,
    found: list[tuple[str, Palace]],
    street: Street,
    row: float,
    stakes: dict[int, int],
    chalk: bool,
) -> list[Item]:
    """Show the palace of one colour; the City may have several, then the others are small."""
    x, y, w, h = street.house(row, colour)
    if not found:
        return [centred(plot(colour), x + w / 2, y + h - 20)]
    area, palace = found[0]
    items: list[Item] = [Placed(x, y, facade(colour, palace.cards, street.need, area, seat, chalk))]
    for _, other in found:
        if other.number in stakes:
            gift = stakes[other.number]
            tint = theme.GREEN if gift > 0 else theme.RED
            up = 80 if len(found) > 1 else 54 if other.number > 999 else 28  # a long number needs its floor
            sign = chip(f"{gift:+d}".replace("-", "−"), 46, 28, tint, theme.ink_on(tint))
            items.append(Placed(x + w - 50, y + h - up, sign))
    if len(found) > 1:
        items.append(Placed(x + w - 54, y + h - 50, pieces.more(colour, len(found) - 1)))
    return items


def _walls(quarter: Quarter, seat: Seat, y: float, street: Street, hour: int) -> list[Item]:
    """Show the wall below the palaces, and its gate."""
    right, items = theme.W - EDGE - RIGHT, list[Item]()
    if count := min(len(quarter.walls), MAX_WALLS_SHOWN):
        wall = rampart(count, quarter.supported)
        items.append(Placed(right - wall.w, street.ground(y) + 1, wall))
    if seat != CITY:
        items.append(Placed(right + 3, y + 3, strength(quarter, street.tall - 6, 1 if hour <= 2 else hour)))
    elif quarter.bastions:
        items.append(Placed(right + 14, y + street.tall / 2 - 28, pieces.bastion(56)))
        items.append(Placed(right + 74, y + street.tall / 2 - 22, badge(str(len(quarter.bastions)))))
    return items
