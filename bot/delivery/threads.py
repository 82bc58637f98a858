"""Threads of the bot's own: opened for one table, left to rest when its game is over."""

import asyncio
import logging
from collections.abc import Iterable

import discord

from bot.client.message_edits import NO_MENTIONS, edit
from bot.client.threads import MAX_THREAD_NAME, WEEK
from bot.delivery.background import KeyedTasks
from bot.delivery.board import BOARD_REQUEST_TIMEOUT, awake
from bot.delivery.request_budget import Priority, ranked
from bot.domain.entities import NewTable, TableRecord
from bot.text.shortening import truncated
from bot.text.words import words
from bot.views.threads import announcing_screen, thread_link_screen

log = logging.getLogger(__name__)

HAS_ONE = 160004  # a message has one thread at most


class Threads:
    """The threads that were opened for tables, and the message in the channel that leads to each."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._errands = KeyedTasks()
        self._seated: dict[int, tuple[int, ...]] = {}  # who sat at a thread's table when it was last seen
        self._pointed: dict[int, tuple[int, str]] = {}  # what its pointer says: table and phase

    async def announce(self, opening: NewTable) -> int:
        """Post the message on which the thread of a table that is about to be opened will hang."""
        screen = announcing_screen(opening, words(opening.locale))
        channel = self._client.get_partial_messageable(opening.channel, guild_id=opening.guild)
        with ranked(Priority.BOARD):  # somebody waits for their table
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                return (await channel.send(view=screen.view, allowed_mentions=NO_MENTIONS)).id

    async def open(self, guild: int, channel: int, message: int, name: str) -> int:
        """Open a thread on a message and return its id, which is the message's; one that is there will do."""
        place = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            with ranked(Priority.BOARD):
                async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                    await place.get_partial_message(message).create_thread(
                        name=truncated(name, MAX_THREAD_NAME), auto_archive_duration=WEEK
                    )
        except discord.HTTPException as error:
            if error.code != HAS_ONE:
                raise
        return message

    def see(self, saved: TableRecord) -> None:
        """Bring whoever has taken a seat since the table was last seen: substitutes."""
        if saved.home:
            before = self._seated.get(saved.channel, saved.users)
            self._seated[saved.channel] = saved.users
            self.bring(saved, set(saved.users) - set(before))

    def bring(self, saved: TableRecord, users: Iterable[int]) -> None:
        """Add people to a table's thread, so that it stands in their list of channels."""
        for user in users if saved.home else ():
            if user > 0:  # a computer needs no list
                self._errands.start(("bring", saved.id, user), self._bring(saved, user))

    async def _bring(self, saved: TableRecord, user: int) -> None:
        await self._client.http.add_user_to_thread(saved.channel, user)

    async def point(self, saved: TableRecord) -> None:
        """Let the message in the channel say how the table in its thread fares, when that has changed."""
        if not saved.home or self._pointed.get(saved.channel) == (saved.id, saved.phase):
            return
        screen = thread_link_screen(saved, words(saved.locale))
        try:
            with ranked(Priority.NOTICE):
                async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                    await edit(self._client, saved.home, saved.channel, screen.view, [])
        except discord.HTTPException as error:  # somebody has deleted it: the thread itself is enough
            log.info("table %s: its pointer was not edited (%s)", saved.id, error.code)
        self._pointed[saved.channel] = saved.id, saved.phase

    async def rest(self, saved: TableRecord) -> None:
        """Archive the thread of a table that is over; the next press wakes it."""
        self._pointed.pop(saved.channel, None)
        self._seated.pop(saved.channel, None)
        await self._archive(saved.channel)

    async def _archive(self, thread: int) -> None:
        try:
            with ranked(Priority.REST):
                async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                    await self._client.http.edit_channel(thread, archived=True)
        except discord.HTTPException as error:
            log.info("thread %s was not archived (%s)", thread, error.code)

    def pressed_in(self, channel: object) -> None:
        """Wake the thread in which somebody has pressed something."""
        if isinstance(channel, discord.Thread) and channel.archived and not channel.locked:
            self._errands.start(("wake", channel.id), awake(self._client, channel.id))

    async def take_away(self, opening: NewTable) -> None:
        """Undo the opening of a table that came to nothing: its thread rests, its pointer goes."""
        await self._archive(opening.channel)
        home = self._client.get_partial_messageable(opening.home, guild_id=opening.guild)
        try:
            await home.get_partial_message(opening.channel).delete()
        except discord.HTTPException as error:
            log.info("a pointer stays (%s)", error.code)

    def close(self) -> None:
        self._errands.close()
