"""What is noted of what Discord shows, and what is still owed: plain queries."""

from bot.base.shards import EVERYWHERE, Shards
from bot.domain.calls import Calls
from bot.domain.entities import DmPanel
from bot.storage.engine import Engine, Step, Told
from bot.storage.table_statements import MAX_TABLES_PER_SWEEP, MINE, columns_of, ids_where

UNSHOWN = (  # the words of the index: only then is it used
    "silenced = 0 AND phase != 'aside' AND (phase IN ('play', 'done') AND shown < last OR told < version)"
)
OWING = "phase = 'play' AND owes_call = 1"  # the words of the index
OWING_IN_TEXT = (  # what an older process wrote: more calls than mentions
    "phase = 'play' AND length(replace(noticed, '.', '')) < length(replace(noticed, '!', ''))"
)


class MessageStore:
    """Messages, notices and panels of every table, and which tables must be looked at."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def _note(self, query: str, *values: int | str | None) -> None:
        await self._db.write(Step(query, values))

    @property
    def shared(self) -> bool:
        """Whether other processes may show the same tables."""
        return self._db.shared

    def listen(self, told: Told) -> None:
        """Be told of tables that other processes have changed: hints, which a sweep makes good."""
        self._db.listen(told)

    def announce_change(self, table_id: int) -> None:
        """Let other processes look at a table."""
        self._db.changed(table_id)

    async def set_message(self, table_id: int, message: int) -> None:
        """Remember a table's message; the first one also as that: nothing of the table is older."""
        await self._note(
            "UPDATE tables SET message = ?,"
            " first_message = CASE WHEN first_message = 0 THEN ? ELSE first_message END WHERE id = ?",
            *(message, message, table_id),
        )

    async def set_silenced(self, table_id: int, at: int) -> None:
        """Remember since when we may not write in a table's channel; 0: we may."""
        await self._note("UPDATE tables SET silenced = ? WHERE id = ?", at, table_id)

    async def set_shown(self, table_id: int, row: int, version: int = 0) -> int:
        """Remember the last row and the version that the channel shows; return the newest version."""
        [rows] = await self._db.write(
            Step(
                "UPDATE tables SET shown = ?, told = CASE WHEN told < ? THEN ? ELSE told END WHERE id = ?"
                " RETURNING version",
                (row, version, version, table_id),
            )
        )
        return int(rows[0][0]) if rows else 0

    async def set_told(self, table_id: int, version: int) -> None:
        """Remember the version that the channel shows: lobbies, games and farewells alike."""
        await self._note("UPDATE tables SET told = ? WHERE id = ? AND told < ?", version, table_id, version)

    async def untell(self, table_id: int) -> None:
        """Forget what the channel shows: the next look shows the table anew."""
        await self._note("UPDATE tables SET told = 0 WHERE id = ?", table_id)

    async def set_notice(self, table_id: int, message: int, calls: Calls, instead: int | None = None) -> bool:
        """Remember who was called, by which message; False if it is not instead of that other any more."""
        step = Step(
            "UPDATE tables SET notice = ?, noticed = ?, calls = ?, owes_call = ?"
            " WHERE id = ? AND notice = COALESCE(?, notice) RETURNING id",
            (message, *columns_of(calls), table_id, instead),
        )
        [rows] = await self._db.write(step)
        return bool(rows)

    async def notice(self, table_id: int) -> int:
        """Return by which message people were called last."""
        return int(await self._column("notice", table_id) or 0)

    async def asking(self, table_id: int) -> str:
        """Return what everyone is asked, and by which message."""
        return str(await self._column("asking", table_id) or "")

    async def _column(self, column: str, table_id: int) -> int | str | None:
        rows = await self._db.rows(f"SELECT {column} FROM tables WHERE id = ?", (table_id,))
        return rows[0][0] if rows else None

    async def dm_panels(self, table_id: int) -> dict[int, DmPanel]:
        """Return the panels that players keep in their DMs, by seat."""
        rows = await self._db.rows(
            "SELECT seat, dm_channel, dm_message, dm_locale, dm_told, dm_user FROM seats"
            " WHERE table_id = ? AND dm_message != 0 ORDER BY seat",
            (table_id,),
        )
        return {seat: DmPanel(*panel) for seat, *panel in rows}

    async def stays_in_channel(self, table_id: int, seat: int) -> bool:
        """Say whether a player has sent the panel of this seat back to its channel."""
        rows = await self._db.rows(
            "SELECT dm_channel FROM seats WHERE table_id = ? AND seat = ?", (table_id, seat)
        )
        return bool(rows) and rows[0][0] < 0

    async def set_dm_panel(self, table_id: int, seat: int, panel: DmPanel) -> None:
        await self._note(
            "UPDATE seats SET dm_channel = ?, dm_message = ?, dm_locale = ?, dm_told = ?, dm_user = ?"
            " WHERE table_id = ? AND seat = ?",
            *(*panel, table_id, seat),
        )

    async def drop_dm_panel(self, table_id: int, seat: int, message: int) -> None:
        """Forget a panel by DM, unless another one has taken its place."""
        await self._note(
            "UPDATE seats SET dm_channel = 0, dm_message = 0, dm_locale = '', dm_told = 0, dm_user = 0"
            " WHERE table_id = ? AND seat = ? AND dm_message = ?",
            *(table_id, seat, message),
        )

    async def set_asking(self, table_id: int, asking: str, instead: str) -> bool:
        """Remember what everyone is asked, by which message; False if it is not instead of that any more."""
        step = Step(
            "UPDATE tables SET asking = ? WHERE id = ? AND asking = ? RETURNING id",
            (asking, table_id, instead),
        )
        [rows] = await self._db.write(step)
        return bool(rows)

    async def set_dm_told(self, table_id: int, seat: int, version: int) -> None:
        """Remember the version of its table that a panel by DM shows."""
        await self._note(
            "UPDATE seats SET dm_told = ? WHERE table_id = ? AND seat = ?", version, table_id, seat
        )

    async def skip_dm_panel(self, table_id: int, seat: int) -> None:
        """Let a panel by DM that could not be edited wait for the next change of its table."""
        newest = "(SELECT version FROM tables WHERE id = seats.table_id)"
        await self._note(
            f"UPDATE seats SET dm_told = {newest} WHERE table_id = ? AND seat = ?", table_id, seat
        )

    async def behind_at_home(self, most: int = MAX_TABLES_PER_SWEEP) -> list[int]:
        """Return the tables that have changed since one of their panels by DM was brought up to date."""
        rows = await self._db.rows(
            "SELECT DISTINCT table_id FROM seats WHERE dm_message != 0 AND dm_told <"
            " (SELECT version FROM tables WHERE id = seats.table_id AND phase IN ('play', 'done'))"
            " ORDER BY table_id LIMIT ?",
            (most,),
        )
        return [table_id for (table_id,) in rows]

    # --- which tables must be looked at ---

    async def unshown(self, mine: Shards = EVERYWHERE, most: int = MAX_TABLES_PER_SWEEP) -> list[int]:
        """Return the tables of some servers that have changed since they were shown."""
        return await ids_where(self._db, f"{UNSHOWN} AND {MINE} ORDER BY id LIMIT ?", *mine, most)

    async def calling(self, mine: Shards = EVERYWHERE) -> list[int]:
        """Return the games in which somebody was called silently and may still have to be mentioned."""
        ours = f"silenced = 0 AND {MINE}"
        in_text = f"{OWING_IN_TEXT} AND calls IS NULL AND {ours}"
        both = f"{OWING} AND {ours} UNION SELECT id FROM tables WHERE {in_text} ORDER BY id"
        return await ids_where(self._db, both, *mine, *mine)
