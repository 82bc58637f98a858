"""The tables and their logs: plain queries; every change raises a table's version and passes its fence."""

from collections.abc import Awaitable, Sequence

from bot.base import metrics, timers
from bot.base.errors import ChannelTaken, Repeated, Stale
from bot.domain.entities import UNLIMITED, Event, LogRow, Most, NewTable, Result, StoredTimes, TableRecord
from bot.domain.results import Ending
from bot.storage.deal_words import without_words_of_others
from bot.storage.engine import Conflict, Engine, NothingChanged, Row, Step
from bot.storage.results import FinishedGame, finish_steps
from bot.storage.table_statements import (
    ADD_EVENT,
    ADD_ROW,
    BESIDE,
    HOST_SITS_DOWN,
    LAST_ROW,
    LOBBIES_OF,
    NEXT_OPENING,
    NEXT_ROW,
    NEXT_TIMED,
    NEXT_VERSION,
    OPENED_BY,
    SAVED,
    joined,
    saved,
    seated,
)

PLAYED_OUT = Ending()
PHASES = ("lobby", "play", "done", "aside", "gone")


class TableStore:
    """What happened: lobbies, games and their rows."""

    def __init__(self, db: Engine) -> None:
        self.db = db

    @property
    def shared(self) -> bool:
        """Whether other processes may change the same tables."""
        return self.db.shared

    # --- lobbies ---

    async def new_table(self, opening: NewTable, allowed: Most = UNLIMITED, draw: str = "") -> TableRecord:
        """Open a lobby with its host seated and its secret draw; one table a channel. Stale: one too many."""
        fields = opening._replace(options=joined(opening.options), reserved=joined(opening.reserved))
        table = Step(
            "INSERT INTO tables (guild, channel, game, host, locale, options, reserved, kept_until, pace,"
            " home, opener, created, draw, first_message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
            (*fields, int(timers.now()), draw),
        )
        seat = Step(HOST_SITS_DOWN, (opening.channel,))
        within = "SELECT 1 WHERE ({}) <= ?"
        lobbies = Step(within.format(LOBBIES_OF), (opening.host, opening.guild, allowed.lobbies), must=True)
        opened = Step(within.format(OPENED_BY), (opening.opener, opening.guild, allowed.opened), must=True)
        try:
            _, _, [(table_id,)], *_ = await self.db.write(Step(NEXT_OPENING), table, seat, lobbies, opened)
        except NothingChanged:
            raise Stale from None
        except Conflict:
            rows = await self.db.rows(
                "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'play')", (opening.channel,)
            )
            raise ChannelTaken(rows[0][0] if rows else 0) from None
        return await self.table(table_id)

    async def save_lobby(
        self,
        table_id: int,
        host: int,
        users: Sequence[int],
        options: Sequence[str],
        version: int | None = None,
        pace: str | None = None,
        reserved: Sequence[int] | None = None,
    ) -> None:
        """Write a lobby anew; Stale if it is none any more, or another version than was looked at."""
        kept = None if reserved is None else joined(reserved)
        lobby = Step(
            "UPDATE tables SET host = ?, options = ?, pace = COALESCE(?, pace),"
            " reserved = COALESCE(CAST(? AS TEXT), reserved), version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (host, joined(options), pace, kept, table_id, version),
            must=True,
        )
        await self._change(
            table_id, lobby, *seated(table_id, users), without_words_of_others(table_id, users)
        )

    async def set_hints(self, table_id: int, hints: int, version: int | None = None) -> None:
        """Write down whether a lobby's game will have hints; Stale if it is none any more."""
        lobby = Step(
            "UPDATE tables SET hints = ?, version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (hints, table_id, version),
            must=True,
        )
        await self._change(table_id, lobby)

    async def move_lobby(self, table_id: int, channel: int, home: int, version: int | None = None) -> None:
        """Let a lobby stand in another channel, where it is still to be posted; Stale if it is none now."""
        moved = Step(
            "UPDATE tables SET channel = ?, home = ?, message = 0, version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (channel, home, table_id, version),
            must=True,
        )
        await self._change(table_id, moved)

    async def start(
        self,
        table_id: int,
        seed: str,
        edition: int,
        data: str,
        options: Sequence[str],
        users: Sequence[int] = (),
        version: int | None = None,
        due: int | None = None,
        mark: str = "",
        words: Sequence[Step] = (),
    ) -> None:
        """Deal a game to a lobby, once: seed, options, seats and words in one go; no users: as they sit."""
        deal = Step(
            "UPDATE tables SET phase = 'play', seed = ?, edition = ?, data = ?, options = ?, mark = ?,"
            " shown = -1, reserved = '', due = ?, version = version + 1"
            " WHERE id = ? AND phase = 'lobby' AND version = COALESCE(?, version)",
            (seed, edition, data, joined(options), mark, due, table_id, version),
            must=True,
        )
        await self._change(table_id, deal, *(seated(table_id, users) if users else ()), *words)

    async def _change(self, table_id: int, *steps: Step) -> None:
        try:
            await self.db.write(*steps)
        except NothingChanged:
            raise Stale from None
        self.db.changed(table_id)

    async def set_phase(
        self, table_id: int, phase: str, before: Sequence[str] = PHASES, version: int | None = None
    ) -> bool:
        """Move a table to another phase, from one of some; only the host may say so. False: it was not so."""
        marks = ", ".join("?" * len(before))
        opener = "opener" if phase in ("play", "aside") else "0"
        step = Step(
            "UPDATE tables SET phase = ?, due = NULL, reserved = '', version = version + 1,"
            f" opener = {opener}"
            f" WHERE id = ? AND phase IN ({marks}) AND version = COALESCE(?, version)",
            (phase, table_id, *before, version),
            must=True,
        )
        untold = (
            [Step("DELETE FROM words WHERE table_id = ? AND seat < 0", (table_id,))]
            if phase == "gone"
            else []
        )
        try:
            await self._change(table_id, step, *untold)
        except Stale:
            return False
        return True

    async def wake(self, table_id: int) -> bool:
        """Let a game that was set aside go on; its channel may have a new table meanwhile."""
        try:
            return await self.set_phase(table_id, "play", ("aside",))
        except Conflict:
            raise ChannelTaken(table_id) from None

    # --- tables ---

    async def table(self, table_id: int) -> TableRecord:
        """Return a stored table; KeyError if there is none."""
        rows = await self.db.rows(SAVED.format("= ?"), (table_id,))
        if not rows:
            raise KeyError(table_id)
        return saved(rows)[0]

    async def table_in(self, channel: int) -> TableRecord | None:
        """Return the table of a channel: the one under way, else the last one."""
        one = (
            "= (SELECT id FROM tables WHERE channel = ? AND phase != 'gone'"
            " ORDER BY phase IN ('lobby', 'play') DESC, id DESC LIMIT 1)"
        )
        found = saved(await self.db.rows(SAVED.format(one), (channel,)))
        return found[0] if found else None

    async def tables_of(self, user: int) -> list[TableRecord]:
        """Return the games under way at which someone sits, newest first."""
        some = (
            "IN (SELECT tables.id FROM seats JOIN tables ON tables.id = seats.table_id"
            " WHERE seats.\"user\" = ? AND phase = 'play' ORDER BY tables.id DESC LIMIT 25)"
        )
        return saved(await self.db.rows(SAVED.format(some), (user,)))

    async def open_lobbies(self, host: int, guild: int) -> int:
        """Return how many lobbies of a host are open in a server; a host always sits in their lobby."""
        return int((await self.db.rows(LOBBIES_OF, (host, guild)))[0][0])

    async def opened_by(self, user: int, guild: int) -> int:
        """Return how many tables that somebody has opened in a server are not over: lobbies and games."""
        return int((await self.db.rows(OPENED_BY, (user, guild)))[0][0])

    async def open_in(self, channel: int) -> list[int]:
        """Return the tables that wait for a channel: lobbies, games, and games set aside."""
        rows = await self.db.rows(
            "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'play', 'aside') ORDER BY id",
            (channel,),
        )
        return [table_id for (table_id,) in rows]

    async def open_below(self, guild: int, home: int) -> list[int]:
        """Return the tables that wait for the threads which we have opened in a channel."""
        rows = await self.db.rows(
            "SELECT id FROM tables WHERE guild = ? AND home = ? AND phase IN ('lobby', 'play', 'aside')"
            " ORDER BY id",
            (guild, home),
        )
        return [table_id for (table_id,) in rows]

    async def version(self, table_id: int) -> tuple[int, str]:
        """Return a table's version and phase: what a copy in memory is compared with."""
        rows = await self.db.rows("SELECT version, phase FROM tables WHERE id = ?", (table_id,))
        return (rows[0][0], rows[0][1]) if rows else (0, "gone")

    async def expire_lobbies(self, before: int) -> None:
        """Let lobbies go that nobody has started for long; nothing is sent about it."""
        stale = "phase = 'lobby' AND created < ?"
        await self.db.write(
            Step(f"DELETE FROM words WHERE table_id IN (SELECT id FROM tables WHERE {stale})", (before,)),
            Step(
                f"UPDATE tables SET phase = 'gone', reserved = '', opener = 0, told = version WHERE {stale}",
                (before,),
            ),
        )

    # --- the log, and what stands beside it ---

    async def log(self, table_id: int, after: int = 0) -> list[LogRow]:
        """Return a table's rows, or those after one of them."""
        rows = await self.db.rows(
            "SELECT row, kind, seat, text, by, at FROM rows WHERE table_id = ? AND row > ? ORDER BY row",
            (table_id, after),
        )
        return [LogRow(*row) for row in rows]

    @metrics.COMMIT.timed()
    async def append(
        self,
        table_id: int,
        row: LogRow,
        interaction: int | None = None,
        results: Sequence[Result] | None = None,
        due: int | None = None,
        version: int | None = None,
        clocks: str | None = None,
        ending: Ending = PLAYED_OUT,
    ) -> int:
        """Store the next row, and with the last one results and ratings; return the table's new version.

        Stale if another row came first, Repeated if this interaction was carried out already.
        """
        fence = Step(
            NEXT_ROW if results is None else LAST_ROW,
            (row.row, due, clocks, table_id, row.row - 1, version),
        )
        logged = Step(ADD_ROW, (table_id, *row, interaction))
        if results is None:
            return await self._fenced(table_id, fence, logged)
        last = (
            fence._replace(must=True),
            logged,
            *finish_steps(FinishedGame(table_id, row.at, results, ending)),
        )
        return await self._stored(table_id, self._first_of(self.db.write(*last)))

    async def events(self, table_id: int) -> list[Event]:
        """Return what happened beside a table's log, oldest first; the words of its deal lead."""
        rows = await self.db.rows(BESIDE, (table_id, table_id))
        return [Event(*row) for *row, _ in rows]

    async def add_event(
        self,
        table_id: int,
        event: Event,
        interaction: int | None = None,
        version: int | None = None,
        times: StoredTimes | None = None,
    ) -> int:
        """Store what happened beside the log, and its clocks after it; return the table's new version."""
        fence = Step(NEXT_VERSION, (table_id, version))
        if times is not None:
            fence = Step(NEXT_TIMED, (*times, table_id, version))
        return await self._fenced(table_id, fence, Step(ADD_EVENT, (table_id, *event, interaction)))

    async def _fenced(self, table_id: int, fence: Step, *inserts: Step) -> int:
        return await self._stored(table_id, self.db.fenced(fence, *inserts))

    async def _first_of(self, written: Awaitable[list[list[Row]]]) -> list[Row]:
        return (await written)[0]

    async def _stored(self, table_id: int, written: Awaitable[list[Row]]) -> int:
        """Return the version of a table after what was written past its fence."""
        try:
            [(version,)] = await written
        except NothingChanged:
            raise Stale from None
        except Conflict as conflict:
            raise (Repeated() if "interaction" in conflict.constraint else Stale()) from None
        self.db.changed(table_id)
        return int(version)
