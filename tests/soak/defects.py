"""Planted defects: what a control switches on, so that a check that has gone silent is noticed."""

import asyncio
import contextlib
from functools import partial
from typing import Any

import discord

from bot import app_process
from bot.app_parts import Parts
from bot.delivery.board import Board
from bot.delivery.press_priority import PressPriority
from bot.delivery.retry_queue import RetryQueue
from bot.domain.table import Table
from bot.handlers import moves as desk
from bot.handlers.intake import PressIntake
from bot.service.moves import MovesService
from bot.storage.sqlite import SQLite
from bot.storage.tables import TableStore
from tests.patience import LONGEST, PATIENCE


def lazy() -> None:
    """Say that a move is stored, and store it so late that a kill comes first on the slowest machine."""
    append, waiting = TableStore.append, set()

    async def later(self: TableStore, table_id: int, *args: Any) -> int:
        async def write() -> None:
            await asyncio.sleep(LONGEST)
            await append(self, table_id, *args)

        waiting.add(task := asyncio.ensure_future(write()))
        task.add_done_callback(waiting.discard)
        return (await self.version(table_id))[0] + 1

    TableStore.append = later  # type: ignore[method-assign,assignment]


def at_once() -> None:
    """Let no board wait for the next step: one that is not tried during a trouble cannot fail."""
    PressPriority.busy = False  # type: ignore[method-assign,assignment]


def gives_up() -> None:
    """Never try again what could not be shown."""
    at_once()
    RetryQueue.failed = lambda self, table_id: None  # type: ignore[method-assign]


def believing() -> None:
    """Take an edit of the board that Discord refused for one that was made."""
    at_once()
    edited = Board._edited

    async def hopeful(self: Board, *args: Any) -> bool:
        with contextlib.suppress(discord.HTTPException):
            return await edited(self, *args)
        return True

    Board._edited = hopeful  # type: ignore[method-assign]


def trusting() -> None:
    """Let whoever presses play for the seat that is awaited."""
    Table.own_seat = lambda self, user: (self.awaited() or (0,))[0]  # type: ignore[method-assign]


def doubling() -> None:
    """Drop the guards against a press that comes twice: acknowledgement, stamp and unique interaction."""
    acknowledge, append = desk.acknowledge, TableStore.append

    async def careless(interaction: Any) -> None:
        with contextlib.suppress(discord.HTTPException):
            await acknowledge(interaction)

    async def unmarked(self: TableStore, table_id: int, row: Any, interaction: Any = None, *more: Any) -> int:
        return await append(self, table_id, row, None, *more)

    desk.acknowledge, TableStore.append = careless, unmarked  # type: ignore[method-assign]
    Table.stamp = lambda self, seat: "0"  # type: ignore[method-assign]


def hasty() -> None:
    """Stop without letting the presses under way finish; make them last, so that one is always under way."""
    play = MovesService.play

    async def slow(self: MovesService, *args: Any, **more: Any) -> Table:
        await asyncio.sleep(LONGEST)
        return await play(self, *args, **more)

    async def at_once(self: PressIntake) -> None:
        self._stopping = True

    MovesService.play, PressIntake.drain = slow, at_once  # type: ignore[method-assign]


def unsynced() -> None:
    """Do not wait for the disk."""
    prepare = SQLite._prepare

    async def careless(self: SQLite) -> None:
        await prepare(self)
        await self._db.execute("PRAGMA synchronous=OFF")

    SQLite._prepare = careless  # type: ignore[method-assign]


def patient() -> None:
    """No defect: when it stops, leave the bot that takes its place more time to answer, on a busy machine."""
    app_process.Parts = partial(Parts, takeover_seconds=5 * PATIENCE)  # type: ignore[misc, assignment]


DEFECTS = {
    made.__name__: made for made in (lazy, gives_up, believing, trusting, doubling, hasty, unsynced, patient)
}
