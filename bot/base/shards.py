"""Which part of all servers belongs to this process."""

from typing import NamedTuple


class Shards(NamedTuple):
    """The servers of a process, as Discord deals them out: `(guild >> 22) % of` from first to last."""

    of: int = 1
    first: int = 0
    last: int = 0

    def has(self, guild: int) -> bool:
        return self.first <= (guild >> 22) % self.of <= self.last

    def ids(self) -> range:
        return range(self.first, self.last + 1)

    @property
    def processes(self) -> int:
        """How many processes there are, if all have as many shards as this one."""
        return max(1, round(self.of / len(self.ids())))

    @property
    def has_dms(self) -> bool:
        """Whether presses in DMs come to this process: they reach the one with shard 0, and no other."""
        return self.first == 0


EVERYWHERE = Shards()
