"""Ending early: people vote to stop, give up, or claim a game that all others have walked away from."""

from bot.base.errors import OVER, Refused
from bot.domain.entities import NewRow
from bot.domain.log import is_too_early
from bot.domain.seats import may_close
from bot.domain.table import Table
from bot.service.conflicts import retry_on_conflict
from bot.service.held_table import HeldTable
from bot.service.repository import TableRepository
from bot.service.settings import SettingsCache
from bot.service.settlement import claimed_win
from bot.storage.tables import TableStore
from games.core import Seat, Text

MAY_NOT_END = Text("Only a moderator of this channel can close a table, or whom this server lets do so.")
NOT_ALONE = Text("There are others who play on: nobody can claim the win.")


class AgreementsService:
    """What people can do to end a game before its end."""

    def __init__(self, tables: TableRepository, logs: TableStore, settings: SettingsCache) -> None:
        self._tables = tables
        self._logs = logs
        self._settings = settings

    @retry_on_conflict
    async def vote(self, table_id: int, user: int, *, stop: bool, interaction: int) -> Table:
        """Count a vote to stop, or take it back; more than half end the game without a winner."""
        async with self._tables.hold(table_id) as held:
            seat = held.playing_seat(user)
            if stop != (seat in held.table.wishes.votes()):
                await held.note("stop" if stop else "go", seat, interaction)
            await held.settle_and_tell()
        return held.table

    @retry_on_conflict
    async def resign(self, table_id: int, user: int, interaction: int | None) -> Table:
        """Give up. Of two, the other wins; of more, the others play on and the seat moves idly."""
        async with self._tables.hold(table_id) as held:
            seat = held.playing_seat(user)
            if held.table.attendance.goes_on_without(seat):
                await held.note("leave", seat, interaction)
            else:
                await held.append(await _giving_up(held, seat), interaction)
            await held.settle_and_tell()
        return held.table

    @retry_on_conflict
    async def claim_win(self, table_id: int, user: int, interaction: int) -> Table:
        """Win a game that all others have walked away from."""
        async with self._tables.hold(table_id) as held:
            seat = held.playing_seat(user)
            if held.table.attendance.alone() != seat:
                raise Refused(NOT_ALONE)
            await held.append(await claimed_win(held, seat), interaction)
            await held.settle_and_tell()
        return held.table

    async def too_early(self, table: Table) -> bool:
        """Say whether giving up now would not count: not everyone has had two turns."""
        return is_too_early(await self._logs.log(table.id), len(table.users))

    async def may_close(self, table_id: int, user: int, moderates: int) -> bool:
        """Say whether somebody may close a table; `moderates`: the channel in which they are a moderator."""
        saved = await self._tables.saved(table_id)
        if saved.channel == moderates:
            return True
        return may_close(saved, user, (await self._settings.server(saved.guild)).enders)

    @retry_on_conflict
    async def close_table(
        self, table_id: int, user: int, moderates: int, interaction: int | None = None
    ) -> Table:
        """End a game without a result, as a moderator of its channel or whom its server lets do so."""
        if not await self.may_close(table_id, user, moderates):
            raise Refused(MAY_NOT_END)
        async with self._tables.hold(table_id) as held:
            if held.table.over:
                raise Refused(OVER)
            await held.append(NewRow("end", -1, "close"), interaction)
        self._tables.events.changed(table_id)
        return held.table


async def _giving_up(held: HeldTable, seat: Seat) -> NewRow:
    """Return how a game ends when one of the last two gives up, or the last person."""
    if await held.too_early():
        return NewRow("end", seat, "early")
    others = [other for other in held.table.attendance.playing() if other != seat]
    alone = held.table.beside.left and len(others) == 1
    return NewRow("end", others[0], "alone") if alone else NewRow("end", seat, "resign")
