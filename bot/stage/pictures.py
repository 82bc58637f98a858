"""The picture of a screen as a file to upload; its name tells nothing."""

from io import BytesIO

import discord

from bot.screens.parts import PICTURE, Screen
from bot.stage.painter import Name, Painter


async def picture_files(painter: Painter, screen: Screen, name: Name, haste: float) -> list[discord.File]:
    """Have a screen painted; no file for a screen without a picture."""
    if screen.scene is None:
        return []
    return [discord.File(BytesIO(await painter.picture(screen.scene, name, haste)), PICTURE)]
