"""What the picture points at: the moves on screen, and what has just happened."""

from typing import NamedTuple

from games.core import Move
from games.tuir.state import Deed
from games.tuir.view import View


class Marks(NamedTuple):
    """What the moves on screen speak of."""

    cards: frozenset[str]  # hand cards
    sections: frozenset[str]  # sections that may be swapped or moved
    places: frozenset[str]  # own towers and ends that a section of the hand may go to
    moves: frozenset[tuple[str, str]]  # sections of either row, and where in it they may go
    decks: frozenset[str]


def marks(offer: tuple[Move, ...]) -> Marks:
    """Collect the things that the moves on screen name."""
    parts = [move.split(":") for move in offer if move != "deal"]
    alone = all(verb in ("swap", "move") for verb, *_ in parts)  # sections: once the menu is about them
    moved = [rest for verb, *rest in parts if verb == "move" and alone]
    swaps = [rest for verb, *rest in parts if verb == "swap" and alone]
    built = [rest for verb, *rest in parts if verb == "build"]
    return Marks(
        frozenset(rest[1] if verb == "look" else rest[0] for verb, *rest in parts),
        frozenset([card for _, *pair in swaps for card in pair] + [section for _, section, _ in moved]),
        frozenset(rest[-1] for rest in built),
        frozenset((section, where) for _, section, where in moved),
        frozenset(rest[0] for verb, *rest in parts if verb == "take"),
    )


def steps(view: View) -> dict[str, int]:
    """Return what the last turn touched, by step: cards, and letters as "hidden", "rule:0", "rule:1".

    A turn of one step needs no number: it is 0.
    """
    last = max((deed.turn for deed in view.deeds), default=-1)
    touched = [_touched(deed) for deed in view.deeds if deed.turn == last]
    things = [each for each in touched if each]
    return {thing: n if len(things) > 1 else 0 for n, each in enumerate(things, 1) for thing in each}


def _touched(deed: Deed) -> tuple[str, ...]:
    match deed.move.split(":"):
        case ["build", card, _] | ["move", _, card, _]:
            return (card,)
        case ["swap", _, one, other]:
            return (one, other)
        case ["take", _]:
            return (deed.result[0],)
        case ["look", "hidden", _]:
            return ("hidden",)
        case ["look", _, _]:
            return (f"rule:{1 - deed.seat}",)
        case ["rule", *_]:
            return (f"rule:{deed.seat}",)
    return ()
