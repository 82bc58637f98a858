"""Showing tables on Discord: one edit in flight a table, the newest wins, nothing is owed to a crash."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

import aiohttp
import discord

from bot.base import metrics, timers
from bot.base.errors import Damaged, Refused, StoreTrouble
from bot.base.logs import reason
from bot.base.shards import EVERYWHERE, Shards
from bot.delivery.background import KeyedTasks
from bot.delivery.board import BOARD_REQUEST_TIMEOUT, Board, channel_of
from bot.delivery.call_routing import CallRouter
from bot.delivery.calls import CallPublisher, only
from bot.delivery.channel_position import ChannelPosition
from bot.delivery.debounce import Debouncer
from bot.delivery.dms import DMS_CLOSED_CODES
from bot.delivery.panels import Panels
from bot.delivery.presence import PRESENT_SECONDS, Presence
from bot.delivery.press_priority import PressPriority
from bot.delivery.request_budget import Priority, RequestBudget, ranked
from bot.delivery.retry_queue import RetryQueue
from bot.delivery.seats import SeatQuestion
from bot.delivery.shutdown_notice import LIVELY, say_back_soon
from bot.delivery.threads import Threads
from bot.domain.entities import TableRecord
from bot.domain.lobby import lobby_of
from bot.domain.table import Table
from bot.service.services import Services
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.board import table_pieces, table_screen
from bot.views.lobby import aside_screen, gone_screen, lobby_screen
from bot.views.parts.player_view import view_of
from games.core import Text

log = logging.getLogger(__name__)

PARTS = 3  # edits in which the final score is told
SUSPENSE = 1.6  # seconds between them
# Not allowed, no channel, or a thread that is archived or locked: never tried again by ourselves.
SILENCED_CODES = {50001, 50013, 10003, 50083, 160005, *DMS_CLOSED_CODES}
CANNOT_POST = Text("I cannot post the table in this channel now. The game goes on in your panel: /hand")


class Publisher:
    """The public messages of all tables; tells the panels when a table has changed."""

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        messages: MessageStore,
        routing: CallRouter,
        panels: Panels,
        board: Board,
        manners: PressPriority,
        mine: Shards = EVERYWHERE,
        budget: RequestBudget | None = None,
    ) -> None:
        self._client = client
        self._mine = mine
        self._budget = budget or RequestBudget(0)
        self._manners = manners
        self._services, self._tables = services, services.tables
        self._messages, self._routing = messages, routing
        self._panels = panels
        self._board = board
        self._presence = Presence()
        self._errands = KeyedTasks()
        self.threads = Threads(client)
        self.scroll = ChannelPosition(client)
        self._notices = CallPublisher(
            client, messages, self._presence, routing, panels.is_open, self.changed, services.seats.strayed
        )
        self._asking = SeatQuestion(client, messages, self._presence, routing)
        self._wanted: set[int] = set()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._in_line: set[int] = set()  # tables whose board waits for the request budget
        self._ahead = KeyedTasks()
        self._trouble = RetryQueue(self.changed)
        self._lull = Debouncer(manners, services.tables.at_hand, self.changed)
        self._silenced: dict[int, bool] = {}  # as stored, for the tables somebody has pressed at
        self._shown: dict[int, int] = {}  # the last row of each table when it was last shown
        self._moved: dict[int, tuple[int, ...]] = {}  # each seat's last move when the table was last shown
        self._closing = False

    # --- publishing ---

    def changed(self, table_id: int) -> None:
        """Show a table's newest state as soon as the edit under way is done; its panels do not wait."""
        self._wanted.add(table_id)
        if table_id in self._in_line:  # its board waits for the request budget
            self._ahead.start(table_id, self._tell_ahead(table_id))
        if self._closing or self._lull.holds(table_id):
            return
        if table_id in self._running:  # its board may wait for a rate limit of the channel
            self._errands.start(("panels", table_id), self._bring_panels_up_to_date(table_id))
        else:
            self._running[table_id] = asyncio.create_task(self._run(table_id))

    def in_hand(self, table_id: int) -> bool:
        """Say whether a table is being shown, or will be tried again anyway."""
        return table_id in self._running or table_id in self._trouble or table_id in self._lull

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._wanted and not self._lull.holds(table_id):
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
            if self._mine.has(saved.guild) and self._client.get_guild(saved.guild) is not None:
                await self._notices.call(saved, table, ahead=True)

    async def _publish_safely(self, table_id: int) -> None:
        try:
            await self._publish(table_id)
        except Refused:
            self._board.forget(table_id)
            self._trouble.forget(table_id)
        except Exception as error:
            self._board.forget(table_id)
            self._lull.forget(table_id)  # what could not be shown is owed at once
            await self._not_shown(table_id, error)
        else:
            self._trouble.worked(table_id)

    async def _not_shown(self, table_id: int, error: Exception) -> None:
        """Try again later, unless we may not write there any more."""
        metrics.failed(error)
        if is_forbidden(error):
            log.warning("table %s: may not write in its channel any more\n%s", table_id, error)
            self._trouble.forget(table_id)
            self._notices.forget(table_id)
            await self._silence(table_id, int(timers.now()))
            return
        if table_id not in self._trouble:
            why = str(error) if isinstance(error, StoreTrouble) else reason(error)
            log.warning("table %s was not shown; it is tried again until it is: %s", table_id, why)
        self._trouble.failed(table_id)

    async def _publish(self, table_id: int) -> None:
        saved = await self._tables.saved(table_id)
        if not self._mine.has(saved.guild):
            await self._bring_own_panels_up_to_date(saved)
            return
        in_reach = saved.at_home or self._client.get_guild(saved.guild) is not None
        if not in_reach:  # we are not in this server any more: left alone
            await self._silence(table_id, int(timers.now()))
            return
        if saved.silenced:  # somebody is there again: perhaps we may write again
            await self._silence(table_id, 0)
        match saved.phase:
            case "lobby":
                screen = lobby_screen(saved, words(saved.locale), timers.now())
                await self.threads.point(await self._board.show(saved, screen))
                await self._messages.set_told(table_id, saved.version)
            case "play" | "done" if saved.at_home:
                await self._publish_at_home(saved, await self._tables.table(table_id))
            case "play" | "done":
                await self._publish_game(saved, await self._tables.table(table_id))
            case "gone":
                if saved.message:
                    await self._board.show(saved, gone_screen(words(saved.locale)))
                    await self._notices.withdraw(saved)
                    await self._asking.withdraw(saved)
                await self._leave_thread(saved)
                self._forget(table_id)
                await self._messages.set_told(table_id, saved.version)

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

    def _see_who_moved(self, table: Table) -> None:
        """Count a move as a press, also one that was made in another process, or before this one started."""
        before = self._moved.get(table.id, (0,) * len(table.users))
        self._moved[table.id] = table.moved
        for seat, user in enumerate(table.users):
            ago = timers.now() - table.acted[seat]
            if table.moved[seat] > before[seat] and ago < PRESENT_SECONDS:
                self._presence.pressed(table.id, user, max(0.0, ago))

    async def _publish_at_home(self, saved: TableRecord, table: Table) -> None:
        """Show a table in somebody's DMs: the lobby's message is their panel now; nobody is called."""
        if not table.over or saved.shown < table.last_row:
            await self._panels.adopt(table, saved)
        self._panels.changed(table)
        await self._messages.set_shown(saved.id, table.last_row, saved.version)
        if table.over:
            self._forget(saved.id)

    async def _publish_game(self, saved: TableRecord, table: Table) -> None:
        self._panels.changed(table, has_dms=saved.has_dms)
        self.threads.see(saved)
        self._see_who_moved(table)
        if table.over and saved.shown < table.last_row:
            saved = await self._notices.withdraw(saved)  # nobody is called while the points are counted
            saved = await self._count(saved, table)
        if saved.shown < self._shown.get(saved.id, 0):  # another process has shown something older since
            self._board.forget(saved.id)
        if await self.scroll.is_away(saved, table):
            self._board.anew(saved.id)
            self._notices.repost_next_time(saved.id)
        await self._show_and_call(saved, table)
        newest = await self._messages.set_shown(saved.id, table.last_row, saved.version)
        self._shown[saved.id] = table.last_row
        self._lull.shown(table)
        if newest != saved.version and self._messages.shared:
            self._wanted.add(saved.id)  # another process may have shown that already, before ours
        elif table.over:
            await self._leave_thread(saved)
            self._forget(saved.id)
        elif saved.shown < 0:  # it has just been dealt
            await self.threads.point(await self._tables.saved(saved.id))

    async def _leave_thread(self, saved: TableRecord) -> None:
        """Say in the channel that a table is over, and let its thread rest, unless it has another table."""
        if not saved.home:
            return
        here = await self._tables.table_in(saved.channel)
        if here is None or here.id == saved.id or here.phase not in ("lobby", "play"):
            await self.threads.point(await self._tables.saved(saved.id))
            await self.threads.rest(saved)

    async def _show_and_call(self, saved: TableRecord, table: Table) -> None:
        """Show the table, then call who is awaited: also if the picture cannot be shown just now."""
        trouble: Exception | None = None
        try:
            away = await self._routing.away_now(table) if saved.has_aways else {}
            screen = await self._manners.built(table_pieces(table, words(saved.locale), away=away))
            saved = await self._board.show(saved, screen)
        except Exception as error:
            if is_forbidden(error):
                raise
            trouble = error
        await self._notices.call(saved, table)
        await self._asking.show(saved, table)
        if trouble is not None:
            raise trouble

    async def _count(self, saved: TableRecord, table: Table) -> TableRecord:
        """Tell the final score part by part, before the winner is named; return where the table is now."""
        rows = len(view_of(table, None).page.grid)
        for part in range(1, PARTS) if rows > 2 and table.ended is None else ():
            screen = table_screen(table, words(saved.locale), told=round((rows - 1) * part / PARTS))
            saved = await self._board.show(saved, screen)
            await asyncio.sleep(SUSPENSE)
        return saved

    def _forget(self, table_id: int) -> None:
        """Keep memory flat: a finished game is read from its log again when someone asks."""
        self._board.forget(table_id)
        self._trouble.forget(table_id)
        self._lull.forget(table_id)
        self._panels.forget(table_id)
        self._notices.forget(table_id)
        self.scroll.forget(table_id)
        self._asking.forget(table_id)
        self._presence.forget(table_id)
        self._silenced.pop(table_id, None)
        self._moved.pop(table_id, None)
        self._shown.pop(table_id, None)
        self._tables.forget(table_id)

    # --- what the desk asks for ---

    async def open(self, saved: TableRecord) -> None:
        """Post a new lobby; who was invited is mentioned this once."""
        guests = only(saved.reserved if lobby_of(saved, timers.now()).has_guests else ())
        screen = lobby_screen(saved, words(saved.locale), timers.now())
        with ranked(Priority.BOARD):
            posted = replace(saved, message=await self._board.post(saved, screen, guests))
        await self.threads.point(posted)
        self.threads.bring(posted, saved.users)
        await self._messages.set_told(saved.id, saved.version)

    async def move_in(self, saved: TableRecord, name: str) -> TableRecord:
        """Let a lobby go on in a thread that hangs on its message; return where it is now."""
        thread = await self.threads.open(saved.guild, saved.channel, saved.message, name)
        self._board.forget(saved.id)
        await self._services.threads.move_lobby(saved.id, thread, saved.channel)
        while running := self._running.get(saved.id):
            await asyncio.wait([running])
        moved = await self._tables.saved(saved.id)
        self.threads.bring(moved, moved.users)
        return moved

    async def repost(self, table_id: int) -> None:
        """Post the table again at the bottom of its channel; say so when that cannot be done."""
        before = await self._tables.saved(table_id)
        if before.phase == "aside":
            await self._tables.table(table_id)  # it may have been mended
            before = await self._tables.saved(table_id)
        self._board.anew(table_id)
        self._lull.forget(table_id)
        self.changed(table_id)
        await asyncio.wait([self._running[table_id]])
        if (await self._tables.saved(table_id)).message == before.message:
            raise Refused(CANNOT_POST)

    def pressed(self, table_id: int, user: int) -> None:
        """Remember that somebody is plainly there; a table that could not be shown is tried again at once."""
        self._presence.pressed(table_id, user)
        if table_id in self._trouble:
            self.changed(table_id)

    def quiet_for(self, table_id: int, user: int) -> float:
        """Return the seconds since somebody's last press at a table."""
        return self._presence.since(table_id, user)

    async def is_silenced(self, table_id: int) -> bool:
        """Say whether we may not write in a table's channel any more; somebody's press tries again."""
        if table_id not in self._silenced or self._messages.shared:  # another process may know better
            self._silenced[table_id] = bool((await self._tables.saved(table_id)).silenced)
        if self._silenced[table_id]:
            self.changed(table_id)
            self._messages.announce_change(table_id)
        return self._silenced[table_id]

    async def _silence(self, table_id: int, at: int) -> None:
        """Remember since when we may not write in a table's channel; 0: we may."""
        self._silenced[table_id] = bool(at)
        await self._messages.set_silenced(table_id, at)

    # --- troubles, start and stop ---

    async def set_aside(self, saved: TableRecord) -> None:
        """Tell a channel that its game cannot go on."""
        try:
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                await channel_of(self._client, saved).send(view=aside_screen(words(saved.locale)).view)
        except discord.HTTPException as error:
            log.warning("table %s: its channel could not be told (%s)", saved.id, error.code)

    async def catch_up(self) -> None:
        """After a start: wake every game under way and show what a crash kept from being shown."""
        await self._panels.take_over()
        for table_id in await self._services.startup.wake_all(self._mine):
            with suppress(Damaged):  # to show it says so
                saved = await self._tables.saved(table_id)
                if saved.phase == "play" and saved.shown < saved.last and self._client.get_guild(saved.guild):
                    await self._sweep(saved)  # a crash came between showing and noting it
            self.changed(table_id)
        for table_id in await self._messages.behind_at_home() if self._mine.has_dms else ():
            self.changed(table_id)

    async def _sweep(self, saved: TableRecord) -> None:
        try:
            await self._notices.sweep(saved)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("table %s: stray notices were not looked for (%s)", saved.id, type(error).__name__)

    async def close(self) -> None:
        """Finish the edits under way, as far as that is possible soon; the next start shows the rest."""
        for table_id in self._lull.close():
            self.changed(table_id)
        self._closing = True
        self._trouble.close()
        self._ahead.close()
        self.threads.close()
        self._notices.close()
        self._errands.close()
        await self._panels.close()
        tasks = list(self._running.values())
        await asyncio.wait(tasks, timeout=5) if tasks else None
        for task in tasks:
            task.cancel()
        await say_back_soon(self._presence.lively(LIVELY), self._pause)

    async def _pause(self, table_id: int) -> None:
        """Say at a table that the bot is back in a moment; the next start shows it without the word."""
        saved = await self._tables.saved(table_id)
        if saved.phase != "play" or saved.silenced or not saved.message or not self._mine.has(saved.guild):
            return
        screen = table_screen(await self._tables.table(table_id), words(saved.locale), paused=True)
        await self._messages.untell(table_id)
        await self._board.edit_text(saved, screen)


def is_forbidden(error: Exception) -> bool:
    """Say whether we may not write there, now and by ourselves ever again."""
    return isinstance(error, discord.HTTPException) and (error.code in SILENCED_CODES or error.status == 403)
