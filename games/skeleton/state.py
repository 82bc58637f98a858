"""The state of a game: just what lies on the table, and who knows it."""

from typing import Literal, NamedTuple

from games.core import Held, Move, Seat
from games.skeleton.cards import Card

HAND_SIZE = 3  # cards that everyone holds
FLOORS = 3  # storeys of a finished tower
Lot = tuple[tuple[Card, Seat], ...]  # from the ground up, each card with the one who laid it


class State(NamedTuple):
    """Everything there is; only tuples, so that a state can never change."""

    hands: tuple[tuple[Held, ...], ...]
    open: tuple[Card, ...]  # the card that lies face up beside the deck, if any is left
    deck: tuple[Held, ...]
    lots: tuple[Lot, ...]
    roofs: tuple[int, ...]  # what the die showed for each lot; 0: not finished yet
    seat: Seat
    seed: str  # of the dice still to be rolled: a secret of the table, which no view shows
    phase: Literal["build", "draw", "over"] = "build"
    news: tuple[tuple[Seat, Move], ...] = ()  # of this turn and the one before


def without(hand: tuple[Held, ...], card: Card) -> tuple[Held, ...]:
    """Take one copy out of a hand: one that the others know goes first, as they would expect."""
    place = max((n for n, held in enumerate(hand) if held.card == card), key=lambda n: len(hand[n].seen))
    return hand[:place] + hand[place + 1 :]
