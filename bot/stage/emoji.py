"""The application's emoji: painted from the games' own signs, uploaded once, only what is missing."""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, nullcontext

import aiohttp
import discord

from bot.screens import emblems
from games import GAMES
from games.core import Text
from games.emblems import Emblem, emblems_of, seat_emblems
from rendering.paint import icon

log = logging.getLogger(__name__)

SIDE = 128  # pixels of an emoji
MOST = 2000  # emoji that an application may have
DIGITS = 6  # of the hash in a name: another drawing is another emoji


def all_emblems() -> Iterator[Emblem]:
    """Yield the shields, and the signs of every game."""
    yield from seat_emblems()
    for key in GAMES:
        yield from emblems_of(GAMES[key])


def named(emblem: Emblem) -> str:
    """Return an emblem's name on Discord, with the hash of its drawing: nothing is painted to know it."""
    drawing = repr((SIDE, emblem.sprite)).encode()
    return f"{emblem.name}_{hashlib.sha256(drawing).hexdigest()[:DIGITS]}"


class Hanging:
    """Hangs the signs up when the bot is first ready; a listener, so that nothing waits for it."""

    def __init__(
        self, client: discord.Client, alone: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    ) -> None:
        self._client = client
        self._alone = alone  # of several processes, the first one uploads and the others find it done
        self._begun = False

    async def on_ready(self) -> None:
        if not self._begun:
            self._begun = True
            async with self._alone():
                await hang_up(self._client)


async def hang_up(client: discord.Client) -> None:
    """Find our signs among the application's emoji, upload what is missing, and use what is there."""
    try:
        found = {emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()}
        signs: dict[Text | str, str] = {}
        for emblem in all_emblems():
            if sign := await _one(client, emblem, found):
                signs |= dict.fromkeys(emblem.called, sign)
                emblems.learn(signs)
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
        log.warning("the emoji were not sent to Discord (%s): words stand in for them", error)
    except RuntimeError:  # the line was closed meanwhile: the next start sends the rest
        if not client.is_closed():
            raise


async def _one(client: discord.Client, emblem: Emblem, found: dict[str, str]) -> str:
    """Return an emblem's emoji, uploaded if it is missing; "" when the application is full."""
    name = named(emblem)
    if name not in found:
        if len(found) >= MOST:
            return ""
        picture = await asyncio.to_thread(icon, emblem.sprite, SIDE)
        found[name] = str(await client.create_application_emoji(name=name, image=picture))
        log.info("emoji %s uploaded", name)
    return found[name]
