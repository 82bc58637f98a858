"""What is stored of tables: plain queries, every move durable before it is shown."""

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import aiosqlite

from bot.database import Database, whole
from bot.table import LogRow


class Stale(Exception):
    """Someone else wrote this row first: reload and look again."""


class Repeated(Exception):
    """This interaction has been carried out already."""


class ChannelTaken(Exception):
    """The channel has a table already."""

    def __init__(self, table: int) -> None:
        super().__init__(f"table {table}")
        self.table = table


@dataclass(frozen=True, slots=True)
class Saved:
    """A table as it is stored, without its log."""

    id: int
    guild: int
    channel: int
    game: str
    host: int
    locale: str
    options: tuple[str, ...]
    phase: str  # lobby, play, done, aside, gone
    seed: str
    edition: int
    data: str
    message: int
    notice: int
    noticed: str
    shown: int
    created: int
    users: tuple[int, ...]

    def __repr__(self) -> str:
        """Keep the seed out of logs."""
        return f"Saved(table {self.id}, {self.game}, {self.phase})"


class Result(NamedTuple):
    """How one player fared in one game."""

    user: int
    place: int
    score: tuple[int, ...]


class DmPanel(NamedTuple):
    """A panel in someone's DMs: one message that stays current."""

    channel: int
    message: int
    locale: str


class Standing(NamedTuple):
    """A line of the leaderboard."""

    user: int
    wins: int
    games: int
    average_place: float


