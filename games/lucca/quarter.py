"""A family's quarter: palaces in three areas, walls and bastions."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from games.lucca.cards import CARDS, NUMBERS, SHIELDS, CardId, by_number


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


NOTHING: tuple[CardId, ...] = ()


class Areas(NamedTuple):
    """Where the cards of a quarter lie, and the two counts that scores and orders of play ask for."""

    building: tuple[Palace, ...]
    complete: tuple[Palace, ...]
    opened: tuple[Palace, ...]
    walls: tuple[CardId, ...]
    bastions: tuple[CardId, ...]
    shields: int  # those that count: under construction (L5, L9)
    highest: int  # visible street number


class Quarter(Areas):
    """All that lies before one player, or before the City of Lucca; it counts for itself."""

    __slots__ = ()

    def __new__(
        cls,
        building: tuple[Palace, ...] = (),
        complete: tuple[Palace, ...] = (),
        opened: tuple[Palace, ...] = (),
        walls: tuple[CardId, ...] = (),
        bastions: tuple[CardId, ...] = (),
    ) -> "Quarter":
        shields = sum([palace.shields for palace in building])
        highest = _highest(building + complete + opened)
        return _made((building, complete, opened, walls, bastions, shields, highest))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self[:5]

    def _replace(self, **changes: Any) -> "Quarter":
        return Quarter(**dict(zip(self._fields[:5], self[:5], strict=True)) | changes)

    @property
    def palaces(self) -> tuple[Palace, ...]:
        return self.building + self.complete + self.opened

    @property
    def supported(self) -> bool:
        """Say whether the shields carry the walls; without walls they always do (L9)."""
        return self.shields >= 2 * len(self.walls)


_made: Callable[[tuple[Any, ...]], Quarter] = partial(tuple.__new__, Quarter)  # what is counted already


def _highest(palaces: Iterable[Palace]) -> int:
    return max([NUMBERS[cards[-1]] for _, cards in palaces], default=0)


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
    return grown(quarter, card, colour, need)[0]


def grown(quarter: Quarter, card: CardId, colour: str, need: int) -> tuple[Quarter, Palace]:
    """Return the quarter after a card was laid, and the palace that it lies on."""
    building, complete, opened, walls, bastions, shields, highest = quarter
    at, below = len(building), NOTHING
    for n, (sign, cards) in enumerate(building):
        if sign == colour:
            at, below = n, cards
            break
    palace, sites, number = Palace(colour, (*below, card)), list(building), NUMBERS[card]
    if len(below) + 1 < need:
        sites[at : at + 1] = [palace]
        shields += SHIELDS[card]
    else:
        del sites[at : at + 1]
        complete = (*complete, palace)
        shields -= sum([SHIELDS[other] for other in below])
    if number > highest:
        highest = number
    elif below and NUMBERS[below[-1]] == highest:  # it lies below now
        highest = _highest((*sites, *complete, *opened))
    return _made((tuple(sites), complete, opened, walls, bastions, shields, highest)), palace


def fortified(quarter: Quarter, card: CardId) -> Quarter:
    """Build a card as a wall, or a bastion (L7)."""
    building, complete, opened, walls, bastions, shields, highest = quarter
    if CARDS[card].bastion:
        bastions = (*bastions, card)
    else:
        walls = (*walls, card)
    return _made((building, complete, opened, walls, bastions, shields, highest))


def completed(before: Quarter, after: Quarter) -> Palace | None:
    """Return the palace that a card has just completed."""
    return after.complete[-1] if len(after.complete) > len(before.complete) else None


def opened(quarter: Quarter, colour: str) -> Quarter:
    """Move a completed palace to the opened ones."""
    building, complete, opened, walls, bastions, shields, highest = quarter
    palace = next(palace for palace in complete if palace.colour == colour)
    rest = tuple([other for other in complete if other is not palace])
    return _made((building, rest, (*opened, palace), walls, bastions, shields, highest))


def begun(pair: tuple[CardId, ...], need: int) -> Quarter:
    """Return the quarter that a choice at the start begins; nothing while it is open (L3)."""
    quarter = Quarter()
    for card in pair:
        quarter = laid(quarter, card, CARDS[card].colour or CARDS[pair[0]].colour, need)
    return quarter


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
