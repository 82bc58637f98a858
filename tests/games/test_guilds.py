"""guilds: the rulesheet and its rulings, one by one."""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.text.words import words
from games import guilds
from games.contract import signs, walk
from games.core import IllegalMove, play
from games.guilds.board import Tile
from games.guilds.names import hex_letter, short_hex_name
from games.guilds.picture_city import latest
from games.guilds.state import Site, State
from tests.games import guilds_referee as referee
from tests.games.guilds_positions import placed
from tests.games.guilds_referee import Guild, Laid
from tests.games.test_guilds_geometry import boards, has_chain, position, stars, tiles

SAY = words("en").say
NAMES = ("Lion", "Dove", "Bear", "Fish")


def laid(state: State) -> tuple[Laid, ...]:
    return tuple((t.hex, t.q, t.r, t.turn) for t in state.board)


def moves(state: State) -> tuple[str, ...]:
    return guilds.decisions(state)[0].moves


def verb(state: State) -> str:
    return moves(state)[0].partition(":")[0] if guilds.decisions(state) else "over"


def at(state: State, name: str) -> Site:
    """The site of a guild named as players do: "C brown"."""
    letter, colour = name.split()
    tile = "ABCDEFGHIJKLMNOP".index(letter)
    return state.sites[3 * tile + referee.HEXES[state.board[tile].hex].index(colour)]


def name(board: tuple[Laid, ...], guild: Guild) -> str:
    return f"{'ABCDEFGHIJKLMNOP'[guild[0]]}:{referee.colour(board, guild)}"


def news(state: State) -> list[str]:
    return [SAY(line) for line in guilds.page(guilds.view(state, None)).news]


# Two hexes side by side: brown of A looks east, to green of B.
PAIR: tuple[Laid, ...] = (("H01", 0, 0, 0), ("H13", 1, 0, 2))


def city(tokens: dict[str, tuple[int, ...]], towers: dict[str, int] | None = None, **changes: Any) -> State:
    """The pair with tokens and towers on it; seat 0 is asked for a token."""
    sites = {}
    for tile, (hex, *_) in enumerate(PAIR):
        for guild, colour in enumerate(referee.HEXES[hex]):
            word = f"{'AB'[tile]} {colour}"
            tower = (towers or {}).get(word, -1)
            sites[tile, guild] = Site(tokens.get(word, ()), tower)
    return position(PAIR, sites, False)._replace(**{"phase": "token"} | changes)


def test_the_pair_is_what_it_says() -> None:
    edges = referee.neighbours(PAIR)
    assert edges[0, 0] == {(0, 1), (0, 2), (1, 0)}
    assert [referee.colour(PAIR, guild) for guild in ((0, 0), (1, 0))] == ["brown", "green"]


# --- G1, G2: setup ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "start", "hand", "box"), [(2, 2, 4, 6), (3, 3, 3, 4), (4, 4, 3, 0)])
def test_g1_setup(seats: int, start: int, hand: int, box: int) -> None:
    """G1: 2 players 2 hexes and 4 each, 3 a triangle and 3 each, 4 a rhombus and 3 each."""
    for seed in range(40):
        state = guilds.setup(seats, str(seed))
        assert len(state.board) == start and {len(h) for h in state.hands} == {hand}
        assert len(state.box) == box and not state.pool
        used = [t.hex for t in state.board] + [h for hand in state.hands for h in hand]
        assert sorted(used + [held.card for held in state.box]) == sorted(referee.HEXES)
        assert all(state.tokens_left(seat) == 20 for seat in range(seats))


@pytest.mark.parametrize(("seats", "sides"), [(2, 1), (3, 3), (4, 5)])
def test_g1_the_start_is_a_pair_a_triangle_a_rhombus(seats: int, sides: int) -> None:
    """G1: the shape, counted by shared sides; never two equal colours side by side."""
    turns = set()
    for seed in range(60):
        board = laid(guilds.setup(seats, str(seed)))
        shared: dict[tuple[float, float], list[str]] = {}
        for tile in board:
            for middle, colour, _ in referee.outer_edges(tile):
                shared.setdefault(middle, []).append(colour)
        pairs = [colours for colours in shared.values() if len(colours) == 2]
        assert len(pairs) == sides and all(a != b for a, b in pairs)
        turns |= {tile[3] for tile in board}
    assert turns == set(range(6)), "every rotation is drawn some day"


