"""The picture: one skyline for both families, decks and market below it, the own hand in front."""

from functools import lru_cache

from games.core import Move, Seat, winners
from games.towers import pieces
from games.towers.cards import Card
from games.towers.picture_market import STOCK, known, offered, stock
from games.towers.picture_news import Touched, steps
from games.towers.picture_score import SCORE_HEIGHT, score
from games.towers.picture_skyline import FOOT, PICTURE_MARGIN, Lay, choices, lay_out, skyline
from games.towers.state import Interval, Over
from games.towers.view import Part, Tale, View
from rendering import theme
from rendering.layout import around, fan
from rendering.marks import RIM, banner, corner, family, frame, halo, plate
from rendering.scene import Box, Glyph, Item, Placed, Scene

HEAD = 118  # the strip with shields and hands
HAND_HEIGHT = 134  # the strip with the own hand
OWN = (92, 112)
HELD = (40, 52)
BANNER_WIDTH = 96  # of the winner
HALF_WIDTH = theme.W / 2 - PICTURE_MARGIN * 1.5


def scene(view: View, offer: tuple[Move, ...] = ()) -> Scene:
    """Draw the table for this viewer, with marks for the moves on screen."""
    base, over = _base(_public(view)), _over(view)
    if over:
        return Scene(base.w, base.h, theme.GROUND, (), base)
    lay = lay_out(view, HEAD, over)
    below = lay.ground + FOOT
    items = [
        *(part for seat in range(2) for part in _held(view, seat)),
        *choices(view, lay, offer),
        *known(view, below),
        *offered(view, below, offer),
    ]
    high = base.h
    if view.viewer is not None and view.sides[view.viewer].hand:
        items.append(Box(RIM, below + STOCK, theme.W - 2 * RIM, base.h - below - STOCK, theme.GROUND))
        items += _hand(view, view.sides[view.viewer], below + STOCK)
        high = round(below + STOCK + HAND_HEIGHT)
        items += frame(theme.W, high)
    return Scene(base.w, high, theme.GROUND, tuple(items), base)


def _over(view: View) -> bool:
    return isinstance(view.phase, (Interval, Over))


def _public(view: View) -> View:
    """Return what every viewer knows: hands and known cards of the decks are laid on top of it."""
    sides = tuple(side._replace(hand=("",) * len(side.hand), nobles=0) for side in view.sides)
    return view._replace(
        viewer=None,
        sides=(sides[0], sides[1]),
        deck=("",) * len(view.deck),
        nobles=("",) * len(view.nobles),
        news=tuple(map(_told, view.news)),
        before=tuple(map(_told, view.before)),
        offer=(),
    )


def _told(tale: Tale) -> Tale:
    """Return a piece of news without the cards that some have not seen."""
    if tale.verb == "draw":
        pairs = zip(tale.notes[1:], tale.cards, strict=True)
        return tale._replace(cards=tuple(card if place == "market" else "" for place, card in pairs))
    return tale if tale.verb in ("build", "extend", "exchange") else tale._replace(cards=())


@lru_cache(maxsize=16)
def _base(view: View) -> Scene:
    """Draw what everybody sees; equal tables give the same scene, which is painted once."""
    over = _over(view)
    lay = lay_out(view, HEAD, over)
    below = lay.ground + FOOT
    high = round(below + (SCORE_HEIGHT if over else STOCK) + 12)
    items = [*skyline(view, lay)]
    if over:
        items = [*_banners(view, lay), *items, *_title(view), *score(view, below, _winners(view))]
    else:
        items += [*_head(view, 0), *_head(view, 1), *stock(view, below)]
    return Scene(theme.W, high, theme.GROUND, (*items, *_round(view, lay), *frame(theme.W, high)))


