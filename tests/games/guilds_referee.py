"""An independent referee for guilds, written from the rulesheet; calls no code of the game."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from math import cos, pi, sin
from pathlib import Path
from random import Random

TABLE = Path(__file__).parents[2] / "games" / "guilds" / "hexes.csv"
HEXES = {
    row["id"]: (row["guild_0"], row["guild_1"], row["guild_2"])
    for row in csv.DictReader(TABLE.open(encoding="utf-8"))
}
COLOURS = {"brown", "blue", "ochre", "green"}

Laid = tuple[str, int, int, int]  # hex, q, r, rotation
Guild = tuple[int, int]  # tile, guild of the hex
Edges = Mapping[Guild, frozenset[Guild]]


@cache
def side_middles(q: int, r: int) -> list[tuple[float, float]]:
    """The middles of the six sides of a hex, in the plane: shared by two hexes that lie side by side."""
    x, y = q + r / 2, r * sin(pi / 3)
    return [
        (round(x + cos(pi * k / 3) / 2, 4) + 0.0, round(y + sin(pi * k / 3) / 2, 4) + 0.0) for k in range(6)
    ]


@cache
def outer_edges(laid: Laid) -> list[tuple[tuple[float, float], str, int]]:
    """Each side of a laid hex: where it is, its colour, its guild."""
    hex, q, r, turn = laid
    middles = side_middles(q, r)
    return [
        (middles[(2 * guild + turn + half) % 6], HEXES[hex][guild], guild)
        for guild in range(3)
        for half in range(2)
    ]


@cache
def neighbours(board: tuple[Laid, ...]) -> Edges:
    """Which guilds share an edge."""
    touching: dict[Guild, set[Guild]] = {(t, g): set() for t in range(len(board)) for g in range(3)}
    for t in range(len(board)):
        for a, b in combinations([(t, 0), (t, 1), (t, 2)], 2):
            touching[a].add(b)
            touching[b].add(a)
    at: dict[tuple[float, float], Guild] = {}
    for t, laid in enumerate(board):
        for middle, _, g in outer_edges(laid):
            other = at.setdefault(middle, (t, g))
            if other != (t, g):
                touching[other].add((t, g))
                touching[t, g].add(other)
    return {guild: frozenset(others) for guild, others in touching.items()}


def colour(board: Sequence[Laid], guild: Guild) -> str:
    return HEXES[board[guild[0]][0]][guild[1]]


def may_lie(board: Sequence[Laid], new: Laid) -> bool:
    """The sheet: a hex touches at least two others, and equal colours never touch."""
    mine = {middle: colour for middle, colour, _ in outer_edges(new)}
    touched = 0
    for laid in board:
        if laid[1:3] == new[1:3]:
            return False
        if abs(laid[1] - new[1]) <= 1 and abs(laid[2] - new[2]) <= 1:
            shared = [(colour, mine[middle]) for middle, colour, _ in outer_edges(laid) if middle in mine]
            touched += bool(shared)
            if any(a == b for a, b in shared):
                return False
    return touched >= 2


def all_ways(board: Sequence[Laid], hexes: Iterable[str]) -> Iterator[Laid]:
    """Every legal way to lay one of the hexes, tried place by place."""
    taken = {(q, r) for _, q, r, _ in board}
    around = sorted({(q + dq, r + dr) for q, r in taken for dq in (-1, 0, 1) for dr in (-1, 0, 1)} - taken)
    for hex, (q, r), turn in product(hexes, around, range(6)):
        if may_lie(board, (hex, q, r, turn)):
            yield hex, q, r, turn


def connected(edges: Edges, guilds: Iterable[Guild]) -> bool:
    todo = set(guilds)
    reached = [todo.pop()]
    while reached:
        near = edges[reached.pop()] & todo
        todo -= near
        reached += near
    return not todo


def quartets(board: tuple[Laid, ...], guilds: Iterable[Guild]) -> Iterator[tuple[Guild, ...]]:
    """Every connected choice of one guild a colour."""
    edges = neighbours(board)
    by_colour = [[g for g in guilds if colour(board, g) == c] for c in sorted(COLOURS)]
    for four in product(*by_colour):
        if connected(edges, four):
            yield four


def components(board: tuple[Laid, ...], guilds: Iterable[Guild]) -> Iterator[frozenset[Guild]]:
    """The connected parts that hold all four colours."""
    edges, todo = neighbours(board), set(guilds)
    while todo:
        part, edge = set[Guild](), {todo.pop()}
        while edge:
            guild = edge.pop()
            part.add(guild)
            edge |= edges[guild] & todo
            todo -= edge
        if {colour(board, g) for g in part} == COLOURS:
            yield frozenset(part)


def tower_guilds(board: tuple[Laid, ...], own: Iterable[Guild], component: bool) -> set[Guild]:
    """Where a player with these token guilds may build."""
    own = list(own)
    found = components(board, own) if component else quartets(board, own)
    return {guild for group in found for guild in group}


def fewest_missing(board: tuple[Laid, ...], own: set[Guild], possible: set[Guild]) -> int:
    """The fewest tokens that make a wide group, by trying every set of guilds."""
    lacking = sorted(possible - own)
    for missing in range(len(lacking) + 1):
        for added in combinations(lacking, missing):
            if any(True for _ in components(board, own | set(added))):
                return missing
    return 99


def can_fill(left: Sequence[int], free: int, following: int, seat: int, lacking: int) -> bool:
    """G7 word for word: can a seat place the tokens it lacks before the others must have filled the city?

    `left` are the tokens of each seat, `free` the free places in all, `following` is the next to move.
    """
    if lacking == 0:
        return True
    order = [(following + n) % len(left) for n in range(lacking * len(left))]
    nth = [n for n, turn in enumerate(order) if turn == seat][-1]  # the seat's turn number `lacking`
    others = [other for other in range(len(left)) if other != seat]
    forced = sum(min(left[other], order[:nth].count(other)) for other in others)
    return lacking <= left[seat] and forced <= free - lacking


def random_board(dice: Random, tiles: int) -> tuple[Laid, ...]:
    """Two hexes side by side, and others laid by the rules."""
    names = dice.sample(sorted(HEXES), len(HEXES))
    first = (names.pop(), 0, 0, dice.randrange(6))
    while True:
        second = (names[-1], 1, 0, dice.randrange(6))
        shared = {m: c for m, c, _ in outer_edges(first)}
        if all(shared.get(m) != c for m, c, _ in outer_edges(second)):
            break
    names.pop()
    board = [first, second]
    while len(board) < tiles and names:
        hex = names.pop()
        ways = list(all_ways(board, [hex]))
        if ways:
            board.append(dice.choice(ways))
    return tuple(board)
