"""The table's message: edited in place, posted anew when it cannot be edited any more."""

import asyncio
import json
import logging
import secrets
from dataclasses import replace
from hashlib import blake2s
from typing import NamedTuple

import discord

from bot.base import metrics
from bot.client.message_edits import NO_MENTIONS, edit
from bot.delivery.attachments import picture_files
from bot.delivery.picture_fallback import INVALID_FORM, PICTURES
from bot.delivery.request_budget import Priority, ranked
from bot.delivery.table_places import TablePlaces
from bot.domain.entities import TableRecord
from bot.processes.painter import TABLE_HASTE, Painter
from bot.storage.messages import MessageStore
from bot.views.parts.screen import Screen, layout_of

log = logging.getLogger(__name__)

BOARD_REQUEST_TIMEOUT = 60  # seconds for one request; discord.py alone would wait for minutes
REPOST = {10008, 30046, 50083, 50005}  # message gone, too old to edit, thread at rest: post a new one
ARCHIVED = 50083
MESSAGE_DELETED_CODES = {10008}  # somebody has deleted the message


def channel_of(client: discord.Client, saved: TableRecord) -> discord.PartialMessageable:
    return client.get_partial_messageable(saved.channel, guild_id=saved.guild or None)


async def awake(client: discord.Client, thread: int) -> None:
    """Bring an archived thread back: nothing in it can be edited before."""
    await client.http.edit_channel(thread, archived=False)


async def remove(client: discord.Client, saved: TableRecord, message: int) -> None:
    """Take an old message of a table away, if it is still there."""
    try:
        with ranked(Priority.REST):
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                await channel_of(client, saved).get_partial_message(message).delete()
    except discord.HTTPException as error:
        log.info("table %s: an old message stays (%s)", saved.id, error.code)


class ShownBoard(NamedTuple):
    """How a table's message looks, as digests: the message itself would weigh two hundred times as much."""

    message: int
    layout: bytes
    scene: int


def shown_board(message: int, screen: Screen) -> ShownBoard:
    layout = json.dumps(layout_of(screen)).encode()
    return ShownBoard(message, blake2s(layout, digest_size=16).digest(), hash(screen.scene))


class Board:
    """The public message of every table, as it was last shown."""

    def __init__(
        self, client: discord.Client, messages: MessageStore, painter: Painter, places: TablePlaces
    ) -> None:
        self._client = client
        self._messages = messages
        self._painter = painter
        self._places = places
        self._looks: dict[int, ShownBoard] = {}  # as last shown
        self._anew: set[int] = set()  # tables to be posted anew, at the bottom of their channel

    async def show(self, saved: TableRecord, screen: Screen) -> TableRecord:
        """Edit the table's message, or post a new one when it cannot be edited any more; where it is now."""
        look, before = shown_board(saved.message, screen), self._looks.get(saved.id)
        anew = saved.id in self._anew
        self._anew.discard(saved.id)
        if before == look and not anew:
            return saved
        same_picture = before is not None and before[::2] == look[::2]
        if anew or not saved.message or not await self._edited(saved, screen, same_picture):
            saved = replace(saved, message=await self.post(saved, screen))
        self._looks[saved.id] = look._replace(message=saved.message)
        return saved

    async def edit_text(self, saved: TableRecord, screen: Screen) -> None:
        """Change the words of a message that shows this very picture: nothing is painted or posted."""
        before = self._looks.pop(saved.id, None)
        if before is not None and before[::2] == shown_board(saved.message, screen)[::2]:
            await edit(self._client, saved.channel, saved.message, screen.view)

    async def _edited(self, saved: TableRecord, screen: Screen, same_picture: bool) -> bool:
        """Edit the message; False when it cannot be edited any more and a new one is needed."""
        try:
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                await self._edit(saved, screen, same_picture)
        except discord.HTTPException as error:
            if error.code not in REPOST:
                raise
            return error.code == ARCHIVED and await self._edited_awake(saved, screen, same_picture)
        return True

    async def _edited_awake(self, saved: TableRecord, screen: Screen, same_picture: bool) -> bool:
        """Edit the message once its thread is awake; False when it cannot be woken."""
        try:
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                await awake(self._client, saved.channel)
                await self._edit(saved, screen, same_picture)
        except discord.HTTPException:
            return False
        return True

    @metrics.PUBLISH.timed("edited")
    async def _edit(self, saved: TableRecord, screen: Screen, same_picture: bool) -> None:
        """Send the picture again only when it has changed, or when Discord does not find the old one."""
        try:
            if same_picture:
                await edit(self._client, saved.channel, saved.message, screen.view)
                return
        except discord.HTTPException as error:
            if error.code != INVALID_FORM:
                raise
        files = await picture_files(self._painter, screen, saved.id, TABLE_HASTE)

        async def sent(shown: Screen, pictures: list[discord.File]) -> int:
            await edit(self._client, saved.channel, saved.message, shown.view, pictures)
            return saved.message

        await PICTURES.put("board", (sent,), screen, files)

    @metrics.PUBLISH.timed("posted")
    async def post(
        self, saved: TableRecord, screen: Screen, mentions: discord.AllowedMentions = NO_MENTIONS
    ) -> int:
        """Post a table's message at the bottom of the channel and remember it."""
        files = await picture_files(self._painter, screen, saved.id, TABLE_HASTE)
        channel, nonce = channel_of(self._client, saved), _nonce(saved)

        async def sent(shown: Screen, pictures: list[discord.File]) -> int:
            posted = await channel.send(
                view=shown.view, files=pictures, nonce=nonce, allowed_mentions=mentions
            )
            return posted.id

        async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
            message = await PICTURES.put("new board", (sent,), screen, files)
        await self._messages.set_message(saved.id, message)
        first = saved.first_message or message
        self._places.note(replace(saved, message=message, first_message=first))
        if saved.message and saved.message != message:
            await remove(self._client, saved, saved.message)
        return message

    def anew(self, table_id: int) -> None:
        """Post a table again at the next look, at the bottom of its channel."""
        self._anew.add(table_id)

    def forget(self, table_id: int) -> None:
        """Forget how a table looks: it is shown again at the next change, whatever it shows."""
        self._looks.pop(table_id, None)


def _nonce(saved: TableRecord) -> str:
    """Name a table's first message: Discord posts it once, even if a crash kept us from noting it."""
    if saved.message:
        return secrets.token_hex(8)
    first = f"{saved.id}-{saved.created}"  # in a thread it is another message than in the channel before
    return blake2s(f"{first}-{saved.channel}".encode(), digest_size=12).hexdigest() if saved.home else first
