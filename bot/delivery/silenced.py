"""Channels in which we may not write any more: noted with their tables, until a press tries again."""

import discord

from bot.base import timers
from bot.delivery.dms import DMS_CLOSED_CODES
from bot.service.services import Services
from bot.storage.messages import MessageStore

# Not allowed, no channel, or a thread that is archived or locked: never tried again by ourselves.
SILENCED_CODES = {50001, 50013, 10003, 50083, 160005, *DMS_CLOSED_CODES}


class SilencedChannels:
    """As stored, for the tables at which somebody has pressed something."""

    def __init__(self, services: Services, messages: MessageStore) -> None:
        self._tables = services.tables
        self._messages = messages
        self._known: dict[int, bool] = {}

    async def has(self, table_id: int) -> bool:
        """Say whether we may not write in a table's channel any more; tell other processes to try again."""
        if table_id not in self._known or self._messages.shared:  # another process may know better
            self._known[table_id] = bool((await self._tables.saved(table_id)).silenced)
        if self._known[table_id]:
            self._messages.announce_change(table_id)
        return self._known[table_id]

    async def add(self, table_id: int) -> None:
        """Note that we may not write there from now on."""
        await self._note(table_id, int(timers.now()))

    async def remove(self, table_id: int) -> None:
        """Note that we may write there again, perhaps."""
        await self._note(table_id, 0)

    async def _note(self, table_id: int, at: int) -> None:
        self._known[table_id] = bool(at)
        await self._messages.set_silenced(table_id, at)

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self._known.pop(table_id, None)


def is_forbidden(error: Exception) -> bool:
    """Say whether we may not write there, now and by ourselves ever again."""
    return isinstance(error, discord.HTTPException) and (error.code in SILENCED_CODES or error.status == 403)
