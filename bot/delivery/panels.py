"""Private panels: answered at a press, and kept current while the token of the last press lives."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import discord

from bot.base import timers
from bot.base.shards import Shards
from bot.delivery.background import KeyedTasks
from bot.delivery.dms import DmPanels, Key
from bot.delivery.open_panels import OpenPanelLog
from bot.delivery.panel_sender import Answer, PanelSender, Private, Token
from bot.delivery.request_budget import RequestBudget
from bot.domain.entities import TableRecord
from bot.domain.table import Table
from bot.service.services import Services
from bot.service.settings import SettingsCache
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.panels import PLAIN_PANEL, PanelRequest, look_of, resting_screen
from bot.views.parts.items import Interaction
from bot.views.seats import is_lost, replaced_screen
from games.core import Seat

DEAD = (401, 404)  # what Discord says of an edit whose token or message is no more
TOKEN_LIFE = 14 * 60  # seconds that a token can be used for edits; Discord ends it after 15 minutes


@dataclass(slots=True)
class Panel:
    """The newest panel of one seat."""

    place: Private
    locale: str
    look: str
    rest: timers.Timer
    asked: int  # the press that it answers, that of a dealt panel is its Join: ids grow with time
    user: int  # who it was shown to: somebody else may have the seat now


class Panels:
    """Every open panel of this process. All of it may be forgotten: a panel can be reopened any time."""

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        messages: MessageStore,
        sender: PanelSender,
        open_panels: OpenPanelLog,
        mine: Shards,
        habits: SettingsCache,
        budget: RequestBudget | None = None,
    ) -> None:
        self._client = client
        self._tables = services.tables
        self._messages = messages
        self._habits = habits
        self._sender = sender
        self._open: dict[Key, Panel] = {}
        self._standing: dict[int, Key] = {}  # which of them stands in a message
        self._errands = KeyedTasks()
        self._answering: Counter[Key] = Counter()  # panels whose own press is being answered
        outgoing = budget or RequestBudget(0)
        self._dms = DmPanels(
            client, services, messages, self._errands, self._sender, self._is_answering, outgoing
        )
        self._keeps_dms = mine.has_dms
        self._heirs = open_panels

    # --- opening ---

    async def answer(self, interaction: Interaction, table: Table, seat: Seat, glance: PanelRequest) -> None:
        """Show a player's panel in answer to a press, and remember it as the newest."""
        locale = str(interaction.locale)
        message = await self._sender.send(Answer(interaction), table, seat, locale, glance)
        if glance.dm:
            self._dms.pressed(table, seat, message)
        else:
            self.keep(table, seat, self.token(interaction).at(message), locale, interaction.id)

    async def by_dm(self, table: Table, seat: Seat, locale: str) -> str:
        """Send a seat's panel to its owner's DMs, say where; an HTTPException when these are closed."""
        link = await self._dms.open(table, seat, locale)
        self._shut((table.id, seat))  # its message will show something else
        return link

    async def belongs_in_dm(self, table: Table, seat: Seat) -> bool:
        """Say whether a seat's player wants panels by DM, and has not sent this one back to the channel."""
        if not (await self._habits.of(table.users[seat])).by_dm:
            return False
        return not await self._messages.stays_in_channel(table.id, seat)

    async def adopt(self, table: Table, saved: TableRecord) -> None:
        """Let the message of a lobby in somebody's DMs be their panel from now on."""
        await self._dms.adopt(table, saved)

    async def back_to_channel(self, table: Table, seat: Seat) -> None:
        """Stop keeping a panel in someone's DMs."""
        await self._dms.close_one(table.id, seat)

    def token(self, interaction: Interaction) -> Token:
        """Return the right to write that a press gives for a while."""
        return Token(self._client, interaction.application_id, interaction.token)

    def keep(
        self, table: Table, seat: Seat, place: Private, locale: str, asked: int, age: float = 0.0
    ) -> None:
        """Remember the newest panel of a seat; the older one is removed."""
        key = (table.id, seat)
        if (other := self._standing.get(place.message, key)) != key:  # a message that showed another table
            self._shut(other)
        old = self._open.get(key)
        if old and old.user != table.users[seat]:
            self._take_away(key)
            old = None
        if old and old.asked > asked:  # an older panel, drawn late: the newer one stays
            if old.place.message != place.message:
                self._errands.start(("remove", key), place.remove())
            elif old.look != look_of(table, seat):
                old.look = ""  # and is shown once more: the older one has just covered it
                self._heirs.showed(key, 0, "")
                self._look_again(key)
            return
        if old:
            self._shut(key)
            if old.place.message != place.message:
                self._errands.start(("remove", key), old.place.remove())
        if table.over:
            return
        rest = timers.call_later(TOKEN_LIFE - age, self._rest, key)
        overtaken = ("edit", key) in self._errands.tasks  # by this one: it may land later, and be older
        look = "" if overtaken else look_of(table, seat)
        self._open[key] = Panel(place, locale, look, rest, asked, table.users[seat])
        self._standing[place.message] = key
        self._heirs.opened(key, place, TOKEN_LIFE - age, table.users[seat], locale, asked)
        self._heirs.showed(key, self._tables.version_of(table) if look else 0, look)
        self._look_again(key)  # the table may have moved on

    def _shut(self, key: Key) -> Panel | None:
        """Keep a panel current no more, here or in any process to come, and return it."""
        if panel := self._open.pop(key, None):
            panel.rest.cancel()
            del self._standing[panel.place.message]
        self._heirs.closed(key, panel.asked if panel else 0)
        return panel

    async def take_over(self) -> None:
        """Keep the panels current that another process has opened: it has died, or is about to."""
        for found, place, version in await self._heirs.living():
            key, lives = (found.table_id, found.seat), found.until - timers.now()
            if (old := self._open.get(key)) and old.asked >= found.asked:
                continue
            if old:
                old.rest.cancel()
                del self._standing[old.place.message]
            rest = timers.call_later(min(TOKEN_LIFE, max(0.0, lives)), self._rest, key)
            self._open[key] = Panel(place, found.locale, found.look, rest, found.asked, found.user)
            self._standing[place.message] = key
            self._heirs.adopted(found)
            if found.told < version and not self._answering[key]:
                self._errands.start(("edit", key), self._edit(key))

    def _look_again(self, key: Key) -> None:
        """Bring a panel up to date, unless it shows what this process knows of its table."""
        table, panel = self._tables.at_hand(key[0]), self._open.get(key)
        if panel is None or self._answering[key]:  # while its press is answered it is left alone
            return
        if table is None or self._is_behind(panel, table, key[1]):
            self._errands.start(("edit", key), self._edit(key))

    def _is_behind(self, panel: Panel, table: Table, seat: Seat) -> bool:
        return panel.look != look_of(table, seat) or is_lost(table, seat, panel.user)

    def is_open(self, table_id: int, seat: Seat) -> bool:
        """Say whether a seat has a panel that comes alive by itself when its turn comes."""
        return (table_id, seat) in self._open

    async def has_any(self, table_id: int) -> bool:
        """Say whether this process keeps a panel of a table current."""
        if any(key[0] == table_id for key in self._open):
            return True
        return self._keeps_dms and await self._dms.has_any(table_id)

    # --- keeping current ---

    def changed(self, table: Table, *, has_dms: bool = True) -> None:
        """Bring every open panel of a table up to date, each on its own."""
        for seat in range(len(table.users)):
            key = (table.id, seat)
            panel = self._open.get(key)
            if panel and is_lost(table, seat, panel.user):
                self._take_away(key)
            elif panel and panel.look != look_of(table, seat) and not self._answering[key]:
                self._errands.start(("edit", key), self._edit(key))
        if self._keeps_dms and has_dms:
            self._dms.refresh(table.id)

    @contextmanager
    def answering(self, table: Table, seat: Seat) -> Iterator[None]:
        """Leave a panel alone while its own answer is given: a second edit would close an open menu."""
        key = (table.id, seat)
        self._answering[key] += 1
        try:
            yield
        finally:
            self._answering[key] -= 1
            if not self._answering[key]:
                del self._answering[key]
            self._look_again(key)  # in case the answer did not get there
            self._dms.answered(key)

    def learned(self, table: Table, seat: Seat) -> None:
        """Remember that someone is about to answer a kind of question: no need to explain it again."""
        self._sender.learned(table, seat)

    def _is_answering(self, key: Key) -> bool:
        return self._answering[key] > 0

    async def _edit(self, key: Key) -> None:
        table, version = await self._tables.table_and_version(key[0])
        panel = self._open.get(key)
        if panel is not None and is_lost(table, key[1], panel.user):
            self._take_away(key)
            return
        if panel is None or self._answering[key] or panel.look == look_of(table, key[1]):
            return
        try:
            message = await self._sender.send(panel.place, table, key[1], panel.locale, PLAIN_PANEL)
        except discord.HTTPException as error:
            if error.status in DEAD and self._open.get(key) is panel:
                self._shut(key)
            raise
        panel.look = look_of(table, key[1])  # only now: what failed is tried again at the next change
        if message != panel.place.message:
            await self._stands_in(key, panel, message)
        if self._open.get(key) is panel:
            self._heirs.showed(key, version, panel.look)

    async def _stands_in(self, key: Key, panel: Panel, message: int) -> None:
        """Remember the fresh message that has taken a panel's place; a newer panel makes it superfluous."""
        place = panel.place.token.at(message)
        if self._open.get(key) is not panel:
            await place.remove()
            return
        del self._standing[panel.place.message]
        panel.place, self._standing[message] = place, key
        self._heirs.moved(key, message)

    def _take_away(self, key: Key) -> None:
        """Let a panel show nothing any more: its owner has lost the seat to somebody else."""
        if panel := self._shut(key):
            self._errands.start(("edit", key), panel.place.put(replaced_screen(words(panel.locale)), []))

    async def renew(self, user: int) -> None:
        """Show somebody's panels again, as they have just chosen to see them."""
        for saved in await self._tables.tables_of(user):
            key = (saved.id, saved.users.index(user))
            if panel := self._open.get(key):
                panel.look = ""
                self._errands.start(("edit", key), self._edit(key))
            self._dms.renew(key)

    def _rest(self, key: Key) -> None:
        if panel := self._shut(key):
            self._errands.start(("rest", key), self._put_to_rest(key, panel))

    async def _put_to_rest(self, key: Key, panel: Panel) -> None:
        user = (await self._tables.table(key[0])).users[key[1]]
        locale = await self._habits.language(user, panel.locale)
        await panel.place.put(resting_screen(key[0], words(locale)), [])

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self._dms.forget(table_id)

    async def close(self) -> None:
        for panel in self._open.values():
            panel.rest.cancel()
        self._errands.close()
        await self._heirs.close()
