"""The rules of Lucca, read like the rulesheet: counts, rulings L1 to L16, and the sheet's examples."""

import pytest

from games import lucca
from games.core import Held, IllegalMove, Text, offer, play, shuffled
from games.lucca.cards import CARDS, deck
from games.lucca.quarter import Palace, Points, Quarter, city_start
from games.lucca.questions import keeps, ways
from games.lucca.rounds import final, order_of_play
from games.lucca.state import CITY, COUNTS, Choosing, Over, Placing, Serving, State, Turn

BOTH = ((), ("celebration",))
PLAIN = [card for card in CARDS if card.startswith("P")]


def of(colour: str, count: int = 1, skip: int = 0) -> tuple[str, ...]:
    """Return some plain cards of a colour."""
    return tuple(card for card in PLAIN if CARDS[card].colour == colour)[skip : skip + count]


def palace(*cards: str) -> Palace:
    return Palace(CARDS[cards[0]].colour, cards)


def of_colour(colour: str, count: int, skip: int = 0) -> Palace:
    return palace(*of(colour, count, skip))


def table(*quarters: Quarter, city: Quarter | None = None, **fields: object) -> State:
    """Return a table in the middle of a game, with these quarters; seat 0 is on turn."""
    seats = len(quarters)
    start = lucca.setup(seats, "table")
    rest = {"phase": Turn(0), "order": tuple(range(seats)), "round": 2, "turn": 4, "city": city, **fields}
    return start._replace(quarters=quarters, **rest)


def moves(state: State, seat: int = 0) -> tuple[str, ...]:
    decision = offer(lucca, state, seat)
    return decision.moves if decision else ()


def placing(quarter: Quarter, *cards: str, **fields: object) -> State:
    """Return a table of five where seat 0 has these cards to place."""
    others = [Quarter((palace(card),)) for card in ("P91", "P92", "P93", "P94")]
    return table(quarter, *others, phase=Placing(0, 0, cards), **fields)


def choose_all(state: State) -> State:
    """Let everyone keep the first pair on offer."""
    for seat in range(state.seats):
        state = play(lucca, state, seat, moves(state, seat)[0])
    return state


# --- the table of counts ---------------------------------------------------------------------------


@pytest.mark.parametrize("options", BOTH)
@pytest.mark.parametrize(
    ("seats", "triplets", "need", "removed", "rounds"),
    [(2, 4, 5, 8, 7), (3, 4, 5, 10, 7), (4, 5, 4, 2, 6), (5, 6, 3, 0, 5)],
)
def test_the_table_of_counts_comes_out(seats, triplets, need, removed, rounds, options):
    state = choose_all(lucca.setup(seats, "counts", options))
    assert len(state.removed) == removed + 3 * bool(options)
    assert COUNTS[seats].need == need
    seen = {}
    while asked := lucca.decisions(state):
        if isinstance(state.phase, Turn) and state.phase.at == 0:
            seen[state.round] = len(state.triplets), len(state.deck)
        state = play(lucca, state, asked[0].seat, asked[0].idle)
    assert list(seen) == list(range(1, rounds + 1))
    assert {count for count, _ in seen.values()} == {triplets}
    assert [left for _, left in seen.values()] == [3 * triplets * n for n in range(rounds - 1, -1, -1)]


def test_decks_have_100_and_103_cards_and_the_celebration_swaps_10_and_20():
    plain, party = set(deck(False)), set(deck(True))
    assert (len(plain), len(party)) == (100, 103)
    assert {CARDS[card].number for card in plain - party} == {10, 20}
    assert sorted(CARDS[card].number for card in party - plain) == [10, 20, 500, 1513, 2013]
    assert sorted(CARDS[card].number for card in party if CARDS[card].wild) == [10, 20, 500]


@pytest.mark.parametrize(("seats", "need"), [(2, 5), (3, 5), (4, 4), (5, 3)])
def test_a_palace_completes_at_its_count_and_scores_its_windows_at_once(seats, need):
    cards = of("red", need)
    quarters = [Quarter((palace(*cards[:-1]),))] + [
        Quarter((palace(c),)) for c in ("P92", "P93", "P94", "P95")
    ]
    city = Quarter((palace("P91"),)) if seats == 2 else None
    state = table(*quarters[:seats], city=city, phase=Placing(0, 0, (cards[-1], "P02")))
    after = play(lucca, state, 0, f"play:{cards[-1]}:add")
    assert after.quarters[0].complete == (Palace("red", cards),)
    assert after.points[0] == Points(windows=sum(CARDS[card].windows for card in cards))


