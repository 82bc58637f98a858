"""Showing tables on Discord: one edit in flight a table, the newest wins, nothing is owed to a crash."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import aiohttp
import discord

from bot.base import metrics
from bot.base.errors import Refused, StoreTrouble
from bot.base.logs import reason
from bot.base.references import Command
from bot.delivery.background import KeyedTasks
from bot.delivery.debounce import Debouncer
from bot.delivery.game_publisher import GamePublisher
from bot.delivery.lobby import LobbyPublisher
from bot.delivery.panels import Panels
from bot.delivery.presence import Presence
from bot.delivery.reach import ServerReach
from bot.delivery.request_budget import Priority, RequestBudget
from bot.delivery.retry_queue import RetryQueue
from bot.delivery.silenced import SilencedChannels, is_forbidden
from bot.delivery.table_messages import TableMessages
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.service.services import Services
from games.core import Text

log = logging.getLogger(__name__)

CANNOT_POST = Text(
    "I cannot post the table in this channel now. The game goes on in your panel: {hand}",
    hand=Command("hand"),
)
CLOSE_SECONDS = 5.0  # that edits under way have to finish when the bot stops


class Waiting(NamedTuple):
    """What keeps a table from being shown at once: it may wait, it failed, or nobody may write there."""

    debouncer: Debouncer
    retries: RetryQueue
    silenced: SilencedChannels
    presence: Presence

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self.retries.forget(table_id)
        self.debouncer.forget(table_id)
        self.silenced.forget(table_id)


class Publisher:
    """Shows each table that has changed, in its own time; tells the panels of it at once."""

    def __init__(
        self,
        services: Services,
        messages: TableMessages,
        lobbies: LobbyPublisher,
        games: GamePublisher,
        panels: Panels,
        reach: ServerReach,
        budget: RequestBudget,
        waiting: Waiting,
    ) -> None:
        self._services, self._tables = services, services.tables
        self._messages = messages
        self._lobbies = lobbies
        self._games = games
        self._panels = panels
        self._reach = reach
        self._budget = budget
        self._waiting = waiting
        self._wanted: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._in_line: set[int] = set()  # tables whose board waits for the request budget
        self._ahead, self._beside = KeyedTasks(), KeyedTasks()
        self._closing = False

    # --- when ---

    def changed(self, table_id: int) -> None:
        """Show a table's newest state as soon as the edit under way is done; its panels do not wait."""
        self._wanted.add(table_id)
        if table_id in self._in_line:  # its board waits for the request budget
            self._ahead.start(table_id, self._tell_ahead(table_id))
        if self._closing or self._waiting.debouncer.holds(table_id):
            return
        if table_id in self._running:  # its board may wait for a rate limit of the channel
            self._beside.start(("panels", table_id), self._bring_panels_up_to_date(table_id))
        else:
            self._running[table_id] = asyncio.create_task(self._run(table_id))

    def in_hand(self, table_id: int) -> bool:
        """Say whether a table is being shown, or will be tried again anyway."""
        waits = table_id in self._waiting.retries or table_id in self._waiting.debouncer
        return waits or table_id in self._running

    def pressed(self, table_id: int, user: int) -> None:
        """Remember that somebody is plainly there; a table that could not be shown is tried again at once."""
        self._waiting.presence.pressed(table_id, user)
        if table_id in self._waiting.retries:
            self.changed(table_id)

    async def is_silenced(self, table_id: int) -> bool:
        """Say whether we may not write in a table's channel any more; a press tries again."""
        if silenced := await self._waiting.silenced.has(table_id):
            self.changed(table_id)
        return silenced

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._wanted and not self._waiting.debouncer.holds(table_id):
                async with self._turn(table_id):  # what changes until then is shown with it
                    self._wanted.discard(table_id)
                    await self._publish_safely(table_id)
        finally:
            self._running.pop(table_id, None)

    @asynccontextmanager
    async def _turn(self, table_id: int) -> AsyncIterator[None]:
        """Wait until Discord takes one more board; if that lasts, panels and calls go ahead of it."""
        if self._budget.is_short():
            self._in_line.add(table_id)
            self._ahead.start(table_id, self._tell_ahead(table_id))
        try:
            async with self._budget.turn(Priority.BOARD):
                self._in_line.discard(table_id)
                if telling := self._ahead.tasks.get(table_id):
                    await asyncio.wait([telling])
                yield
        finally:
            self._in_line.discard(table_id)

    async def _tell_ahead(self, table_id: int) -> None:
        """Let panels and calls not wait for a board whose turn comes late; what fails here fails with it."""
        with suppress(
            Refused, StoreTrouble, discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError
        ):
            saved = await self._tables.saved(table_id)
            if saved.phase != "play" or saved.silenced or not saved.message or saved.at_home:
                return
            table = await self._tables.table(table_id)
            self._panels.changed(table, has_dms=saved.has_dms)
            if self._reach.is_ours(saved) and self._reach.is_member(saved):
                await self._messages.calls.call(saved, table, ahead=True)

    # --- what ---

    async def _publish_safely(self, table_id: int) -> None:
        try:
            await self._publish(table_id)
        except Refused:
            self._messages.board.forget(table_id)
            self._waiting.retries.forget(table_id)
        except Exception as error:
            self._messages.board.forget(table_id)
            self._waiting.debouncer.forget(table_id)  # what could not be shown is owed at once
            await self._not_shown(table_id, error)
        else:
            self._waiting.retries.worked(table_id)

    async def _not_shown(self, table_id: int, error: Exception) -> None:
        """Try again later, unless we may not write there any more."""
        metrics.failed(error)
        retries = self._waiting.retries
        if is_forbidden(error):
            log.warning("table %s: may not write in its channel any more\n%s", table_id, error)
            retries.forget(table_id)
            self._messages.calls.forget(table_id)
            await self._waiting.silenced.add(table_id)
            return
        if table_id not in retries:
            why = str(error) if isinstance(error, StoreTrouble) else reason(error)
            log.warning("table %s was not shown; it is tried again until it is: %s", table_id, why)
        retries.failed(table_id)

    async def _publish(self, table_id: int) -> None:
        saved = await self._tables.saved(table_id)
        if not self._reach.is_ours(saved):
            await self._bring_own_panels_up_to_date(saved)
            return
        if not saved.at_home and not self._reach.is_member(saved):
            await self._waiting.silenced.add(table_id)  # not in this server any more: left alone
            return
        if saved.silenced:  # somebody is there again: perhaps we may write again
            await self._waiting.silenced.remove(table_id)
        match saved.phase:
            case "lobby":
                await self._lobbies.show(saved)
            case "play" | "done":
                await self._publish_game(saved, await self._tables.table(table_id))
            case "gone":
                await self._lobbies.show_gone(saved)
                await self._games.leave_thread(saved)
                self._forget(table_id)
                await self._lobbies.note_shown(saved)

    async def _publish_game(self, saved: TableRecord, table: Table) -> None:
        if saved.at_home:
            await self._games.show_in_dm(saved, table)
        elif await self._games.show(saved, table):
            self._waiting.debouncer.shown(table)
            self._wanted.add(saved.id)
            return
        else:
            self._waiting.debouncer.shown(table)
        if table.over:
            self._forget(saved.id)

    async def _bring_panels_up_to_date(self, table_id: int) -> None:
        """Tell the panels of a table what has happened while an older state of it is still being shown."""
        saved = await self._tables.saved(table_id)
        if saved.phase in ("play", "done"):
            self._panels.changed(await self._tables.table(table_id), has_dms=saved.has_dms)

    async def _bring_own_panels_up_to_date(self, saved: TableRecord) -> None:
        """Another process shows this table; only its panels may be ours."""
        if saved.phase not in ("play", "done") or not await self._panels.has_any(saved.id):
            return
        table = await self._tables.table(saved.id)
        self._panels.changed(table)
        if table.over:
            self._forget(saved.id)

    def _forget(self, table_id: int) -> None:
        """Keep memory flat: a finished game is read from its log again when someone asks."""
        self._waiting.forget(table_id)
        self._panels.forget(table_id)
        self._lobbies.forget(table_id)
        self._games.forget(table_id)
        self._tables.forget(table_id)

    # --- what the handlers ask for ---

    async def move_in(self, saved: TableRecord, name: str) -> TableRecord:
        """Let a lobby go on in a thread that hangs on its message; return where it is now."""
        thread = await self._messages.threads.open(saved.guild, saved.channel, saved.message, name)
        self._messages.board.forget(saved.id)
        await self._services.threads.move_lobby(saved.id, thread, saved.channel)
        while running := self._running.get(saved.id):
            await asyncio.wait([running])
        moved = await self._tables.saved(saved.id)
        self._messages.threads.bring(moved, moved.users)
        return moved

    async def repost(self, table_id: int) -> None:
        """Post the table again at the bottom of its channel; say so when that cannot be done."""
        before = await self._tables.saved(table_id)
        if before.phase == "aside":
            await self._tables.table(table_id)  # it may have been mended
            before = await self._tables.saved(table_id)
        self._messages.board.anew(table_id)
        self._waiting.debouncer.forget(table_id)
        self.changed(table_id)
        await asyncio.wait([self._running[table_id]])
        if (await self._tables.saved(table_id)).message == before.message:
            raise Refused(CANNOT_POST)

    async def close(self) -> None:
        """Finish the edits under way, as far as that is possible soon; the next start shows the rest."""
        for table_id in self._waiting.debouncer.close():
            self.changed(table_id)
        self._closing = True
        self._waiting.retries.close()
        self._ahead.close()
        self._messages.close()
        self._beside.close()
        await self._panels.close()
        tasks = list(self._running.values())
        await asyncio.wait(tasks, timeout=CLOSE_SECONDS) if tasks else None
        for task in tasks:
            task.cancel()
