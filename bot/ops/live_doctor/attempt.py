"""One attempt after the other, each with a time limit; what comes of it goes into the report."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any, TypeVar

import aiohttp
import discord

from bot.ops.live_doctor.report import Kind, Report, refusal
from bot.ops.live_doctor.shown import Pictures
from bot.ops.live_doctor.undo import Undo

T = TypeVar("T")

ATTEMPT_SECONDS = 15.0  # for one request, waits that Discord asks for included
NOT_TAKEN = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


@dataclass
class Attempts:
    """What all parts of a trial share."""

    pictures: Pictures
    report: Report = field(default_factory=Report)
    undo: Undo = field(default_factory=Undo)
    run: str = field(default_factory=lambda: token_hex(4))  # names the buttons of this trial

    async def make(
        self, kind: Kind, making: Coroutine[Any, Any, T], undo: Callable[[T], Awaitable[Any]]
    ) -> T | None:
        """Try to make something that is taken away in the end; None if it was refused."""
        made = await self._tried(kind, self.undo.made(str(kind), making, undo))
        return made[0] if made else None

    async def attempt(self, kind: Kind, trying: Awaitable[Any]) -> bool:
        """Try something and report what came of it; False if it was refused."""
        return bool(await self._tried(kind, trying))

    async def _tried(self, kind: Kind, trying: Awaitable[T]) -> list[T]:
        try:
            async with asyncio.timeout(ATTEMPT_SECONDS):
                result = await trying
        except Exception as error:  # also one of our own: the trial goes on
            self.report.refused(kind, refusal(error, ATTEMPT_SECONDS))
            return []
        self.report.took(kind)
        return [result]
