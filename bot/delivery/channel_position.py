"""How far a table has scrolled away: the bot reads no messages, but a press tells the newest one's id."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import aiohttp
import discord

from bot.delivery.board import BOARD_REQUEST_TIMEOUT
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.domain.who_is_called import calls_of

log = logging.getLogger(__name__)

SCROLLED_AWAY_MESSAGES = 15  # messages after which nobody finds a table any more
MAX_CHANNELS_REMEMBERED = 20_000  # channels whose newest message is remembered


class ChannelPosition:
    """The newest message of each channel, as far as presses have told it."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._newest: dict[int, int] = {}
        self._looked: dict[int, int] = {}  # the newest message when a table's distance was last asked for

    def saw(self, payload: Any) -> None:
        """Note what an interaction says about the channel in which it was made."""
        channel = payload.get("channel") or {}
        newest = int(channel.get("last_message_id") or 0)
        if newest:
            self._newest.pop(int(channel["id"]), None)
            self._newest[int(channel["id"])] = newest
            if len(self._newest) > MAX_CHANNELS_REMEMBERED:
                del self._newest[next(iter(self._newest))]

    async def is_away(self, saved: TableRecord, table: Table) -> bool:
        """Say whether a turn begins at a table that nobody sees any more."""
        before, newest = saved.calls.by_seat, self._newest.get(saved.channel, 0)
        ours = max(saved.message, saved.notice, self._looked.get(saved.id, 0))
        if not saved.message or newest <= ours or table.over or calls_of(table, before) == before:
            return False
        self._looked[saved.id] = newest
        try:
            return await self._distance(saved) > SCROLLED_AWAY_MESSAGES
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.info("table %s: how far it is was not told (%s)", saved.id, type(error).__name__)
            return False

    async def _distance(self, saved: TableRecord) -> int:
        """Count the messages below a table's, as far as it matters; its own notice is none."""
        async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
            below = await self._client.http.logs_from(
                saved.channel, SCROLLED_AWAY_MESSAGES + 2, after=saved.message
            )
        return sum(int(message["id"]) != saved.notice for message in below)

    def forget(self, table_id: int) -> None:
        self._looked.pop(table_id, None)


def watch_newest_messages(client: discord.Client, saw: Callable[[Any], None]) -> None:
    """Look at each interaction as it comes in: discord.py keeps a channel as it was at the start.

    What stood in the message is left out: an id says everything, and to build all of it costs every press.
    """
    parsers = client._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def parse_and_look(data: Any) -> None:
        saw(data)
        if message := data.get("message"):
            data = {**data, "message": {**message, "components": []}}
        parse(data)

    parsers["INTERACTION_CREATE"] = parse_and_look
