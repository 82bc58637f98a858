"""Servers as they are stored: which there are, which the bot has left, and how theirs is forgotten."""

from bot.storage.engine import Engine, NothingChanged, Step
from bot.storage.table_statements import OPEN_PHASES

# What belongs to a table, and goes with it.
TABLE_PARTS = ("rows", "events", "advance", "reviews", "words", "seats", "open_panels")
OF_PEOPLE = ("results", "finished", "feats")  # what belongs to a table, but also to those who played
OF_SERVER = ("ratings", "servers")  # what belongs to a server, beside its tables
BLANK = (  # what people have achieved is theirs: the game stays, without the server and without its moves
    "UPDATE results SET guild = 0 WHERE table_id IN ({})",
    "DELETE FROM finished WHERE table_id IN ({}) AND NOT EXISTS"
    " (SELECT 1 FROM results WHERE results.table_id = finished.table_id)",
    "UPDATE finished SET guild = 0, kept = 0 WHERE table_id IN ({})",
    "DELETE FROM tables WHERE id IN ({}) AND NOT EXISTS"
    " (SELECT 1 FROM results WHERE results.table_id = tables.id)",
    "UPDATE tables SET guild = 0, channel = 0, host = 0, message = 0, notice = 0, noticed = '',"
    " calls = NULL, owes_call = NULL, asking = '',"
    " phase = 'gone', reserved = '', seed = '', draw = '', told = version, shown = last WHERE id IN ({})",
)
SERVERS = (  # from one server to the next in the index, however many tables each of them has
    "WITH RECURSIVE named (guild) AS (SELECT MIN(guild) FROM tables WHERE guild > 0 UNION ALL"
    " SELECT (SELECT MIN(guild) FROM tables WHERE guild > named.guild) FROM named"
    " WHERE named.guild IS NOT NULL) SELECT guild FROM named WHERE guild IS NOT NULL"
)


class ServerStore:
    """The servers that have or had tables."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def known_servers(self) -> list[int]:
        """Return the servers that have or had tables."""
        return [guild for (guild,) in await self._db.rows(SERVERS)]

    async def open_in_server(self, guild: int) -> list[int]:
        """Return the tables of a server that are not over."""
        rows = await self._db.rows(
            f"SELECT id FROM tables WHERE guild = ? AND phase IN {OPEN_PHASES} ORDER BY id", (guild,)
        )
        return [table_id for (table_id,) in rows]

    async def set_gone(self, guild: int, at: int) -> None:
        """Remember since when we are not in a server any more, the first time; 0: we are."""
        kept = "CASE WHEN excluded.gone = 0 OR servers.gone = 0 THEN excluded.gone ELSE servers.gone END"
        await self._db.write(
            Step(
                "INSERT INTO servers (guild, gone) VALUES (?, ?)"
                f" ON CONFLICT (guild) DO UPDATE SET gone = {kept}",
                (guild, at),
            )
        )

    async def greet_once(self, guild: int, at: int) -> bool:
        """Note that a server is greeted; False if it was before: by any process, at any time."""
        taken = "INSERT INTO greeted (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING guild"
        [rows] = await self._db.write(Step(taken, (guild, at)))
        return bool(rows)

    async def gone_before(self, at: int) -> list[int]:
        """Return the servers that we left before some time."""
        rows = await self._db.rows(
            "SELECT guild FROM servers WHERE gone != 0 AND gone < ? ORDER BY gone, guild", (at,)
        )
        return [guild for (guild,) in rows]

    async def forget_tables(self, guild: int, before: int, most: int = 20) -> int:
        """Delete some tables of a server that we left, with all that belongs to them; return how many."""
        rows = await self._db.rows("SELECT id FROM tables WHERE guild = ? ORDER BY id LIMIT ?", (guild, most))
        ids = tuple(table_id for (table_id,) in rows)
        marks = ", ".join("?" * len(ids))
        parts = [Step(f"DELETE FROM {kind} WHERE table_id IN ({marks})", ids) for kind in TABLE_PARTS]
        parts += [Step(blank.format(marks), ids) for blank in BLANK]
        return len(ids) if ids and await self._if_gone(guild, before, *parts) else 0

    async def forget_server(self, guild: int, before: int) -> None:
        """Delete what a server that we left has chosen, and that it was there."""
        steps = (Step(f"DELETE FROM {kind} WHERE guild = ?", (guild,)) for kind in OF_SERVER)
        await self._if_gone(guild, before, *steps)

    async def _if_gone(self, guild: int, before: int, *steps: Step) -> bool:
        """Write something unless we have come back to the server meanwhile."""
        still = Step(
            "UPDATE servers SET gone = gone WHERE guild = ? AND gone != 0 AND gone < ?",
            (guild, before),
            must=True,
        )
        try:
            await self._db.write(still, *steps)
        except NothingChanged:
            return False
        return True
