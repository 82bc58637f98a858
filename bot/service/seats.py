"""Who plays a seat: people who vanish and come back, the house in their place, and substitutes."""

from collections.abc import Callable

from bot.base.errors import OVER, Refused
from bot.domain.entities import Event
from bot.domain.kinds import VoteKind
from bot.domain.table import HAS_LEFT, Table
from bot.service.conflicts import retry_on_conflict
from bot.service.repository import TableRepository
from games.core import Seat, Text

STANDS = 3600  # seconds for which one person's wish for a seat keeps another's out
SETTLED = Text("That has been settled in the meantime.")
SAT_HERE = Text("You have sat at this table: who has seen one hand cannot take another.")
PLAYS = Text("You play at this table already.")
TAKEN = Text("This seat is not free any more.")
ASKS = Text("Somebody has asked for a seat already. The players are deciding.")
NOT_ASKED = Text("You are not asked about this.")


class SeatsService:
    """What people can do about seats whose people are gone."""

    def __init__(self, tables: TableRepository, now: Callable[[], float]) -> None:
        self._tables = tables
        self._now = now

    # --- coming back ---

    async def note_visit(self, table_id: int, user: int) -> Table:
        """Return a table to somebody who pressed something there: if they were missed, they are back."""
        table = await self._tables.table(table_id)
        seat = table.seat_of(user)
        if seat is None or table.over or not table.attendance.missed(seat):
            return table
        return await self._come_back(table_id, user)

    @retry_on_conflict
    async def _come_back(self, table_id: int, user: int) -> Table:
        async with self._tables.hold(table_id) as held:
            seat = held.table.seat_of(user)
            if seat is not None and not held.table.over and held.table.attendance.missed(seat):
                await held.note("here", seat, None)
                await held.settle_and_tell()
        return held.table

    @retry_on_conflict
    async def strayed(self, table_id: int, user: int) -> None:
        """Note that somebody is not in the server any more: the house plays for them until they are back."""
        async with self._tables.hold(table_id) as held:
            seat = held.table.seat_of(user)
            if seat in held.table.attendance.present() and not held.table.over:
                await held.note("stray", seat, None)
                await held.settle_and_tell()

    # --- what the others say ---

    @retry_on_conflict
    async def vote_about_missing(
        self, table_id: int, user: int, number: int, what: VoteKind, interaction: int
    ) -> Table:
        """Say what shall happen with somebody who does not answer any more; more than half decide."""
        async with self._tables.hold(table_id) as held:
            seat, missing = held.playing_seat(user), held.table.beside.question(number)
            if missing is None:
                raise Refused(SETTLED)
            if seat not in held.table.attendance.deciding(missing):
                raise Refused(NOT_ASKED)
            if (seat, what) not in missing.votes:
                await held.note(what, seat, interaction, str(number))
            await held.settle_and_tell()
        return held.table

    # --- substitutes ---

    @retry_on_conflict
    async def wish(self, table_id: int, user: int, seat: Seat, interaction: int) -> Table:
        """Ask for a seat whose person is gone; those who still play must agree."""
        async with self._tables.hold(table_id) as held:
            self._check_wish(held.table, user, seat)
            wish = held.table.beside.wish
            if wish is None or (wish.user, wish.seat) != (user, seat):
                await held.note("wish", seat, interaction, str(user))
            await held.settle_and_tell()
        return held.table

    def _check_wish(self, table: Table, user: int, seat: Seat) -> None:
        if table.over:
            raise Refused(OVER)
        if user in table.users:
            raise Refused(HAS_LEFT if table.seat_of(user) in table.beside.left else PLAYS)
        if user in table.beside.former:
            raise Refused(SAT_HERE)
        if seat not in table.attendance.free():
            raise Refused(TAKEN)
        wish = table.beside.wish
        if wish and wish.user != user and self._now() - wish.at < STANDS:
            raise Refused(ASKS)

    @retry_on_conflict
    async def vote_about_substitute(
        self, table_id: int, user: int, number: int, *, yes: bool, interaction: int
    ) -> Table:
        """Say whether somebody may take a seat: the table's host decides alone, of others more than half."""
        async with self._tables.hold(table_id) as held:
            seat, wish = held.playing_seat(user), held.table.beside.wish
            if wish is None or wish.number != number:
                raise Refused(SETTLED)
            hosts = (await self._tables.saved(table_id)).host == user
            await held.note(("grant" if hosts else "agree") if yes else "refuse", seat, interaction)
            await held.settle_and_tell()
        return held.table

    # --- people who want to be forgotten ---

    @retry_on_conflict
    async def anonymize_seat(self, table_id: int, user: int, new: int) -> None:
        """Put a number that leads to nobody in the place of somebody who has left, in one unit."""
        async with self._tables.hold(table_id) as held:
            seat = held.table.seat_of(user)
            if seat is None or held.table.over:
                return
            row, now = held.table.last_row, int(self._now())
            handed = Event("substitute", seat, row, str(new), now)
            await held.hand_over(handed, Event("leave", seat, row, "", now))
            await held.settle_and_tell()

    @retry_on_conflict
    async def withdraw_wish(self, table_id: int, user: int) -> None:
        """Let somebody's wish for a seat be none: no seat may be given to who wants to be forgotten."""
        async with self._tables.hold(table_id) as held:
            wish = held.table.beside.wish
            if wish is not None and wish.user == user and not held.table.over:
                await held.note("declined", -1, None)
                await held.settle_and_tell()
