"""The rules of each table: those of today, or what it was begun with, by edition and by data files."""

from bot.domain.entities import TableRecord
from bot.domain.table import AnyGame
from bot.storage.deals import DealStore
from games import GAMES, fingerprint, mark_of, sheets_of
from games.editions import by_edition, over


class RulesOfTable:
    """Finds the game that a table was dealt from, and keeps what is needed to find it after a change."""

    def __init__(self, deals: DealStore) -> None:
        self._deals = deals
        self._kept = set[str]()  # the games whose data files are stored as they are now

    async def rules_of(self, saved: TableRecord) -> AnyGame:
        """Return the rules that a table is played by; raise for those that are not there any more."""
        return by_edition(await self._dealt(saved.game, saved.data), saved.edition)

    async def has(self, game: str, edition: int, data: str) -> bool:
        """Say whether a game can be played as it was dealt."""
        try:
            by_edition(await self._dealt(game, data), edition)
        except Exception:  # not kept, or not readable by the code of today
            return False
        return True

    async def _dealt(self, game: str, data: str) -> AnyGame:
        if data == fingerprint(game):
            return GAMES[game]
        sheets = await self._deals.sheets(game, data)
        if mark_of(sheets) != data:
            raise LookupError(f"{game} was dealt from other data files, which were never stored")
        return over(game, sheets)

    async def keep(self, key: str) -> None:
        """Store the data files that games are dealt from, before the first deal: a host may edit them."""
        if key not in self._kept:
            await self._deals.keep_sheets(key, fingerprint(key), sheets_of(key))
            self._kept.add(key)

    async def keep_all(self) -> None:
        """Do so for every game, for those under way that were begun before anything was stored."""
        for key in GAMES:
            await self.keep(key)
