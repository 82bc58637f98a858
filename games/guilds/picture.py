"""The picture: city and seats, as everybody sees them; on top one's own marks, below the rotations."""

from functools import lru_cache
from typing import NamedTuple

from games.core import Move
from games.guilds.board import Tile, guild_named
from games.guilds.picture_city import Lay, Room, city, last_steps, lay_out
from games.guilds.picture_offer import Marks, near_groups, offered
from games.guilds.picture_race import LEAST, MOST, race
from games.guilds.picture_seats import (
    banners,
    card_height,
    cards,
    in_column,
    in_row,
    offered_hexes,
    pool,
    pool_height,
)
from games.guilds.picture_sheet import on_sheet, sheet
from games.guilds.progress import progress
from games.guilds.view import View
from rendering.marks import RIM, frame
from rendering.material.light import hour_of
from rendering.places import DESK_HEIGHT, desk
from rendering.scene import Box, Item, Placed, Scene
from rendering.theme import GROUND, W

PICTURE_HEIGHT = 762  # of what everybody sees: 297 pixels on a phone
BOARD_MARGIN = 16
SEATS_WIDTH = 286  # the width of the seats beside the city
BANNER = 300


class Plan(NamedTuple):
    """Where everything stands: the city, a card a seat, the pool of a draft."""

    lay: Lay
    cards: tuple[Room, ...]
    pool: Room
    race: Room  # what the seats' column leaves free


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table; the marks follow the moves on screen."""
    shared = view._replace(viewer=None)
    base, plan, marks = _everybody(shared), _plan(shared), _marks(view, offer)
    items: list[Item] = []
    if view.viewer is not None and view.phase in ("token", "hex"):
        items += near_groups(view, plan.lay, view.viewer)
        items += last_steps(view, plan.lay)  # once more: the dots must not hide a number
    items += offered(view, plan.lay, marks)
    items += offered_hexes(view, marks.hexes, plan.cards[view.seat], plan.pool)
    turned, more = sheet(view, marks.ways, base.h)
    if more:
        items += [Box(RIM, base.h - 12, W - 2 * RIM, more + 12, GROUND), *frame(W, base.h + more), *turned]
    return Scene(W, base.h + more, GROUND, tuple(items), base)


@lru_cache(maxsize=16)
def _everybody(view: View) -> Scene:
    """Draw what everybody sees: made of the public's view alone, so that it is the same for all."""
    plan = _plan(view)
    now = hour_of(progress(view))
    items: list[Item] = [Placed(0, n * DESK_HEIGHT, desk(now)) for n in range(3)]
    items += [
        *city(view, plan.lay),
        *pool(view, plan.pool),
        *race(view, plan.race, now),
        *cards(view, plan.cards, lying_towers=plan.race.h < LEAST),
    ]
    if view.phase == "over":
        items += banners(view, Room(W - BOARD_MARGIN - SEATS_WIDTH, BOARD_MARGIN - 6, SEATS_WIDTH, BANNER))
    return Scene(W, PICTURE_HEIGHT, GROUND, (*items, *frame(W, PICTURE_HEIGHT)))


# --- where everything stands -----------------------------------------------------------------------


@lru_cache(maxsize=64)
def _plan(view: View) -> Plan:
    """Put the seats beside the city or below it, whichever lets the city be larger."""
    beside, below = _beside(view), _below(view)
    return beside if view.phase == "over" or beside.lay.size >= below.lay.size else below


def _beside(view: View) -> Plan:
    top = BOARD_MARGIN + BANNER if view.phase == "over" else BOARD_MARGIN
    column = in_column(
        view, Room(W - BOARD_MARGIN - SEATS_WIDTH, top, SEATS_WIDTH, PICTURE_HEIGHT - BOARD_MARGIN - top)
    )
    return _planned(
        view,
        Room(
            BOARD_MARGIN,
            BOARD_MARGIN,
            W - 2 * BOARD_MARGIN - SEATS_WIDTH - 10,
            PICTURE_HEIGHT - 2 * BOARD_MARGIN,
        ),
        column,
    )


def _below(view: View) -> Plan:
    h = card_height(view)
    row = in_row(view, Room(BOARD_MARGIN, PICTURE_HEIGHT - BOARD_MARGIN - h, W - 2 * BOARD_MARGIN, h))
    return _planned(
        view,
        Room(BOARD_MARGIN, BOARD_MARGIN, W - 2 * BOARD_MARGIN, PICTURE_HEIGHT - 2 * BOARD_MARGIN - h - 8),
        row,
    )


def _planned(view: View, room: Room, seats: tuple[Room, ...]) -> Plan:
    """Lay out the city in what a draft's pool leaves of a room."""
    open_hexes = pool_height(view)
    upper = room._replace(h=room.h - open_hexes)
    lower = Room(room.x, room.y + upper.h, room.w, open_hexes)
    inner = Room(upper.x + 12, upper.y + 10, upper.w - 24, upper.h - 20)
    return Plan(lay_out(view.board, view.places, inner), seats, lower, _bare(seats))


def _bare(seats: tuple[Room, ...]) -> Room:
    """Return what is free below the seats, where they stand in a column."""
    last = seats[-1]
    if len({seat.x for seat in seats}) > 1:
        return last._replace(h=0)
    top = last.y + last.h + 22
    high = min(MOST, PICTURE_HEIGHT - BOARD_MARGIN - top)
    return Room(last.x, PICTURE_HEIGHT - BOARD_MARGIN - high, last.w, high)


# --- what the menus speak of -----------------------------------------------------------------------


def _marks(view: View, offer: tuple[Move, ...]) -> Marks:
    tokens, towers, hexes, ways = 0, 0, set[str](), list[Tile]()
    for move in offer:
        match move.split(":"):
            case ["token", letter, colour]:
                tokens |= 1 << guild_named(view.board, letter, colour)
            case ["tower", letter, colour]:
                towers |= 1 << guild_named(view.board, letter, colour)
            case ["draft", hex]:
                hexes.add(hex)
            case ["hex", hex, q, r, turn]:
                ways.append(Tile(hex, int(q), int(r), int(turn)))
    places = tuple(dict.fromkeys((way.q, way.r) for way in ways))
    hexes |= {way.hex for way in ways}
    return Marks(places, tokens, towers, frozenset(hexes), on_sheet(tuple(ways)))
