"""Time at the tables: what is done when a clock has something to say, and what people may do to it."""

from collections.abc import Callable
from contextlib import suppress

from bot.base.errors import OVER, Refused
from bot.domain.clocks import anew, more_time, moved_on, overdue, reminded, retimed, to_remind, woken
from bot.domain.entities import NewRow
from bot.domain.pace import PACES
from bot.domain.pauses import (
    AWAY_YEAR_SECONDS,
    NEVER,
    Absence,
    Pauses,
    absence,
    pauses_of_settings,
)
from bot.domain.settings import UserSettings
from bot.domain.table import Table
from bot.service.conflicts import retry_on_conflict
from bot.service.held_table import HeldTable
from bot.service.pending_answers import promised
from bot.service.repository import TableRepository
from bot.storage.clocks import ClockStore
from bot.storage.seats import SeatStore
from bot.storage.settings import SettingsStore
from games.core import Seat, Text

NO_CLOCK = Text("No clock runs for you now.")
ONCE = Text("You have asked for more time already. It is given once a decision.")


class ClocksService:
    """Acts when time has run out, exactly once: a row or a version is the fence, whoever is first."""

    def __init__(
        self,
        tables: TableRepository,
        clocks: ClockStore,
        seats: SeatStore,
        settings: SettingsStore,
        now: Callable[[], float],
    ) -> None:
        self._tables = tables
        self._clocks = clocks
        self._seats = seats
        self._settings = settings
        self._now = now

    async def look(self, table_id: int) -> None:
        """Do what is due at a table by now, also what the others have had their time to decide."""
        await self._settle_about_the_missing(table_id)
        await self._look_at_clocks(table_id)

    @retry_on_conflict
    async def _settle_about_the_missing(self, table_id: int) -> None:
        async with self._tables.hold(table_id) as held:
            if held.table.beside.missing and not held.table.over:
                await held.settle_and_tell()

    @retry_on_conflict
    async def _look_at_clocks(self, table_id: int) -> None:
        """Do what was promised, remind people, and move for those whose time has run out."""
        async with self._tables.hold(table_id) as held:
            if held.table.over:
                return
            held.keep_promises()
            if held.table.timing.pace and await self._ring(held):
                return
            await held.store_times()

    async def _ring(self, held: HeldTable) -> bool:
        """Act on the clocks of a table; False: nothing had to be told."""
        if (await self._tables.saved(held.table.id)).silenced:  # nobody can be called there: no time runs out
            await held.give_whole_time()
            return False
        acted = False
        while late := await self._late(held):
            acted = True
            await _lapse(held, late[0])
        if seats := to_remind(held.table.timing, int(self._now())):
            await held.turn_clocks(reminded(held.table.timing, seats))
            acted = True
        if acted:
            held.tell()
        return acted

    async def _late(self, held: HeldTable) -> list[Seat]:
        """Return the seats whose time has run out; what was promised in advance is answered anyway."""
        now, pauses = self._now(), await held.pauses()
        timing = held.table.timing
        for seat in overdue(timing, int(now)):
            timing = woken(moved_on(timing, seat, pauses), seat, pauses)
        held.advance_clocks(timing)
        answered = {due.seat for due in promised(held.table, held.advance)}
        return [seat for seat in overdue(timing, int(now)) if seat not in answered]

    # --- what people do ---

    @retry_on_conflict
    async def more_time(self, table_id: int, user: int, stamp: str, interaction: int) -> Table:
        """Double what is left for the question on the screen, once."""
        async with self._tables.hold(table_id) as held:
            seat = held.table.own_seat(user)
            held.expect(stamp, seat)
            clock = held.table.timing.clock(seat)
            if not clock.runs or clock.extra:
                raise Refused(ONCE if clock.runs else NO_CLOCK)
            pauses = await held.pauses()
            timing = more_time(held.table.timing, seat, int(self._now()), pauses.get(seat, NEVER))
            await held.note("time", seat, interaction, timing=timing)
        self._tables.events.changed(table_id)
        return held.table

    @retry_on_conflict
    async def vote_for_pace(self, table_id: int, user: int, pace: str, interaction: int) -> Table:
        """Wish for another pace, or agree to one: all must. To wish for the present one ends the matter."""
        async with self._tables.hold(table_id) as held:
            if held.table.over:
                raise Refused(OVER)
            if pace not in PACES:
                raise Refused(Text("This game has no such option."))
            seat = held.table.own_seat(user)
            wishes, now = dict(held.table.beside.paces), held.table.timing.pace
            if pace == now and wishes:
                await held.note("paced", seat, interaction, pace)
            elif pace not in (now, wishes.get(seat)):
                await held.note("pace", seat, interaction, pace)
            if (agreed := held.table.wishes.agreed_pace()) is not None:
                await self._set_pace(held, agreed)
        self._tables.events.changed(table_id)
        return held.table

    async def _set_pace(self, held: HeldTable, pace: str) -> None:
        timing = anew(held.table, int(self._now()), await held.pauses(), pace)
        await held.note("paced", -1, None, pace, timing)

    # --- pauses ---

    async def go_away(self, user: int, days: int) -> Absence:
        """Let somebody be away for some days from now on, in one unit; no days: they are back."""
        now = int(self._now())
        known = await self._clocks.away_of(user, now - AWAY_YEAR_SECONDS)
        wished, settings = absence(known, days, now), await self._settings.user_settings(user)
        await self._clocks.add_aways(user, (*wished.ended, *wished.begun))
        before, after = pauses_of_settings(settings, known), pauses_of_settings(settings, wished.begun)
        await self.pauses_changed(user, before, after)
        return wished

    async def hours_changed(self, user: int, before: UserSettings, after: UserSettings) -> None:
        """Turn the slow clocks of somebody who has other quiet hours now."""
        aways = await self._clocks.away_of(user, int(self._now()))
        await self.pauses_changed(user, pauses_of_settings(before, aways), pauses_of_settings(after, aways))

    async def pauses_changed(self, user: int, before: Pauses, after: Pauses) -> list[int]:
        """Turn the slow clocks of somebody who went away, came back or changed their quiet hours."""
        tables = await self._seats.tables_with(user)
        for table_id, seat in tables:
            with suppress(Refused):  # it ended, or had to be set aside: the clocks of the others are turned
                await self._retime(table_id, seat, before, after)
        return [table_id for table_id, _ in tables]

    @retry_on_conflict
    async def _retime(self, table_id: int, seat: Seat, before: Pauses, after: Pauses) -> None:
        async with self._tables.hold(table_id) as held:
            timing = retimed(held.table.timing, seat, int(self._now()), before, after)
            if timing != held.table.timing:
                await held.turn_clocks(timing)
        self._tables.events.changed(table_id)


async def _lapse(held: HeldTable, seat: Seat) -> None:
    """Play the harmless move for somebody whose time has run out."""
    decision = held.table.offer(seat)
    if decision is None or decision.settled:  # clocks and questions are stored together
        raise AssertionError(f"table {held.table.id}: a clock without a question")
    await held.append(NewRow("move", seat, decision.idle, by="clock"), fenced=True)
    await held.settle()
