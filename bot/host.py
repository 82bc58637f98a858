"""The host of all tables: one lock a table; check, store, replace, publish."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol
from weakref import WeakValueDictionary

from bot.lobby import Lobby, Refused
from bot.logs import trace
from bot.seats import agreed_options, lobby_of, results_of, seat_of
from bot.standing import StandingAnswers
from bot.store import Repeated, Saved, Stale, Store
from bot.table import LogRow, Table, begin, fold, follow
from games import GAMES, fingerprint
from games.core import Move, Seat, Text

log = logging.getLogger(__name__)

LONG = 400  # rows; a longer log replays in a thread
OVER = Text("This game is over.")
GONE = Text("This table is gone. Open a new one with /play.")
ASIDE = Text("This table had to be set aside: its game can no longer be replayed. Its host has been told.")

Choice = Callable[[Table, Seat], Move | None]


class Audience(Protocol):
    """Those who are told when a table has changed."""

    def changed(self, table: int) -> None: ...

    async def set_aside(self, saved: Saved) -> None: ...


class StaleQuestion(Exception):
    """The question that was answered is no longer open: show the current one."""


@dataclass(slots=True)
class Live:
    """A table in memory: only ever a copy of what is stored."""

    table: Table
    standing: dict[tuple[Seat, str], str] = field(default_factory=dict)
    votes: set[Seat] = field(default_factory=set)  # to stop; a restart asks for them again


class Host:
    """Everything that can be done to a table is done here, one thing at a time."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store = store
        self.audience: Audience | None = None
        self._clock = clock
        self.new_seed: Callable[[], str] = partial(secrets.token_hex, 16)  # 128 bits that nobody can guess
        self._live: dict[int, Live] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._answers = StandingAnswers(self._answer)

    # --- lobbies ---

    async def open_lobby(self, guild: int, channel: int, game: str, user: int, locale: str) -> Saved:
        return await self.store.new_table(guild, channel, game, user, locale)

    async def change_lobby(self, table: int, change: Callable[[Lobby], Lobby]) -> Saved:
        """Change who sits where, or the options; several people may press at the same moment."""
        async with self._lock(table):
            saved = await self._saved_lobby(table)
            lobby = change(lobby_of(saved))
            if not lobby.users:
                await self.store.set_phase(table, "gone")
            else:
                options = agreed_options(lobby)
                await self.store.save_lobby(table, lobby.host, lobby.users, options)
        self._tell(table)
        return await self.saved(table)

    async def cancel_lobby(self, table: int, user: int, *, moderator: bool) -> None:
        async with self._lock(table):
            saved = await self._saved_lobby(table)
            lobby_of(saved).check_cancel(user, moderator=moderator)
            await self.store.set_phase(table, "gone")
        self._tell(table)

    async def start(self, table: int, user: int) -> Table:
        """Deal the game: a seed that nobody knows, stored before anything is shown."""
        async with self._lock(table):
            saved = await self._saved_lobby(table)
            lobby = lobby_of(saved)
            lobby.check_start(user)
            game, seed = lobby.game, self.new_seed()
            await self.store.start(table, seed, game.EDITION, fingerprint(game.KEY), agreed_options(lobby))
            live = await self._load(table)
        self._tell(table)
        return live.table

    async def _saved_lobby(self, table: int) -> Saved:
        saved = await self.saved(table)
        if saved.phase != "lobby":
            raise Refused(Text("This game has started already.") if saved.phase == "play" else GONE)
        return saved

    # --- tables ---

    async def saved(self, table: int) -> Saved:
        """Return a stored table, or refuse kindly."""
        try:
            return await self.store.table(table)
        except (KeyError, OverflowError):
            raise Refused(GONE) from None

    async def table(self, table: int) -> Table:
        """Return a table with a game, from memory or from its log."""
        live = self._live.get(table)
        if live is None:
            async with self._at(table) as live:
                pass
        return live.table

    async def standing(self, table: int, seat: Seat) -> dict[str, str]:
        """Return the kinds of question that a seat answers in advance, with "use" or "let"."""
        async with self._at(table) as live:
            return {key: a for (s, key), a in live.standing.items() if s == seat and a != "ask"}

    async def _load(self, table: int) -> Live:
        """Replay a table from its log; one that does not replay is set aside, all others go on."""
        saved = await self.saved(table)
        if saved.phase not in ("play", "done"):
            raise Refused(ASIDE if saved.phase == "aside" else GONE)
        rows, standing = await self.store.log(table), await self.store.standing(table)
        try:
            live = Live(await self._replay(saved, rows), standing)
        except Exception as error:
            log.error("table %s does not replay\n%s", table, trace(error))
            if saved.phase == "play":
                await self._set_aside(saved)
            raise Refused(ASIDE) from None
        if not live.table.over:  # a finished game is replayed when someone asks: memory stays flat
            self._live[table] = live
            await self._settle(table, live)
        return live

    async def _set_aside(self, saved: Saved) -> None:
        await self.store.set_phase(saved.id, "aside")
        if self.audience:
            await self.audience.set_aside(saved)

    async def _replay(self, saved: Saved, rows: list[LogRow]) -> Table:
        game = GAMES[saved.game]
        if (saved.edition, saved.data) != (game.EDITION, fingerprint(game.KEY)):
            raise ValueError("played by another edition of the rules or with other data tables")
        table = begin(saved.id, game, saved.users, saved.seed, saved.options)
        return await asyncio.to_thread(fold, table, rows) if len(rows) > LONG else fold(table, rows)

    # --- moves ---

    async def play(self, table: int, user: int, mark: str, choose: Choice, interaction: int) -> Table:
        """Answer the question that was on the screen, or nothing."""
        async with self._at(table) as live:
            seat = seat_of(live.table, user)
            if live.table.stamp(seat) != mark:
                raise StaleQuestion
            move = choose(live.table, seat)
            decision = live.table.offer(seat)
            if decision is None or move not in decision.moves:
                raise Refused(Text("That choice is not possible now. Please choose again."))
            await self._append(table, live, "move", seat, move, "person", interaction)
            await self._settle_and_tell(table, live)
        return live.table

    async def take_back(self, table: int, user: int, to: str, interaction: int) -> Table:
        async with self._at(table) as live:
            seat = seat_of(live.table, user)
            row = live.table.way_back(seat)
            if row is None:
                raise Refused(Text("There is nothing that you could take back now."))
            if to != str(row):
                raise StaleQuestion
            await self._append(table, live, "back", seat, str(row), "person", interaction)
        self._tell(table)
        return live.table

    async def end(self, table: int, seat: Seat, how: str, interaction: int | None = None) -> Table:
        """End a game early: a seat resigns, or (-1) the table is stopped without a result."""
        async with self._at(table) as live:
            if live.table.over:
                raise Refused(OVER)
            await self._append(table, live, "end", seat, how, "person", interaction)
        self._tell(table)
        return live.table

    async def vote(self, table: int, user: int, interaction: int) -> tuple[Table, int]:
        """Count a vote to stop; more than half of the players end the game without a winner."""
        async with self._at(table) as live:
            if live.table.over:
                raise Refused(OVER)
            live.votes.add(seat_of(live.table, user))
            if len(live.votes) * 2 > len(live.table.users):
                await self._append(table, live, "end", -1, "stop", "person", interaction)
        self._tell(table)
        return live.table, len(live.votes)

    async def _settle(self, table: int, live: Live) -> None:
        """Make the moves that nobody needs to be asked about, and plan the standing answers."""
        while forced := live.table.house_move():
            await self._append(table, live, "move", *forced, "house")
        self._answers.plan(live.table, live.standing)

    async def _settle_and_tell(self, table: int, live: Live) -> None:
        """Show the move that was stored, even if the house cannot make its own now."""
        try:
            await self._settle(table, live)
        finally:
            self._tell(table)

    async def _append(
        self,
        table: int,
        live: Live,
        kind: str,
        seat: Seat,
        text: str,
        by: str,
        interaction: int | None = None,
    ) -> None:
        """Check by playing it, store it, and only then let it be true."""
        row = LogRow(live.table.rows + 1, kind, seat, text, by, int(self._clock()))
        after = follow(live.table, row)
        try:
            await self.store.append(table, row, interaction, results_of(after))
        except (Stale, Repeated):
            self._live.pop(table, None)
            raise StaleQuestion from None
        except BaseException:
            self._live.pop(table, None)  # never mended in memory: the log says what is true
            raise
        live.table = after
        if after.over:
            self._live.pop(table, None)

    # --- standing answers ---

    async def set_standing(self, table: int, user: int, key: str, answer: str) -> None:
        async with self._at(table) as live:
            seat = seat_of(live.table, user)
            await self.store.set_standing(table, seat, key, answer)
            live.standing[seat, key] = answer
            self._answers.plan(live.table, live.standing)

    async def _answer(self, table: int, seat: Seat, mark: str) -> None:
        """Give a seat's standing answer, if its question is still the same."""
        async with self._at(table) as live:
            decision = live.table.offer(seat)
            answer = live.standing.get((seat, decision.standing), "ask") if decision else "ask"
            if decision is None or answer == "ask" or live.table.stamp(seat) != mark:
                return
            move = decision.moves[0] if answer == "use" else decision.idle
            await self._append(table, live, "move", seat, move, "person")
            await self._settle_and_tell(table, live)

    # --- house-keeping ---

    @asynccontextmanager
    async def _at(self, table: int) -> AsyncIterator[Live]:
        """Hold a table: nobody else can change it meanwhile."""
        async with self._lock(table):
            yield self._live.get(table) or await self._load(table)

    def _lock(self, table: int) -> asyncio.Lock:
        return self._locks.setdefault(table, asyncio.Lock())

    def _tell(self, table: int) -> None:
        if self.audience:
            self.audience.changed(table)

    def forget(self, table: int) -> None:
        """Drop a table from memory; its log brings it back."""
        self._live.pop(table, None)

    async def close(self) -> None:
        """Stop waiting; nothing is lost, since everything true is stored."""
        await self._answers.close()
