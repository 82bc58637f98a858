"""Letting people go who want to be forgotten, and the moves of old games."""

from contextlib import suppress

from bot.base.errors import Refused
from bot.base.units import SECONDS_PER_DAY
from bot.domain.privacy import nobody
from bot.service.agreements import AgreementsService
from bot.service.deal_words import DealWordsService
from bot.service.lobby import LobbyService
from bot.service.repository import TableRepository
from bot.service.seats import SeatsService
from bot.storage.deals import DealStore
from bot.storage.privacy import PrivacyStore
from bot.storage.seats import SeatStore


class PrivacyService:
    """Does what /privacy promises, and what a host's setting says about old tables."""

    def __init__(
        self,
        tables: TableRepository,
        store: PrivacyStore,
        deals: DealStore,
        seat_store: SeatStore,
        lobby: LobbyService,
        agreements: AgreementsService,
        seats: SeatsService,
        deal_words: DealWordsService,
    ) -> None:
        self._tables = tables
        self._store = store
        self._deals = deals
        self._seat_store = seat_store
        self._lobby = lobby
        self._agreements = agreements
        self._seats = seats
        self._deal_words = deal_words

    async def forget_person(self, user: int) -> int:
        """Leave every table that is not over, then delete what is stored; return how many were left."""
        new, left = nobody(), 0
        for table_id in await self._store.wished_tables(user):
            with suppress(Refused):
                await self._seats.withdraw_wish(table_id, user)
        for table_id, phase in await self._seat_store.open_seats(user):
            left += 1
            try:
                await self._leave(table_id, phase, user, new)
            except Refused:  # it ended in the meantime, or had to be set aside
                continue
        invited, worded = (
            await self._seat_store.kept_seats(user),
            await self._deals.worded_games(user),
        )
        await self._store.forget_user(user, new)
        for table_id in worded:
            self._deal_words.let_word_go(table_id)
        for table_id in invited:
            with suppress(Refused):  # shown once more, without the name
                await self._lobby.change(table_id, lambda lobby: lobby)
        return left

    async def _leave(self, table_id: int, phase: str, user: int, new: int) -> None:
        if phase == "lobby":
            await self._lobby.change(table_id, lambda lobby: lobby.leave(user))
            return
        table = await self._tables.table(table_id)
        if table.seat_of(user) in table.attendance.people():
            table = await self._agreements.resign(table_id, user, None)
        if not table.over:
            heirs = [
                other for other in (table.users[seat] for seat in table.attendance.people()) if other != user
            ]
            await self._seat_store.pass_host(table_id, user, max(heirs, default=new))
            await self._seats.anonymize_seat(table_id, user, new)

    async def forget_old_logs(self, days: int, now: float) -> int:
        """Let the moves of games go that ended so many days ago; return how many. 0 days: keep everything."""
        gone = 0
        while days and (old := await self._store.old_tables(int(now) - days * SECONDS_PER_DAY)):
            for table_id in old:
                await self._store.forget_log(table_id)
                gone += 1
        return gone
