"""The contact sheet: every rotation on offer among its neighbours, numbered as in the menu, three a row."""

from collections import Counter

from games.guilds.board import LETTERS, Place, Tile, beside, owner
from games.guilds.cards import CARDS
from games.guilds.labels import rotations
from games.guilds.picture_marks import place_sprite
from games.guilds.pieces import (
    OUTLINE,
    centre,
    disc,
    guild_sprite,
    hex_sprite,
    moved,
    rhombus,
)
from games.guilds.view import View
from rendering.layout import centred
from rendering.marks import letter
from rendering.scene import Box, Item
from rendering.theme import EDGE, PAPER, W

MENUS = 5  # with more places than that, the panel asks for the place first
ACROSS = 3
MARGIN, CELL_GAP = 16, 8
TALLEST, SHARE = 168, 0.8  # of a crop; the sheet is at most so much of the board's height
BADGE = 46


def on_sheet(offered: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the rotations that the menus on screen name: all of a single place, else those of a place
    that takes one hex only (its menu lists the rotations at once).
    """
    hexes = Counter((q, r) for q, r, _ in {(way.q, way.r, way.hex) for way in offered})
    if len(hexes) == 1:
        return offered
    return tuple(way for way in offered if len(hexes) <= MENUS and hexes[way.q, way.r] == 1)


def sheet(view: View, ways: tuple[Tile, ...], y: int) -> tuple[list[Item], int]:
    """Return the sheet below y, and its height; the board above keeps more than half of the picture."""
    if not ways:
        return [], 0
    rows = -(-len(ways) // ACROSS)
    w, h = (W - 2 * MARGIN + CELL_GAP) // ACROSS - CELL_GAP, min(TALLEST, int(y * SHARE / rows) - CELL_GAP)
    several = len({(way.q, way.r) for way in ways}) > 1
    items: list[Item] = []
    for n, way in enumerate(ways):
        left, top = MARGIN + n % ACROSS * (w + CELL_GAP), y + n // ACROSS * (h + CELL_GAP) - 2
        items += _crop(view, way, left, top, w, h)
        items.append(centred(letter(str(_number(view, way)), BADGE), left + 28, top + 28))
        if several:
            items += _place(view.places.index((way.q, way.r)) + 1, left + w - 36, top + h - 38)
    return items, rows * (h + CELL_GAP) + 6


def _number(view: View, way: Tile) -> int:
    return rotations(view.board, view.hands[view.seat], (way.q, way.r)).index(way) + 1


def _place(number: int, x: float, y: float) -> list[Item]:
    """Draw the place's number between ticks, as in the city."""
    return [centred(place_sprite(36), x, y), centred(letter(str(number), 40), x, y)]


def _crop(view: View, way: Tile, left: float, top: float, w: int, h: int) -> list[Item]:
    """Draw one rotation, and of each neighbour the guild it would touch, as large as the crop allows."""
    near = _neighbours(view, (way.q, way.r))
    points = list(OUTLINE)
    for side, (n, guild) in near.items():
        points += moved(rhombus(view.board[n].turn, guild), 1, *centre(*beside(0, 0, side)))
    (x0, x1), (y0, y1) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
    size = int(min((w - BADGE - 8) / (x1 - x0), (h - 14) / (y1 - y0))) // 2 * 2
    x, y = left + w / 2 - (x0 + x1) / 2 * size, top + h / 2 - (y0 + y1) / 2 * size
    items: list[Item] = [Box(left, top, w, h, EDGE), Box(left + 2, top + 2, w - 4, h - 4, PAPER)]
    for side, (n, guild) in near.items():
        tile, (dx, dy) = view.board[n], centre(*beside(0, 0, side))
        around = guild_sprite(CARDS[tile.hex].guilds[guild], tile.turn, guild, size)
        items.append(centred(around, x + dx * size, y + dy * size))
    items.append(centred(hex_sprite(way.hex, way.turn, size), x, y))
    for side, (n, _) in near.items():
        dx, dy = centre(*beside(0, 0, side))
        items.append(centred(disc(LETTERS[n], 38), x + dx * size * 0.78, y + dy * size * 0.78))
    return items


def _neighbours(view: View, place: Place) -> dict[int, tuple[int, int]]:
    """Return for each side with a tile: the tile, and its guild that faces the place."""
    at = {(tile.q, tile.r): n for n, tile in enumerate(view.board)}
    around = {side: at.get(beside(*place, side)) for side in range(6)}
    return {side: (n, owner(view.board[n].turn, side + 3)) for side, n in around.items() if n is not None}