# --- the rulings -----------------------------------------------------------------------------------


def test_l1_a_bastion_is_built_or_discarded_and_never_a_wall():
    state = placing(Quarter((of_colour("red", 1),)), "B1", "P02")
    assert [move for move in moves(state) if ":B1:" in move] == ["play:B1:bastion", "play:B1:discard"]
    built = play(lucca, state, 0, "play:B1:bastion").quarters[0]
    assert built.bastions == ("B1",) and built.palaces == state.quarters[0].palaces
    assert CARDS["B1"][2:6] == ("", 0, 0, 0)


@pytest.mark.parametrize("options", BOTH)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l2_no_bastion_in_an_opening_four_and_triplets_lie_open_while_choosing(seats, options):
    for seed in "abcdefgh":
        state = lucca.setup(seats, seed, options)
        hands = [[held.card for held in hand] for hand in state.phase.hands]
        assert [len(hand) for hand in hands] == [4] * seats
        assert not any(CARDS[card].bastion for hand in hands for card in hand)
        assert len(lucca.view(state, None).triplets) == COUNTS[seats].triplets


def test_l2_bastions_set_aside_come_back_into_the_deck():
    """The bastions met while dealing are somewhere in deck or removed cards, never lost."""
    for seed in "abcdefgh":
        state = choose_all(lucca.setup(5, seed))
        hidden = {held.card for held in (*state.deck, *state.removed)}
        open_ = {card for cards in state.triplets for card in cards}
        assert {"B1", "B2", "B3", "B4"} <= hidden | open_


def test_l2_bastions_set_aside_are_not_among_the_first_triplets():
    """L2: they go back only after the choice, so that the first triplets come from the rest of the pile."""
    aside = 0
    for seed in map(str, range(40)):
        state, pile = lucca.setup(5, seed), shuffled(deck(False), seed, "opening")
        hands = [held.card for hand in state.phase.hands for held in hand]
        dealt = pile[: max(map(pile.index, hands)) + 1]
        assert set(hands) == {card for card in dealt if not CARDS[card].bastion}
        assert [card for cards in state.triplets for card in cards] == list(pile[len(dealt) :][:18])
        aside += len(dealt) - len(hands)
    assert aside > 10, "bastions were met while dealing"


def test_l2_the_choice_is_simultaneous_and_may_change_until_the_last():
    state = lucca.setup(3, "choice")
    assert [d.seat for d in lucca.decisions(state)] == [0, 1, 2]
    state = play(lucca, state, 1, moves(state, 1)[0])
    asked = {d.seat: d for d in lucca.decisions(state)}
    assert [asked[s].settled for s in range(3)] == [False, True, False]
    assert lucca.view(state, None).choosing == (0, 2)
    mind = moves(state, 1)[2]
    state = play(lucca, state, 1, mind)
    for seat in (0, 2):
        state = play(lucca, state, seat, moves(state, seat)[0])
    kept = [card for p in state.quarters[1].palaces for card in p.cards]
    assert sorted(kept) == sorted(mind.split(":")[1:])
    assert isinstance(state.phase, Turn)


def test_l2_nobody_sees_a_choice_before_all_have_chosen():
    state = lucca.setup(2, "hidden")
    first, second = moves(state, 0)[0], moves(state, 0)[3]
    worlds = [play(lucca, state, 0, move) for move in (first, second)]
    for viewer in (None, 1):
        assert lucca.view(worlds[0], viewer) == lucca.view(worlds[1], viewer)
        assert lucca.page(lucca.view(worlds[0], viewer)) == lucca.page(lucca.view(worlds[1], viewer))
    assert lucca.view(worlds[0], 0).kept == tuple(first.split(":")[1:])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l2_who_chose_first_or_changed_their_mind_leaves_no_trace(seats):
    """L2: the same choices in any order, with second thoughts on the way, make the same table."""
    start = lucca.setup(seats, "trace", ("celebration",))
    final_choice = {seat: moves(start, seat)[-1] for seat in range(seats)}
    plain = start
    for seat, move in final_choice.items():
        plain = play(lucca, plain, seat, move)
    wavering = start
    for seat in reversed(range(1, seats)):
        for move in (moves(start, seat)[0], final_choice[seat]):
            wavering = play(lucca, wavering, seat, move)
    assert play(lucca, wavering, 0, final_choice[0]) == plain
    assert isinstance(plain.phase, Turn)


