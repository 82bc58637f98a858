"""The state of a game, and how it is set up."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from games.core import Held, Seat, first_seat, shuffled
from games.guilds.board import Board, Guild, Place, Tile, facing, fits
from games.guilds.cards import CARDS
from games.guilds.groups import Site, Sites

TOKENS = 20
TOWERS = 10
START: tuple[Place, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))  # G1: a pair, a triangle, a rhombus
HAND = {2: 4, 3: 3, 4: 3}

Phase = Literal["draft", "token", "hex", "tower", "over"]
Ending = Literal["", "tenth", "never", "still"]


class Turn(NamedTuple):
    """What a seat did in its latest turn; -1 for nothing."""

    took: str = ""  # a drafted hex
    token: Guild = -1
    tile: int = -1
    tower: Guild = -1
    group: tuple[Guild, ...] = ()  # the group that made the tower possible
    back: tuple[Seat, ...] = ()  # the owners of the tokens that came home

    @property
    def still(self) -> bool:
        return self.token < 0 and self.tile < 0 and self.tower < 0


class State(NamedTuple):
    """A game under way. Only the order of the hexes in the box is hidden."""

    component: bool
    first: Seat
    seat: Seat  # whose turn it is
    phase: Phase
    board: Board
    sites: Sites  # three a tile
    hands: tuple[tuple[str, ...], ...]
    pool: tuple[str, ...]  # open hexes of a draft
    box: tuple[Held, ...]
    turns: tuple[Turn | None, ...]  # the latest pick or finished turn of each seat
    now: Turn = Turn()  # the turn under way
    number: int = 1  # of the turn
    still: int = 0  # turns in a row in which nothing was placed or built
    ending: Ending = ""

    @property
    def seats(self) -> int:
        return len(self.hands)

    def tokens_left(self, seat: Seat) -> int:
        return TOKENS - sum(site.tokens.count(seat) for site in self.sites)

    def towers(self, seat: Seat) -> int:
        return sum(site.tower == seat for site in self.sites)


# --- setup -----------------------------------------------------------------------------------------


def setup(seats: int, seed: str, options: Sequence[str] = ()) -> State:
    """Lay the first hexes and deal the others (G1), or lay them open for the draft (G10)."""
    first, hexes = first_seat(options, seats, seed), shuffled(CARDS, seed, "hexes")
    board = _start(hexes[:seats], seed)
    rest, size = hexes[seats:], HAND[seats]
    draft = "draft" in options
    hands = tuple(() if draft else tuple(sorted(rest[size * n : size * (n + 1)])) for n in range(seats))
    state = State(
        component="component" in options,
        first=first,
        seat=first,
        phase="draft" if draft else "token",
        board=board,
        sites=(Site(),) * (3 * len(board)),
        hands=hands,
        pool=tuple(sorted(rest)) if draft else (),
        box=() if draft else tuple(Held(hex) for hex in rest[size * seats :]),
        turns=(None,) * seats,
    )
    return state._replace(seat=picker(first, seats, 0)) if draft else state


def _start(hexes: tuple[str, ...], seed: str) -> Board:
    """Lay the first hexes, each in a rotation drawn from the legal ones."""
    board: Board = ()
    for n, (hex, place) in enumerate(zip(hexes, START, strict=False)):
        sides = facing(board, place)
        turns = shuffled((turn for turn in range(6) if fits(hex, turn, sides)), seed, "rotation", n)
        board += (Tile(hex, *place, turns[0]),)
    return board


def picker(first: Seat, seats: int, picks: int) -> Seat:
    """Return whose pick it is: from the last player to the first and back again (G10, G13)."""
    lap, nth = divmod(picks, seats)
    return (first + (nth if lap % 2 else seats - 1 - nth)) % seats


# --- what happened ---------------------------------------------------------------------------------


def story(state: State) -> tuple[tuple[Seat, Turn], ...]:
    """Return the latest turn of every seat, oldest first; one under way replaces its player's last."""
    acted = state.phase == "over" or not state.now.still
    made = sum(map(len, state.hands)) if state.phase == "draft" else HAND[state.seats] * state.seats
    picked = {picker(state.first, state.seats, n): n for n in range(made)}
    turns = []
    for n in range(acted, state.seats + acted):
        seat = (state.seat + n) % state.seats
        turn = state.turns[seat] if seat != state.seat or state.now.still else state.now
        turns += [(seat, turn)] if turn else []
    return tuple(sorted(turns, key=lambda told: picked[told[0]] if told[1].took else made))
