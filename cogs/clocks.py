"""/away: some days in which nobody waits for you."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.handlers.all_handlers import Handlers
from bot.handlers.error_boundary import guarded
from bot.views.parts.items import Interaction


class Away(commands.Cog):
    """The command for those who are away."""

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers

    @app_commands.command(
        name=locale_str("away", ctx="command"),
        description=locale_str("Be away for some days: your slow clocks stand still"),
    )
    @app_commands.rename(days=locale_str("days", ctx="option"))
    @app_commands.describe(days=locale_str("How many days, at most 14? 0: I am back"))
    async def away(self, interaction: Interaction, days: app_commands.Range[int, 0, 14]) -> None:
        await guarded(interaction, self._handlers.clocks.away(interaction, days))
