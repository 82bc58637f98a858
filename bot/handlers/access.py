"""Which games somebody may look at: those of channels that they can see, and those at which they sat."""

import discord

from bot.base.errors import Refused
from bot.domain.entities import TableRecord
from bot.views.parts.items import Interaction
from games.core import Text

NO_GAME = Text("There is no such game here.")


def may_watch(interaction: Interaction, saved: TableRecord) -> bool:
    """Say whether somebody may see a table here: their own anywhere, others' where they can see it."""
    if interaction.user.id in saved.users:
        return True
    return interaction.guild_id == saved.guild and can_see(interaction, saved.channel, saved.home)


def check_may_watch(interaction: Interaction, saved: TableRecord) -> None:
    """Refuse whoever may not see a table here."""
    if not may_watch(interaction, saved):
        raise Refused(NO_GAME)


def can_see(interaction: Interaction, channel_id: int, home: int = 0) -> bool:
    """Say whether somebody can see a channel of this server, or a thread that belongs to one.

    Discord does not tell us of archived threads: ours are seen by whoever sees the channel that they belong
    to. Of anything else that we do not know, nobody knows who could see it.
    """
    if channel_id == interaction.channel_id:
        return True
    guild, member = interaction.guild, interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id) or guild.get_channel(home)
    if channel is None:
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(member).view_channel
