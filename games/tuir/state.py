"""A game of Túir as it stands: the table, the architects and what was done."""

from typing import Literal, NamedTuple

from games.core import Held, Move, Seat
from games.fast_tuples import quick
from games.tuir.cards import SECTIONS
from games.tuir.skyline import Skyline, Tableau, tableau_of

TURNS = len(SECTIONS)  # each card is played once, nine by each player
THEIRS = "theirs"  # the tower stands in the row of the other player


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
    result: tuple[str, ...] = ()  # the tower's letter and THEIRS; the card taken and the one turned up


class Finished(NamedTuple):
    """The first of two games, when it was over."""

    points: tuple[int, int]
    rows: tuple[Skyline, ...]
    hidden: str  # the abbot's rule


class Match(NamedTuple):
    """How this game is played, and what was played before it."""

    both: bool = False  # sacrifices may move sections of both players (U4)
    twice: bool = False  # two games, added up (U17)
    short: bool = False
    seed: str = ""  # of the second game, if there is one
    games: tuple[Finished, ...] = ()

    @property
    def points(self) -> tuple[int, int]:
        """Return what the games before this one gave."""
        return sum([game.points[0] for game in self.games]), sum([game.points[1] for game in self.games])


PLAIN = Match()


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
    phase: Literal["act", "take", "interval", "over"] = "act"  # interval: the first of two games is over
    match: Match = PLAIN

    @property
    def seat(self) -> Seat:
        return (self.first + self.turn) % 2
