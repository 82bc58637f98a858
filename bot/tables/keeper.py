"""Tables in memory: one lock a table; every change is checked, stored, and only then true."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Protocol
from weakref import WeakValueDictionary

from bot import clock
from bot.errors import ASIDE, GONE, ChannelTaken, Refused, Repeated, Stale, StaleQuestion
from bot.logs import trace
from bot.tables.advance import AdvanceAnswers, Due
from bot.tables.beside import gather, happened
from bot.tables.records import Deed, Event, LogRow, Saved
from bot.tables.shelf import Shelf
from bot.tables.store import Store
from bot.tables.table import Table, begin, fold, follow
from games.core import Seat, Text

log = logging.getLogger(__name__)

STALE_LOBBY = 24 * 3600  # seconds after which a lobby that nobody started is gone
LONG = 400  # rows; a longer log replays in a thread
NOT_STARTED = Text("This game has not started yet.")
WAITS = Text("This game can go on as soon as the other table in this channel is over.")


class Audience(Protocol):
    """Those who are told when a table has changed."""

    def changed(self, table_id: int) -> None: ...

    async def set_aside(self, saved: Saved) -> None: ...


@dataclass(slots=True)
class Live:
    """A table in memory: only ever a copy of what is stored."""

    table: Table
    advance: dict[tuple[Seat, str], str]


class Keeper:
    """Keeps the tables: reads them from their logs, and adds to these, one thing at a time."""

    def __init__(self, store: Store, now: Callable[[], float] = clock.now) -> None:
        self._store = store
        self.audience: Audience | None = None
        self._now = now
        self._live: dict[int, Live] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._answers = AdvanceAnswers(self._answer)
        self._shelf = Shelf(store)

    # --- reading ---

    async def saved(self, table_id: int) -> Saved:
        """Return a stored table, or refuse kindly."""
        try:
            return await self._store.table(table_id)
        except (KeyError, OverflowError):
            raise Refused(GONE) from None

    async def table_in(self, channel: int) -> Saved | None:
        """Return the table of a channel: the one under way, else the last one."""
        return await self._store.table_in(channel)

    async def tables_of(self, user: int) -> list[Saved]:
        """Return the games under way at which someone sits, newest first."""
        return await self._store.tables_of(user)

    async def table(self, table_id: int) -> Table:
        """Return a table with a game, from memory or from its log."""
        live = self._live.get(table_id)
        if live is None:
            async with self._at(table_id) as live:
                pass
        return live.table

    @asynccontextmanager
    async def _at(self, table_id: int) -> AsyncIterator[Live]:
        """Hold a table: nobody else can change it meanwhile."""
        async with self._lock(table_id):
            yield self._live.get(table_id) or await self._load(table_id)

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def _load(self, table_id: int) -> Live:
        """Replay a table from its log; one that does not replay is set aside, all others go on."""
        saved = await self.saved(table_id)
        if saved.phase == "lobby":
            raise Refused(NOT_STARTED)
        if saved.phase == "gone":
            raise Refused(GONE)
        rows, advance = await self._store.log(table_id), await self._store.advance(table_id)
        beside = gather(await self._store.events(table_id))
        try:
            live = Live(replace(await self._replay(saved, rows), beside=beside), advance)
        except Exception as error:
            log.error("table %s does not replay\n%s", table_id, trace(error))
            await self._set_aside(saved)
            raise Refused(ASIDE) from None
        await self._wake(saved)
        if not live.table.over:  # a finished game is replayed when someone asks: memory stays flat
            self._live[table_id] = live
            await self._settle(live)
        return live

    async def _replay(self, saved: Saved, rows: list[LogRow]) -> Table:
        rules = await self._shelf.rules_of(saved)
        table = begin(saved.id, rules, saved.users, saved.seed, saved.options)
        return await asyncio.to_thread(fold, table, rows) if len(rows) > LONG else fold(table, rows)

    async def _set_aside(self, saved: Saved) -> None:
        """Let a game rest that does not replay; every look at it tries again, so a repair brings it back."""
        if saved.phase != "play":
            return
        await self._store.set_phase(saved.id, "aside")
        if self.audience:
            await self.audience.set_aside(saved)

    async def _wake(self, saved: Saved) -> None:
        """Let a game go on that was set aside and replays again."""
        if saved.phase != "aside":
            return
        try:
            await self._store.wake(saved.id)
        except ChannelTaken:
            raise Refused(WAITS) from None
        log.info("table %s replays again and goes on", saved.id)
        self._tell(saved.id)

    # --- writing ---

    async def _append(self, live: Live, deed: Deed, interaction: int | None = None) -> None:
        """Check by playing it, store it, and only then let it be true."""
        table_id = live.table.id
        row = live.table.next(deed._replace(at=int(self._now())))
        after = follow(live.table, row)
        async with self._or_forgotten(table_id):
            await self._store.append(table_id, row, interaction, after.results())
        live.table = after
        if after.over:
            self.forget(table_id)

    async def _note(self, live: Live, kind: str, seat: Seat, interaction: int, text: str = "") -> None:
        """Store what happened beside the log, and only then let it be true."""
        event = Event(kind, seat, live.table.last_row, text, int(self._now()))
        async with self._or_forgotten(live.table.id):
            await self._store.add_event(live.table.id, event, interaction)
        live.table = replace(live.table, beside=happened(live.table.beside, event))

    @asynccontextmanager
    async def _or_forgotten(self, table_id: int) -> AsyncIterator[None]:
        """Drop a table that could not be stored: it is never mended in memory, the log says what is true."""
        try:
            yield
        except BaseException as error:
            self.forget(table_id)
            if isinstance(error, (Stale, Repeated)):
                raise StaleQuestion from None
            raise

    async def _settle(self, live: Live) -> None:
        """Do what nobody needs to be asked about any more, and plan the answers given in advance."""
        request = live.table.request()
        if request and not live.table.asked_to_allow():
            await self._append(live, Deed("back", request.seat, str(request.to)))
        if live.table.agreed_to_stop and not live.table.over:
            await self._append(live, Deed("end", -1, "stop"))
        while forced := live.table.house_move():
            await self._append(live, Deed("move", *forced, by="house"))
        self._answers.plan(live.table, live.advance)

    async def _settle_and_tell(self, live: Live) -> None:
        """Show what was stored, even if the house cannot make its own moves now."""
        try:
            await self._settle(live)
        finally:
            self._tell(live.table.id)

    async def _answer(self, due: Due) -> None:
        """Give a seat's answer in advance, if its question is still the same."""
        async with self._at(due.table_id) as live:
            decision = live.table.offer(due.seat)
            answer = live.advance.get((due.seat, decision.advance), "ask") if decision else "ask"
            if decision is None or answer == "ask" or live.table.stamp(due.seat) != due.stamp:
                return
            move = decision.moves[0] if answer == "use" else decision.idle
            await self._append(live, Deed("move", due.seat, move))
            await self._settle_and_tell(live)

    # --- house-keeping ---

    async def wake_all(self, owes: Callable[[Saved], bool]) -> list[int]:
        """After a start: wake every game under way; return what was not shown, or still owes something."""
        await self._store.expire_lobbies(int(self._now()) - STALE_LOBBY)
        await self._shelf.keep_all()
        behind = await self._store.unpublished()
        for table_id in await self._store.under_way():
            try:
                saved = await self.saved(table_id)
                if saved.phase != "lobby":
                    await self.table(table_id)
                if saved.silenced:  # forbidden places are left alone until somebody presses something
                    continue
                if saved.phase == "lobby" or not saved.message or owes(saved):
                    behind.append(table_id)  # a Join may have been stored and not shown
            except Refused:
                continue
            except Exception as error:  # one table in trouble must not keep the others from waking
                log.error("table %s did not wake\n%s", table_id, trace(error))
        return list(dict.fromkeys(behind))

    async def close_channel(self, channel: int) -> None:
        """Let the tables of a channel go that was deleted: nobody can come back to them."""
        for table_id in await self._store.open_in(channel):
            await self.discard(table_id)

    async def discard(self, table_id: int) -> None:
        """Let a table go, whatever it was doing."""
        async with self._lock(table_id):
            if (await self.saved(table_id)).phase == "done":
                return  # it ended in time: its result stays
            await self._store.set_phase(table_id, "gone")
            self.forget(table_id)
        self._tell(table_id)

    def _tell(self, table_id: int) -> None:
        if self.audience:
            self.audience.changed(table_id)

    def forget(self, table_id: int) -> None:
        """Drop a table from memory; its log brings it back."""
        self._live.pop(table_id, None)

    async def close(self) -> None:
        """Stop waiting; nothing is lost, since everything true is stored."""
        await self._answers.close()
