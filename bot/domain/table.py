"""A game under way: its log folded into a line of play; pure."""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from bot.base.errors import Refused
from bot.base.references import OnBoard
from bot.domain.agreements import NO_AGREEMENTS, Agreements
from bot.domain.computers import STAND_IN, is_computer, strength_of
from bot.domain.entities import LogRow, NewRow, Result
from bot.domain.fair_deal import FairDeal
from bot.domain.kinds import EndingKind, Mover
from bot.domain.pace import UNTIMED, Timing
from bot.domain.seats import Attendance, Losses
from bot.domain.takeback import Takebacks
from bot.domain.turn_history import Story
from bot.domain.wishes import Wishes
from games.core import Decision, Game, Move, Score, Seat, Seen, Text, places, stamp

AnyGame = Game[Any, Any]

HAS_LEFT = Text("You have left this game. The others play on.")

# How a game may end before its end, and what that means for its seat. Only the first three have a result.
ENDINGS: dict[EndingKind, str] = {
    "resign": "this seat gave up and lost",
    "alone": "all others left: this seat wins",
    "claim": "the others did not come back: this seat has claimed the win",
    "missed": "the others did not come back, before everyone had two turns: nobody wins",
    "early": "this seat gave up before everyone had two turns: nobody wins",
    "stop": "the players agreed to stop",
    "close": "a moderator closed the table",
}


class Ply(NamedTuple):
    """A move in force, and what came before it."""

    row: int
    seat: Seat
    move: Move
    by: Mover
    shown: Seen
    state: Any  # before the move; needed only while it may be taken back
    back_to: int  # the row in force before it


class Undone(NamedTuple):
    """A take-back that others noticed: by whom, and the state that is no more."""

    seat: Seat
    state: Any