def test_g2_hexes_are_open_and_the_seed_draws_the_first_player() -> None:
    """G2: hexes held are open information; first player by the seed, then clockwise."""
    state = guilds.setup(3, "open")
    assert guilds.view(state, None).hands == state.hands
    assert {guilds.setup(3, str(seed)).seat for seed in range(30)} == {0, 1, 2}
    state = guilds.setup(3, "open", ("first:1",))
    order = []
    while len(order) < 7:
        if not order or order[-1] != state.seat or verb(state) == "token":
            order.append(state.seat)
        seat = state.seat
        while state.seat == seat:
            state = guilds.apply(state, seat, moves(state)[-1])
    assert order == [1, 2, 0, 1, 2, 0, 1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g2_every_seat_and_the_public_see_every_hand(seats: int) -> None:
    """G2: hexes held are open: in the view, the words and the picture of everyone, not only their owner."""
    for state in reached(seats, f"open/{seats}"):
        public = guilds.view(state, None)
        assert public.hands == state.hands
        lines = [SAY(line) for line in guilds.page(public).table]
        for owner, hand in enumerate(state.hands):
            told = [line for line in lines if line.startswith(f"{NAMES[owner]} holds ")]
            assert len(told) == bool(hand) and all(SAY(short_hex_name(hex)) in told[0] for hex in hand)
            assert sum(line.count("(") for line in told) == len(hand), "equal hexes are told twice"
        for viewer in range(seats):
            view = guilds.view(state, viewer)
            assert view.viewer == viewer and view._replace(viewer=None) == public
            assert guilds.page(view) == guilds.page(public)
            held = Counter(hex_letter(hex) for hand in state.hands for hex in hand)
            assert not held - Counter(signs(guilds.scene(view)))


@pytest.mark.parametrize("seats", [2, 3])
def test_g2_nobody_sees_the_hexes_in_the_box(seats: int) -> None:
    """G1, G2: the rest stays in the box: everyone knows how many lie there, nobody in which order."""
    for state in reached(seats, f"box/{seats}"):
        names = [held.card for held in state.box]
        for viewer in (None, *range(seats)):
            view = guilds.view(state, viewer)
            assert view.boxed == len(names) == 16 - seats - (8 if seats == 2 else 9)
            told = f"{view} {guilds.page(view)} {guilds.scene(view)}"
            assert not [name for name in names if name in told]


def reached(seats: int, seed: str) -> list[State]:
    """Every seventh state of a random game, and its end."""
    states = [step.state for step in walk(guilds, seats, seed)]
    return [*states[::7], states[-1]]


# --- G3: a turn ------------------------------------------------------------------------------------


def test_g3_token_then_hex_then_tower() -> None:
    """G3: a turn is a token, then a hex, then perhaps a tower."""
    state = city({"A brown": (0,), "A blue": (0,), "A ochre": (0,)}, hands=(("H05",), ("H09",)))
    asked = [verb(state)]
    state = guilds.apply(state, 0, "token:B:green")
    asked.append(verb(state))
    state = guilds.apply(state, 0, moves(state)[0])
    asked.append(verb(state))
    assert asked == ["token", "hex", "tower"] and state.seat == 0
    assert guilds.apply(state, 0, "rest").seat == 1


def test_g3_the_token_is_compulsory_and_only_where_there_is_room() -> None:
    """G3: a guild holds two tokens, whoever owns them; a tower closes it."""
    state = city({"A brown": (0, 1), "A blue": (1, 1), "A ochre": (1,)}, {"B green": 1})
    assert set(moves(state)) == {"token:A:ochre", "token:B:brown", "token:B:blue"}
    assert all(move.startswith("token:") for move in moves(state)), "no way to pass"
    for move in ("token:A:brown", "token:A:blue", "token:B:green", "rest"):
        with pytest.raises(IllegalMove):
            play(guilds, state, 0, move)


def test_g3_without_a_token_or_room_the_token_is_skipped() -> None:
    """G3: compulsory only while you have one and a place for it exists."""
    full = dict.fromkeys(("A brown", "A blue", "A ochre", "B brown", "B blue", "B green"), (1, 1))
    state = city(full, seat=1, phase="tower", hands=(("H05",), ()))
    after = guilds.apply(state, 1, "rest")
    assert (after.seat, verb(after)) == (0, "hex")


def test_g3_a_hex_is_compulsory_while_it_fits() -> None:
    """G3: no way round the hex; six rotations, no flipping."""
    state = guilds.apply(city({}, hands=(("H05", "H07"), ())), 0, "token:A:brown")
    assert {move.partition(":")[0] for move in moves(state)} == {"hex"}
    offered = {tuple(move.split(":")[1:]) for move in moves(state)}
    expected = {tuple(map(str, way)) for way in referee.all_ways(PAIR, ("H05", "H07"))}
    assert offered == expected and {turn for *_, turn in offered} <= set("012345")
    after = guilds.apply(state, 0, moves(state)[0])
    assert len(after.board) == 3 and len(after.hands[0]) == 1 and len(after.sites) == 9


def test_g12_equal_hexes_of_a_hand_are_offered_once() -> None:
    """G12: choosing between equal hexes would be no choice."""
    state = guilds.apply(city({}, hands=(("H05", "H06"), ())), 0, "token:A:brown")
    assert {move.split(":")[1] for move in moves(state)} == {"H05"}


def test_g3_a_hex_that_fits_nowhere_is_kept() -> None:
    """G3: compulsory while you hold one that fits anywhere; else the phase is skipped."""
    alone = city({}, board=tiles(PAIR[:1]), hands=(("H05",), ("H06",)))
    after = guilds.apply(alone, 0, "token:A:brown")
    assert after.hands[0] == ("H05",) and after.phase == "over", "one hex alone offers no place, ever"


def test_g3_the_tower_is_optional_and_one_a_turn() -> None:
    """G3: one tower a turn; who may not build is not even asked."""
    _, state = two_groups()
    assert moves(state)[-1] == "rest" and guilds.decisions(state)[0].idle == "rest"
    built = guilds.apply(state, 0, moves(state)[0])
    assert built.seat == 1 and sum(site.tower == 0 for site in built.sites) == 1
    rested = guilds.apply(state, 0, "rest")
    assert rested.seat == 1 and rested.sites == state.sites
    lone = city({"A brown": (0,)})
    assert guilds.apply(lone, 0, "token:A:blue").seat == 1, "no question about a tower that cannot be"


def two_groups() -> tuple[tuple[Laid, ...], State]:
    """A city in which seat 0 stays ready after a tower (the sheet's figure H)."""
    dice = Random("two")
    for board in boards("two", 100, 8):
        everywhere = sorted(referee.neighbours(board))
        mine = dice.sample(everywhere, min(8, len(everywhere)))
        for guild in referee.tower_guilds(board, mine, False):
            if referee.tower_guilds(board, set(mine) - {guild}, False):
                sites = {g: Site((0,)) for g in mine}
                return board, position(board, sites, False)._replace(phase="tower")
    raise AssertionError("no such city")


def test_figure_h_a_second_group_waits_for_the_next_turn() -> None:
    """The sheet: a group that remains may be used in the next turn, and the menu says that it remains."""
    board, state = two_groups()
    view = guilds.view(state, 0)
    stay = [m for m in moves(state)[:-1] if "stay ready" in SAY(guilds.label(view, m).detail)]  # type: ignore[arg-type]
    assert stay
    after = guilds.apply(state, 0, stay[0])
    assert after.seat == 1
    own = [(n // 3, n % 3) for n, site in enumerate(after.sites) if 0 in site.tokens]
    assert referee.tower_guilds(board, own, False)


# --- G4, G5, G6: groups ----------------------------------------------------------------------------


def group_state(board: tuple[Laid, ...], group: tuple[Guild, ...], **changes: Any) -> State:
    return position(board, {g: Site((0,)) for g in group}, False)._replace(**{"phase": "tower"} | changes)


def test_g4_a_chain_counts() -> None:
    """G4: four connected guilds of four colours; the tower goes on any of the four."""
    for board in boards("chain", 20, 6):
        edges = referee.neighbours(board)
        group = next((g for g in referee.quartets(board, list(edges)) if has_chain(edges, g)), None)
        if group:
            assert moves(group_state(board, group)) == (
                *(f"tower:{name(board, g)}" for g in sorted(group)),
                "rest",
            )
            return
    raise AssertionError


def test_g4_a_star_counts() -> None:
    """G4: a star counts as well as a chain."""
    board, group = stars()[0]
    assert set(moves(group_state(board, group))) == {*(f"tower:{name(board, g)}" for g in group), "rest"}


def test_g4_the_tower_sends_everyone_home_and_the_guild_is_dead() -> None:
    """G4: all tokens on that guild return, the other three keep theirs, the guild is dead for everybody."""
    board, group = stars()[0]
    chosen = group[0]
    sites = {g: Site((0, 1)) for g in group}
    state = position(board, sites, False)._replace(phase="tower")
    before = [state.tokens_left(seat) for seat in (0, 1)]
    after = guilds.apply(state, 0, f"tower:{name(board, chosen)}")
    assert [after.tokens_left(seat) for seat in (0, 1)] == [left + 1 for left in before]
    assert after.sites[3 * chosen[0] + chosen[1]] == Site((), 0)
    assert all(after.sites[3 * t + g].tokens == (0, 1) for t, g in group[1:])
    assert f"token:{name(board, chosen)}" not in moves(after)
    assert f"tower:{name(board, chosen)}" not in moves(after)


def test_g4_three_colours_or_a_gap_are_not_enough() -> None:
    """G4: four different colours, connected; a dead guild does not connect."""
    board, group = stars()[0]
    centre = next(g for g in group if set(group) - {g} <= referee.neighbours(board)[g])
    sites = {g: Site((0,)) for g in group if g != centre} | {centre: Site(tower=1)}
    state = position(board, sites, False)._replace(phase="token", seat=0)
    assert not guilds.moves.tower_moves(state)


def test_g5_component_takes_a_larger_group() -> None:
    """G5: with `component` the connected guilds may be more than four; the tower goes on any of them."""
    for board, mine in wide_groups():
        sites = {g: Site((0,)) for g in mine}
        narrow = position(board, sites, False)
        wide = position(board, sites, True)._replace(phase="tower")
        assert not guilds.moves.tower_moves(narrow)
        assert set(moves(wide)) == {*(f"tower:{name(board, g)}" for g in mine), "rest"}
        after = guilds.apply(wide, 0, moves(wide)[0])
        assert len(after.turns[0].group) == len(mine) > 4  # type: ignore[union-attr]
        return
    raise AssertionError("no such city")


def wide_groups() -> list[tuple[tuple[Laid, ...], list[Guild]]]:
    """Connected guilds with all four colours, but no four of them of four colours connected."""
    dice, found = Random("wide"), []
    for board in boards("wide", 300, 8):
        mine = dice.sample(sorted(referee.neighbours(board)), min(6, 3 * len(board)))
        part = next(referee.components(board, mine), None)
        if part and not referee.tower_guilds(board, mine, False):
            found.append((board, sorted(part)))
    return found


def test_g6_opposing_tokens_block_only_by_filling() -> None:
    """G6: a guild with one opposing token still takes one; two close it; nothing ever moves."""
    state = city({"A brown": (1,), "A blue": (1, 1)})
    assert "token:A:brown" in moves(state) and "token:A:blue" not in moves(state)
    after = guilds.apply(state, 0, "token:A:brown")
    assert at(after, "A brown").tokens == (1, 0) and at(after, "A blue").tokens == (1, 1)


# --- G8, G10 ---------------------------------------------------------------------------------------


def test_g8_towers_then_tokens_then_a_shared_win() -> None:
    """G8: most towers, then most tokens on the board, then a shared win."""
    state = city({"A brown": (0, 1), "A blue": (0,), "B brown": (1,)}, {"B green": 0, "B blue": 1})
    assert guilds.score(state) == ((1, 2), (1, 2))
    more = city({"A brown": (0, 1), "A blue": (0,)}, {"B green": 0, "B blue": 1})
    assert guilds.score(more) == ((1, 2), (1, 1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g10_the_draft_goes_from_last_to_first_and_back(seats: int) -> None:
    """G10, G13: snake, starting with the last player, until hands are full; the rest goes to the box."""
    state = guilds.setup(seats, "draft", ("draft", "first:1"))
    assert len(state.pool) == 16 - seats and not any(state.hands)
    order = []
    while state.phase == "draft":
        order.append(state.seat)
        assert guilds.view(state, None).pool == state.pool
        state = guilds.apply(state, state.seat, moves(state)[0])
    there = [(1 + n) % seats for n in reversed(range(seats))]
    laps = 4 if seats == 2 else 3
    assert order == [seat for lap in range(laps) for seat in (there[::-1] if lap % 2 else there)]
    assert {len(hand) for hand in state.hands} == {laps} and not state.pool
    assert len(state.box) == 16 - seats - laps * seats and state.seat == 1 and verb(state) == "token"


def test_g12_equal_hexes_of_the_draft_are_offered_once() -> None:
    """G12: of two equal hexes one is on offer; after it is taken, the other."""
    state = guilds.setup(2, "draft", ("draft",))
    kinds = [kind(hex) for hex in state.pool]
    assert len(moves(state)) == len(set(kinds)) < len(kinds)
    twice = next(hex for hex in state.pool if kinds.count(kind(hex)) == 2)
    after = guilds.apply(state, state.seat, f"draft:{twice}")
    other = next(hex for hex in after.pool if kind(hex) == kind(twice))
    assert f"draft:{other}" in moves(after) and twice in after.hands[state.seat]


def kind(hex: str) -> frozenset[tuple[str, ...]]:
    guilds_of = referee.HEXES[hex]
    return frozenset(guilds_of[i:] + guilds_of[:i] for i in range(3))


def test_g13_the_draft_is_told_in_the_order_of_the_picks() -> None:
    """G13: from the last player to the first and back; the news follow."""
    state = guilds.setup(3, "draft", ("draft", "first:0"))
    for _ in range(5):
        state = guilds.apply(state, state.seat, moves(state)[0])
    assert [line.split()[0] for line in news(state)] == ["Bear", "Lion", "Dove"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g13_the_last_pick_is_told_too_and_stays_until_the_first_token(seats: int) -> None:
    """With three and four players it is the first player's; of four the last hex is taken by the house."""
    state = guilds.setup(seats, "draft", ("draft", "first:0"))
    picks = []
    while state.phase == "draft":
        picks.append((state.seat, moves(state)[0].partition(":")[2]))
        state = guilds.apply(state, state.seat, moves(state)[0])
    names = ("Lion", "Dove", "Bear", "Fish")
    latest = sorted(dict(picks), key=lambda seat: max(n for n, pick in enumerate(picks) if pick[0] == seat))
    assert [line.split()[:3] for line in news(state)] == [
        [names[seat], "took", hex_letter(dict(picks)[seat])] for seat in latest
    ]
    state = guilds.apply(state, 0, moves(state)[0])
    told = [line.split()[0] for line in news(state)]
    assert told == [*(names[seat] for seat in latest if seat), "Lion"] and "token" in news(state)[-1]


def test_g14_who_can_do_nothing_is_passed_over() -> None:
    """G14: no question, and a word in the news, which keep what the others did before."""
    tokens = {"A brown": (0, 1), "A blue": (0, 1), "A ochre": (0, 1), "B green": (0,)}
    state = city(tokens, {"B brown": 1, "B blue": 1}, phase="tower")
    state = state._replace(now=guilds.state.Turn(token=0))
    state = guilds.apply(placed(state, (*state.sites[:3], Site((0, 0)), *state.sites[4:])), 0, "rest")
    assert state.seat == 0 and verb(state) == "tower"
    assert news(state) == ["Lion put a token on A brown.", "Dove had nothing to place."]
    assert latest(guilds.view(state, None)).token == 0, "the picture still marks the last deed"
    after = guilds.apply(state, 0, "rest")
    assert news(after) == [
        "Dove had nothing to place.",
        "Lion had nothing to place.",
        "A whole round without a token, a hex or a tower: the game is over.",
    ]


# --- what is told ----------------------------------------------------------------------------------


def test_the_news_name_the_group_and_whose_tokens_came_back() -> None:
    board, group = stars()[0]
    sites = {g: Site((0, 1)) for g in group[:2]} | {g: Site((0,)) for g in group[2:]}
    state = position(board, sites, False)._replace(phase="tower", turns=(None, None))
    after = guilds.apply(state, 0, f"tower:{name(board, group[0])}")
    words_of = [name(board, g).replace(":", " ") for g in sorted(group) if g != group[0]]
    told = next(line for line in news(after) if "tower" in line)
    assert told == (
        f"Lion built a tower on {name(board, group[0]).replace(':', ' ')}, with "
        f"{words_of[0]}, {words_of[1]}, and {words_of[2]}."
    )
    assert "A token each came back to Lion and Dove." in news(after)


def test_the_group_told_is_the_one_that_the_new_token_completed() -> None:
    """Where several groups allow a tower, the news name one with this turn's token."""
    board, state = two_groups()
    for fresh in (n for n, site in enumerate(state.sites) if 0 in site.tokens):
        start = state._replace(now=guilds.state.Turn(token=fresh))
        for move in moves(state)[:-1]:
            group = guilds.apply(start, 0, move).turns[0].group  # type: ignore[union-attr]
            own = [(n // 3, n % 3) for n, site in enumerate(state.sites) if 0 in site.tokens]
            tower = guilds.board.guild_named(state.board, *move.split(":")[1:])
            through = {3 * t + g for four in referee.quartets(board, own) for t, g in four} if own else set()
            both = [
                four
                for four in referee.quartets(board, own)
                if {(tower // 3, tower % 3), (fresh // 3, fresh % 3)} <= set(four)
            ]
            assert tower in group and set(group) <= through
            assert fresh in group or not both


def test_a_turn_is_told_a_line_a_deed() -> None:
    state = city({}, hands=(("H05",), ()), turns=(None, None))
    state = guilds.apply(state, 0, "token:A:brown")
    assert news(state) == ["Lion put a token on A brown."]
    state = guilds.apply(state, 0, moves(state)[0])
    assert news(state) == [
        "Lion put a token on A brown.",
        "Lion laid V (green blue ochre) as C, beside A and B.",
    ]


def test_a_hex_is_told_beside_the_tiles_it_was_laid_to_and_not_later_ones() -> None:
    state = city({}, hands=(("H05",), ("H09",)), turns=(None, None))
    state = guilds.apply(guilds.apply(state, 0, "token:A:brown"), 0, "hex:H05:0:1:4")
    later = next(way for way in referee.all_ways(laid(state), ["H09"]) if way[1:3] == (1, 1))
    state = guilds.apply(guilds.apply(state, 1, "token:A:blue"), 1, "hex:" + ":".join(map(str, later)))
    assert news(state) == [
        "Lion put a token on A brown.",
        "Lion laid V (green blue ochre) as C, beside A and B.",
        "Dove put a token on A blue.",
        "Dove laid X (green brown ochre) as D, beside B and C.",
    ]


def test_the_news_count_the_tokens_that_came_back() -> None:
    board, group = stars()[0]
    for tokens, told in (((0,), "A token came back to Lion."), ((0, 0), "Two tokens came back to Lion.")):
        state = position(board, {g: Site(tokens) for g in group}, False)._replace(phase="tower")
        after = guilds.apply(state, 0, f"tower:{name(board, group[0])}")
        assert told in news(after)


def consequence(mine: tuple[int, ...], others: set[int]) -> str:
    """What a tower on the first guild of a star says; seat 1 has a token on these guilds of it."""
    board, group = stars()[0]
    sites = {g: Site((*mine[:1], 1) if n in others else mine) for n, g in enumerate(group)}
    state = position(board, sites, False)._replace(phase="tower")
    detail = guilds.label(guilds.view(state, 0), f"tower:{name(board, group[0])}").detail
    return SAY(detail) if detail else ""


def test_a_tower_says_beforehand_whose_tokens_go_home_and_who_loses_a_group() -> None:
    """The sheet's note: choose the guild with care, for a tower may break another's group."""
    assert consequence((0,), set()) == "Your token here comes back"
    assert consequence((0, 0), set()) == "Both your tokens here come back"
    assert consequence((0,), {0, 1}) == "You and Dove take a token back"
    assert consequence((0,), {0, 1, 2, 3}) == "Dove takes a token back and loses a complete group"
    assert consequence((0,), {1, 2, 3}) == "Your token here comes back", "not Dove's guild"


def test_who_keeps_another_group_is_not_said_to_lose_one() -> None:
    board, state = two_groups()
    shared = tuple(Site((0, 1)) if site.tokens else site for site in state.sites)
    view = guilds.view(placed(state, shared), 0)
    said = {SAY(detail) for m in moves(state)[:-1] if (detail := guilds.label(view, m).detail)}
    keep, lose = "Dove takes a token back; you stay ready to build", "loses a complete group"
    assert keep in said
    assert all((line == keep) != (lose in line) for line in said), "both have the same guilds"
    for move in moves(state)[:-1]:
        guild = guilds.board.guild_named(state.board, *move.split(":")[1:])
        left = [(n // 3, n % 3) for n, site in enumerate(shared) if site.tokens and n != guild]
        detail = guilds.label(view, move).detail
        assert detail and bool(referee.tower_guilds(board, left, False)) == (SAY(detail) == keep)


def test_stakes_say_who_is_one_token_short() -> None:
    board, group = stars()[0]
    three = position(board, {g: Site((1,)) for g in group[1:]}, False)
    page = guilds.page(guilds.view(three, None))
    assert [SAY(line) for line in page.stakes] == ["One token from a group: Dove"]
    four = position(board, {g: Site((1,)) for g in group}, False)
    page = guilds.page(guilds.view(four, None))
    assert [SAY(line) for line in page.stakes] == ["Has a complete group: Dove"]


def test_a_token_that_stops_someone_says_so() -> None:
    board, group = stars()[0]
    sites = {g: Site((1,)) for g in group[1:]} | {group[0]: Site((0,))}
    state = position(board, sites, False)._replace(phase="token", seat=0)
    detail = guilds.label(guilds.view(state, 0), f"token:{name(board, group[0])}").detail
    assert detail and SAY(detail) == "Blocks Dove, a token short of a group"


def test_a_forced_choice_is_open_so_that_the_house_plays_it() -> None:
    """All information is public: every offer is open, and a single move is played by the house."""
    full = dict.fromkeys(("A blue", "A ochre", "B brown", "B blue", "B green"), (1, 1))
    (decision,) = guilds.decisions(city(full))
    assert decision.open and decision.moves == ("token:A:brown",)


def test_a_tile_is_named_by_the_letter_of_the_order_laid() -> None:
    state = guilds.apply(city({}, hands=(("H05",), ("H09",))), 0, "token:A:brown")
    state = guilds.apply(state, 0, moves(state)[0])
    assert state.board[2].hex == "H05" and isinstance(state.board[2], Tile)
    assert any(move.startswith("token:C:") for move in moves(state))


# --- the rules text --------------------------------------------------------------------------------


def test_every_ruling_is_named_by_a_test() -> None:
    """Each number in the rules text has a test whose name begins with it; no test names another."""
    text = Path(guilds.__file__).with_name("rules.md").read_text("utf-8")
    rulings = re.findall(r"<!-- (G\d+) -->", text)
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_guilds*.py"))
    named = {f"G{n}" for n in re.findall(r"^def test_g(\d+)_", tests, re.MULTILINE)}
    assert named == set(rulings) and len(rulings) == len(set(rulings)) == 13
