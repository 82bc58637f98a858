"""/leaderboard and /profile, and the menus on a person: what has been played, and by whom."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.desk.guard import guarded
from bot.screens.items import Interaction
from bot.screens.leaderboard import List
from bot.tables.ratings import COMPUTERS, PEOPLE
from cogs import Campanile, game_choices

PERIODS = [
    app_commands.Choice(name=locale_str("This season"), value="season"),
    app_commands.Choice(name=locale_str("All time"), value="all"),
]
LADDERS = [
    app_commands.Choice(name=locale_str("Among people"), value=PEOPLE),
    app_commands.Choice(name=locale_str("With computers"), value=COMPUTERS),
]
PLACES = [
    app_commands.Choice(name=locale_str("This server"), value="here"),
    app_commands.Choice(name=locale_str("Everywhere"), value="everywhere"),
]


class Records(commands.Cog):
    """The commands about what has been played."""

    def __init__(self, bot: Campanile) -> None:
        self.bot = bot
        self._menus = [
            app_commands.ContextMenu(
                name=locale_str("Profile", ctx="menu on a person"), callback=self._profile_of
            ),
            app_commands.ContextMenu(
                name=locale_str("Challenge", ctx="menu on a person"), callback=self._challenge
            ),
        ]

    async def cog_load(self) -> None:
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    @app_commands.command(
        name=locale_str("leaderboard", ctx="command"),
        description=locale_str("Show the best players of a game"),
    )
    @app_commands.rename(
        game=locale_str("game", ctx="option"),
        period=locale_str("period", ctx="option"),
        ladder=locale_str("with", ctx="option"),
        where=locale_str("where", ctx="option"),
    )
    @app_commands.describe(
        game=locale_str("Which game?"),
        period=locale_str("Since when? Usually this season"),
        ladder=locale_str("Games among people, or with computers?"),
        where=locale_str("Of this server, or of all"),
    )
    @app_commands.choices(game=game_choices(), period=PERIODS, ladder=LADDERS, where=PLACES)
    async def leaderboard(
        self,
        interaction: Interaction,
        game: app_commands.Choice[str],
        period: str = "season",
        ladder: str = PEOPLE,
        where: str = "here",
    ) -> None:
        which = List(game.value, ladder, period == "season", where == "everywhere")
        await guarded(interaction, self.bot.desk.archive.records.leaderboard(interaction, which))

    @app_commands.command(
        name=locale_str("profile", ctx="command"),
        description=locale_str("Show what somebody has played, and how well"),
    )
    @app_commands.rename(user=locale_str("user", ctx="option"))
    @app_commands.describe(user=locale_str("Who? Usually yourself"))
    async def profile(self, interaction: Interaction, user: discord.User | None = None) -> None:
        who = (user or interaction.user).id
        await guarded(interaction, self.bot.desk.archive.records.profile(interaction, who))

    async def _challenge(self, interaction: Interaction, user: discord.User) -> None:
        await guarded(interaction, self.bot.desk.archive.challenge.ask(interaction, user))

    async def _profile_of(self, interaction: Interaction, user: discord.User) -> None:
        await guarded(interaction, self.bot.desk.archive.records.profile(interaction, user.id))


async def setup(bot: Campanile) -> None:
    await bot.add_cog(Records(bot))
