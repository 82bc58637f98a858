"""Groups of guilds: who may build where, what completes a group, and who can ever build again."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from games.core import Seat
from games.guilds.board import Board, Guild, Guilds, bits, coloured, quartets, touching

FAR = 99  # more tokens than anybody has
ROOM = 2  # tokens on a guild, whoever owns them


class Site(NamedTuple):
    """What stands on a guild; a tower has sent all tokens home."""

    tokens: tuple[Seat, ...] = ()
    tower: Seat = -1

    @property
    def free(self) -> bool:
        """Say whether a token may still come here (G6: only two tokens or a tower stand in the way)."""
        return self.tower < 0 and len(self.tokens) < ROOM


Sites = tuple[Site, ...]


def as_set(guilds: Iterable[Guild]) -> Guilds:
    return sum(1 << guild for guild in guilds)


def own(sites: Sites, seat: Seat) -> Guilds:
    """Return the guilds with a token of this seat."""
    return as_set(guild for guild, site in enumerate(sites) if seat in site.tokens)


def free(sites: Sites) -> Guilds:
    """Return the guilds where a token may still come."""
    return as_set(guild for guild, site in enumerate(sites) if site.free)


def pieces(board: Board, guilds: Guilds) -> list[Guilds]:
    """Return the connected parts of a set of guilds."""
    near, parts = touching(board), []
    while guilds:
        part = edge = guilds & -guilds
        while edge:
            around = 0
            for guild in bits(edge):
                around |= near[guild]
            edge = around & guilds & ~part
            part |= edge
        parts.append(part)
        guilds &= ~part
    return parts


def colourful(board: Board, guilds: Guilds) -> bool:
    return all(guilds & colour for colour in coloured(board))


@lru_cache(maxsize=1024)
def groups(board: Board, mine: Guilds, component: bool) -> tuple[Guilds, ...]:
    """Return the groups that let their owner build: four of four colours (G4), or whole components (G5)."""
    if component:
        return tuple(part for part in pieces(board, mine) if colourful(board, part))
    return tuple(group for group in quartets(board) if not group & ~mine)


def sites_for_tower(board: Board, mine: Guilds, component: bool) -> Guilds:
    """Return where a tower may go: the union of all groups (G4)."""
    union = 0
    for group in groups(board, mine, component):
        union |= group
    return union


@lru_cache(maxsize=1024)
def completing(board: Board, mine: Guilds, room: Guilds, component: bool) -> Guilds:
    """Return the guilds where one more token completes a group."""
    if component:
        return as_set(guild for guild in bits(room & ~mine) if _joins(board, mine, guild))
    found = 0
    for group in quartets(board):
        lack = group & ~mine
        if lack and not lack & (lack - 1):
            found |= lack
    return found & room


def _joins(board: Board, mine: Guilds, guild: Guild) -> bool:
    """Say whether a token here makes a component with four colours out of parts that had fewer."""
    grown = next(part for part in pieces(board, mine | 1 << guild) if part >> guild & 1)
    old = pieces(board, grown & ~(1 << guild))
    return colourful(board, grown) and not any(colourful(board, part) for part in old)


# --- the end (G7, G9) ------------------------------------------------------------------------------


def can_ever_build(board: Board, mine: Guilds, room: Guilds, tokens: int, component: bool) -> bool:
    """Say whether some possible group lacks no more tokens than the owner holds (G7).

    Exact: full guilds never reopen, and tokens come back only when someone builds.
    """
    possible = mine | room
    for group in quartets(board):
        if not group & ~possible and (group & ~mine).bit_count() <= tokens:
            return True
    return component and fewest_missing(board, mine, possible) <= tokens


def fewest_missing(board: Board, mine: Guilds, possible: Guilds) -> int:
    """Return the fewest tokens that make a component with all four colours (G9).

    A smallest tree: `best[colours][guild]` is the cost of the cheapest tree through that guild with those
    colours; two trees join at a guild, a tree grows to a neighbour.
    """
    cost = {guild: 1 - (mine >> guild & 1) for guild in bits(possible)}
    best = [dict.fromkeys(cost, FAR) for _ in range(16)]
    for n, colour in enumerate(coloured(board)):
        best[1 << n] |= {guild: cost[guild] for guild in bits(colour & possible)}
    for want in range(1, 16):
        for part in range(1, want):
            if part & want == part:
                _join(best[want], best[part], best[want ^ part], cost)
        _grow(best[want], cost, touching(board))
    return min(best[15].values(), default=FAR)


def _join(
    tree: dict[Guild, int], one: dict[Guild, int], two: dict[Guild, int], cost: dict[Guild, int]
) -> None:
    for guild, own_cost in cost.items():
        tree[guild] = min(tree[guild], one[guild] + two[guild] - own_cost)


def _grow(tree: dict[Guild, int], cost: dict[Guild, int], near: tuple[Guilds, ...]) -> None:
    todo = list(tree)
    while todo:
        guild = todo.pop()
        for other in bits(near[guild]):
            if other in cost and tree[guild] + cost[other] < tree[other]:
                tree[other] = tree[guild] + cost[other]
                todo.append(other)
