"""The rows of Lucca's picture: one a family, with six fixed plots for its palaces, and one for the City."""

from functools import cache
from typing import NamedTuple

from games.core import Seat, winners
from games.lucca import pieces
from games.lucca.cards import COLOURS
from games.lucca.picture_palace import BUILDS, FACADE_WIDTH, WALL, facade, plot
from games.lucca.picture_walls import GATE, MAX_WALLS_SHOWN, PIECE, WALL_HEIGHT, rampart, strength
from games.lucca.quarter import Palace, Quarter
from games.lucca.scoring import GIFT, extremes
from games.lucca.state import CITY, News
from games.lucca.view import View
from rendering import heraldry, sky, theme
from rendering.layout import centred
from rendering.marks import halo as ring
from rendering.marks import laurel, plate, step_sign
from rendering.pieces import chip
from rendering.scene import Box, Glyph, Item, Placed, Sprite

PICTURE_MARGIN = 14  # the margin of the picture
LEFT, RIGHT = 162, GATE + 8  # what stands beside the six plots
COLUMN = (theme.W - 2 * PICTURE_MARGIN - LEFT - RIGHT) / 6
HEAD, FOOT = 3, 17  # above and below a façade
PLOT_GAP = 3

Spot = tuple[float, float, float, float]


class Street(NamedTuple):
    """Where the rows stand: the first begins at y."""

    y: float
    need: int

    @property
    def tall(self) -> int:
        return BUILDS[self.need].height + HEAD + FOOT

    def row(self, seat: Seat, seats: int) -> float:
        """Return the top of a row; the City's is the last."""
        return self.y + (seats if seat == CITY else seat) * (self.tall + PLOT_GAP)

    def house(self, row: float, colour: str) -> Spot:
        """Return where a palace stands."""
        x = PICTURE_MARGIN + LEFT + COLOURS.index(colour) * COLUMN + (COLUMN - FACADE_WIDTH) / 2
        return x, row + HEAD, FACADE_WIDTH, BUILDS[self.need].height

    def floor(self, row: float, colour: str, floor: int) -> Spot:
        x, y, w, _ = self.house(row, colour)
        build = BUILDS[self.need]
        return x + WALL, y + build.top(floor), w - 2 * WALL, build.tall(floor)

    def end(self, rows: int) -> float:
        return self.y + rows * (self.tall + PLOT_GAP)


def best(view: View) -> tuple[Seat, ...]:
    """Return who has won, or none before the end."""
    if not view.over:
        return ()
    return winners([(p.total, q.highest) for p, q in zip(view.points, view.quarters, strict=True)])


def rows(view: View, street: Street) -> list[Item]:
    """Show every family, and the City of Lucca in a game of two."""
    (low, loser), (high, winner) = extremes(view.quarters, view.city)
    stakes = {low: -GIFT, high: GIFT} if loser != winner else {}
    items: list[Item] = []
    for seat, quarter in enumerate(view.quarters):
        items += _row(view, seat, quarter, street, stakes)
    if view.city:
        items += _row(view, CITY, view.city, street, stakes)
    return items


def _row(view: View, seat: Seat, quarter: Quarter, street: Street, stakes: dict[int, int]) -> list[Item]:
    y = street.row(seat, len(view.quarters))
    live = seat != CITY and seat == view.mover
    won = seat in best(view)
    items: list[Item] = [plate(PICTURE_MARGIN, y, theme.W - 2 * PICTURE_MARGIN, street.tall, seat, live, won)]
    items.append(Placed(PICTURE_MARGIN + LEFT - 6, y + 9, _afar(street.tall - FOOT - 6)))
    items += _family(view, seat, y, street.tall, won)
    areas = {"building": quarter.building, "complete": quarter.complete, "opened": quarter.opened}
    found: dict[str, list[tuple[str, Palace]]] = {colour: [] for colour in COLOURS}
    for area, palaces in areas.items():
        for palace in palaces:
            found[palace.colour].append((area, palace))
    for colour, there in found.items():
        items += _plot(seat, colour, there, street, y, stakes)
    return [*items, *_walls(quarter, seat, y, street.tall)]


@cache
def _afar(h: int) -> Sprite:
    """Return the town far behind a street, and the street's ground."""
    w = round(6 * COLUMN) + 4
    town = sky.town(0, h - 3, w, h * 0.92, sky.far_tone(theme.PAPER))
    return Sprite(w, h, (*town, Box(0, h - 3, w, 3, theme.EDGE)))


def _family(view: View, seat: Seat, y: float, tall: int, won: bool) -> list[Item]:
    """Show the coat of arms and the points, as large as the row lets them be."""
    middle = y + tall / 2
    if seat == CITY:
        return [Placed(PICTURE_MARGIN + 40, middle - 40, pieces.city(80))]
    points = str(view.points[seat].total)
    size = 86 if len(points) < 3 else theme.GRAND
    arms: list[Item] = [Placed(PICTURE_MARGIN + 8, middle - 24, heraldry.shield(seat, 48))]
    if won:
        arms.insert(0, Placed(PICTURE_MARGIN - 4, middle - 36, laurel(72)))
    return [*arms, Glyph(PICTURE_MARGIN + 109, middle, points, size, theme.INK)]


