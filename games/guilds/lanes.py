"""All groups of four at once: each has a lane in one long number, so that a few sums answer for all of them.

A lane has a bit for every guild of the largest city and one more on top, its flag. Python adds and compares
numbers of thousands of bits about as fast as small ones; to look at the groups one by one is far slower.
"""

from functools import lru_cache
from typing import NamedTuple

from games.guilds.board import LETTERS, Board, Guilds, before, bits, quartets

LANE_BITS = 3 * len(LETTERS) + 2  # a bit a guild, one that catches what is carried, and the flag
FLAG = LANE_BITS - 1

Flags = int  # a set of lanes, by their flags


class Lanes(NamedTuple):
    """Some groups, each in its lane."""

    groups: int  # the guilds of each group
    ones: int  # the lowest bit of each lane
    flags: int  # the flag of each lane
    full: int  # all bits of each lane below the flag

    def lacking(self, mine: Guilds) -> int:
        """Return for each group the guilds that are not among these."""
        return self.groups & ~(mine * self.ones)

    def empty(self, lanes: int) -> Flags:
        """Return the lanes in which nothing is left: to all others a sum carries into the flag."""
        return ~(lanes + self.full) & self.flags

    def fewer(self, lanes: int) -> int:
        """Return the lanes with one guild less in each, where there was one."""
        return lanes & ((lanes | self.flags) - self.ones)


@lru_cache(maxsize=4096)
def lanes(board: Board) -> Lanes:
    """Return the lanes of all groups of four of a city, in their order."""
    if not board:
        return Lanes(0, 0, 0, 0)
    older, found = lanes(before(board)), quartets(board)
    count, new = older.ones.bit_count(), 0
    for group in reversed(found[count:]):
        new = new << LANE_BITS | group
    ones = _ones(len(found))
    flags = ones << FLAG
    return Lanes(older.groups | new << count * LANE_BITS, ones, flags, flags - ones)


def _ones(count: int) -> int:
    """Return the lowest bit of so many lanes."""
    return ((1 << count * LANE_BITS) - 1) // ((1 << LANE_BITS) - 1)


def chosen(board: Board, flags: Flags) -> tuple[Guilds, ...]:
    """Return the groups whose flags are set, in their order."""
    known = quartets(board)
    return tuple([known[bit // LANE_BITS] for bit in bits(flags)])


def latest(board: Board, flags: Flags) -> Guilds:
    """Return the last group whose flag is set: with the newest hex of them all."""
    return quartets(board)[flags.bit_length() // LANE_BITS - 1]


def union(some: int, flags: Flags) -> Guilds:
    """Return the guilds in the lanes whose flags are set."""
    if not flags:
        return 0
    some &= flags - (flags >> FLAG)
    while some.bit_length() > LANE_BITS:  # fold the lanes onto each other, half by half
        half = -(-some.bit_length() // (2 * LANE_BITS)) * LANE_BITS
        some = some >> half | some & (1 << half) - 1
    return some
