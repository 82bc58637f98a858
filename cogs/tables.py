"""/play, /hand, /table and /games: opening a table, sitting down at it, and finding it again."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.handlers.all_handlers import Handlers
from bot.handlers.error_boundary import guarded
from bot.views.parts.items import Interaction
from cogs.choices import game_choices


class Play(commands.Cog):
    """The commands that people use to play."""

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers

    @app_commands.command(
        name=locale_str("play", ctx="command"), description=locale_str("Open a table in this channel")
    )
    @app_commands.rename(
        game=locale_str("game", ctx="option"),
        guest=locale_str("with", ctx="option"),
        guest2=locale_str("with2", ctx="option"),
        guest3=locale_str("with3", ctx="option"),
        guest4=locale_str("with4", ctx="option"),
        computers=locale_str("computers", ctx="option"),
    )
    @app_commands.describe(
        game=locale_str("Which game?"),
        guest=locale_str("Somebody to invite: called once, with a seat for an hour"),
        guest2=locale_str("Somebody else to invite"),
        guest3=locale_str("Somebody else to invite"),
        guest4=locale_str("Somebody else to invite"),
        computers=locale_str("Let computers take all seats and start at once"),
    )
    @app_commands.choices(game=game_choices())
    async def play(
        self,
        interaction: Interaction,
        game: app_commands.Choice[str],
        guest: discord.User | None = None,
        guest2: discord.User | None = None,
        guest3: discord.User | None = None,
        guest4: discord.User | None = None,
        computers: bool = False,
    ) -> None:
        guests = tuple(user.id for user in (guest, guest2, guest3, guest4) if user and not user.bot)
        lobby = self._handlers.lobby
        await guarded(interaction, lobby.open(interaction, game.value, guests, computers=computers))

    @app_commands.command(
        name=locale_str("hand", ctx="command"), description=locale_str("Show your hand and what you can do")
    )
    @app_commands.rename(dm=locale_str("dm", ctx="option"))
    @app_commands.describe(dm=locale_str("Send it to my DMs and keep it current there"))
    async def hand(self, interaction: Interaction, dm: bool | None = None) -> None:
        await guarded(interaction, self._handlers.which_table.hand(interaction, dm=dm))

    @app_commands.command(
        name=locale_str("table", ctx="command"),
        description=locale_str("Post the table again at the bottom of the channel"),
    )
    async def table(self, interaction: Interaction) -> None:
        await guarded(interaction, self._handlers.which_table.table(interaction))

    @app_commands.command(
        name=locale_str("games", ctx="command"),
        description=locale_str("Your tables, those that wait for you first"),
    )
    async def games(self, interaction: Interaction) -> None:
        await guarded(interaction, self._handlers.my_tables.games(interaction))
