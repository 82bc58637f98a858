"""Who asks, in which language, and what they may see of others."""

from bot.handlers.responses import public_language, reader
from bot.storage.records import RecordStore
from bot.storage.settings import SettingsStore
from bot.text.words import Words, words
from bot.views.parts.items import Interaction


async def own_words(interaction: Interaction) -> Words:
    """Return the words of the one who asks."""
    return await reader(interaction)


async def public_words(interaction: Interaction) -> Words:
    """Return the words of what everybody in the channel reads."""
    return words(await public_language(interaction))


async def may_see(records: RecordStore, settings: SettingsStore, interaction: Interaction, user: int) -> bool:
    """Say whether somebody may be shown here: to themselves, where they have played, or if they allow it."""
    if user == interaction.user.id:
        return True
    if interaction.guild_id is not None and await records.is_known_in(user, interaction.guild_id):
        return True
    return (await settings.user_settings(user)).everywhere
