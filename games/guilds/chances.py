"""What a token or a hex is good for: groups completed, blocked, or brought within reach."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.core import Seat
from games.guilds.board import Guild, Guilds, Tile, bits, extended, quartets
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
    return _completing(view.board, view.own[seat], view.room, view.component)


_completing = lru_cache(maxsize=64)(completing)  # the page, the menus and the picture ask for it


@lru_cache(maxsize=32)  # the menus and the picture of one question ask for it
def chances(view: View) -> Mapping[Guild, Chance]:
    """Return what a token of the player to move would do on each guild that has room."""
    wanted = [needs(view, seat) if view.left[seat] else 0 for seat in range(view.seats)]
    completing = needs(view, view.seat)
    return {
        guild: Chance(bool(completing >> guild & 1), _blocked(view, guild, wanted), *_best_four(view, guild))
        for guild in bits(view.room)
    }


def _blocked(view: View, guild: Guild, wanted: Sequence[Guilds]) -> tuple[Seat, ...]:
    """Return who loses the last place here, and with it the chance to build with the next token."""
    if not view.sites[guild].tokens:
        return ()
    return tuple(seat for seat, guilds in enumerate(wanted) if seat != view.seat and guilds >> guild & 1)


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
    ranks = {guild: chance.rank for guild, chance in chances(view).items()}
    return frozenset(sorted((g for g in ranks if ranks[g] < 3), key=lambda g: ranks[g])[:FOREMOST])


def reach(view: View, way: Tile) -> tuple[int, ...]:
    """Return how many tokens of a four each seat would have, for the best four that takes in a new hex."""
    board = extended(view.board, way)
    new, open_guilds = quartets(board)[len(quartets(view.board)) :], view.room | 0b111 << 3 * len(view.board)
    return tuple(
        max([(four & own).bit_count() for four in new if not four & ~(own | open_guilds)], default=0)
        for own in view.own
    )
