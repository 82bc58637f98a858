"""/rules and /card: what the games are."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.handlers.all_handlers import Handlers
from bot.handlers.context import context_of
from bot.handlers.error_boundary import guarded
from bot.handlers.responses import reader
from bot.handlers.rules import show_card, show_rules
from bot.views.cards import choices
from bot.views.parts.items import Interaction
from cogs.choices import game_choices


class About(commands.Cog):
    """The commands that tell about games."""

    def __init__(self, handlers: Handlers) -> None:
        self._handlers = handlers

    @app_commands.command(
        name=locale_str("rules", ctx="command"), description=locale_str("Read the rules of a game")
    )
    @app_commands.rename(game=locale_str("game", ctx="option"))
    @app_commands.describe(game=locale_str("Which game?"))
    @app_commands.choices(game=game_choices())
    async def rules(self, interaction: Interaction, game: app_commands.Choice[str]) -> None:
        await guarded(interaction, show_rules(interaction, game.value, 0))

    @app_commands.command(
        name=locale_str("card", ctx="command"), description=locale_str("What does this card do?")
    )
    @app_commands.rename(name=locale_str("name", ctx="option"))
    @app_commands.describe(name=locale_str("Its name, in any of the games"))
    async def card(self, interaction: Interaction, name: str) -> None:
        await guarded(interaction, show_card(interaction, name))

    @card.autocomplete("name")
    async def _names(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        if not context_of(interaction).rate_limiter.allows(
            ("typing", interaction.user.id)
        ):  # beside the presses
            return []
        offered = choices(typed, await reader(interaction))
        return [app_commands.Choice(name=shown, value=key) for key, shown in offered]
