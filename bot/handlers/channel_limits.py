"""What one person may put before everybody in a channel: a list, film or table a minute, and new tables."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.base.errors import Refused
from bot.storage.channel_limits import OPENED, SHARED, Rate
from bot.storage.stores import Stores
from bot.views.parts.items import Interaction
from games.core import Text

LIMITED = {
    SHARED: Text("You have just shown something to everybody in this channel. Please wait a minute."),
    OPENED: Text("You have opened many tables in this channel just now. Please wait a minute."),
}


class Limited(Refused):
    """Somebody has put too much before everybody in too short a time."""


class ChannelLimiter:
    """Counts what people put before everybody, in every process."""

    def __init__(self, stores: Stores) -> None:
        self._stores = stores

    @asynccontextmanager
    async def counted(self, interaction: Interaction, rate: Rate) -> AsyncIterator[None]:
        """Count what is about to be done, unless it comes to nothing; refuse what is too much."""
        user, channel = interaction.user.id, interaction.channel_id or 0
        if not await self._stores.channel_limits.take(user, channel, rate):
            raise Limited(LIMITED[rate])
        try:
            yield
        except BaseException:
            await self._stores.channel_limits.give_back(user, channel, rate)
            raise
