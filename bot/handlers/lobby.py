"""What the presses in a lobby do, and how one is opened."""

import contextlib

import discord

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, ChannelTaken, Refused
from bot.client.permissions import missing_permissions
from bot.delivery.panels import Panels
from bot.delivery.publisher import Publisher
from bot.domain.entities import DM_GUILD, NewTable, TableRecord
from bot.domain.lobby import HOST_QUIET_SECONDS, INVITED, Lobby, invited
from bot.handlers.channel_limits import ChannelLimiter
from bot.handlers.computers import ComputersHandler
from bot.handlers.deal_words import DealWordsHandler
from bot.handlers.responses import (
    acknowledge_anew,
    answer,
    in_place,
    may_end,
    public_language,
    reader,
    show_rules,
)
from bot.handlers.settings import channels_of, stands_in
from bot.handlers.threads import ThreadsHandler, in_thread
from bot.service.settings import SettingsCache
from bot.service.tables import Tables
from bot.service.threads import STARTED
from bot.storage.channel_limits import OPENED
from bot.views.clocks import chosen_pace
from bot.views.deal_words import WORD
from bot.views.lobby import HINTS, PLACE_MENU, options_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import sentence_screen
from bot.views.threads import TAKEN
from games.core import Text

OPENING = Text("Opening a table ...")
NO_CHANNEL = Text(
    "Discord does not tell me in which channel you are, so I cannot open a table. Please try again."
)


