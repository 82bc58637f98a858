"""The proof of a fair deal: the mark that stood on the table, and what it was made of; pure."""

from typing import TYPE_CHECKING

from games.core import commitment
from games.fair import draw_line, mark_of, promise

if TYPE_CHECKING:
    from bot.domain.table import Table


class FairDeal:
    """What proves the deal of one table."""

    __slots__ = ("_table",)

    def __init__(self, table: "Table") -> None:
        self._table = table

    @property
    def mark(self) -> str:
        """The mark that proves the deal: it stands on the table from the start."""
        return self._table.mark or commitment(self._table.id, self._table.seed)

    @property
    def promise(self) -> str:
        """What the mark was made of: told when the game is over."""
        if not self._table.mark:
            return f"{self._table.id}:{self._table.seed}"
        deal = (self._table.rules.KEY, self._table.rules.EDITION, self._table.data, self._table.options)
        return promise(self._table.id, *deal, len(self._table.users), self._table.seed)

    @property
    def drawn(self) -> str:
        """The mark that stood in the lobby; "" if there was none, or the deal does not follow from it."""
        if not self._table.draw or (self._table.seed != self._table.draw and not self._table.beside.words):
            return ""
        return mark_of(self.draw_line)

    @property
    def draw_line(self) -> str:
        """What the lobby's mark was made of: told when the game is over."""
        return draw_line(self._table.id, self._table.rules.KEY, self._table.draw)
