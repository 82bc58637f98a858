"""What players of guilds read and press: hexes by letter and colours, tokens by their purpose."""

import re
from itertools import permutations

import pytest

from bot.text.words import words
from bot.views.menus import Buttons, Menu, Offer
from games import guilds
from games.contract import signs, walk
from games.core import Label
from games.guilds.board import LETTERS, Tile, bits, guild_named
from games.guilds.cards import CARDS, COLOURS, kind_name
from games.guilds.chances import chances, reach
from games.guilds.names import KIND_LETTERS, hex_letter
from games.guilds.state import TOWERS, Site, State
from tests.games import guilds_referee as referee
from tests.games.guilds_referee import Guild, Laid
from tests.games.test_guilds import laid, name
from tests.games.test_guilds_geometry import position, stars

SAY = words("en").say


def star(tokens: dict[int, tuple[int, ...]]) -> tuple[tuple[Laid, ...], tuple[Guild, ...], State]:
    """Four guilds that hang together, with tokens on some of them; seat 0 is asked for a token."""
    board, group = stars()[0]
    state = position(board, {group[n]: Site(seats) for n, seats in tokens.items()}, False)
    return board, group, state._replace(phase="token", seat=0)


def token(state: State, board: tuple[Laid, ...], guild: Guild) -> Label:
    return guilds.label(guilds.view(state, 0), f"token:{name(board, guild)}")


def said(label: Label) -> str:
    return SAY(label.detail) if label.detail else ""


# --- hexes -----------------------------------------------------------------------------------------


def test_equal_hexes_share_a_letter_that_no_tile_has() -> None:
    assert len(KIND_LETTERS) == len(set(KIND_LETTERS.values())) == 8
    assert not set(KIND_LETTERS.values()) & set(LETTERS)
    assert {kind_name(three) for three in permutations(COLOURS, 3)} == set(KIND_LETTERS)
    for one in CARDS:
        for other in CARDS:
            alike = kind_name(CARDS[one].guilds) == kind_name(CARDS[other].guilds)
            assert (hex_letter(one) == hex_letter(other)) == alike


@pytest.mark.parametrize("options", [(), ("draft",)])
def test_no_player_ever_reads_the_number_of_a_hex(options: tuple[str, ...]) -> None:
    """ "H02" is a name in our table of hexes: it stands in moves, never in words or pictures."""
    letters = 0
    for n, step in enumerate(walk(guilds, 3, "names", options)):
        view = guilds.view(step.state, step.state.seat)
        page, read = guilds.page(view), list[str]()
        for part in (page.seats, page.news, page.stakes, page.alt, page.table):
            read += map(SAY, part)
        for decision in guilds.decisions(step.state):
            for move in decision.moves:
                label = guilds.label(view, move)
                read += [SAY(label.text), said(label), *map(SAY, label.path)]
        read += signs(guilds.scene(view)) if n % 5 == 0 else []
        assert not [line for line in read if re.search(r"\bH\d", line)]
        letters += sum(line.startswith(tuple(f"{x}: " for x in "QRSTUVWX")) for line in read)
    assert letters > 50


def test_a_hex_says_how_far_groups_on_it_would_be() -> None:
    """Nobody's token is near at first; then each seat with tokens beside the place is told, oneself first."""
    told = set[str]()
    for step in walk(guilds, 3, "reach"):
        if step.state.phase == "hex":
            view = guilds.view(step.state, step.state.seat)
            told |= {said(guilds.label(view, move)) for move in guilds.decisions(step.state)[0].moves}
    assert "Groups on it: you 1 of 4, nobody else any" in told
    assert any(re.fullmatch(r"Groups on it: you \d of 4, (Lion|Dove|Bear) \d.*", line) for line in told)


def test_a_pick_of_the_draft_says_whether_another_one_like_it_stays() -> None:
    state = guilds.setup(2, "draft", ("draft",))
    twin, other = (
        "H01",
        next(hex for hex in CARDS if kind_name(CARDS[hex].guilds) != kind_name(CARDS["H01"].guilds)),
    )
    same = next(h for h in CARDS if h != twin and kind_name(CARDS[h].guilds) == kind_name(CARDS[twin].guilds))
    view = guilds.view(state._replace(pool=(twin, same, other)), state.seat)
    assert said(guilds.label(view, f"draft:{twin}")) == "Another one like it stays on offer"
    assert said(guilds.label(view, f"draft:{other}")) == "The last of its kind on offer"


# --- tokens ----------------------------------------------------------------------------------------


def test_a_token_says_how_many_of_four_it_makes_and_what_is_then_lacking() -> None:
    board, group, empty = star({})
    assert said(token(empty, board, group[0])) == "1 of 4: begins a group"
    board, group, one = star({1: (0,)})
    partner = name(board, group[1]).replace(":", " ")
    assert said(token(one, board, group[0])) == f"2 of 4, with {partner}"
    board, group, two = star({1: (0,), 2: (0,)})
    assert said(token(two, board, group[0])).startswith("3 of 4: ")
    board, group, three = star({1: (0,), 2: (0,), 3: (0,)})
    assert said(token(three, board, group[0])).startswith("Completes a group: tower, with ")


