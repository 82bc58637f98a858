"""The picture of guilds: one base for everybody, towers that hide nothing, marks, crops, the end."""

from collections.abc import Iterator
from itertools import combinations
from math import dist

import pytest

from games import guilds
from games.contract import signs, walk
from games.core import offer, winners
from games.guilds.board import LETTERS, Tile, bits, quartets
from games.guilds.cards import CARDS, COLOURS
from games.guilds.picture import _plan
from games.guilds.picture_city import Lay, token_spot
from games.guilds.picture_marks import DOT, offer_sprite, outline_sprite, place_sprite
from games.guilds.picture_offer import near_groups, three_of_four
from games.guilds.picture_quarters import clipped
from games.guilds.picture_race import LEAST, lying
from games.guilds.picture_sheet import on_sheet, sheet
from games.guilds.pieces import (
    COBBLES,
    CORNER,
    FULL,
    LETTER,
    REACH,
    SIGN,
    SPREAD,
    TOKEN,
    corner,
    disc,
    guild_items,
    looks,
    middle,
    sign_sprite,
    stand,
    token_sprite,
    tower_height,
    tower_sprite,
)
from games.guilds.state import TOKENS, Site, State
from rendering import theme
from rendering.marks import banner, laurel, letter, ribbon, step_sign
from rendering.material.light import NIGHT, hour_of
from rendering.places import desk
from rendering.scene import Box, Disc, Glyph, Item, Line, Placed, Scene, Sprite, inside
from rendering.vision import lab
from tests.games.test_guilds_contract import way
from tests.games.test_guilds_geometry import position, stars

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
PHONE = 769  # of 1000 wide: 300 at the 390 pixels of a phone


def seen(state: State, seat: int | None = None) -> Scene:
    own = offer(guilds, state, seat) if seat is not None else None
    return guilds.scene(guilds.view(state, seat), own.moves if own else ())


def lay(state: State) -> Lay:
    return _plan(guilds.view(state, None)).lay


def places_of(scene: Scene, sprite: Sprite) -> list[int]:
    return [
        n for n, item in enumerate(scene.everything) if isinstance(item, Placed) and item.sprite == sprite
    ]


# --- one base for everybody ------------------------------------------------------------------------


@pytest.mark.slow
@SEATS
@pytest.mark.parametrize("options", [(), ("draft",)])
def test_what_everybody_sees_is_the_same_for_every_viewer(seats: int, options: tuple[str, ...]) -> None:
    """The base is painted once: no mark of a menu and no group of one's own may be in it."""
    for step in walk(guilds, seats, "base", options):
        public = seen(step.state)
        assert public.items == () and theme.MARK not in repr(public.base)
        assert all(seen(step.state, seat).base == public.base for seat in range(seats))


# --- a phone ---------------------------------------------------------------------------------------


@SEATS
def test_the_panels_fit_a_phone_and_every_numeral_can_be_read_there(seats: int) -> None:
    for step in walk(guilds, seats, "phone"):
        scene = seen(step.state, step.state.seat)
        assert step.state.phase == "hex" or scene.h <= PHONE
        glyphs = [shape for _, _, shape in inside(scene.everything) if isinstance(shape, Glyph)]
        assert min(glyph.size for glyph in glyphs) >= 26


def test_tokens_of_a_full_city_are_sixteen_pixels_on_a_phone() -> None:
    """Sixteen hexes that lie close together; a city that has grown far in one direction is smaller."""
    rows = ((0, 0, 4), (-1, 1, 4), (-1, 2, 4), (-2, 3, 4))
    city = tuple(Tile("H01", q + n, r, 0) for q, r, count in rows for n in range(count))
    state = next(step.state for step in walk(guilds, 4, "full") if not any(step.state.hands))
    view = guilds.view(state, None)._replace(board=city, places=())
    assert len(city) == 16 and _plan(view).lay.size * TOKEN >= 40


# --- towers that stand up --------------------------------------------------------------------------


