"""Tables in memory: copies of what is stored, the least recently used first to go."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from weakref import WeakValueDictionary

from bot.base.config import MAX_CACHED_TABLES
from bot.domain.table import Table
from games.core import Seat

OUTDATED_VERSION = -1  # the version of a copy that must be caught up before it is believed


@dataclass(slots=True)
class CachedTable:
    """A table in memory: only ever a copy of what is stored."""

    table: Table
    advance: dict[tuple[Seat, str], str]
    version: int

    def replace(self, table: Table, version: int) -> None:
        """Replace the table by what was stored after it; a gap means that something else was stored, too."""
        self.table = table
        self.version = version if version == self.version + 1 else OUTDATED_VERSION

    def catch_up(self, table: Table, advance: dict[tuple[Seat, str], str], version: int) -> None:
        """Hold what is stored now: another process has changed it."""
        self.table, self.advance, self.version = table, advance, version

    def outdate(self) -> None:
        """Read the table again before it is believed."""
        self.version = OUTDATED_VERSION


class TableCache(OrderedDict[int, CachedTable]):
    """At most so many tables, and a lock for every table that somebody holds or waits for."""

    def __init__(self, most: int = MAX_CACHED_TABLES) -> None:
        super().__init__()
        self._most = most
        self.locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def lock(self, table_id: int) -> asyncio.Lock:
        return self.locks.setdefault(table_id, asyncio.Lock())

    def find(self, table_id: int) -> CachedTable | None:
        """Return a table if it is here; it is now the last to go."""
        live = self.get(table_id)
        if live is not None:
            self.move_to_end(table_id)
        return live

    def keep(self, live: CachedTable) -> None:
        """Keep a table; others that nobody holds go, the longest unused first."""
        self[live.table.id] = live
        for table_id in list(self)[: max(0, len(self) - self._most)]:
            if table_id != live.table.id and not self._held(table_id):
                del self[table_id]

    def _held(self, table_id: int) -> bool:
        lock = self.locks.get(table_id)
        return lock is not None and lock.locked()
