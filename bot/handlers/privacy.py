"""/privacy: what is stored about the one who asks, as a file, or gone."""

import asyncio

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.delivery.attachments import InMemory
from bot.handlers.acts import Acts
from bot.handlers.context import context_of
from bot.handlers.reader import own_words
from bot.handlers.responses import acknowledge, acknowledge_anew, answer
from bot.service.personal_data import data_of
from bot.service.privacy import PrivacyService
from bot.storage.personal_data import PersonalDataStore
from bot.storage.seats import SeatStore
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import sentence_screen
from bot.views.privacy import privacy_screen, sure_to_delete_screen
from games.core import Text

DATA_DELETED = Text("Everything about you is deleted. If you play again, you begin as somebody new.")
AGAIN = 300.0  # seconds between two exports of a person
FRESH = 10.0  # seconds for which what was counted is believed
AT_ONCE = 2  # exports that are written at the same time; the next ones wait, acknowledged
WRITING = Text("Your data is being written down already. The file comes in a moment.")


class PrivacyHandler:
    """The counter for what belongs to somebody."""

    def __init__(self, personal_data: PersonalDataStore, seats: SeatStore, forgetter: PrivacyService) -> None:
        self._personal_data, self._seats = personal_data, seats
        self._forgetter = forgetter
        self._begun: dict[int, float] = {}  # when somebody's last export began; the oldest first
        self._writing: set[int] = set()
        self._counts: dict[int, tuple[float, dict[str, int]]] = {}
        self._pens = asyncio.Semaphore(AT_ONCE)

    def acts(self) -> Acts:
        return {(custom_ids.ArchiveId, "me"): self._press}

    async def show(self, interaction: Interaction) -> None:
        await acknowledge_anew(interaction)
        counts = await self._counted(interaction.user.id)
        await answer(interaction, privacy_screen(counts, await own_words(interaction)))

    async def _counted(self, user: int) -> dict[str, int]:
        """Return how much is stored about somebody; who asks again and again is counted now and then."""
        now = timers.monotonic()
        for other in [other for other, (at, _) in self._counts.items() if not 0 <= now - at < FRESH]:
            del self._counts[other]
        if (known := self._counts.get(user)) is None:
            known = self._counts[user] = now, await self._personal_data.personal_counts(user)
        return known[1]

    async def _press(self, interaction: Interaction, id: custom_ids.ArchiveId, _: list[str]) -> None:
        match id.act.name:
            case "export":
                await self._export(interaction)
            case "delete":
                await acknowledge(interaction)
                tables = await self._seats.open_seats(interaction.user.id)
                await answer(interaction, sure_to_delete_screen(len(tables), await own_words(interaction)))
            case "delete!":
                await acknowledge(interaction)
                await self._forgetter.forget_person(interaction.user.id)
                self._counts.pop(interaction.user.id, None)
                context_of(interaction).settings.forget(interaction.user.id)
                await answer(interaction, sentence_screen(await own_words(interaction), DATA_DELETED))
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _export(self, interaction: Interaction) -> None:
        """Give somebody what is theirs, as a file that only they see; once in a while."""
        user = interaction.user.id
        self._check_may_export(user)
        self._begun[user] = timers.monotonic()
        self._writing.add(user)
        try:
            await acknowledge_anew(interaction)
            async with self._pens:
                name, file = await data_of(self._personal_data, user)
                await interaction.edit_original_response(attachments=[InMemory(file, name)])
        finally:
            self._writing.discard(user)

    def _check_may_export(self, user: int) -> None:
        """Rate limit: one export a person at a time, and one in five minutes."""
        if user in self._writing:
            raise Refused(WRITING)
        now = timers.monotonic()
        for other in [other for other, at in self._begun.items() if not 0 <= now - at < AGAIN]:
            del self._begun[other]
        if (at := self._begun.get(user)) is not None:
            raise Refused(_not_yet(int(timers.now() + at + AGAIN - now) + 1))


def _not_yet(again: int) -> Text:
    return Text("You can have your data once in five minutes: again {when}.", when=f"<t:{again}:R>")
