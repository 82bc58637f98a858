"""The contact sheet: every rotation on offer among its neighbours, numbered as in the menu."""

from collections import Counter

from games.guilds.board import LETTERS, Place, Tile, beside, owner
from games.guilds.cards import CARDS
from games.guilds.labels import rotations
from games.guilds.pieces import (
    OUTLINE,
    centre,
    guild_items,
    hex_items,
    moved,
)
from games.guilds.view import View
from rendering.marks import letter
from rendering.place import centred
from rendering.scene import Box, Disc, Glyph, Item, Placed, Poly, Sprite
from rendering.theme import EDGE, GROUND, INK, MARK, PAPER, W

MENUS = 5  # with more places than that, the panel asks for the place first
GAP = 8
BADGE = 46


def on_sheet(offered: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the rotations that the menus on screen name: all of a single place, else those of a place
    that takes one hex only (its menu lists the rotations at once).
    """
    hexes = Counter((q, r) for q, r, _ in {(way.q, way.r, way.hex) for way in offered})
    if len(hexes) == 1:
        return offered
    return tuple(way for way in offered if len(hexes) <= MENUS and hexes[way.q, way.r] == 1)


def rows(cells: int) -> int:
    return -(-cells // _across(cells))


def _across(cells: int) -> int:
    """Return how many stand side by side: rows are filled, and as few are small as can be."""
    return 4 if cells <= 4 or cells in (7, 8) else 6


def sheet(view: View, ways: tuple[Tile, ...], y: int) -> tuple[list[Item], int]:
    """Return the sheet below y, and its height."""
    if not ways:
        return [], 0
    across = _across(len(ways))
    w = (W - GAP) // across
    h = round(w * (0.9 if across == 6 else 0.7))
    several_places = len({(way.q, way.r) for way in ways}) > 1
    items: list[Item] = []
    for n, way in enumerate(ways):
        left, top = GAP + n % across * w, y + n // across * (h + GAP)
        items.append(Placed(left, top, _cell(view, way, w - GAP, h)))
        items.append(Placed(left + 5, top + 5, letter(str(_number(view, way)), BADGE)))
        if several_places:
            items += _place(view.places.index((way.q, way.r)) + 1, left + 30, top + h - 32)
    return items, rows(len(ways)) * (h + GAP) + GAP


def _number(view: View, way: Tile) -> int:
    return rotations(view.board, view.hands[view.seat], (way.q, way.r)).index(way) + 1


def _place(number: int, x: float, y: float) -> list[Item]:
    """Draw the place's number in a small hex, as in the city."""
    sprite = Sprite(
        54, 60, (Poly(moved(OUTLINE, 26, 27, 30), PAPER, MARK, 4), Glyph(27, 30, str(number), 30, MARK))
    )
    return [centred(sprite, x, y)]


def _cell(view: View, way: Tile, w: int, h: int) -> Sprite:
    """Draw one rotation, and of each neighbour the guild it would touch, as large as the cell allows."""
    near = _neighbours(view, (way.q, way.r))
    points = [*OUTLINE, *(moved((centre(*beside(0, 0, side)),), 0.85, 0, 0)[0] for side in near)]
    (x0, x1), (y0, y1) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    size = min((w - BADGE - 8) / (x1 - x0), (h - 12) / (y1 - y0))
    x, y = (w + BADGE) / 2 - 6 - (x0 + x1) / 2 * size, h / 2 - (y0 + y1) / 2 * size
    items: list[Item] = [Box(0, 0, w, h, GROUND)]
    letters: list[Item] = []
    for side, (n, guild) in near.items():
        tile, (dx, dy) = view.board[n], centre(*beside(0, 0, side))
        colour = CARDS[tile.hex].guilds[guild]
        items += guild_items(colour, tile.turn, guild, size, x + dx * size, y + dy * size)
        spot = (x + dx * size * 0.72, y + dy * size * 0.72)
        letters += [Disc(*spot, 15, PAPER), Glyph(*spot, LETTERS[n], 26, INK)]
    rim = Box(0, 0, w, h, "", EDGE, 2)
    return Sprite(w, h, (*items, *hex_items(way.hex, way.turn, size, x, y), *letters, rim))


def _neighbours(view: View, place: Place) -> dict[int, tuple[int, int]]:
    """Return for each side with a tile: the tile, and its guild that faces the place."""
    at = {(tile.q, tile.r): n for n, tile in enumerate(view.board)}
    around = {side: at.get(beside(*place, side)) for side in range(6)}
    return {side: (n, owner(view.board[n].turn, side + 3)) for side, n in around.items() if n is not None}