@dataclass(frozen=True, slots=True)
class Table:
    """Everything about a game that its log says, and what stands beside the log."""

    id: int
    rules: AnyGame
    users: tuple[int, ...]
    seed: str
    options: tuple[str, ...]
    state: Any
    asked: tuple[Decision, ...]
    opened: tuple[int, ...]  # for each seat, the row after which its question became what it is
    last_row: int = 0
    line: tuple[Ply, ...] = ()  # the moves since the last revelation
    ended: tuple[Seat, EndingKind] | None = None  # a seat that resigned, or -1 for a table that was stopped
    moved_at: int = 0
    in_force: int = 0  # the row of the last move that was not taken back
    moved: tuple[int, ...] = ()  # for each seat, the row of its last own move
    acted: tuple[int, ...] = ()  # and when that was
    lost: Losses = ()  # for each seat, the rows of decisions lost in a row on time
    undone: Undone | None = None  # what the last row took back, if others had been asked by it
    story: Story = ()  # the last turns
    made: int = 0  # moves in force that were not the house's
    counted: tuple[int, ...] = ()  # for each seat, how many there were after the last one of its person
    beside: Agreements = NO_AGREEMENTS
    mark: str = ""  # what was promised of the deal; none: by number and seed alone
    draw: str = ""  # the secret draw of its lobby; none: an older version has opened it
    data: str = ""  # the fingerprint of the data files that it was dealt from
    lapsed: tuple[int, ...] = ()  # for each seat, the row of the last move that the clock made for it
    timing: Timing = UNTIMED
    hints: bool = True  # whether a computer may be asked for one

    def __repr__(self) -> str:
        """Keep hands and the seed out of logs and error texts."""
        return f"Table({self.id}, {self.rules.KEY}, row {self.last_row})"

    def seat_of(self, user: int) -> Seat | None:
        return self.users.index(user) if user in self.users else None

    def own_seat(self, user: int) -> Seat:
        """Return a player's seat; refuse someone who does not play here."""
        seat = self.seat_of(user)
        if seat is None:
            read = OnBoard(Text("Read the table"))
            raise Refused(
                Text("You do not play at this table. [{button}] tells you how it stands.", button=read)
            )
        return seat

    def played_seat(self, user: int) -> Seat:
        """Return the seat of somebody who plays on; who has left knows and does no more than anybody."""
        seat = self.own_seat(user)
        if self.sees_no_more(seat):
            raise Refused(HAS_LEFT)
        return seat

    def eyes_of(self, user: int) -> Seat | None:
        """Return through which seat's eyes somebody sees the game; None: as everybody does."""
        seat = self.seat_of(user)
        return None if seat is None or self.sees_no_more(seat) else seat

    def sees_no_more(self, seat: Seat) -> bool:
        """Say whether what a seat holds is hidden from its own person: they have left, and it goes on."""
        return seat in self.beside.left and not self.over

    @property
    def over(self) -> bool:
        return not self.asked

    def offer(self, seat: Seat) -> Decision | None:
        return next((d for d in self.asked if d.seat == seat), None)

    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats that the game waits for."""
        return tuple(d.seat for d in self.asked if not d.settled)

    def stamp(self, seat: Seat) -> str:
        """Return the mark of the question now put to a seat; "-" if there is none."""
        decision = self.offer(seat)
        return stamp(seat, self.opened[seat], decision) if decision else "-"

    def house_move(self, *, thinks: bool = False) -> tuple[Seat, Move] | None:
        """Return a move that nobody needs to be asked about: a single one that all see, or a free seat's.

        If somebody `thinks` for computers, free seats are theirs; else they move idly.
        """
        for d in self.asked:
            if d.settled:
                continue
            if d.open and len(d.moves) == 1:
                return d.seat, d.moves[0]
            if not thinks and self.player_of(d.seat) and not self.attendance.resting:
                return d.seat, d.idle
        return None

    # --- by subject ---

    @property
    def attendance(self) -> Attendance:
        """Who is there, and for whom the house plays."""
        return Attendance(self.users, self.beside, self.lost, self.over)

    @property
    def takebacks(self) -> Takebacks:
        """What may be taken back, and who must allow it."""
        return Takebacks(self)

    @property
    def wishes(self) -> Wishes:
        """What the players want together: to stop, or another pace."""
        return Wishes(self)

    @property
    def fair_deal(self) -> FairDeal:
        """What proves that the deal was fair."""
        return FairDeal(self)

    # --- computers ---

    def player_of(self, seat: Seat) -> str:
        """Return which computer plays a seat, by its key; "": its person does."""
        if is_computer(self.users[seat]):
            return strength_of(self.users[seat]).key
        return STAND_IN if self.attendance.played_by_house(seat) else ""

    def thinking(self) -> tuple[Seat, ...]:
        """Return the seats that the game waits for and a computer plays; none while a take-back is asked for.

        Nor while nobody is there to play on with.
        """
        if self.takebacks.request() or self.attendance.resting:
            return ()
        return tuple(seat for seat in self.awaited() if self.player_of(seat))

    # --- what stands beside ---

    def with_beside(self, beside: Agreements) -> "Table":
        """Return the table with something else beside its log, and with those who sit there by it."""
        return replace(self, beside=beside, users=beside.users(self.users))

    def last_move(self, seat: Seat) -> int:
        """Return the row of the last move of a seat, also of one that the clock made for it."""
        return max(self.moved[seat], self.lapsed[seat] if self.lapsed else 0)

    def lapses(self) -> tuple[Seat, ...]:
        """Return the seats for which the clock has moved since their last own move."""
        return tuple(seat for seat, row in enumerate(self.lapsed) if row > self.moved[seat])

    def has_clock(self, seat: Seat) -> bool:
        """Say whether time runs for a seat: a person sits there for whom the house does not play."""
        return not is_computer(self.users[seat]) and not self.attendance.played_by_house(seat)

    def scores(self) -> tuple[Score, ...] | None:
        """Return the final scores; None when the table was stopped without a winner."""
        if self.ended is None:
            return tuple(self.rules.score(self.state))
        seat, how = self.ended
        if how not in ("resign", "alone", "claim"):
            return None
        return tuple((int((other == seat) == (how != "resign")),) for other in range(len(self.users)))

    def places(self) -> tuple[int, ...]:
        """Return each seat's place; who was not there at the end comes last, whatever they had. Or none."""
        scores = self.scores()
        if not scores:
            return ()
        # Who gave up gave it to the others.
        gone = self.attendance.free() if self.ended is None else self.beside.left
        return places([(seat not in gone, *score) for seat, score in enumerate(scores)])

    def results(self) -> list[Result] | None:
        """Return what is stored with the last move; None while the game goes on.

        Who has taken a seat over does not answer for it: their last place is no result.
        """
        if not self.over:
            return None
        counted = self.ended is None  # who resigned, and who won by it, has a place and no score
        scores = [
            score if counted and not self.attendance.played_by_house(s) else ()
            for s, score in enumerate(self.scores() or ())
        ]
        results = list(map(Result, self.users, self.places(), scores))
        substitutes = {user for _, user in self.beside.substitutes}
        last = max((result.place for result in results), default=0)
        return [r for r in results if r.user not in substitutes or r.place < max(last, 2)]

    def next(self, deed: NewRow) -> LogRow:
        """Return a deed as the next row of the log."""
        return LogRow(self.last_row + 1, *deed)
