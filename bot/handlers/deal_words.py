"""[My word] in a lobby: the form, and what was typed into it."""

import asyncio
from contextlib import suppress

from bot.handlers.acts import Acts, Form, at_table
from bot.handlers.responses import acknowledge_anew, answer, reader
from bot.service.services import Services
from bot.views.deal_words import WORD, typed_screen, typed_word, word_form
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction

FORM_LOOKUP_TIMEOUT = 0.5  # seconds: a form must be the first answer to a press, and come within three


class DealWordsHandler:
    """The counter for words that have a part in the deal."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def acts(self) -> Acts:
        return {
            (custom_ids.LobbyId, WORD): at_table(self._ask),
            (Form, WORD): at_table(self._typed),
        }

    async def _ask(self, interaction: Interaction, table_id: int) -> None:
        """Open the form; who may not type is told before, unless the database is slow to say so."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FORM_LOOKUP_TIMEOUT):
                await self._services.deal_words.check_may_say(table_id, interaction.user.id)
        await interaction.response.send_modal(word_form(table_id, await reader(interaction)))

    async def _typed(self, interaction: Interaction, table_id: int) -> None:
        """Keep what was typed, and tell the one who did so."""
        await acknowledge_anew(interaction)
        word = await self._services.deal_words.say(
            table_id, interaction.user.id, typed_word(interaction.data)
        )
        await answer(interaction, typed_screen(word, await reader(interaction)))