def test_signs_and_letters_stand_above_every_tower() -> None:
    met = 0
    for step in walk(guilds, 2, "above"):
        scene, city = seen(step.state), lay(step.state)
        view = guilds.view(step.state, None)
        for guild, site in enumerate(view.sites):
            if site.tower < 0:
                continue
            tile = view.board[guild // 3]
            high = tower_height(tile.turn, guild % 3, city.size)
            fresh = [tower_sprite(site.tower, high, gold) for gold in (False, True)]
            last_tower = max(n for sprite in fresh for n in places_of(scene, sprite))
            colour = CARDS[tile.hex].guilds[guild % 3]
            sign = places_of(scene, sign_sprite(colour, tile.turn, guild % 3, city.size))
            name = places_of(scene, disc(LETTERS[guild // 3], city.letter))
            assert sign and max(sign) > last_tower and name and max(name) > last_tower
            met += 1
    assert met > 20


@pytest.mark.parametrize("turn", range(6))
def test_a_tower_stands_beside_the_sign_of_its_guild_and_on_nobodys_token(turn: int) -> None:
    """In radii: the middle of the sign and of every token of the hex lies outside of the tower."""
    for guild in range(3):
        (x, foot), high = stand(turn, guild), tower_height(turn, guild, 1000) / 1000
        left, right, top = x - high * 0.25, x + high * 0.25, foot - high
        spots = [middle(turn, guild, CORNER)]
        for other in {0, 1, 2} - {guild}:
            (mx, my), (ax, ay) = middle(turn, other, REACH), corner(2 * other + turn + 2.5)
            spots += [(mx + ax * k, my + ay * k) for k in (SPREAD, -SPREAD)]
        for px, py in spots:
            assert not (left < px < right and top < py < foot), (turn, guild, px, py)


def test_tokens_letter_and_sign_of_a_guild_do_not_cover_each_other() -> None:
    (mx, my), (ax, ay) = middle(0, 0, REACH), corner(2.5)
    tokens = [(mx + ax * k, my + ay * k, TOKEN / 2) for k in (SPREAD, -SPREAD)]
    things = [*tokens, (0.0, 0.0, LETTER / 2), (*middle(0, 0, CORNER), SIGN)]
    for (x, y, r), (a, b, s) in combinations(things, 2):
        assert ((x - a) ** 2 + (y - b) ** 2) ** 0.5 >= (r + s) * 0.97


def test_six_ways_to_look_are_six() -> None:
    assert {looks(turn, guild) for turn in range(6) for guild in range(3)} == set(range(6))


def test_every_colour_has_its_own_ground_and_sign() -> None:
    assert set(FULL) == set(COLOURS) and len(set(FULL.values())) == 4
    drawn = [sign_sprite(colour, 0, 0, 100).items[1:] for colour in COLOURS]
    assert all(one != other for one, other in combinations(drawn, 2))


# --- marks -----------------------------------------------------------------------------------------


def star(tokens: dict[int, tuple[int, ...]], phase: str = "token") -> tuple[State, tuple[int, ...]]:
    """Four guilds that hang together, with tokens on some of them; seat 0 is to move."""
    board, group = stars()[0]
    state = position(board, {group[n]: Site(seats) for n, seats in tokens.items()}, False)
    return state._replace(phase=phase, seat=0), tuple(3 * tile + guild for tile, guild in group)


def test_three_of_four_are_dotted_in_gold_for_their_owner_alone() -> None:
    state, group = star({0: (0,), 1: (0,), 2: (0,)})
    view = guilds.view(state, 0)
    assert set(bits(three_of_four(view.board, view.own[0], view.room))) == set(group[:3])
    dots = [len([i for i in seen(state, s).items if getattr(i, "sprite", None) == DOT]) for s in (0, 1)]
    assert dots[0] > 20 and dots[1] == 0
    assert not places_of(seen(state), DOT)


def test_a_group_that_is_blocked_or_complete_is_not_dotted() -> None:
    state, group = star({0: (0,), 1: (0,), 2: (0,), 3: (1, 1)})
    view = guilds.view(state, 0)
    fours = [four for four in quartets(view.board) if (four & view.own[0]).bit_count() == 3]
    open_fours = [four for four in fours if four & ~view.own[0] & view.room]
    expected = {guild for four in open_fours for guild in bits(four & view.own[0])}
    assert set(bits(three_of_four(view.board, view.own[0], view.room))) == expected
    state, _ = star({0: (0,), 1: (0,)})
    assert near_groups(guilds.view(state, 0), lay(state), 0) == ()


def test_no_dot_hides_a_letter() -> None:
    dots = 0
    for step in walk(guilds, 3, "dots"):
        city = lay(step.state)
        middles = [city.of(tile) for tile in step.state.board]
        for item in seen(step.state, 0).items:
            if isinstance(item, Placed) and item.sprite == DOT:
                spot = item.x + DOT.w / 2, item.y + DOT.h / 2
                assert all(dist(spot, middle) > city.letter / 2 + 6 for middle in middles)
                dots += 1
    assert dots > 200


def test_a_ring_lies_where_the_next_token_would() -> None:
    state, group = star({0: (1,)})
    view, city = guilds.view(state, 0), lay(state)
    rings = [
        i
        for i in seen(state, 0).items
        if isinstance(i, Placed) and i.sprite.w == round(city.size * TOKEN) - 6
    ]
    middles = {(round(i.x + i.sprite.w / 2), round(i.y + i.sprite.h / 2)) for i in rings}
    second, first = token_spot(view, city, group[0], 1), token_spot(view, city, group[1], 0)
    assert {(round(x), round(y)) for x, y in (second, first)} <= middles


def test_where_a_tower_may_go_is_ticked() -> None:
    state, group = star(dict.fromkeys(range(4), (0,)), "tower")
    scene, city = seen(state, 0), lay(state)
    for guild in group:
        tile = state.board[guild // 3]
        assert places_of(scene, offer_sprite(tile.turn, guild % 3, city.size))


def test_steps_of_a_turn_are_numbered_and_ringed_in_gold() -> None:
    numbered = 0
    for step in walk(guilds, 3, "steps"):
        view, scene, city = guilds.view(step.state, None), seen(step.state), lay(step.state)
        turn = next((turn for _, turn in reversed(view.story) if not turn.still), None)
        steps = [n for n in (1, 2, 3) if places_of(scene, step_sign(0, 0, n).sprite)]
        if turn is None or view.phase == "over":
            assert steps == []
            continue
        gone = turn.token >= 0 and not view.sites[turn.token].tokens  # a tower of the same turn sent it home
        shown = (turn.token >= 0 and not gone) + (turn.tile >= 0) + (turn.tower >= 0)
        assert steps == (list(range(1, shown + 1)) if shown > 1 else [])
        assert bool(places_of(scene, outline_sprite(city.size))) == (turn.tile >= 0)
        numbered += bool(steps)
    assert numbered > 10


def test_the_one_to_move_has_a_ribbon_and_nobody_else() -> None:
    state = guilds.setup(2, "ribbon")
    found = {item.sprite for item in seen(state).everything if isinstance(item, Placed)}
    ribbons = [sum(ribbon(seat, w, 28) in found for w in range(60, 300)) for seat in range(2)]
    assert ribbons == [int(seat == state.seat) for seat in range(2)]


# --- the contact sheet -----------------------------------------------------------------------------


def sheets(seats: int) -> Iterator[tuple[list[Item], int, int]]:
    """Yield the sheets of all places of a game, their heights and how many rotations they show."""
    for step in walk(guilds, seats, "sheet"):
        if step.state.phase == "hex":
            view, moves = guilds.view(step.state, step.state.seat), guilds.decisions(step.state)[0].moves
            for place in view.places:
                ways = tuple(w for w in map(way, moves) if (w.q, w.r) == place)
                yield *sheet(view, on_sheet(ways), 762), len(ways)


@SEATS
def test_the_sheet_has_three_crops_a_row_and_leaves_the_board_more_than_half(seats: int) -> None:
    most = 0
    for items, high, ways in sheets(seats):
        crops = [item for item in items if isinstance(item, Box) and item.fill == theme.EDGE]
        assert len(crops) == ways and len({crop.x for crop in crops}) == min(3, ways)
        assert 762 / (762 + high) >= 0.55
        most = max(most, ways)
    assert most > 6


@SEATS
def test_what_a_crop_shows_stays_in_it(seats: int) -> None:
    """No neighbour's guild reaches into another crop."""
    for items, _, _ in sheets(seats):
        crop = items[0]
        assert isinstance(crop, Box)
        for item in items:
            if isinstance(item, Box):
                crop = item if item.fill == theme.EDGE else crop
                continue
            for x, y, shape in inside((item,)):
                points = getattr(shape, "points", ())
                assert all(crop.x <= x + px <= crop.x + crop.w for px, _ in points)
                assert all(crop.y <= y + py <= crop.y + crop.h for _, py in points)


def test_a_place_is_ticked_with_its_number_and_the_hexes_in_hand_too() -> None:
    state = next(step.state for step in walk(guilds, 3, "ticks") if step.state.phase == "hex")
    scene, city = seen(state, state.seat), lay(state)
    view = guilds.view(state, state.seat)
    assert len(places_of(scene, place_sprite(city.size))) == len(view.places)
    assert places_of(scene, letter("1", max(44, round(city.size * 0.6))))


# --- the end ---------------------------------------------------------------------------------------


@SEATS
def test_the_end_hangs_up_the_winners_banner_with_towers_and_tokens_on_the_board(seats: int) -> None:
    *_, before, last = walk(guilds, seats, "banner")
    best = winners(guilds.score(last.state))
    scene, view = seen(last.state), guilds.view(last.state, None)
    hung = [seat for seat in range(seats) for w in range(60, 151) if places_of(scene, banner(seat, w, 300))]
    assert tuple(hung) == tuple(best)
    assert len(places_of(scene, laurel(69))) == len(best) and not places_of(seen(before.state), laurel(69))
    told = list(signs(scene))
    for seat in range(seats):
        assert {str(view.towers[seat]), str(TOKENS - view.left[seat])} <= set(told)
    assert places_of(scene, desk(NIGHT)) and not places_of(seen(before.state), desk(NIGHT))


def test_a_token_has_the_outline_of_its_seat() -> None:
    outlines = [len(token_sprite(seat, 40).items[0].sprite.items[0].points) for seat in range(4)]
    assert len(set(outlines)) == 3 and outlines[1] == outlines[3] == 4, "a square and a lozenge have four"


# --- light, quarters and the race --------------------------------------------------------------------


@SEATS
def test_the_light_goes_from_morning_to_night(seats: int) -> None:
    hours = [hour_of(guilds.progress(guilds.view(step.state, None))) for step in walk(guilds, seats, "light")]
    assert hours[0] == 0 and hours[-1] == NIGHT and len({*hours}) > 3


def test_a_tower_of_ten_courses_grows_for_each_family() -> None:
    """In a column of its own, or lying in the seats' cards: as many courses as towers."""
    grown, lain = 0, 0
    for step in walk(guilds, 2, "race"):
        view, scene = guilds.view(step.state, None), seen(step.state)
        beside = _plan(view._replace(viewer=None)).race.h >= LEAST
        for seat, built in enumerate(view.towers):
            lies = any(places_of(scene, lying(seat, built, w)) for w in range(100, 200))
            assert lies != beside
        grown, lain = grown + beside, lain + (not beside)
    assert grown


def test_a_line_is_clipped_to_its_quarter() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert clipped(square, ((-5.0, 5.0), (20.0, 5.0))) == ((0.0, 5.0), (10.0, 5.0))
    assert clipped(square, ((-5.0, 12.0), (20.0, 12.0))) == ()
    assert clipped(square, ((2.0, 5.0), (4.0, 5.0))) == ((2.0, 5.0), (4.0, 5.0))


@pytest.mark.parametrize("colour", COLOURS)
def test_a_pattern_keeps_to_its_quarter_and_lies_level_in_every_one(colour: str) -> None:
    for turn, guild in ((0, 0), (1, 1), (3, 2)):
        items = [*guild_items(colour, turn, guild, 100, 0, 0)]
        for shape in (item for item in items if isinstance(item, Line | Disc)):
            points = shape.points if isinstance(shape, Line) else ((shape.x, shape.y),)
            assert all(dist((0, 0), point) <= 101 for point in points)


def test_a_dead_guild_is_darker_than_every_ground() -> None:
    assert all(lab(COBBLES)[0] < lab(ground)[0] - 15 for ground in FULL.values())
