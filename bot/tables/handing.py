"""A seat whose person wants to be forgotten: nobody's, and played by the house to the end."""

from bot.tables.beside import gather
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
            noticed = (await self.saved(table_id)).noticed
            async with self._or_forgotten(live):
                events = (handed, Event("leave", seat, row, "", now))
                stored = await self._store.substitute(table_id, events, noticed, live.version)
            live.moved_on(live.table.with_beside(gather(await self._store.events(table_id))), stored)
            await self._settle_and_tell(live)
