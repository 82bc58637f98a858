"""Decks and market: two piles, and a stall for each kind of card with how many there are."""

from collections import Counter
from functools import cache
from itertools import takewhile

from games.core import Move
from games.towers import pieces
from games.towers.cards import HIDDEN, NOBLE_BACK, RANKS, STONE_BACK, Card, ordered
from games.towers.picture_news import Touched, steps
from games.towers.picture_skyline import PICTURE_MARGIN
from games.towers.view import View
from rendering import theme
from rendering.layout import fan, stack
from rendering.marks import badge, halo, ticks
from rendering.pieces import slot
from rendering.scene import Box, Glyph, Item, Placed, Sprite

STOCK = 152  # the strip
CARD_SIZE = (76, 98)
ABOVE = 42  # the awnings, and known cards over a pile


def _piles(view: View) -> list[tuple[str, str, tuple[Card, ...], float]]:
    """Return each deck: its name in moves and news, its back, its cards and where it lies."""
    stones = ("deck", STONE_BACK, view.deck, PICTURE_MARGIN + 16.0)
    nobles = ("noble", NOBLE_BACK, view.nobles, PICTURE_MARGIN + 16.0 + CARD_SIZE[0] + 26)
    return [stones, nobles] if view.with_nobles else [stones]


def _stalls(view: View) -> list[tuple[Card, float, int]]:
    """Return where each stall stands and how wide its cards are."""
    left = _piles(view)[-1][3] + CARD_SIZE[0] + 44
    cards = ordered(tuple({*RANKS, *view.market}))
    right = theme.W - PICTURE_MARGIN - (84 if view.ending else 8)
    step = min(128.0, (right - left) / max(1, len(cards)))
    return [(card, left + i * step, int(min(CARD_SIZE[0], step - 18))) for i, card in enumerate(cards)]


def stock(view: View, y: float) -> list[Item]:
    """Draw what everybody sees: backs with counts, stalls with counts, and what was just touched."""
    items: list[Item] = [Box(PICTURE_MARGIN - 4, y, theme.W - 2 * PICTURE_MARGIN + 8, STOCK, theme.SHADE)]
    fresh, (w, h), top = steps(view), CARD_SIZE, y + ABOVE
    for name, back, cards, x in _piles(view):
        pile = [pieces.reverse(back, w, h)] * min(3, len(cards)) or [slot(w, h, theme.SOFT)]
        items += stack(pile, x, top, 4, -4)
        touched = Touched("nobles" if name == "noble" else "deck")
        items += halo(x, top, w, h, fresh[touched]) if touched in fresh else ()
        items.append(Placed(x + w - 34, top + h - 40, badge(str(len(cards)), 52)))
    items += _market(view, top, fresh)
    if view.ending:
        items.append(Placed(theme.W - PICTURE_MARGIN - 74, top + 20, pieces.lock(62)))
    return items


def _market(view: View, top: float, fresh: dict[Touched, int]) -> list[Item]:
    items, counts, held = list[Item](), list[Item](), Counter(view.market)
    h = CARD_SIZE[1]
    for card, x, w in _stalls(view):
        items.append(Placed(x - 9, top - 32, pieces.stall(w + 18, h + 32)))
        items.append(Placed(x, top, pieces.face(card, w, h) if held[card] else _sold_out(card, w, h)))
        touched = Touched("market", card=card)
        items += halo(x, top, w, h, fresh[touched]) if touched in fresh else ()
        if held[card] > 1:
            counts.append(Placed(x + w - 26, top + h - 40, badge(str(held[card]), 48)))
    return [*items, *counts]


@cache
def _sold_out(card: Card, w: int, h: int) -> Sprite:
    """Return the counter of a stall that has nothing left: its number, faint."""
    return Sprite(w, h, (*slot(w, h, theme.EDGE).items, Glyph(w / 2, h / 2, card, theme.PLAIN, theme.EDGE)))


def known(view: View, y: float) -> list[Item]:
    """Draw what this viewer knows of the decks: a card on top face up, further ones above the pile."""
    items, (w, h), top = list[Item](), CARD_SIZE, y + ABOVE
    for _, _, cards, x in _piles(view):
        seen = list(takewhile(lambda card: card not in HIDDEN, cards))
        if seen:
            items.append(Placed(x, top, pieces.face(seen[0], w, h)))
            items.append(Placed(x + w - 34, top + h - 40, badge(str(len(cards)), 52)))
            items += fan((pieces.face(card, 34, 38) for card in seen[1:]), x - 12, y + 2, w + 28, 2)
    return items


def offered(view: View, y: float, offer: tuple[Move, ...]) -> list[Item]:
    """Tick where a card may come from, if that is all the question: a whole turn needs no ticks."""
    parts = [move.partition(":") for move in offer]
    if not all(verb in ("purchase", "draw") for verb, _, _ in parts):
        return []
    sources, items = {source for _, _, source in parts}, list[Item]()
    for name, _, _, x in _piles(view):
        items += ticks(x, y + ABOVE, *CARD_SIZE) if name in sources else ()
    for card, x, w in _stalls(view):
        items += ticks(x, y + ABOVE, w, CARD_SIZE[1]) if f"market:{card}" in sources else ()
    return items