def test_l3_two_kept_cards_of_one_colour_form_one_palace_with_the_chosen_one_on_top():
    low, high = of("red", 2)
    assert set(keeps((low, high))) == {(low, high), (high, low)}
    assert keeps((low, "P02")) == [(low, "P02")]
    state = lucca.setup(2, "l3")
    hand = tuple(Held(card, frozenset({0})) for card in (low, high, "P02", "P03"))
    state = state._replace(phase=Choosing((hand, state.phase.hands[1]), ((), ())))
    state = play(lucca, play(lucca, state, 0, f"keep:{high}:{low}"), 1, moves(state, 1)[0])
    assert state.quarters[0].building == (Palace("red", (high, low)),)
    assert state.quarters[0].building[0].number == CARDS[low].number


def test_l4_the_street_number_is_the_top_cards_in_all_three_areas_and_walls_show_none():
    quarter = Quarter(
        (palace("P96", "P01"),),
        (palace("P95", "P02"),),
        (palace("P94", "P03"),),
        walls=("P93",),
        bastions=("B1",),
    )
    assert [p.number for p in quarter.palaces] == [1, 2, 3]
    assert quarter.highest == 3


def test_l5_order_by_shields_under_construction_then_by_the_highest_visible_number():
    most = Quarter((palace("P01"), palace("P05")))  # 3 + 3 shields
    tied_low = Quarter((palace("P09"),), opened=(palace("P04"),))  # 3 shields, highest 9
    tied_high = Quarter((palace("P15"),), complete=(palace("P60"),))  # 3 shields, 60 in another area
    completed_only = Quarter((palace("P04"),), complete=(palace("P01", "P48", "P61"),))  # 0 that count
    assert order_of_play(table(completed_only, tied_low, most, tied_high)) == (2, 3, 1, 0)


def test_l5_the_order_is_fixed_for_a_round():
    state = choose_all(lucca.setup(3, "order"))
    order = state.order
    while state.round == 1:
        assert state.order == order
        asked = lucca.decisions(state)[0]
        builds = [m for m in asked.moves if m.endswith(("new", "add"))]
        state = play(lucca, state, asked.seat, builds[0] if builds else asked.idle)
    assert state.order == order_of_play(state)


def test_example_the_red_party_scores_5_points():
    """L6: Bruno 2 red cards, Charlie 1, Daniel a completed red palace, Emma an opened one: 5 points."""
    reds = [of("red", 3), of("red", 2, 3), of("red", 1, 5), of("red", 3, 6), of("red", 3, 9)]
    alex, daniel = Quarter(complete=(palace(*reds[0]),)), Quarter(complete=(palace(*reds[3]),))
    bruno, charlie = Quarter((palace(*reds[1]),)), Quarter((palace(*reds[2]),))
    emma = Quarter(opened=(palace(*reds[4]),))
    state = table(alex, bruno, charlie, daniel, emma)
    label = lucca.label(lucca.view(state, 0), "open:red")
    assert label.text == Text("Open {palace}: +{points} now", palace=Text("Red"), points=5)
    after = play(lucca, state, 0, "open:red")
    assert after.points[0] == Points(openings=5)
    assert after.quarters[0].opened == alex.complete and not after.quarters[0].complete


def test_l6_own_cards_do_not_count_and_other_colours_neither():
    host = Quarter((of_colour("blue", 2),), complete=(of_colour("red", 3), of_colour("green", 3)))
    guest = Quarter((of_colour("blue", 1, 5),))
    state = table(host, guest, guest, guest, guest)
    assert play(lucca, state, 0, "open:red").points[0].openings == 0


def test_l6_several_palaces_may_be_opened_before_the_triplet_but_none_after():
    host = Quarter(complete=(of_colour("red", 3), of_colour("green", 3)))
    state = table(host, *[Quarter((of_colour("red", 1, 5),))] * 4)
    state = play(lucca, play(lucca, state, 0, "open:green"), 0, "open:red")
    assert not [move for move in moves(state) if move.startswith("open")]
    again = table(host, *[Quarter((of_colour("red", 1, 5),))] * 4)
    taken = play(lucca, again, 0, "take:0")
    assert not [move for move in moves(taken) if move.startswith("open")]


