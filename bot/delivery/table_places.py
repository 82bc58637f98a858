"""Cache: where tables stand, as this process showed or read them last; a press asks the database nothing."""

from collections import OrderedDict

from bot.domain.entities import TableRecord

MAX_TABLES_REMEMBERED = 2_000  # tables of which is remembered where they stand


class TablePlaces:
    """The tables whose board this process has posted or looked up, the latest ones."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, TableRecord] = OrderedDict()

    def get(self, table_id: int) -> TableRecord | None:
        """Return a table as it was noted; it may have moved or gained people since."""
        return self._known.get(table_id)

    def note(self, saved: TableRecord) -> None:
        """Remember a table that has a first message: without one the age of a press cannot be told."""
        if not saved.first_message:
            return
        self._known[saved.id] = saved
        self._known.move_to_end(saved.id)
        while len(self._known) > MAX_TABLES_REMEMBERED:
            self._known.popitem(last=False)
