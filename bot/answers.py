"""How a press is acknowledged and answered, always to the one person who made it."""

from typing import Any

import discord

from bot.about_screens import rules_screen
from bot.host import Host
from bot.lobby import Refused
from bot.screens import Screen
from bot.table import Table
from bot.ui import pressed_id
from bot.words import words
from games.core import Text

Interaction = discord.Interaction[Any]


def in_place(interaction: Interaction) -> bool:
    """Say whether the press was made in a message that only this person sees."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


async def acknowledge(interaction: Interaction) -> None:
    """Answer Discord before anything slow: in the private message itself, else with a new private one."""
    if interaction.response.is_done():
        return
    if in_place(interaction):
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def answer(interaction: Interaction, screen: Screen) -> None:
    """Show a screen to one person."""
    if interaction.response.is_done():
        await interaction.edit_original_response(view=screen.view)
    else:
        await interaction.response.send_message(view=screen.view, ephemeral=True)


async def show_rules(interaction: Interaction, game: str, page: int) -> None:
    """Show a page of the rules; turning a page stays in the same message."""
    screen = rules_screen(game, page, words(str(interaction.locale)))
    if pressed_id(interaction).startswith("r:") and in_place(interaction):
        await interaction.response.edit_message(view=screen.view)
    else:
        await answer(interaction, screen)


async def started(host: Host, table: int) -> Table:
    """Return the game of a table, or say kindly that it has none yet."""
    saved = await host.saved(table)
    if saved.phase == "lobby":
        raise Refused(Text("This game has not started yet."))
    return await host.table(table)


async def moderates(host: Host, interaction: Interaction, table: int) -> bool:
    """Say whether this person may close other people's tables in this channel."""
    saved = await host.saved(table)
    return saved.channel == interaction.channel_id and interaction.permissions.manage_messages
