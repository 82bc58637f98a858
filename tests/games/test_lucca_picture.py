"""The picture of Lucca: one base for everybody, façades, walls and gates, marks, the end."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import lucca
from games.contract import signs, walk
from games.core import offer, play
from games.lucca import pieces, rulebook
from games.lucca.cards import CARDS, Card
from games.lucca.picture_palace import BUILDS, FACADE_WIDTH, facade, plot, row_of
from games.lucca.picture_walls import rampart, strength
from games.lucca.quarter import Quarter
from games.lucca.scoring import final
from games.lucca.state import Points, State
from rendering import places, theme
from rendering.marks import banner, laurel, letter, ribbon, step_sign
from rendering.material.light import HOURS, NIGHT, hour_of
from rendering.pieces import chip, field
from rendering.places import VISTA_HEIGHT
from rendering.scene import Box, Glyph, Line, Placed, Poly, Scene, Sprite, inside
from tests.games.lucca_tables import city_table, moves, of, of_colour, palace, placing, table

PUBLIC, PRIVATE = 900, 560  # of 1000 wide: how high a picture may be
SEATS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


def seen(state: State, seat: int | None = None) -> Scene:
    own = offer(lucca, state, seat) if seat is not None else None
    return lucca.scene(lucca.view(state, seat), own.moves if own else ())


def built(seats: int, seed: str) -> Iterator[State]:
    """Yield the states of a game in which palaces are completed and opened, for full pictures."""
    dice, state = Random(seed), lucca.setup(seats, seed)
    while asked := [d for d in lucca.decisions(state) if not d.settled]:
        yield state
        rank = {"open": dice.random() * 9, "add": 6, "bastion": 5, "new": 4, "wall": 3}
        word = {
            move: max((rank.get(part, 0) for part in move.split(":")), default=0) for move in asked[0].moves
        }
        best = max(asked[0].moves, key=lambda move: (word[move], dice.random()))
        state = play(lucca, state, asked[0].seat, best)
    yield state


def placed(scene: Scene, sprite: Sprite) -> list[Placed]:
    return [item for item in scene.everything if isinstance(item, Placed) and item.sprite == sprite]


# --- one base for everybody ------------------------------------------------------------------------


@SEATS
def test_what_everybody_sees_is_the_same_for_every_viewer(seats):
    """The base is painted once: no hand, no choice, no mark may be in it."""
    for step in walk(lucca, seats, "base"):
        public = seen(step.state)
        assert public.items == () and theme.MARK not in repr(public.base)
        for seat in range(seats):
            mine = seen(step.state, seat)
            assert theme.MARK not in repr(mine.base)
            assert mine.base == public.base or mine.items, "another base is that of a question"


@SEATS
def test_the_base_knows_nothing_of_the_hands(seats):
    state = lucca.setup(seats, "hands")
    public = seen(state).base
    for n in range(4):
        assert seen(lucca.redeal(state, None, str(n))).base == public
    laid = {card for cards in state.triplets for card in cards}
    held = [str(CARDS[h.card].number) for hand in state.phase.hands for h in hand if h.card not in laid]
    shown = {str(CARDS[card].number) for card in laid}
    free = set(held) - shown - {str(n) for n in range(1, 10)} - {str(len(state.deck))}
    assert free and not free & set(signs(public))


@SEATS
def test_beside_a_question_stands_the_one_row_that_it_is_about(seats):
    """The street with all rows is on the board; of the hidden nothing changes what stands there."""
    asked = 0
    for step in walk(lucca, seats, "alone"):
        for decision in lucca.decisions(step.state):
            view = lucca.view(step.state, decision.seat)
            if not view.round:
                continue
            base, other = (
                lucca.scene(lucca.view(state, decision.seat), decision.moves).base
                for state in (step.state, lucca.redeal(step.state, None, "other"))
            )
            vistas = [i for i in base.items if isinstance(i, Placed) and i.sprite.h == VISTA_HEIGHT]
            assert len(vistas) == 1 and base == other
            assert placed(base, pieces.city(80)) if view.serving else not placed(base, pieces.city(80))
            asked += 1
    assert asked > 20


# --- a phone ---------------------------------------------------------------------------------------


@SEATS
def test_every_panel_fits_a_phone_and_every_numeral_can_be_read_there(seats):
    most, mine = 0, 0
    for state in built(seats, "phone"):
        most = max(most, seen(state).h)
        for asked in lucca.decisions(state)[:1]:
            scene = seen(state, asked.seat)
            mine = max(mine, scene.h)
            glyphs = [shape for _, _, shape in inside(scene.everything) if isinstance(shape, Glyph)]
            assert min(glyph.size for glyph in glyphs) >= 26
    assert 800 < most <= PUBLIC and 380 < mine <= PRIVATE


def test_points_are_twice_as_large_as_any_street_number():
    state = table(*[Quarter((palace(card),)) for card in ("P30", "P14", "P18", "P50", "P70")],
                  points=(Points(34),) * 5)  # fmt: skip
    sizes = {s.text: s.size for _, _, s in inside(seen(state).everything) if isinstance(s, Glyph)}
    assert sizes["34"] >= 2 * sizes["30"]


# --- façades ---------------------------------------------------------------------------------------


def boxes(sprite: Sprite, fill: str) -> list[Box]:
    return [s for _, _, s in inside(sprite.items) if isinstance(s, Box) and s.fill == fill]


def dashes(sprite: Sprite, ink: str) -> set[float]:
    """The heights at which dashes run level: the upper edges of ghost floors."""
    lines = [s for _, _, s in inside(sprite.items) if isinstance(s, Line) and s.line == ink]
    return {s.points[0][1] for s in lines if s.points[0][1] == s.points[1][1]}


@pytest.mark.parametrize("need", [3, 4, 5])
def test_a_facade_has_a_floor_a_card_and_a_ghost_for_each_that_is_missing(need):
    cards = of("red", need)
    for size in range(1, need):
        sprite = facade("red", cards[:size], need, "building")
        wide = [box for box in boxes(sprite, theme.RED) if box.w == FACADE_WIDTH - 8]
        assert len(wide) == size
        assert len(dashes(sprite, theme.WHITE)) == need - size
        assert not dashes(facade("red", cards[:size], need, "building", chalk=False), theme.WHITE)
    done = facade("red", cards, need, "complete")
    assert not dashes(done, theme.WHITE)
    assert done.h == BUILDS[need].height


def test_sums_of_windows_and_arms_hang_on_what_is_built_and_the_number_on_the_door():
    cards = of("blue", 3)
    windows, arms = (sum(getattr(CARDS[c], kind) for c in cards) for kind in ("windows", "shields"))
    building = list(signs(facade("blue", cards, 5, "building")))
    assert building == [str(CARDS[cards[-1]].number), *(str(n) for n in (windows, arms) if n)]
    complete = list(signs(facade("blue", cards, 3, "complete")))
    assert complete == [str(CARDS[cards[-1]].number)], "a complete palace's windows are scored, its arms gone"


def test_a_roof_says_complete_and_a_flag_in_the_familys_colour_opened():
    cards = of("green", 3)
    fills = {
        area: {getattr(s, "fill", "") for _, _, s in inside(facade("green", cards, 3, area, 1).items)}
        for area in ("building", "complete", "opened")
    }
    assert [theme.TERRACOTTA in fills[area] for area in fills] == [False, True, True]
    assert [theme.SEAT_COLOURS[1] in fills[area] for area in fills] == [False, False, True]


def test_an_empty_plot_shows_its_colour():
    quarter = Quarter((of_colour("red", 1),))
    scene = seen(table(*[quarter] * 5))
    assert [len(placed(scene, plot(colour))) for colour in ("red", "orange", "purple")] == [0, 5, 5]


# --- walls -----------------------------------------------------------------------------------------


def test_the_gate_says_how_many_shields_there_are_of_how_many_the_walls_need():
    quarter = Quarter((palace("P01", "P48"), palace("P05")), walls=("P90", "P91", "P93"))  # 9 shields
    assert list(signs(strength(quarter, 96))) == ["9/6"]
    assert list(signs(strength(quarter._replace(bastions=("B1", "B2")), 96))) == ["9/6", "2"]
    assert list(signs(strength(quarter._replace(walls=()), 96))) == ["9"]


def test_a_wall_is_cracked_when_its_shields_do_not_carry_it():
    strong = Quarter((palace("P01", "P48"),), walls=("P90", "P91", "P93"))  # 6 shields
    weak = strong._replace(walls=("P90", "P91", "P93", "P94"))
    scene = seen(table(strong, *[Quarter((palace(card),)) for card in ("P14", "P18", "P50")]))
    assert placed(scene, rampart(3, True)) and not placed(scene, rampart(3, False))
    scene = seen(table(weak, *[Quarter((palace(card),)) for card in ("P14", "P18", "P50")]))
    assert placed(scene, rampart(4, False)) and rampart(4, False) != rampart(4, True)
    ink = {s.fill for _, _, s in inside(strength(weak, 96).items) if isinstance(s, Glyph)}
    assert ink == {theme.RED}


# --- marks -----------------------------------------------------------------------------------------


def test_each_card_of_a_triplet_says_in_the_panel_what_it_would_do():
    red = of("red", 5)
    quarter = Quarter((palace(*red[:2]),), complete=(of_colour("blue", 3),))
    triplets = ((red[2], of("blue", 1, 5)[0], "P02"), *[("B1", "B2", "S500")] * 5)
    others = [Quarter((palace(card),)) for card in ("P91", "P92", "P93", "P94")]
    state = table(quarter, *others, triplets=triplets, takers=(-1,) * 6)
    windows = sum(CARDS[card].windows for card in red[:3])
    said = [s for s in signs(Scene(1, 1, "", seen(state, 0).items)) if s.startswith("+") or "/" in s]
    gain = sum(CARDS[card].colour == "blue" for card in ("P91", "P92", "P93", "P94"))
    assert sorted(said) == sorted((f"+{windows}", "1/3", f"+{gain}")), "nothing for wall, bastion, wild"
    assert not [s for s in signs(seen(state)) if s.startswith("+") and s != "+3"]


def test_two_cards_of_one_colour_count_on_in_a_triplet_but_not_while_they_are_placed():
    red = of("red", 4)
    quarters = [Quarter((palace(card),)) for card in (red[0], "P91", "P92", "P93")]
    triplets = ((red[1], red[2], "P02"), *[("B1", "B2", "S500")] * 4)
    state = table(*quarters, triplets=triplets, takers=(-1,) * 5)
    told = [s for s in signs(Scene(1, 1, "", seen(state, 0).items)) if "/" in s]
    assert told == ["2/4", "3/4", "1/4"]
    after = play(lucca, state, 0, "take:0")
    told = [s for s in signs(Scene(1, 1, "", seen(after, 0).items)) if "/" in s]
    assert told == ["2/4", "2/4", "1/4"]


def test_the_steps_of_the_last_turn_are_ringed_in_gold_and_numbered():
    red = of("red", 4)
    host = Quarter((palace(*red[:2]),), complete=(of_colour("blue", 3),))
    others = [Quarter((palace(card),)) for card in ("P91", "P92", "P93", "P94")]
    state = table(host, *others, triplets=((red[2], "P02", "P03"), *[("P05", "P06", "P07")] * 5),
                  takers=(-1,) * 6, news=())  # fmt: skip
    assert theme.GOLD not in repr(seen(state).base)
    for move in ("open:blue", "take:0", f"play:{red[2]}:add", "play:P02:wall", "play:P03:discard"):
        state = play(lucca, state, 0, move)
    gold = [i for i in seen(state).everything if isinstance(i, Box) and i.line == theme.GOLD]
    assert len(gold) == 3, "opened, completed, a wall; a discard leaves nothing to see"
    steps = [step_sign(0, 0, n).sprite for n in (1, 2, 3, 4)]
    assert [len(placed(seen(state), step)) for step in steps] == [1, 1, 1, 0]


def test_one_step_needs_no_number():
    state = placing(Quarter((of_colour("red", 1),)), "P02", news=())
    state = play(lucca, state, 0, "play:P02:new")
    gold = [i for i in seen(state).everything if isinstance(i, Box) and i.line == theme.GOLD]
    assert len(gold) == 1 and not placed(seen(state), step_sign(0, 0, 1).sprite)


@SEATS
def test_no_number_of_a_step_covers_another(seats):
    badges = [step_sign(0, 0, n).sprite for n in range(1, 7)]
    met = 0
    for state in built(seats, "steps"):
        found = [i for i in seen(state).everything if isinstance(i, Placed) and i.sprite in badges]
        spots = [(i.x, i.y) for i in found]
        assert not [
            1 for n, (x, y) in enumerate(spots) for a, b in spots[:n] if max(abs(a - x), abs(b - y)) < 30
        ]
        met += len(spots) > 1
    assert met > 10


def test_the_one_to_move_has_a_ribbon_and_nobody_else():
    state = table(*[Quarter((palace(card),)) for card in ("P30", "P14", "P18")])
    ribbons = [len(placed(seen(state), ribbon(seat, 64 + 21, 30))) for seat in range(3)]
    assert ribbons == [1, 0, 0]


def test_the_city_is_served_by_ticks_on_its_own_row_and_cards():
    state = city_table(Quarter((palace("P01"),)), ("P12", "B1", "P03"), ("P16", "P17", "P18"))
    scene = seen(state, 0)
    ticks = [i for i in scene.items if isinstance(i, Placed) and theme.MARK in repr(i.sprite)]
    aims = {CARDS[move.split(":")[2]].colour for move in moves(state)} - {""}
    assert len(ticks) == 6 + len(aims)


# --- the end ---------------------------------------------------------------------------------------


def test_the_end_hangs_up_the_winners_banner_and_the_points_in_parts():
    quarters = [
        Quarter((palace(card),), opened=(of_colour("green", 3, n),)) for n, card in enumerate(("P96", "P04"))
    ]
    state = final(
        table(*quarters, Quarter((palace("P50"),)), points=(Points(20, 7), Points(5, 31), Points(1)))
    )
    scene = seen(state)
    assert [p.total for p in state.points] == [30, 33, 1]
    assert placed(scene, banner(1, 156, 220)) and not placed(scene, banner(0, 156, 220))
    told = list(signs(scene))
    assert {"20", "7", "+3", "5", "31", "−3", "30", "33"} <= set(told)
    wreaths = [i for i in scene.everything if isinstance(i, Placed) and i.sprite == laurel(i.sprite.w)]
    assert len(wreaths) == 2, "in the ledger and in the winner's row; nothing was tied"


def test_laurel_hangs_over_the_street_number_that_decided_between_equal_points():
    """L10: equal points go to the highest visible number."""
    quarters = [Quarter((palace(card),)) for card in ("P40", "P60", "P01", "P96")]
    state = final(table(*quarters, points=(Points(9), Points(9), Points(), Points())))
    scene = seen(state)
    wreaths = [i for i in scene.everything if isinstance(i, Placed) and i.sprite == laurel(i.sprite.w)]
    (low,) = (i for i in wreaths if i.sprite.w == 82)
    number = next(i for i in scene.everything if isinstance(i, Glyph) and i.text == "60")
    assert abs(low.x + 41 - number.x) < 2 and abs(low.y + 41 - number.y) < 2


@SEATS
def test_the_sky_goes_from_morning_to_night_with_the_rounds(seats):
    hours = [hour_of(lucca.progress(lucca.view(step.state, None))) for step in walk(lucca, seats, "day")]
    assert hours == sorted(hours) and {*hours} == {*range(HOURS)} and hours.count(NIGHT) == 1


def test_each_family_has_its_own_view_of_lucca():
    rows = [placed(seen(table(*[Quarter((palace("P30"),))] * 5)), places.vista(1, seat)) for seat in range(5)]
    assert [len(row) for row in rows] == [1] * 5 and len({*(places.vista(1, n) for n in range(5))}) == 5


def test_a_built_palace_bears_the_sign_of_its_colour():
    for area in ("building", "complete", "opened"):
        sprite = facade("blue", of("blue", 3), 3 if area != "building" else 4, area)
        assert field("blue", 25) in [i.sprite for i in sprite.items if isinstance(i, Placed)], area


def test_three_windows_of_eighteen_pixels_fill_a_floor():
    face = CARDS["P01"]._replace(windows=3, shields=0)
    xs = [x for s in row_of(face, 0, 0, 94, 20, shutters=True) if isinstance(s, Poly) for x, _ in s.points]
    widest = max(
        max(x for x, _ in s.points) - min(x for x, _ in s.points)
        for s in row_of(face, 0, 0, 94, 20, shutters=True) if isinstance(s, Poly)
    )  # fmt: skip
    assert widest == pytest.approx(18) and max(xs) - min(xs) > 70


def test_a_use_is_told_on_a_chip_that_is_read_on_a_phone():
    assert chip("3/5", 43, 28, theme.MARK).items[1].size >= 26
    assert letter("+12", 50).items[1].size >= 26


def test_a_card_of_a_hosts_own_table_may_have_ten_signs():
    face = CARDS["P01"]._replace(windows=5, shields=5)
    drawn = pieces.bays(face, 10, 0, 100, 20)
    left = min(x + (s.points[0][0] if hasattr(s, "points") else 0) for x, _, s in inside(drawn))
    assert left >= 10


def test_palaces_in_the_rules_have_numbers_of_their_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """/card must not contradict the pictures; also after a host has put in other cards."""
    drawn = list[tuple[str, int]]()
    build = rulebook.built

    def noting(colour: str, faces: tuple[Card, ...], *more: Any) -> Sprite:
        drawn.append((colour, faces[-1].number))
        return build(colour, faces, *more)

    monkeypatch.setattr(rulebook, "built", noting)
    assert rulebook.figures() and len(drawn) > 10
    assert set(drawn) <= {(card.colour, card.number) for card in CARDS.values()}
