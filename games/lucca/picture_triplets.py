"""The cards of Lucca's picture that are still to be had: numbered triplets, and one's own four."""

from games.core import Move, Seat
from games.lucca import pieces
from games.lucca.cards import CARDS, CardId
from games.lucca.picture_rows import PICTURE_MARGIN
from games.lucca.quarter import Quarter, completed, laid, owns, site, size
from games.lucca.state import CITY
from games.lucca.view import View
from rendering import heraldry, theme
from rendering.layout import centred
from rendering.marks import letter, ticks
from rendering.pieces import chip, tick
from rendering.scene import Box, Item, Placed, Sprite

CARD_HEIGHT = 43  # the height of a card in a triplet
NAME_HEIGHT = 36  # above the cards: half of the number's disc
BLOCK = NAME_HEIGHT + 3 * (CARD_HEIGHT + 2)
HAND_HEIGHT = 124  # the strip with one's own four
CHIP = 43  # what a card would do
ROOMY = 220  # a card so wide has room for it


def _width(count: int) -> int:
    return (theme.W - 2 * PICTURE_MARGIN - 6 * (count - 1)) // count


def _at(index: int, count: int) -> float:
    return PICTURE_MARGIN + index * (_width(count) + 6)


def shown(view: View) -> tuple[tuple[CardId, ...], ...]:
    """Return the cards of each triplet, also those of a taken one that are still to be placed."""
    held = {view.triplet: view.placing} if view.placing else {}
    return tuple(held.get(i, cards) for i, cards in enumerate(view.triplets))


def triplets(view: View, y: float) -> list[Item]:
    """Show the numbered triplets; a taken one shows who has it."""
    items, count = list[Item](), len(view.triplets)
    for i, cards in enumerate(shown(view)):
        items += _triplet(i, cards, _at(i, count), y, _width(count), view.takers[i])
    return items


def _triplet(index: int, cards: tuple[CardId, ...], x: float, y: float, w: int, taker: Seat) -> list[Item]:
    items: list[Item] = [Box(x, y + NAME_HEIGHT - 3, w, BLOCK - NAME_HEIGHT + 3, theme.SHADE, "", 0, 8)]
    for n, card in enumerate(cards):
        items.append(
            Placed(
                x + 2,
                y + NAME_HEIGHT + n * (CARD_HEIGHT + 2),
                pieces.card(card, w - 4, CARD_HEIGHT, _spare(w)),
            )
        )
    if not cards:
        return (
            [*items, centred(heraldry.shield(taker, 76), x + w / 2, y + NAME_HEIGHT + 66)]
            if taker != CITY
            else items
        )
    items.append(centred(letter(str(index + 1), 38, live=False), x + w / 2, y + NAME_HEIGHT - 20))
    if taker != CITY:
        items.append(centred(heraldry.shield(taker, 40), x + w / 2 + 44, y + NAME_HEIGHT - 20))
    return items


# --- what the menus speak of -----------------------------------------------------------------------


def offered_triplets(view: View, offer: tuple[Move, ...], y: float) -> list[Item]:
    """Tick the triplets and cards that may be chosen, and say on each card what it would do."""
    items, count = list[Item](), len(view.triplets)
    w, mine = _width(count), _quarter(view)
    for i, cards in enumerate(shown(view)):
        x, taking = _at(i, count), f"take:{i}" in offer
        if taking:
            items += ticks(x + 8, y + NAME_HEIGHT + 4, w - 16, BLOCK - NAME_HEIGHT - 11)
            items.append(centred(letter(str(i + 1), 42), x + w / 2, y + NAME_HEIGHT - 20))
        uses = _uses(mine, cards, view.counts.need, together=taking)
        for n, card in enumerate(cards):
            top = y + NAME_HEIGHT + n * (CARD_HEIGHT + 2)
            playing = any(move.startswith((f"play:{card}:", f"city:{i}:{card}")) for move in offer)
            items += ticks(x + 8, top + 8, w - 16, CARD_HEIGHT - 16) if playing else ()
            items += _use(uses[n], x, top, w) if taking or (playing and not view.serving) else ()
    return items


def _quarter(view: View) -> Quarter:
    return view.quarters[view.mover] if view.mover is not None else Quarter()


def _uses(quarter: Quarter, cards: tuple[CardId, ...], need: int, together: bool) -> list[str]:
    """Say of each card how large it makes a palace ("3/5") or what it scores by completing one ("+9")."""
    result = []
    for card in cards:
        colour = CARDS[card].colour
        if not colour or (owns(quarter, colour) and not site(quarter, colour)):
            result.append("")
            continue
        after = laid(quarter, card, colour, need)
        done = completed(quarter, after)
        result.append(f"+{done.windows}" if done else f"{size(after, colour)}/{need}")
        quarter = after if together else quarter
    return result


def _spare(w: int) -> int:
    """Return how much room a card of this width keeps for its use."""
    return CHIP + 4 if w > ROOMY else 0


def _use(use: str, x: float, y: float, w: int) -> list[Item]:
    """Put a card's use at its right end, or where there is no room onto its sign: the colour stays."""
    if not use:
        return []
    left = x + w - CHIP - 5 if w > ROOMY else x + 3
    return [Placed(left, y + 7, chip(use, CHIP, 28, theme.MARK))]


# --- choosing at the start -------------------------------------------------------------------------

SEAT = 92  # the row of those who choose


def choosers(view: View, y: float) -> list[Item]:
    """Show three dots for a family that is still choosing, a tick for one that has chosen."""
    w, items = (theme.W - 2 * PICTURE_MARGIN) / len(view.quarters), list[Item]()
    for seat in range(len(view.quarters)):
        x, waits = PICTURE_MARGIN + seat * w, seat in view.choosing
        items.append(Box(x + 2, y, w - 4, SEAT, theme.PAPER, theme.EDGE, 2, 13))
        items.append(Placed(x + w / 2 - 82, y + 10, heraldry.shield(seat, 72)))
        items.append(centred(_thinking() if waits else tick(66), x + w / 2 + 42, y + SEAT / 2))
    return items


def _thinking() -> Sprite:
    return Sprite(72, 20, tuple(Box(26 * n, 0, 20, 20, theme.SOFT, "", 0, 10) for n in range(3)))


def hand(view: View, offer: tuple[Move, ...], y: float) -> list[Item]:
    """Show the viewer's own four cards, large; those that are kept have a tick."""
    w, h = (theme.W - 2 * PICTURE_MARGIN - 3 * 14) // 4, HAND_HEIGHT - 26
    items: list[Item] = []
    for n, card in enumerate(view.hand):
        x = PICTURE_MARGIN + n * (w + 14)
        items.append(Placed(x, y + 12, pieces.card(card, w, h)))
        if any(card in move.split(":") for move in offer) and not view.kept:
            items += ticks(x + 2, y + 14, w - 4, h - 4)
        if card in view.kept:
            items.append(centred(tick(54, theme.GREEN, theme.WHITE), x + w - 22, y + 18))
    return items
