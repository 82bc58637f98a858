"""Who asks, in which language, and what they may see of others."""

from bot.handlers.responses import public_language, reader
from bot.storage.stores import Stores
from bot.text.words import Words, words
from bot.views.parts.items import Interaction


async def own_words(interaction: Interaction) -> Words:
    """Return the words of the one who asks."""
    return await reader(interaction)


async def public_words(interaction: Interaction) -> Words:
    """Return the words of what everybody in the channel reads."""
    return words(await public_language(interaction))


async def may_see(stores: Stores, interaction: Interaction, user: int) -> bool:
    """Say whether somebody may be shown here: to themselves, where they have played, or if they allow it."""
    if user == interaction.user.id:
        return True
    if interaction.guild_id is not None and await stores.records.is_known_in(user, interaction.guild_id):
        return True
    return (await stores.settings.user_settings(user)).everywhere
