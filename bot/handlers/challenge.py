"""[Challenge] on a person: choose a game, and a lobby opens with a seat that is kept for them."""

import discord

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.handlers.acts import Acts
from bot.handlers.lobby import LobbyHandler
from bot.handlers.reader import own_words
from bot.handlers.responses import acknowledge_anew, answer
from bot.views.challenge import challenge_screen
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from games import GAMES
from games.core import Text

CHOOSE_SOMEBODY_ELSE = Text("Choose somebody else: nobody plays against themselves.")


class ChallengeHandler:
    """The counter for those who want to play with somebody."""

    def __init__(self, lobby: LobbyHandler) -> None:
        self._lobby = lobby

    def acts(self) -> Acts:
        return {(custom_ids.ArchiveId, "dare"): self._press}

    async def ask(self, interaction: Interaction, user: discord.User | discord.Member) -> None:
        """Ask which game it shall be."""
        await acknowledge_anew(interaction)
        if user.id == interaction.user.id:
            raise Refused(CHOOSE_SOMEBODY_ELSE)
        if user.bot:
            raise Refused(Text("Bots do not sit down at tables."))
        await answer(interaction, challenge_screen(user.id, await own_words(interaction)))

    async def _press(self, interaction: Interaction, id: custom_ids.ArchiveId, _: list[str]) -> None:
        """Open a lobby with a seat for the one who is challenged; they are called once."""
        match id.of:
            case (user,) if user.isdecimal() and id.act.name in GAMES:
                other, game = int(user), id.act.name
            case _:
                raise Refused(BUTTON_IS_OLD)
        if other == interaction.user.id:
            raise Refused(CHOOSE_SOMEBODY_ELSE)
        await self._lobby.open(interaction, game, (other,))
