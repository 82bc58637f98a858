"""What the presses in a lobby do, and how one is opened."""

import contextlib

import discord

from bot.answers import Interaction, acknowledge, answer, moderates, show_rules
from bot.host import Host
from bot.lobby import OLD, Refused
from bot.lobby_screens import lobby_screen, options_screen
from bot.stage import Stage
from bot.words import words
from games.core import Text


class LobbyDesk:
    """The counter for tables that have not started."""

    def __init__(self, host: Host, stage: Stage) -> None:
        self.host = host
        self.stage = stage

    async def press(self, interaction: Interaction, table: int, what: str, values: list[str]) -> None:
        user = interaction.user.id
        match what:
            case "join":
                await interaction.response.defer()
                await self.host.change_lobby(table, lambda lobby: lobby.join(user))
                self.stage.panels.joined(table, user, interaction)
            case "leave":
                await interaction.response.defer()
                await self.host.change_lobby(table, lambda lobby: lobby.leave(user))
                self.stage.panels.left(table, user)
            case "start":
                await interaction.response.defer()
                started = await self.host.start(table, user)
                self.stage.panels.joined(table, user, interaction)
                await self.stage.panels.deal(started)
            case "cancel":
                await interaction.response.defer()
                moderator = await moderates(self.host, interaction, table)
                await self.host.cancel_lobby(table, user, moderator=moderator)
            case "rules":
                await interaction.response.defer(ephemeral=True, thinking=True)
                await show_rules(interaction, (await self.host.saved(table)).game, 0)
            case "options":
                await self._choose_options(interaction, table)
            case "o0":
                await interaction.response.defer()
                chosen = tuple(values)
                saved = await self.host.change_lobby(table, lambda lobby: lobby.with_options(user, chosen))
                await answer(interaction, options_screen(saved, words(str(interaction.locale))))
            case _:
                raise Refused(OLD)

    async def _choose_options(self, interaction: Interaction, table: int) -> None:
        await acknowledge(interaction)
        saved = await self.host.saved(table)
        if saved.phase != "lobby":
            raise Refused(Text("This game has started already."))
        if interaction.user.id != saved.host:
            raise Refused(Text("Only the host of the table can choose its options."))
        await answer(interaction, options_screen(saved, words(str(interaction.locale))))

    async def open(self, interaction: Interaction, game: str) -> None:
        """Open a table in this channel, once we know that we may write here."""
        channel, guild = interaction.channel_id, interaction.guild_id
        if channel is None or guild is None:
            raise Refused(Text("Tables stand in the channels of a server: use /play there."))
        if missing := missing_permissions(interaction):
            raise Refused(Text("I cannot host a game here. I still need: {permissions}", permissions=missing))
        await interaction.response.defer(ephemeral=True, thinking=True)
        locale = str(interaction.guild_locale or interaction.locale)
        saved = await self.host.open_lobby(guild, channel, game, interaction.user.id, locale)
        try:
            await self.stage.post(saved, lobby_screen(saved, words(locale)))
        except BaseException:
            await self.host.store.set_phase(saved.id, "gone")  # nobody could sit down at it
            raise
        self.stage.panels.joined(saved.id, interaction.user.id, interaction)
        with contextlib.suppress(discord.HTTPException):
            await interaction.delete_original_response()  # the lobby itself is the answer


NEEDED = {
    "view_channel": Text("View Channel"),
    "send_messages": Text("Send Messages"),
    "send_messages_in_threads": Text("Send Messages in Threads"),
    "attach_files": Text("Attach Files"),
    "read_message_history": Text("Read Message History"),
}


def missing_permissions(interaction: Interaction) -> tuple[Text, ...]:
    """Return the permissions that we lack in this channel, by the names Discord shows."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    held = interaction.app_permissions
    return tuple(text for name, text in NEEDED.items() if name != unneeded and not getattr(held, name))
