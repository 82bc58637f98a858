"""The application's emoji: painted from the games' own signs, uploaded once, only what is missing."""

import asyncio
import base64
import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from typing import Any

import discord

from bot.base import metrics, timers
from bot.base.errors import StoreTrouble
from bot.base.logs import is_outage
from games import GAMES
from games.core import Text
from games.emblems import Emblem, emblems_of, seat_emblems
from rendering.paint import icon

log = logging.getLogger(__name__)

EMOJI_PIXELS = 128  # pixels of an emoji
MAX_APPLICATION_EMOJI = 2000  # emoji that an application may have
DIGITS = 6  # of the hash in a name: another drawing is another emoji
REQUEST_SECONDS = 60.0  # for one request
RETRY_SECONDS = (60.0, 600.0, 3600.0)  # until what is missing is tried again; the last one from then on
IN_A_ROW = 3  # outages one after the other: Discord takes nothing at the moment
WHY = 120  # characters of what went wrong

Learn = Callable[[Mapping[Text | str, str]], None]  # told which signs there are


def all_emblems() -> Iterator[Emblem]:
    """Yield the shields, and the signs of every game."""
    yield from seat_emblems()
    for key in GAMES:
        yield from emblems_of(GAMES[key])


def named(emblem: Emblem) -> str:
    """Return an emblem's name on Discord, with the hash of its drawing: nothing is painted to know it."""
    drawing = repr((EMOJI_PIXELS, emblem.sprite)).encode()
    return f"{emblem.name}_{hashlib.sha256(drawing).hexdigest()[:DIGITS]}"


class EmojiUpload:
    """Hangs the signs up beside everything else, from when the bot is first ready until all are there."""

    def __init__(
        self,
        client: discord.Client,
        learn: Learn,
        alone: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
    ) -> None:
        self._client = client
        self._learn = learn
        self._alone = alone  # of several processes, the first one uploads and the others find it done
        self._task: asyncio.Task[None] | None = None

    async def on_ready(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._keep_trying())

    async def _keep_trying(self) -> None:
        tries = 0
        while missing := await self._missing():
            wait = RETRY_SECONDS[min(tries, len(RETRY_SECONDS) - 1)]
            log.warning("%s: words stand in for them, and they are tried again in %.0f s", missing, wait)
            await timers.sleep(wait)
            tries += 1

    async def _missing(self) -> str:
        """Try once, and say what is missing still."""
        try:
            async with self._alone():
                failed = await upload_missing(self._client, self._learn)
        except StoreTrouble as trouble:
            return f"the emoji wait for the database ({trouble})"
        return f"the emoji were not all sent to Discord ({failed[-1]})" if failed else ""

    async def close(self) -> None:
        """Leave what is missing to the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])


async def upload_missing(client: discord.Client, learn: Learn) -> list[str]:
    """Find our signs among the application's emoji, use them, and upload what is missing.

    Return what went wrong: one that fails keeps none of the others away, but an outage is not asked for all.
    """
    try:
        found = await _found(client)
    except Exception as error:
        return [_why(error)]
    missing = [emblem for emblem in all_emblems() if named(emblem) not in found]
    learn(_signs(found))
    failed: list[str] = []
    outages = 0
    for emblem in missing[: max(0, MAX_APPLICATION_EMOJI - len(found))]:
        try:
            name, sign = await _uploaded(client, emblem)
        except Exception as error:
            failed.append(_why(error))
            outages = outages + 1 if is_outage(error) else 0
            if outages == IN_A_ROW:
                break
        else:
            outages, found[name] = 0, sign
            learn(_signs(found))
    return failed


async def _found(client: discord.Client) -> dict[str, str]:
    """Return the application's emoji by name; one that cannot be read is left out."""
    async with asyncio.timeout(REQUEST_SECONDS):
        told = await client.http.get_application_emojis(client.application_id or 0)
    found = dict[str, str]()
    for item in told["items"]:
        with suppress(KeyError, TypeError):
            found[str(item["name"])] = _sign(item)
    return found


def _sign(item: Any) -> str:
    """Return an emoji as it is written in a message."""
    return f"<:{item['name']}:{item['id']}>"


def _signs(found: Mapping[str, str]) -> dict[Text | str, str]:
    """Return the signs that Discord has, by the words they stand beside."""
    signs: dict[Text | str, str] = {}
    for emblem in all_emblems():
        if sign := found.get(named(emblem)):
            signs |= dict.fromkeys(emblem.called, sign)
    return signs


async def _uploaded(client: discord.Client, emblem: Emblem) -> tuple[str, str]:
    """Upload an emblem, and return its name and its emoji."""
    name, picture = named(emblem), await asyncio.to_thread(icon, emblem.sprite, EMOJI_PIXELS)
    image = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    async with asyncio.timeout(REQUEST_SECONDS):
        sign = _sign(await client.http.create_application_emoji(client.application_id or 0, name, image))
    log.info("emoji %s uploaded", name)
    return name, sign


def _why(error: Exception) -> str:
    metrics.failed(error)
    return " ".join(str(error).split())[:WHY] or type(error).__name__