def test_l6_a_palace_completed_this_turn_waits_for_the_next():
    cards = of("red", 3)
    state = placing(Quarter((palace(*cards[:2]),)), cards[2], "P02")
    state = play(lucca, state, 0, f"play:{cards[2]}:add")
    with pytest.raises(IllegalMove):
        play(lucca, state, 0, "open:red")


def test_l7_five_ways_to_play_a_card():
    red, more = of("red", 1), of("red", 1, 3)[0]
    quarter = Quarter((palace(*red),), complete=(of_colour("blue", 3),), opened=(of_colour("green", 3),))
    assert ways(quarter, more) == ["add", "wall", "discard"]
    assert ways(quarter, of("orange")[0]) == ["new", "wall", "discard"]
    assert ways(quarter, of("blue", 1, 4)[0]) == ["wall", "discard"]
    assert ways(quarter, of("green", 1, 4)[0]) == ["wall", "discard"]
    assert ways(quarter, "B1") == ["bastion", "discard"]


def test_l7_the_three_cards_are_played_in_any_order_one_after_the_other():
    state = placing(Quarter((of_colour("red", 1),)), "P02", "P03", "P04")
    assert {move.split(":")[1] for move in moves(state)} == {"P02", "P03", "P04"}
    for move in ("play:P04:new", "play:P02:wall"):
        state = play(lucca, state, 0, move)
    assert {move.split(":")[1] for move in moves(state)} == {"P03"}
    state = play(lucca, state, 0, "play:P03:discard")
    assert state.phase == Turn(1) and state.discards == ("P03",)
    assert state.quarters[0].walls == ("P02",)


def test_l7_a_second_card_of_the_triplet_meets_a_palace_that_is_complete_by_now():
    cards = of("red", 4)
    state = placing(Quarter((palace(*cards[:2]),)), *cards[2:])
    state = play(lucca, state, 0, f"play:{cards[2]}:add")
    assert moves(state) == (f"play:{cards[3]}:wall", f"play:{cards[3]}:discard")


def test_l8_discards_and_walls_are_public_but_cards_put_back_and_removed_are_not():
    state = choose_all(lucca.setup(3, "secret"))
    for viewer in (None, 0, 1, 2):
        view = repr(lucca.view(state, viewer))
        assert not any(f"'{held.card}'" in view for held in (*state.deck, *state.removed))
    state = placing(Quarter((of_colour("red", 1),)), "P02", "P03")
    state = play(lucca, play(lucca, state, 0, "play:P02:discard"), 0, "play:P03:wall")
    view = lucca.view(state, None)
    assert "P02" in view.discards and view.quarters[0].walls == ("P03",)


def test_l8_an_unused_triplet_is_discarded_openly():
    state = choose_all(lucca.setup(4, "unused"))
    while state.round == 1:
        left = {card for cards in state.triplets for card in cards}
        asked = lucca.decisions(state)[0]
        state = play(lucca, state, asked.seat, asked.idle)
    assert left <= set(lucca.view(state, None).discards) and len(left) == 3


def ross(shields: int) -> Quarter:
    """Return Ross of the example: 4 walls, 1 bastion, 3 opened palaces, and so many shields."""
    sites = {8: ("P01", "P05", "P02"), 7: ("P01", "P05", "P03")}[shields]
    opened = tuple(of_colour(colour, 3, 6) for colour in ("purple", "green", "yellow"))
    return Quarter(tuple(map(palace, sites)), (), opened, ("P95", "P94", "P93", "P92"), ("B1",))


@pytest.mark.parametrize(("shields", "points"), [(8, 15), (7, 0)])
def test_example_ross_scores_15_points_for_his_walls_or_none(shields, points):
    """L9: 4 walls and 1 bastion, 3 opened palaces: 15 points with 8 shields, none with fewer."""
    quarter = ross(shields)
    assert quarter.shields == shields
    state = final(table(quarter, *[Quarter((palace(c),)) for c in ("P90", "P89", "P88", "P87")]))
    assert state.points[0].walls == points


