"""How a press is acknowledged and answered, always to the one person who made it."""

import discord

from bot.delivery.panel_sender import Answer
from bot.delivery.picture_fallback import PICTURES
from bot.handlers.context import context_of
from bot.text.words import Words, words_for
from bot.views.parts.items import Interaction
from bot.views.parts.screen import Screen, without_picture


async def reader(interaction: Interaction) -> Words:
    """Return the words of the one who pressed: in the language they chose, else that of their Discord."""
    client = str(interaction.locale)
    settings = context_of(interaction).settings
    chosen = await settings.language(interaction.user.id, client)
    server = settings.server_at_hand(interaction.guild_id or 0).locale
    return words_for(chosen, client, public_locale(server, interaction.guild, interaction.locale))


async def public_language(interaction: Interaction) -> str:
    """Return the language of what everybody in a server reads: the one it chose, else its own."""
    chosen = await context_of(interaction).settings.server(interaction.guild_id or 0)
    return public_locale(chosen.locale, interaction.guild, interaction.locale)


def public_locale(setting: str, guild: discord.Guild | None, opener: discord.Locale) -> str:
    """Return the language of what everybody in a server sees.

    The server's own choice comes first, then its locale if it is a Community: Discord says "en-US" for
    all others, whatever they speak, so that there the opener's language is the better guess.
    """
    if setting:
        return setting
    community = guild is not None and "COMMUNITY" in guild.features
    return str(guild.preferred_locale if guild and community else opener)


def in_place(interaction: Interaction) -> bool:
    """Say whether the press was made in a message that only this person sees."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


async def acknowledge(interaction: Interaction) -> None:
    """Answer Discord before anything slow: in the private message itself, else with a new private one."""
    if interaction.response.is_done():
        return
    if in_place(interaction):
        await interaction.response.defer()
    else:
        await acknowledge_anew(interaction)


async def acknowledge_anew(interaction: Interaction) -> None:
    """Answer Discord with a new private message, whatever was pressed."""
    await interaction.response.defer(ephemeral=True, thinking=True)


async def answer(interaction: Interaction, screen: Screen) -> None:
    """Show a screen with its picture to one person; it takes the place of the last private answer."""
    if not interaction.response.is_done():
        await acknowledge_anew(interaction)
    place = Answer(interaction)
    if screen.scene is not None and PICTURES.shows_pictures(place.kind):
        files = await context_of(interaction).pictures.files(interaction.user.id, screen)
        message, private = await place.put(screen, files), place.kind != "dm"
    else:
        shown = await interaction.edit_original_response(view=_in_words(screen).view, attachments=[])
        message, private = shown.id, shown.flags.ephemeral
    if private:
        context_of(interaction).replies.keep(interaction, message)


def _in_words(screen: Screen) -> Screen:
    return screen if screen.scene is None else without_picture(screen)


def moderated_channel(interaction: Interaction) -> int:
    """Return the channel of a press if it was made by a moderator of it; 0: they are none."""
    return (interaction.channel_id or 0) if interaction.permissions.manage_messages else 0
