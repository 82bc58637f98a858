"""A seat whose person wants to be forgotten: nobody's, and played by the house to the end."""

from bot.tables.keeper import looking_again
from bot.tables.records import Event
from bot.tables.seating import Seating


class Handing(Seating):
    """Lets seats be nobody's."""

    @looking_again
    async def hand_to_nobody(self, table_id: int, user: int, new: int) -> None:
        """Put a number that leads to nobody in the place of somebody who has left, in one unit."""
        async with self._at(table_id) as live:
            seat = live.table.seat_of(user)
            if seat is None or live.table.over:
                return
            row, now = live.table.last_row, int(self._now())
            handed = Event("substitute", seat, row, str(new), now)
            await self._hand(live, handed, Event("leave", seat, row, "", now))
            await self._settle_and_tell(live)