def test_l9_without_walls_bastions_always_score():
    quarter = Quarter((palace("P04"),), (), (of_colour("blue", 3), of_colour("red", 3)), (), ("B1", "B2"))
    assert quarter.shields == 0 and quarter.walls_worth == 4


def test_l9_at_the_end_earlier_openers_count_nothing_for_later_ones():
    first = Quarter((palace("P05"), palace("P09")), complete=(of_colour("red", 3),))  # 6 shields
    later = Quarter((palace("P15"),), complete=(of_colour("red", 3, 3),))  # 3 shields
    rest = [Quarter((palace(card),)) for card in ("P30", "P14", "P18")]
    state = final(table(later, first, *rest))
    assert state.order[:2] == (1, 0)
    assert state.points[1].openings == 2 and state.points[0].openings == 0
    assert not any(quarter.complete for quarter in state.quarters)


def test_l9_shields_of_completed_palaces_do_not_carry_walls():
    quarter = Quarter((palace("P04"),), (palace("P01", "P48", "P61"),), (of_colour("blue", 3),), ("P95",))
    assert not quarter.supported and quarter.walls_worth == 0


def test_l10_the_lowest_number_gives_3_points_to_the_highest():
    quarters = [Quarter((palace(card),)) for card in ("P30", "P01", "P96", "P50")]
    state = final(table(*quarters))
    assert [points.numbers for points in state.points] == [0, -3, 3, 0]
    assert lucca.score(state)[1] == (-3, 1), "scores may go below zero"


def test_l10_one_owner_of_both_numbers_keeps_the_points():
    both = Quarter((palace("P01"), palace("P95")))
    state = final(table(both, Quarter((palace("P30"),)), Quarter((palace("P33"),))))
    assert [points.numbers for points in state.points] == [0, 0, 0]


def test_l10_a_tie_goes_to_the_highest_visible_number_among_the_tied():
    quarters = [Quarter((palace(card),)) for card in ("P40", "P60", "P01", "P96")]
    state = final(table(*quarters, points=(Points(9), Points(9), Points(), Points())))
    scores = lucca.score(state)
    assert scores[0][0] == scores[1][0] and scores[1] > scores[0]


def test_l11_a_wild_goes_onto_any_palace_under_construction_but_never_first():
    quarter = Quarter((of_colour("red", 1), of_colour("blue", 2)), complete=(of_colour("green", 3),))
    assert ways(quarter, "S500") == ["add:red", "add:blue", "wall", "discard"]
    assert ways(Quarter(complete=(of_colour("green", 3),)), "S500") == ["wall", "discard"]
    state = placing(quarter, "S500", "S10")
    state = play(lucca, state, 0, "play:S500:add:red")
    assert state.quarters[0].building[0] == Palace("red", (*of("red"), "S500"))
    assert state.quarters[0].highest == 500


def test_l11_a_wild_completes_a_palace_counts_as_its_colour_and_several_may_lie_in_one():
    quarter = Quarter((of_colour("red", 1), of_colour("blue", 1)))
    state = placing(quarter, "S10", "S20", "P02")
    state = play(lucca, play(lucca, state, 0, "play:S20:add:red"), 0, "play:S10:add:red")
    done = state.quarters[0].complete[0]
    assert done == Palace("red", (*of("red"), "S20", "S10")) and done.number == 10
    assert state.points[0].windows == sum(CARDS[card].windows for card in done.cards) > 0
    host = Quarter(complete=(of_colour("red", 3, 5),))
    guest = Quarter((Palace("red", (*of("red"), "S500")),))
    party = table(host, guest, *[Quarter((palace("P02"),))] * 3)
    assert play(lucca, party, 0, "open:red").points[0].openings == 2


def test_l11_in_the_opening_four_a_wild_is_kept_only_on_top_of_a_coloured_card():
    pairs = keeps(("S10", "P01", "S500", "P02"))
    assert ("P01", "S10") in pairs and ("P02", "S500") in pairs
    assert not [pair for pair in pairs if CARDS[pair[0]].wild]
    assert len(pairs) == 5


