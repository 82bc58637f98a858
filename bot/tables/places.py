"""Where a table stands: a lobby may move from its channel into a thread of its own."""

from bot.errors import GONE, Refused
from bot.tables.caretaker import Caretaker
from bot.tables.keeper import looking_again
from bot.tables.records import Saved
from games.core import Text

STARTED = Text("This game has started already.")


class Places(Caretaker):
    """What people can do about the place of a table."""

    @looking_again
    async def move_lobby(self, table_id: int, channel: int, home: int) -> None:
        """Let a lobby go on in a thread of the channel where it was opened."""
        async with self._lock(table_id):
            saved = await self._saved_lobby(table_id)
            await self._store.move_lobby(table_id, channel, home, saved.version)
        self._tell(table_id)

    async def _saved_lobby(self, table_id: int) -> Saved:
        saved = await self.saved(table_id)
        if saved.phase != "lobby":
            raise Refused(STARTED if saved.phase == "play" else GONE)
        return saved
