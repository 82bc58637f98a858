"""BACKUPS=folder: the running bot keeps a copy of each of the last seven days there."""

import asyncio
import logging
import re
from datetime import UTC, datetime
from pathlib import Path

from bot.base import metrics, timers
from bot.base.errors import StoreTrouble
from bot.ops.backup_files import copy

log = logging.getLogger(__name__)

DAILY_BACKUPS_KEPT = 7
BACKUP_CHECK_INTERVAL = 900.0  # seconds between two looks whether today's copy is there


class DailyBackups:
    """Copies of a database, one a day."""

    def __init__(self, database: Path, folder: Path) -> None:
        self._database, self._folder = database, folder
        self._name = re.compile(rf"{re.escape(database.stem)}-\d{{4}}-\d\d-\d\d\.sqlite3")

    async def keep(self) -> None:
        """Make a copy whenever a day has begun without one; one that fails is tried again."""
        while True:
            try:
                await asyncio.to_thread(self.make_if_due)
            except (StoreTrouble, OSError) as trouble:
                log.error("no backup was made: %s", trouble)
                metrics.BACKUPS.add("failed")
            await timers.sleep(BACKUP_CHECK_INTERVAL)

    def make_if_due(self) -> Path | None:
        """Make today's copy if there is none, and let the oldest go; returns the copy that was made."""
        target = self._folder / f"{self._database.stem}-{_today()}.sqlite3"
        if target.exists():
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        looked = copy(self._database, target)
        log.info("backup %s: %s", target, looked)
        metrics.BACKUPS.add("made")
        for old in self.made()[:-DAILY_BACKUPS_KEPT]:
            old.unlink()
        return target

    def made(self) -> list[Path]:
        """Return the copies that are there, oldest first."""
        return sorted(path for path in self._folder.glob("*.sqlite3") if self._name.fullmatch(path.name))


def _today() -> str:
    return f"{datetime.fromtimestamp(timers.now(), UTC):%Y-%m-%d}"
