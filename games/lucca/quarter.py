"""A family's quarter: palaces in three areas, walls and bastions."""

from collections.abc import Iterable
from typing import NamedTuple

from games.lucca.cards import CARDS, CardId, by_number
from games.records import quick


class Palace(NamedTuple):
    """One stack of one colour; its street number is that of the card on top (L4)."""

    colour: str
    cards: tuple[CardId, ...]  # the last lies on top

    @property
    def number(self) -> int:
        return CARDS[self.cards[-1]].number

    @property
    def windows(self) -> int:
        return sum([CARDS[card].windows for card in self.cards])

    @property
    def shields(self) -> int:
        return sum([CARDS[card].shields for card in self.cards])


NUMBERS = {card.id: card.number for card in CARDS.values()}
SHIELDS = {card.id: card.shields for card in CARDS.values()}


@quick
class Quarter(NamedTuple):
    """All that lies before one player, or before the City of Lucca."""

    building: tuple[Palace, ...] = ()
    complete: tuple[Palace, ...] = ()
    opened: tuple[Palace, ...] = ()
    walls: tuple[CardId, ...] = ()
    bastions: tuple[CardId, ...] = ()

    @property
    def palaces(self) -> tuple[Palace, ...]:
        return self.building + self.complete + self.opened

    @property
    def shields(self) -> int:
        """Return the shields that count: those under construction (L5, L9)."""
        return sum([SHIELDS[card] for palace in self.building for card in palace.cards])

    @property
    def highest(self) -> int:
        building, complete, opened, _, _ = self
        return max([NUMBERS[cards[-1]] for _, cards in building + complete + opened], default=0)

    @property
    def supported(self) -> bool:
        """Say whether the shields carry the walls; without walls they always do (L9)."""
        return self.shields >= 2 * len(self.walls)


def site(quarter: Quarter, colour: str) -> Palace | None:
    """Return the palace of a colour that is under construction."""
    for palace in quarter.building:
        if palace.colour == colour:
            return palace
    return None


def size(quarter: Quarter, colour: str) -> int:
    """Return how many cards lie in the palace of a colour that is under construction."""
    palace = site(quarter, colour)
    return len(palace.cards) if palace else 0


def owns(quarter: Quarter, colour: str) -> bool:
    return colour in [palace.colour for palace in quarter.palaces]


def laid(quarter: Quarter, card: CardId, colour: str, need: int) -> Quarter:
    """Lay a card onto the palace under construction, or start one; complete it at once (L7)."""
    old = site(quarter, colour)
    new = Palace(colour, (*old.cards, card) if old else (card,))
    if len(new.cards) == need:
        rest = tuple([palace for palace in quarter.building if palace is not old])
        return quarter._replace(building=rest, complete=(*quarter.complete, new))
    if old:
        swapped = tuple([new if palace is old else palace for palace in quarter.building])
        return quarter._replace(building=swapped)
    return quarter._replace(building=(*quarter.building, new))


def completed(before: Quarter, after: Quarter) -> Palace | None:
    """Return the palace that a card has just completed."""
    return after.complete[-1] if len(after.complete) > len(before.complete) else None


def opened(quarter: Quarter, colour: str) -> Quarter:
    """Move a completed palace to the opened ones."""
    palace = next(palace for palace in quarter.complete if palace.colour == colour)
    rest = tuple(other for other in quarter.complete if other != palace)
    return quarter._replace(complete=rest, opened=(*quarter.opened, palace))


def city_start(cards: Iterable[CardId], need: int) -> Quarter:
    """Stack the City's first cards: highest number on top, wilds last on its largest palace (L12)."""
    city = Quarter()
    rising = by_number(cards)
    for card in rising:
        if not CARDS[card].wild:
            city = laid(city, card, CARDS[card].colour, need)
    for card in rising:
        if CARDS[card].wild:
            largest = max(city.building, key=lambda palace: (len(palace.cards), palace.number))
            city = laid(city, card, largest.colour, need)
    return city
