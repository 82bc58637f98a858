"""Where a table stands: in the channel, or in a thread that the bot opens for it."""

import discord

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.client.permissions import FOR_THREADS
from bot.delivery.publisher import Publisher
from bot.delivery.threads import Threads
from bot.domain.entities import NewTable, TableRecord
from bot.handlers.responses import acknowledge, answer, reader
from bot.service.repository import STARTED
from bot.service.services import Services
from bot.text.words import words
from bot.views.parts.items import Interaction
from bot.views.parts.screen import Screen, sentence_screen
from bot.views.threads import TAKEN, moved_in_screen, taken_screen, thread_name
from games.core import Text

ONLY_HOST = Text("Only the host of the table can choose its options.")


class ThreadsHandler:
    """The counter for threads."""

    def __init__(self, services: Services, publisher: Publisher, threads: Threads) -> None:
        self._services, self._tables = services, services.tables
        self._publisher = publisher
        self._threads = threads

    async def open(self, interaction: Interaction, opening: NewTable) -> TableRecord:
        """Open a lobby in a thread of this channel; what a refusal has begun is taken away again."""
        check_may_open_threads(interaction)
        await self._services.lobby.check_may_open(opening.host, opening.guild, opener=opening.opener)
        message = await self._threads.announce(opening)
        name = _name(interaction, opening.game, opening.locale)
        opening = opening._replace(channel=message, home=opening.channel)
        try:
            await self._threads.open(opening.guild, opening.home, message, name)
            return await self._services.lobby.open(opening)
        except BaseException:
            await self._threads.take_away(opening)
            raise

    async def choose(self, interaction: Interaction, table_id: int, place: str) -> None:
        """Move a lobby into a thread of its own, as its host wants it."""
        await acknowledge(interaction)
        saved, say = await self._tables.saved(table_id), await reader(interaction)
        if interaction.user.id != saved.host:
            raise Refused(ONLY_HOST)
        if saved.phase != "lobby":
            raise Refused(STARTED)
        if place != "thread" or saved.home or in_thread(interaction):
            raise Refused(BUTTON_IS_OLD)
        try:
            check_may_open_threads(interaction)
        except Refused as refused:
            await answer(interaction, sentence_screen(say, refused.reason))
            return
        moved = await self._publisher.move_in(saved, _name(interaction, saved.game, saved.locale))
        await answer(interaction, moved_in_screen(moved, say))

    async def taken(self, interaction: Interaction, game: str, guests: tuple[int, ...]) -> Screen:
        """Offer a thread where the channel has a table already, or say what is missing for one."""
        say = await reader(interaction)
        if in_thread(interaction):
            return sentence_screen(say, TAKEN)
        if missing := missing_for_threads(interaction):
            return sentence_screen(say, TAKEN, _lacking(missing))
        return taken_screen(game, guests, say)


def in_thread(interaction: Interaction) -> bool:
    return isinstance(interaction.channel, discord.Thread)


def missing_for_threads(interaction: Interaction) -> tuple[Text, ...]:
    """Return what we lack to open a thread in this channel, by the names Discord shows."""
    held = interaction.app_permissions
    return tuple(text for name, text in FOR_THREADS.items() if not getattr(held, name))


def check_may_open_threads(interaction: Interaction) -> None:
    if missing := missing_for_threads(interaction):
        raise Refused(_lacking(missing))


def _lacking(missing: tuple[Text, ...]) -> Text:
    return Text("I cannot open a thread here. For that I still need: {permissions}", permissions=missing)


def _name(interaction: Interaction, game: str, locale: str) -> str:
    return thread_name(game, interaction.user.display_name, words(locale))
