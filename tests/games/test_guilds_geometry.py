"""guilds: the shape of the city, and who may build, against an independent referee."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from random import Random

import pytest

from games import guilds
from games.core import Move
from games.guilds.board import Tile, facing, fits, quartets, touching, ways
from games.guilds.cards import COLOURS
from games.guilds.chances import needs
from games.guilds.groups import fewest_missing
from games.guilds.moves import hex_moves, token_moves, tower_moves
from games.guilds.state import Site, State
from tests.games import guilds_referee as referee
from tests.games.guilds_positions import placed
from tests.games.guilds_referee import Guild, Laid

LETTERS = "ABCDEFGHIJKLMNOP"
BOARDS = 60


def tiles(board: tuple[Laid, ...]) -> tuple[Tile, ...]:
    return tuple(Tile(*laid) for laid in board)


def number(guild: Guild) -> int:
    return 3 * guild[0] + guild[1]


def word(board: tuple[Laid, ...], guild: Guild) -> str:
    return f"{LETTERS[guild[0]]}:{referee.colour(board, guild)}"


@cache
def full_boards() -> list[tuple[Laid, ...]]:
    dice = Random("boards")
    return [referee.random_board(dice, 16) for _ in range(BOARDS)]


def boards(seed: str, count: int = BOARDS, most: int = 16) -> list[tuple[Laid, ...]]:
    """Random boards: what lies first on a legal board is a legal board."""
    dice = Random(seed)
    return [dice.choice(full_boards())[: dice.randint(2, most)] for _ in range(count)]


def position(board: tuple[Laid, ...], sites: dict[Guild, Site], component: bool) -> State:
    everywhere = [(t, g) for t in range(len(board)) for g in range(3)]
    state = guilds.setup(2, "0", ("component",) if component else ())
    state = state._replace(board=tiles(board), hands=((), ()), seat=0)
    return placed(state, [sites.get(g, Site()) for g in everywhere])


def scatter(dice: Random, board: tuple[Laid, ...], density: float) -> dict[Guild, Site]:
    """Tokens and towers of two seats, at most two tokens a guild and twenty a seat."""
    sites: dict[Guild, Site] = {}
    left = [20, 20]
    for guild in product(range(len(board)), range(3)):
        if dice.random() < 0.12:
            sites[guild] = Site(tower=dice.randrange(2))
        elif dice.random() < density:
            tokens = tuple(dice.choice((0, 0, 1)) for _ in range(dice.choice((1, 1, 2))))
            if all(tokens.count(seat) <= left[seat] for seat in (0, 1)):
                left = [left[seat] - tokens.count(seat) for seat in (0, 1)]
                sites[guild] = Site(tokens)
    return sites


def own(sites: dict[Guild, Site], seat: int) -> set[Guild]:
    return {guild for guild, site in sites.items() if seat in site.tokens and site.tower < 0}


# --- facts of the geometry -------------------------------------------------------------------------


def test_a_guild_touches_two_inner_and_at_most_two_outer_guilds() -> None:
    """Geometry: the three guilds of a tile touch each other; across a side exactly one of each tile."""
    for board in boards("touch"):
        edges = referee.neighbours(board)
        near = touching(tiles(board))
        for guild, others in edges.items():
            assert near[number(guild)] == sum(1 << number(other) for other in others)
            assert sum(other[0] == guild[0] for other in others) == 2
            assert sum(other[0] != guild[0] for other in others) <= 2


def test_all_four_pairs_never_touch() -> None:
    """Fact: strict "all pairs touch" never happens; the largest clique is three."""
    cliques = {3: 0, 4: 0}
    for board in boards("clique", 40):
        edges = referee.neighbours(board)
        for guild, others in edges.items():
            for size in (3, 4):
                for group in combinations(sorted(others), size - 1):
                    full = all(b in edges[a] for a, b in combinations((guild, *group), 2))
                    cliques[size] += full
    assert cliques[3] > 0 and cliques[4] == 0


def has_chain(edges: referee.Edges, group: tuple[Guild, ...]) -> bool:
    return any(all(b in edges[a] for a, b in pairwise(way)) for way in permutations(group))


def parity_board(dice: Random, parity: int | None, size: int = 9) -> tuple[Laid, ...]:
    """A board whose rotations are all even or all odd."""
    board: tuple[Laid, ...] = (("H01", 0, 0, parity or 0),)
    names = dice.sample(sorted(set(referee.HEXES) - {"H01"}), 15)
    while names and len(board) < size:
        hex = names.pop()
        found = (
            [(hex, 1, 0, t) for t in range(6)] if len(board) == 1 else list(referee.all_ways(board, [hex]))
        )
        found = [w for w in found if parity is None or w[3] % 2 == parity]
        if len(board) == 1:
            found = [w for w in found if legal_pair(board[0], w)]
        if found:
            board += (dice.choice(found),)
    return board


def legal_pair(one: Laid, two: Laid) -> bool:
    sides = {m: c for m, c, _ in referee.outer_edges(one)}
    return all(sides.get(m) != c for m, c, _ in referee.outer_edges(two))


def test_on_a_board_of_one_parity_every_group_has_a_chain() -> None:
    """Fact: on a board of one parity every connected set has a chain through it."""
    dice, seen = Random("parity"), 0
    for n in range(30):
        board = parity_board(dice, n % 2)
        edges, everywhere = referee.neighbours(board), list(referee.neighbours(board))
        for group in referee.quartets(board, everywhere):
            assert has_chain(edges, group)
            seen += 1
    assert seen > 1000


def test_with_both_parities_a_group_may_be_a_star() -> None:
    """The converse: stars that are no chains do exist, so that G4 needs both."""
    assert any(not has_chain(referee.neighbours(b), g) for b, g in stars())


def stars() -> list[tuple[tuple[Laid, ...], tuple[Guild, ...]]]:
    found = []
    for board in boards("star", 40, 8):
        edges = referee.neighbours(board)
        found += [(board, g) for g in referee.quartets(board, list(edges)) if not has_chain(edges, g)]
    return found


@pytest.mark.parametrize("hex", sorted(referee.HEXES))
def test_a_place_beside_two_neighbouring_tiles_takes_every_hex(hex: str) -> None:
    """Fact: an empty place beside exactly two neighbouring tiles accepts every tile in some rotation."""
    for side, one, two in product(range(6), sorted(referee.COLOURS), sorted(referee.COLOURS)):
        sides = [""] * 6
        sides[side], sides[(side + 1) % 6] = one, two
        assert any(fits(hex, turn, as_sides(sides)) for turn in range(6))


def as_sides(colours: Sequence[str]) -> int:
    return sum(1 << 4 * side + COLOURS.index(colour) for side, colour in enumerate(colours) if colour)


# --- against the referee ---------------------------------------------------------------------------


def test_every_way_to_lay_a_hex_is_the_referees() -> None:
    """G3: at least two hexes touched, no equal colours side by side, six rotations, no flipping."""
    dice, compared = Random("ways"), 0
    for board in boards("ways", 50, 14):
        left = sorted(set(referee.HEXES) - {laid[0] for laid in board})
        hand = tuple(sorted(dice.sample(left, min(3, len(left)))))
        kinds = {frozenset(rotations(referee.HEXES[hex])): hex for hex in reversed(hand)}
        expected = {Tile(*way) for way in referee.all_ways(board, kinds.values())}
        assert set(ways(tiles(board), hand)) == expected
        compared += len(expected)
    assert compared > 1000


def rotations(guilds: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [guilds[i:] + guilds[:i] for i in range(3)]


def test_places_are_numbered_row_by_row() -> None:
    """SCREENS: place 1, 2, 3 ... as one reads the picture: from top to bottom, each row from the left."""
    mixed = 0
    for board in boards("rows", 20):
        offered = list(dict.fromkeys((way.r, way.q) for way in ways(tiles(board), ("H01", "H05", "H09"))))
        assert offered == sorted(offered)
        mixed += [(q, r) for r, q in offered] != sorted((q, r) for r, q in offered)
    assert mixed > 10, "another order would show"


def test_a_place_faces_the_colours_around_it() -> None:
    for board in boards("facing", 20):
        sides = {m: c for laid in board for m, c, _ in referee.outer_edges(laid)}
        for q, r in product(range(-3, 4), repeat=2):
            if (q, r) not in {laid[1:3] for laid in board}:
                seen = [sides.get(m, "") for m in referee.side_middles(q, r)]
                assert facing(tiles(board), (q, r)) == as_sides(seen)


def test_every_quartet_is_the_referees() -> None:
    for board in boards("quartets", 25):
        everywhere = list(referee.neighbours(board))
        expected = {sum(1 << number(g) for g in group) for group in referee.quartets(board, everywhere)}
        found = quartets(tiles(board))
        assert set(found) == expected and len(found) == len(expected)


@pytest.mark.slow
@pytest.mark.parametrize("component", [False, True])
def test_can_build_is_the_referees_over_thousands_of_boards(component: bool) -> None:
    """G4 and G5: the offer of towers against brute force, 6,000 positions each."""
    dice, offered = Random(f"build/{component}"), 0
    for n, board in enumerate(boards(f"build/{component}", 200)):
        for _ in range(30):
            sites = scatter(dice, board, dice.choice((0.3, 0.5, 0.7)))
            state = position(board, sites, component)
            expected = {
                f"tower:{word(board, g)}" for g in referee.tower_guilds(board, own(sites, 0), component)
            }
            assert set(tower_moves(state)) == expected, (n, board)
            offered += bool(expected)
    assert 1000 < offered < 5000, "neither case may be rare"


@pytest.mark.parametrize("component", [False, True])
def test_completing_guilds_are_the_referees_and_stand_first(component: bool) -> None:
    """SCREENS: guilds that complete a group stand first, and say so."""
    dice, met = Random(f"complete/{component}"), 0
    for board in boards(f"complete/{component}", 60):
        sites = scatter(dice, board, 0.5)
        state = position(board, sites, component)
        moves = token_moves(state)
        expected = [move for move in moves if completes(board, sites, move, component)]
        assert set(moves[: len(expected)]) == set(expected)
        view = guilds.view(state, 0)
        details = [guilds.label(view, move).detail for move in moves]
        said = [
            m for m, told in zip(moves, details, strict=True) if told and told.id.startswith("Completes ")
        ]
        assert said == list(moves[: len(expected)])
        assert not moves or needs(view, 0).bit_count() == len(expected)
        met += len(expected)
    assert met > 40


def completes(board: tuple[Laid, ...], sites: dict[Guild, Site], move: Move, component: bool) -> bool:
    _, letter, colour = move.split(":")
    guild = next(g for g in product([LETTERS.index(letter)], range(3)) if referee.colour(board, g) == colour)
    before, after = own(sites, 0), own(sites, 0) | {guild}
    if guild in before:
        return False
    if not component:
        return any(guild in group for group in referee.quartets(board, after))
    old = list(referee.components(board, before))
    return any(guild in part and not any(o <= part for o in old) for part in referee.components(board, after))


def test_g9_the_smallest_tree_is_the_referees() -> None:
    """G9: the fewest missing tokens, against trying every set of guilds."""
    dice, found = Random("tree"), set[int]()
    for board in boards("tree", 120, 5):
        guild_list = list(referee.neighbours(board))
        possible = {g for g in guild_list if dice.random() < 0.6}
        mine = {g for g in possible if dice.random() < 0.3}
        bits = [sum(1 << number(g) for g in group) for group in (mine, possible)]
        expected = referee.fewest_missing(board, mine, possible)
        assert fewest_missing(tiles(board), *bits) == expected
        found.add(expected)
    assert {0, 1, 2, 3, 4, 99} <= found


def test_a_hex_never_completes_a_group_in_the_turn_it_is_laid() -> None:
    """G3 lets a hex help a tower of its turn; as nobody has a token on it yet, the offer stays the same."""
    dice = Random("help")
    for board in boards("help", 20, 10):
        sites = scatter(dice, board, 0.5)
        state = position(board, sites, True)._replace(hands=((), ()), phase="hex")
        left = sorted(set(referee.HEXES) - {laid[0] for laid in board})[:2]
        state = state._replace(hands=(tuple(left), ()))
        for move in hex_moves(state)[:5]:
            after = guilds.apply(state, 0, move)
            assert after.phase == ("tower" if tower_moves(state) else after.phase)
            if after.phase == "tower":
                assert tower_moves(after) == tower_moves(state)
