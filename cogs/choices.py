"""What commands offer in their menus."""

from discord import app_commands
from discord.app_commands import locale_str

from games import GAMES


def game_choices() -> list[app_commands.Choice[str]]:
    """Return every game of the house for a command's menu."""
    return [app_commands.Choice(name=locale_str(game.NAME.id), value=key) for key, game in GAMES.items()]
