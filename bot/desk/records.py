"""What the commands about players do: the leaderboard, private until its reader shares it."""

from bot.desk.answers import acknowledge_anew, answer, public_language, reader
from bot.errors import Refused
from bot.screens.items import Interaction
from bot.screens.pages import leaderboard_screen
from bot.tables.store import Store
from bot.words import words
from games.core import Text


class RecordsDesk:
    """The counter for what has been played."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def leaderboard(self, interaction: Interaction, game: str) -> None:
        """Show the server's best players to the one who asks."""
        await acknowledge_anew(interaction)
        ranks = await self._store.leaderboard(interaction.guild_id or 0, game)
        await answer(interaction, leaderboard_screen(game, ranks, await reader(interaction)))

    async def share(self, interaction: Interaction, game: str) -> None:
        """Show it to everyone in the channel, in the server's language."""
        if interaction.guild_id is None:
            raise Refused(Text("This command works in the channels of a server."))
        await interaction.response.defer(thinking=True)
        ranks = await self._store.leaderboard(interaction.guild_id, game)
        locale = await public_language(interaction)
        await answer(interaction, leaderboard_screen(game, ranks, words(locale), shared=True))
