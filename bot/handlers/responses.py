"""How a press is acknowledged and answered, always to the one person who made it."""

import discord

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.delivery.panel_sender import Answer
from bot.delivery.picture_fallback import PICTURES
from bot.service.tables import Tables
from bot.text.words import Words, words_for
from bot.views.cards import card_screen, find, unknown
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction, chosen_values, pressed_id
from bot.views.parts.screen import Screen, without_picture
from bot.views.rules import rules_screen


async def reader(interaction: Interaction) -> Words:
    """Return the words of the one who pressed: in the language they chose, else that of their Discord."""
    client = str(interaction.locale)
    chosen = await interaction.client.habits.language(interaction.user.id, client)
    return words_for(chosen, client, await public_language(interaction))


async def public_language(interaction: Interaction) -> str:
    """Return the language of what everybody in a server reads: the one it chose, else its own."""
    chosen = await interaction.client.habits.server(interaction.guild_id or 0)
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
        files = await interaction.client.pictured(interaction, screen)
        message, private = await place.put(screen, files), place.kind != "dm"
    else:
        shown = await interaction.edit_original_response(view=_in_words(screen).view, attachments=[])
        message, private = shown.id, shown.flags.ephemeral
    if private:
        interaction.client.answered(interaction, message)


def _in_words(screen: Screen) -> Screen:
    return screen if screen.scene is None else without_picture(screen)


async def show_rules(interaction: Interaction, game: str, page: int) -> None:
    """Show a page of the rules; turning a page stays in the same message."""
    turning = isinstance(custom_ids.read(pressed_id(interaction)), custom_ids.RulesId | custom_ids.ContentsId)
    if turning and in_place(interaction):
        await acknowledge(interaction)
    await answer(interaction, rules_screen(game, page, await reader(interaction)))


async def show_chosen_page(interaction: Interaction) -> None:
    """Show the page that was chosen in the contents of the rules."""
    match [custom_ids.read(value) for value in chosen_values(interaction)]:
        case [custom_ids.RulesId(game, page)]:
            await show_rules(interaction, game, page)
        case _:
            raise Refused(BUTTON_IS_OLD)


async def show_card(interaction: Interaction, asked: str) -> None:
    """Explain a card; if none has that name, say which come nearest."""
    say = await reader(interaction)
    card = find(asked, say)
    if card is None:
        raise Refused(unknown(asked, say))
    await answer(interaction, card_screen(card, say))


async def may_end(host: Tables, interaction: Interaction, table_id: int) -> bool:
    """Say whether this person may close a table: as a moderator of its channel, or as the server chose."""
    saved, user = await host.saved(table_id), interaction.user.id
    if saved.channel == interaction.channel_id and interaction.permissions.manage_messages:
        return True
    match (await interaction.client.habits.server(saved.guild)).enders:
        case "hosts":
            return user == saved.host and user in saved.users
        case "players":
            return user in saved.users
    return False
