"""The public question about seats whose people are gone: one message, edited, and gone when it is settled."""

import asyncio
from dataclasses import replace
from hashlib import blake2s

import discord

from bot.client.message_edits import NO_MENTIONS, edit
from bot.delivery.board import BOARD_REQUEST_TIMEOUT, MESSAGE_DELETED_CODES, channel_of, remove
from bot.delivery.call_routing import CallRouter
from bot.delivery.calls import only
from bot.delivery.presence import Presence
from bot.delivery.request_budget import Priority, ranked
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.parts.screen import Screen, layout_of
from bot.views.seats import asked, asking_screen, called
from games.core import Seat


class SeatQuestion:
    """Asks those who are there; what was asked, and by which message, is stored with the table."""

    def __init__(
        self, client: discord.Client, messages: MessageStore, presence: Presence, routing: CallRouter
    ) -> None:
        self._client = client
        self._messages = messages
        self._presence = presence
        self._routing = routing  # knows how people wish to be called
        self._shown: dict[int, str] = {}  # how each table's question looks

    async def show(self, saved: TableRecord, table: Table) -> None:
        """Bring the question up to date: a new one is posted, one that is settled goes."""
        message, what = read_question(saved.asking)
        now = asked(table)
        if not now:
            await self.withdraw(saved)
        elif set(now.split(",")) - set(what.split(",")):
            await self._post(saved, table, message, now)
        else:
            await self._edit(saved, table, message, now)

    async def withdraw(self, saved: TableRecord) -> None:
        """Take the question away: it is settled, or nobody can answer it any more."""
        message, _ = read_question(saved.asking)
        self.forget(saved.id)
        if message and await self._messages.set_asking(saved.id, "", saved.asking):
            await remove(self._client, saved, message)

    async def _post(self, saved: TableRecord, table: Table, before: int, now: str) -> None:
        """Ask anew; who is plainly there is not pinged, and nobody is who wants no calls in the channel."""
        absent = await self._to_be_pinged(table)
        screen = asking_screen(table, words(saved.locale), absent)
        mentions = only(table.users[seat] for seat in absent)
        with ranked(Priority.CALL if absent else Priority.NOTICE):
            async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                sent = await channel_of(self._client, saved).send(
                    view=screen.view,
                    allowed_mentions=mentions,
                    silent=mentions is NO_MENTIONS,
                    nonce=_nonce(table, now),
                )
        if not await self._messages.set_asking(saved.id, f"{sent.id}:{now}", saved.asking):
            await self._was_second(saved, sent.id)
            return
        self._shown[saved.id] = _look(asking_screen(table, words(saved.locale), ()))  # mentions may stay
        if before and before != sent.id:
            await remove(self._client, saved, before)

    async def _was_second(self, saved: TableRecord, message: int) -> None:
        """Take a question away that another process was faster with."""
        if read_question(await self._messages.asking(saved.id))[0] != message:
            await remove(self._client, saved, message)

    async def _to_be_pinged(self, table: Table) -> list[Seat]:
        away = [s for s in called(table) if not self._presence.is_there(table.id, table.users[s])]
        wishes = await self._routing.wishes(table, away)
        return [seat for seat in away if wishes[seat].how == "channel" and not wishes[seat].wait]

    async def _edit(self, saved: TableRecord, table: Table, message: int, now: str) -> None:
        """Tell what was said so far; who was mentioned stays so, without another ping."""
        screen = asking_screen(table, words(saved.locale), ())
        if self._shown.get(saved.id) == _look(screen):
            return
        try:
            with ranked(Priority.NOTICE):
                async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
                    await edit(self._client, saved.channel, message, screen.view)
        except discord.HTTPException as error:
            if error.code not in MESSAGE_DELETED_CODES:
                raise
            await self._messages.set_asking(saved.id, "", saved.asking)
            asking = await self._messages.asking(saved.id)
            await self._post(replace(saved, asking=asking), table, 0, now)
            return
        if saved.asking != f"{message}:{now}":
            await self._messages.set_asking(saved.id, f"{message}:{now}", saved.asking)
        self._shown[saved.id] = _look(screen)

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self._shown.pop(table_id, None)


def read_question(asking: str) -> tuple[int, str]:
    """Return the message that asks, and what it asks: "123:m1,w2"."""
    message, _, what = asking.partition(":")
    return int(message or 0), what


def _look(screen: Screen) -> str:
    return repr(layout_of(screen))


def _nonce(table: Table, now: str) -> str:
    """Name a question: Discord posts it once, even if a crash kept us from noting that it was posted."""
    return blake2s(f"{table.seed}/asking/{now}".encode(), digest_size=12).hexdigest()
