"""Private panels that stay current while the token of their last press lives."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import discord

from bot.dm_panels import DmPanels, Key
from bot.errands import Errands
from bot.host import Host
from bot.panel_screen import look_of, panel_screen, resting_screen
from bot.pictures import picture_files
from bot.screens import Screen
from bot.table import Table
from bot.words import words
from games.core import Seat, Text

LIFE = 14 * 60  # seconds that a token can be used for edits; Discord ends it after 15 minutes
MOST_LEARNED = 10_000  # lessons remembered; after that, some are given again


@dataclass(slots=True)
class Panel:
    """The newest panel of one seat; a token string, never an Interaction."""

    application: int
    token: str
    message: int
    locale: str
    look: str
    rest: asyncio.TimerHandle


@dataclass(frozen=True, slots=True)
class Ticket:
    """A Join press: its token may open a panel when the game starts."""

    application: int
    token: str
    locale: str
    at: float


class Panels:
    """Every open panel of this process. All of it may be forgotten: a panel can be reopened any time."""

    def __init__(self, client: discord.Client, host: Host) -> None:
        self._client = client
        self._host = host
        self._open: dict[Key, Panel] = {}
        self._tickets: dict[tuple[int, int], Ticket] = {}
        self._errands = Errands()
        self._drawing: Counter[Key] = Counter()  # panels whose own press is being answered
        self.dms = DmPanels(client, host, self._errands, self.screen, lambda key: self._drawing[key] > 0)
        self._learned: set[tuple[int, str]] = set()  # who has answered which kind of question

    # --- opening ---

    def opened(self, table: Table, seat: Seat, interaction: discord.Interaction[Any], message: int) -> None:
        """Remember the newest panel of a seat; the older one is removed."""
        self._keep(
            table, seat, interaction.application_id, interaction.token, message, str(interaction.locale)
        )

    def _keep(
        self,
        table: Table,
        seat: Seat,
        application: int,
        token: str,
        message: int,
        locale: str,
        age: float = 0.0,
    ) -> None:
        key = (table.id, seat)
        old = self._open.get(key)
        if old and old.message > message:  # an older panel, drawn late: the newer one stays
            hook = self._hook(application, token)
            self._errands.start(("remove", key), hook.delete_message(message))
            return
        if old:
            del self._open[key]
            old.rest.cancel()
            if old.message != message:
                self._errands.start(("remove", key), self._remove(old))
        if table.over:
            return
        rest = asyncio.get_running_loop().call_later(LIFE - age, self._rest, key)
        self._open[key] = Panel(application, token, message, locale, look_of(table, seat), rest)
        self._errands.start(("edit", key), self._edit(key))  # the table may have moved on

    def joined(self, table: int, user: int, interaction: discord.Interaction[Any]) -> None:
        ticket = Ticket(
            interaction.application_id, interaction.token, str(interaction.locale), time.monotonic()
        )
        self._tickets[table, user] = ticket

    def left(self, table: int, user: int) -> None:
        self._tickets.pop((table, user), None)

    async def deal(self, table: Table) -> None:
        """At the start, give everyone their panel whose Join is young enough."""
        for seat, user in enumerate(table.users):
            ticket = self._tickets.pop((table.id, user), None)
            if ticket and time.monotonic() - ticket.at < LIFE and (table.id, seat) not in self._open:
                self._errands.start(("deal", table.id, seat), self._deal(table.id, seat, ticket))

    async def _deal(self, id: int, seat: Seat, ticket: Ticket) -> None:
        table = await self._host.table(id)
        screen = await self.screen(table, seat, ticket.locale)
        files = await picture_files(screen)
        hook = self._hook(ticket.application, ticket.token)
        sent = await hook.send(view=screen.view, files=files, ephemeral=True, wait=True)
        age = time.monotonic() - ticket.at  # the token lives from Join on, not from now on
        self._keep(table, seat, ticket.application, ticket.token, sent.id, ticket.locale, age)

    async def screen(
        self,
        table: Table,
        seat: Seat,
        locale: str,
        *,
        opened: int = 0,
        help: bool | None = None,
        dm: bool = False,
        word: Text | None = None,
    ) -> Screen:
        """Return a seat's panel as it should look now."""
        standing = await self._host.standing(table.id, seat)
        if help is None:
            help = await self._needs_help(table, seat)
        return panel_screen(
            table, seat, words(locale), opened=opened, standing=standing, help=help, dm=dm, word=word
        )

    async def _needs_help(self, table: Table, seat: Seat) -> bool:
        """Explain a kind of question, in someone's first game, until they have answered it once."""
        decision, user = table.offer(seat), table.users[seat]
        if decision is None or (user, decision.prompt.id) in self._learned:
            return False
        return not await self._host.store.games_played(user, table.game.KEY)

    def learned(self, table: Table, seat: Seat) -> None:
        """Remember that someone is about to answer a kind of question."""
        if decision := table.offer(seat):
            if len(self._learned) >= MOST_LEARNED:
                self._learned.clear()
            self._learned.add((table.users[seat], decision.prompt.id))

    # --- keeping current ---

    def changed(self, table: Table) -> None:
        """Bring every open panel of a table up to date, each on its own."""
        for seat in range(len(table.users)):
            key = (table.id, seat)
            panel = self._open.get(key)
            if panel and panel.look != look_of(table, seat) and not self._drawing[key]:
                self._errands.start(("edit", key), self._edit(key))
        self.dms.refresh(table.id)

    @contextmanager
    def drawing(self, table: int, seat: Seat) -> Iterator[None]:
        """Leave a panel alone while its own press is answered: a second edit would close an open menu."""
        key = (table, seat)
        self._drawing[key] += 1
        try:
            yield
        finally:
            self._drawing[key] -= 1
            if not self._drawing[key]:
                del self._drawing[key]
            self._errands.start(("edit", key), self._edit(key))  # in case the answer did not get there
            self.dms.refresh(table)

    async def _edit(self, key: Key) -> None:
        panel, table = self._open.get(key), await self._host.table(key[0])
        if panel is None or self._drawing[key] or panel.look == look_of(table, key[1]):
            return
        screen = await self.screen(table, key[1], panel.locale)
        hook = self._hook(panel.application, panel.token)
        await hook.edit_message(panel.message, view=screen.view, attachments=await picture_files(screen))
        panel.look = look_of(table, key[1])  # only now: what failed is tried again at the next change

    def closed(self, table: int, seat: Seat) -> None:
        """Forget a panel whose message now shows something else."""
        if panel := self._open.pop((table, seat), None):
            panel.rest.cancel()

    def _rest(self, key: Key) -> None:
        panel = self._open.pop(key, None)
        if panel:
            self._errands.start(("rest", key), self._put_to_rest(key[0], panel))

    async def _put_to_rest(self, table: int, panel: Panel) -> None:
        view = resting_screen(table, words(panel.locale)).view
        await self._hook(panel.application, panel.token).edit_message(
            panel.message, view=view, attachments=[]
        )

    async def _remove(self, panel: Panel) -> None:
        await self._hook(panel.application, panel.token).delete_message(panel.message)

    def _hook(self, application: int, token: str) -> discord.Webhook:
        """Return the way to write with an interaction's token, as `interaction.followup` does."""
        hook = discord.Webhook.partial(application, token, client=self._client)
        hook.type = discord.WebhookType.application  # only such a one may send ephemeral messages
        return hook

    def forget(self, table: int) -> None:
        """Keep memory flat after a game."""
        self.dms.forget(table)
        for key in [key for key in self._tickets if key[0] == table]:
            del self._tickets[key]

    def close(self) -> None:
        for panel in self._open.values():
            panel.rest.cancel()
        self._errands.close()
