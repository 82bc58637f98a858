"""/play, /hand, /table and /games: opening a table, sitting down at it, and finding it again."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.desk.guard import guarded
from bot.screens.items import Interaction
from cogs import Campanile, game_choices


class Play(commands.Cog):
    """The commands that people use to play."""

    def __init__(self, bot: Campanile) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("play", ctx="command"), description=locale_str("Open a table in this channel")
    )
    @app_commands.rename(game=locale_str("game", ctx="option"))
    @app_commands.describe(game=locale_str("Which game?"))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def play(self, interaction: Interaction, game: app_commands.Choice[str]) -> None:
        await guarded(interaction, self.bot.desk.lobby.open(interaction, game.value))

    @app_commands.command(
        name=locale_str("hand", ctx="command"), description=locale_str("Show your hand and what you can do")
    )
    @app_commands.rename(dm=locale_str("dm", ctx="option"))
    @app_commands.describe(dm=locale_str("Send it to my DMs and keep it current there"))
    async def hand(self, interaction: Interaction, dm: bool | None = None) -> None:
        await guarded(interaction, self.bot.desk.finding.hand(interaction, dm=dm))

    @app_commands.command(
        name=locale_str("table", ctx="command"),
        description=locale_str("Post the table again at the bottom of the channel"),
    )
    async def table(self, interaction: Interaction) -> None:
        await guarded(interaction, self.bot.desk.finding.table(interaction))

    @app_commands.command(
        name=locale_str("games", ctx="command"),
        description=locale_str("Your tables, those that wait for you first"),
    )
    async def games(self, interaction: Interaction) -> None:
        await guarded(interaction, self.bot.desk.mytables.games(interaction))


async def setup(bot: Campanile) -> None:
    await bot.add_cog(Play(bot))