def test_l12_the_citys_start_cards_are_stacked_by_colour_highest_on_top_and_wilds_last():
    reds = of("red", 2)
    city = city_start((reds[1], "P02", reds[0], "P03"), 5)
    assert Palace("red", reds) in city.building and len(city.building) == 3
    city = city_start(("S500", reds[1], "S10", reds[0]), 5)
    assert city.building == (Palace("red", (*reds, "S10", "S500")),)
    city = city_start(("S500", "P03", "P02", "P05"), 5)
    assert Palace("blue", ("P05", "S500")) in city.building, "of equal palaces the highest number"


def test_l12_with_two_players_the_discards_are_the_city():
    state = lucca.setup(2, "city")
    hands = {held.card for hand in state.phase.hands for held in hand}
    state = choose_all(state)
    kept = {card for quarter in state.quarters for p in quarter.palaces for card in p.cards}
    assert {card for p in state.city.palaces for card in p.cards} == hands - kept
    assert set(state.order) == {0, 1}
    told = next(news.more for news in state.news if news.verb == "city")
    assert [CARDS[card].number for card in told] == sorted(CARDS[card].number for card in told), (
        "by number, not by owner"
    )


def city_table(city: Quarter, *triplets: tuple[str, ...], **fields: object) -> State:
    """Return a table of two players who have both played; these triplets are left."""
    mine, yours = Quarter((palace("P30"),)), Quarter((palace("P33"),))
    left = (*triplets, *((),) * (4 - len(triplets)))
    return table(mine, yours, city=city, triplets=left, takers=(CITY,) * 4, phase=Serving(0, CITY), **fields)


def test_l12_each_player_gives_the_city_a_card_of_another_triplet_and_four_cards_go():
    city = Quarter((palace("P01"),))
    state = city_table(city, ("P12", "P14", "B1"), ("P16", "P17", "P18"), order=(1, 0))
    assert lucca.decisions(state)[0].seat == 1, "first is this round's order"
    assert len(moves(state, 1)) == 6
    state = play(lucca, state, 1, "city:1:P17")
    assert moves(state, 0) == ("city:0:P12", "city:0:P14", "city:0:B1")
    before = state.discards
    state = play(lucca, state, 0, "city:0:B1")
    assert state.city.bastions == ("B1",) and not state.city.walls
    assert {p.colour for p in state.city.building} == {"red", "blue"}
    assert set(state.discards) - set(before) == {"P12", "P14", "P16", "P18"}


def test_l12_the_city_completes_at_5_starts_the_colour_again_and_each_completed_one_counts_2():
    reds = of("red", 13)
    city = Quarter((palace(*reds[:4]),), complete=(palace(*reds[5:10]),))
    state = city_table(city, (reds[4], "P02", "P03"), (reds[10], "P04", "P05"))
    state = play(lucca, state, 0, f"city:0:{reds[4]}")
    assert len(state.city.complete) == 2 and not state.city.building
    state = play(lucca, state, 1, f"city:1:{reds[10]}")
    assert state.city.building == (palace(reds[10]),) and not state.city.opened
    host = table(Quarter(complete=(palace(*reds[8:13]),)), Quarter((palace("P04"),)), city=state.city)
    assert play(lucca, host, 0, "open:red").points[0].openings == 2 + 2 + 1


def test_l12_the_placing_player_chooses_the_citys_palace_for_a_wild():
    city = Quarter((palace("P01"), palace("P02")), complete=(of_colour("green", 5),))
    state = city_table(city, ("S500", "P03", "P05"), ("P07", "P08", "P09"))
    assert [m for m in moves(state) if "S500" in m] == ["city:0:S500:red", "city:0:S500:orange"]
    assert play(lucca, state, 0, "city:0:S500:orange").city.building[1].cards == ("P02", "S500")


def test_l12_a_wild_that_fits_nowhere_is_no_gift_and_none_is_given_only_then():
    city = Quarter(complete=(of_colour("green", 5),))
    state = city_table(city, ("S10", "S20", "S500"), ("B1", "B2", "P07"))
    assert moves(state) == ("city:1:B1", "city:1:B2", "city:1:P07")
    state = play(lucca, state, 0, "city:1:B1")
    assert moves(state, 1) == ("city:none",) and lucca.decisions(state)[0].open
    assert play(lucca, state, 1, "city:none").city == state.city


