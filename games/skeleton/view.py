"""What one viewer may know: the one door for secrets."""

from itertools import chain
from typing import NamedTuple

from games.core import Move, Seat, deal_anew, knows
from games.skeleton.cards import Card
from games.skeleton.scoring import score
from games.skeleton.state import Lot, State


class View(NamedTuple):
    """The table as one viewer sees it."""

    viewer: Seat | None
    seat: Seat
    over: bool
    hands: tuple[tuple[Card, ...], ...]  # known cards first; "" is a back
    open: tuple[Card, ...]
    deck: int
    lots: tuple[Lot, ...]
    roofs: tuple[int, ...]
    points: tuple[int, ...]
    news: tuple[tuple[Seat, Move], ...]


def view(state: State, viewer: Seat | None) -> View:
    """Build up from nothing what a viewer may know."""
    seen = [[held.card if knows(held.seen, viewer) else "" for held in hand] for hand in state.hands]
    # In order: a gap in the hand could tell which of two hidden cards was played.
    hands = tuple(tuple(sorted(hand, key=lambda card: card or "~")) for hand in seen)
    points, over = tuple(points for (points,) in score(state)), state.phase == "over"
    table = (state.open, len(state.deck), state.lots, state.roofs)
    return View(viewer, state.seat, over, hands, *table, points, state.news)


def redeal(state: State, viewer: Seat | None, seed: str) -> State:
    """Return a state that looks the same to a viewer, with other cards and other dice to come."""
    dealt = iter(deal_anew((*chain(*state.hands), *state.deck), viewer, seed))
    hands = tuple(tuple(next(dealt) for _ in hand) for hand in state.hands)
    return state._replace(hands=hands, deck=tuple(dealt), seed=seed)
