"""/play, /hand and /table: opening a table and sitting down at it."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.answers import acknowledge
from bot.lobby import Refused
from bot.store import ChannelTaken
from bot.ui import guarded
from cogs import Campanile, game_choices
from games.core import Text

NO_TABLE = Text("There is no table in this channel. Open one with /play.")


class Play(commands.Cog):
    """The commands that people use to play."""

    def __init__(self, bot: Campanile) -> None:
        self.bot = bot

    @app_commands.command(description=locale_str("Open a table in this channel"))
    @app_commands.describe(game=locale_str("Which game?"))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def play(self, interaction: discord.Interaction[Any], game: app_commands.Choice[str]) -> None:
        await guarded(interaction, self._play(interaction, game.value))

    async def _play(self, interaction: discord.Interaction[Any], game: str) -> None:
        try:
            await self.bot.desk.lobby.open(interaction, game)
        except ChannelTaken:
            raise Refused(
                Text(
                    "This channel has a table already: /table shows it. Threads can have tables of their own."
                )
            ) from None

    @app_commands.command(description=locale_str("Show your hand and what you can do"))
    @app_commands.describe(dm=locale_str("Send it to my DMs and keep it current there"))
    @app_commands.guild_only()
    async def hand(self, interaction: discord.Interaction[Any], dm: bool = False) -> None:
        await guarded(interaction, self._hand(interaction, dm))

    async def _hand(self, interaction: discord.Interaction[Any], dm: bool) -> None:
        await acknowledge(interaction)
        table = await self._table_here(interaction)
        await (self.bot.desk.hand_by_dm if dm else self.bot.desk.hand)(interaction, table)

    @app_commands.command(description=locale_str("Post the table again at the bottom of the channel"))
    @app_commands.guild_only()
    async def table(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, self._table(interaction))

    async def _table(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.bot.stage.repost(await self._table_here(interaction))
        await interaction.delete_original_response()

    async def _table_here(self, interaction: discord.Interaction[Any]) -> int:
        saved = await self.bot.store.table_in(interaction.channel_id or 0)
        if saved is None:
            raise Refused(NO_TABLE)
        return saved.id


async def setup(bot: Campanile) -> None:
    await bot.add_cog(Play(bot))