def test_l12_the_last_round_serves_the_city_before_the_final_order():
    """The City's last card is on the table when the end is scored."""
    reds = of("red", 8)
    state = city_table(Quarter((palace("P40"),)), (reds[0], "P02", "P03"), (reds[1], "P04", "P05"), deck=())
    host = Quarter((palace("P30"),), complete=(palace(*reds[3:8]),))
    state = state._replace(quarters=(host, state.quarters[1]))
    state = play(lucca, state, 0, f"city:0:{reds[0]}")
    assert not isinstance(state.phase, Over)
    state = play(lucca, state, 1, f"city:1:{reds[1]}")
    assert isinstance(state.phase, Over)
    assert state.points[0].openings == 2, "both last cards of the City come to the final party"


def test_l12_points_to_or_from_the_city_go_nowhere():
    mine, yours = Quarter((palace("P30"),)), Quarter((palace("P33"),))
    low = final(table(mine, yours, city=Quarter((palace("P01"),))))
    assert [points.numbers for points in low.points] == [0, 3]
    high = final(table(mine, yours, city=Quarter((palace("P96"),))))
    assert [points.numbers for points in high.points] == [-3, 0]


def test_l13_the_final_grid_shows_where_points_came_from():
    points = (Points(7, 5, 15, -3), Points(4, 0, 0, 3))
    state = table(Quarter((palace("P01"),)), Quarter((palace("P96"),)), points=points, phase=Over())
    rows = {row.name.id: row.cells for row in lucca.page(lucca.view(state, None)).grid}
    assert list(rows) == ["Windows", "Openings", "Walls", "Numbers", "Total"]
    assert rows["Numbers"] == ("-3", "+3") and rows["Total"] == ("24", "7")


def test_l14_first_n_changes_nothing_because_no_order_is_ever_tied():
    assert lucca.setup(3, "first", ("first:2",)) == lucca.setup(3, "first")
    for celebration in (False, True):
        numbers = [CARDS[card].number for card in deck(celebration) if not CARDS[card].bastion]
        assert len(set(numbers)) == len(numbers)


def test_l15_bastions_set_aside_are_not_shown():
    for seed in "abcdefgh":
        state = lucca.setup(5, seed)
        hidden = [held.card for held in state.deck if CARDS[held.card].bastion]
        view = repr(lucca.view(state, None))
        assert not any(f"'{card}'" in view for card in hidden)


def test_l16_the_final_openings_are_made_for_everyone():
    state = choose_all(lucca.setup(5, "doors"))
    while asked := lucca.decisions(state):
        wanted = [m for m in asked[0].moves if m.endswith((":add", ":new"))]
        state = play(lucca, state, asked[0].seat, wanted[0] if wanted else asked[0].idle)
    assert not any(quarter.complete for quarter in state.quarters)
    assert any(quarter.opened for quarter in state.quarters)


# --- questions and take-backs ----------------------------------------------------------------------


def test_taking_and_placing_may_be_taken_back_until_something_hidden_shows():
    """`shows` is empty but for the last choice, the move that ends a round, and the end."""
    state = lucca.setup(3, "shows")
    told = []
    while asked := lucca.decisions(state):
        waiting = next((d for d in asked if not d.settled), asked[0])
        shown = lucca.shows(state, waiting.seat, waiting.idle)
        after = play(lucca, state, waiting.seat, waiting.idle)
        told.append((bool(shown), after.round != state.round or isinstance(after.phase, Over)))
        state = after
    assert all(shown == ended for shown, ended in told)
    assert sum(shown for shown, _ in told) == 1 + 7


def test_every_choice_after_the_opening_is_open_and_the_opening_is_not():
    state = lucca.setup(2, "open", ("celebration",))
    assert not any(decision.open for decision in lucca.decisions(state))
    state = choose_all(state)
    while asked := lucca.decisions(state):
        assert all(decision.open for decision in asked)
        state = play(lucca, state, asked[0].seat, asked[0].idle)


def test_the_choosing_seats_are_named_and_a_kept_pair_is_marked_for_its_owner():
    state = lucca.setup(3, "names")
    move = moves(state, 2)[1]
    state = play(lucca, state, 2, move)
    page = lucca.page(lucca.view(state, None))
    assert [line.id for line in page.seats] == ["still choosing", "still choosing", "has chosen"]
    assert lucca.label(lucca.view(state, 2), move).text.id == "✓ {pair}"
    assert lucca.page(lucca.view(state, None)).secrets == ()
    assert len(lucca.page(lucca.view(state, 2)).secrets) == 2
