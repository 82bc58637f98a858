"""Finished games from the store: to be played again, taken away, or checked."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.domain.entities import TableRecord
from bot.domain.export import files_of, record_of
from bot.domain.log import begin
from bot.domain.replay import Replay, steps_of
from bot.domain.table import Table
from bot.service.rules_of_table import RulesOfTable
from bot.storage.deals import DealStore
from bot.storage.records import RecordStore
from bot.storage.tables import TableStore


class FinishedGames:
    """Reads logs; writes nothing."""

    def __init__(self, logs: TableStore, deals: DealStore, records: RecordStore, rules: RulesOfTable) -> None:
        self._logs = logs
        self._deals = deals
        self._records = records
        self._rules = rules

    async def is_kept(self, saved: TableRecord) -> bool:
        """Say whether the log of a table is still there."""
        if saved.phase not in ("done", "gone"):
            return True
        past = await self._records.finished(saved.id)
        return past is None or bool(past.game.kept)

    async def replay(self, saved: TableRecord, table: Table) -> Replay:
        """Return a game with all its steps."""
        rules, rows = await self._rules.rules_of(saved), await self._logs.log(saved.id)
        start = begin(saved.id, rules, saved.users, saved.seed, saved.options)
        steps = await asyncio.to_thread(steps_of, start, rows)
        return Replay(replace(table, rules=rules), steps)

    async def record(self, saved: TableRecord, table: Table) -> dict[str, Any] | None:
        """Return the record of a finished game; None if it is not finished, or its log is not kept."""
        past = await self._records.finished(saved.id)
        if past is None or not past.game.kept:
            return None
        files = files_of(saved, await self._deals.sheets(saved.game, saved.data))
        rows, shares = await self._logs.log(saved.id), await self._deals.shares(saved.id)
        return record_of(saved, rows, past, table, files, shares)
