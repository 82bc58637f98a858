"""The picture: one skyline for both families, decks and market below it, the own hand in front."""

from functools import cache, lru_cache

from games.core import Move, Seat, winners
from games.towers import pieces
from games.towers.cards import Card
from games.towers.picture_market import STOCK, known, offered, stock
from games.towers.picture_news import Touched, steps
from games.towers.picture_score import SCORE_HEIGHT, score
from games.towers.picture_skyline import FOOT, PICTURE_MARGIN, choices, hour, lay_out, skyline
from games.towers.state import Interval, Over
from games.towers.view import Part, Tale, View
from rendering import theme
from rendering.layout import around, fan
from rendering.marks import banner, corner, family, frame, halo, plate, ribbon, step_sign
from rendering.places import table
from rendering.scene import Box, Glyph, Item, Placed, Scene, Sprite

HEAD = 118  # the strip of sky with shields and hands
HAND_HEIGHT = 134  # the table with the own hand
OWN = (92, 112)
HELD = (38, 42)
USED = 38
PLATE = (396, 84)  # a family's shield, hand and points
RIBBON = 300
END_PLATE = 272  # at the end: shield and total
BANNER = (96, 150)


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
        items.append(Placed(0, below + STOCK, table(hour(view))))
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
        items += [*_banners(view), *_title(view), *score(view, below, _winners(view))]
    else:
        items += [*_head(view, 0), *_head(view, 1), *stock(view, below)]
    return Scene(theme.W, high, theme.GROUND, (*items, *_round(view), *frame(theme.W, high)))


def _round(view: View) -> tuple[Item, ...]:
    """Say which deal of a match it is."""
    if not view.match:
        return ()
    deal = len(view.results) + (not _over(view))
    of = f"/{view.match[6:]}" if view.match.startswith("deals:") else ""
    turn = f"{deal}{of}"
    return corner(theme.W / 2 + 27 + len(turn) * 8, 20, None, turn)


# --- heads -------------------------------------------------------------------------------------------


def _x(seat: Seat) -> float:
    return PICTURE_MARGIN if seat == 0 else theme.W - PICTURE_MARGIN - PLATE[0]


def _head(view: View, seat: Seat) -> list[Item]:
    """Draw a player's shield, used nobles and points; a ribbon hangs from the plate of whoever is asked."""
    x, side, live = _x(seat), view.sides[seat], view.asked == seat
    items = [*_plate(x, PLATE[0], seat, live)]
    points = str(sum(view.parts[seat]))
    items.append(Glyph(x + PLATE[0] - 20 - len(points) * 17, 52, points, theme.GRAND, theme.INK))
    items.append(Glyph(x + 114, 72, f"{len(side.hand)}/{side.limit}", theme.SMALL, theme.INK))
    used = fan((pieces.face(card, USED, USED) for card in side.used), x + 148, 54, 132, 4)
    for n, (card, placed) in enumerate(zip(side.used, used, strict=True)):
        items.append(placed)
        thing, last = Touched("noble", seat, card=card), card not in side.used[n + 1 :]
        if last and thing in steps(view):  # its number below: above it lie the cards of the hand
            x, y, w, h = around(placed)
            step = steps(view)[thing]
            items += [*halo(x, y, w, h), *([step_sign(x + w + 4, y + h - 4, step)] if step else [])]
    return items


def _plate(x: float, w: float, seat: Seat, live: bool, won: bool = False) -> list[Item]:
    """Draw a player's plate with their shield; the ribbon of who is to move hangs below it."""
    under = [Placed(x + 30, 84, ribbon(seat, RIBBON, 34))] if live else []
    shadow = Placed(x + 4, 14, _shadow(round(w), PLATE[1]))
    return [*under, shadow, plate(x, 10, w, PLATE[1], seat, live, won), *family(seat, x + 8, 16, 72, won=won)]


@cache
def _shadow(w: int, h: int) -> Sprite:
    return Sprite(w, h, (Box(0, 0, w, h, theme.INK, radius=13),))


def _held(view: View, seat: Seat) -> list[Placed]:
    """Draw a hand as others see it; the own one lies open below."""
    if seat == view.viewer:
        return []
    cards = (pieces.drawn(card, *HELD) for card in view.sides[seat].hand)
    return fan(cards, _x(seat) + 88, 14, 198, 3)


# --- the own hand ------------------------------------------------------------------------------------


def _hand(view: View, own: Part, y: float) -> list[Item]:
    """Draw the viewer's hand in the order of the menus; the card just drawn has a halo."""
    fresh = _just_drawn(view)
    items: list[Item] = []
    hand = fan(
        (pieces.face(card, *OWN) for card in own.hand),
        PICTURE_MARGIN + 10,
        y + 14,
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
    """Put the sums beside the shields, the winner's in laurel."""
    items, won = list[Item](), _winners(view)
    for seat, total in enumerate(map(str, view.totals)):
        x = 150.0 if seat == 0 else theme.W - 150.0 - END_PLATE
        items += _plate(x, END_PLATE, seat, False, seat in won)
        items.append(Glyph(x + 182, 52, total, theme.GRAND * 1.2, theme.INK))
    return items


def _banners(view: View) -> list[Item]:
    """Hang the winner's banner from the upper edge."""
    return [
        Placed(26 if seat == 0 else theme.W - 26 - BANNER[0], 6, banner(seat, *BANNER))
        for seat in _winners(view)
    ]
