"""What a player may know of the answers a rival could give: a Guard, a Giostra."""

from games.core import Seat, Text, Who
from games.towers.cards import COPIES, GIOSTRA, GUARD, PIETRA, Card, back
from games.towers.view import View


def may_hold(view: View, seat: Seat, card: Card) -> bool:
    """Say whether, for all the viewer knows, a player may hold this card."""
    hand = view.sides[seat].hand
    return card in hand or (back(card) in hand and _unseen(view, card) > 0)


def _unseen(view: View, card: Card) -> int:
    """Return how many copies of a card lie where the viewer cannot see them."""
    seen = [*view.deck, *view.nobles, *view.market, *view.gone]
    seen += getattr(view.phase, "laid", ())
    for side in view.sides:
        seen += [*side.hand, *(stone for tower in side.towers for stone in tower.stones)]
        seen += [*(noble for noble in side.used if noble != PIETRA), *[PIETRA] * side.shown]
    return (COPIES[card] if card in COPIES else int(card)) - seen.count(card)


def may_joust(view: View, nobles: int, user: Seat) -> bool:
    """Say whether the other player might cancel one of so many nobles that a player uses now (T20, T23)."""
    own, other = view.sides[user], view.sides[1 - user]
    return len(own.used) + nobles >= len(other.used) and may_hold(view, 1 - user, GIOSTRA)


def may_guard(view: View, nobles: int = 0) -> bool:
    """Say whether the rival might turn away what is built now with so many fine stones (T11, T21)."""
    own, rival = view.sides[view.seat], 1 - view.seat
    usable = view.edition > 1 and len(own.used) + nobles >= len(view.sides[rival].used)
    return may_hold(view, rival, GUARD) or (usable and may_hold(view, rival, PIETRA))


def answered(effect: Text, answer: bool, seat: Seat) -> Text:
    """Return what a move brings, and that a player may answer it."""
    return Text("{effect}; {who} may answer", effect=effect, who=Who(seat)) if answer else effect
