"""/rules and /leaderboard: what the games are, and who plays them well."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.about_screens import leaderboard_screen
from bot.answers import show_rules
from bot.ui import guarded
from bot.words import words
from cogs import Campanile, game_choices


class About(commands.Cog):
    """The commands that tell about games and players."""

    def __init__(self, bot: Campanile) -> None:
        self.bot = bot

    @app_commands.command(description=locale_str("Read the rules of a game"))
    @app_commands.describe(game=locale_str("Which game?"))
    @app_commands.choices(game=game_choices())
    async def rules(self, interaction: discord.Interaction[Any], game: app_commands.Choice[str]) -> None:
        await guarded(interaction, show_rules(interaction, game.value, 0))

    @app_commands.command(description=locale_str("Show the best players of this server"))
    @app_commands.describe(game=locale_str("Which game?"))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: discord.Interaction[Any], game: app_commands.Choice[str]
    ) -> None:
        await guarded(interaction, self._leaderboard(interaction, game.value))

    async def _leaderboard(self, interaction: discord.Interaction[Any], game: str) -> None:
        await interaction.response.defer(thinking=True)
        standings = await self.bot.store.leaderboard(interaction.guild_id or 0, game)
        locale = str(interaction.guild_locale or interaction.locale)
        screen = leaderboard_screen(game, standings, words(locale))
        await interaction.edit_original_response(view=screen.view)


async def setup(bot: Campanile) -> None:
    await bot.add_cog(About(bot))
