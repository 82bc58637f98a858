"""A game of Lucca at one moment, and the counts that depend on the number of players."""

from collections.abc import Callable
from functools import partial
from operator import itemgetter
from typing import NamedTuple, TypeVar

from games.core import Held, Seat
from games.fast_tuples import quick
from games.lucca.cards import CardId
from games.lucca.quarter import Quarter

T = TypeVar("T")


class Counts(NamedTuple):
    """What the number of players decides."""

    triplets: int  # laid out each round
    need: int  # cards that complete a palace
    removed: int  # cards that leave the game unseen
    rounds: int


COUNTS = {2: Counts(4, 5, 8, 7), 3: Counts(4, 5, 10, 7), 4: Counts(5, 4, 2, 6), 5: Counts(6, 3, 0, 5)}
EXTRA = 3  # more cards leave the game with the Celebration
MEMORY = {seats: max(4, seats) for seats in COUNTS}  # turns for which news stay


@quick
class Points(NamedTuple):
    """Where a family's points came from (L13)."""

    windows: int = 0
    openings: int = 0
    walls: int = 0
    numbers: int = 0

    @property
    def total(self) -> int:
        return sum(self)


@quick
class Choosing(NamedTuple):
    """Everyone secretly keeps two of four; an empty choice is still awaited."""

    hands: tuple[tuple[Held, ...], ...]
    kept: tuple[tuple[CardId, ...], ...]


class Turn(NamedTuple):
    """The player at this place of the order may open palaces, then takes a triplet."""

    at: int


TURNS = tuple(map(Turn, range(max(COUNTS))))


class Placing(NamedTuple):
    """The player at this place of the order has cards of a triplet to place."""

    at: int
    triplet: int
    cards: tuple[CardId, ...]


class Serving(NamedTuple):
    """Two players: the one at this place gives the City a card, not from the triplet used before."""

    at: int
    used: int


class Over(NamedTuple):
    """The game has ended."""


Phase = Choosing | Turn | Placing | Serving | Over


class News(NamedTuple):
    """One thing that happened; `news.py` puts it into words."""

    turn: int
    verb: str
    seat: Seat
    card: CardId = ""
    colour: str = ""
    n: int = 0  # points, or a count
    other: Seat = -1
    more: tuple[CardId, ...] = ()


_news: Callable[[tuple[object, ...]], News] = partial(tuple.__new__, News)  # quicker than by name

CARD = itemgetter(0)  # of one that is held
CITY: Seat = -1  # the City of Lucca where a seat could stand


@quick
class State(NamedTuple):
    """Everything; only `view` decides who sees what of it."""

    seed: str
    celebration: bool
    phase: Phase
    quarters: tuple[Quarter, ...]
    points: tuple[Points, ...]
    city: Quarter | None  # two players only
    deck: tuple[Held, ...]
    removed: tuple[Held, ...] = ()
    discards: tuple[CardId, ...] = ()
    triplets: tuple[tuple[CardId, ...], ...] = ()  # a taken one is empty
    takers: tuple[Seat, ...] = ()  # who took each triplet this round; -1 nobody
    order: tuple[Seat, ...] = ()
    round: int = 0  # 0 while choosing
    turn: int = 0
    news: tuple[News, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.quarters)

    @property
    def counts(self) -> Counts:
        return COUNTS[len(self.quarters)]


def changing(*names: str) -> Callable[..., State]:
    """Return a quick `_replace` for always the same fields; it takes a state, then their new values."""
    fields = State._fields
    places = [len(fields) + names.index(field) if field in names else n for n, field in enumerate(fields)]
    pick, make = itemgetter(*places), partial(tuple.__new__, State)
    return lambda state, *values: make(pick(state + values))


def swapped(items: tuple[T, ...], at: int, new: T) -> tuple[T, ...]:
    """Return a tuple with another item at one place."""
    changed = list(items)
    changed[at] = new
    return tuple(changed)


def others(state: State, seat: Seat) -> tuple[Quarter, ...]:
    """Return every quarter but one's own: the other players' and the City's."""
    rest = state.quarters[:seat] + state.quarters[seat + 1 :]
    return (*rest, state.city) if state.city else rest


def order_of_play(state: State) -> tuple[Seat, ...]:
    """Return the seats by shields under construction, ties by the highest visible number (L5)."""
    ranks = [(quarter.shields, quarter.highest) for quarter in state.quarters]
    return tuple(sorted(range(len(ranks)), key=ranks.__getitem__, reverse=True))


def told(
    state: State,
    verb: str,
    seat: Seat,
    card: CardId = "",
    colour: str = "",
    n: int = 0,
    other: Seat = -1,
    more: tuple[CardId, ...] = (),
) -> tuple[News, ...]:
    """Return the news with one more, without what everybody has had a turn to read."""
    fresh, oldest = state.news, state.turn - MEMORY[len(state.quarters)]
    if fresh and fresh[0].turn <= oldest:
        read = 1  # news lie in the order of turns
        while read < len(fresh) and fresh[read].turn <= oldest:
            read += 1
        fresh = fresh[read:]
    return (*fresh, _news((state.turn, verb, seat, card, colour, n, other, more)))
