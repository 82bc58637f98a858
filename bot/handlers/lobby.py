"""What the presses in a lobby do, and how one is opened."""

import contextlib

import discord

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, ChannelTaken, Refused
from bot.client.permissions import missing_permissions
from bot.delivery.dealt_panels import DealtPanels
from bot.delivery.lobby import LobbyPublisher
from bot.delivery.presence import Presence
from bot.delivery.threads import Threads
from bot.domain.entities import DM_GUILD, NewTable, TableRecord
from bot.domain.lobby import HOST_QUIET_SECONDS, INVITED, Lobby, invited
from bot.handlers.acts import Acts, at_table
from bot.handlers.responses import (
    acknowledge_anew,
    answer,
    in_place,
    moderated_channel,
    public_language,
    reader,
)
from bot.handlers.settings import channels_of, stands_in
from bot.handlers.threads import ThreadsHandler, in_thread
from bot.service.repository import STARTED
from bot.service.services import Services
from bot.views.clocks import chosen_pace
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
        services: Services,
        lobbies: LobbyPublisher,
        dealt: DealtPanels,
        presence: Presence,
        threads: Threads,
        places: ThreadsHandler,
    ) -> None:
        self._services, self._tables = services, services.tables
        self._habits = services.settings
        self._lobbies = lobbies
        self._dealt = dealt
        self._presence = presence
        self._threads = threads
        self._places = places

    def acts(self) -> Acts:
        return {
            (custom_ids.LobbyId, "join"): at_table(self._join),
            (custom_ids.LobbyId, "leave"): at_table(self._leave),
            (custom_ids.LobbyId, "start"): at_table(self._start),
            (custom_ids.LobbyId, "fill"): at_table(self._fill),
            (custom_ids.LobbyId, "cancel"): at_table(self._cancel),
            (custom_ids.LobbyId, "options"): at_table(self._show_options),
            (custom_ids.LobbyId, custom_ids.OPTIONS): self._choose,
            (custom_ids.TableId, "rematch"): at_table(self._rematch),
            (custom_ids.OpeningId, ""): self._open_in_thread,
        }

    async def _choose(self, interaction: Interaction, id: custom_ids.LobbyId, values: list[str]) -> None:
        """Choose where the table stands, or one option of the game."""
        if not values:
            raise Refused(BUTTON_IS_OLD)
        if id.act.number == PLACE_MENU:
            await self._places.choose(interaction, id.table_id, values[0])
        else:
            await self._choose_option(interaction, id.table_id, id.act.number, values[0])

    async def _join(self, interaction: Interaction, table_id: int) -> None:
        await interaction.response.defer()
        saved = await self._services.lobby.change(table_id, lambda lobby: lobby.join(interaction.user.id))
        self._dealt.joined(table_id, interaction)
        self._threads.bring(saved, [interaction.user.id])

    async def _leave(self, interaction: Interaction, table_id: int) -> None:
        await interaction.response.defer()
        await self._services.lobby.change(table_id, lambda lobby: lobby.leave(interaction.user.id))
        self._dealt.left(table_id, interaction.user.id)

    async def _start(self, interaction: Interaction, table_id: int) -> None:
        if not interaction.response.is_done():
            await interaction.response.defer()
        saved = await self._services.tables.saved(table_id)
        quiet = self._presence.since(table_id, saved.host) > HOST_QUIET_SECONDS
        table = await self._services.lobby.start(table_id, interaction.user.id, host_is_quiet=quiet)
        if saved.at_home:  # the lobby's message becomes the panel
            self._dealt.left(table_id, interaction.user.id)
            return
        if not self._dealt.has_ticket(table_id, interaction.user.id):
            self._dealt.joined(table_id, interaction)
        self._dealt.deal(table)

    async def _fill(self, interaction: Interaction, table_id: int) -> None:
        """Let computers take all free seats, and start."""
        if not interaction.response.is_done():
            await interaction.response.defer()
        user = interaction.user.id
        await self._services.lobby.change(table_id, lambda lobby: lobby.filled(user))
        await self._start(interaction, table_id)

    async def _cancel(self, interaction: Interaction, table_id: int) -> None:
        await interaction.response.defer()
        moderates = moderated_channel(interaction)
        await self._services.lobby.cancel(table_id, interaction.user.id, moderates)

    async def _show_options(self, interaction: Interaction, table_id: int) -> None:
        await acknowledge_anew(interaction)
        saved = await self._services.tables.saved(table_id)
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
                saved = await self._services.lobby.allow_hints(
                    table_id, interaction.user.id, yes=key == "yes"
                )
            else:
                saved = await self._services.lobby.change(table_id, choose)
            screen = options_screen(saved, words, may_move=not in_thread(interaction))
        except Refused as refused:
            screen = sentence_screen(words, refused.reason)
        await answer(interaction, screen)

    # --- opening ---

    async def _open_in_thread(self, interaction: Interaction, id: custom_ids.OpeningId, _: list[str]) -> None:
        await self.open(interaction, id.game, id.invited, thread=True)

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
            async with self._counted(interaction):
                saved = await self._opened(interaction, opening, thread)
        except ChannelTaken:
            await answer(interaction, await self._places.taken(interaction, game, guests))
            return
        except Refused as refused:
            await answer(interaction, sentence_screen(await reader(interaction), refused.reason))
            return
        await self._show_lobby(interaction, saved)
        if computers:
            await self._fill(interaction, saved.id)

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
            return await self._services.lobby.open_in_dm(opening)
        wants_thread = thread or (await self._habits.server(opening.guild)).place == "thread"
        if wants_thread and not in_thread(interaction):
            return await self._places.open(interaction, opening)
        return await self._services.lobby.open(opening)

    async def _rematch(self, interaction: Interaction, table_id: int) -> None:
        """Open another game for the same people, or join the one that is open already."""
        _, guild = await self._place(interaction)
        try:
            await self._check_channel(interaction, guild)
            async with self._counted(interaction):
                saved = await self._services.lobby.rematch(table_id, interaction.user.id)
        except (Refused, ChannelTaken) as refused:
            reason = refused.reason if isinstance(refused, Refused) else TAKEN
            await answer(interaction, sentence_screen(await reader(interaction), reason))
            return
        await self._show_lobby(interaction, saved)

    def _counted(self, interaction: Interaction) -> contextlib.AbstractAsyncContextManager[None]:
        return self._services.channel_limits.opening(interaction.user.id, interaction.channel_id or 0)

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
                await self._lobbies.open(saved)
            except BaseException:
                await self._services.servers.discard(saved.id)  # nobody could sit down at it
                raise
        self._presence.pressed(saved.id, interaction.user.id)
        self._dealt.joined(saved.id, interaction)
        with contextlib.suppress(discord.HTTPException):
            await interaction.delete_original_response()  # the lobby itself is the answer
