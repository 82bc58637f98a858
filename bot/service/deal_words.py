"""How a game is dealt: a secret draw when its lobby opens, words of those who like, the seed from both."""

import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bot.base.errors import Refused
from bot.domain.deal_words import proper
from bot.domain.entities import TableRecord
from bot.service.conflicts import retry_on_conflict
from bot.service.repository import TableRepository
from bot.storage.deals import DealStore
from games.core import Text
from games.fair import seed_of, share_of

NOT_SEATED = Text("Join the table first; then you can type a word.")
NO_DRAW = Text("This table was opened by an older version of the bot: words do not count at it yet.")


class Deal(NamedTuple):
    """What a game is dealt from: its seed, and what each person's word adds to it."""

    seed: str
    shares: dict[int, str]


def draw_secretly() -> str:
    """Return 128 bits that nobody can guess."""
    return secrets.token_hex(16)


class DealWordsService:
    """What people can do about the cards before they are dealt."""

    def __init__(
        self, tables: TableRepository, deals: DealStore, new_draw: Callable[[], str] = draw_secretly
    ) -> None:
        self._tables = tables
        self._deals = deals
        self.new_draw = new_draw

    async def check_may_say(self, table_id: int, user: int) -> TableRecord:
        """Return a lobby at which somebody may type a word."""
        saved = await self._tables.lobby(table_id)
        _check_may_say(saved, user)
        return saved

    @retry_on_conflict
    async def say(self, table_id: int, user: int, typed: str) -> str:
        """Keep somebody's word until the game starts, instead of their last one; "" takes it back."""
        word = proper(typed)
        async with self._tables.hold_lobby(table_id) as saved:
            _check_may_say(saved, user)
            changed = (await self._deals.words(table_id)).get(user, "") != word
            if changed:
                await self._deals.set_word(table_id, user, word, saved.version)
        if changed:
            self._tables.events.changed(table_id)
        return word

    async def deal(self, saved: TableRecord, users: Sequence[int]) -> Deal:
        """Return the deal of a lobby for those who sit there, in the order of their seats."""
        if not saved.draw:  # opened by an older version: nothing was promised
            return Deal(self.new_draw(), {})
        words = await self._deals.words(saved.id)
        by_seat = [share_of(saved.draw, seat, words.get(user, "")) for seat, user in enumerate(users)]
        shares = {user: share for user, share in zip(users, by_seat, strict=True) if share}
        return Deal(seed_of(saved.id, saved.game, saved.draw, by_seat), shares)

    def let_word_go(self, table_id: int) -> None:
        """Show a table without a word that was deleted: what is in memory still has it."""
        self._tables.forget(table_id)
        self._tables.events.changed(table_id)


def _check_may_say(saved: TableRecord, user: int) -> None:
    if user not in saved.users:
        raise Refused(NOT_SEATED)
    if not saved.draw:
        raise Refused(NO_DRAW)
