"""Groups of guilds: who may build where, what completes a group, and who can ever build again."""

from collections.abc import Iterable
from functools import lru_cache

from games.guilds.board import Board, Guild, Guilds, before, bits, coloured, quartets, touching
from games.guilds.lanes import chosen, lanes, latest, union

FAR = 99  # more tokens than anybody has


def as_set(guilds: Iterable[Guild]) -> Guilds:
    return sum(1 << guild for guild in guilds)


def around(board: Board, guilds: Guilds) -> Guilds:
    """Return the guilds that touch one of a set; those of the set too, where they touch each other."""
    near, found = touching(board), 0
    for guild in bits(guilds):
        found |= near[guild]
    return found


def parts(board: Board, guilds: Guilds) -> list[Guilds]:
    """Return the connected parts of a set of guilds."""
    near, found = touching(board), []
    while guilds:
        part, edge = 0, guilds & -guilds
        while edge:
            guild = edge.bit_length() - 1
            part |= 1 << guild
            edge = (edge | near[guild]) & guilds & ~part
        found.append(part)
        guilds &= ~part
    return found


def colourful(board: Board, guilds: Guilds) -> bool:
    one, two, three, four = coloured(board).values()
    return bool(guilds & one and guilds & two and guilds & three and guilds & four)


@lru_cache(maxsize=1 << 14)
def groups(board: Board, mine: Guilds, component: bool) -> tuple[Guilds, ...]:
    """Return the groups that let their owner build: four of four colours (G4), or whole components (G5)."""
    if component:
        return tuple(part for part in parts(board, mine) if colourful(board, part))
    while 3 * len(board) - 3 >= mine.bit_length():  # a hex without a token is in no group
        board = before(board)
    all_four = lanes(board)
    complete = all_four.empty(all_four.lacking(mine))
    return chosen(board, complete) if complete else ()


def completing(board: Board, mine: Guilds, room: Guilds, component: bool) -> Guilds:
    """Return the guilds where one more token completes a group."""
    if component:
        return _joining(board, mine) & room & ~mine
    if mine.bit_count() < 3:
        return 0
    all_four = lanes(board)
    lack = all_four.lacking(mine)
    return union(lack, all_four.empty(all_four.fewer(lack))) & room


def _joining(board: Board, mine: Guilds) -> Guilds:
    """Return the guilds that make a component with four colours out of parts that had fewer."""
    colours = tuple(coloured(board).values())
    reached, complete = list(colours), 0  # where a token would have each colour in its component
    for part in parts(board, mine):
        border = around(board, part)
        complete |= border if colourful(board, part) else 0
        reached = [
            have | border if part & colour else have for have, colour in zip(reached, colours, strict=True)
        ]
    return reached[0] & reached[1] & reached[2] & reached[3] & ~complete


# --- the end (G7, G9) ------------------------------------------------------------------------------


NO_GROUP = -1  # nobody has all guilds


@lru_cache(maxsize=4096)
def remembered(board: Board) -> list[Guilds]:
    """Return where a city's latest group that gave hope is noted: mostly it still does."""
    older = quartets(before(board))
    return [older[-1] if older else NO_GROUP]


def can_ever_build(board: Board, mine: Guilds, room: Guilds, tokens: int, component: bool) -> bool:
    """Say whether some possible group lacks no more tokens than the owner can still place (G7)."""
    possible = mine | room if tokens else mine
    all_four = lanes(board)
    hopes = all_four.empty(all_four.lacking(possible))
    if hopes and tokens < 4:
        lack = all_four.lacking(mine)
        for _ in range(tokens):
            lack = all_four.fewer(lack)
        hopes &= all_four.empty(lack)
    if hopes:
        remembered(board)[0] = latest(board, hopes)
    return bool(hopes) or (component and _wide_ever(board, mine, possible, tokens))


def _wide_ever(board: Board, mine: Guilds, possible: Guilds, tokens: int) -> bool:
    """Ask the same for wide groups (G9); most cities answer before the search for the smallest tree."""
    hopes = groups(board, possible, True)
    if any((part & ~mine).bit_count() <= tokens for part in hopes):
        return True
    return any(fewest_missing(board, mine, part) <= tokens for part in hopes)


def fewest_missing(board: Board, mine: Guilds, possible: Guilds) -> int:
    """Return the fewest tokens that make a component with all four colours (G9).

    A smallest tree: `best[colours][guild]` is the cost of the cheapest tree through that guild with those
    colours; two trees join at a guild, a tree grows to a neighbour.
    """
    cost = {guild: 1 - (mine >> guild & 1) for guild in bits(possible)}
    best = [dict.fromkeys(cost, FAR) for _ in range(16)]
    for n, colour in enumerate(coloured(board).values()):
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
