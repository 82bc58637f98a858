"""Who knows which card: the mark lies on the card and travels with it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.randomness import Seat, shuffled

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
    back: Callable[[str], str] | None = None,
    fits: Callable[[int, str], bool] | None = None,
) -> tuple[Held, ...]:
    """Deal the cards that `viewer` does not know anew among the places with the same back.

    `fits(place, card)` keeps a card from a place (an opening hand holds no bastion).
    """
    result, make = list(held), tuple.__new__  # a search deals thousands of worlds a second
    for kind, spots in _hidden(held, viewer, back).items():
        if not spots:
            continue
        pile = shuffled([held[i].card for i in spots], seed, f"redeal/{kind}")
        cards = pile if fits is None else _fitting(spots, list(pile), fits)
        for i, card in zip(spots, cards, strict=True):
            result[i] = make(Held, (card, held[i].seen))
    return tuple(result)


def _hidden(
    held: Sequence[Held], viewer: Seat | None, back: Callable[[str], str] | None
) -> dict[str, list[int]]:
    """Return the places whose card the viewer does not know, by the backs they show."""
    hidden = [i for i, (_, seen) in enumerate(held) if viewer not in seen and None not in seen]
    if back is None:
        return {"": hidden}
    kinds = [back(held[i].card) for i in hidden]
    return {
        kind: [i for i, own in zip(hidden, kinds, strict=True) if own == kind] for kind in sorted(set(kinds))
    }


def _fitting(spots: list[int], pile: list[str], fits: Callable[[int, str], bool]) -> list[str]:
    """Put the places in an order in which all can be served, the choosy ones first; return their cards."""
    spots.sort(key=lambda i: all(fits(i, card) for card in pile))
    cards = []
    for i in spots:
        cards.append(next(card for card in pile if fits(i, card)))
        pile.remove(cards[-1])
    return cards
