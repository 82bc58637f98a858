"""What games are dealt from, as it is stored: data files, and the words of those who sit there."""

from collections.abc import Mapping, Sequence

from bot.base.shards import EVERYWHERE, Shards
from bot.domain.entities import Share
from bot.storage.engine import Engine, Step
from bot.storage.table_statements import MINE, change_table, ids_where
from games.core import Seat


class DealStore:
    """Data files of games; words: a person's own in a lobby, everybody's once they are dealt."""

    def __init__(self, db: Engine) -> None:
        self._db = db

    # --- the data files ---

    async def keep_sheets(self, game: str, fingerprint: str, sheets: Mapping[str, str]) -> None:
        """Keep a game's data files; those that are kept already stay as they are."""
        keep = (
            "INSERT INTO data_tables (fingerprint, game, file, text) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING"
        )
        await self._db.write(*(Step(keep, (fingerprint, game, *sheet)) for sheet in sheets.items()))

    async def sheets(self, game: str, fingerprint: str) -> dict[str, str]:
        """Return the data files with this fingerprint by name; none if they were never kept."""
        rows = await self._db.rows(
            "SELECT file, text FROM data_tables WHERE fingerprint = ? AND game = ?", (fingerprint, game)
        )
        return {str(file): str(text) for file, text in rows}

    async def deals(self) -> list[tuple[str, int, str]]:
        """Return the games, editions and data files by which tables are being played."""
        rows = await self._db.rows("SELECT DISTINCT game, edition, data FROM tables WHERE phase = 'play'")
        return [(game, edition, data) for game, edition, data in rows]

    async def dealt(self, game: str, edition: int, data: str, mine: Shards = EVERYWHERE) -> list[int]:
        """Return the running games that were dealt by an edition from some data files."""
        return await ids_where(
            self._db,
            f"phase = 'play' AND game = ? AND edition = ? AND data = ? AND {MINE} ORDER BY id",
            *(game, edition, data, *mine),
        )

    # --- the words that players type in a lobby ---

    async def words(self, table_id: int) -> dict[int, str]:
        """Return the words of a lobby by person; nobody may see them yet."""
        rows = await self._db.rows(
            'SELECT "user", word FROM words WHERE table_id = ? AND seat < 0', (table_id,)
        )
        return dict(rows)

    async def set_word(self, table_id: int, user: int, word: str, version: int) -> None:
        """Keep somebody's word, or "" for none; Stale if the lobby is not as it was looked at any more."""
        lobby = Step(
            "UPDATE tables SET version = version + 1 WHERE id = ? AND phase = 'lobby' AND version = ?",
            (table_id, version),
            must=True,
        )
        old = Step('DELETE FROM words WHERE table_id = ? AND "user" = ?', (table_id, user))
        new = Step('INSERT INTO words (table_id, "user", word) VALUES (?, ?, ?)', (table_id, user, word))
        await change_table(self._db, table_id, lobby, old, *([new] if word else ()))

    async def shares(self, table_id: int) -> dict[Seat, Share]:
        """Return what each seat has added to a deal; seats without a word have nothing."""
        rows = await self._db.rows(
            "SELECT seat, word, share FROM words WHERE table_id = ? AND seat >= 0", (table_id,)
        )
        return {seat: Share(word, share) for seat, word, share in rows}

    async def worded_games(self, user: int) -> list[int]:
        """Return the games under way that were dealt with somebody's word."""
        rows = await self._db.rows(
            "SELECT words.table_id FROM words JOIN tables ON tables.id = words.table_id"
            " WHERE words.\"user\" = ? AND tables.phase IN ('play', 'aside') ORDER BY words.table_id",
            (user,),
        )
        return [table_id for (table_id,) in rows]


def dealt_words(table_id: int, users: Sequence[int], shares: Mapping[int, str]) -> list[Step]:
    """Write with which seats the words of a lobby are dealt; others that were typed there go."""
    put = 'UPDATE words SET seat = ?, share = ? WHERE table_id = ? AND "user" = ?'
    steps = [
        Step(put, (seat, shares[user], table_id, user)) for seat, user in enumerate(users) if user in shares
    ]
    return [*steps, Step("DELETE FROM words WHERE table_id = ? AND seat < 0", (table_id,))]


def without_words_of_others(table_id: int, users: Sequence[int]) -> Step:
    """Delete the words of those who do not sit at a lobby any more."""
    marks = ", ".join("?" * len(users))
    return Step(
        f'DELETE FROM words WHERE table_id = ? AND seat < 0 AND "user" NOT IN ({marks})', (table_id, *users)
    )
