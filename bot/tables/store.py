"""What is stored of tables: plain queries, every move durable before it is shown."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

import aiosqlite

from bot import clock, figures
from bot.errors import ChannelTaken, Repeated, Stale
from bot.tables.records import DmPanel, Event, LogRow, Opening, Rank, Result, Saved
from bot.tables.sqlite import Database, whole

ADD_ROW = (
    "INSERT INTO rows (table_id, row, kind, seat, text, by, at, interaction) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


class Store(Database):
    """Plain queries; a second engine can implement the same names."""

    def engine(self) -> str:
        return f"SQLite {sqlite3.sqlite_version}"

    # --- lobbies ---

    @whole
    async def new_table(self, opening: Opening) -> Saved:
        """Open a lobby with its host seated; one table a channel."""
        try:
            async with self._transaction() as db:
                table_id = await self._insert_table(db, opening)
        except sqlite3.IntegrityError:
            rows = await self._all(
                "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'play')", (opening.channel,)
            )
            raise ChannelTaken(int(rows[0]["id"]) if rows else 0) from None
        return await self.table(table_id)

    async def _insert_table(self, db: aiosqlite.Connection, opening: Opening) -> int:
        fields = opening._replace(options=_joined(opening.options), reserved=_joined(opening.reserved))
        cursor = await db.execute(
            "INSERT INTO tables (guild, channel, game, host, locale, options, reserved, kept_until, created)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*fields, int(clock.now())),
        )
        table_id = int(cursor.lastrowid or 0)
        seat = "INSERT INTO seats (table_id, seat, user) VALUES (?, 0, ?)"
        await db.execute(seat, (table_id, opening.host))
        return table_id

    @whole
    async def save_lobby(
        self, table_id: int, host: int, users: Sequence[int], options: Sequence[str]
    ) -> None:
        async with self._transaction() as db:
            await db.execute(
                "UPDATE tables SET host = ?, options = ? WHERE id = ? AND phase = 'lobby'",
                (host, _joined(options), table_id),
            )
            await db.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
            await db.executemany(
                "INSERT INTO seats (table_id, seat, user) VALUES (?, ?, ?)",
                [(table_id, seat, user) for seat, user in enumerate(users)],
            )

    async def start(self, table_id: int, seed: str, edition: int, data: str, options: Sequence[str]) -> None:
        await self._write(
            "UPDATE tables SET phase = 'play', seed = ?, edition = ?, data = ?, options = ?, shown = -1"
            " WHERE id = ? AND phase = 'lobby'",
            *(seed, edition, data, _joined(options), table_id),
        )

    async def set_phase(self, table_id: int, phase: str) -> None:
        """Move a table to another phase; only the host may say so."""
        await self._write("UPDATE tables SET phase = ? WHERE id = ?", phase, table_id)

    async def wake(self, table_id: int) -> None:
        """Let a game that was set aside go on; its channel may have a new table meanwhile."""
        try:
            await self._write("UPDATE tables SET phase = 'play' WHERE id = ? AND phase = 'aside'", table_id)
        except sqlite3.IntegrityError:
            raise ChannelTaken(table_id) from None

    # --- tables ---

    async def table(self, table_id: int) -> Saved:
        """Return a stored table; KeyError if there is none."""
        rows = await self._all("SELECT * FROM tables WHERE id = ?", (table_id,))
        if not rows:
            raise KeyError(table_id)
        return await self._saved(rows[0])

    async def table_in(self, channel: int) -> Saved | None:
        """Return the table of a channel: the one under way, else the last one."""
        rows = await self._all(
            "SELECT * FROM tables WHERE channel = ? AND phase != 'gone'"
            " ORDER BY phase IN ('lobby', 'play') DESC, id DESC LIMIT 1",
            (channel,),
        )
        return await self._saved(rows[0]) if rows else None

    async def tables_of(self, user: int) -> list[Saved]:
        """Return the games under way at which someone sits, newest first."""
        rows = await self._all(
            "SELECT tables.* FROM seats JOIN tables ON tables.id = seats.table_id"
            " WHERE seats.user = ? AND phase = 'play' ORDER BY tables.id DESC LIMIT 25",
            (user,),
        )
        return [await self._saved(row) for row in rows]

    async def open_lobbies(self, host: int, guild: int) -> int:
        """Return how many lobbies of a host are open in a server; a host always sits in their lobby."""
        rows = await self._all(
            "SELECT COUNT(*) FROM seats JOIN tables ON tables.id = seats.table_id"
            ' WHERE seats."user" = ? AND tables.phase = \'lobby\' AND tables.host = seats."user"'
            " AND tables.guild = ?",
            (host, guild),
        )
        return int(rows[0][0])

    async def open_tables(self) -> list[tuple[str, str, int]]:
        """Return how many tables of which game are open, by phase; those that are over are not looked at."""
        rows = await self._all(
            "SELECT phase, game, COUNT(*) FROM tables WHERE channel > 0 AND phase IN ('lobby', 'play')"
            " GROUP BY phase, game"
        )
        return [(str(row[0]), str(row[1]), int(row[2])) for row in rows]

    async def open_in(self, channel: int) -> list[int]:
        """Return the tables that wait for a channel: lobbies, games, and games set aside."""
        rows = await self._all(
            "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'play', 'aside')", (channel,)
        )
        return [int(row["id"]) for row in rows]

    async def under_way(self) -> list[int]:
        """Return every table that may be played at, those set aside too: a repair may have healed them."""
        rows = await self._all("SELECT id FROM tables WHERE phase IN ('lobby', 'play', 'aside') ORDER BY id")
        return [int(row["id"]) for row in rows]

    async def expire_lobbies(self, before: int) -> None:
        """Let lobbies go that nobody has started for long; nothing is sent about it."""
        await self._write("UPDATE tables SET phase = 'gone' WHERE phase = 'lobby' AND created < ?", before)

    async def unpublished(self) -> list[int]:
        """Return the tables whose last rows were stored but not shown: a crash came between."""
        rows = await self._all(
            "SELECT id FROM tables WHERE phase IN ('play', 'done') AND silenced = 0 AND shown <"
            " (SELECT COALESCE(MAX(row), 0) FROM rows WHERE table_id = tables.id) ORDER BY id"
        )
        return [int(row["id"]) for row in rows]

    async def _saved(self, row: sqlite3.Row) -> Saved:
        users = await self._all("SELECT user FROM seats WHERE table_id = ? ORDER BY seat", (row["id"],))
        fields = dict(row)
        fields["options"] = tuple(filter(None, fields["options"].split(",")))
        fields["reserved"] = tuple(map(int, filter(None, fields["reserved"].split(","))))
        return Saved(**fields, users=tuple(int(user["user"]) for user in users))

    async def log(self, table_id: int) -> list[LogRow]:
        rows = await self._all(
            "SELECT row, kind, seat, text, by, at FROM rows WHERE table_id = ? ORDER BY row", (table_id,)
        )
        return [LogRow(*row) for row in rows]

    @whole
    @figures.COMMIT.timed()
    async def append(
        self,
        table_id: int,
        row: LogRow,
        interaction: int | None = None,
        results: Sequence[Result] | None = None,
    ) -> None:
        """Store one row, and with the last one the results; all of it or nothing."""
        try:
            if results is None:
                await self._write(ADD_ROW, table_id, *row, interaction)
                return
            async with self._transaction() as db:
                await db.execute(ADD_ROW, (table_id, *row, interaction))
                await self._finish(db, table_id, row.at, results)
        except sqlite3.IntegrityError as error:
            again = (
                error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_UNIQUE
            )  # the interaction; else the row
            raise (Repeated() if again else Stale()) from None

    async def events(self, table_id: int) -> list[Event]:
        """Return what happened beside a table's log, oldest first."""
        rows = await self._all(
            "SELECT kind, seat, row, text, at FROM events WHERE table_id = ? ORDER BY id", (table_id,)
        )
        return [Event(*row) for row in rows]

    async def add_event(self, table_id: int, event: Event, interaction: int | None = None) -> None:
        try:
            await self._write(
                "INSERT INTO events (table_id, kind, seat, row, text, at, interaction)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                *(table_id, *event, interaction),
            )
        except sqlite3.IntegrityError:
            raise Repeated from None

    async def _finish(
        self, db: aiosqlite.Connection, table_id: int, at: int, results: Sequence[Result]
    ) -> None:
        await db.execute("UPDATE tables SET phase = 'done' WHERE id = ?", (table_id,))
        await db.executemany(
            "INSERT INTO results (table_id, user, guild, game, seats, place, score, at)"
            " SELECT id, ?, guild, game, ?, ?, ?, ? FROM tables WHERE id = ?",
            [(r.user, len(results), r.place, ",".join(map(str, r.score)), at, table_id) for r in results],
        )

    # --- what Discord shows ---

    async def set_message(self, table_id: int, message: int) -> None:
        await self._write("UPDATE tables SET message = ? WHERE id = ?", message, table_id)

    async def set_silenced(self, table_id: int, at: int) -> None:
        """Remember since when we may not write in a table's channel; 0: we may."""
        await self._write("UPDATE tables SET silenced = ? WHERE id = ?", at, table_id)

    async def set_shown(self, table_id: int, row: int) -> None:
        await self._write("UPDATE tables SET shown = ? WHERE id = ?", row, table_id)

    async def set_notice(self, table_id: int, message: int, noticed: str) -> None:
        await self._write(
            "UPDATE tables SET notice = ?, noticed = ? WHERE id = ?", message, noticed, table_id
        )

    async def dm_panels(self, table_id: int) -> dict[int, DmPanel]:
        """Return the panels that players keep in their DMs, by seat."""
        rows = await self._all(
            "SELECT seat, dm_channel, dm_message, dm_locale FROM seats"
            " WHERE table_id = ? AND dm_message != 0",
            (table_id,),
        )
        return {int(row["seat"]): DmPanel(*tuple(row)[1:]) for row in rows}

    async def set_dm_panel(self, table_id: int, seat: int, panel: DmPanel) -> None:
        await self._write(
            "UPDATE seats SET dm_channel = ?, dm_message = ?, dm_locale = ? WHERE table_id = ? AND seat = ?",
            *(*panel, table_id, seat),
        )

    # --- answers given in advance, results, facts ---

    async def advance(self, table_id: int) -> dict[tuple[int, str], str]:
        rows = await self._all("SELECT seat, key, answer FROM advance WHERE table_id = ?", (table_id,))
        return {(int(row["seat"]), str(row["key"])): str(row["answer"]) for row in rows}

    @whole
    async def set_advance(self, table_id: int, seat: int, key: str, answer: str) -> None:
        """Keep an answer in advance; "ask" removes it."""
        async with self._transaction() as db:
            await db.execute(
                "DELETE FROM advance WHERE table_id = ? AND seat = ? AND key = ?", (table_id, seat, key)
            )
            if answer != "ask":
                await db.execute("INSERT INTO advance VALUES (?, ?, ?, ?)", (table_id, seat, key, answer))

    async def games_played(self, user: int, game: str) -> int:
        rows = await self._all("SELECT COUNT(*) FROM results WHERE user = ? AND game = ?", (user, game))
        return int(rows[0][0])

    async def leaderboard(self, guild: int, game: str, most: int = 10) -> list[Rank]:
        rows = await self._all(
            "SELECT user, SUM(place = 1) AS wins, COUNT(*) AS games, AVG(place) AS average FROM results"
            " WHERE guild = ? AND game = ? GROUP BY user"
            " ORDER BY wins DESC, average, games DESC, user LIMIT ?",
            (guild, game, most),
        )
        return [Rank(*row) for row in rows]

    async def fact(self, name: str) -> str:
        rows = await self._all("SELECT value FROM facts WHERE name = ?", (name,))
        return str(rows[0]["value"]) if rows else ""

    async def set_fact(self, name: str, value: str) -> None:
        await self._write("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, value)


def _joined(parts: Iterable[object]) -> Any:
    return ",".join(map(str, parts))
