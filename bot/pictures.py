"""The picture of a screen as a file to upload; its name tells nothing."""

import asyncio
from functools import lru_cache
from io import BytesIO

import discord

from bot.screens import PICTURE, Screen
from rendering.paint import paint
from rendering.scene import Scene


@lru_cache(maxsize=64)
def painted(scene: Scene) -> bytes:
    return paint(scene)


async def picture_files(screen: Screen) -> list[discord.File]:
    """Paint outside the event loop; no file for a screen without a picture."""
    if screen.scene is None:
        return []
    return [discord.File(BytesIO(await asyncio.to_thread(painted, screen.scene)), PICTURE)]
