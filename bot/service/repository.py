"""Tables in memory: one lock a table; every change is checked, stored, and only then true."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from bot.base.config import MAX_CACHED_TABLES
from bot.base.errors import ASIDE, TABLE_IS_GONE, ChannelTaken, Refused
from bot.base.logs import trace
from bot.domain.agreements import agreements_of
from bot.domain.entities import LogRow, TableRecord, TableVersion
from bot.domain.log import begin, fold
from bot.domain.table import Table
from bot.service.cache import OUTDATED_VERSION, CachedTable, TableCache
from bot.service.conflicts import CONFLICT_TRIES
from bot.service.events import TableEvents
from bot.service.held_table import HeldTable, HoldContext
from bot.service.rules_of_table import RulesOfTable
from bot.service.settlement import Step
from bot.service.table_clocks import TableClocks, times_of, with_stored_clocks
from bot.storage.engine import TooLarge
from bot.storage.seats import SeatStore
from bot.storage.tables import TableStore
from games.core import Text

log = logging.getLogger(__name__)

LONG_LOG_ROWS = 400  # rows; a longer log replays in a thread
NOT_STARTED = Text("This game has not started yet.")
STARTED = Text("This game has started already.")
WAITS = Text("This game can go on as soon as the other table in this channel is over.")


class TableRepository:
    """Keeps the tables: reads them from their logs, and holds them, one at a time, for who changes them."""

    def __init__(
        self,
        tables: TableStore,
        seats: SeatStore,
        clocks: TableClocks,
        rules: RulesOfTable,
        steps: Sequence[Step],
        *,
        shared: bool,
        max_cached_tables: int = MAX_CACHED_TABLES,
    ) -> None:
        self._store = tables
        self._clocks = clocks
        self._rules = rules
        self._shared = shared  # whether other processes write, too
        self.cache = TableCache(max_cached_tables)
        self.events = TableEvents()
        self._context = HoldContext(
            tables, seats, clocks, self.events, steps, self.saved, self.forget, self._catch_up
        )

    # --- reading ---

    async def saved(self, table_id: int) -> TableRecord:
        """Return a stored table, or refuse kindly."""
        try:
            return await self._store.table(table_id)
        except (KeyError, TooLarge):
            raise Refused(TABLE_IS_GONE) from None

    async def table_in(self, channel: int) -> TableRecord | None:
        """Return the table of a channel: the one under way, else the last one."""
        return await self._store.table_in(channel)

    async def tables_of(self, user: int) -> list[TableRecord]:
        """Return the games under way at which someone sits, newest first."""
        return await self._store.tables_of(user)

    async def lobby(self, table_id: int) -> TableRecord:
        """Return a table that has not started yet, or refuse kindly."""
        saved = await self.saved(table_id)
        if saved.phase != "lobby":
            raise Refused(STARTED if saved.phase == "play" else TABLE_IS_GONE)
        return saved

    async def table(self, table_id: int) -> Table:
        """Return a table with a game, from memory or from its log."""
        return (await self.table_and_version(table_id))[0]

    async def table_and_version(self, table_id: int) -> tuple[Table, int]:
        """Return a table with a game, and the version that it is."""
        live = self.cache.find(table_id)
        if live is not None and await self._is_current(live):
            return live.table, live.version
        async with self.hold(table_id) as held:
            return held.table, held.version

    def at_hand(self, table_id: int) -> Table | None:
        """Return a table as this process last saw it, without asking; None if it is not in memory."""
        live = self.cache.get(table_id)
        return live.table if live else None

    def version_of(self, table: Table) -> int:
        """Return the version that a table is, if it is the one at hand; 0: it is another one."""
        live = self.cache.get(table.id)
        return max(0, live.version) if live is not None and live.table is table else 0

    # --- holding ---

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock of a table: who has it may change the table, lobby or game."""
        return self.cache.lock(table_id)

    @asynccontextmanager
    async def hold_lobby(self, table_id: int) -> AsyncIterator[TableRecord]:
        """Hold a lobby as it is now."""
        async with self.lock(table_id):
            yield await self.lobby(table_id)

    @asynccontextmanager
    async def hold(self, table_id: int) -> AsyncIterator[HeldTable]:
        """Hold a table as it is now: nobody else in this process can change it meanwhile."""
        async with self.lock(table_id):
            live = self.cache.find(table_id)
            if live is not None and not await self._is_current(live):
                live = live if await self._catch_up(live, settle=True) else None
            yield self._held(live or await self._load(table_id))

    async def dealt(self, table_id: int) -> Table:
        """Return the game of a lobby that is held, now that it is dealt."""
        return (await self._load(table_id)).table

    def keep_promises(self, table_id: int) -> None:
        """See to it that what was promised at a table is done, if it is in memory."""
        if live := self.cache.find(table_id):
            self._held(live).keep_promises()

    def forget(self, table_id: int) -> None:
        """Drop a table from memory; its log brings it back."""
        self.cache.pop(table_id, None)

    def outdate_all(self) -> None:
        """Read all tables again before they are believed: their clocks have stood still, all at once."""
        for live in self.cache.values():
            live.outdate()

    def _held(self, live: CachedTable) -> HeldTable:
        return HeldTable(live, self._context)

    # --- from the log ---

    async def _is_current(self, live: CachedTable) -> bool:
        """Say whether a copy may be believed; nobody but this process writes to a file of SQLite."""
        if live.version == OUTDATED_VERSION:
            return False
        if not self._shared:
            return True
        now = await self._store.standing(live.table.id)
        return (now.version, now.phase, now.stilled) == (live.version, "play", live.table.timing.stilled)

    async def _catch_up(self, live: CachedTable, *, settle: bool = False) -> bool:
        """Follow what other processes have stored; False when the table must be read anew."""
        table_id = live.table.id
        # The version comes first: what is stored while we read is seen at the next look.
        standing, rows = await self._newest(table_id, live.table.last_row)
        version, phase = standing.version, standing.phase
        advance, beside = (
            await self._store.advance(table_id),
            agreements_of(await self._store.events(table_id)),
        )
        try:
            table = with_stored_clocks(fold(live.table, rows).with_beside(beside), standing)
        except Exception as error:
            log.warning("table %s is read anew\n%s", table_id, trace(error))
            phase = "aside"
        if phase not in ("play", "done"):
            self.forget(table_id)
            return False
        live.catch_up(table, advance, version)
        if table.over:
            self.forget(table_id)
        elif settle:  # the other process may have died before the house could move
            await self._held(live).settle()
        if live.table.last_row != table.last_row:
            self.events.changed(table_id)
        return True

    async def _newest(self, table_id: int, after: int) -> tuple[TableVersion, list[LogRow]]:
        """Read how a table stands and its newest rows; clocks belong to the row they were stored with."""
        for _ in range(CONFLICT_TRIES):
            standing = await self._store.standing(table_id)
            rows = await self._store.log(table_id, after)
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
        rows, advance = await self._store.log(table_id), await self._store.advance(table_id)
        beside = agreements_of(await self._store.events(table_id))
        try:
            table = with_stored_clocks((await self._replay(saved, rows)).with_beside(beside), saved)
        except Exception as error:
            log.error("table %s does not replay\n%s", table_id, trace(error))
            await self._set_aside(saved)
            raise Refused(ASIDE) from None
        woken = await self._wake(saved)
        table = await self._clocks.restarted(table, self._clocks.now(), whole=woken)
        saved = await self.saved(table_id) if woken else saved
        live = CachedTable(table, advance, OUTDATED_VERSION if woken else saved.version)
        if not table.over:  # a finished game is replayed when someone asks: memory stays flat
            self.cache.keep(live)
            await self._held(live).settle()
            await self._note_due(live, saved)
        return live

    async def _note_due(self, live: CachedTable, saved: TableRecord) -> None:
        """Note whether an answer is promised, and the clocks, if that was not noted rightly."""
        times = times_of(live.table, live.advance, self._clocks.now())
        right = (times.due is None) == (saved.due is None) and (times.clocks or "") == saved.clocks
        if live.version in (saved.version, OUTDATED_VERSION) and not right:
            await self._clocks.store_times(live.table, live.advance, saved.version)
        self._held(live).plan_look()

    async def _replay(self, saved: TableRecord, rows: list[LogRow]) -> Table:
        rules = await self._rules.rules_of(saved)
        dealt = begin(saved.id, rules, saved.users, saved.seed, saved.options)
        dealt = replace(dealt, mark=saved.mark, draw=saved.draw, data=saved.data)
        table = replace(dealt, hints=bool(saved.hints))
        return await asyncio.to_thread(fold, table, rows) if len(rows) > LONG_LOG_ROWS else fold(table, rows)

    async def _set_aside(self, saved: TableRecord) -> None:
        """Let a game rest that does not replay; every look at it tries again, so a repair brings it back."""
        put = saved.phase == "play" and await self._store.set_phase(saved.id, "aside", ("play",))
        if put:
            await self.events.set_aside(saved)

    async def _wake(self, saved: TableRecord) -> bool:
        """Let a game go on that was set aside and replays again; say whether it was."""
        if saved.phase != "aside":
            return False
        try:
            await self._store.wake(saved.id)
        except ChannelTaken:
            raise Refused(WAITS) from None
        log.info("table %s replays again and goes on", saved.id)
        self.events.changed(saved.id)
        return True
