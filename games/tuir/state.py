"""A game of Túir as it stands: the table, the architects and what was done."""

from typing import Literal, NamedTuple

from games.core import Held, Move, Seat
from games.fast_tuples import quick
from games.tuir.cards import SECTIONS
from games.tuir.skyline import Skyline, Tableau, tableau_of

TURNS = len(SECTIONS)  # each card is played once, nine by each player


@quick
class Player(NamedTuple):
    """What one architect has."""

    hand: tuple[Held | None, ...]  # three fixed places
    rule: Held
    dropped: tuple[Held, ...] = ()  # rules swapped out, face down; knowledge of them is old (U5)
    towers: Skyline = ()
    founded: int = 0  # letters used so far

    @property
    def tableau(self) -> Tableau:
        return tableau_of(self.towers)

    @property
    def cards(self) -> tuple[Held, ...]:
        return tuple(held for held in self.hand if held)


class Deed(NamedTuple):
    """Something that was done, as everybody saw it."""

    turn: int
    seat: Seat
    move: Move
    result: tuple[str, ...] = ()  # the tower's letter; the card taken and the one turned up


@quick
class State(NamedTuple):
    """A game of Túir."""

    first: Seat
    players: tuple[Player, ...]
    decks: tuple[tuple[Held, ...], ...]  # the top card comes first
    open: tuple[str, ...]  # the three rules that everybody sees
    hidden: Held
    stock: tuple[Held, ...]  # the rule deck; the top card comes first
    spent: tuple[str, ...] = ()  # sacrificed sections
    deeds: tuple[Deed, ...] = ()  # of this turn and the two before
    turn: int = 0
    phase: Literal["act", "take", "over"] = "act"

    @property
    def seat(self) -> Seat:
        return (self.first + self.turn) % 2