class LobbyHandler:
    """The counter for tables that have not started."""

    def __init__(
        self,
        host: Tables,
        stage: Publisher,
        panels: Panels,
        habits: SettingsCache,
        rate_limit: ChannelLimiter,
    ) -> None:
        self._host = host
        self._rate_limit = rate_limit
        self._habits = habits
        self._stage = stage
        self._panels = panels
        self.computers = ComputersHandler(host, self._start)
        self.places = ThreadsHandler(host, stage)
        self._word = DealWordsHandler(host)

    async def press(
        self, interaction: Interaction, table_id: int, act: custom_ids.Act, values: list[str]
    ) -> None:
        match act.name:
            case "join":
                await self._join(interaction, table_id)
            case "leave":
                await self._leave(interaction, table_id)
            case "start":
                await self._start(interaction, table_id)
            case "word":
                await self._word.ask(interaction, table_id)
            case "cancel":
                await self._cancel(interaction, table_id)
            case "rules":
                await acknowledge_anew(interaction)
                await show_rules(interaction, (await self._host.saved(table_id)).game, 0)
            case "options":
                await self._show_options(interaction, table_id)
            case "computers" | "computer" | "away" | "fill":
                await self.computers.press(interaction, table_id, act)
            case custom_ids.OPTIONS if values and act.number == PLACE_MENU:
                await self.places.choose(interaction, table_id, values[0])
            case custom_ids.OPTIONS if values:
                await self._choose_option(interaction, table_id, act.number, values[0])
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def form(self, interaction: Interaction, table_id: int, act: custom_ids.Act) -> None:
        """Take what was typed into a form of the lobby."""
        if act.name != WORD:
            raise Refused(BUTTON_IS_OLD)
        await self._word.typed(interaction, table_id)

    async def _join(self, interaction: Interaction, table_id: int) -> None:
        await interaction.response.defer()
        saved = await self._host.change_lobby(table_id, lambda lobby: lobby.join(interaction.user.id))
        self._panels.joined(table_id, interaction)
        self._stage.threads.bring(saved, [interaction.user.id])

    async def _leave(self, interaction: Interaction, table_id: int) -> None:
        await interaction.response.defer()
        await self._host.change_lobby(table_id, lambda lobby: lobby.leave(interaction.user.id))
        self._panels.left(table_id, interaction.user.id)

    async def _start(self, interaction: Interaction, table_id: int) -> None:
        if not interaction.response.is_done():
            await interaction.response.defer()
        saved = await self._host.saved(table_id)
        quiet = self._stage.quiet_for(table_id, saved.host) > HOST_QUIET_SECONDS
        table = await self._host.start(table_id, interaction.user.id, host_is_quiet=quiet)
        if saved.at_home:  # the lobby's message becomes the panel
            self._panels.left(table_id, interaction.user.id)
            return
        if not self._panels.has_ticket(table_id, interaction.user.id):
            self._panels.joined(table_id, interaction)
        self._panels.deal(table)

    async def _cancel(self, interaction: Interaction, table_id: int) -> None:
        await interaction.response.defer()
        moderator = await may_end(self._host, interaction, table_id)
        await self._host.cancel_lobby(table_id, interaction.user.id, moderator=moderator)

    async def _show_options(self, interaction: Interaction, table_id: int) -> None:
        await acknowledge_anew(interaction)
        saved = await self._host.saved(table_id)
        if saved.phase != "lobby":
            raise Refused(STARTED)
        if interaction.user.id != saved.host:
            raise Refused(Text("Only the host of the table can choose its options."))
        words, may_move = await reader(interaction), not in_thread(interaction)
        await answer(interaction, options_screen(saved, words, may_move=may_move))

    async def _choose_option(self, interaction: Interaction, table_id: int, number: int, key: str) -> None:
        """Choose one option; a refused choice is replaced by the reason, so that it does not stay visible."""
        await interaction.response.defer()

        def choose(lobby: Lobby) -> Lobby:
            if number == custom_ids.PACE_MENU:
                return lobby.choose_pace(interaction.user.id, chosen_pace(key))
            return lobby.choose(interaction.user.id, number, key)

        words = await reader(interaction)
        try:
            if number == HINTS:
                saved = await self._host.allow_hints(table_id, interaction.user.id, yes=key == "yes")
            else:
                saved = await self._host.change_lobby(table_id, choose)
            screen = options_screen(saved, words, may_move=not in_thread(interaction))
        except Refused as refused:
            screen = sentence_screen(words, refused.reason)
        await answer(interaction, screen)

    # --- opening ---

    async def open(
        self,
        interaction: Interaction,
        game: str,
        guests: tuple[int, ...] = (),
        *,
        thread: bool = False,
        computers: bool = False,
    ) -> None:
        """Open a table in this channel or in a thread of it, once we know that we may write here."""
        channel, guild = await self._place(interaction)
        try:
            opening = await self._opening(interaction, NewTable(guild, channel, game, 0, "", (), guests))
            async with self._rate_limit.counted(interaction, OPENED):
                saved = await self._opened(interaction, opening, thread)
        except ChannelTaken:
            await answer(interaction, await self.places.taken(interaction, game, guests))
            return
        except Refused as refused:
            await answer(interaction, sentence_screen(await reader(interaction), refused.reason))
            return
        await self._show_lobby(interaction, saved)
        if computers:
            await self.computers.fill(interaction, saved.id)

    async def _opening(self, interaction: Interaction, wish: NewTable) -> NewTable:
        """Return what somebody wishes, as the server wants new tables to be."""
        await self._check_channel(interaction, wish.guild)
        customs, host = await self._habits.server(wish.guild), interaction.user.id
        guests = invited(wish.game, host, wish.reserved)
        kept_until = int(timers.now()) + INVITED if guests else 0
        opening = wish._replace(host=host, reserved=guests, kept_until=kept_until, pace=customs.pace)
        opening = opening._replace(locale=await public_language(interaction))
        at_home = wish.guild == DM_GUILD
        return opening._replace(reserved=(), kept_until=0) if at_home else opening._replace(opener=host)

    async def _opened(self, interaction: Interaction, opening: NewTable, thread: bool) -> TableRecord:
        """Open a lobby: in this channel, in a thread of it, or in somebody's DMs."""
        if opening.guild == DM_GUILD:
            return await self._host.open_in_dm(opening)
        wants_thread = thread or (await self._habits.server(opening.guild)).place == "thread"
        if wants_thread and not in_thread(interaction):
            return await self.places.open(interaction, opening)
        return await self._host.open_lobby(opening)

    async def rematch(self, interaction: Interaction, table_id: int) -> None:
        """Open another game for the same people, or join the one that is open already."""
        _, guild = await self._place(interaction)
        try:
            await self._check_channel(interaction, guild)
            async with self._rate_limit.counted(interaction, OPENED):
                saved = await self._host.open_rematch(table_id, interaction.user.id)
        except (Refused, ChannelTaken) as refused:
            reason = refused.reason if isinstance(refused, Refused) else TAKEN
            await answer(interaction, sentence_screen(await reader(interaction), reason))
            return
        await self._show_lobby(interaction, saved)

    async def _place(self, interaction: Interaction) -> tuple[int, int]:
        """Return channel and server, where we may write, or somebody's DMs; acknowledged from here on.

        A press on an offer is answered in its place; a command, or a press on a public message, with a word.
        """
        channel, guild = interaction.channel_id, interaction.guild_id or DM_GUILD
        if channel is None:
            raise Refused(NO_CHANNEL)
        if guild and (missing := missing_permissions(interaction)):
            raise Refused(Text("I cannot run a game here. I still need: {permissions}", permissions=missing))
        if guild and in_place(interaction):
            await interaction.response.defer()
        else:
            opening = sentence_screen(await reader(interaction), OPENING)
            await interaction.response.send_message(view=opening.view, ephemeral=True)
        return channel, guild

    async def _check_channel(self, interaction: Interaction, guild: int) -> None:
        """Refuse a channel that the server has not chosen for tables, and say which it has."""
        chosen = channels_of(interaction, (await self._habits.server(guild)).channels)
        if chosen and not stands_in(interaction) & set(chosen):
            where = tuple(f"<#{channel}>" for channel in chosen)
            raise Refused(Text("In this server tables are opened in {channels}.", channels=where))

    async def _show_lobby(self, interaction: Interaction, saved: TableRecord) -> None:
        """Show a lobby that has been opened; it takes the place of the private word."""
        if not saved.message:
            try:
                await self._stage.open(saved)
            except BaseException:
                await self._host.discard(saved.id)  # nobody could sit down at it
                raise
        self._stage.pressed(saved.id, interaction.user.id)
        self._panels.joined(saved.id, interaction)
        with contextlib.suppress(discord.HTTPException):
            await interaction.delete_original_response()  # the lobby itself is the answer
