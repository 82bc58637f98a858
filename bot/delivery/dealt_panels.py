"""The first panels of a game: who has pressed in its lobby a while ago gets theirs when it is dealt."""

from dataclasses import dataclass

import discord

from bot.base import timers
from bot.delivery.background import KeyedTasks
from bot.delivery.dms import cannot_open
from bot.delivery.panel_sender import PanelSender, Token
from bot.delivery.panels import TOKEN_LIFE, Panels
from bot.domain.table import Table
from bot.service.services import Services
from bot.views.panels import PLAIN_PANEL
from bot.views.parts.items import Interaction
from games.core import Seat


@dataclass(frozen=True, slots=True)
class Ticket:
    """A press before the game: its token may open a panel when the game starts."""

    token: Token
    locale: str
    at: float
    asked: int  # the press


class DealtPanels:
    """The presses before the game whose tokens may open a panel."""

    def __init__(self, services: Services, panels: Panels, sender: PanelSender) -> None:
        self._tables = services.tables
        self._panels = panels
        self._sender = sender
        self._tickets: dict[tuple[int, int], Ticket] = {}
        self._dealing = KeyedTasks()

    def joined(self, table_id: int, interaction: Interaction) -> None:
        """Keep a press before the start: it gives its person a panel when the game is dealt."""
        token, now = self._panels.token(interaction), timers.monotonic()
        ticket = Ticket(token, str(interaction.locale), now, interaction.id)
        self._tickets[table_id, interaction.user.id] = ticket

    def has_ticket(self, table_id: int, user: int) -> bool:
        """Say whether somebody's press before the start is still young enough to open a panel."""
        ticket = self._tickets.get((table_id, user))
        return ticket is not None and timers.monotonic() - ticket.at < TOKEN_LIFE

    def left(self, table_id: int, user: int) -> None:
        self._tickets.pop((table_id, user), None)

    def deal(self, table: Table) -> None:
        """At the start, give everyone their panel whose Join is young enough."""
        for seat, user in enumerate(table.users):
            ticket = self._tickets.pop((table.id, user), None)
            if (
                ticket
                and timers.monotonic() - ticket.at < TOKEN_LIFE
                and not self._panels.is_open(table.id, seat)
            ):
                self._dealing.start(("deal", table.id, seat), self._deal(table.id, seat, ticket))

    async def _deal(self, table_id: int, seat: Seat, ticket: Ticket) -> None:
        table = await self._tables.table(table_id)
        if await self._dealt_by_dm(table, seat, ticket):
            return
        message = await self._sender.send(ticket.token, table, seat, ticket.locale, PLAIN_PANEL)
        age = timers.monotonic() - ticket.at  # the token lives from Join on, not from now on
        self._panels.keep(table, seat, ticket.token.at(message), ticket.locale, ticket.asked, age)

    async def _dealt_by_dm(self, table: Table, seat: Seat, ticket: Ticket) -> bool:
        """Send the first panel to the DMs of somebody who wants it there; False: it must stay here."""
        if not await self._panels.belongs_in_dm(table, seat):
            return False
        try:
            await self._panels.by_dm(table, seat, ticket.locale)
        except discord.HTTPException as error:
            if not cannot_open(error):
                raise
            return False
        return True

    def forget(self, table_id: int) -> None:
        """Keep memory flat when a table is over, or never began."""
        for key in [key for key in self._tickets if key[0] == table_id]:
            del self._tickets[key]

    def close(self) -> None:
        self._dealing.close()
