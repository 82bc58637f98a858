"""What is stored about one person, to be forgotten; plain queries. `personal` has what is given to them."""

from bot.storage.engine import Engine, Step
from bot.storage.table_statements import RESERVED_LIST

NAMING = "kind IN ('wish', 'former', 'substitute')"  # the events that name a person, as their index says


class PrivacyStore:
    """Everything about one person."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def wished_tables(self, user: int) -> list[int]:
        """Return the games under way at which somebody has asked for a seat."""
        rows = await self._db.rows(
            "SELECT DISTINCT events.table_id FROM events JOIN tables ON tables.id = events.table_id"
            f" WHERE events.text = ? AND events.{NAMING} AND events.kind = 'wish' AND tables.phase = 'play'"
            " ORDER BY events.table_id",
            (str(user),),
        )
        return [table_id for (table_id,) in rows]

    async def forget_user(self, user: int, nobody: int) -> None:
        """Delete what is somebody's alone, and let their seats be nobody's: all of it or nothing.

        Games that end wait for it, as they wait for each other: no rating comes back under the old name.
        """
        await self._db.write(
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
                f"UPDATE tables SET reserved = TRIM(REPLACE({RESERVED_LIST}, ?, ?), ','),"
                " version = version + 1"
                f" WHERE reserved != '' AND {RESERVED_LIST} LIKE ?",
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

    # --- old tables ---

    async def old_tables(self, before: int, most: int = 50) -> list[int]:
        """Return finished games that ended before some time and whose logs are still kept."""
        rows = await self._db.rows(
            "SELECT table_id FROM finished WHERE kept = 1 AND at < ? ORDER BY at LIMIT ?", (before, most)
        )
        return [table_id for (table_id,) in rows]

    async def forget_log(self, table_id: int) -> None:
        """Let the moves of a finished game go; how it came out stays."""
        gone = [Step(f"DELETE FROM {kind} WHERE table_id = ?", (table_id,)) for kind in LOGS]
        await self._db.write(
            Step("UPDATE finished SET kept = 0 WHERE table_id = ?", (table_id,), must=True),
            Step(
                "UPDATE tables SET phase = 'gone', seed = '', draw = '', told = version, shown = last"
                " WHERE id = ? AND phase = 'done'",
                (table_id,),
            ),
            *gone,
        )


LOGS = ("rows", "events", "advance", "reviews", "words")
