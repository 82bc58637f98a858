"""The one sender of panels: builds, paints and puts a seat's panel where it belongs."""

import asyncio
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, TypeVar

import aiohttp
import discord

from bot.base import metrics
from bot.client.message_edits import edit, edit_answer, edit_private
from bot.delivery.attachments import fitting, picture_files
from bot.delivery.picture_fallback import INVALID_FORM, PICTURES
from bot.delivery.press_priority import PressPriority
from bot.domain.table import Table
from bot.processes.painter import PANEL_HASTE, PRESSED_HASTE, Name, Painter
from bot.service.services import Services
from bot.service.settings import SettingsCache
from bot.text.words import words
from bot.views.panels import PanelRequest, Where, panel_pieces
from bot.views.parts.items import Interaction
from bot.views.parts.screen import Screen, without_picture
from games.core import Seat

T = TypeVar("T")
TEXT_FIRST = 1.0  # seconds that somebody who has pressed waits for the picture before the words come alone
MAX_PANELS_LEARNED = 10_000  # lessons remembered; after that, some are given again


class PanelTarget(Protocol):
    """Where a panel can stand."""

    @property
    def kind(self) -> str:
        """Name the kind of message: what Discord does with pictures is remembered for each."""

    async def put(self, screen: Screen, files: list[discord.File]) -> int:
        """Show a screen there and return its message."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a press that has been acknowledged."""

    interaction: Interaction

    @property
    def kind(self) -> str:
        """Name what is edited: a deferred answer, the private message that was pressed in, or one by DM."""
        if self.interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            return "deferred"
        pressed = self.interaction.message
        return "private" if pressed is None or pressed.flags.ephemeral else "dm"

    async def put(self, screen: Screen, files: list[discord.File]) -> int:
        kind = self.kind
        return await PICTURES.put(
            kind, (self._edit, self._edit_by_bot if kind == "dm" else self._send), screen, files
        )

    async def _edit(self, screen: Screen, files: list[discord.File]) -> int:
        return await edit_answer(self.interaction.followup, screen.view, files)

    async def _edit_by_bot(self, screen: Screen, files: list[discord.File]) -> int:
        """Edit a message in somebody's DMs with the bot's own token: it stays where it is."""
        pressed = self.interaction.message
        assert pressed is not None
        await edit(self.interaction.client, pressed.channel.id, pressed.id, screen.view, files)
        return pressed.id

    async def _send(self, screen: Screen, files: list[discord.File]) -> int:
        """Send a fresh message in place of the answer. A deferred one is given its words first.

        Before that Discord would take a fresh message for an edit of it; and whatever happens to the picture,
        the words are there.
        """
        hook, words = self.interaction.followup, 0
        if self.kind == "deferred":
            words = await edit_answer(hook, without_picture(screen).view, [])
        try:
            fresh = (await hook.send(view=screen.view, files=files, ephemeral=True, wait=True)).id
        except discord.HTTPException as error:
            if error.code == INVALID_FORM or not words:
                raise
            metrics.failed(error)
            return words
        if fresh != words:
            await gone(self.interaction.delete_original_response())
        return fresh


@dataclass(frozen=True, slots=True)
class Token:
    """The right to write with an interaction's token; a string, never an Interaction."""

    client: discord.Client
    application: int
    token: str
    kind: ClassVar[str] = "follow-up"

    def hook(self) -> discord.Webhook:
        """Return the way to write with the token, as `interaction.followup` does."""
        hook = discord.Webhook.partial(self.application, self.token, client=self.client)
        hook.type = discord.WebhookType.application  # only such a one may send ephemeral messages
        return hook

    async def put(self, screen: Screen, files: list[discord.File]) -> int:
        return await PICTURES.put(self.kind, (self.send,), screen, files)

    async def send(self, screen: Screen, files: list[discord.File]) -> int:
        """Send a new private message."""
        return (await self.hook().send(view=screen.view, files=files, ephemeral=True, wait=True)).id

    def at(self, message: int) -> "Private":
        return Private(self, message)


@dataclass(frozen=True, slots=True)
class Private:
    """A private message, as long as the token of a press in it lives."""

    token: Token
    message: int
    kind: ClassVar[str] = "private"

    async def put(self, screen: Screen, files: list[discord.File]) -> int:
        """Show a screen there, or in a fresh message in its place."""
        return await PICTURES.put(self.kind, (self._edit, self._send), screen, files)

    async def _edit(self, screen: Screen, files: list[discord.File]) -> int:
        await edit_private(self.token.hook(), self.message, screen.view, files)
        return self.message

    async def _send(self, screen: Screen, files: list[discord.File]) -> int:
        fresh = await self.token.send(screen, files)
        await gone(self.remove())
        return fresh

    async def remove(self) -> None:
        await self.token.hook().delete_message(self.message)


