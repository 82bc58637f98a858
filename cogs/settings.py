"""/settings and /setup: what people choose for themselves, and for their server."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.handlers.all_handlers import Handlers
from bot.handlers.error_boundary import guarded
from bot.views.parts.items import Interaction


class Settings(commands.Cog):
    """The commands with which people choose how the bot treats them."""

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers

    @app_commands.command(
        name=locale_str("settings", ctx="command"),
        description=locale_str("Choose your language, calls, pictures and quiet hours"),
    )
    async def settings(self, interaction: Interaction) -> None:
        await guarded(interaction, self._handlers.settings.mine(interaction))

    @app_commands.command(
        name=locale_str("setup", ctx="command"),
        description=locale_str("Choose where and how tables are opened in this server"),
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def setup(self, interaction: Interaction) -> None:
        await guarded(interaction, self._handlers.settings.server(interaction))
