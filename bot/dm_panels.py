"""Panels in people's DMs: one message a game that stays current and can be played from."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import discord

from bot.errands import Errands
from bot.host import Host
from bot.panel_screen import look_of
from bot.pictures import picture_files
from bot.screens import Screen
from bot.store import DmPanel
from bot.table import Table
from games.core import Seat

DM_PAUSE = 2.0  # seconds between two edits of one DM panel
CLOSED = {50007, 50278}  # the person takes no DMs: never tried again by ourselves

Key = tuple[int, Seat]


class DmPanels:
    """The panels that players asked to have in their DMs; where they are is stored."""

    def __init__(
        self,
        client: discord.Client,
        host: Host,
        errands: Errands,
        draw: Callable[..., Awaitable[Screen]],
        busy: Callable[[Key], bool],
    ) -> None:
        self._client = client
        self._host = host
        self._errands = errands
        self._draw = draw
        self._busy = busy  # whether a seat's own press is being answered
        self.looks: dict[Key, str] = {}
        self.edited: dict[Key, float] = {}

    async def open(self, table: Table, seat: Seat, locale: str) -> DmPanel:
        """Send a seat's panel to its owner's DMs; raises Forbidden when these are closed."""
        user = await self._client.create_dm(discord.Object(table.users[seat]))
        old = (await self._host.store.dm_panels(table.id)).get(seat)
        screen = await self._draw(table, seat, locale, dm=True)
        sent = await user.send(view=screen.view, files=await picture_files(screen))
        self.shown(table, seat)
        await self._host.store.set_dm_panel(table.id, seat, user.id, sent.id, locale)
        if old:
            self._errands.start(("dm-remove", table.id, seat), self._message(old).delete())
        return DmPanel(user.id, sent.id, locale)

    def shown(self, table: Table, seat: Seat) -> None:
        if not table.over:
            self.looks[table.id, seat] = look_of(table, seat)

    def _message(self, panel: DmPanel) -> discord.PartialMessage:
        return self._client.get_partial_messageable(panel.channel).get_partial_message(panel.message)

    async def _refresh_all(self, id: int) -> None:
        for seat, panel in (await self._host.store.dm_panels(id)).items():
            self._errands.start(("dm", id, seat), self._refresh((id, seat), panel))

    def refresh(self, table: int) -> None:
        if not self._client.is_closed():
            self._errands.start(("dm", table), self._refresh_all(table))

    async def _refresh(self, key: Key, panel: DmPanel) -> None:
        wait = self.edited.get(key, 0.0) + DM_PAUSE - time.monotonic()
        if wait > 0:
            asyncio.get_running_loop().call_later(wait, self.refresh, key[0])
            return
        table = await self._host.table(key[0])
        if self._busy(key) or self.looks.get(key) == look_of(table, key[1]):
            return
        if not table.over:  # there is no next time
            self.edited[key] = time.monotonic()
        self.shown(table, key[1])
        screen = await self._draw(table, key[1], panel.locale, dm=True)
        try:
            files, nobody = await picture_files(screen), discord.AllowedMentions.none()
            await self._message(panel).edit(view=screen.view, attachments=files, allowed_mentions=nobody)
        except discord.HTTPException as error:
            if error.code in CLOSED or error.status in (403, 404):
                await self._host.store.set_dm_panel(*key, 0, 0, "")
            raise

    def forget(self, table: int) -> None:
        """Keep memory flat after a game."""
        for key in [key for key in {*self.looks, *self.edited} if key[0] == table]:
            self.looks.pop(key, None)
            self.edited.pop(key, None)
