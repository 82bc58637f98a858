"""The picture of a screen as a file to upload; its name tells nothing."""

from dataclasses import replace
from io import BytesIO

import discord

from bot.domain.settings import UserSettings
from bot.processes.painter import PRESSED_HASTE, Name, Painter
from bot.service.settings import SettingsCache
from bot.views.parts.screen import PICTURE, Screen
from rendering.scaled import larger


class InMemory(discord.File):
    """A file that lies in memory: one of discord.py's, when it is closed, holds itself and its picture."""

    def __init__(self, content: BytesIO | bytes, name: str) -> None:
        super().__init__(BytesIO(content) if isinstance(content, bytes) else content, name)

    def close(self) -> None:
        """There is nothing to close: it goes when nobody needs it."""


def fitting(screen: Screen, settings: UserSettings) -> Screen:
    """Return a screen with the picture that suits its reader: a larger one for those who asked for it."""
    return replace(screen, scene=larger(screen.scene)) if settings.large and screen.scene else screen


async def picture_files(painter: Painter, screen: Screen, name: Name, haste: float) -> list[discord.File]:
    """Have a screen painted; no file for a screen without a picture."""
    if screen.scene is None:
        return []
    return [InMemory(await painter.picture(screen.scene, name, haste), PICTURE)]


class AnswerPictures:
    """The pictures of private answers, as each reader wants them."""

    def __init__(self, painter: Painter, settings: SettingsCache) -> None:
        self._painter = painter
        self._settings = settings

    async def files(self, user: int, screen: Screen) -> list[discord.File]:
        """Return the picture of a screen that answers a press, as a file; none for one without."""
        screen = fitting(screen, await self._settings.of(user))
        return await picture_files(self._painter, screen, ("answer", user), PRESSED_HASTE)
