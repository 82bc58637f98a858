"""Letting people go who want to be forgotten, and the moves of old games."""

from contextlib import suppress

from bot.base.errors import Refused
from bot.base.units import SECONDS_PER_DAY
from bot.domain.privacy import nobody
from bot.service.tables import Tables
from bot.storage.stores import Stores


class Erasure:
    """Does what /privacy promises, and what a host's setting says about old tables."""

    def __init__(self, host: Tables, stores: Stores) -> None:
        self._host = host
        self._stores = stores

    async def forget_person(self, user: int) -> int:
        """Leave every table that is not over, then delete what is stored; return how many were left."""
        new, left = nobody(), 0
        for table_id in await self._stores.privacy.wished_tables(user):
            with suppress(Refused):
                await self._host.withdraw_wish(table_id, user)
        for table_id, phase in await self._stores.seats.open_seats(user):
            left += 1
            try:
                await self._leave(table_id, phase, user, new)
            except Refused:  # it ended in the meantime, or had to be set aside
                continue
        invited, worded = (
            await self._stores.seats.kept_seats(user),
            await self._stores.deals.worded_games(user),
        )
        await self._stores.privacy.forget_user(user, new)
        for table_id in worded:
            self._host.let_word_go(table_id)
        for table_id in invited:
            with suppress(Refused):  # shown once more, without the name
                await self._host.change_lobby(table_id, lambda lobby: lobby)
        return left

    async def _leave(self, table_id: int, phase: str, user: int, new: int) -> None:
        if phase == "lobby":
            await self._host.change_lobby(table_id, lambda lobby: lobby.leave(user))
            return
        table = await self._host.table(table_id)
        if table.seat_of(user) in table.people():
            table = await self._host.resign(table_id, user, None)
        if not table.over:
            heirs = [other for other in (table.users[seat] for seat in table.people()) if other != user]
            await self._stores.seats.pass_host(table_id, user, max(heirs, default=new))
            await self._host.anonymize_seat(table_id, user, new)

    async def forget_old_logs(self, days: int, now: float) -> int:
        """Let the moves of games go that ended so many days ago; return how many. 0 days: keep everything."""
        gone = 0
        while days and (old := await self._stores.privacy.old_tables(int(now) - days * SECONDS_PER_DAY)):
            for table_id in old:
                await self._stores.privacy.forget_log(table_id)
                gone += 1
        return gone
