"""The rows of Lucca's picture: one a family, with six fixed colour columns, and one for the City."""

from games.core import Move, Seat, winners
from games.lucca import pieces
from games.lucca.cards import CARDS, COLOURS
from games.lucca.labels import guest_list
from games.lucca.quarter import Palace, Quarter
from games.lucca.scoring import GIFT, extremes
from games.lucca.state import CITY
from games.lucca.view import View
from rendering import heraldry, theme
from rendering.marks import laurel, letter, plate, ticks
from rendering.pieces import COLOURS as PAINT
from rendering.pieces import chip, slot, tick
from rendering.place import centred
from rendering.scene import Box, Disc, Glyph, Item, Placed, Sprite

EDGE = 12  # the margin of the picture
ROW, LOW = 134, 66  # heights of a family's row, and of the row of those who choose
LEFT, RIGHT = 140, 132  # what stands beside the six columns
COLUMN = (theme.W - 2 * EDGE - LEFT - RIGHT) / 6
CHANGES = {"new", "add", "complete", "open", "city add", "city complete"}


def choosers(view: View, y: float) -> list[Item]:
    """Show three dots for a family that is still choosing, a tick for one that has chosen."""
    w, items = (theme.W - 2 * EDGE) / len(view.quarters), list[Item]()
    for seat in range(len(view.quarters)):
        x = EDGE + seat * w
        items.append(plate(x + 2, y, w - 4, LOW, seat, live=False))
        items.append(Placed(x + w / 2 - 64, y + 8, heraldry.shield(seat, 50)))
        if seat in view.choosing:
            items += [Disc(x + w / 2 + 12 + 24 * i, y + LOW / 2, 8, theme.EDGE) for i in range(3)]
        else:
            items.append(centred(tick(48), x + w / 2 + 34, y + LOW / 2))
    return items


def row(view: View, seat: Seat, offer: tuple[Move, ...], y: float) -> list[Item]:
    """Show one family, or the City: coat of arms, points, palaces, shields, walls."""
    quarter = view.quarters[seat] if seat != CITY else view.city or Quarter()
    now = seat != CITY and (seat == view.mover or (view.over and seat in _winners(view)))
    items: list[Item] = [plate(EDGE, y, theme.W - 2 * EDGE, ROW, seat, now), *_family(view, seat, y)]
    for column, colour in enumerate(COLOURS):
        items += _cell(view, seat, quarter, colour, offer if now else (), EDGE + LEFT + column * COLUMN, y)
    return [*items, *_strength(quarter, seat, theme.W - EDGE - RIGHT, y)]


def _winners(view: View) -> tuple[Seat, ...]:
    return winners([(p.total, q.highest) for p, q in zip(view.points, view.quarters, strict=True)])


def _family(view: View, seat: Seat, y: float) -> list[Item]:
    if seat == CITY:
        return [Placed(EDGE + 32, y + ROW / 2 - 35, pieces.city(70))]
    points = str(view.points[seat].total)
    items: list[Item] = [Placed(EDGE + 10, y + ROW / 2 - 30, heraldry.shield(seat, 60))]
    items.append(Glyph(EDGE + 105, y + ROW / 2, points, 46 if len(points) < 3 else 36, theme.INK))
    if view.over and seat in _winners(view):
        items.append(Placed(EDGE - 5, y + ROW / 2 - 45, laurel(90)))
    return items


def _cell(
    view: View, seat: Seat, quarter: Quarter, colour: str, offer: tuple[Move, ...], x: float, y: float
) -> list[Item]:
    """Show the palace of one colour; the City may have several, then the others are small."""
    areas = (("building", quarter.building), ("complete", quarter.complete), ("opened", quarter.opened))
    found = [(area, palace) for area, palaces in areas for palace in palaces if palace.colour == colour]
    dx, dy = x + (COLUMN - pieces.PALACE_W) / 2, y + 5
    items: list[Item] = []
    if not found:
        items.append(centred(slot(26, 26, PAINT[colour]), x + COLUMN / 2, y + ROW / 2 + 4))
    if (seat, colour) in _fresh(view):
        items.append(Box(dx + 8, dy + pieces.PALACE_H - 2, pieces.PALACE_W - 16, 7, theme.OCHRE, "", 0, 3))
    for area, palace in found[:1]:
        items.append(Placed(dx, dy, _palace(palace, view.counts.need, area)))
        items += _stake(view, palace.number, dx, dy)
    if _aims(offer, colour):
        items += ticks(dx + 4, dy + 2, pieces.PALACE_W - 8, pieces.PALACE_H - 4)
    if f"open:{colour}" in offer:
        gain = f"+{sum(n for _, n in guest_list(view, seat, colour))}"
        items.append(centred(letter(gain, 46), dx + 92, dy + 12))
    if len(found) > 1:
        items.append(Placed(dx + 72, dy - 6, pieces.more(colour, len(found) - 1)))
    return items


def _fresh(view: View) -> set[tuple[Seat, str]]:
    """Return the palaces that the latest turn has changed: they are underlined."""
    latest = max((news.turn for news in view.news if news.verb in CHANGES), default=-1)
    changed = [news for news in view.news if news.turn == latest and news.verb in CHANGES]
    return {(CITY if news.verb.startswith("city") else news.seat, news.colour) for news in changed}


def _palace(palace: Palace, need: int, area: str) -> Sprite:
    size = len(palace.cards)
    return pieces.palace(palace.colour, palace.number, palace.windows, palace.shields, size, need, area)


def _aims(offer: tuple[Move, ...], colour: str) -> bool:
    """Say whether a move on screen opens this palace or lays a card there."""
    for move in offer:
        match move.split(":"):
            case ["open", own] | ["play", _, "add", own] if own == colour:
                return True
            case ["play", card, "new" | "add"] if CARDS[card].colour == colour:
                return True
    return False


def _stake(view: View, number: int, x: float, y: float) -> list[Item]:
    """Mark the highest and the lowest visible number: 3 points at the end."""
    (low, loser), (high, winner) = extremes(view.quarters, view.city)
    if number not in (low, high) or loser == winner:
        return []
    sign, tint = (f"+{GIFT}", theme.GREEN) if number == high else (f"−{GIFT}", theme.RED)
    return [centred(chip(sign, 46, 28, tint), x + pieces.PALACE_W / 2, y + pieces.PALACE_H)]


def _strength(quarter: Quarter, seat: Seat, x: float, y: float) -> list[Item]:
    """Show shields under construction (with what the walls need), walls and bastions."""
    items: list[Item] = []
    if seat != CITY:
        need = 2 * len(quarter.walls)
        text = f"{quarter.shields}/{need}" if need else str(quarter.shields)
        text += "" if quarter.supported else "!"
        size = 36 if len(text) < 4 else 29 if len(text) < 6 else 25  # "11/12!" stays clear of the shield
        tint = theme.INK if quarter.supported else theme.RED
        items += [Placed(x + 2, y + 12, pieces.shield(44)), Glyph(x + 84, y + 35, text, size, tint)]
    things = ((pieces.wall(38), len(quarter.walls)), (pieces.bastion(38), len(quarter.bastions)))
    for i, (sprite, count) in enumerate(things):
        if count:
            items += [
                Placed(x + 64 * i, y + 74, sprite),
                Glyph(x + 49 + 62 * i, y + 95, str(count), 30, theme.INK),
            ]
    return items
