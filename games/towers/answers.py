"""What a player may know of the answers a rival could give: a Guard, a Giostra."""

from games.core import Seat, Text, Who
from games.towers.cards import COPIES, GIOSTRA, GUARD, Card, back
from games.towers.view import View


def may_hold(view: View, seat: Seat, card: Card) -> bool:
    """Say whether, for all the viewer knows, a player may hold this card."""
    hand = view.sides[seat].hand
    return card in hand or (back(card) in hand and _unseen(view, card) > 0)


def _unseen(view: View, card: Card) -> int:
    """Return how many copies of a card lie where the viewer cannot see them."""
    seen = [*view.deck, *view.nobles, *view.market, *view.gone]
    for side in view.sides:
        seen += [*side.hand, *side.used, *(stone for tower in side.towers for stone in tower.stones)]
    return (COPIES[card] if card in COPIES else int(card)) - seen.count(card)


def may_joust(view: View, nobles: int) -> bool:
    """Say whether the rival might cancel one of so many nobles used now (T20, T23)."""
    own, other = view.sides[view.seat], view.sides[1 - view.seat]
    return len(own.used) + nobles >= len(other.used) and may_hold(view, 1 - view.seat, GIOSTRA)


def may_guard(view: View) -> bool:
    """Say whether the rival might turn a Trade or a Conspiracy away (T11)."""
    return may_hold(view, 1 - view.seat, GUARD)


def answered(effect: Text, view: View, answer: bool) -> Text:
    """Return what a move brings, and that the rival may answer it."""
    return Text("{effect}; {who} may answer", effect=effect, who=Who(1 - view.seat)) if answer else effect
