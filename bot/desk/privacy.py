"""/privacy: what is stored about the one who asks, as a file, or gone."""

import json
from io import BytesIO

import discord

from bot.desk.answers import acknowledge, acknowledge_anew, answer
from bot.desk.asked import own_words
from bot.errors import OLD, Refused
from bot.screens import ids
from bot.screens.items import Interaction
from bot.screens.parts import sentence_screen
from bot.screens.privacy import privacy_screen, sure_to_delete_screen
from bot.tables.forgetter import Forgetter
from bot.tables.store import Store
from games.core import Text

DONE = Text("Everything about you is deleted. If you play again, you begin as somebody new.")
LARGEST = 8_000_000  # bytes of a file: Discord takes ten million


class PrivacyDesk:
    """The counter for what belongs to somebody."""

    def __init__(self, store: Store, forgetter: Forgetter) -> None:
        self._store = store
        self._forgetter = forgetter

    async def show(self, interaction: Interaction) -> None:
        await acknowledge_anew(interaction)
        told = await self._store.personal(interaction.user.id)
        counts = {name: len(rows) for name, rows in told.items()}
        await answer(interaction, privacy_screen(counts, await own_words(interaction)))

    async def press(self, interaction: Interaction, id: ids.ArchiveId) -> None:
        match id.act.name:
            case "export":
                await self._export(interaction)
            case "delete":
                await acknowledge(interaction)
                tables = await self._store.open_seats(interaction.user.id)
                await answer(interaction, sure_to_delete_screen(len(tables), await own_words(interaction)))
            case "delete!":
                await acknowledge(interaction)
                await self._forgetter.forget_person(interaction.user.id)
                interaction.client.habits.forget(interaction.user.id)
                await answer(interaction, sentence_screen(await own_words(interaction), DONE))
            case _:
                raise Refused(OLD)

    async def _export(self, interaction: Interaction) -> None:
        """Give somebody what is theirs, as a file that only they see."""
        await acknowledge_anew(interaction)
        told = {"user": [{"id": interaction.user.id}], **await self._store.personal(interaction.user.id)}
        while len(said := json.dumps(told, indent=1, ensure_ascii=False).encode()) > LARGEST:
            told["moves"] = told["moves"][: len(told["moves"]) // 2]  # the newest hundred thousand, or fewer
        await interaction.edit_original_response(attachments=[discord.File(BytesIO(said), "my-data.json")])