def _plot(
    seat: Seat,
    colour: str,
    found: list[tuple[str, Palace]],
    street: Street,
    row: float,
    stakes: dict[int, int],
) -> list[Item]:
    """Show the palace of one colour; the City may have several, then the others are small."""
    x, y, w, h = street.house(row, colour)
    if not found:
        return [centred(plot(colour), x + w / 2, y + h - 24)]
    area, palace = found[0]
    items: list[Item] = [Placed(x, y, facade(colour, palace.cards, street.need, area, seat))]
    for _, other in found:
        if other.number in stakes:
            gift = stakes[other.number]
            tint = theme.GREEN if gift > 0 else theme.RED
            up = 54 if other.number > 999 else 30  # a long number needs the whole ground floor
            items.append(Placed(x + 62, y + h - up, chip(f"{gift:+d}".replace("-", "−"), 46, 30, tint)))
    if len(found) > 1:
        items.append(Placed(x + w - 46, y - 2, pieces.more(colour, len(found) - 1)))
    return items


def _walls(quarter: Quarter, seat: Seat, y: float, tall: int) -> list[Item]:
    """Show the wall in front of the palaces, and its gate."""
    right, items = theme.W - PICTURE_MARGIN - RIGHT, list[Item]()
    if count := min(len(quarter.walls), MAX_WALLS_SHOWN):
        wall = rampart(count, quarter.supported)
        items.append(Placed(right - wall.w, y + tall - WALL_HEIGHT - 1, wall))
    if seat != CITY:
        items.append(Placed(right + 3, y + 3, strength(quarter, tall - 6)))
    elif quarter.bastions:
        items.append(Placed(right + 14, y + tall / 2 - 28, pieces.bastion(56)))
        items.append(Glyph(right + 92, y + tall / 2, str(len(quarter.bastions)), theme.PLAIN, theme.INK))
    return items


# --- the last move ---------------------------------------------------------------------------------

CITY_VERBS = ("city add", "city complete")
SEEN = {"new", "add", "complete", "open", "wall", "bastion", *CITY_VERBS}


def last_move(view: View, street: Street) -> list[Item]:
    """Ring in gold what the latest turn has built and opened, step by step."""
    turn = max((news.turn for news in view.news if news.verb in SEEN), default=-1)
    steps = [news for news in view.news if news.turn == turn and news.verb in SEEN]
    items, signs = list[Item](), list[Placed]()
    for n, news in enumerate(steps, 1):
        spot = _changed(view, street, news, steps[n:])
        items += ring(*spot)
        signs += [_numbered(spot, news, n, signs)] if len(steps) > 1 else []
    return [*items, *signs]


def _numbered(spot: Spot, news: News, step: int, others: list[Placed]) -> Placed:
    """Number a step beside the door that it must not cover, and beside the other numbers."""
    x, y, w, h = spot
    low = news.verb == "new" or (news.verb == "wall" and _under_door(x))
    y += 0 if news.verb in ("wall", "bastion", "open") else h / 2
    x = x if low else x + w
    sign = step_sign(x, y, step)
    while any(abs(sign.x - other.x) < 34 and abs(sign.y - other.y) < 34 for other in others):
        y -= 34  # up between the palaces: to the left there is the neighbour's door
        sign = step_sign(x, y, step)
    return sign


def _under_door(x: float) -> bool:
    """Say whether a piece of wall stands before the left half of a palace, where its door is."""
    return (x - PICTURE_MARGIN - LEFT) % COLUMN < COLUMN / 3


def _changed(view: View, street: Street, news: News, later: list[News]) -> Spot:
    """Return where a deed is seen: a floor, the flag over a palace, a piece of wall, the gate."""
    seat = CITY if news.verb in CITY_VERBS else news.seat
    row = street.row(seat, len(view.quarters))
    match news.verb:
        case "open":
            x, y, w, _ = street.house(row, news.colour)
            return x + 2, y + 1, w - 4, BUILDS[street.need].roof + 14
        case "wall":
            after = sum(other.verb == "wall" for other in later)
            index = min(len(view.quarters[seat].walls), MAX_WALLS_SHOWN) - after
            x = theme.W - PICTURE_MARGIN - RIGHT - index * PIECE
            return x + 2, row + street.tall - WALL_HEIGHT + 1, PIECE - 4, WALL_HEIGHT - 4
        case "bastion":
            return theme.W - PICTURE_MARGIN - RIGHT + 10, row + street.tall - 50, GATE - 14, 40
        case "complete" | "city complete":
            return street.floor(row, news.colour, street.need - 1)
    return street.floor(row, news.colour, news.n - 1)
