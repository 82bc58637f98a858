"""The table's message: edited in place, posted anew when it cannot be edited any more."""

import asyncio
import json
import logging
import secrets
from dataclasses import replace
from hashlib import blake2s
from typing import NamedTuple

import discord

from bot import figures
from bot.screens.parts import Screen, layout_of
from bot.stage.edits import NOBODY, edit
from bot.stage.fallback import INVALID_FORM, PICTURES
from bot.stage.painter import TABLE, Painter
from bot.stage.pictures import picture_files
from bot.stage.request_budget import Priority, ranked
from bot.tables.records import Saved
from bot.tables.store import Store

log = logging.getLogger(__name__)

PATIENCE = 60  # seconds for one request; discord.py alone would wait for minutes
REPOST = {10008, 30046, 50083, 50005}  # message gone, too old to edit, thread at rest: post a new one
ARCHIVED = 50083
GONE = {10008}  # somebody has deleted the message


def channel_of(client: discord.Client, saved: Saved) -> discord.PartialMessageable:
    return client.get_partial_messageable(saved.channel, guild_id=saved.guild or None)


async def awake(client: discord.Client, thread: int) -> None:
    """Bring an archived thread back: nothing in it can be edited before."""
    await client.http.edit_channel(thread, archived=False)


async def remove(client: discord.Client, saved: Saved, message: int) -> None:
    """Take an old message of a table away, if it is still there."""
    try:
        with ranked(Priority.REST):
            async with asyncio.timeout(PATIENCE):
                await channel_of(client, saved).get_partial_message(message).delete()
    except discord.HTTPException as error:
        log.info("table %s: an old message stays (%s)", saved.id, error.code)


class Look(NamedTuple):
    """How a table's message looks, as digests: the message itself would weigh two hundred times as much."""

    message: int
    layout: bytes
    scene: int


def look_of(message: int, screen: Screen) -> Look:
    layout = json.dumps(layout_of(screen)).encode()
    return Look(message, blake2s(layout, digest_size=16).digest(), hash(screen.scene))


class Board:
    """The public message of every table, as it was last shown."""

    def __init__(self, client: discord.Client, store: Store, painter: Painter) -> None:
        self._client = client
        self._store = store
        self._painter = painter
        self._looks: dict[int, Look] = {}  # as last shown
        self._anew: set[int] = set()  # tables to be posted anew, at the bottom of their channel

    async def show(self, saved: Saved, screen: Screen) -> Saved:
        """Edit the table's message, or post a new one when it cannot be edited any more; where it is now."""
        look, before = look_of(saved.message, screen), self._looks.get(saved.id)
        anew = saved.id in self._anew
        self._anew.discard(saved.id)
        if before == look and not anew:
            return saved
        same_picture = before is not None and before[::2] == look[::2]
        if anew or not saved.message or not await self._edited(saved, screen, same_picture):
            saved = replace(saved, message=await self.post(saved, screen))
        self._looks[saved.id] = look._replace(message=saved.message)
        return saved

    async def reword(self, saved: Saved, screen: Screen) -> None:
        """Change the words of a message that shows this very picture: nothing is painted or posted."""
        before = self._looks.pop(saved.id, None)
        if before is not None and before[::2] == look_of(saved.message, screen)[::2]:
            await edit(self._client, saved.channel, saved.message, screen.view)

    async def _edited(self, saved: Saved, screen: Screen, same_picture: bool) -> bool:
        """Edit the message; False when it cannot be edited any more and a new one is needed."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._edit(saved, screen, same_picture)
        except discord.HTTPException as error:
            if error.code not in REPOST:
                raise
            return error.code == ARCHIVED and await self._edited_awake(saved, screen, same_picture)
        return True

    async def _edited_awake(self, saved: Saved, screen: Screen, same_picture: bool) -> bool:
        """Edit the message once its thread is awake; False when it cannot be woken."""
        try:
            async with asyncio.timeout(PATIENCE):
                await awake(self._client, saved.channel)
                await self._edit(saved, screen, same_picture)
        except discord.HTTPException:
            return False
        return True

    @figures.PUBLISH.timed("edited")
    async def _edit(self, saved: Saved, screen: Screen, same_picture: bool) -> None:
        """Send the picture again only when it has changed, or when Discord does not find the old one."""
        try:
            if same_picture:
                await edit(self._client, saved.channel, saved.message, screen.view)
                return
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:
                raise
        files = await picture_files(self._painter, screen, saved.id, TABLE)

        async def sent(shown: Screen, pictures: list[discord.File]) -> int:
            await edit(self._client, saved.channel, saved.message, shown.view, pictures)
            return saved.message

        await PICTURES.put("board", (sent,), screen, files)

    @figures.PUBLISH.timed("posted")
    async def post(self, saved: Saved, screen: Screen, mentions: discord.AllowedMentions = NOBODY) -> int:
        """Post a table's message at the bottom of the channel and remember it."""
        files = await picture_files(self._painter, screen, saved.id, TABLE)
        channel, nonce = channel_of(self._client, saved), _nonce(saved)

        async def sent(shown: Screen, pictures: list[discord.File]) -> int:
            posted = await channel.send(
                view=shown.view, files=pictures, nonce=nonce, allowed_mentions=mentions
            )
            return posted.id

        async with asyncio.timeout(PATIENCE):
            message = await PICTURES.put("new board", (sent,), screen, files)
        await self._store.set_message(saved.id, message)
        if saved.message and saved.message != message:
            await remove(self._client, saved, saved.message)
        return message

    def anew(self, table_id: int) -> None:
        """Post a table again at the next look, at the bottom of its channel."""
        self._anew.add(table_id)

    def forget(self, table_id: int) -> None:
        """Forget how a table looks: it is shown again at the next change, whatever it shows."""
        self._looks.pop(table_id, None)


def _nonce(saved: Saved) -> str:
    """Name a table's first message: Discord posts it once, even if a crash kept us from noting it."""
    if saved.message:
        return secrets.token_hex(8)
    first = f"{saved.id}-{saved.created}"  # in a thread it is another message than in the channel before
    return blake2s(f"{first}-{saved.channel}".encode(), digest_size=12).hexdigest() if saved.home else first
