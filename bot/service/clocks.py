"""Time at the tables: what is done when a clock has something to say, and what people may do to it."""

from contextlib import suppress
from dataclasses import replace

from bot.base.errors import OVER, Refused, StaleQuestion
from bot.domain.clocks import anew, more_time, moved_on, overdue, reminded, retimed, to_remind, woken
from bot.domain.entities import NewRow, StoredTimes, TableRecord
from bot.domain.pace import PACES, Timing
from bot.domain.pauses import NEVER, Pauses
from bot.domain.table import Table
from bot.service.advance_answers import promised
from bot.service.cache import OUTDATED_VERSION, CachedTable
from bot.service.clock_codec import clocks_restarted, pauses_of, times_of
from bot.service.repository import TableRepository, retry_on_conflict
from games.core import Seat, Text

NO_CLOCK = Text("No clock runs for you now.")
ONCE = Text("You have asked for more time already. It is given once a decision.")


class Clocks(TableRepository):
    """Acts when time has run out, exactly once: a row or a version is the fence, whoever is first."""

    @retry_on_conflict
    async def look(self, table_id: int) -> None:
        """Do what is due at a table: promised answers, reminders, moves of those whose time ran out."""
        async with self._at(table_id) as live:
            if live.table.over:
                return
            self._promise(live)
            if live.table.timing.pace and await self._ring(live, await self.saved(table_id)):
                return
            await self._stores.clocks.set_times(table_id, self._times(live.table, live), live.version)

    async def _ring(self, live: CachedTable, saved: TableRecord) -> bool:
        """Act on the clocks of a table; False: nothing had to be told."""
        if saved.silenced:  # nobody can be called there: nobody's time runs out
            live.table = await clocks_restarted(self._stores, live.table, self._now(), whole=True)
            return False
        acted = False
        while late := await self._late(live):
            acted = True
            await self._lapse(live, late[0])
        now = int(self._now())
        if seats := to_remind(live.table.timing, now):
            await self._turn(live, reminded(live.table.timing, seats))
            acted = True
        if acted:
            self._tell(live.table.id)
        return acted

    async def _late(self, live: CachedTable) -> list[Seat]:
        """Return the seats whose time has run out; what was promised in advance is answered anyway."""
        now, pauses = self._now(), await pauses_of(self._stores, live.table, self._now())
        timing = live.table.timing
        for seat in overdue(timing, int(now)):
            timing = woken(moved_on(timing, seat, pauses), seat, pauses)
        live.table = replace(live.table, timing=timing)
        answered = {due.seat for due in promised(live.table, live.advance)}
        return [seat for seat in overdue(timing, int(now)) if seat not in answered]

    async def _lapse(self, live: CachedTable, seat: Seat) -> None:
        """Play the harmless move for somebody whose time has run out."""
        decision = live.table.offer(seat)
        if decision is None or decision.settled:  # clocks and questions are stored together
            raise AssertionError(f"table {live.table.id}: a clock without a question")
        await self._append(live, NewRow("move", seat, decision.idle, by="clock"), version=live.version)
        await self._settle(live)

    async def _turn(self, live: CachedTable, timing: Timing) -> None:
        """Store other clocks, and only then let them be true."""
        table = replace(live.table, timing=timing)
        async with self._or_forgotten(live):
            stored = await self._stores.clocks.turn_clocks(table.id, self._times(table, live), live.version)
        live.replace(table, stored)
        self._plan(live)

    def _times(self, table: Table, live: CachedTable) -> StoredTimes:
        return times_of(table, live.advance, self._now())

    def note_downtime(self) -> None:
        """Read all clocks again: they have stood still, and the database knows for how long."""
        for live in self._live.values():
            live.version = OUTDATED_VERSION

    # --- what people do ---

    @retry_on_conflict
    async def more_time(self, table_id: int, user: int, stamp: str, interaction: int) -> Table:
        """Double what is left for the question on the screen, once."""
        async with self._at(table_id) as live:
            seat = live.table.own_seat(user)
            if live.table.stamp(seat) != stamp:
                raise StaleQuestion
            clock = live.table.timing.clock(seat)
            if not clock.runs or clock.extra:
                raise Refused(ONCE if clock.runs else NO_CLOCK)
            pauses = await pauses_of(self._stores, live.table, self._now())
            timing = more_time(live.table.timing, seat, int(self._now()), pauses.get(seat, NEVER))
            await self._note(live, "time", seat, interaction, timing=timing)
        self._tell(table_id)
        return live.table

    @retry_on_conflict
    async def vote_for_pace(self, table_id: int, user: int, pace: str, interaction: int) -> Table:
        """Wish for another pace, or agree to one: all must. To wish for the present one ends the matter."""
        async with self._at(table_id) as live:
            if live.table.over:
                raise Refused(OVER)
            if pace not in PACES:
                raise Refused(Text("This game has no such option."))
            seat = live.table.own_seat(user)
            wishes, now = dict(live.table.beside.paces), live.table.timing.pace
            if pace == now and wishes:
                await self._note(live, "paced", seat, interaction, pace)
            elif pace not in (now, wishes.get(seat)):
                await self._note(live, "pace", seat, interaction, pace)
            if (agreed := live.table.agreed_pace()) is not None:
                await self._set_pace(live, agreed)
        self._tell(table_id)
        return live.table

    async def _set_pace(self, live: CachedTable, pace: str) -> None:
        pauses = await pauses_of(self._stores, live.table, self._now())
        timing = anew(live.table, int(self._now()), pauses, pace)
        await self._note(live, "paced", -1, None, pace, timing)

    async def pauses_changed(self, user: int, before: Pauses, after: Pauses) -> list[int]:
        """Turn the slow clocks of somebody who went away, came back or changed their quiet hours."""
        tables = await self._stores.seats.tables_with(user)
        for table_id, seat in tables:
            with suppress(Refused):  # it ended, or had to be set aside: the clocks of the others are turned
                await self._retime(table_id, seat, before, after)
        return [table_id for table_id, _ in tables]

    @retry_on_conflict
    async def _retime(self, table_id: int, seat: Seat, before: Pauses, after: Pauses) -> None:
        async with self._at(table_id) as live:
            timing = retimed(live.table.timing, seat, int(self._now()), before, after)
            if timing != live.table.timing:
                await self._turn(live, timing)
        self._tell(table_id)
