"""What the players of a table want together: to stop it, or to play at another pace; pure."""

from typing import TYPE_CHECKING

from games.core import Seat

if TYPE_CHECKING:
    from bot.domain.table import Table


class Wishes:
    """The wishes of those who are at one table."""

    __slots__ = ("_table",)

    def __init__(self, table: "Table") -> None:
        self._table = table

    def votes(self) -> tuple[Seat, ...]:
        """Return who wants to stop; a vote is dropped when everybody has moved once more."""
        people = self._table.attendance.present()
        return tuple(
            seat
            for seat, row in self._table.beside.votes
            if seat in people and not all(self._table.last_move(other) > row for other in people)
        )

    @property
    def agreed_to_stop(self) -> bool:
        return len(self.votes()) * 2 > len(self._table.attendance.present())

    def wished_pace(self) -> str | None:
        """Return the other pace that somebody wishes for and all must agree to; the last wish counts."""
        present = self._table.attendance.present()
        wishes = [pace for seat, pace in self._table.beside.paces if seat in present]
        other = [pace for pace in wishes if pace != self._table.timing.pace]
        return other[-1] if other and not self._table.over else None

    def agreed_pace(self) -> str | None:
        """Return the pace that everyone at the table wishes for, if it is another one."""
        wished, wishes = self.wished_pace(), dict(self._table.beside.paces)
        present = self._table.attendance.present()
        return wished if all(wishes.get(seat) == wished for seat in present) else None