@dataclass(frozen=True, slots=True)
class DmChannel:
    """Someone's DMs, for a new message."""

    channel: discord.DMChannel
    kind: ClassVar[str] = "new dm"

    async def put(self, screen: Screen, files: list[discord.File]) -> int:
        return await PICTURES.put(self.kind, (self._send,), screen, files)

    async def _send(self, screen: Screen, files: list[discord.File]) -> int:
        return (await self.channel.send(view=screen.view, files=files)).id


@dataclass(frozen=True, slots=True)
class DmMessage:
    """A message in someone's DMs that stays current."""

    client: discord.Client
    channel: int
    message: int
    kind: ClassVar[str] = "dm by bot"

    async def put(self, screen: Screen, files: list[discord.File]) -> int:
        return await PICTURES.put(self.kind, (self._edit,), screen, files)

    async def _edit(self, screen: Screen, files: list[discord.File]) -> int:
        await edit(self.client, self.channel, self.message, screen.view, files)
        return self.message


class PanelSender:
    """Puts panels where they belong; remembers who needs no explanation any more."""

    def __init__(
        self,
        client: discord.Client,
        services: Services,
        painter: Painter,
        manners: PressPriority,
        habits: SettingsCache,
    ) -> None:
        self._client = client
        self._services, self._tables = services, services.tables
        self._painter = painter
        self._manners = manners
        self._habits = habits
        self._servers: dict[int, str] = {}  # the names of servers that other processes have
        self._learned: set[tuple[int, str]] = set()  # who knows which kind of question, or a whole game
        self._newcomers: set[tuple[int, int]] = set()  # tables, and who is new to their game there

    async def send(
        self, place: PanelTarget, table: Table, seat: Seat, locale: str, glance: PanelRequest
    ) -> int:
        """Show a seat's panel as it should look now, and return its message."""
        if glance.help is None:
            glance = replace(glance, help=await self._needs_help(table, seat))
        where = await self._where(table.id) if glance.dm else None
        at_home = glance.dm and where is None
        glance = replace(
            glance,
            advance=await self._services.advance_answers.of(table.id, seat),
            where=where,
            home=at_home,
        )
        settings = await self._habits.of(table.users[seat])
        pieces = panel_pieces(table, seat, words(settings.locale or locale), glance)
        screen = fitting(await self._manners.built(pieces), settings)
        if screen.scene is not None and not PICTURES.shows_pictures(place.kind):
            screen = without_picture(screen)
        name = (table.id, seat)
        if isinstance(place, Answer) and screen.scene is not None:
            return await self._words_first(place, screen, name)
        return await place.put(screen, await picture_files(self._painter, screen, name, PANEL_HASTE))

    async def _words_first(self, place: Answer, screen: Screen, name: Name) -> int:
        """Answer a press; if the picture takes long, the words come alone before it."""
        files = asyncio.ensure_future(picture_files(self._painter, screen, name, PRESSED_HASTE))
        try:
            if not (await asyncio.wait([files], timeout=TEXT_FIRST))[0]:
                await place.put(without_picture(screen), [])
            return await place.put(screen, await files)
        finally:
            files.cancel()

    async def _where(self, table_id: int) -> Where | None:
        """Return where a table stands; None for one that stands in these DMs."""
        saved = await self._tables.saved(table_id)
        if saved.at_home:
            return None
        return Where(await self._server(saved.guild), saved.channel, saved.link)

    async def _server(self, guild: int) -> str:
        """Return a server's name; one of another process must be asked for, once."""
        if found := self._client.get_guild(guild):
            return found.name
        if guild not in self._servers:
            try:
                named = (await self._client.fetch_guild(guild, with_counts=False)).name
            except discord.HTTPException:
                return "?"
            if len(self._servers) >= MAX_PANELS_LEARNED:
                self._servers.clear()
            self._servers[guild] = named
        return self._servers[guild]

    async def _needs_help(self, table: Table, seat: Seat) -> bool:
        """Explain a kind of question, in someone's first game, until they have answered it once."""
        decision, user = table.offer(seat), table.users[seat]
        if decision is None or not self._learned.isdisjoint(
            {(user, decision.prompt.id), (user, table.rules.KEY)}
        ):
            return False
        if (table.id, user) in self._newcomers:
            return True
        if await self._services.moves.is_new_to(table.rules.KEY, user):
            _add(self._newcomers, (table.id, user))
            return True
        _add(self._learned, (user, table.rules.KEY))
        return False

    def learned(self, table: Table, seat: Seat) -> None:
        """Remember that someone is about to answer a kind of question."""
        if decision := table.offer(seat):
            _add(self._learned, (table.users[seat], decision.prompt.id))


async def gone(removing: Awaitable[object]) -> None:
    """Take a message away that a fresh one replaces; one that stays is only old, and can be pressed in."""
    with suppress(discord.DiscordException, aiohttp.ClientError, OSError):
        await removing


def _add(known: set[T], one: T) -> None:
    """Remember one more, so many at most."""
    if len(known) >= MAX_PANELS_LEARNED:
        known.clear()
    known.add(one)