def _round(view: View, lay: Lay) -> tuple[Item, ...]:
    """Say which deal of a match it is."""
    if not view.match:
        return ()
    deal = len(view.results) + (not _over(view))
    of = {"deals:2": "/2"}.get(view.match, "")
    taken = set(_winners(view)) if _over(view) else {view.marker}  # by a banner, or by the marker of height
    aside = theme.W - 145 if taken == {1} else BANNER_WIDTH + 10 if len(taken) > 1 else 0
    return corner(theme.W - 22 - aside, lay.top + 6, None, f"{deal}{of}")


# --- heads -------------------------------------------------------------------------------------------


def _x(seat: Seat) -> float:
    return PICTURE_MARGIN if seat == 0 else theme.W / 2 + PICTURE_MARGIN / 2


def _head(view: View, seat: Seat) -> list[Item]:
    """Draw a player's shield, used nobles and points; a ribbon unrolls from whoever is asked."""
    x, side = _x(seat), view.sides[seat]
    items: list[Item] = [plate(x, 12, HALF_WIDTH, HEAD - 18, seat, live=False)]
    items += family(seat, x + 12, 17, 62, 268 if view.asked == seat else 0)
    items.append(Glyph(x + 43, 95, f"{len(side.hand)}/{side.limit}", theme.SMALL, theme.INK))
    items.append(Glyph(x + HALF_WIDTH - 50, 46, str(sum(view.parts[seat])), theme.GRAND, theme.INK))
    used = fan((pieces.face(card, 40, 38) for card in side.used), x + 90, 74, 370, 4)
    for card, placed in zip(side.used, used, strict=True):
        items.append(placed)
        thing = Touched("noble", seat, card=card)
        items += halo(*around(placed), steps(view)[thing]) if thing in steps(view) else ()
    return items


def _held(view: View, seat: Seat) -> list[Placed]:
    """Draw a hand as others see it; the own one lies open below."""
    if seat == view.viewer:
        return []
    cards = (pieces.drawn(card, *HELD) for card in view.sides[seat].hand)
    return fan(cards, _x(seat) + 90, 18, 280, 2)


# --- the own hand ------------------------------------------------------------------------------------


def _hand(view: View, own: Part, y: float) -> list[Item]:
    """Draw the viewer's hand in the order of the menus; the card just drawn has a halo."""
    fresh = _just_drawn(view)
    items: list[Item] = []
    hand = fan(
        (pieces.face(card, *OWN) for card in own.hand),
        PICTURE_MARGIN + 10,
        y + 12,
        theme.W - 2 * PICTURE_MARGIN - 20,
    )
    for i, (card, placed) in enumerate(zip(own.hand, hand, strict=True)):
        items.append(placed)
        if card == fresh and fresh not in own.hand[i + 1 :]:
            items += halo(*around(placed))
    return items


def _just_drawn(view: View) -> Card:
    last = view.news[-1] if view.news else None
    return last.cards[-1] if last and last.verb == "draw" and last.seat == view.viewer else ""


# --- the end -----------------------------------------------------------------------------------------


def _winners(view: View) -> tuple[Seat, ...]:
    """Return who has won, once the game is over (T17, T18)."""
    if not isinstance(view.phase, Over):
        return ()
    return winners([(total, int(view.marker == seat)) for seat, total in enumerate(view.totals)])


def _title(view: View) -> list[Item]:
    """Put both sums between the shields, the winner's in laurel."""
    middle, won = theme.W / 2, _winners(view)
    items: list[Item] = [Glyph(middle, 66, ":", theme.GRAND, theme.INK)]
    for seat, side in enumerate((-1, 1)):
        items += family(seat, middle + side * 226 - 38, 26, 76, won=seat in won)
        items.append(Glyph(middle + side * 96, 66, str(view.totals[seat]), theme.GRAND * 1.2, theme.INK))
    return items


def _banners(view: View, lay: Lay) -> list[Item]:
    """Hang the winner's banner over their towers, behind them."""
    items = list[Item]()
    for seat in _winners(view):
        left, right = lay.bounds(seat)
        x = left if seat == 0 else right - BANNER_WIDTH
        items.append(Placed(x, lay.top - 96, banner(seat, BANNER_WIDTH, 150, str(view.totals[seat]))))
    return items
