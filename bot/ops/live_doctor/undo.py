"""What a trial has made, and how it is taken away again: also after Ctrl-C, and what was just being made."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import discord

T = TypeVar("T")

MAKING_SECONDS = 5.0  # for a request that was under way when the trial ended
UNDOING_SECONDS = 20.0  # for all of it
GONE = {
    10003,
    10008,
    10014,
    10015,
    10062,
}  # channel, message, emoji, webhook, interaction: not there any more


class Undo:
    """A list of what was made, taken away from its end."""

    def __init__(self) -> None:
        self._made: list[tuple[str, Callable[[], Awaitable[Any]]]] = []
        self._making: set[asyncio.Task[Any]] = set()

    async def made(self, what: str, making: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[Any]]) -> T:
        """Make something, and remember how it is taken away even if nobody waits for it any more."""
        task = asyncio.create_task(making)
        self._making.add(task)

        def note(done: asyncio.Task[T]) -> None:
            self._making.discard(done)
            if not done.cancelled() and done.exception() is None:
                made = done.result()
                self._made.append((what, lambda: undo(made)))

        task.add_done_callback(note)
        return await asyncio.shield(task)

    async def all(self) -> list[str]:
        """Take everything away; return what is left behind, and why."""
        if self._making:
            await asyncio.wait(self._making, timeout=MAKING_SECONDS)
        left: list[str] = []
        try:
            async with asyncio.timeout(UNDOING_SECONDS):
                while self._made:
                    left += await _undone(*self._made[-1])
                    self._made.pop()
        except TimeoutError:
            left += [f"{what}: Discord did not answer in time" for what, _ in reversed(self._made)]
        return left


async def _undone(what: str, undo: Callable[[], Awaitable[Any]]) -> list[str]:
    try:
        await undo()
    except discord.HTTPException as error:
        return [] if error.code in GONE else [f"{what}: {error.status}, code {error.code}"]
    except Exception as error:
        if isinstance(error, TimeoutError):
            raise
        return [f"{what}: {type(error).__name__}"]
    return []
