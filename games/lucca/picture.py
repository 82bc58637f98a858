"""The picture of Lucca: order of play, numbered triplets, a row a family with six colour columns."""

from games.core import Move, Seat
from games.lucca import pieces
from games.lucca.cards import CardId
from games.lucca.picture_rows import EDGE, LOW, ROW, choosers, row
from games.lucca.state import CITY
from games.lucca.view import View
from rendering import heraldry, theme
from rendering.marks import letter
from rendering.pieces import back, tick
from rendering.place import centred, in_a_column, in_a_row, stack
from rendering.scene import Box, Disc, Glyph, Item, Placed, Poly, Scene

HEAD = 66
STRIP, HAND = 46, 60  # heights of a card in a triplet and in the hand


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    items: list[Item] = [*_head(view)]
    y: float = HEAD
    if view.hand:
        items += _hand(view, y)
        y += HAND + 22
    if not view.over:
        items += _triplets(view, offer, y)
        y += 40 + 3 * (STRIP + 3) + 14
    if not view.round:
        return Scene(theme.W, round(y) + LOW + EDGE, theme.GROUND, (*items, *choosers(view, y)))
    for seat in (*range(len(view.quarters)), *([CITY] if view.city else [])):
        items += row(view, seat, offer, y)
        y += ROW + 8
    return Scene(theme.W, round(y) + 4, theme.GROUND, tuple(items))


# --- above the rows --------------------------------------------------------------------------------


def _head(view: View) -> list[Item]:
    """Show the round, the deck, and the coats of arms in the order of play."""
    deck = stack([back(32, 42, fill=theme.BLUE)] * 2, EDGE, 18)
    items: list[Item] = [*deck, Glyph(EDGE + 68, 38, str(view.deck), 34, theme.INK)]
    items += [_pip(i, view.round) for i in range(view.counts.rounds)] if not view.over else []
    x = theme.W - EDGE - 72 * len(view.order) + 9
    for place, emblem in enumerate(in_a_row((heraldry.shield(seat, 50) for seat in view.order), x, 9, 22)):
        if place == view.at:
            items.append(Box(emblem.x - 7, 2, 64, 64, theme.PAPER, theme.INK, 4, 14))
        if place:
            items.append(Poly(((emblem.x - 16, 28), (emblem.x - 8, 34), (emblem.x - 16, 40)), theme.SOFT))
        items.append(emblem)
    return items


def _pip(index: int, round: int) -> Item:
    """Return one step of the row of rounds."""
    done, now = index + 1 < round, index + 1 == round
    fill = theme.SOFT if done else theme.OCHRE if now else theme.PAPER
    return Disc(170 + 40 * index, 36, 14 if now else 10, fill, theme.INK if now else theme.EDGE, 3)


def _hand(view: View, y: float) -> list[Item]:
    """Show the viewer's own four cards, with the two that are kept."""
    w = (theme.W - 2 * EDGE - 3 * 10) // 4
    cards = (pieces.card(card, w, HAND, card in view.kept) for card in view.hand)
    items: list[Item] = [*in_a_row(cards, EDGE, y + 6)]
    for i, card in enumerate(view.hand):
        if card in view.kept:
            items.append(centred(tick(36, theme.WHITE, theme.MARK), EDGE + i * (w + 10) + w - 10, y + 10))
    return items


def _triplets(view: View, offer: tuple[Move, ...], y: float) -> list[Item]:
    """Show the numbered triplets; a taken one shows who has it."""
    count = len(view.triplets)
    w = (theme.W - 2 * EDGE - 6 * (count - 1)) // count
    items: list[Item] = []
    for i, cards in enumerate(view.triplets):
        x = EDGE + i * (w + 6)
        offered = any(move.startswith((f"take:{i}", f"city:{i}:")) for move in offer)
        placing = view.placing if i == view.triplet else ()
        items += _triplet(i, placing or cards, x, y, w, view.takers[i], offered, offer)
    return items


def _triplet(
    index: int,
    cards: tuple[CardId, ...],
    x: float,
    y: float,
    w: int,
    taker: Seat,
    offered: bool,
    offer: tuple[Move, ...],
) -> list[Item]:
    items: list[Item] = [Box(x, y + 18, w, 26 + 3 * (STRIP + 3), theme.SHADE, "", 0, 10)]
    if taker == CITY or cards:
        items.append(centred(letter(str(index + 1), 42, offered), x + w / 2, y + 20))
    playable = [any(move.startswith(f"play:{card}:") for move in offer) for card in cards]
    strips = (pieces.card(card, w - 4, STRIP, live) for card, live in zip(cards, playable, strict=True))
    items += in_a_column(strips, x + 2, y + 42, 2)
    if taker != CITY:
        size, left = (34, x + w - 40) if cards else (64, x + w / 2 - 32)
        items.append(Placed(left, y + (3 if cards else 75), heraldry.shield(taker, size)))
    return items
