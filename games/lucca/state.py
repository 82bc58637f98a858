"""A game of Lucca at one moment, and the counts that depend on the number of players."""

from typing import NamedTuple

from games.core import Held, Seat
from games.lucca.cards import CardId
from games.lucca.quarter import Points, Quarter


class Counts(NamedTuple):
    """What the number of players decides."""

    triplets: int  # laid out each round
    need: int  # cards that complete a palace
    removed: int  # cards that leave the game unseen
    rounds: int


COUNTS = {2: Counts(4, 5, 8, 7), 3: Counts(4, 5, 10, 7), 4: Counts(5, 4, 2, 6), 5: Counts(6, 3, 0, 5)}
EXTRA = 3  # more cards leave the game with the Celebration


class Choosing(NamedTuple):
    """Everyone secretly keeps two of four; an empty choice is still awaited."""

    hands: tuple[tuple[Held, ...], ...]
    kept: tuple[tuple[CardId, ...], ...]


class Turn(NamedTuple):
    """The player at this place of the order may open palaces, then takes a triplet."""

    at: int


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
    """One thing that happened; `look` puts it into words."""

    turn: int
    verb: str
    seat: Seat
    card: CardId = ""
    colour: str = ""
    n: int = 0  # points, or a count
    other: Seat = -1
    more: tuple[CardId, ...] = ()


CITY: Seat = -1  # the City of Lucca where a seat could stand


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


def with_quarter(state: State, seat: Seat, quarter: Quarter) -> State:
    quarters = (*state.quarters[:seat], quarter, *state.quarters[seat + 1 :])
    return state._replace(quarters=quarters)


def with_points(
    state: State, seat: Seat, windows: int = 0, openings: int = 0, walls: int = 0, numbers: int = 0
) -> State:
    old = state.points[seat]
    new = Points(old.windows + windows, old.openings + openings, old.walls + walls, old.numbers + numbers)
    return state._replace(points=(*state.points[:seat], new, *state.points[seat + 1 :]))


def others(state: State, seat: Seat) -> tuple[Quarter, ...]:
    """Return every quarter but one's own: the other players' and the City's."""
    rest = tuple(quarter for i, quarter in enumerate(state.quarters) if i != seat)
    return (*rest, state.city) if state.city else rest


def told(
    state: State,
    verb: str,
    seat: Seat,
    card: CardId = "",
    colour: str = "",
    n: int = 0,
    other: Seat = -1,
    more: tuple[CardId, ...] = (),
) -> State:
    """Remember what happened, and forget what everybody has had a turn to read."""
    fresh = tuple(old for old in state.news if old.turn > state.turn - max(4, state.seats))
    return state._replace(news=(*fresh, News(state.turn, verb, seat, card, colour, n, other, more)))