def test_how_far_groups_are_is_the_referees() -> None:
    """A token and a new hex: fours that hang together, on guilds that one has or may still have."""
    met = set[tuple[str, int]]()
    for step in walk(guilds, 2, "referee"):
        state, view = step.state, guilds.view(step.state, step.state.seat)
        view = view._replace(room=view.room & ~int("001" * 16, 2)) if state.phase == "hex" else view  # closed
        mine, room = (guilds_of(bits_of) for bits_of in (view.own[view.seat], view.room))
        for move in guilds.decisions(state)[0].moves[::5] if state.phase == "token" else ():
            at = guild_named(state.board, *move.split(":")[1:])
            here = (at // 3, at % 3)
            fours = referee.quartets(laid(state), sorted(mine | room))
            held = [len(set(four) & mine) for four in fours if here in four and here not in mine]
            assert chances(view)[at].of_four == max(held, default=-1) + 1
            met.add(("token", max(held, default=-1) + 1))
        for move in guilds.decisions(state)[0].moves[::9] if state.phase == "hex" else ():
            _, hex, q, r, turn = move.split(":")
            way, fresh = Tile(hex, int(q), int(r), int(turn)), {(len(view.board), n) for n in range(3)}
            for seat, tokens in enumerate(reach(view, way)):
                own = guilds_of(view.own[seat])
                fours = referee.quartets((*laid(state), way), sorted(own | room | fresh))
                assert tokens == max([len(set(four) & own) for four in fours if fresh & set(four)], default=0)
                met.add(("hex", tokens))
    assert {("token", n) for n in range(5)} | {("hex", n) for n in range(3)} <= met


def guilds_of(guilds_as_bits: int) -> set[Guild]:
    """A set of guilds as the referee names them: tile and number."""
    return {(n // 3, n % 3) for n in bits(guilds_as_bits)}


def test_a_token_that_blocks_and_one_beside_a_token_say_so() -> None:
    board, group, state = star({0: (0,), 1: (1,), 2: (1,), 3: (1,)})
    assert said(token(state, board, group[0])) == "Blocks Dove, a token short of a group"
    board, group, state = star({0: (1,)})
    assert said(token(state, board, group[0])) == "1 of 4: begins a group; the last place, by Dove"
    board, group, state = star({0: (0,)})
    assert said(token(state, board, group[0])) == "Your second token here: takes the last place"


def test_one_without_tokens_left_is_not_said_to_be_blocked() -> None:
    board, group, state = star({0: (0,), 1: (1,), 2: (1,), 3: (1,)})
    view = guilds.view(state, 0)
    spent = view._replace(left=(view.left[0], 0, *view.left[2:]))
    assert "Blocks" not in said(guilds.label(spent, f"token:{name(board, group[0])}"))


def test_tokens_with_a_purpose_stand_before_the_menus_and_the_others_by_tile() -> None:
    crowded = 0
    for step in walk(guilds, 3, "purpose"):
        if step.state.phase != "token":
            continue
        (decision,), view = guilds.decisions(step.state), guilds.view(step.state, step.state.seat)
        labels = [guilds.label(view, move) for move in decision.moves]
        front = [label for label in labels if not label.path]
        if len(decision.moves) <= 10:
            continue
        assert all(said(label).startswith(("Completes", "Blocks", "3 of 4")) for label in front)
        assert len(front) <= 4
        best = [label for label in labels if said(label).startswith("Completes")]
        assert all(label in front for label in best[: min(4, len(best))])
        for label in labels:
            if label.path:
                assert SAY(label.path[-1]) == f"Hex {SAY(label.text)[0]}"
        crowded += bool(front)
        controls = Offer(decision, tuple(labels), SAY).controls()
        assert isinstance(controls[-1], Buttons) == bool(front)
        assert sum(isinstance(control, Menu) for control in controls) <= 5
    assert crowded > 10


# --- towers and the end ----------------------------------------------------------------------------


def test_the_tenth_tower_says_that_it_ends_the_game_and_no_tower_what_it_leaves() -> None:
    board, group, state = star(dict.fromkeys(range(4), (0,)))
    view = guilds.view(state._replace(phase="tower"), 0)
    move = f"tower:{name(board, group[0])}"
    assert said(guilds.label(view, move)) == "Your token here comes back"
    ninth = view._replace(towers=(TOWERS - 1, *view.towers[1:]))
    assert said(guilds.label(ninth, move)) == "Your tenth tower: it ends the game"
    assert said(guilds.label(view, "rest")) == "All tokens stay; build next turn if the group still stands"


def test_the_grid_says_which_way_ties_break() -> None:
    *_, last = walk(guilds, 3, "ties")
    grid = guilds.page(guilds.view(last.state, None)).grid
    assert [SAY(row.name) for row in grid] == ["Ties: tokens on the board", "Towers"]
    assert [tuple(map(int, row.cells)) for row in reversed(grid)] == [
        *zip(*guilds.score(last.state), strict=True)
    ]
