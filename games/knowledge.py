"""Who knows which card: the mark lies on the card and travels with it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.chance import Seat, shuffled

Seen = frozenset[Seat | None]  # who knows a card where it lies; None is the public

PUBLIC: Seen = frozenset({None})
NOBODY: Seen = frozenset()


class Held(NamedTuple):
    """A card where it lies, with those who know it there; the mark travels with the card."""

    card: str
    seen: Seen = NOBODY


def knows(seen: Seen, viewer: Seat | None) -> bool:
    """Say whether a viewer knows a card with these marks."""
    return None in seen or viewer in seen


def deal_anew(
    held: Sequence[Held],
    viewer: Seat | None,
    seed: str,
    back: Callable[[str], str] = lambda card: "",
    fits: Callable[[int, str], bool] = lambda place, card: True,
) -> tuple[Held, ...]:
    """Deal the cards that `viewer` does not know anew among the places with the same back.

    `fits(place, card)` keeps a card from a place (an opening hand holds no bastion).
    """
    result = list(held)
    hidden = [i for i, h in enumerate(held) if not knows(h.seen, viewer)]
    for kind in sorted({back(held[i].card) for i in hidden}):
        spots = [i for i in hidden if back(held[i].card) == kind]
        pile = list(shuffled((held[i].card for i in spots), seed, f"redeal/{kind}"))
        spots.sort(key=lambda i: all(fits(i, card) for card in pile))  # the choosy places first
        for i in spots:
            card = next(card for card in pile if fits(i, card))
            pile.remove(card)
            result[i] = Held(card, held[i].seen)
    return tuple(result)
