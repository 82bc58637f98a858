"""The slash commands as discord.py keeps them; a failing one still answers."""

import discord
from discord import app_commands

from bot.handlers.error_boundary import incident, tell
from games.core import Text

OUTDATED_COMMAND_ERRORS = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
OUTDATED_COMMAND = Text("This command has changed since you opened it. Please type it again.")


class CommandTree(app_commands.CommandTree[discord.Client]):
    """Answers whoever has typed a command that fails before our own code sees it."""

    async def on_error(
        self, interaction: discord.Interaction[discord.Client], error: app_commands.AppCommandError
    ) -> None:
        if isinstance(error, app_commands.CheckFailure):
            await tell(interaction, Text("This command works in the channels of a server."))
        elif isinstance(error, OUTDATED_COMMAND_ERRORS):
            await tell(interaction, OUTDATED_COMMAND)
        else:
            await incident(interaction, error)
