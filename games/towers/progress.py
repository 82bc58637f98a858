"""How far a deal has gone: the sky over the towers goes by it."""

from games.towers.cards import STONE_CARDS
from games.towers.effects import MARKET
from games.towers.rules import HAND_SIZE
from games.towers.state import Interval, Over
from games.towers.view import View

DECK = len(STONE_CARDS) - 2 * HAND_SIZE - MARKET  # cards in it before the first turn


def progress(view: View) -> float:
    """Return 0 before the first turn, 1 when the deal is over: how much of the deck has gone."""
    if isinstance(view.phase, (Interval, Over)):
        return 1.0
    if view.ending:
        return 0.99
    return min(0.99, max(0.0, 1 - len(view.deck) / DECK))
