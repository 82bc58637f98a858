"""The clocks of tables: wound with the pauses of the people there, stored, and read with every table."""

from collections.abc import Callable
from dataclasses import replace

from bot.domain.clocks import SeatPauses, after_row, anew, settled
from bot.domain.entities import LogRow, StoredTimes, TableRecord, TableVersion
from bot.domain.pace import timing_of, write_clocks
from bot.domain.pauses import pauses_of_settings
from bot.domain.table import Table
from bot.service.pending_answers import Advance, due_at
from bot.storage.clocks import ClockStore
from bot.storage.settings import SettingsStore


class TableClocks:
    """Winds and stores the clocks of tables."""

    def __init__(self, clocks: ClockStore, settings: SettingsStore, now: Callable[[], float]) -> None:
        self._clocks = clocks
        self._settings = settings
        self.now = now

    async def pauses(self, table: Table, now: float) -> SeatPauses:
        """Return when the clocks of a table's people stand still; those of a live game never do."""
        if not table.timing.slow:
            return {}
        people = [seat for seat in range(len(table.users)) if table.has_clock(seat)]
        users = [table.users[seat] for seat in people]
        chosen, aways = await self._settings.users_settings(users), await self._clocks.aways(users, int(now))
        return {
            seat: pauses_of_settings(chosen[table.users[seat]], aways[table.users[seat]]) for seat in people
        }

    async def after_row(self, before: Table, after: Table, row: LogRow, now: float) -> Table:
        """Return a table after a row, with its clocks."""
        if not after.timing.pace:
            return after
        pauses = await self.pauses(after, now)
        return replace(after, timing=after_row(before, after, row, int(now), pauses))

    async def restarted(self, table: Table, now: float, *, whole: bool = False) -> Table:
        """Return a table whose clocks run as they must; `whole`: who is asked has their whole time."""
        if not table.timing.pace:
            return table
        wind = anew if whole else settled
        return replace(table, timing=wind(table, int(now), await self.pauses(table, now)))

    async def turn(self, table: Table, kept: Advance, version: int) -> int:
        """Store other clocks of a table that is still the one of this version; return its new version."""
        return await self._clocks.turn_clocks(table.id, times_of(table, kept, self.now()), version)

    async def store_times(self, table: Table, kept: Advance, version: int) -> None:
        """Store when a table must be looked at again."""
        await self._clocks.set_times(table.id, times_of(table, kept, self.now()), version)


def with_stored_clocks(table: Table, stored: TableRecord | TableVersion) -> Table:
    """Return a table with its clocks as they are stored."""
    return replace(table, timing=timing_of(stored.pace, stored.clocks, stored.stilled, len(table.users)))


def times_of(table: Table, kept: Advance, now: float) -> StoredTimes:
    """Return what is stored of a table's time: when it must be looked at, and its clocks."""
    timing = table.timing
    asked = (missing.due(timing.stilled) for missing in table.beside.missing)
    moments = [at for at in (due_at(table, kept, now), timing.next_look(), *asked) if at is not None]
    due = min(moments) - timing.stilled if moments and not table.over else None
    return StoredTimes(due, write_clocks(timing.clocks), timing.pace) if timing.pace else StoredTimes(due)
