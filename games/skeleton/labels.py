"""How a move reads in the menus."""

from games.core import Label, Move, Text, Texts
from games.skeleton.names import LETTERS, storey
from games.skeleton.state import FLOORS
from games.skeleton.view import View


def label(view: View, move: Move) -> Label:
    """Say what a move means: the card is the menu, the lot is the entry in it."""
    match move.split(":"):
        case ["build", card, lot]:
            windows = [int(card), *(int(laid) for laid, _ in view.lots[int(lot)])]
            pays = Texts("scores {n} point and a die", "scores {n} points and a die", n=sum(windows))
            text, detail = Text("floor {n}", n=len(windows)), pays if len(windows) == FLOORS else None
            return Label(text, detail, path=(storey(card),), letter=LETTERS[int(lot)])
        case ["take", card]:
            return Label(Text("Take the open card: {card}", card=storey(card)))
    return Label(Text("Draw from the deck"))
