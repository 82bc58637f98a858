"""[Challenge] on a person: choose a game, and a lobby opens with a seat that is kept for them."""

import discord

from bot.desk.answers import acknowledge_anew, answer
from bot.desk.asked import own_words
from bot.desk.lobby import LobbyDesk
from bot.errors import OLD, Refused
from bot.screens import ids
from bot.screens.challenge import challenge_screen
from bot.screens.items import Interaction
from games import GAMES
from games.core import Text

NOBODY = Text("Choose somebody else: nobody plays against themselves.")


class ChallengeDesk:
    """The counter for those who want to play with somebody."""

    def __init__(self, lobby: LobbyDesk) -> None:
        self._lobby = lobby

    async def ask(self, interaction: Interaction, user: discord.User | discord.Member) -> None:
        """Ask which game it shall be."""
        await acknowledge_anew(interaction)
        if user.id == interaction.user.id:
            raise Refused(NOBODY)
        if user.bot:
            raise Refused(Text("Bots do not sit down at tables."))
        await answer(interaction, challenge_screen(user.id, await own_words(interaction)))

    async def press(self, interaction: Interaction, id: ids.ArchiveId) -> None:
        """Open a lobby with a seat for the one who is challenged; they are called once."""
        match id.of:
            case (user,) if user.isdecimal() and id.act.name in GAMES:
                other, game = int(user), id.act.name
            case _:
                raise Refused(OLD)
        if other == interaction.user.id:
            raise Refused(NOBODY)
        await self._lobby.open(interaction, game, (other,))
