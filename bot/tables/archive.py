"""Finished games from the store: to be played again, taken away, or checked."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.tables.exported import files_of, record_of
from bot.tables.folding import begin
from bot.tables.records import Saved
from bot.tables.replays import Replay, steps_of
from bot.tables.shelf import Shelf
from bot.tables.store import Store
from bot.tables.table import Table


class Archive:
    """Reads logs; writes nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shelf = Shelf(store)

    async def is_kept(self, saved: Saved) -> bool:
        """Say whether the log of a table is still there."""
        if saved.phase not in ("done", "gone"):
            return True
        past = await self._store.finished(saved.id)
        return past is None or bool(past.game.kept)

    async def replay(self, saved: Saved, table: Table) -> Replay:
        """Return a game with all its steps."""
        rules, rows = await self._shelf.rules_of(saved), await self._store.log(saved.id)
        start = begin(saved.id, rules, saved.users, saved.seed, saved.options)
        steps = await asyncio.to_thread(steps_of, start, rows)
        return Replay(replace(table, rules=rules), steps)

    async def record(self, saved: Saved, table: Table) -> dict[str, Any] | None:
        """Return the record of a finished game; None if it is not finished, or its log is not kept."""
        past = await self._store.finished(saved.id)
        if past is None or not past.game.kept:
            return None
        files = files_of(saved, await self._store.sheets(saved.game, saved.data))
        rows, shares = await self._store.log(saved.id), await self._store.shares(saved.id)
        return record_of(saved, rows, past, table, files, shares)
