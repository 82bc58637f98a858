"""Why a move is good or bad, from what its seat sees before and after it."""

from games.core import Move, Text, Texts, Who
from games.skeleton.state import FLOORS
from games.skeleton.view import View


def reasons(before: View, move: Move, after: View) -> tuple[Text, ...]:
    """Say what a build brings; never what a die or a drawn card has shown, which nobody knew before."""
    match move.split(":"):
        case ["build", _, lot]:
            storeys = after.lots[int(lot)]
            windows = sum(int(card) for card, _ in storeys)
            if len(storeys) == FLOORS:
                return (Texts("scores {n} point and a die", "scores {n} points and a die", n=windows),)
            if len(storeys) == FLOORS - 1:
                rival = Who((before.seat + 1) % len(before.hands))
                return (Text("lets {who} set the last storey", who=rival),)
    return ()
