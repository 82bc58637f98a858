"""What we need to be allowed in a channel to host a game there, by the names Discord shows."""

from collections.abc import Iterable
from typing import Any

import discord

from games.core import Text

Interaction = discord.Interaction[Any]

NEEDED = {
    # Note: the name of a permission, as Discord itself says it in this language
    "view_channel": Text("View Channel"),
    # Note: the name of a permission, as Discord itself says it in this language
    "send_messages": Text("Send Messages"),
    # Note: the name of a permission, as Discord itself says it in this language
    "send_messages_in_threads": Text("Send Messages in Threads"),
    # Note: the name of a permission, as Discord itself says it in this language
    "attach_files": Text("Attach Files"),
    # Note: the name of a permission, as Discord itself says it in this language
    "read_message_history": Text("Read Message History"),
}

FOR_THREADS = {
    "create_public_threads": Text("Create Public Threads"),
    "send_messages_in_threads": Text("Send Messages in Threads"),
}


def missing_permissions(interaction: Interaction) -> tuple[Text, ...]:
    """Return the permissions that we lack in this channel, by the names Discord shows."""
    return _missing(interaction.app_permissions, in_thread=isinstance(interaction.channel, discord.Thread))


def closed_to_us(interaction: Interaction, channels: Iterable[int]) -> dict[tuple[Text, ...], list[int]]:
    """Return the channels of a server in which we could not host a game, by what we lack there."""
    found: dict[tuple[Text, ...], list[int]] = {}
    for channel in channels:
        if missing := _missing_in(interaction, channel):
            found.setdefault(missing, []).append(channel)
    return found


def _missing_in(interaction: Interaction, channel: int) -> tuple[Text, ...]:
    """Return what we lack in a channel: as Discord says where it was just chosen, else as we know it."""
    data: Any = interaction.data or {}
    told = data.get("resolved", {}).get("channels", {}).get(str(channel), {}).get("app_permissions")
    known = interaction.guild.get_channel(channel) if interaction.guild else None
    if known is None or interaction.guild is None:
        return ()
    held = discord.Permissions(int(told)) if told else known.permissions_for(interaction.guild.me)
    return _missing(held, in_thread=isinstance(known, discord.ForumChannel))  # a forum's posts are threads


def _missing(held: discord.Permissions, *, in_thread: bool) -> tuple[Text, ...]:
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    return tuple(text for name, text in NEEDED.items() if name != unneeded and not getattr(held, name))
