"""Which servers are ours to write to: those of our shards that have not removed the bot."""

import discord

from bot.base.shards import Shards
from bot.domain.entities import TableRecord


class ServerReach:
    """Says whose messages this process keeps current, and whether they can be reached."""

    def __init__(self, client: discord.Client, mine: Shards) -> None:
        self._client = client
        self.mine = mine

    def is_ours(self, saved: TableRecord) -> bool:
        """Say whether this process shows a table: another one has the shards of other servers."""
        return self.mine.has(saved.guild)

    def is_member(self, saved: TableRecord) -> bool:
        """Say whether the bot is in a table's server, as far as Discord has told."""
        return self._client.get_guild(saved.guild) is not None
