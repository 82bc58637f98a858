"""Private answers that are of use for a moment: the newest takes the place of the one before."""

import discord

from bot import clock
from bot.screens.items import Interaction
from bot.stage.errands import Errands
from bot.stage.panels import LIFE
from bot.stage.sender import Private, Token

MOST = 20_000  # people whose last private answer is remembered

Key = tuple[int, int]  # a person in a channel


class Leftovers:
    """The last refusal, rules page or menu of each person; panels are kept elsewhere."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._errands = Errands()
        self._last: dict[Key, tuple[Private, float]] = {}

    def keep(self, interaction: Interaction, message: int) -> None:
        """Remember a private answer, and take the one before away while its token lives."""
        key = (interaction.user.id, interaction.channel_id or 0)
        before = self._last.pop(key, None)
        place = Token(self._client, interaction.application_id, interaction.token).at(message)
        self._last[key] = (place, clock.monotonic())
        if len(self._last) > MOST:
            del self._last[next(iter(self._last))]
        if before and before[0].message != message and clock.monotonic() - before[1] < LIFE:
            self._errands.start(("leftover", key), before[0].remove())

    def close(self) -> None:
        self._errands.close()
