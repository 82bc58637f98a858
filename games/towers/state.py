"""What lies on the table: towers, hands, decks, the market, and the moment of play."""

from dataclasses import dataclass
from typing import NamedTuple

from games.core import PUBLIC, Held, Move, Seat, Seen
from games.fast_tuples import quick
from games.towers.cards import MURA, NOBLES, PALAZZO, PIETRA, RANKS, Card

LIMIT, WALLED_LIMIT = 7, 9  # cards in a hand; with the Mura
FREELY = 3  # stories that a Palazzo never forbids
BOUNDLESS = 99  # stories without a Palazzo


@quick
class Tower(NamedTuple):
    """A tower: its stones from top to bottom, and the rank that its top story counts as."""

    number: int  # per player, in the order built; never used again
    colourful: bool
    top: int
    stones: tuple[Card, ...]
    complete: bool = False

    @property
    def height(self) -> int:
        return len(self.stones)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Return the rank of every story, from top to bottom; a fine stone has the rank of its place."""
        return tuple(self.top + i * self.colourful for i in range(len(self.stones)))


@quick
class Side(NamedTuple):
    """One player's side of the table."""

    hand: tuple[Held, ...] = ()
    towers: tuple[Tower, ...] = ()
    used: tuple[Card, ...] = ()  # nobles that count as used, fine stones in towers included
    founded: int = 0  # the number of the next tower
    shown: int = 0  # fine stones that were shown as a Guard; they are among the used ones (T21)

    @property
    def limit(self) -> int:
        return WALLED_LIMIT if MURA in self.used else LIMIT

    @property
    def highest(self) -> int:
        return max((tower.height for tower in self.towers), default=0)

    @property
    def ceiling(self) -> int:
        """Return the height that this side's Palazzo leaves to the other one."""
        return max(FREELY, self.highest) if PALAZZO in self.used else BOUNDLESS


# --- moments: each holds public things only ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Turn:
    """A player chooses an action."""


class Draw(NamedTuple):  # a search makes one for every card
    """A player draws, one card at a time (T3)."""

    why: str  # purchase, exchange, extend, income, via
    left: int
    barred: tuple[Card, ...] = ()  # market cards that an Exchange may not take back


@dataclass(frozen=True, slots=True)
class Joust:
    """May the other player cancel a noble with Giostra? The declared move, and the cards laid for it."""

    move: Move
    laid: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Relay:
    """A fine stone was cancelled: the other cards are laid anew, or go back."""

    laid: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """A Conspiracy meets several equal towers."""

    targets: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Ward:
    """May the target turn away a Trade (of so many cards) or a Conspiracy (against a tower)?"""

    target: Seat
    trade: int = 0
    tower: int = -1


@dataclass(frozen=True, slots=True)
class Parry:
    """A fine stone was shown as a Guard: may the other player cancel it with Giostra (T21)?"""

    ward: Ward


@dataclass(frozen=True, slots=True)
class Give:
    """A player gives cards back after a Trade."""

    count: int


@dataclass(frozen=True, slots=True)
class Interval:
    """A deal is over; its towers still stand."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""


Phase = Turn | Draw | Joust | Relay | Choose | Ward | Parry | Give | Interval | Over


class News(NamedTuple):
    """Something that happened; each card says who saw it."""

    verb: str
    seat: Seat
    cards: tuple[Held, ...] = ()
    notes: tuple[str | int, ...] = ()


class Parts(NamedTuple):
    """A score, part by part (T17)."""

    completion: int = 0
    blessing: int = 0
    plain: int = 0
    colourful: int = 0
    marker: int = 0
    nobles: int = 0
    closing: int = 0  # T18: what a closer loses who is not first


@quick
class State(NamedTuple):
    """A game at one moment."""

    seed: str
    first: Seat  # who started the first deal
    match: str  # "", or how long it is: "deals:2", "to:120" (T18)
    with_nobles: bool
    sides: tuple[Side, Side]
    deck: tuple[Held, ...]  # the top first
    nobles: tuple[Held, ...]
    market: tuple[Card, ...]
    seat: Seat  # whose turn it is
    gone: tuple[Card, ...] = ()  # nobles that have left the game
    marker: Seat | None = None
    closer: Seat | None = None
    ending: bool = False
    turns: int = 0  # finished turns of this deal
    passes: int = 0  # in a row
    phase: Phase = Turn()
    results: tuple[tuple[Parts, Parts], ...] = ()  # finished deals
    news: tuple[News, ...] = ()
    before: tuple[News, ...] = ()  # the turn before
    fined: bool = True  # whether a closer who is not first loses points (T18)
    skylines: tuple[tuple[tuple[Tower, ...], ...], ...] = ()  # of the deals before this one
    edition: int = 2  # by which the game was begun; 1 judged T14, T21 and T24 otherwise

    @property
    def rival(self) -> Seat:
        return 1 - self.seat

    def sides_with(self, seat: Seat, side: Side) -> tuple[Side, Side]:
        """Return both sides, one of them new."""
        return (side, self.sides[1]) if seat == 0 else (self.sides[0], side)

    def with_side(self, seat: Seat, side: Side) -> "State":
        return self._replace(sides=self.sides_with(seat, side))

    def tell(self, verb: str, seat: Seat, *notes: str | int, cards: tuple[Held, ...] = ()) -> "State":
        return self._replace(news=(*self.news, News(verb, seat, cards, notes)))


OPEN = {card: Held(card, PUBLIC) for card in (*RANKS, *NOBLES)}


def names(hand: tuple[Held, ...]) -> tuple[Card, ...]:
    return tuple([card for card, _ in hand])


def open_cards(cards: "tuple[Card, ...] | list[Card]") -> tuple[Held, ...]:
    """Return cards as everyone has seen them."""
    return tuple([OPEN[card] for card in cards])


def part_with(hand: tuple[Held, ...], cards: "tuple[Card, ...] | list[Card]") -> tuple[Held, ...]:
    """Return a hand without these cards; of equal cards the best known leaves first."""
    left, faces = list(hand), [card for card, _ in hand]
    for card in cards:
        at = faces.index(card)
        if faces.count(card) > 1:
            at = _best_known(left, at)
        del left[at], faces[at]
    return tuple(left)


def _best_known(hand: list[Held], at: int) -> int:
    """Return where the best known card like this one lies; the first such card is here."""
    card, most = hand[at]
    for n in range(at + 1, len(hand)):
        other, seen = hand[n]
        if other == card and seen is not most and _fame(seen) > _fame(most):
            at, most = n, seen
    return at


def _fame(seen: Seen) -> tuple[bool, int]:
    return None in seen, len(seen)


def stones(tokens: "tuple[str, ...] | list[str]") -> tuple[Card, ...]:
    """Return the cards that a notation names: `*` is a Buona Pietra."""
    return tuple(PIETRA if token == "*" else token for token in tokens)
