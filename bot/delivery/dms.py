"""Panels in people's DMs: one message a game that stays current and can be played from."""

from collections.abc import Callable

import discord

from bot.base import timers
from bot.client.message_edits import edit
from bot.delivery.background import KeyedTasks
from bot.delivery.panel_sender import DmChannel, DmMessage, PanelSender
from bot.delivery.request_budget import Priority, RequestBudget, ranked
from bot.domain.entities import DmPanel, TableRecord, message_link
from bot.domain.table import Table
from bot.service.services import Services
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.panels import PanelRequest, look_of
from bot.views.seats import is_lost, replaced_screen
from games.core import Seat

DM_PAUSE = 2.0  # seconds between two edits of one DM panel
DMS_CLOSED_CODES = {50007, 50278}  # the person takes no DMs: never tried again by ourselves
TOO_FAST = 40003  # we have opened DMs with too many people of late
IN_DM = PanelRequest(dm=True)
NOWHERE = DmPanel(0, 0, "")
IN_CHANNEL = DmPanel(-1, 0, "")  # none either: its player wants it in the channel, whatever they usually want

Key = tuple[int, Seat]


class DmPanels:
    """The panels that players asked to have in their DMs; where they are is stored."""

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        messages: MessageStore,
        errands: KeyedTasks,
        sender: PanelSender,
        busy: Callable[[Key], bool],
        budget: RequestBudget,
    ) -> None:
        self._budget = budget
        self._client = client
        self._tables = services.tables
        self._messages = messages
        self._errands = errands
        self._sender = sender
        self._busy = busy  # whether a seat's own press is being answered
        self._looks: dict[Key, tuple[int, str]] = {}  # a panel's message, and what it shows
        self._edited: dict[Key, float] = {}
        self._owed: set[Key] = set()  # panels that were left alone while their own press was answered

    async def open(self, table: Table, seat: Seat, locale: str) -> str:
        """Send a seat's panel to its owner's DMs, say where; an HTTPException when these are closed."""
        with ranked(Priority.BOARD):
            channel = await self._client.create_dm(discord.Object(table.users[seat]))
            old = (await self._messages.dm_panels(table.id)).get(seat)
            message = await self._sender.send(DmChannel(channel), table, seat, locale, IN_DM)
        self.shown(table, seat, message)
        panel = DmPanel(channel.id, message, locale, user=table.users[seat])
        await self._messages.set_dm_panel(table.id, seat, panel)
        self.refresh(table.id)  # the table may have moved on
        if old:
            self._errands.start(("dm-remove", table.id, seat), self._message(old).delete())
        return message_link("@me", channel.id, message)

    async def adopt(self, table: Table, saved: TableRecord) -> None:
        """Take the message of a lobby in somebody's DMs for the panel of the one person at the table."""
        seat = table.own_seat(saved.host)
        if not saved.message or seat in await self._messages.dm_panels(table.id):
            return
        panel = DmPanel(saved.channel, saved.message, saved.locale, user=saved.host)
        await self._messages.set_dm_panel(table.id, seat, panel)

    async def close_one(self, table_id: int, seat: Seat) -> None:
        """Forget a DM panel: its message shows something else; the next one opens in the channel."""
        self._looks.pop((table_id, seat), None)
        await self._messages.set_dm_panel(table_id, seat, IN_CHANNEL)

    def shown(self, table: Table, seat: Seat, message: int) -> None:
        if not table.over:
            self._looks[table.id, seat] = message, look_of(table, seat)

    def pressed(self, table: Table, seat: Seat, message: int) -> None:
        """Remember what the answer to a press shows; once more if an older edit may have landed after it."""
        key = (table.id, seat)
        self.shown(table, seat, message)
        if ("dm", *key) in self._errands.tasks:
            self._looks.pop(key, None)
        now = self._tables.at_hand(table.id)
        if now is None or self._looks.get(key) != (message, look_of(now, seat)):
            self.refresh(table.id)  # the table may have moved on

    def _message(self, panel: DmPanel) -> discord.PartialMessage:
        return self._client.get_partial_messageable(panel.channel).get_partial_message(panel.message)

    async def has_any(self, table_id: int) -> bool:
        return bool(await self._messages.dm_panels(table_id))

    def refresh(self, table_id: int) -> None:
        """Bring every DM panel of a table up to date."""
        if not self._client.is_closed():
            self._errands.start(("dm", table_id), self._refresh_all(table_id))

    def renew(self, key: Key) -> None:
        """Show a panel again, although nothing has happened at its table."""
        self._looks.pop(key, None)
        self.refresh(key[0])

    def answered(self, key: Key) -> None:
        """Bring a panel up to date that was left alone while its own press was answered."""
        if key in self._owed:
            self._owed.discard(key)
            self.refresh(key[0])

    async def _refresh_all(self, table_id: int) -> None:
        for seat, panel in (await self._messages.dm_panels(table_id)).items():
            self._errands.start(("dm", table_id, seat), self._refresh((table_id, seat), panel))

    async def _refresh(self, key: Key, panel: DmPanel) -> None:
        wait = self._edited.get(key, 0.0) + DM_PAUSE - timers.monotonic()
        if wait > 0:
            timers.call_later(wait, self.refresh, key[0])
            return
        async with self._budget.turn(Priority.BOARD):  # then with the table as it is
            await self._show(key, panel)

    async def _show(self, key: Key, panel: DmPanel) -> None:
        table, version = await self._tables.table_and_version(key[0])
        if is_lost(table, key[1], panel.user or table.users[key[1]]):
            await self._take_away(key, panel)
            return
        if self._busy(key):
            self._owed.add(key)
            return
        if self._looks.get(key) != (panel.message, look_of(table, key[1])):
            await self._edit(key, panel, table)
        if table.over:
            await self._messages.set_dm_panel(*key, NOWHERE)  # it shows the end, and stays as it is
        elif panel.told < version:
            await self._messages.set_dm_told(*key, version)

    async def _take_away(self, key: Key, panel: DmPanel) -> None:
        """Let a panel show nothing any more: its owner has lost the seat to somebody else."""
        self._looks.pop(key, None)
        screen = replaced_screen(words(panel.locale))
        try:
            await edit(self._client, panel.channel, panel.message, screen.view, [])
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
        await self._messages.drop_dm_panel(*key, panel.message)

    async def _edit(self, key: Key, panel: DmPanel, table: Table) -> None:
        if not table.over:  # there is no next time
            self._edited[key] = timers.monotonic()
        self.shown(table, key[1], panel.message)
        try:
            place = DmMessage(self._client, panel.channel, panel.message)
            await self._sender.send(place, table, key[1], panel.locale, IN_DM)
        except BaseException as error:
            self._looks.pop(key, None)
            if isinstance(error, discord.HTTPException) and 400 <= error.status < 500:
                await self._not_taken(key, error)
            raise

    async def _not_taken(self, key: Key, error: discord.HTTPException) -> None:
        """Give a panel up that is gone or may not be edited; any other is tried again at the next change."""
        if is_closed(error) or error.status == 404:
            await self._messages.set_dm_panel(*key, NOWHERE)
        else:
            await self._messages.skip_dm_panel(*key)

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        for key in [key for key in {*self._looks, *self._edited, *self._owed} if key[0] == table_id]:
            self._looks.pop(key, None)
            self._edited.pop(key, None)
            self._owed.discard(key)


def cannot_open(error: discord.HTTPException) -> bool:
    """Say whether a new message in somebody's DMs must stay in the channel instead."""
    return is_closed(error) or error.code == TOO_FAST


def is_closed(error: discord.HTTPException) -> bool:
    """Say whether somebody takes no DMs from us."""
    return error.code in DMS_CLOSED_CODES or error.status == 403
