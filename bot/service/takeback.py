"""Taking a move back: at once, or when those have allowed it whose question opened by it."""

from bot.base.errors import Refused, StaleQuestion
from bot.domain.entities import NewRow
from bot.domain.table import Table
from bot.service.conflicts import retry_on_conflict
from bot.service.held_table import HeldTable
from bot.service.repository import TableRepository
from games.core import Text

LONGEST_LOG = 3000  # rows: ten times a long game; whenever a game is looked at anew its log is played again
NOTHING_BACK = Text("There is nothing that you could take back now.")
TOO_OFTEN = Text(
    "So much has been taken back or chosen anew in this game that every move counts from now on."
)
ASKED = Text("You have asked already, and the answer was no.")


class TakebackService:
    """What people can do about a move that was made."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    @retry_on_conflict
    async def take_back(self, table_id: int, user: int, to: int, interaction: int) -> Table:
        """Return to the row that was on the screen; ask those first who have been asked by the move."""
        async with self._tables.hold(table_id) as held:
            seat = held.table.played_seat(user)
            row = held.table.takebacks.way_back(seat)
            if row is None:
                raise Refused(NOTHING_BACK)
            if to != row:
                raise StaleQuestion
            check_not_too_long(held)
            if not held.table.takebacks.consenting(seat):
                await held.append(NewRow("back", seat, str(row)), interaction)
            elif held.table.beside.denied == held.table.last_row:
                raise Refused(ASKED)
            elif held.table.takebacks.request() is None:
                await held.note("ask", seat, interaction, str(row))
            await held.settle_and_tell()
        return held.table

    @retry_on_conflict
    async def answer(self, table_id: int, user: int, row: int, *, yes: bool, interaction: int) -> Table:
        """Answer someone who asks for a take-back; when all have allowed it, it is done."""
        async with self._tables.hold(table_id) as held:
            seat, request = held.table.own_seat(user), held.table.takebacks.request()
            if request is None or request.row != row or seat not in held.table.takebacks.asked_to_allow():
                raise StaleQuestion
            await held.note("allow" if yes else "deny", seat, interaction)
            await held.settle_and_tell()
        return held.table


def check_not_too_long(held: HeldTable) -> None:
    """Refuse what would make a log ever longer: a game ends, taking back does not."""
    if held.table.last_row >= LONGEST_LOG:
        raise Refused(TOO_OFTEN)
