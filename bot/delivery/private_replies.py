"""Private answers that are of use for a moment: the newest takes the place of the one before."""

from bot.base import timers
from bot.delivery.background import KeyedTasks
from bot.delivery.panel_sender import Private, Token
from bot.delivery.panels import TOKEN_LIFE
from bot.views.parts.items import Interaction

MAX_REPLIES_REMEMBERED = 20_000  # people whose last private answer is remembered

Key = tuple[int, int]  # a person in a channel


class PrivateReplies:
    """The last refusal, rules page or menu of each person; panels are kept elsewhere."""

    def __init__(self) -> None:
        self._errands = KeyedTasks()
        self._last: dict[Key, tuple[Private, float]] = {}

    def keep(self, interaction: Interaction, message: int) -> None:
        """Remember a private answer, and take the one before away while its token lives."""
        key = (interaction.user.id, interaction.channel_id or 0)
        before = self._last.pop(key, None)
        place = Token(interaction.client, interaction.application_id, interaction.token).at(message)
        self._last[key] = (place, timers.monotonic())
        if len(self._last) > MAX_REPLIES_REMEMBERED:
            del self._last[next(iter(self._last))]
        if before and before[0].message != message and timers.monotonic() - before[1] < TOKEN_LIFE:
            self._errands.start(("leftover", key), before[0].remove())

    def close(self) -> None:
        self._errands.close()
