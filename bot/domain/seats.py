"""Who is there at a table, for whom the house plays, and what the others have said about them; pure."""

from typing import NamedTuple, TypeVar

from bot.domain.agreements import Agreements, MissingQuestion
from bot.domain.computers import is_computer
from bot.domain.entities import LogRow, TableRecord
from bot.domain.kinds import VOTE_KINDS
from games.core import Seat

T = TypeVar("T")
LOST = 2  # decisions lost in a row on time, after which the others are asked what shall happen
Losses = tuple[tuple[int, ...], ...]  # for each seat, the rows of decisions lost in a row on time


class Attendance(NamedTuple):
    """What is known of the people at a table."""

    users: tuple[int, ...]
    beside: Agreements
    lost: Losses
    over: bool

    def played_by_house(self, seat: Seat) -> bool:
        """Say whether the house plays a seat: its person has left for good, or does not answer any more."""
        return seat in self.beside.left or seat in self.beside.absent

    def playing(self) -> tuple[Seat, ...]:
        """Return the seats of computers, and of people who have not left for good."""
        return tuple(seat for seat in range(len(self.users)) if seat not in self.beside.left)

    def people(self) -> tuple[Seat, ...]:
        """Return the seats of people who have not left for good."""
        return tuple(seat for seat in self.playing() if not is_computer(self.users[seat]))

    def goes_on_without(self, seat: Seat) -> bool:
        """Say whether the others can play on: there are two of them, and one is a person."""
        return len(set(self.playing()) - {seat}) > 1 and bool(set(self.people()) - {seat})

    def present(self) -> tuple[Seat, ...]:
        """Return the seats of people who can be asked: no computers, nobody for whom the house plays."""
        return tuple(
            seat
            for seat, user in enumerate(self.users)
            if not is_computer(user) and not self.played_by_house(seat)
        )

    @property
    def resting(self) -> bool:
        """Whether nobody is there to play on with: the house waits until somebody presses something."""
        return not self.present()

    def free(self) -> tuple[Seat, ...]:
        """Return the seats that somebody else may take over."""
        return tuple(seat for seat in range(len(self.users)) if self.played_by_house(seat))

    # --- who does not answer any more ---

    def losses(self, seat: Seat) -> int:
        """Return how many decisions a seat has lost in a row on time, since somebody was last heard of."""
        heard = self.beside.heard_of(seat)
        return sum(row > heard for row in self.lost[seat]) if self.lost else 0

    def vanished(self) -> tuple[Seat, ...]:
        """Return those about whom the others must be asked, and are not yet."""
        known = {missing.seat for missing in self.beside.missing}
        return tuple(s for s in self.present() if s not in known and self.losses(s) >= LOST)

    def missed(self, seat: Seat) -> bool:
        """Say whether it matters that somebody presses something: they count as gone, or are asked about."""
        return seat in self.beside.absent or any(m.seat == seat for m in self.beside.missing)

    def deciding(self, missing: MissingQuestion) -> tuple[Seat, ...]:
        """Return who decides about somebody who does not answer: all who are there and not asked about."""
        asked_about = {other.seat for other in self.beside.missing} | {missing.seat}
        return tuple(seat for seat in self.present() if seat not in asked_about)

    def verdict(self, missing: MissingQuestion) -> str:
        """Return what more than half have decided about somebody; "" while they have not."""
        deciding = self.deciding(missing)
        said = [what for seat, what in missing.votes if seat in deciding]
        return next((what for what in VOTE_KINDS if said.count(what) * 2 > len(deciding)), "")

    def alone(self) -> Seat | None:
        """Return the one person who is still there, if all others have left or do not answer any more."""
        missing = {other.seat for other in self.beside.missing}
        there = [seat for seat in self.present() if seat not in missing]
        computers = any(map(is_computer, self.users))
        return there[0] if len(there) == 1 and not computers and not self.over else None

    def agreed_to_substitute(self) -> bool | None:
        """Say whether somebody may take the seat they want, by the host or more than half; None: not yet."""
        wish, present = self.beside.wish, self.present()
        if wish is None:
            return None
        if wish.granted or len(wish.agreed.intersection(present)) * 2 > len(present):
            return True
        return False if len(wish.refused.intersection(present)) * 2 >= len(present) > 0 else None


def may_close(saved: TableRecord, user: int, enders: str) -> bool:
    """Say whether somebody who is no moderator may close a table: as its server has chosen."""
    match enders:
        case "hosts":
            return user == saved.host and user in saved.users
        case "players":
            return user in saved.users
    return False


def losses_after(lost: Losses, row: LogRow, *, promised: bool) -> Losses:
    """Return the decisions lost in a row on time after one more move; an answer in advance says nothing."""
    if row.by == "clock":
        return put(lost, row.seat, (*lost[row.seat], row.row))
    return lost if promised or row.by != "person" else put(lost, row.seat, ())


def put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return what is known of every seat, with one of them anew."""
    return (*values[:seat], value, *values[seat + 1 :])
