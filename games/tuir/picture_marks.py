"""What the picture points at: the moves on screen, and what has just happened."""

from typing import NamedTuple

from games.core import Move
from games.tuir.view import View


class Marks(NamedTuple):
    """What the moves on screen speak of."""

    cards: frozenset[str]  # hand cards
    sections: frozenset[str]  # sections that may be swapped or moved
    places: frozenset[str]  # towers and ends that a section may go to
    decks: frozenset[str]


def marks(offer: tuple[Move, ...]) -> Marks:
    """Collect the things that the moves on screen name."""
    parts = [move.split(":") for move in offer]
    alone = all(verb in ("swap", "move") for verb, *_ in parts)  # sections: once the menu is about them
    moved = [rest for verb, *rest in parts if verb == "move" and alone]
    swaps = [rest for verb, *rest in parts if verb == "swap" and alone]
    built = [rest for verb, *rest in parts if verb == "build"]
    return Marks(
        frozenset(rest[1] if verb == "look" else rest[0] for verb, *rest in parts),
        frozenset([card for _, *pair in swaps for card in pair] + [section for _, section, _ in moved]),
        frozenset(rest[-1] for rest in (*built, *moved)),
        frozenset(rest[0] for verb, *rest in parts if verb == "take"),
    )


def touched(view: View) -> frozenset[str]:
    """Return the cards that this turn and the one before built, moved, swapped or took."""
    cards = list[str]()
    for deed in view.deeds:
        if deed.turn < view.turn - 1:
            continue
        match deed.move.split(":"):
            case ["build", card, _] | ["move", _, card, _]:
                cards.append(card)
            case ["swap", _, one, other]:
                cards += (one, other)
            case ["take", _]:
                cards.append(deed.result[0])
    return frozenset(cards)
