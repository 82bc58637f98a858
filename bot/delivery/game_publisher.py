"""Shows a game: its board, then who is called, and at its end the score part by part."""

import asyncio

from bot.base import timers
from bot.delivery.call_routing import CallRouter
from bot.delivery.panels import Panels
from bot.delivery.presence import PRESENT_SECONDS, Presence
from bot.delivery.press_priority import PressPriority
from bot.delivery.silenced import is_forbidden
from bot.delivery.table_messages import TableMessages
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.service.services import Services
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.board import table_pieces, table_screen
from bot.views.parts.player_view import view_of

PARTS = 3  # edits in which the final score is told
SUSPENSE = 1.6  # seconds between them


class GamePublisher:
    """Brings the messages of games up to date; the publisher says when."""

    def __init__(
        self,
        services: Services,
        store: MessageStore,
        messages: TableMessages,
        panels: Panels,
        presence: Presence,
        priority: PressPriority,
        routing: CallRouter,
        suspense: float = SUSPENSE,
    ) -> None:
        self._tables = services.tables
        self._store = store
        self._messages = messages
        self._panels = panels
        self._presence = presence
        self._priority = priority
        self._routing = routing
        self._suspense = suspense
        self._shown: dict[int, int] = {}  # the last row of each table when it was last shown
        self._moved: dict[int, tuple[int, ...]] = {}  # each seat's last move when the table was last shown

    async def show(self, saved: TableRecord, table: Table) -> bool:
        """Show a game as it is; return whether another process may have shown this already, before us."""
        self._panels.changed(table, has_dms=saved.has_dms)
        self._messages.threads.see(saved)
        self._see_who_moved(table)
        if table.over and saved.shown < table.last_row:
            saved = await self._messages.calls.withdraw(saved)  # nobody is called while points are counted
            saved = await self._count(saved, table)
        if saved.shown < self._shown.get(saved.id, 0):  # another process has shown something older since
            self._messages.board.forget(saved.id)
        if await self._messages.position.is_away(saved, table):
            self._messages.board.anew(saved.id)
            self._messages.calls.repost_next_time(saved.id)
        await self._show_and_call(saved, table)
        newest = await self._store.set_shown(saved.id, table.last_row, saved.version)
        self._shown[saved.id] = table.last_row
        if newest != saved.version and self._store.shared:
            return True
        if table.over:
            await self.leave_thread(saved)
        elif saved.shown < 0:  # it has just been dealt
            await self._messages.threads.point(await self._tables.saved(saved.id))
        return False

    async def show_in_dm(self, saved: TableRecord, table: Table) -> None:
        """Show a table in somebody's DMs: the lobby's message is their panel now; nobody is called."""
        if not table.over or saved.shown < table.last_row:
            await self._panels.adopt(table, saved)
        self._panels.changed(table)
        await self._store.set_shown(saved.id, table.last_row, saved.version)

    def _see_who_moved(self, table: Table) -> None:
        """Count a move as a press, also one that was made in another process, or before this one started."""
        before = self._moved.get(table.id, (0,) * len(table.users))
        self._moved[table.id] = table.moved
        for seat, user in enumerate(table.users):
            ago = timers.now() - table.acted[seat]
            if table.moved[seat] > before[seat] and ago < PRESENT_SECONDS:
                self._presence.pressed(table.id, user, max(0.0, ago))

    async def leave_thread(self, saved: TableRecord) -> None:
        """Say in the channel that a table is over, and let its thread rest, unless it has another table."""
        if not saved.home:
            return
        here = await self._tables.table_in(saved.channel)
        if here is None or here.id == saved.id or here.phase not in ("lobby", "play"):
            await self._messages.threads.point(await self._tables.saved(saved.id))
            await self._messages.threads.rest(saved)

    async def _show_and_call(self, saved: TableRecord, table: Table) -> None:
        """Show the table, then call who is awaited: also if the picture cannot be shown just now."""
        trouble: Exception | None = None
        try:
            away = await self._routing.away_now(table) if saved.has_aways else {}
            screen = await self._priority.built(table_pieces(table, words(saved.locale), away=away))
            saved = await self._messages.board.show(saved, screen)
        except Exception as error:
            if is_forbidden(error):
                raise
            trouble = error
        await self._messages.calls.call(saved, table)
        await self._messages.question.show(saved, table)
        if trouble is not None:
            raise trouble

    async def _count(self, saved: TableRecord, table: Table) -> TableRecord:
        """Tell the final score part by part, before the winner is named; return where the table is now."""
        rows = len(view_of(table, None).page.grid)
        for part in range(1, PARTS) if rows > 2 and table.ended is None else ():
            screen = table_screen(table, words(saved.locale), told=round((rows - 1) * part / PARTS))
            saved = await self._messages.board.show(saved, screen)
            await asyncio.sleep(self._suspense)
        return saved

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self._messages.forget(table_id)
        self._presence.forget(table_id)
        self._moved.pop(table_id, None)
        self._shown.pop(table_id, None)
