"""What is stored about one person: to be given to them, and to be forgotten; plain queries."""

from typing import Any

from bot.tables.chosen import UserSettings
from bot.tables.engine import Engine, Step

NAMING = "kind IN ('wish', 'former', 'substitute')"  # the events that name a person, as their index says
OPEN = "('lobby', 'play', 'aside')"
KEPT = "(',' || reserved || ',')"  # for whom a lobby keeps seats, each between two commas
MOST = 100_000  # moves that are given to somebody at once


class Forgetting:
    """Everything about one person."""

    def __init__(self, db: Engine) -> None:
        self.db = db

    async def open_seats(self, user: int) -> list[tuple[int, str]]:
        """Return the tables that are not over at which somebody sits, with their phases."""
        rows = await self.db.rows(
            "SELECT tables.id, tables.phase FROM seats JOIN tables ON tables.id = seats.table_id"
            f' WHERE seats."user" = ? AND tables.phase IN {OPEN} ORDER BY tables.id',
            (user,),
        )
        return [(table_id, phase) for table_id, phase in rows]

    async def wished_tables(self, user: int) -> list[int]:
        """Return the games under way at which somebody has asked for a seat."""
        rows = await self.db.rows(
            "SELECT DISTINCT events.table_id FROM events JOIN tables ON tables.id = events.table_id"
            f" WHERE events.text = ? AND events.{NAMING} AND events.kind = 'wish' AND tables.phase = 'play'"
            " ORDER BY events.table_id",
            (str(user),),
        )
        return [table_id for (table_id,) in rows]

    async def kept_seats(self, user: int) -> list[int]:
        """Return the lobbies that keep a seat for somebody."""
        rows = await self.db.rows(
            f"SELECT id FROM tables WHERE reserved != '' AND {KEPT} LIKE ? ORDER BY id",
            (f"%,{user},%",),
        )
        return [table_id for (table_id,) in rows]

    async def personal(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """Return everything that is stored about somebody, by what it is."""
        told = {}
        for name, (columns, source) in PERSONAL.items():
            rows = await self.db.rows(f"SELECT {', '.join(columns)} FROM {source}", (user,))
            keys = [column.rpartition(".")[2].strip('"') for column in columns]
            told[name] = [dict(zip(keys, row, strict=True)) for row in rows]
        return told

    async def forget_user(self, user: int, nobody: int) -> None:
        """Delete what is somebody's alone, and let their seats be nobody's: all of it or nothing.

        Games that end wait for it, as they wait for each other: no rating comes back under the old name.
        """
        await self.db.write(
            Step("UPDATE counted SET number = number WHERE name = 'ended'"),
            Step('UPDATE results SET "user" = ? WHERE "user" = ?', (nobody, user)),
            Step('UPDATE ratings SET "user" = ?, listed = 0 WHERE "user" = ?', (nobody, user)),
            Step(f"UPDATE events SET text = ? WHERE text = ? AND {NAMING}", (str(nobody), str(user))),
            Step(
                "UPDATE tables SET host = ? WHERE host = ? AND phase IN ('done', 'gone', 'aside') AND id IN"
                ' (SELECT table_id FROM seats WHERE "user" = ?)',
                (nobody, user, user),
            ),
            Step(
                "UPDATE seats SET \"user\" = ?, dm_channel = 0, dm_message = 0, dm_locale = '',"
                " dm_user = 0"
                ' WHERE "user" = ?',
                (nobody, user),
            ),
            Step(
                f"UPDATE tables SET reserved = TRIM(REPLACE({KEPT}, ?, ?), ','), version = version + 1"
                f" WHERE reserved != '' AND {KEPT} LIKE ?",
                (f",{user},", f",{nobody},", f"%,{user},%"),
            ),
            Step(
                "UPDATE tables SET version = version + 1 WHERE phase = 'play'"
                ' AND id IN (SELECT table_id FROM words WHERE "user" = ?)',
                (user,),
            ),
            Step('DELETE FROM words WHERE "user" = ? AND seat < 0', (user,)),
            Step('UPDATE words SET word = \'\', "user" = ? WHERE "user" = ?', (nobody, user)),
            Step("UPDATE tables SET opener = 0 WHERE opener != 0 AND opener = ?", (user,)),
            Step('DELETE FROM rate_limits WHERE "user" = ?', (user,)),
            Step('DELETE FROM feats WHERE "user" = ?', (user,)),
            Step('DELETE FROM away WHERE "user" = ?', (user,)),
            Step('DELETE FROM people WHERE "user" = ?', (user,)),
            Step('DELETE FROM open_panels WHERE "user" = ?', (user,)),
        )

    async def pass_host(self, table_id: int, user: int, heir: int) -> None:
        """Let somebody else be the host of a table that is not over."""
        await self.db.write(
            Step("UPDATE tables SET host = ? WHERE id = ? AND host = ?", (heir, table_id, user))
        )

    # --- old tables ---

    async def old_tables(self, before: int, most: int = 50) -> list[int]:
        """Return finished games that ended before some time and whose logs are still kept."""
        rows = await self.db.rows(
            "SELECT table_id FROM finished WHERE kept = 1 AND at < ? ORDER BY at LIMIT ?", (before, most)
        )
        return [table_id for (table_id,) in rows]

    async def forget_log(self, table_id: int) -> None:
        """Let the moves of a finished game go; how it came out stays."""
        gone = [Step(f"DELETE FROM {kind} WHERE table_id = ?", (table_id,)) for kind in LOGS]
        await self.db.write(
            Step("UPDATE finished SET kept = 0 WHERE table_id = ?", (table_id,), must=True),
            Step(
                "UPDATE tables SET phase = 'gone', seed = '', draw = '', told = version, shown = last"
                " WHERE id = ? AND phase = 'done'",
                (table_id,),
            ),
            *gone,
        )


LOGS = ("rows", "events", "advance", "reviews", "words")
SEATED = 'seats JOIN tables ON tables.id = seats.table_id WHERE seats."user" = ? ORDER BY tables.id'
# What others than the person played in their seat is told when the game is over: they may have left it.
TOLD = f"(rows.by = 'person' OR tables.phase NOT IN {OPEN})"
PERSONAL = {
    "settings": (
        UserSettings._fields,
        'people WHERE "user" = ?',
    ),
    "away": (("since", "until"), 'away WHERE "user" = ? ORDER BY since'),
    "tables": (
        (
            *("tables.id", "tables.game", "tables.guild", "tables.channel", "tables.phase"),
            *("tables.created", "seats.seat", "seats.dm_channel", "seats.dm_message"),
        ),
        SEATED,
    ),
    "opened": (("id", "guild", "channel"), "tables WHERE opener != 0 AND opener = ? ORDER BY id"),
    "posted": (("channel", "kind", "paid"), 'rate_limits WHERE "user" = ? ORDER BY channel, kind'),
    "results": (
        ("table_id", "guild", "game", "seat", "place", "score", "at", "ladder", "mu", "sigma", "decisions"),
        'results WHERE "user" = ? ORDER BY at',
    ),
    "ratings": (
        ("guild", "game", "ladder", "season", "mu", "sigma", "games", "wins", "listed"),
        'ratings WHERE "user" = ? ORDER BY game, ladder, season, guild',
    ),
    "feats": (("feat", "table_id", "at"), 'feats WHERE "user" = ? ORDER BY at'),
    "words": (("table_id", "seat", "word"), 'words WHERE "user" = ? ORDER BY table_id'),
    "moves": (
        ("rows.table_id", "rows.row", "rows.kind", "rows.text", "rows.by", "rows.at"),
        "seats JOIN rows ON rows.table_id = seats.table_id AND rows.seat = seats.seat"
        " JOIN tables ON tables.id = seats.table_id"
        f' WHERE seats."user" = ? AND {TOLD} ORDER BY rows.table_id, rows.row LIMIT {MOST}',
    ),
    "events": (
        ("events.table_id", "events.kind", "events.row", "events.at"),
        "seats JOIN events ON events.table_id = seats.table_id AND events.seat = seats.seat"
        ' WHERE seats."user" = ? ORDER BY events.id',
    ),
}
