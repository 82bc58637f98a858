"""Slash commands: one module a subject; each parses, asks its handler, and shows nothing itself."""

from typing import Any, cast

from discord.ext import commands

from bot.handlers.all_handlers import Handlers
from cogs.clocks import Away
from cogs.records import Records
from cogs.rules import About
from cogs.settings import Settings
from cogs.tables import Play

COGS = (Play, About, Settings, Away, Records)
NOBODY = cast(Handlers, cast(Any, None))  # behind commands that are described and never called


async def add_cogs(bot: commands.Bot | commands.AutoShardedBot, handlers: Handlers = NOBODY) -> None:
    """Give a client all slash commands, and the menus on a person."""
    for cog in COGS:
        made = cog(handlers)
        await bot.add_cog(made)
        for menu in getattr(made, "menus", ()):
            bot.tree.add_command(menu)
