"""Rate limit: what one person may put before everybody in a channel, counted in every process."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from bot.base.errors import Refused
from bot.storage.channel_limits import OPENED, SHARED, ChannelLimitStore, Rate
from games.core import Text

TOO_MUCH_SHOWN = Text("You have just shown something to everybody in this channel. Please wait a minute.")
TOO_MUCH_OPENED = Text("You have opened many tables in this channel just now. Please wait a minute.")


class Limited(Refused):
    """Somebody has put too much before everybody in too short a time."""


class ChannelLimitsService:
    """Counts what people put before everybody: a list, a film or a table a minute, and new tables."""

    def __init__(self, store: ChannelLimitStore) -> None:
        self._store = store

    def showing(self, user: int, channel: int) -> AbstractAsyncContextManager[None]:
        """Count a list, a moving picture or a table that is posted again, unless it comes to nothing."""
        return self._counted(user, channel, SHARED, TOO_MUCH_SHOWN)

    def opening(self, user: int, channel: int) -> AbstractAsyncContextManager[None]:
        """Count a table that is opened, unless it comes to nothing."""
        return self._counted(user, channel, OPENED, TOO_MUCH_OPENED)

    @asynccontextmanager
    async def _counted(self, user: int, channel: int, rate: Rate, too_much: Text) -> AsyncIterator[None]:
        if not await self._store.take(user, channel, rate):
            raise Limited(too_much)
        try:
            yield
        except BaseException:
            await self._store.give_back(user, channel, rate)
            raise
