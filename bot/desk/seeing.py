"""Which games somebody may look at: those of channels that they can see, and those at which they sat."""

import discord

from bot.screens.items import Interaction
from bot.tables.records import Saved


def may_watch(interaction: Interaction, saved: Saved) -> bool:
    """Say whether somebody may see a table here: their own anywhere, others' where they can see it."""
    if interaction.user.id in saved.users:
        return True
    return interaction.guild_id == saved.guild and can_see(interaction, saved.channel)


def can_see(interaction: Interaction, channel_id: int) -> bool:
    """Say whether somebody can see a channel of this server; one that is gone hides nothing any more."""
    if channel_id == interaction.channel_id:
        return True
    guild, member = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    if channel is None or not isinstance(member, discord.Member):
        return channel is None
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(member).view_channel
