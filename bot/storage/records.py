"""What has been played: ranks, profiles and histories; plain queries, each by an index."""

from collections.abc import Sequence

from bot.domain.records import (
    ALL_TIME,
    PEOPLE,
    Finished,
    LeaderboardPage,
    LeaderboardRow,
    Past,
    Seated,
    Tally,
)
from bot.storage.engine import Engine, Step

LINES_PER_PAGE = 10  # lines of a leaderboard, games of a history
LAST = 40  # ratings in a chart
STREAK = 1000  # of a player's games, those that are looked through for streaks


SINGLE = "NOT (results.game = ? AND ',' || COALESCE(finished.options, '') || ',' LIKE ?)"
FINISHED = ", ".join(f"finished.{name}" for name in Finished._fields)
SEATED = 'seat, "user", place, score, decisions, clocked, mu, sigma'


class RecordStore:
    """The queries about finished games."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    async def games_played(self, user: int, game: str) -> int:
        rows = await self._db.rows('SELECT COUNT(*) FROM results WHERE "user" = ? AND game = ?', (user, game))
        return int(rows[0][0])

    # --- leaderboards ---

    async def leaderboard(
        self,
        guild: int,
        game: str,
        most: int = LINES_PER_PAGE,
        ladder: str = PEOPLE,
        season: str = ALL_TIME,
        after: int = 0,
    ) -> list[LeaderboardRow]:
        """Return the best players by what they surely reach, those after so many others."""
        rows = await self._db.rows(
            'SELECT "user", wins, games, mu, sigma FROM ratings'
            " WHERE guild = ? AND game = ? AND ladder = ? AND season = ? AND listed = 1"
            ' ORDER BY worth DESC, "user" LIMIT ? OFFSET ?',
            (guild, game, ladder, season, most, after),
        )
        return [LeaderboardRow(*row) for row in rows]

    async def ranked(self, board: LeaderboardPage) -> int:
        """Return how many players stand on a leaderboard."""
        rows = await self._db.rows(
            "SELECT COUNT(*) FROM ratings"
            " WHERE guild = ? AND game = ? AND ladder = ? AND season = ? AND listed = 1",
            board,
        )
        return int(rows[0][0])

    async def place_on(self, board: LeaderboardPage, user: int) -> tuple[int, LeaderboardRow] | None:
        """Return which place somebody has on a leaderboard, and the line; None: none."""
        rows = await self._db.rows(
            'SELECT "user", wins, games, mu, sigma, worth FROM ratings'
            ' WHERE guild = ? AND game = ? AND ladder = ? AND season = ? AND "user" = ? AND listed = 1',
            (*board, user),
        )
        if not rows:
            return None
        *rank, worth = rows[0]
        listed = "FROM ratings WHERE guild = ? AND game = ? AND ladder = ? AND season = ? AND listed = 1"
        above = await self._db.rows(  # two parts of the index, each read from one end
            f"SELECT (SELECT COUNT(*) {listed} AND worth > ?)"
            f' + (SELECT COUNT(*) {listed} AND worth = ? AND "user" < ?)',
            (*board, worth, *board, worth, user),
        )
        return int(above[0][0]) + 1, LeaderboardRow(*rank)

    # --- profiles ---

    async def tallies(self, user: int, added_up: Sequence[tuple[str, str]] = ()) -> list[Tally]:
        """Return what a player has done, the game played most first.

        `added_up` are options, each with its game, whose points are those of several deals: no record.
        """
        single = " AND ".join(["TRUE", *[SINGLE] * len(added_up)])
        values = [value for game, key in added_up for value in (game, f"%,{key},%")]
        rows = await self._db.rows(
            "SELECT results.game, COUNT(*) AS games, COUNT(*) FILTER (WHERE place = 1),"
            f" MAX(points) FILTER (WHERE {single})"
            " FROM results LEFT JOIN finished ON finished.table_id = results.table_id"
            ' WHERE "user" = ? GROUP BY results.game ORDER BY games DESC, results.game',
            (*values, user),
        )
        return [Tally(*row) for row in rows]

    async def rating(
        self, user: int, game: str, ladder: str = PEOPLE, season: str = ALL_TIME
    ) -> LeaderboardRow | None:
        """Return what somebody is worth."""
        rows = await self._db.rows(
            'SELECT "user", wins, games, mu, sigma FROM ratings'
            ' WHERE guild = 0 AND game = ? AND ladder = ? AND season = ? AND "user" = ?',
            (game, ladder, season, user),
        )
        return LeaderboardRow(*rows[0]) if rows else None

    async def course(self, user: int, game: str, ladder: str = PEOPLE, most: int = LAST) -> list[float]:
        """Return somebody's last ratings in a game, oldest first."""
        rows = await self._db.rows(
            'SELECT mu FROM results WHERE "user" = ? AND game = ? AND ladder = ? ORDER BY ended DESC LIMIT ?',
            (user, game, ladder, most),
        )
        return [mu for (mu,) in reversed(rows)]

    async def last_places(self, user: int, most: int = STREAK) -> list[int]:
        """Return somebody's places in their last games, newest first."""
        rows = await self._db.rows(
            'SELECT place FROM results WHERE "user" = ? ORDER BY at DESC LIMIT ?', (user, most)
        )
        return [place for (place,) in rows]

    async def head_to_head(self, user: int, rival: int) -> tuple[int, int, int]:
        """Return how many games two people have played together, and how often each was ahead."""
        rows = await self._db.rows(
            "SELECT COUNT(*), COUNT(*) FILTER (WHERE own.place < other.place),"
            " COUNT(*) FILTER (WHERE other.place < own.place) FROM results AS own JOIN results AS other"
            ' ON other.table_id = own.table_id AND other."user" = ? WHERE own."user" = ?',
            (rival, user),
        )
        return rows[0][0], rows[0][1], rows[0][2]

    async def feats_of(self, user: int) -> list[tuple[str, int]]:
        """Return somebody's feats and the tables where they did them first, oldest first."""
        rows = await self._db.rows(
            'SELECT feat, table_id FROM feats WHERE "user" = ? ORDER BY at, feat', (user,)
        )
        return [(feat, table_id) for feat, table_id in rows]

    async def is_known_in(self, user: int, guild: int) -> bool:
        """Say whether somebody has finished a game in a server."""
        rows = await self._db.rows(
            'SELECT 1 FROM results WHERE "user" = ? AND guild = ? LIMIT 1', (user, guild)
        )
        return bool(rows)

    # --- reviews ---

    async def review(self, table_id: int) -> str:
        """Return how a finished game was played, as a computer saw it; "" if none has looked yet."""
        rows = await self._db.rows("SELECT text FROM reviews WHERE table_id = ?", (table_id,))
        return str(rows[0][0]) if rows else ""

    async def keep_review(self, table_id: int, text: str) -> None:
        """Keep a review; the first one stays."""
        keep = "INSERT INTO reviews (table_id, text) VALUES (?, ?) ON CONFLICT (table_id) DO NOTHING"
        await self._db.write(Step(keep, (table_id, text)))

    # --- histories ---

    async def finished(self, table_id: int) -> Past | None:
        """Return a finished game with its seats; None for one that is not finished."""
        found = await self._pasts("finished.table_id = ?", table_id)
        return found[0] if found else None

    async def history_of(
        self, user: int, guild: int | None = None, after: int = 0, most: int = LINES_PER_PAGE
    ) -> list[Past]:
        """Return the last games of somebody, in one server or in all, newest first."""
        where = "" if guild is None else " AND guild = ?"
        rows = await self._db.rows(
            f'SELECT table_id FROM results WHERE "user" = ?{where}'
            " ORDER BY at DESC, table_id DESC LIMIT ? OFFSET ?",
            (user, *(() if guild is None else (guild,)), most, after),
        )
        ids = [table_id for (table_id,) in rows]
        if not ids:
            return []
        pasts = await self._pasts(f"finished.table_id IN ({', '.join('?' * len(ids))})", *ids)
        return sorted(pasts, key=lambda past: ids.index(past.game.table_id))

    async def history_in(self, guild: int, after: int = 0, most: int = LINES_PER_PAGE) -> list[Past]:
        """Return the last games of a server, newest first."""
        rows = await self._db.rows(
            "SELECT table_id FROM finished WHERE guild = ? ORDER BY ended DESC LIMIT ? OFFSET ?",
            (guild, most, after),
        )
        ids = [table_id for (table_id,) in rows]
        if not ids:
            return []
        return await self._pasts(f"finished.table_id IN ({', '.join('?' * len(ids))})", *ids)

    async def _pasts(self, where: str, *values: int) -> list[Past]:
        """Return finished games with their seats, the last one first."""
        games = await self._db.rows(
            f"SELECT {FINISHED}, tables.channel, tables.message, tables.home FROM finished"
            f" JOIN tables ON tables.id = finished.table_id WHERE {where} ORDER BY ended DESC",
            values,
        )
        ids = [row[0] for row in games]
        seats: dict[int, list[Seated]] = {table_id: [] for table_id in ids}
        if ids:
            marks = ", ".join("?" * len(ids))
            for table_id, *seated in await self._db.rows(
                f"SELECT table_id, {SEATED} FROM results WHERE table_id IN ({marks}) ORDER BY place, seat",
                ids,
            ):
                seats[table_id].append(Seated(*seated))
        return [Past(Finished(*game), tuple(seats[game[0]]), c, m, home) for *game, c, m, home in games]
