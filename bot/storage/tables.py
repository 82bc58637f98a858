"""The tables and their logs: plain queries; every change raises a table's version and passes its fence."""

from collections.abc import Awaitable, Sequence

from bot.base import metrics
from bot.base.errors import ChannelTaken, Repeated, Stale
from bot.base.shards import EVERYWHERE, Shards
from bot.domain.entities import Event, LogRow, Result, StoredTimes, TableRecord, TableVersion
from bot.domain.kinds import EVENT_KINDS, MOVERS, PHASES, ROW_KINDS, Phase, all_known
from bot.storage.engine import Conflict, Engine, NothingChanged, Row, Step
from bot.storage.results import FinishedGame, GameEnding, finish_steps
from bot.storage.table_statements import (
    ADD_EVENT,
    ADD_ROW,
    BESIDE,
    LAST_ROW,
    MINE,
    NEXT_ROW,
    NEXT_TIMED,
    NEXT_VERSION,
    SAVED,
    change_table,
    ids_where,
    saved,
)


class TableStore:
    """What happened: lobbies, games and their rows."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def table(self, table_id: int) -> TableRecord:
        """Return a stored table; KeyError if there is none."""
        rows = await self._db.rows(SAVED.format("= ?"), (table_id,))
        if not rows:
            raise KeyError(table_id)
        return saved(rows)[0]

    async def table_in(self, channel: int) -> TableRecord | None:
        """Return the table of a channel: the one under way, else the last one."""
        one = (
            "= (SELECT id FROM tables WHERE channel = ? AND phase != 'gone'"
            " ORDER BY phase IN ('lobby', 'play') DESC, id DESC LIMIT 1)"
        )
        found = saved(await self._db.rows(SAVED.format(one), (channel,)))
        return found[0] if found else None

    async def tables_of(self, user: int) -> list[TableRecord]:
        """Return the games under way at which someone sits, newest first."""
        some = (
            "IN (SELECT tables.id FROM seats JOIN tables ON tables.id = seats.table_id"
            " WHERE seats.\"user\" = ? AND phase = 'play' ORDER BY tables.id DESC LIMIT 25)"
        )
        return saved(await self._db.rows(SAVED.format(some), (user,)))

    async def open_in(self, channel: int) -> list[int]:
        """Return the tables that wait for a channel: lobbies, games, and games set aside."""
        rows = await self._db.rows(
            "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'play', 'aside') ORDER BY id",
            (channel,),
        )
        return [table_id for (table_id,) in rows]

    async def open_below(self, guild: int, home: int) -> list[int]:
        """Return the tables that wait for the threads which we have opened in a channel."""
        rows = await self._db.rows(
            "SELECT id FROM tables WHERE guild = ? AND home = ? AND phase IN ('lobby', 'play', 'aside')"
            " ORDER BY id",
            (guild, home),
        )
        return [table_id for (table_id,) in rows]

    async def open_tables(self) -> list[tuple[str, str, int]]:
        """Return how many tables of which game are open, by phase; those that are over are not looked at."""
        rows = await self._db.rows(
            "SELECT phase, game, COUNT(*) FROM tables WHERE channel > 0 AND phase IN ('lobby', 'play')"
            " GROUP BY phase, game"
        )
        return [(phase, game, count) for phase, game, count in rows]

    async def aside(self, mine: Shards = EVERYWHERE) -> list[int]:
        """Return the games that were set aside: a repair may have healed them."""
        return await ids_where(self._db, f"phase = 'aside' AND {MINE} ORDER BY id", *mine)

    async def version(self, table_id: int) -> tuple[int, Phase]:
        """Return a table's version and phase: what a copy in memory is compared with."""
        rows = await self._db.rows("SELECT version, phase FROM tables WHERE id = ?", (table_id,))
        return (rows[0][0], rows[0][1]) if rows else (0, "gone")

    async def standing(self, table_id: int) -> TableVersion:
        """Return what a copy of a table in memory is compared with, and how its clocks stand."""
        rows = await self._db.rows(
            "SELECT version, phase, last, pace, clocks, stilled FROM tables WHERE id = ?", (table_id,)
        )
        return TableVersion(*rows[0]) if rows else TableVersion(0, "gone")

    # --- how it goes on ---

    async def set_phase(
        self, table_id: int, phase: Phase, before: Sequence[Phase] = PHASES, version: int | None = None
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
            await change_table(self._db, table_id, step, *untold)
        except Stale:
            return False
        return True

    async def wake(self, table_id: int) -> bool:
        """Let a game that was set aside go on; its channel may have a new table meanwhile."""
        try:
            return await self.set_phase(table_id, "play", ("aside",))
        except Conflict:
            raise ChannelTaken(table_id) from None

    # --- the log, and what stands beside it ---

    async def log(self, table_id: int, after: int = 0) -> list[LogRow]:
        """Return a table's rows, or those after one of them."""
        rows = await self._db.rows(
            "SELECT row, kind, seat, text, by, at FROM rows WHERE table_id = ? AND row > ? ORDER BY row",
            (table_id, after),
        )
        all_known({row[1] for row in rows}, ROW_KINDS)
        all_known({row[4] for row in rows}, MOVERS)
        return [*map(LogRow._make, rows)]

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
        ending: GameEnding | None = None,
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
        if ending is None:
            raise TypeError("results are stored with an ending, by whose rules the game is rated")
        last = (
            fence._replace(must=True),
            logged,
            *finish_steps(FinishedGame(table_id, row.at, results, ending)),
        )
        return await self._stored(table_id, self._first_of(self._db.write(*last)))

    async def events(self, table_id: int) -> list[Event]:
        """Return what happened beside a table's log, oldest first; the words of its deal lead."""
        rows = await self._db.rows(BESIDE, (table_id, table_id))
        return [Event(*row) for *row, _ in rows if row[0] in EVENT_KINDS]  # a newer version may have others

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
        return await self._stored(table_id, self._db.fenced(fence, *inserts))

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
        self._db.changed(table_id)
        return int(version)

    # --- answers given in advance ---

    async def advance(self, table_id: int) -> dict[tuple[int, str], str]:
        rows = await self._db.rows("SELECT seat, key, answer FROM advance WHERE table_id = ?", (table_id,))
        return {(seat, key): answer for seat, key, answer in rows}

    async def set_advance(
        self, table_id: int, seat: int, key: str, answer: str, due: int | None = None
    ) -> int:
        """Keep an answer in advance, and when it is due; "ask" removes it. Return the table's new version."""
        [[(version,)], *_] = await self._db.write(
            Step(
                "UPDATE tables SET version = version + 1, due = CAST(? AS BIGINT) + stilled"
                " WHERE id = ? RETURNING version",
                (due, table_id),
            ),
            Step("DELETE FROM advance WHERE table_id = ? AND seat = ? AND key = ?", (table_id, seat, key)),
            *(
                [Step("INSERT INTO advance VALUES (?, ?, ?, ?)", (table_id, seat, key, answer))]
                if answer != "ask"
                else []
            ),
        )
        self._db.changed(table_id)
        return int(version)
