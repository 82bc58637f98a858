"""Where a table stands: a lobby may move from its channel into a thread of its own."""

from bot.base.errors import TABLE_IS_GONE, Refused
from bot.domain.entities import TableRecord
from bot.service.repository import retry_on_conflict
from bot.service.startup import Startup
from games.core import Text

STARTED = Text("This game has started already.")


class Threads(Startup):
    """What people can do about the place of a table."""

    @retry_on_conflict
    async def move_lobby(self, table_id: int, channel: int, home: int) -> None:
        """Let a lobby go on in a thread of the channel where it was opened."""
        async with self._lock(table_id):
            saved = await self._saved_lobby(table_id)
            await self._stores.lobby.move_lobby(table_id, channel, home, saved.version)
        self._tell(table_id)

    async def _saved_lobby(self, table_id: int) -> TableRecord:
        saved = await self.saved(table_id)
        if saved.phase != "lobby":
            raise Refused(STARTED if saved.phase == "play" else TABLE_IS_GONE)
        return saved
