"""The last word before a stop, at the tables where people sit right now: nothing is lost, no clock runs."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence

from bot.delivery.board import Board
from bot.delivery.presence import Presence
from bot.delivery.reach import ServerReach
from bot.service.services import Services
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.board import table_screen

log = logging.getLogger(__name__)

LIVELY = 15 * 60.0  # seconds since somebody's last press after which nobody watches a table for the next move
MAX_TABLES_TOLD = 100  # tables that are told: Discord takes fifty requests a second
IN_TIME = 4.0  # seconds for all of them: a stop must not take long


class ShutdownNotice:
    """Says at lively tables that the bot is back in a moment."""

    def __init__(
        self, services: Services, store: MessageStore, board: Board, presence: Presence, reach: ServerReach
    ) -> None:
        self._tables = services.tables
        self._store = store
        self._board = board
        self._presence = presence
        self._reach = reach

    async def say(self) -> None:
        """Tell them all at once, as far as that is possible in a moment."""
        await say_back_soon(self._presence.lively(LIVELY), self._say_at)

    async def _say_at(self, table_id: int) -> None:
        """Say it in a board's message; the next start shows the table without the word."""
        saved = await self._tables.saved(table_id)
        if saved.phase != "play" or saved.silenced or not saved.message or not self._reach.is_ours(saved):
            return
        screen = table_screen(await self._tables.table(table_id), words(saved.locale), paused=True)
        await self._store.untell(table_id)
        await self._board.edit_text(saved, screen)


async def say_back_soon(tables: Sequence[int], say: Callable[[int], Awaitable[None]]) -> None:
    """Tell some tables, all at once, as far as that is possible in a moment; failing does no harm."""
    tasks = [asyncio.ensure_future(say(table_id)) for table_id in tables[-MAX_TABLES_TOLD:]]
    if not tasks:
        return
    done, late = await asyncio.wait(tasks, timeout=IN_TIME)
    for task in late:
        task.cancel()
    failed = [task for task in done if task.exception() is not None]
    if late or failed:
        log.info(
            "%s of %s tables were not told that we are back in a moment", len(late) + len(failed), len(tasks)
        )
