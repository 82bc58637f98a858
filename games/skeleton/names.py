"""What things are called."""

from games.core import Text, Texts
from games.skeleton.cards import Card

LETTERS = "ABCDEF"  # the lots, in menus, words and picture


def storey(card: Card) -> Text:
    """Name a card, or a back."""
    return Texts("{n} window", "{n} windows", n=int(card)) if card else Text("a hidden card")
