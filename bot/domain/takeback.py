"""Take-backs: what a seat may take back, and who must allow it; pure."""

from typing import TYPE_CHECKING

from bot.domain.agreements import TakeBackRequest
from games.core import Seat

if TYPE_CHECKING:
    from bot.domain.table import Ply, Table


class Takebacks:
    """The take-backs of one table."""

    __slots__ = ("_table",)

    def __init__(self, table: "Table") -> None:
        self._table = table

    def last_own(self, seat: Seat) -> "Ply | None":
        """Return the move that a take-back by this seat would undo, if it may take back."""
        if self._table.over:
            return None
        for ply in self._table.line[::-1]:
            stands = ply.by in ("clock", "computer")  # made for somebody, and not theirs to take back
            if ply.shown or stands or (ply.by != "house" and ply.seat != seat):
                return None
            if ply.by != "house":
                return ply
        return None

    def way_back(self, seat: Seat) -> int | None:
        """Return the row that a take-back by this seat would return to, if it may take back."""
        ply = self.last_own(seat)
        return ply.back_to if ply else None

    def consenting(self, seat: Seat) -> tuple[Seat, ...]:
        """Return who must allow a take-back by this seat: those whose question has opened by the move."""
        ply = self.last_own(seat)
        if ply is None:
            return ()
        people = set(self._table.attendance.present())
        return tuple(
            s for s in self._table.awaited() if s != seat and s in people and self._table.opened[s] >= ply.row
        )

    def request(self) -> TakeBackRequest | None:
        """Return the take-back that somebody asks for; any further row withdraws it."""
        request = self._table.beside.request
        return request if request and request.row == self._table.last_row and not self._table.over else None

    def asked_to_allow(self) -> tuple[Seat, ...]:
        """Return those who have not yet said whether they allow a take-back."""
        request = self.request()
        if request is None:
            return ()
        return tuple(seat for seat in self.consenting(request.seat) if seat not in request.allowed)
