"""/learn: a game in three minutes, by playing it."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.handlers.all_handlers import Handlers
from bot.handlers.error_boundary import guarded
from bot.views.parts.items import Interaction
from cogs.choices import game_choices


class Learn(commands.Cog):
    """The command that teaches."""

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers

    @app_commands.command(
        name=locale_str("learn", ctx="command"), description=locale_str("Learn a game by playing it")
    )
    @app_commands.rename(game=locale_str("game", ctx="option"))
    @app_commands.describe(game=locale_str("Which game?"))
    @app_commands.choices(game=game_choices())
    async def learn(self, interaction: Interaction, game: app_commands.Choice[str] | None = None) -> None:
        await guarded(interaction, self._handlers.lessons.choose(interaction, game.value if game else ""))
