"""The state of a game: its phases, the turns told, and pure questions about it."""

from typing import Literal, NamedTuple

from games.core import Held, Seat
from games.fast_tuples import once, quick
from games.guilds.board import LETTERS, Board, Guild, Guilds, Place, bits, fits_anywhere
from games.guilds.groups import completing, groups, remembered

TOKENS = 20
TOWERS = 10
START: tuple[Place, ...] = ((0, 0), (1, 0), (0, 1), (1, 1))  # G1: a pair, a triangle, a rhombus
HAND_SIZE = {2: 4, 3: 3, 4: 3}

Phase = Literal["draft", "token", "hex", "tower", "over"]
Ending = Literal["", "tenth", "never", "still"]


@quick
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


NOTHING = Turn()  # yet
TOKEN_ONLY = tuple(Turn(token=guild) for guild in range(3 * len(LETTERS)))  # so far


class Site(NamedTuple):
    """What stands on a guild, in the order it came; a tower has sent all tokens home."""

    tokens: tuple[Seat, ...] = ()
    tower: Seat = -1


@quick
class Family(NamedTuple):
    """What a seat has in the city, as sets of guilds: a guild has two places for tokens (G6)."""

    firsts: Guilds = 0  # where its token came first
    seconds: Guilds = 0
    towers: Guilds = 0

    @property
    def own(self) -> Guilds:
        """The guilds with a token of this seat."""
        return self.firsts | self.seconds

    @property
    def placed(self) -> int:
        return self.firsts.bit_count() + self.seconds.bit_count()


class Kept(NamedTuple):
    """What a game under way consists of. Only the order of the hexes in the box is hidden."""

    component: bool
    first: Seat
    seat: Seat  # whose turn it is
    phase: Phase
    board: Board
    families: tuple[Family, ...]  # one a seat
    hands: tuple[tuple[str, ...], ...]
    pool: tuple[str, ...]  # open hexes of a draft
    box: tuple[Held, ...]
    turns: tuple[Turn | None, ...]  # the latest pick or finished turn of each seat
    now: Turn = NOTHING  # the turn under way
    number: int = 1  # of the turn
    still: int = 0  # turns in a row in which nothing was placed or built
    ending: Ending = ""
    edition: int = 2  # by which the game was begun; 1 judged its end otherwise (G7)


@quick
class State(Kept):
    """A game under way, and what follows from it: a search asks for the same again with every move."""

    def __getstate__(self) -> None:
        """Travel without what is remembered."""

    @property
    def seats(self) -> int:
        return len(self.hands)

    @once
    def mine(self) -> Guilds:
        """The guilds with a token of the seat whose turn it is."""
        return self.families[self.seat].own

    @once
    def room(self) -> Guilds:
        """The guilds where a token may still come (G6: only two tokens or a tower stand in the way)."""
        closed = 0
        for _, seconds, towers in self.families:
            closed |= seconds | towers
        return ~closed & (1 << 3 * len(self.board)) - 1

    @once
    def begun(self) -> Guilds:
        """The guilds where a first token lies."""
        begun = 0
        for firsts, _, _ in self.families:
            begun |= firsts
        return begun

    @once
    def groups(self) -> tuple[Guilds, ...]:
        """The groups with which the seat whose turn it is may build (G4)."""
        mine = self.mine
        return groups(self.board, mine, self.component) if mine.bit_count() > 3 else ()

    @once
    def nearly(self) -> Guilds:
        """The guilds where one more token completes a group of the seat whose turn it is."""
        return completing(self.board, self.mine, self.room, self.component)

    @once
    def lays(self) -> bool:
        """Whether the seat whose turn it is can lay a hex."""
        hand = self.hands[self.seat]
        return bool(hand) and fits_anywhere(self.board, hand)

    @once
    def quiet(self) -> Guilds:
        """The guilds where a token is surely all of this turn, and the next seat has one to put, too."""
        if self.lays or self.groups or not self.tokens_left((self.seat + 1) % len(self.hands)):
            return 0
        return self._harmless() & ~self.nearly

    def _harmless(self) -> Guilds:
        """Return where a token leaves hope in the group that gave hope last (G7), and room for another."""
        group, room = remembered(self.board)[0], self.room
        for seat, (firsts, seconds, _) in enumerate(self.families):
            missing = group & ~(firsts | seconds)
            if not missing & ~room:
                lacks = missing.bit_count() or 1  # while one places so many, everyone else does
                if lacks * len(self.hands) >= room.bit_count() or lacks >= self.tokens_left(seat):
                    return 0
                return room if seat == self.seat else room & ~(missing & self.begun)
        return 0

    @property
    def free_places(self) -> int:
        """How many tokens the city still takes."""
        begun = closed = 0
        for firsts, seconds, towers in self.families:
            begun, closed = begun | firsts, closed | seconds | towers
        return 6 * len(self.board) - 2 * closed.bit_count() - (begun & ~closed).bit_count()

    @property
    def sites(self) -> tuple[Site, ...]:
        """What stands on each guild."""
        tokens, towers = [list[Seat]() for _ in range(3 * len(self.board))], [-1] * 3 * len(self.board)
        firsts, seconds, built = zip(*self.families, strict=True)
        for seat, guilds in (*enumerate(firsts), *enumerate(seconds)):
            for guild in bits(guilds):
                tokens[guild].append(seat)
        for seat, guilds in enumerate(built):
            for guild in bits(guilds):
                towers[guild] = seat
        return tuple(map(Site, map(tuple, tokens), towers))

    def tokens_left(self, seat: Seat) -> int:
        firsts, seconds, _ = self.families[seat]
        return TOKENS - firsts.bit_count() - seconds.bit_count()

    def towers(self, seat: Seat) -> int:
        return self.families[seat].towers.bit_count()


def picker(first: Seat, seats: int, picks: int) -> Seat:
    """Return whose pick it is: from the last player to the first and back again (G10, G13)."""
    lap, nth = divmod(picks, seats)
    return (first + (nth if lap % 2 else seats - 1 - nth)) % seats


def story(state: State) -> tuple[tuple[Seat, Turn], ...]:
    """Return the latest turn of every seat, oldest first; one under way replaces its player's last."""
    acted = state.phase == "over" or not state.now.still
    made = sum(map(len, state.hands)) if state.phase == "draft" else HAND_SIZE[state.seats] * state.seats
    picked = {picker(state.first, state.seats, n): n for n in range(made)}
    turns = []
    for n in range(acted, state.seats + acted):
        seat = (state.seat + n) % state.seats
        turn = state.turns[seat] if seat != state.seat or state.now.still else state.now
        turns += [(seat, turn)] if turn else []
    return tuple(sorted(turns, key=lambda told: picked[told[0]] if told[1].took else made))
