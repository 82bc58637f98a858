"""What draws, Trades and falling towers bring: never more cards than there are."""

from games.core import Text, Texts
from games.towers.cards import PIETRA, RANKS
from games.towers.state import Relay, Tower
from games.towers.view import View


def stock(view: View) -> int:
    """Return how many cards an Income or an extension finds at most (T7)."""
    return len(view.deck) + len(view.market)


def traded(view: View, cards: int, held: int) -> tuple[int, int]:
    """Return how many cards a Trade takes, and how many go back from a hand of so many (T12)."""
    taken = min(cards, len(view.sides[1 - view.seat].hand))
    return taken, min(cards - 1, held + taken)


def trade(view: View, tower: Tower) -> Text:
    """Say how many cards a Trade would move: never more than there are in the hands (T12)."""
    laid = 0 if isinstance(view.phase, Relay) else tower.height  # in a relay they have left the hand
    taken, back = traded(view, tower.height, len(view.sides[view.seat].hand) - laid)
    if not taken and not back:
        return Text("Trade (nothing to take or give)")
    if not taken:
        return Text("Trade (nothing to take, give {back})", back=back)
    return Text("Trade (take {n}, give {back})", n=taken, back=back)


def falling(tower: Tower) -> Text:
    """Say which cards of a tower come back, and that its fine stones do not (T21)."""
    number, fine = tower.number + 1, tower.stones.count(PIETRA)
    cards = "-".join(card for card in tower.stones if card in RANKS)
    if not fine:
        return Text("Tower {number} falls: {cards} go on the deck", number=number, cards=cards)
    return Texts(
        "Tower {number} falls: {cards} go on the deck, one fine stone leaves the game",
        "Tower {number} falls: {cards} go on the deck, {n} fine stones leave the game",
        n=fine,
        number=number,
        cards=cards,
    )


def becomes_of_cards(fine: int) -> Text:
    """Say where the cards of a fallen tower go: fine stones do not come back (T21)."""
    if not fine:
        return Text("Its cards go face up on the deck")
    return Texts(
        "Its stones go face up on the deck, one fine stone leaves the game",
        "Its stones go face up on the deck, {n} fine stones leave the game",
        n=fine,
    )
