"""Publish and subscribe: what the tables tell those who show them, answer at them, or wake for them."""

from collections.abc import Awaitable, Callable, Mapping

from bot.domain.entities import TableRecord
from bot.domain.table import Table
from games.core import Seat

Changed = Callable[[int], None]
SetAside = Callable[[TableRecord], Awaitable[None]]
Settled = Callable[[Table, Mapping[tuple[Seat, str], str]], None]
Due = Callable[[int], None]


class TableEvents:
    """Tells its listeners, in the order in which they subscribed, what has happened at the tables."""

    def __init__(self) -> None:
        self._changed: list[Changed] = []
        self._set_aside: list[SetAside] = []
        self._settled: list[Settled] = []
        self._due: list[Due] = []

    def subscribe(
        self,
        *,
        changed: Changed | None = None,
        set_aside: SetAside | None = None,
        settled: Settled | None = None,
        due: Due | None = None,
    ) -> None:
        """Let a listener be told of one kind of event, or of several."""
        self._changed += [changed] if changed else []
        self._set_aside += [set_aside] if set_aside else []
        self._settled += [settled] if settled else []
        self._due += [due] if due else []

    def changed(self, table_id: int) -> None:
        """A table is to be shown anew."""
        for told in self._changed:
            told(table_id)

    async def set_aside(self, saved: TableRecord) -> None:
        """A game rests that does not replay."""
        for told in self._set_aside:
            await told(saved)

    def settled(self, table: Table, advance: Mapping[tuple[Seat, str], str]) -> None:
        """A table waits for answers: those that are promised can be planned."""
        for told in self._settled:
            told(table, advance)

    def due(self, at: int) -> None:
        """A table must be looked at then."""
        for told in self._due:
            told(at)
