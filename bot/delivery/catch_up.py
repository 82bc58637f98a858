"""After a start: every game is woken, and what a crash kept from being shown is shown."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import aiohttp
import discord

from bot.base.errors import Damaged
from bot.delivery.board import BOARD_REQUEST_TIMEOUT, channel_of
from bot.delivery.calls import CallPublisher
from bot.delivery.panels import Panels
from bot.delivery.reach import ServerReach
from bot.domain.entities import TableRecord
from bot.service.services import Services
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.lobby import aside_screen

log = logging.getLogger(__name__)


class CatchUp:
    """Looks through all open tables once."""

    def __init__(
        self,
        services: Services,
        store: MessageStore,
        calls: CallPublisher,
        panels: Panels,
        reach: ServerReach,
        changed: Callable[[int], None],
    ) -> None:
        self._services = services
        self._store = store
        self._calls = calls
        self._panels = panels
        self._reach = reach
        self._changed = changed

    async def run(self) -> None:
        """Wake every game under way, and show it."""
        await self._panels.take_over()
        for table_id in await self._services.startup.wake_all(self._reach.mine):
            with suppress(Damaged):  # to show it says so
                saved = await self._services.tables.saved(table_id)
                if saved.phase == "play" and saved.shown < saved.last and self._reach.is_member(saved):
                    await self._sweep(saved)  # a crash came between showing and noting it
            self._changed(table_id)
        for table_id in await self._store.behind_at_home() if self._reach.mine.has_dms else ():
            self._changed(table_id)

    async def _sweep(self, saved: TableRecord) -> None:
        try:
            await self._calls.sweep(saved)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("table %s: stray notices were not looked for (%s)", saved.id, type(error).__name__)


async def tell_set_aside(client: discord.Client, saved: TableRecord) -> None:
    """Tell a channel that its game cannot go on."""
    try:
        async with asyncio.timeout(BOARD_REQUEST_TIMEOUT):
            await channel_of(client, saved).send(view=aside_screen(words(saved.locale)).view)
    except discord.HTTPException as error:
        log.warning("table %s: its channel could not be told (%s)", saved.id, error.code)
