"""The picture: lots with their dice above, hands below; no words, and every place follows from the sizes."""

from itertools import starmap

from games.core import Move, Seat
from games.skeleton.cards import Card
from games.skeleton.names import LETTERS
from games.skeleton.state import FLOORS
from games.skeleton.view import View
from rendering import heraldry, marks, pieces
from rendering.layout import in_a_column, in_a_row
from rendering.scene import Glyph, Item, Placed, Scene, Sprite
from rendering.theme import GROUND, INK, SEAT_COLOURS, WHITE, W

EDGE, GAP = 20, 14
BLOCK, HELD, DIE = (120, 74), (74, 96), 44  # a storey on a lot, a card in a hand, a die on a roof
ROW = HELD[1] + 2 * GAP


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    items, marked = list[Item](), {move.split(":")[2] for move in offer if move.startswith("build")}
    for n, (lot, roof) in enumerate(zip(view.lots, view.roofs, strict=True)):
        empty = [pieces.slot(*BLOCK)] * (FLOORS - len(lot))
        die = pieces.card(DIE, DIE, (Glyph(DIE / 2, DIE / 2, str(roof), DIE * 0.8, INK),) if roof else ())
        name = marks.letter(LETTERS[n], live=str(n) in marked)
        column = [die, *empty, *starmap(_storey, lot[::-1]), name]
        items += in_a_column(column, EDGE + n * (BLOCK[0] + GAP), EDGE)
    top = EDGE + DIE + FLOORS * BLOCK[1] + name.h + GAP
    for seat in range(len(view.hands)):
        items += _hand(view, seat, top + seat * (ROW + GAP))
    items += in_a_row([_card("", str(view.deck)), *map(_card, view.open)], W * 0.6 + 2 * EDGE, top + GAP, GAP)
    return Scene(W, top + len(view.hands) * (ROW + GAP), GROUND, tuple(items))


def _storey(card: Card, seat: Seat) -> Sprite:
    (w, h), arms = BLOCK, heraldry.shield(seat)  # of the one who laid it
    face = (Placed(GAP, (h - arms.h) / 2, arms), Glyph(w * 0.7, h / 2, card, h * 0.7, INK))
    return pieces.card(w, h, face, line=SEAT_COLOURS[seat], width=5)


def _card(card: Card, count: str = "") -> Sprite:
    w, h = HELD  # a back may have a number on it
    face = Glyph(w / 2, h / 2, card or count, h * 0.5, INK if card else WHITE)
    return pieces.card(w, h, (face,)) if card else pieces.back(w, h, (face,))


def _hand(view: View, seat: Seat, y: float) -> list[Item]:
    """Draw one player's row, framed when it is their turn and gold when they have won."""
    live, won = seat == view.seat and not view.over, view.over and view.points[seat] == max(view.points)
    arms, points = heraldry.shield(seat, HELD[1]), marks.badge(str(view.points[seat]), HELD[1])
    row = in_a_row([arms, points, *map(_card, view.hands[seat])], EDGE + GAP, y + GAP, GAP)
    return [marks.plate(EDGE, y, W * 0.6, ROW, seat, live, won), *row]
