"""Looks back at games: a private message that says how far a computer is, and in the end what it found."""

from dataclasses import dataclass

import discord

from bot.base.errors import Refused
from bot.delivery.attachments import fitting, picture_files
from bot.delivery.background import KeyedTasks
from bot.delivery.panel_sender import Private
from bot.domain.table import Table
from bot.processes.painter import PANEL_HASTE, Painter
from bot.service.advice import NOBODY_THINKS, ReviewProgress
from bot.service.services import Services
from bot.service.settings import SettingsCache
from bot.text.words import Words
from bot.views.advice import review_screen, waiting_screen
from bot.views.parts.screen import Screen, sentence_screen
from games.ai.review import Review

REVIEW_TIMEOUT = 12 * 60  # seconds: a token is as good as dead then
TENTHS = 10  # words on how far it is


@dataclass(frozen=True, slots=True)
class ReviewReader:
    """Somebody who waits for a review: where, and in which language."""

    user: int
    place: Private
    words: Words


class ReviewMessages:
    """Shows reviews, those that are stored at once, all others when they are there."""

    def __init__(self, services: Services, painter: Painter, habits: SettingsCache) -> None:
        self._services = services
        self._painter = painter
        self._habits = habits
        self._errands = KeyedTasks(REVIEW_TIMEOUT)

    async def found(self, table: Table) -> Review | None:
        """Return a review that is stored."""
        return await self._services.advice.review(table.id)

    async def screen(self, table: Table, review: Review, words: Words) -> Screen:
        return review_screen(table, await self._services.advice.line(table), review, words)

    def follow(self, table: Table, looking: ReviewProgress, reader: ReviewReader) -> None:
        """Tell somebody how far a look back is, and in the end what was found."""
        self._errands.start(("review", reader.place.message), self._follow(table, looking, reader))

    async def _follow(self, table: Table, looking: ReviewProgress, reader: ReviewReader) -> None:
        shown = 0
        while not looking.found.done():
            tenth = TENTHS * looking.judged // max(1, looking.moves)
            if tenth > shown:
                shown = tenth
                await reader.place.put(waiting_screen(looking.judged, looking.moves, reader.words), [])
            elif not looking.found.done():
                await looking.news()
        screen = await self._ended(table, looking, reader)
        screen = fitting(screen, await self._habits.of(reader.user))
        await reader.place.put(screen, await self._files(screen, reader.user))

    async def _ended(self, table: Table, looking: ReviewProgress, reader: ReviewReader) -> Screen:
        if looking.found.cancelled():  # the bot stops: the next press begins again
            return sentence_screen(reader.words, NOBODY_THINKS)
        error = looking.found.exception()
        if error is not None:
            reason = error.reason if isinstance(error, Refused) else NOBODY_THINKS
            return sentence_screen(reader.words, reason)
        return await self.screen(table, looking.found.result(), reader.words)

    async def _files(self, screen: Screen, user: int) -> list[discord.File]:
        return await picture_files(self._painter, screen, ("review", user), PANEL_HASTE)

    def close(self) -> None:
        self._errands.close()
