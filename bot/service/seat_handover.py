"""A seat whose person wants to be forgotten: nobody's, and played by the house to the end."""

from bot.domain.entities import Event
from bot.service.repository import retry_on_conflict
from bot.service.seats import Seats


class SeatHandover(Seats):
    """Lets seats be nobody's."""

    @retry_on_conflict
    async def anonymize_seat(self, table_id: int, user: int, new: int) -> None:
        """Put a number that leads to nobody in the place of somebody who has left, in one unit."""
        async with self._at(table_id) as live:
            seat = live.table.seat_of(user)
            if seat is None or live.table.over:
                return
            row, now = live.table.last_row, int(self._now())
            handed = Event("substitute", seat, row, str(new), now)
            await self._hand(live, handed, Event("leave", seat, row, "", now))
            await self._settle_and_tell(live)

    @retry_on_conflict
    async def withdraw_wish(self, table_id: int, user: int) -> None:
        """Let somebody's wish for a seat be none: no seat may be given to who wants to be forgotten."""
        async with self._at(table_id) as live:
            wish = live.table.beside.wish
            if wish is not None and wish.user == user and not live.table.over:
                await self._note(live, "declined", -1, None)
                await self._settle_and_tell(live)
