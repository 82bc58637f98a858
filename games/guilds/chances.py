"""What a token or a hex is good for: groups completed, blocked, or brought within reach."""

from functools import lru_cache
from typing import NamedTuple

from games.core import Seat
from games.guilds.board import Guild, Guilds, Tile, bits, quartets
from games.guilds.groups import completing
from games.guilds.view import View

FOREMOST = 4  # tokens with a purpose that stand before all menus: buttons, with their second lines above


class Chance(NamedTuple):
    """What one more token on a guild would do for the player to move."""

    completes: bool = False
    blocks: tuple[Seat, ...] = ()  # who needs this last place for a group
    of_four: int = 0  # tokens in the best four guilds that can become a group, this one among them
    with_guilds: Guilds = 0  # where the others of them lie
    lacks: Guilds = 0  # the guilds that could still make up the four

    @property
    def rank(self) -> int:
        """Return how much the token is to the purpose; 0 is the most."""
        return 0 if self.completes else 1 if self.blocks else 2 if self.of_four == 3 else 3


def needs(view: View, seat: Seat) -> Guilds:
    """Return the guilds where one more token completes a group of this seat."""
    return completing(view.board, view.own[seat], view.room, view.component)


def chance(view: View, guild: Guild) -> Chance:
    """Return what a token of the player to move would do on a guild."""
    completes = bool(needs(view, view.seat) >> guild & 1)
    return Chance(completes, _blocked(view, guild), *_best_four(view, guild))


def _blocked(view: View, guild: Guild) -> tuple[Seat, ...]:
    """Return who loses the last place here, and with it the chance to build with the next token."""
    if not view.sites[guild].tokens:
        return ()
    others = (seat for seat in range(view.seats) if seat != view.seat and view.left[seat])
    return tuple(seat for seat in others if needs(view, seat) >> guild & 1)


def _best_four(view: View, guild: Guild) -> tuple[int, Guilds, Guilds]:
    """Return how far the best four with this guild would be, with which guilds, and what they lack."""
    bit, mine = 1 << guild, view.own[view.seat]
    if mine & bit:
        return 0, 0, 0  # a second token of one's own adds nothing
    fours = [four for four in quartets(view.board) if four & bit and not four & ~(mine | view.room)]
    most = max([(four & mine).bit_count() for four in fours], default=-1)
    along, lacks = 0, 0
    for four in fours:
        if (four & mine).bit_count() == most:
            along, lacks = along | four & mine, lacks | four & ~mine & ~bit
    return most + 1, along, lacks


@lru_cache(maxsize=32)
def foremost(view: View) -> frozenset[Guild]:
    """Return the few guilds where a token completes, blocks or makes three of four, the best of them."""
    ranks = {guild: chance(view, guild).rank for guild in bits(view.room)}
    return frozenset(sorted((g for g in ranks if ranks[g] < 3), key=lambda g: ranks[g])[:FOREMOST])


def reach(view: View, way: Tile) -> tuple[int, ...]:
    """Return how many tokens of a four each seat would have, for the best four that takes in a new hex."""
    board = (*view.board, way)
    new, open_guilds = quartets(board)[len(quartets(view.board)) :], view.room | 0b111 << 3 * len(view.board)
    return tuple(
        max([(four & own).bit_count() for four in new if not four & ~(own | open_guilds)], default=0)
        for own in view.own
    )