class Store(Database):
    """Plain queries; a second engine can implement the same names."""

    # --- lobbies ---

    @whole
    async def new_table(self, guild: int, channel: int, game: str, host: int, locale: str) -> Saved:
        """Open a lobby with its host seated; one table a channel."""
        try:
            async with self._transaction() as db:
                cursor = await db.execute(
                    "INSERT INTO tables (guild, channel, game, host, locale, created)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    (guild, channel, game, host, locale, int(time.time())),
                )
                table = int(cursor.lastrowid or 0)
                await db.execute("INSERT INTO seats (table_id, seat, user) VALUES (?, 0, ?)", (table, host))
        except sqlite3.IntegrityError:
            rows = await self._all(
                "SELECT id FROM tables WHERE channel = ? AND phase IN ('lobby', 'play')", (channel,)
            )
            raise ChannelTaken(int(rows[0]["id"]) if rows else 0) from None
        return await self.table(table)

    @whole
    async def save_lobby(self, table: int, host: int, users: Sequence[int], options: Sequence[str]) -> None:
        async with self._transaction() as db:
            await db.execute(
                "UPDATE tables SET host = ?, options = ? WHERE id = ? AND phase = 'lobby'",
                (host, ",".join(options), table),
            )
            await db.execute("DELETE FROM seats WHERE table_id = ?", (table,))
            await db.executemany(
                "INSERT INTO seats (table_id, seat, user) VALUES (?, ?, ?)",
                [(table, seat, user) for seat, user in enumerate(users)],
            )

    async def start(self, table: int, seed: str, edition: int, data: str, options: Sequence[str]) -> None:
        await self._write(
            "UPDATE tables SET phase = 'play', seed = ?, edition = ?, data = ?, options = ?, shown = -1"
            " WHERE id = ? AND phase = 'lobby'",
            *(seed, edition, data, ",".join(options), table),
        )

    async def set_phase(self, table: int, phase: str) -> None:
        await self._write("UPDATE tables SET phase = ? WHERE id = ?", phase, table)

    async def close_channel(self, channel: int) -> None:
        """Let the tables of a channel go that was deleted: nobody can come back to them."""
        await self._write(
            "UPDATE tables SET phase = 'gone' WHERE channel = ? AND phase IN ('lobby', 'play')", channel
        )

    # --- tables ---

    async def table(self, table: int) -> Saved:
        """Return a stored table; KeyError if there is none."""
        rows = await self._all("SELECT * FROM tables WHERE id = ?", (table,))
        if not rows:
            raise KeyError(table)
        return await self._saved(rows[0])

    async def table_in(self, channel: int) -> Saved | None:
        """Return the table of a channel: the one under way, else the last one."""
        rows = await self._all(
            "SELECT * FROM tables WHERE channel = ? AND phase != 'gone'"
            " ORDER BY phase IN ('lobby', 'play') DESC, id DESC LIMIT 1",
            (channel,),
        )
        return await self._saved(rows[0]) if rows else None

    async def under_way(self) -> list[int]:
        rows = await self._all("SELECT id FROM tables WHERE phase IN ('lobby', 'play') ORDER BY id")
        return [int(row["id"]) for row in rows]

    async def unpublished(self) -> list[int]:
        """Return the tables whose last rows were stored but not shown: a crash came between."""
        rows = await self._all(
            "SELECT id FROM tables WHERE phase IN ('play', 'done') AND shown <"
            " (SELECT COALESCE(MAX(row), 0) FROM rows WHERE table_id = tables.id) ORDER BY id"
        )
        return [int(row["id"]) for row in rows]

    async def _saved(self, row: sqlite3.Row) -> Saved:
        users = await self._all("SELECT user FROM seats WHERE table_id = ? ORDER BY seat", (row["id"],))
        fields = dict(row)
        fields["options"] = tuple(filter(None, fields["options"].split(",")))
        return Saved(**fields, users=tuple(int(user["user"]) for user in users))

    async def log(self, table: int) -> list[LogRow]:
        rows = await self._all(
            "SELECT row, kind, seat, text, by, at FROM rows WHERE table_id = ? ORDER BY row", (table,)
        )
        return [LogRow(*row) for row in rows]

    @whole
    async def append(
        self, table: int, row: LogRow, interaction: int | None = None, results: Sequence[Result] | None = None
    ) -> None:
        """Store one row, and with the last one the results; all of it or nothing."""
        try:
            async with self._transaction() as db:
                await db.execute(
                    "INSERT INTO rows (table_id, row, kind, seat, text, by, at, interaction)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (table, *row, interaction),
                )
                if results is not None:
                    await self._finish(db, table, row.at, results)
        except sqlite3.IntegrityError as error:
            raise (Repeated() if "interaction" in str(error) else Stale()) from None

    async def _finish(self, db: aiosqlite.Connection, table: int, at: int, results: Sequence[Result]) -> None:
        await db.execute("UPDATE tables SET phase = 'done' WHERE id = ?", (table,))
        await db.executemany(
            "INSERT INTO results (table_id, user, guild, game, seats, place, score, at)"
            " SELECT id, ?, guild, game, ?, ?, ?, ? FROM tables WHERE id = ?",
            [(r.user, len(results), r.place, ",".join(map(str, r.score)), at, table) for r in results],
        )

    # --- what Discord shows ---

    async def set_message(self, table: int, message: int) -> None:
        await self._write("UPDATE tables SET message = ? WHERE id = ?", message, table)

    async def set_shown(self, table: int, row: int) -> None:
        await self._write("UPDATE tables SET shown = ? WHERE id = ?", row, table)

    async def set_notice(self, table: int, message: int, noticed: str) -> None:
        await self._write("UPDATE tables SET notice = ?, noticed = ? WHERE id = ?", message, noticed, table)

    async def dm_panels(self, table: int) -> dict[int, DmPanel]:
        """Return the panels that players keep in their DMs, by seat."""
        rows = await self._all(
            "SELECT seat, dm_channel, dm_message, dm_locale FROM seats"
            " WHERE table_id = ? AND dm_message != 0",
            (table,),
        )
        return {int(row["seat"]): DmPanel(*tuple(row)[1:]) for row in rows}

    async def set_dm_panel(self, table: int, seat: int, channel: int, message: int, locale: str) -> None:
        await self._write(
            "UPDATE seats SET dm_channel = ?, dm_message = ?, dm_locale = ? WHERE table_id = ? AND seat = ?",
            *(channel, message, locale, table, seat),
        )

    # --- standing answers, results, facts ---

    async def standing(self, table: int) -> dict[tuple[int, str], str]:
        rows = await self._all("SELECT seat, key, answer FROM standing WHERE table_id = ?", (table,))
        return {(int(row["seat"]), str(row["key"])): str(row["answer"]) for row in rows}

    @whole
    async def set_standing(self, table: int, seat: int, key: str, answer: str) -> None:
        """Keep an answer in advance; "ask" removes it."""
        async with self._transaction() as db:
            await db.execute(
                "DELETE FROM standing WHERE table_id = ? AND seat = ? AND key = ?", (table, seat, key)
            )
            if answer != "ask":
                await db.execute("INSERT INTO standing VALUES (?, ?, ?, ?)", (table, seat, key, answer))

    async def games_played(self, user: int, game: str) -> int:
        rows = await self._all("SELECT COUNT(*) FROM results WHERE user = ? AND game = ?", (user, game))
        return int(rows[0][0])

    async def leaderboard(self, guild: int, game: str, most: int = 10) -> list[Standing]:
        rows = await self._all(
            "SELECT user, SUM(place = 1) AS wins, COUNT(*) AS games, AVG(place) AS average FROM results"
            " WHERE guild = ? AND game = ? GROUP BY user"
            " ORDER BY wins DESC, average, games DESC, user LIMIT ?",
            (guild, game, most),
        )
        return [Standing(*row) for row in rows]

    async def fact(self, name: str) -> str:
        rows = await self._all("SELECT value FROM facts WHERE name = ?", (name,))
        return str(rows[0]["value"]) if rows else ""

    async def set_fact(self, name: str, value: str) -> None:
        await self._write("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, value)
