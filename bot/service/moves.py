"""Moves: a person answers the question that was on the screen, or nothing happens."""

from collections.abc import Callable

from bot.base.errors import Refused
from bot.domain.entities import NewRow
from bot.domain.table import Table
from bot.service.conflicts import retry_on_conflict
from bot.service.repository import TableRepository
from bot.service.takeback import check_not_too_long
from bot.storage.records import RecordStore
from games.core import Move, Seat, Text

NOT_NOW = Text("That choice is not possible now. Please choose again.")

Choice = Callable[[Table, Seat], Move | None]


class MovesService:
    """Lets people answer."""

    def __init__(self, tables: TableRepository, records: RecordStore) -> None:
        self._tables = tables
        self._records = records

    @retry_on_conflict
    async def play(self, table_id: int, user: int, stamp: str, choose: Choice, interaction: int) -> Table:
        """Answer the question that was on the screen, or nothing."""
        async with self._tables.hold(table_id) as held:
            seat = held.table.played_seat(user)
            held.expect(stamp, seat)
            move = choose(held.table, seat)
            decision = held.table.offer(seat)
            if decision is None or move not in decision.moves:
                raise Refused(NOT_NOW)
            if decision.settled:  # another choice, until the others have chosen
                check_not_too_long(held)
            await held.append(NewRow("move", seat, move), interaction)
            await held.settle_and_tell()
        return held.table

    async def is_new_to(self, game: str, user: int) -> bool:
        """Say whether someone has never finished a game of this kind."""
        return not await self._records.games_played(user, game)
