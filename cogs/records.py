"""/leaderboard, /profile, /history, /replay, /verify and the menus on a person: what has been played."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.domain.records import COMPUTERS, PEOPLE
from bot.handlers.all_handlers import Handlers
from bot.handlers.error_boundary import guarded
from bot.views.history import Whose
from bot.views.parts.items import Interaction
from bot.views.records.leaderboard import LeaderboardQuery
from cogs.choices import game_choices

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
    app_commands.Choice(name=locale_str("Everywhere", ctx="players of all servers"), value="everywhere"),
]
LARGEST_INTEGER = 2**53 - 1  # the most that Discord lets an option of a command hold


class Records(commands.Cog):
    """The commands about what has been played."""

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers
        self.menus = [
            app_commands.ContextMenu(
                name=locale_str("Profile", ctx="menu on a person"), callback=self._profile_of
            ),
            app_commands.ContextMenu(
                name=locale_str("Challenge", ctx="menu on a person"), callback=self._challenge
            ),
        ]

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
        period=locale_str("Since when? Left empty, this season"),
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
        which = LeaderboardQuery(game.value, ladder, period == "season", where == "everywhere")
        await guarded(interaction, self._handlers.records.leaderboard(interaction, which))

    @app_commands.command(
        name=locale_str("profile", ctx="command"),
        description=locale_str("Show what somebody has played, and how well"),
    )
    @app_commands.rename(user=locale_str("user", ctx="option"))
    @app_commands.describe(user=locale_str("Who? Left empty, yourself"))
    async def profile(self, interaction: Interaction, user: discord.User | None = None) -> None:
        who = (user or interaction.user).id
        await guarded(interaction, self._handlers.records.profile(interaction, who))

    @app_commands.command(
        name=locale_str("history", ctx="command"),
        description=locale_str("Show the games that were played, with their results"),
    )
    @app_commands.rename(user=locale_str("user", ctx="option"), server=locale_str("server", ctx="option"))
    @app_commands.describe(
        user=locale_str("Whose games? Left empty, your own"), server=locale_str("The games of this server")
    )
    async def history(
        self, interaction: Interaction, user: discord.User | None = None, server: bool = False
    ) -> None:
        mine = Whose("u", (user or interaction.user).id)
        whose = Whose("g", interaction.guild_id or 0) if server else mine
        await guarded(interaction, self._handlers.history.show(interaction, whose))

    @app_commands.command(
        name=locale_str("replay", ctx="command"),
        description=locale_str("See a game again, move by move"),
    )
    @app_commands.rename(table=locale_str("table", ctx="option"))
    @app_commands.describe(table=locale_str("Its number; left empty, the last one of this channel"))
    async def replay(
        self, interaction: Interaction, table: app_commands.Range[int, 1, LARGEST_INTEGER] | None = None
    ) -> None:
        await guarded(interaction, self._handlers.replay.show(interaction, table))

    @app_commands.command(
        name=locale_str("verify", ctx="command"),
        description=locale_str("Check that the cards of a finished game were dealt fairly"),
    )
    @app_commands.rename(table=locale_str("table", ctx="option"))
    @app_commands.describe(table=locale_str("Its number; left empty, the last one of this channel"))
    async def verify(
        self, interaction: Interaction, table: app_commands.Range[int, 1, LARGEST_INTEGER] | None = None
    ) -> None:
        await guarded(interaction, self._handlers.replay.verify(interaction, table))

    @app_commands.command(
        name=locale_str("privacy", ctx="command"),
        description=locale_str("What is stored about you: see it, take it with you, or delete it"),
    )
    async def privacy(self, interaction: Interaction) -> None:
        await guarded(interaction, self._handlers.privacy.show(interaction))

    async def _challenge(self, interaction: Interaction, user: discord.User) -> None:
        await guarded(interaction, self._handlers.challenge.ask(interaction, user))

    async def _profile_of(self, interaction: Interaction, user: discord.User) -> None:
        await guarded(interaction, self._handlers.records.profile(interaction, user.id))
