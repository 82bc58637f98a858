"""Hints between processes: which tables have changed, in one NOTIFY after many commits, never in a move's."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable

import psycopg

from bot.base.database_url import discreet
from bot.base.errors import StoreTrouble
from bot.storage.engine import Told

log = logging.getLogger(__name__)

NOTIFY_CHANNEL = "campanile_tables"
NOTIFY_DELAY = 0.05  # seconds in which changes are gathered
MAX_TABLES_PER_NOTIFY = 400  # numbers in one NOTIFY: PostgreSQL takes 8,000 bytes
LISTEN_RETRY_INTERVAL = (
    2.0  # seconds until a lost connection is tried again; a sweep makes good what was not heard
)


class ChangeNotifier:
    """Tells the other processes, and hears from them; what is lost here costs seconds and nothing else."""

    def __init__(self, address: str, notify: Callable[[str], Awaitable[None]]) -> None:
        self._address = address
        self._notify = notify
        self._mine = secrets.token_hex(4)  # what this process said itself is no news to it
        self._news: set[int] = set()
        self._telling: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self.heard = asyncio.Event()  # set while the line stands

    def changed(self, table_id: int) -> None:
        self._news.add(table_id)
        if self._telling is None:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        try:
            while self._news:
                await asyncio.sleep(NOTIFY_DELAY)
                told = [self._news.pop() for _ in range(min(MAX_TABLES_PER_NOTIFY, len(self._news)))]
                await self._notify(self._command(told))
        except StoreTrouble as error:
            log.debug("other processes were not told: %s", error)
        finally:
            self._telling = None

    def _command(self, ids: list[int]) -> str:
        """Say it in one round trip that waits for no disk; numbers need no quoting."""
        payload = f"{self._mine}:{','.join(map(str, ids))}"
        return f"BEGIN; SET LOCAL synchronous_commit = off; NOTIFY {NOTIFY_CHANNEL}, '{payload}'; COMMIT"

    def listen(self, told: Told) -> None:
        self._listening = asyncio.create_task(self._listen(told))

    async def _listen(self, told: Told) -> None:
        while True:
            try:
                db = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                async with db:
                    await db.execute(f"LISTEN {NOTIFY_CHANNEL}")
                    self.heard.set()
                    async for hint in db.notifies():
                        self._hear(hint.payload, told)
            except (psycopg.Error, OSError) as error:
                log.debug("other processes are not heard: %s", discreet(self._address, error))
            self.heard.clear()
            await asyncio.sleep(LISTEN_RETRY_INTERVAL)

    def _hear(self, payload: str, told: Told) -> None:
        who, _, ids = payload.partition(":")
        if who != self._mine:
            told({int(number) for number in ids.split(",") if number.isdecimal()})

    async def close(self) -> None:
        """Say what was gathered, and listen no more."""
        if self._telling is not None:
            await asyncio.wait([self._telling])
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait([self._listening])
