"""The race: a tower of ten courses for each family, grown as it builds; who is near ten is seen at once."""

from functools import cache

from games.core import Seat
from games.guilds.picture_city import Room
from games.guilds.state import TOWERS
from games.guilds.view import View
from rendering import theme
from rendering.heraldry import shield
from rendering.layout import centred
from rendering.marks import badge
from rendering.material.light import lit
from rendering.scene import Box, Item, Line, Placed, Sprite, Surface

LEAST, MOST = 250, 380  # pixels: how high the panel is; where there is less room, there is none
HEAD, FOOT = 34, 66  # above the tenth course; for shields and numbers
GRASS = "#7f8a58"


def race(view: View, room: Room, hour: int) -> list[Item]:
    """Draw all towers side by side before the sky, and the line of the tenth course."""
    if room.h < LEAST:
        return []
    h = round(min(MOST, room.h))
    x, w, ground = room.x, round(room.w), room.y + h - FOOT
    course = (h - HEAD - FOOT) // TOWERS
    items: list[Item] = [*_place(room, h, hour)]
    goal = ground - TOWERS * course
    items.append(Line(((x + 6, goal), (x + w - 6, goal)), theme.INK, 5))
    items.append(Line(((x + 6, goal), (x + w - 6, goal)), theme.GOLD, 2.5))
    step = w / view.seats
    wide = int(min(58, step - 16))
    for seat, built in enumerate(view.towers):
        middle = x + step * (seat + 0.5)
        items += _grown(seat, built, middle - wide / 2, ground, wide, course, hour)
        items.append(centred(shield(seat, 44), middle, ground + 30))
    return [*items, centred(badge(str(TOWERS), 40), x + w - 22, goal)]


def _place(room: Room, h: int, hour: int) -> list[Item]:
    """Return the sky of the hour over a meadow, framed in ink."""
    x, y, w = room.x, room.y, room.w
    edges = ((x, y, w, 3), (x, y + h - 3, w, 3), (x, y, 3, h), (x + w - 3, y, 3, h))
    grass = Box(x, y + h - FOOT, w, FOOT, lit(GRASS, hour))
    return [
        Placed(x, y, _sky(round(w), h - FOOT, hour)),
        grass,
        *(Box(a, b, c, d, theme.INK) for a, b, c, d in edges),
    ]


@cache
def _sky(w: int, h: int, hour: int) -> Sprite:
    return Sprite(w, h, (Surface(0, 0, w, h, "country", (hour, "hills")),))


def _grown(seat: Seat, built: int, x: float, ground: float, w: int, course: int, hour: int) -> list[Item]:
    """Return a tower with so many courses; the next one stands as a frame of chalk."""
    items: list[Item] = [
        Placed(x, ground - (n + 1) * course, _course(seat, w, course, hour)) for n in range(built)
    ]
    if built < TOWERS:
        items.append(Placed(x, ground - (built + 1) * course, _chalk(w, course)))
    else:
        items.append(Placed(x - 5, ground - built * course - 22, _crown(w + 10, hour)))
    return items


@cache
def _course(seat: Seat, w: int, h: int, hour: int) -> Sprite:
    """Return one course: stone, and a band in the family's colour."""
    wall = Surface(0, 0, w, h, "stone", (hour, 3 * seat))
    band = Box(4, h * 0.26, w - 8, h * 0.52, theme.SEAT_COLOURS[seat], theme.INK, 1.5, 3)
    return Sprite(w, h, (wall, band, Box(0, h - 2, w, 2, theme.INK)))


@cache
def _chalk(w: int, h: int) -> Sprite:
    return Sprite(
        w, h, (Box(1, 2, w - 2, h - 3, "", theme.INK, 3, 3), Box(2, 3, w - 4, h - 5, "", theme.PAPER, 1.5, 3))
    )


@cache
def _crown(w: int, hour: int) -> Sprite:
    return Sprite(w, 24, (Surface(0, 0, w, 24, "battlement", (hour,)),))


@cache
def lying(seat: Seat, built: int, w: int) -> Sprite:
    """Return a tower that lies on its side, for a seat's card: what is built of ten courses is coloured."""
    step, h = w / TOWERS, 14
    return Sprite(
        w,
        h,
        tuple(
            Box(
                n * step,
                0,
                step - 1,
                h,
                theme.SEAT_COLOURS[seat] if n < built else theme.SHADE,
                theme.INK,
                1.5,
                2,
            )
            for n in range(TOWERS)
        ),
    )
