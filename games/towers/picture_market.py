"""Decks and market: two piles, and a stall for each kind of card with how many there are."""

from collections import Counter
from functools import cache
from itertools import takewhile

from games.core import Move
from games.towers import pieces
from games.towers.cards import HIDDEN, NOBLE_BACK, RANKS, STONE_BACK, Card, ordered
from games.towers.picture_news import Touched, steps
from games.towers.picture_skyline import PICTURE_MARGIN, hour
from games.towers.view import View
from rendering import theme
from rendering.layout import fan, stack
from rendering.marks import badge, halo, step_sign, ticks
from rendering.pieces import slot
from rendering.scene import Glyph, Item, Placed, Sprite, Surface

STOCK = 152  # the strip
CARD_SIZE = (76, 98)
DARK = 4  # the hour from which the square is dark
ABOVE = 42  # the awnings, and known cards over a pile


def _piles(view: View) -> list[tuple[str, str, tuple[Card, ...], float]]:
    """Return each deck: its name in moves and news, its back, its cards and where it lies."""
    stones = ("deck", STONE_BACK, view.deck, PICTURE_MARGIN + 16.0)
    nobles = ("noble", NOBLE_BACK, view.nobles, PICTURE_MARGIN + 16.0 + CARD_SIZE[0] + 26)
    return [stones, nobles] if view.with_nobles else [stones]


def _pile(name: str) -> Touched:
    return Touched("nobles" if name == "noble" else "deck")


def _stalls(view: View) -> list[tuple[Card, float, int]]:
    """Return where each stall stands and how wide its cards are."""
    left = _piles(view)[-1][3] + CARD_SIZE[0] + 44
    cards = ordered(tuple({*RANKS, *view.market}))
    right = theme.W - PICTURE_MARGIN - (84 if view.ending else 8)
    step = min(128.0, (right - left) / max(1, len(cards)))
    return [(card, left + i * step, int(min(CARD_SIZE[0], step - 18))) for i, card in enumerate(cards)]


def stock(view: View, y: float) -> list[Item]:
    """Draw what everybody sees: backs with counts, stalls with counts, and what was just touched."""
    items = list[Item]()
    fresh, (w, h), top = steps(view), CARD_SIZE, y + ABOVE
    for name, back, cards, x in _piles(view):
        pile = [pieces.reverse(back, w, h)] * min(3, len(cards)) or [slot(w, h, theme.SOFT)]
        items += [Placed(x + 5, top + 6, _shadow(w + 4, h))] if cards else []
        items += stack(pile, x, top, 4, -4)
        touched = _pile(name)
        items += halo(x, top, w, h, fresh[touched]) if touched in fresh else ()
    items += [*_market(view, top, fresh), *_counts(view, top)]
    if view.ending:
        items.append(Placed(theme.W - PICTURE_MARGIN - 74, top + 20, pieces.lock(62)))
    return items


def _market(view: View, top: float, fresh: dict[Touched, int]) -> list[Item]:
    items, held = list[Item](), Counter(view.market)
    h = CARD_SIZE[1]
    for card, x, w in _stalls(view):
        items.append(Placed(x - 9, top - 32, pieces.stall(w + 18, h + 32)))
        if held[card]:
            items.append(Placed(x + 4, top + 5, _shadow(w, h)))
        items.append(
            Placed(x, top, pieces.face(card, w, h) if held[card] else _sold_out(card, w, h, hour(view)))
        )
        touched = Touched("market", card=card)
        items += halo(x, top, w, h, fresh[touched]) if touched in fresh else ()
    return items


@cache
def _sold_out(card: Card, w: int, h: int, now: int) -> Sprite:
    """Return the counter of a stall that has nothing left: its number, in the shade of the awning."""
    ink = theme.mixed(theme.BROWN, theme.INK) if now < DARK else theme.SHADE
    return Sprite(w, h, (Surface(0, 0, w, h, "shade", (0, 56)), Glyph(w / 2, h / 2, card, theme.PLAIN, ink)))


@cache
def _shadow(w: int, h: int) -> Sprite:
    """Return the shade of a card on the square."""
    return Sprite(w, h, (Surface(0, 0, w, h, "shade", (0, 96)),))


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
    if not parts or not all(verb in ("purchase", "draw") for verb, _, _ in parts):
        return []
    sources, items = {source for _, _, source in parts}, list[Item]()
    fresh, top = steps(view), y + ABOVE
    things = [(x, CARD_SIZE[0], _pile(name)) for name, _, _, x in _piles(view) if name in sources]
    stalls = _stalls(view)
    things += [(x, w, Touched("market", card=c)) for c, x, w in stalls if f"market:{c}" in sources]
    for x, w, thing in things:
        out = 8 if thing in fresh else 0  # around the halo
        items += ticks(x - out, top - out, w + 2 * out, CARD_SIZE[1] + 2 * out)
        items += [step_sign(x + w + 4, top - 4, fresh[thing])] if fresh.get(thing) else []
    return [*items, *_counts(view, top)]  # ticks cover neither counts nor steps


def _counts(view: View, top: float) -> list[Item]:
    """Put the number of cards on each pile, and on each stall that has several."""
    held, low = Counter(view.market), top + CARD_SIZE[1] - 40
    piles = [
        Placed(x + CARD_SIZE[0] - 34, low, badge(str(len(cards)), 52)) for _, _, cards, x in _piles(view)
    ]
    stalls = [
        Placed(x + w - 26, low, badge(str(held[card]), 48)) for card, x, w in _stalls(view) if held[card] > 1
    ]
    return [*piles, *stalls]
