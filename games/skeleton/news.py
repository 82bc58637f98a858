"""News in words."""

from games.core import Move, Seat, Text, Who
from games.skeleton.names import LETTERS, storey


def told(seat: Seat, move: Move) -> Text:
    """Say what somebody did."""
    who = Who(seat)
    match move.split(":"):
        case ["build", card, lot]:
            return Text("{who} built {card} on {lot}.", who=who, card=storey(card), lot=LETTERS[int(lot)])
        case ["take", card]:
            return Text("{who} took the open card: {card}.", who=who, card=storey(card))
    return Text("{who} drew a card.", who=who)
