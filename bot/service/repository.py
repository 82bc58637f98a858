"""Tables in memory: one lock a table; every change is checked, stored, and only then true."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar

from bot.base import timers
from bot.base.config import MAX_CACHED_TABLES
from bot.base.errors import ASIDE, TABLE_IS_GONE, ChannelTaken, Refused, Repeated, Stale, StaleQuestion
from bot.base.logs import trace
from bot.domain.agreements import agreements_of, with_event
from bot.domain.entities import Event, LogRow, NewRow, Result, TableRecord, TableVersion
from bot.domain.kinds import EventKind
from bot.domain.log import begin, fold, follow
from bot.domain.pace import Timing
from bot.domain.results import Ending, ending_of
from bot.domain.table import Table
from bot.service.advance_answers import AdvanceAnswers, Due
from bot.service.cache import OUTDATED_VERSION, CachedTable, TableCache
from bot.service.clock_codec import clocks_after_row, clocks_restarted, times_of, with_stored_clocks
from bot.service.rules_of_table import RulesOfTable
from bot.service.thinker import Thinker
from bot.storage.engine import TooLarge
from bot.storage.stores import Stores
from games.core import Seat, Text

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
LONG_LOG_ROWS = 400  # rows; a longer log replays in a thread
CONFLICT_TRIES = 8  # a table has at most five people and a clock: so many may be faster than we
NOT_STARTED = Text("This game has not started yet.")
WAITS = Text("This game can go on as soon as the other table in this channel is over.")


def retry_on_conflict(act: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """When another process was faster: look at the table as it is now, and do it again if it still can be."""

    @wraps(act)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(CONFLICT_TRIES):
            with suppress(Stale):
                return await act(*args, **kwargs)
        raise StaleQuestion

    return tried


def _nobody_waits(due: int) -> None: ...


class TableListener(Protocol):
    """Those who are told when a table has changed."""

    def changed(self, table_id: int) -> None: ...

    async def set_aside(self, saved: TableRecord) -> None: ...


class TableRepository:
    """Keeps the tables: reads them from their logs, and adds to these, one thing at a time."""

    def __init__(
        self, stores: Stores, now: Callable[[], float] = timers.now, live_tables: int = MAX_CACHED_TABLES
    ) -> None:
        self._stores = stores
        self.audience: TableListener | None = None
        self.thinker: Thinker | None = None  # who thinks for computers; nobody: they move idly
        self.rings_at: Callable[[int], None] = _nobody_waits  # told when a table must be looked at
        self._now = now
        self._live = TableCache(live_tables)
        self._lock = self._live.lock
        self._answers = AdvanceAnswers(self._answer)
        self._shelf = RulesOfTable(stores)

    # --- reading ---

    async def saved(self, table_id: int) -> TableRecord:
        """Return a stored table, or refuse kindly."""
        try:
            return await self._stores.tables.table(table_id)
        except (KeyError, TooLarge):
            raise Refused(TABLE_IS_GONE) from None

    async def table_in(self, channel: int) -> TableRecord | None:
        """Return the table of a channel: the one under way, else the last one."""
        return await self._stores.tables.table_in(channel)

    async def tables_of(self, user: int) -> list[TableRecord]:
        """Return the games under way at which someone sits, newest first."""
        return await self._stores.tables.tables_of(user)

    async def table(self, table_id: int) -> Table:
        """Return a table with a game, from memory or from its log."""
        return (await self._current(table_id)).table

    async def table_and_version(self, table_id: int) -> tuple[Table, int]:
        """Return a table with a game, and the version that it is."""
        live = await self._current(table_id)
        return live.table, live.version

    async def _current(self, table_id: int) -> CachedTable:
        live = self._live.find(table_id)
        if live is None or not await self._is_current(live):
            async with self._at(table_id) as live:
                pass
        return live

    def at_hand(self, table_id: int) -> Table | None:
        """Return a table as this process last saw it, without asking; None if it is not in memory."""
        live = self._live.get(table_id)
        return live.table if live else None

    def version_of(self, table: Table) -> int:
        """Return the version that a table is, if it is the one at hand; 0: it is another one."""
        live = self._live.get(table.id)
        return max(0, live.version) if live is not None and live.table is table else 0

    @asynccontextmanager
    async def _at(self, table_id: int) -> AsyncIterator[CachedTable]:
        """Hold a table as it is now: nobody else in this process can change it meanwhile."""
        async with self._lock(table_id):
            live = self._live.find(table_id)
            if live is not None and not await self._is_current(live):
                live = live if await self._catch_up(live, settle=True) else None
            yield live or await self._load(table_id)

    async def _is_current(self, live: CachedTable) -> bool:
        """Say whether a copy may be believed; nobody but this process writes to a file of SQLite."""
        if live.version == OUTDATED_VERSION:
            return False
        if not self._stores.processes.shared:
            return True
        now = await self._stores.tables.standing(live.table.id)
        return (now.version, now.phase, now.stilled) == (live.version, "play", live.table.timing.stilled)

    async def _catch_up(self, live: CachedTable, *, settle: bool = False) -> bool:
        """Follow what other processes have stored; False when the table must be read anew."""
        table_id = live.table.id
        # The version comes first: what is stored while we read is seen at the next look.
        standing, rows = await self._newest(table_id, live.table.last_row)
        version, phase = standing.version, standing.phase
        advance, beside = (
            await self._stores.tables.advance(table_id),
            agreements_of(await self._stores.tables.events(table_id)),
        )
        try:
            table = with_stored_clocks(fold(live.table, rows).with_beside(beside), standing)
        except Exception as error:
            log.warning("table %s is read anew\n%s", table_id, trace(error))
            phase = "aside"
        if phase not in ("play", "done"):
            self.forget(table_id)
            return False
        live.table, live.advance, live.version = table, advance, version
        if table.over:
            self.forget(table_id)
        elif settle:  # the other process may have died before the house could move
            await self._settle(live)
        if live.table.last_row != table.last_row:
            self._tell(table_id)
        return True

    async def _newest(self, table_id: int, after: int) -> tuple[TableVersion, list[LogRow]]:
        """Read how a table stands and its newest rows; clocks belong to the row they were stored with."""
        for _ in range(CONFLICT_TRIES):
            standing = await self._stores.tables.standing(table_id)
            rows = await self._stores.tables.log(table_id, after)
            if (rows[-1].row if rows else after) == standing.last:
                break
        return standing, rows

    async def _load(self, table_id: int) -> CachedTable:
        """Replay a table from its log; one that does not replay is set aside, all others go on."""
        saved = await self.saved(table_id)
        if saved.phase == "lobby":
            raise Refused(NOT_STARTED)
        if saved.phase == "gone":
            raise Refused(TABLE_IS_GONE)
        rows, advance = await self._stores.tables.log(table_id), await self._stores.tables.advance(table_id)
        beside = agreements_of(await self._stores.tables.events(table_id))
        try:
            table = with_stored_clocks((await self._replay(saved, rows)).with_beside(beside), saved)
        except Exception as error:
            log.error("table %s does not replay\n%s", table_id, trace(error))
            await self._set_aside(saved)
            raise Refused(ASIDE) from None
        woken = await self._wake(saved)
        table = await clocks_restarted(self._stores, table, self._now(), whole=woken)
        saved = await self.saved(table_id) if woken else saved
        live = CachedTable(table, advance, OUTDATED_VERSION if woken else saved.version)
        if not table.over:  # a finished game is replayed when someone asks: memory stays flat
            self._live.keep(live)
            await self._settle(live)
            await self._note_due(live, saved)
        return live

    async def _note_due(self, live: CachedTable, saved: TableRecord) -> None:
        """Note whether an answer is promised, and the clocks, if that was not noted rightly."""
        times = times_of(live.table, live.advance, self._now())
        right = (times.due is None) == (saved.due is None) and (times.clocks or "") == saved.clocks
        if live.version in (saved.version, OUTDATED_VERSION) and not right:
            await self._stores.clocks.set_times(saved.id, times, saved.version)
        self._plan(live)

    async def _replay(self, saved: TableRecord, rows: list[LogRow]) -> Table:
        rules = await self._shelf.rules_of(saved)
        dealt = begin(saved.id, rules, saved.users, saved.seed, saved.options)
        dealt = replace(dealt, mark=saved.mark, draw=saved.draw, data=saved.data)
        table = replace(dealt, hints=bool(saved.hints))
        return await asyncio.to_thread(fold, table, rows) if len(rows) > LONG_LOG_ROWS else fold(table, rows)

    async def _set_aside(self, saved: TableRecord) -> None:
        """Let a game rest that does not replay; every look at it tries again, so a repair brings it back."""
        put = saved.phase == "play" and await self._stores.tables.set_phase(saved.id, "aside", ("play",))
        if put and self.audience:
            await self.audience.set_aside(saved)

    async def _wake(self, saved: TableRecord) -> bool:
        """Let a game go on that was set aside and replays again; say whether it was."""
        if saved.phase != "aside":
            return False
        try:
            await self._stores.tables.wake(saved.id)
        except ChannelTaken:
            raise Refused(WAITS) from None
        log.info("table %s replays again and goes on", saved.id)
        self._tell(saved.id)
        return True

    # --- writing ---

    async def _append(
        self, live: CachedTable, deed: NewRow, interaction: int | None = None, version: int | None = None
    ) -> None:
        """Check by playing it, store it, and only then let it be true."""
        table_id, now = live.table.id, self._now()
        row = live.table.next(deed._replace(at=int(now)))
        after = await clocks_after_row(self._stores, live.table, follow(live.table, row), row, now)
        due, clocks, _ = times_of(after, live.advance, now)
        async with self._or_forgotten(live):
            results, ending = await self._outcome(after, row)
            told = (row, interaction, results, due, version, clocks, ending)
            stored = await self._stores.tables.append(table_id, *told)
        live.replace(after, stored)
        self._plan(live)
        if after.over:
            self.forget(table_id)

    async def _outcome(self, after: Table, row: LogRow) -> tuple[list[Result] | None, Ending]:
        """Return what is stored with the last row: how the game came out."""
        return (
            ending_of(after, [*await self._stores.tables.log(after.id), row])
            if after.over
            else (None, Ending())
        )

    async def _note(
        self,
        live: CachedTable,
        kind: EventKind,
        seat: Seat,
        interaction: int | None,
        text: str = "",
        timing: Timing | None = None,
    ) -> None:
        """Store what happened beside the log, with the clocks after it, and only then let it be true."""
        now = self._now()
        event = Event(kind, seat, live.table.last_row, text, int(now))
        after = live.table.with_beside(with_event(live.table.beside, event))
        if timing is not None:
            after = replace(after, timing=timing)
        after = await clocks_restarted(self._stores, after, now)
        clocked = after.timing.pace or live.table.timing.pace or after.thinking()
        times = times_of(after, live.advance, now)._replace(pace=after.timing.pace) if clocked else None
        async with self._or_forgotten(live):
            stored = await self._stores.tables.add_event(
                live.table.id, event, interaction, live.version, times
            )
        live.replace(after, stored)
        self._plan(live)

    @asynccontextmanager
    async def _or_forgotten(self, live: CachedTable) -> AsyncIterator[None]:
        """Drop a table that could not be stored: it is never mended in memory, the log says what is true."""
        try:
            yield
        except Stale:  # another process was faster: the log says what it did
            live.version = OUTDATED_VERSION
            raise
        except Repeated:
            self.forget(live.table.id)
            raise StaleQuestion from None
        except BaseException:
            self.forget(live.table.id)
            raise

    async def _settle(self, live: CachedTable) -> None:
        """Do what nobody needs to be asked about any more; the house of another process may be faster."""
        for _ in range(CONFLICT_TRIES):
            try:
                await self._do_what_is_settled(live)
                break
            except Stale:
                if not await self._catch_up(live):
                    raise Refused(TABLE_IS_GONE) from None
        self._promise(live)

    def _promise(self, live: CachedTable) -> None:
        """See to it that what was promised is done."""
        self._answers.plan(live.table, live.advance)

    async def _do_what_is_settled(self, live: CachedTable) -> None:
        request = live.table.request()
        if request and not live.table.asked_to_allow():
            await self._append(live, NewRow("back", request.seat, str(request.to)), version=live.version)
        if live.table.agreed_to_stop and not live.table.over:
            await self._append(live, NewRow("end", -1, "stop"), version=live.version)
        while forced := live.table.house_move(thinks=self.thinker is not None):
            await self._append(live, NewRow("move", *forced, by="house"))

    async def _settle_and_tell(self, live: CachedTable) -> None:
        """Show what was stored, even if the house cannot make its own moves now."""
        try:
            await self._settle(live)
        finally:
            self._tell(live.table.id)

    @retry_on_conflict
    async def _answer(self, due: Due) -> None:
        """Give a seat's answer in advance, if its question is still the same."""
        async with self._at(due.table_id) as live:
            decision = live.table.offer(due.seat)
            answer = live.advance.get((due.seat, decision.advance), "ask") if decision else "ask"
            if decision is None or answer == "ask" or live.table.stamp(due.seat) != due.stamp:
                return
            move = decision.moves[0] if answer == "use" else decision.idle
            await self._append(live, NewRow("move", due.seat, move))
            await self._settle_and_tell(live)

    def _plan(self, live: CachedTable) -> None:
        """Let whoever sleeps until something is due know when this table must be looked at."""
        due = times_of(live.table, live.advance, self._now()).due
        if due is not None:
            self.rings_at(due + live.table.timing.stilled)

    def _tell(self, table_id: int) -> None:
        if self.audience:
            self.audience.changed(table_id)

    def forget(self, table_id: int) -> None:
        """Drop a table from memory; its log brings it back."""
        self._live.pop(table_id, None)

    async def close(self) -> None:
        """Stop waiting; nothing is lost, since everything true is stored."""
        await self._answers.close()
