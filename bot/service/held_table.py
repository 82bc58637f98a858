"""A table that is held: what is added to it is checked by playing it, stored, and only then true."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import reduce

from bot.base.errors import OVER, TABLE_IS_GONE, Refused, Repeated, Stale, StaleQuestion
from bot.domain.agreements import with_event
from bot.domain.clocks import SeatPauses
from bot.domain.entities import Event, LogRow, NewRow, Result, TableRecord
from bot.domain.kinds import EventKind
from bot.domain.log import follow, is_too_early
from bot.domain.pace import Timing
from bot.domain.results import Ending, ending_of
from bot.domain.table import HAS_LEFT, Table
from bot.service.cache import CachedTable
from bot.service.conflicts import CONFLICT_TRIES
from bot.service.events import TableEvents
from bot.service.pending_answers import Advance
from bot.service.table_clocks import TableClocks, times_of
from bot.storage.seats import SeatStore
from bot.storage.tables import TableStore
from games.core import Seat


@dataclass(frozen=True, slots=True)
class HoldContext:
    """What every held table needs: where it is stored, its clocks, what is settled, who is told."""

    tables: TableStore
    seats: SeatStore
    clocks: TableClocks
    events: TableEvents
    steps: Sequence[Callable[["HeldTable"], Awaitable[None]]]
    saved: Callable[[int], Awaitable[TableRecord]]
    forget: Callable[[int], None]
    catch_up: Callable[[CachedTable], Awaitable[bool]]


class HeldTable:
    """A table as it is now; nobody else in this process can change it meanwhile."""

    def __init__(self, cached: CachedTable, context: HoldContext) -> None:
        self._cached = cached
        self._context = context
        self._clocks = context.clocks
        self.now = context.clocks.now

    @property
    def table(self) -> Table:
        return self._cached.table

    @property
    def advance(self) -> Advance:
        """The answers that seats have given in advance."""
        return self._cached.advance

    @property
    def version(self) -> int:
        return self._cached.version

    # --- who may ---

    def expect(self, stamp: str, seat: Seat) -> None:
        """Refuse an answer to another question than the one that is put to a seat now."""
        if self.table.stamp(seat) != stamp:
            raise StaleQuestion

    def playing_seat(self, user: int) -> Seat:
        """Return the seat of someone who still plays here; refuse all others."""
        if self.table.over:
            raise Refused(OVER)
        seat = self.table.own_seat(user)
        if seat in self.table.beside.left:
            raise Refused(HAS_LEFT)
        return seat

    async def too_early(self) -> bool:
        """Say whether giving up now would not count: not everyone has had two turns."""
        return is_too_early(await self._context.tables.log(self.table.id), len(self.table.users))

    # --- adding to it ---

    async def append(self, row: NewRow, interaction: int | None = None, *, fenced: bool = False) -> None:
        """Add a row to the log; `fenced`: only if nothing else was stored, not even beside the log."""
        live, table_id, now = self._cached, self.table.id, self.now()
        version = live.version if fenced else None
        logged = live.table.next(row._replace(at=int(now)))
        after = await self._clocks.after_row(live.table, follow(live.table, logged), logged, now)
        due, clocks, _ = times_of(after, live.advance, now)
        async with self._or_forgotten():
            results, ending = await self._outcome(after, logged)
            told = (logged, interaction, results, due, version, clocks, ending)
            stored = await self._context.tables.append(table_id, *told)
        live.replace(after, stored)
        self.plan_look()
        if after.over:
            self._context.forget(table_id)

    async def _outcome(self, after: Table, row: LogRow) -> tuple[list[Result] | None, Ending]:
        """Return what is stored with the last row: how the game came out."""
        return (
            ending_of(after, [*await self._context.tables.log(after.id), row])
            if after.over
            else (None, Ending())
        )

    async def note(
        self,
        kind: EventKind,
        seat: Seat,
        interaction: int | None,
        text: str = "",
        timing: Timing | None = None,
    ) -> None:
        """Add what happened beside the log, with the clocks after it."""
        live, now = self._cached, self.now()
        event = Event(kind, seat, live.table.last_row, text, int(now))
        after = live.table.with_beside(with_event(live.table.beside, event))
        if timing is not None:
            after = replace(after, timing=timing)
        after = await self._clocks.restarted(after, now)
        clocked = after.timing.pace or live.table.timing.pace or after.thinking()
        times = times_of(after, live.advance, now)._replace(pace=after.timing.pace) if clocked else None
        async with self._or_forgotten():
            stored = await self._context.tables.add_event(
                live.table.id, event, interaction, live.version, times
            )
        live.replace(after, stored)
        self.plan_look()

    async def hand_over(self, *events: Event) -> None:
        """Let a seat change hands, with the clocks after it; what it has promised in advance is void."""
        live, now, seat = self._cached, self.now(), events[0].seat
        noticed = (await self._context.saved(live.table.id)).noticed
        after = live.table.with_beside(reduce(with_event, events, live.table.beside))
        after = await self._clocks.restarted(after, now)
        kept = {key: said for key, said in live.advance.items() if key[0] != seat}
        times = times_of(after, kept, now)
        async with self._or_forgotten():
            stored = await self._context.seats.substitute(live.table.id, events, noticed, live.version, times)
        live.advance = kept
        live.replace(after, stored)
        self.plan_look()

    async def keep_advance(self, seat: Seat, key: str, answer: str) -> None:
        """Keep a seat's answer to a kind of question before it is put; "ask" is none."""
        live, kept = self._cached, {**self._cached.advance, (seat, key): answer}
        due = times_of(live.table, kept, self.now()).due
        live.replace(
            live.table, await self._context.tables.set_advance(live.table.id, seat, key, answer, due)
        )
        live.advance = kept
        self.plan_look()

    # --- its clocks ---

    async def pauses(self) -> SeatPauses:
        """Return when the clocks of the people at the table stand still."""
        return await self._clocks.pauses(self.table, self.now())

    def advance_clocks(self, timing: Timing) -> None:
        """Let the clocks be as they are by now: nothing has happened that would have to be stored."""
        self._cached.table = replace(self.table, timing=timing)

    async def give_whole_time(self) -> None:
        """Let everybody who is asked have their whole time, from now on."""
        self._cached.table = await self._clocks.restarted(self.table, self.now(), whole=True)

    async def turn_clocks(self, timing: Timing) -> None:
        """Store other clocks, and only then let them be true."""
        table = replace(self.table, timing=timing)
        async with self._or_forgotten():
            stored = await self._clocks.turn(table, self.advance, self.version)
        self._cached.replace(table, stored)
        self.plan_look()

    async def store_times(self) -> None:
        """Store when the table must be looked at again."""
        await self._clocks.store_times(self.table, self.advance, self.version)

    def plan_look(self) -> None:
        """Tell when this table must be looked at."""
        due = times_of(self.table, self.advance, self.now()).due
        if due is not None:
            self._context.events.due(due + self.table.timing.stilled)

    # --- what follows ---

    async def settle_once(self) -> None:
        """Do what nobody needs to be asked about any more: every step once, in its order."""
        for step in self._context.steps:
            await step(self)

    async def settle(self) -> None:
        """Do so until nothing is left; the house of another process may be faster."""
        for _ in range(CONFLICT_TRIES):
            try:
                await self.settle_once()
                break
            except Stale:
                if not await self._context.catch_up(self._cached):
                    raise Refused(TABLE_IS_GONE) from None
        self.keep_promises()

    async def settle_and_tell(self) -> None:
        """Show what was stored, even if the house cannot make its own moves now."""
        try:
            await self.settle()
        finally:
            self.tell()

    def keep_promises(self) -> None:
        """See to it that what was promised is done: answers in advance, moves of computers."""
        self._context.events.settled(self.table, self.advance)

    def tell(self) -> None:
        """Let the table be shown anew."""
        self._context.events.changed(self.table.id)

    @asynccontextmanager
    async def _or_forgotten(self) -> AsyncIterator[None]:
        """Drop a table that could not be stored: it is never mended in memory, the log says what is true."""
        try:
            yield
        except Stale:  # another process was faster: the log says what it did
            self._cached.outdate()
            raise
        except Repeated:
            self._context.forget(self.table.id)
            raise StaleQuestion from None
        except BaseException:
            self._context.forget(self.table.id)
            raise
