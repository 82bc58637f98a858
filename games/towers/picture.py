"""The picture: one skyline for both families, deck and market below it, the own hand in front."""

from collections import Counter
from itertools import takewhile

from games.core import Move, Seat, winners
from games.towers import pieces
from games.towers.cards import HIDDEN, NOBLE_BACK, STONE_BACK, Card, ordered
from games.towers.picture_skyline import EDGE, pending_height, skyline
from games.towers.state import Over
from games.towers.view import Part, View
from rendering import heraldry, theme
from rendering.marks import badge, halo, plate, ticks
from rendering.pieces import slot
from rendering.place import around, fan, stack
from rendering.scene import Box, Glyph, Item, Placed, Scene

HEAD = 132  # the strip with emblems and hands
SKY = 34  # room above the highest tower
FOOT = 46  # room for the numbers below the towers
STOCK = 156  # the strip with decks and market
HAND = 164  # the strip with the own hand
CARD = (92, 124)
OWN = (98, 136)


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    tall = max(3, *(side.highest for side in view.sides), pending_height(view))
    story = 40 if tall <= 6 else 34 if tall <= 8 else 30
    ground = HEAD + SKY + tall * story
    stock = ground + FOOT
    items = [
        *_head(view, 0, EDGE),
        *_head(view, 1, theme.W / 2 + EDGE / 2),
        *skyline(view, ground, story, offer),
        *_stock(view, stock, offer),
    ]
    height = stock + STOCK
    if view.viewer is not None and view.sides[view.viewer].hand:
        items += _hand(view, view.sides[view.viewer], height)
        height += HAND
    return Scene(theme.W, height, theme.GROUND, tuple(items))


# --- heads -------------------------------------------------------------------------------------------


def _head(view: View, seat: Seat, x: float) -> list[Item]:
    """Draw a player's emblem, hand, used nobles, marker and points."""
    won, w = seat in _winners(view), theme.W / 2 - EDGE * 1.5
    frame = plate(x, 8, w, HEAD - 14, seat, view.asked == seat, won)
    points = Glyph(x + w - 46, 40, str(sum(view.parts[seat])), 42, theme.INK)
    emblem = Placed(x + 12, 18, heraldry.shield(seat, 54))
    return [frame, emblem, points, *_held(view, seat, x), *_honours(view, seat, x, w)]


def _winners(view: View) -> tuple[Seat, ...]:
    """Return whose head turns gold at the end (T17, T18)."""
    if not isinstance(view.phase, Over):
        return ()
    return winners([(total, int(view.marker == seat)) for seat, total in enumerate(view.totals)])


def _held(view: View, seat: Seat, x: float) -> list[Item]:
    """Draw a hand as others see it, and how many cards it may hold."""
    side = view.sides[seat]
    count = Glyph(x + 40, 100, f"{len(side.hand)}/{side.limit}", 30, theme.INK)
    if seat == view.viewer:
        return [count]  # the own hand lies open below
    return [count, *fan((pieces.drawn(card, 40, 52) for card in side.hand), x + 80, 18, 320, 2)]


def _honours(view: View, seat: Seat, x: float, w: float) -> list[Item]:
    used, y = view.sides[seat].used, 74 if seat != view.viewer else 42
    items: list[Item] = [*fan((pieces.face(card, 44, 44) for card in used), x + 80, y, 320, 2)]
    return [*items, Placed(x + w - 67, 68, pieces.highest(50))] if view.marker == seat else items


# --- decks and market --------------------------------------------------------------------------------


def _stock(view: View, y: float, offer: tuple[Move, ...]) -> list[Item]:
    items: list[Item] = [Box(0, y, theme.W, STOCK, theme.SHADE)]
    sources = _sources(offer)
    x = _deck(items, view.deck, STONE_BACK, EDGE + 6, y + 16, "deck" in sources)
    if view.with_nobles:
        x = _deck(items, view.nobles, NOBLE_BACK, x + 14, y + 16, "noble" in sources)
    if view.marker is None:
        items.append(Placed(x + 10, y + 52, pieces.highest(54)))
        x += 64
    if view.ending:
        items.append(Placed(x + 8, y + 48, pieces.lock(60)))
        x += 72
    return items + _market(view, x + 28, y + 16, sources)


def _sources(offer: tuple[Move, ...]) -> set[str]:
    """Return where cards may come from, if that is all the question: a whole turn needs no marks."""
    parts = [move.partition(":") for move in offer]
    return (
        {source for verb, _, source in parts} if all(p[0] in ("purchase", "draw") for p in parts) else set()
    )


def _deck(items: list[Item], deck: tuple[Card, ...], kind: str, x: float, y: float, marked: bool) -> float:
    """Draw a deck with its count; cards known on top of it stand beside it. Return where it ends."""
    w, h = CARD
    known = list(takewhile(lambda card: card not in HIDDEN, deck))
    items.append(Placed(x, y, pieces.drawn(deck[0], w, h) if deck else slot(w, h, theme.SOFT)))
    if marked:
        items += ticks(x, y, w, h)
    items.append(Placed(x + w - 42, y + h - 42, badge(str(len(deck)), 52)))
    for i, card in enumerate(known[1:]):  # the second card first, in two rows
        items.append(Placed(x + w + 12 + i // 2 * 48, y + i % 2 * 64, pieces.face(card, 44, 60)))
    return x + w + 12 + len(known) // 2 * 48


def _market(view: View, x: float, y: float, sources: set[str]) -> list[Item]:
    """Draw the market as stacks, counts on top; a full one in two rows of small cards."""
    stacks = Counter(view.market)
    w, h = CARD
    columns = len(stacks)
    if columns * (w + 14) > theme.W - EDGE - x:
        w, h, columns = 58, 62, (columns + 1) // 2
    step = min(w + 14.0, (theme.W - EDGE - x - w) / max(1, columns - 1))
    items, counts, size = list[Item](), list[Item](), 52 if h > 100 else 38
    for i, card in enumerate(ordered(tuple(stacks))):
        left, top = x + i % columns * step, y + i // columns * (h + 4)
        items += stack([pieces.face(card, w, h)] * min(stacks[card], 2), left, top)
        if f"market:{card}" in sources:
            items += ticks(left, top, w, h)
        if stacks[card] > 1:
            counts.append(Placed(left - 14, top + h - size + 10, badge(str(stacks[card]), size)))
    return [*items, *counts]


# --- the own hand ------------------------------------------------------------------------------------


def _hand(view: View, own: Part, y: float) -> list[Item]:
    """Draw the viewer's hand in the order of the menus; the card just drawn has a halo."""
    fresh = _just_drawn(view)
    items: list[Item] = []
    hand = fan((pieces.face(card, *OWN) for card in own.hand), EDGE, y + 14, theme.W - 2 * EDGE)
    for i, (card, placed) in enumerate(zip(own.hand, hand, strict=True)):
        items.append(placed)
        if card == fresh and fresh not in own.hand[i + 1 :]:
            items += halo(*around(placed))
    return items


def _just_drawn(view: View) -> Card:
    last = view.news[-1] if view.news else None
    return last.cards[-1] if last and last.verb == "draw" and last.seat == view.viewer else ""
