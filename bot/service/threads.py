"""Where a table stands: a lobby may move from its channel into a thread of its own."""

from bot.service.conflicts import retry_on_conflict
from bot.service.repository import TableRepository
from bot.storage.lobby import LobbyStore


class ThreadsService:
    """What people can do about the place of a table."""

    def __init__(self, tables: TableRepository, lobbies: LobbyStore) -> None:
        self._tables = tables
        self._lobbies = lobbies

    @retry_on_conflict
    async def move_lobby(self, table_id: int, channel: int, home: int) -> None:
        """Let a lobby go on in a thread of the channel where it was opened."""
        async with self._tables.hold_lobby(table_id) as saved:
            await self._lobbies.move_lobby(table_id, channel, home, saved.version)
        self._tables.events.changed(table_id)
