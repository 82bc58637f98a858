"""How people wish to be called: in the channel, by DM or not at all; and not in quiet hours or while away."""

import asyncio
from collections.abc import Container, Iterable, Mapping
from typing import NamedTuple

import discord

from bot.base import timers
from bot.delivery.background import KeyedTasks
from bot.delivery.board import BOARD_REQUEST_TIMEOUT
from bot.delivery.dms import DMS_CLOSED_CODES, TOO_FAST
from bot.domain.entities import TableRecord
from bot.domain.pauses import Pauses, away_until, pauses_of_settings, silent_until
from bot.domain.table import Table
from bot.storage.clocks import ClockStore
from bot.storage.settings import SettingsStore
from bot.text.words import words
from bot.views.calls import in_dm_screen
from games.core import Seat

UNREACHABLE = {*DMS_CLOSED_CODES, TOO_FAST, 10013, 50033}  # their DMs are closed, or the account is no more


class CallPreference(NamedTuple):
    """How somebody wishes to be called."""

    how: str = "channel"  # one of chosen.NOTICES
    wait: float = 0.0  # seconds for which they are to be left alone
    locale: str = ""


class CallRouter:
    """Calls people as they wish; what was sent to their DMs is taken away when it is of no use any more."""

    def __init__(self, client: discord.Client, settings: SettingsStore, clocks: ClockStore) -> None:
        self._client = client
        self._settings, self._clocks = settings, clocks
        self._errands = KeyedTasks()
        self._sent: dict[tuple[int, Seat], discord.Message] = {}

    async def wishes(self, table: Table, seats: Iterable[Seat]) -> dict[Seat, CallPreference]:
        """Return how some people wish to be called, and for how long they are to be left alone."""
        users, now = {seat: table.users[seat] for seat in seats}, timers.now()
        if not users:
            return {}
        chosen = await self._settings.users_settings(users.values())
        aways = await self._clocks.aways(users.values(), int(now))
        wishes = {}
        for seat, user in users.items():
            until = silent_until(pauses_of_settings(chosen[user], aways[user]), int(now))
            wait = until - now if until > int(now) else 0.0
            wishes[seat] = CallPreference(chosen[user].notices, wait, chosen[user].locale)
        return wishes

    async def away_now(self, table: Table) -> dict[Seat, int]:
        """Return who at a table is away, and until when."""
        if table.over:
            return {}
        now = int(timers.now())
        aways = await self._clocks.aways(table.users, now)
        found = {seat: away_until(Pauses(aways[user]), now) for seat, user in enumerate(table.users)}
        return {seat: until for seat, until in found.items() if until}

    async def call_by_dm(
        self, saved: TableRecord, table: Table, wanted: Mapping[Seat, CallPreference], nonce: str
    ) -> list[Seat]:
        """Call those by DM who wish it; return who is to be mentioned in the channel."""
        return [
            seat
            for seat, wish in wanted.items()
            if wish.how == "channel"
            or (wish.how == "dm" and not await self._sent_home(saved, table, seat, wish, nonce))
        ]

    async def _sent_home(
        self, saved: TableRecord, table: Table, seat: Seat, wish: CallPreference, nonce: str
    ) -> bool:
        """Send a word to somebody's DMs; False when these are closed."""
        screen = in_dm_screen(saved, table, words(wish.locale or saved.locale))
        try:
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                channel = await self._client.create_dm(discord.Object(table.users[seat]))
                sent = await channel.send(view=screen.view, nonce=nonce)
        except discord.HTTPException as error:
            if error.code not in UNREACHABLE and error.status != 403:
                raise
            return False
        self._take_away((table.id, seat), sent)
        if not table.over:  # how it ended is told for good
            self._sent[table.id, seat] = sent
        return True

    def delete_old_calls(self, table_id: int, called: Container[Seat] = ()) -> None:
        """Take away what was sent to people who are not called any more."""
        for key in [key for key in self._sent if key[0] == table_id and key[1] not in called]:
            self._take_away(key)

    def _take_away(self, key: tuple[int, Seat], but: discord.Message | None = None) -> None:
        old = self._sent.pop(key, None)
        if old is not None and (but is None or old.id != but.id):
            self._errands.start(("home", key), old.delete())

    def close(self) -> None:
        self._errands.close()
