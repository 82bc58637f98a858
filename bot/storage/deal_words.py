"""The words that players type in a lobby, and with which seat each was dealt: plain queries."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.base.errors import Stale
from bot.storage.engine import Engine, NothingChanged, Step
from games.core import Seat


class Share(NamedTuple):
    """What a seat has added to a deal: its word ("": deleted since), and what stays of it."""

    word: str
    share: str


class DealWordStore:
    """Words: a person's own in a lobby, everybody's once they are dealt."""

    def __init__(self, db: Engine) -> None:
        self.db = db

    async def words(self, table_id: int) -> dict[int, str]:
        """Return the words of a lobby by person; nobody may see them yet."""
        rows = await self.db.rows(
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
        try:
            await self.db.write(lobby, old, *([new] if word else ()))
        except NothingChanged:
            raise Stale from None
        self.db.changed(table_id)

    async def shares(self, table_id: int) -> dict[Seat, Share]:
        """Return what each seat has added to a deal; seats without a word have nothing."""
        rows = await self.db.rows(
            "SELECT seat, word, share FROM words WHERE table_id = ? AND seat >= 0", (table_id,)
        )
        return {seat: Share(word, share) for seat, word, share in rows}

    async def worded_games(self, user: int) -> list[int]:
        """Return the games under way that were dealt with somebody's word."""
        rows = await self.db.rows(
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
