"""The basic game, ruling by ruling (T1 to T18, T26 to T28 as far as they need no nobles)."""

import pytest

from games import towers
from games.core import IllegalMove, play, winners
from games.towers.scoring import parts
from games.towers.state import Draw, Give, Interval, Over, Parts, Turn, Ward
from tests.games.towers_positions import asked, deck, held, moves, run, table, tower, verbs


def totals(state):
    return tuple(sum(part) for part in parts(state))


# --- T1: who starts ----------------------------------------------------------------------------------


def test_t1_the_starter_is_drawn_by_the_seed_and_the_dealer_is_the_other_one():
    starters = {towers.setup(2, str(seed)).seat for seed in range(20)}
    assert starters == {0, 1}
    assert towers.setup(2, "x", ("first:1",)).seat == 1


def test_t1_over_several_deals_the_dealer_alternates():
    state = towers.setup(2, "x", ("first:0", "to:120"))
    starters = []
    for _ in range(4):
        starters.append(state.seat)
        state = run(state, "pass", "pass", "deal")
    assert starters == [0, 1, 0, 1]


def test_setup_deals_five_cards_each_four_to_the_market_and_31_to_the_deck():
    state = towers.setup(2, "x")
    assert [len(s.hand) for s in state.sides] == [5, 5]
    assert (len(state.market), len(state.deck), len(state.nobles)) == (4, 31, 0)
    assert len(towers.setup(2, "x", ("nobles",)).nobles) == 10


# --- T2 to T7: drawing -------------------------------------------------------------------------------


def test_t2_a_purchase_draws_two_cards_from_deck_and_market():
    state = run(table("5 6", market="8 9"), "purchase:deck", "draw:market:8")
    assert held(state, 0) == "5 6 6 8"
    assert state.market == ("9",)
    assert state.seat == 1


def test_t2_no_purchase_above_the_hand_limit():
    assert "purchase" in verbs(table("5 5 5 6 6"))
    assert "purchase" not in verbs(table("5 5 5 6 6 7"))


def test_t2_the_last_card_of_the_deck_ends_a_purchase_even_as_the_first_draw():
    state = run(table("5", deck="9"), "purchase:deck")
    assert (state.seat, state.ending) == (1, True)


def test_t2_with_one_card_left_a_nearly_full_hand_may_buy_just_that_card():
    state = table("5 5 5 6 6 7", deck="9")
    assert [m for m in moves(state) if m.startswith("purchase")] == ["purchase:deck"]
    assert held(run(state, "purchase:deck"), 0) == "5 5 5 6 6 7 9"


def test_t2_with_one_card_left_the_market_may_come_first():
    state = run(table("5", deck="9", market="8 8 7"), "purchase:market:8")
    assert asked(state) == (0, {"draw:deck", "draw:market:8", "draw:market:7"})


def test_t2_the_last_noble_does_not_end_a_purchase():
    state = run(table("5", nobles="mura"), "purchase:noble")
    assert state.phase == Draw("purchase", 1)
    assert "draw:noble" not in moves(state)


def test_t3_every_draw_is_its_own_step_and_the_card_is_seen_first():
    state = run(table("5", deck="10 6 7"), "purchase:deck")
    assert "10" in towers.view(state, 0).sides[0].hand
    assert towers.view(state, 1).sides[0].hand == ("stone", "stone")
    assert asked(state)[0] == 0
    extended = run(table("8 8", towers=["8 8 8"]), "extend:0:8:8", "draw:deck")
    assert extended.phase == Draw("extend", 1)
    income = run(table("8 8 8"), "plain:8:8:8", "draw:deck", "draw:deck")
    assert income.phase == Draw("income", 1)


def test_t4_the_market_refills_to_four_only_when_empty_after_the_action():
    state = table("5", market="8 9", deck="5 6 7 8 9 10")
    state = run(state, "purchase:market:8", "draw:market:9")
    assert state.market == ("5", "6", "7", "8")
    assert len(state.deck) == 2
    assert run(table("5", market="8 9"), "purchase:market:8", "draw:deck").market == ("9",)


def test_t4_the_market_refills_with_as_many_cards_as_there_are_and_that_may_end_the_deck():
    state = run(table("5", market="8 9", deck="5 6"), "purchase:market:8", "draw:market:9")
    assert (state.market, state.deck, state.ending) == (("5", "6"), (), True)  # T6


def test_t5_an_exchange_does_not_take_back_the_ranks_just_placed():
    state = run(table("5 5 7", market="5 8 8"), "exchange:5:5")
    assert asked(state) == (0, {"draw:deck", "draw:market:8"})
    state = run(state, "draw:market:8", "draw:market:8")
    assert (held(state, 0), state.market) == ("7 8 8", ("5", "5", "5"))


def test_t5_an_exchange_needs_enough_cards_to_draw():
    state = table("5 6 7", market="7 8", deck="9")
    offered = {m for m in moves(state) if m.startswith("exchange")}
    assert "exchange:5:6" in offered  # the deck's 9, and 7 or 8
    assert "exchange:5:7" in offered  # 9 and 8
    assert "exchange:5:6:7" not in offered  # only 9 and 8
    two_left = moves(table("5 6 7", market="7", deck="9 10"))
    assert "exchange:5:6" in two_left
    assert "exchange:5:6:7" not in two_left  # 9 and 10: the 7 is one of those just placed


def test_t6_when_the_deck_runs_out_an_exchange_goes_on_from_the_market():
    state = run(table("5 6", market="7 8", deck="9"), "exchange:5:6", "draw:deck")
    assert (state.ending, asked(state)) == (False, (0, {"draw:market:7", "draw:market:8"}))
    state = run(state, "draw:market:7")
    assert (state.ending, state.seat) == (True, 1)


def test_t6_when_the_deck_runs_out_income_goes_on_from_the_market():
    state = run(table("8 8 8", market="7 10", deck="9"), "plain:8:8:8", "draw:deck")
    assert asked(state) == (0, {"draw:market:7", "draw:market:10"})
    assert run(state, "draw:market:7", "draw:market:10").ending


def test_t7_extend_and_income_short_of_cards_draw_what_there_is():
    state = run(table("8 8", towers=["8 8 8"], deck="9", market=""), "extend:0:8:8", "draw:deck")
    assert (held(state, 0), state.seat, state.ending) == ("9", 1, True)
    state = run(table("8 8 8", deck="9", market="6"), "plain:8:8:8", "draw:deck", "draw:market:6")
    assert (held(state, 0), state.seat, state.ending) == ("6 9", 1, True)


# --- T8, T9: building --------------------------------------------------------------------------------


def test_t8_a_plain_tower_is_one_rank_and_a_colourful_one_consecutive_ranks():
    built = {m for m in moves(table("5 6 7 8 8 8 10")) if m.startswith(("plain", "run"))}
    assert built == {"plain:8:8:8", "run:5:6:7", "run:6:7:8", "run:5:6:7:8"}


def test_t8_two_cards_make_no_tower():
    assert not {"plain", "run"} & verbs(table("5 5 6 6 8 8"))


def test_t8_stories_are_named_from_top_to_bottom():
    state = run(table("7 8 9 10"), "run:7:8:9:10")
    assert state.sides[0].towers[0].ranks == (7, 8, 9, 10)


def test_t9_extensions_go_on_top_only():
    state = table("5 6 8 8 10", towers=["7 8 9", "8 8 8"])
    added = {m for m in moves(state) if m.startswith("extend")}
    assert added == {"extend:0:6", "extend:0:6:5", "extend:1:8", "extend:1:8:8"}
    state = run(state, "extend:0:6:5")
    assert state.sides[0].towers[0].ranks == (5, 6, 7, 8, 9)
    assert state.sides[0].towers[0].stones == ("5", "6", "7", "8", "9")


def test_t9_neither_complete_towers_nor_the_rivals_can_be_extended():
    assert "extend" not in verbs(table("8", towers=[tower(0, "8 8 8", True)], theirs=["8 8 8"]))


# --- T10 to T13: Donazioni ---------------------------------------------------------------------------


def test_t10_income_comes_with_building_never_with_extending():
    assert run(table("8 8 8"), "plain:8:8:8").phase == Draw("income", 3)
    assert run(table("9", "5 5", towers=["9 9 9"]), "extend:0:9").phase == Draw("extend", 1)


def test_t10_no_donazione_in_the_ending_phase_but_properties_hold():
    state = run(table("8 8 8", ending=True), "plain:8:8:8")
    assert (state.phase, state.seat) == (Turn(), 1)
    blessed = run(table("7 7 7", ending=True), "plain:7:7:7")
    assert parts(blessed)[0].blessing == 6
    extended = run(table("7", towers=["7 7 7"], ending=True), "extend:0:7")
    assert parts(extended)[0].blessing == 8


def test_t10_a_colourful_tower_brings_no_donazione():
    assert run(table("8 9 10", "7 7", theirs=["7 7 7"]), "run:8:9:10").seat == 1


def test_t11_a_guard_turns_a_trade_away_and_goes_under_the_deck():
    state = run(table("9 9 9 6", "5 7 7"), "plain:9:9:9")
    assert asked(state) == (1, {"guard", "bear"})
    state = run(state, "guard")
    assert (held(state, 0), held(state, 1), state.seat) == ("6", "7 7", 1)
    assert deck(state).endswith("10 5")
    assert towers.view(state, None).deck[-1] == "5"  # T27: a Guard at the bottom is public


def test_t11_a_guard_saves_a_tower_from_a_conspiracy_and_there_is_no_new_target():
    state = run(
        table("10 10 10", "5", theirs=["7 7 7 7", "8 8 8", "7 8 9"]), "plain:10:10:10", "fell:1:1", "guard"
    )
    assert [t.number for t in state.sides[1].towers] == [0, 1, 2]
    assert state.seat == 1


def test_t11_a_guard_also_saves_from_an_own_conspiracy():
    state = run(table("10 10 10 5", towers=["7 7 7"]), "plain:10:10:10")
    assert asked(state) == (0, {"guard", "bear"})
    assert len(run(state, "guard").sides[0].towers) == 2
    assert len(run(state, "bear").sides[0].towers) == 1


def test_t11_the_question_is_asked_whenever_the_public_thinks_a_guard_possible():
    state = run(table("9 9 9 6", "7 7", deck="5 6 7"), "plain:9:9:9")
    assert asked(state) == (1, {"bear"})  # no 5 in hand, but nobody else knows
    assert not towers.decisions(state)[0].open
    assert towers.decisions(state)[0].advance == "guard"


def test_t11_the_question_is_not_asked_when_the_public_knows_better():
    every_five_seen = table("9 9 9 6", "7 7", deck="6 7 8", market="5 5 5 5 5")
    assert run(every_five_seen, "plain:9:9:9").phase == Give(2)
    hand_seen = table("9 9 9 6", "7! 7!", deck="5 6 7")
    assert run(hand_seen, "plain:9:9:9").phase == Give(2)
    empty = table("9 9 9 6", "", deck="5 6 7")
    assert run(empty, "plain:9:9:9").phase == Give(1)


def test_t12_a_trade_takes_as_many_as_were_built_and_gives_one_fewer_back():
    state = run(table("9 9 9 10", "6 6 6 6", deck="7"), "plain:9:9:9")
    assert state.phase == Give(2)
    assert held(state, 0) == "6 6 6 10"
    assert set(moves(state)) == {"give:6:6", "give:6:10"}
    state = run(state, "give:6:10")
    assert (held(state, 0), held(state, 1)) == ("6 6", "6 6 10")


def test_t12_against_a_short_hand_as_many_go_back_as_were_built_minus_one():
    state = run(table("9 9 9 9 7 8", "6 6", deck="7"), "plain:9:9:9:9")
    assert held(state, 0) == "6 6 7 8"
    assert state.phase == Give(3)


def test_t12_the_same_turn_of_two_deals_draws_other_cards():
    """The chance of a Trade follows from the seed, the deal and the turn."""
    first = table("9 9 9", "5 6 7 8 10", match="to:120")
    deals = [first._replace(results=((Parts(), Parts()),) * n) for n in range(6)]
    taken = {held(run(deal, "plain:9:9:9", "bear"), 0) for deal in deals}
    assert len(taken) > 1


def test_t12_one_who_has_fewer_gives_all():
    state = run(table("9 9 9 9", "6 6", deck="7"), "plain:9:9:9:9")
    assert asked(state) == (0, {"give:6:6"})
    assert not towers.decisions(state)[0].open  # it depends on a hand
    assert run(table("9 9 9", "", deck="7"), "plain:9:9:9").seat == 1  # nothing to give


def test_t13_the_highest_incomplete_tower_no_higher_than_the_new_one_falls():
    theirs = ["7 7 7 7", "8 8 8", tower(2, "5 6 7", True)]
    state = run(table("10 10 10", theirs=theirs), "plain:10:10:10")
    assert [t.number for t in state.sides[1].towers] == [0, 2]
    assert deck(state).startswith("8 8 8 6")


def test_t13_of_several_towers_low_enough_only_the_highest_falls():
    state = run(table("10 10 10 10", theirs=["7 7 7", "5 6 7 8"], towers=["8 8 8"]), "plain:10:10:10:10")
    assert [t.number for t in state.sides[1].towers] == [0]
    assert [t.number for t in state.sides[0].towers] == [0, 1]


def test_t13_an_extended_tower_falls_with_its_smallest_card_uppermost():
    state = table("10 10 10 10 10", "6 5", theirs=["7 8 9"], market="9 9 9")
    state = run(state, "pass", "extend:0:6:5", "draw:market:9", "draw:market:9")
    state = run(state, "plain:10:10:10:10:10")
    assert deck(state).startswith("5 6 7 8 9")


def test_t13_the_builder_chooses_among_equals_and_may_have_to_choose_an_own_tower():
    state = run(table("10 10 10", towers=["7 8 9"], theirs=["5 6 7"]), "plain:10:10:10")
    assert asked(state) == (0, {"fell:1:0", "fell:0:0"})
    assert not run(state, "fell:1:0").sides[1].towers
    alone = run(table("10 10 10", towers=["7 8 9"]), "plain:10:10:10")
    assert [t.number for t in alone.sides[0].towers] == [1]


def test_t13_plain_sixes_and_the_new_tower_itself_never_fall():
    state = run(table("10 10 10", theirs=["6 6 6"]), "plain:10:10:10")
    assert (len(state.sides[0].towers), len(state.sides[1].towers), state.seat) == (1, 1, 1)


def test_t13_the_cards_lie_face_up_on_the_deck_smallest_uppermost_until_drawn():
    state = run(table("10 10 10", "9", theirs=["7 8 9"], market="6 6"), "plain:10:10:10")
    for viewer in (None, 0, 1):
        assert towers.view(state, viewer).deck[:4] == ("7", "8", "9", "stone")
        twin = towers.redeal(state, viewer, "another world")
        assert [card.card for card in twin.deck[:3]] == ["7", "8", "9"]
    state = run(state, "purchase:deck")
    assert towers.view(state, None).sides[1].hand == ("7", "stone")  # T27: known in the hand as well
    assert towers.shows(state, 1, "draw:deck") == frozenset()


def test_a_fallen_towers_number_is_not_used_again():
    state = run(table("10 10 10", "5 6 7 6 7 8", theirs=["8 8 8"]), "plain:10:10:10", "bear", "run:5:6:7")
    assert [t.number for t in state.sides[1].towers] == [1]
    state = run(state, "pass", "run:6:7:8")
    assert [t.number for t in state.sides[1].towers] == [1, 2]


# --- T14 to T16 --------------------------------------------------------------------------------------


def test_t14_the_marker_goes_to_a_tower_higher_than_every_other_one():
    state = run(table("5 6 7 8", theirs=[tower(0, "5 6 7", True)], marker=1), "run:5:6:7:8")
    assert state.marker == 0


def test_t14_an_equal_tower_does_not_move_the_marker():
    assert run(table("5 6 7", theirs=["7 8 9"], marker=1), "run:5:6:7").marker == 1
    assert run(table("8", towers=["8 8 8"], theirs=["7 8 9 10"], marker=1), "extend:0:8").marker == 1


def test_t14_extending_can_take_the_marker_and_it_moves_in_the_ending_phase_too():
    state = table("8", towers=["8 8 8"], theirs=["7 8 9"], marker=1, ending=True)
    assert run(state, "extend:0:8").marker == 0  # T16


def test_t14_losing_the_tower_does_not_lose_the_marker():
    state = run(table("10 10 10", theirs=["7 8 9"], marker=1), "plain:10:10:10")
    assert (state.sides[1].towers, state.marker) == ((), 1)


def test_t14_the_marker_is_checked_before_the_donazione():
    state = table("10 10 10 10", theirs=["5 6 7 8"], marker=1)
    assert run(state, "plain:10:10:10:10").marker == 1  # equal while the other one stood


def test_t15_any_number_of_own_towers_may_be_completed_in_one_action():
    state = table("", towers=["5 6 7", "8 8 8", "7 8 9"])
    done = {m for m in moves(state) if m.startswith("complete")}
    assert len(done) == 7
    state = run(state, "complete:0:2")
    assert [t.complete for t in state.sides[0].towers] == [True, False, True]
    state = run(state, "pass", "complete:1")
    assert [t.complete for t in state.sides[0].towers] == [True, True, True]  # complete is complete


def test_t15_close_needs_four_completed_towers_and_the_closer_plays_on():
    three = [tower(i, "5 6 7", True) for i in range(3)]
    assert "close" not in verbs(table(towers=[*three, tower(3, "5 6 7")]))
    state = run(table(towers=[*three, tower(3, "5 6 7", True)]), "close")
    assert (state.ending, state.closer, state.seat) == (True, 0, 1)
    assert asked(run(state, "pass"))[0] == 0


def test_t16_the_ending_phase_knows_only_building_extending_and_passing():
    complete = [tower(i, "5 6 7", True) for i in range(4)]
    cards = "8 8 8 7 mura via palazzo"
    state = table(cards, towers=[*complete, tower(4, "8 8 8")], nobles="giostra", ending=True)
    assert verbs(state) == {"plain", "extend", "pass"}
    monuments = table("monumento cappella", nobles="giostra", ending=True)
    assert set(moves(monuments)) == {"noble:monumento", "noble:cappella", "pass"}


def test_t16_extending_in_the_ending_phase_draws_nothing():
    state = run(table("8", towers=["8 8 8"], ending=True), "extend:0:8")
    assert (held(state, 0), state.seat) == ("", 1)


def test_t16_a_closed_market_is_not_refilled():
    state = run(table("8", towers=["8 8 8"], market="", ending=True), "extend:0:8")
    assert (state.market, len(state.deck)) == ((), 10)


def test_two_passes_in_a_row_end_the_deal_at_any_time():
    assert isinstance(run(towers.setup(2, "x"), "pass", "pass").phase, Over)
    state = run(table("5 6 7"), "pass")
    state = run(state, "purchase:deck", "draw:deck", "pass")
    assert state.passes == 1
    assert isinstance(state.phase, Turn)


# --- T17, T18: scoring -------------------------------------------------------------------------------


def figure_2():
    """Adso has seat 0, William seat 1."""
    adso = [tower(0, "6 7 8 9 10", True), tower(1, "10 10 10", True), tower(2, "9 9 9 9", True)]
    adso += [tower(3, "8 8 8"), tower(4, "6 6 6")]
    william = [tower(0, "5 6 7 8 9", True), tower(1, "7 8 9", True), tower(2, "8 9 10", True)]
    return table(towers=adso, theirs=[*william, tower(3, "7 7 7", True)], marker=0)


def test_t17_figure_2_comes_out_63_to_66_with_its_parts():
    adso, william = parts(figure_2())
    assert adso[:5] == (15, 0, 33, 5, 10)
    assert william[:5] == (20, 6, 7, 33, 0)
    state = run(figure_2(), "pass", "pass")
    assert towers.score(state) == ((63, 1), (66, 0))
    assert winners(towers.score(state)) == (1,)


def test_t17_a_tie_for_a_rank_scores_for_both_and_once_per_player():
    state = table(towers=["8 8 8", "8 8 8"], theirs=["8 8 8"])
    assert [p.plain for p in parts(state)] == [8, 8]
    state = table(towers=["8 8 8 8"], theirs=["8 8 8"])
    assert [p.plain for p in parts(state)] == [8, 0]
    state = table(towers=["8 8 8 8", "8 8 8"], theirs=["8 8 8 8"])  # the highest counts, not the latest
    assert [p.plain for p in parts(state)] == [8, 8]


def test_t17_sevens_in_colourful_towers_are_not_blessed():
    assert parts(table(towers=["6 7 8"]))[0].blessing == 0


def test_t17_equal_totals_go_to_the_marker_else_it_is_a_draw():
    state = run(table(towers=["9 9 9", "6 6 6"], theirs=["5 5 5"], marker=1), "pass", "pass")
    assert towers.score(state) == ((15, 0), (15, 1))
    assert winners(towers.score(state)) == (1,)
    draw = run(table(), "pass", "pass")
    assert winners(towers.score(draw)) == (0, 1)


def closed(points, closer, match, marker=None):
    """Return the end of a deal in which seat 0 has 5 x `points` for completed towers, seat 1 has 20."""
    own = [tower(i, "5 5 5", True) for i in range(points)]
    theirs = [tower(i, "5 5 5", True) for i in range(4)]
    state = table(towers=own, theirs=theirs, closer=closer, ending=True, match=match, marker=marker)
    return run(state, "pass", "pass")


def test_t18_a_closer_who_is_not_first_loses_ten_in_a_match():
    state = closed(3, 0, "deals:2")
    assert [p.closing for p in state.results[0]] == [-10, 0]
    assert [sum(p) for p in state.results[0]] == [10, 25]
    assert [p.closing for p in closed(3, 1, "deals:2").results[0]] == [0, 0]
    assert [p.closing for p in closed(3, 0, "").results[0]] == [0, 0]  # a single deal


def test_t18_t30_the_marker_decides_who_is_first_and_a_drawn_deal_costs_nothing():
    """T30: in a drawn deal both players are first."""
    assert closed(4, 0, "deals:2").results[0][0].closing == 0
    held_it = closed(2, 0, "deals:2", marker=0)  # 10 + 5 + 10 to 20 + 5
    assert [sum(p) for p in held_it.results[0]] == [25, 25]
    lacked_it = closed(6, 0, "deals:2", marker=1)  # 30 + 5 to 20 + 5 + 10
    assert [sum(p) for p in lacked_it.results[0]] == [25, 35]


def test_t18_deals_2_adds_up_two_deals():
    state = closed(4, None, "deals:2")
    assert isinstance(state.phase, Interval)
    assert asked(state) == (1, {"deal"})  # the next starter
    state = run(state, "deal")
    assert (state.sides[0].towers, state.marker, state.turns) == ((), None, 0)
    state = run(state, "pass", "pass")
    assert isinstance(state.phase, Over)
    assert towers.score(state) == ((25, 0), (25, 0))


def test_t18_to_120_ends_after_the_deal_in_which_someone_reaches_it():
    state = closed(4, None, "to:120")
    rich = state.results[0][0]._replace(completion=95)
    state = state._replace(results=((rich, rich),))
    assert isinstance(run(state, "deal", "pass", "pass").phase, Interval)
    rich = rich._replace(completion=115)
    state = state._replace(results=((rich, rich),))
    assert isinstance(run(state, "deal", "pass", "pass").phase, Over)


def test_t18_to_120_ends_at_the_latest_after_the_eighth_deal():
    state = towers.setup(2, "x", ("to:120",))
    for _ in range(7):
        state = run(state, "pass", "pass", "deal")
    assert isinstance(run(state, "pass", "pass").phase, Over)


def test_t18_equal_totals_go_to_the_marker_of_the_last_deal():
    state = run(closed(4, None, "deals:2", marker=0), "deal")
    level = state._replace(marker=1)
    level = level._replace(results=((level.results[0][0]._replace(marker=0),) * 2,))
    ended = run(level, "pass", "pass")
    assert towers.score(ended)[1] == (35, 1)


# --- T26 to T28 --------------------------------------------------------------------------------------


def test_t26_the_tower_stands_before_the_guard_is_asked():
    state = run(table("10 10 10 10", "5", theirs=["7 8 9"]), "plain:10:10:10:10")
    assert state.phase == Ward(1, tower=0)
    assert (state.marker, len(state.sides[0].towers)) == (0, 1)


def test_t27_hand_sizes_backs_decks_towers_and_market_are_public():
    state = table("5 6 mura", "7 via", towers=["7 8 9"], nobles="giostra", market="9 9")
    view = towers.view(state, None)
    assert view.sides[0].hand == ("stone", "stone", "noble")
    assert [side.nobles for side in view.sides] == [1, 1]
    assert (len(view.deck), len(view.nobles), view.market) == (10, 1, ("9", "9"))
    assert view.sides[0].towers == state.sides[0].towers


def test_t27_a_trade_draws_from_the_whole_hand_nobles_included():
    taken = set()
    for turn in range(30):
        state = table("9 9 9", "6 7 8 mura via", nobles="giostra", deck="7", turns=turn)
        taken |= set(held(run(state, "plain:9:9:9"), 0).split())
    assert taken == {"6", "7", "8", "mura", "via"}


def test_t27_both_players_know_what_a_trade_moved_and_the_public_does_not():
    for turn in range(12):  # the chance of a Trade follows from the seed and the turn
        state = run(
            table("9 9 9 10 10", "6! 7 8 8", deck="5 7", turns=turn), "plain:9:9:9", "bear", "give:10:10"
        )
        assert "stone" not in towers.view(state, 1).sides[0].hand
        assert towers.view(state, 0).sides[1].hand.count("10") == 2
        for seat in (0, 1):  # even the 6 that everyone knew may have moved
            assert set(towers.view(state, None).sides[seat].hand) == {"stone"}


def test_a_shown_card_is_the_known_one():
    """When someone shows an 8, a seen 8 of theirs leaves first."""
    state = run(table("8! 8 7 6"), "exchange:7:8", "draw:deck", "draw:deck")
    assert "8" not in towers.view(state, 1).sides[0].hand


def test_market_cards_in_a_hand_are_public():
    state = run(table("5", market="8 9"), "purchase:market:8", "draw:market:9")
    assert towers.view(state, None).sides[0].hand == ("8", "9", "stone")


def test_t28_after_150_turns_the_ending_phase_starts():
    state = run(table("5 6", turns=148), "purchase:deck", "draw:deck")
    assert (state.turns, state.ending) == (149, False)
    state = run(state, "pass")
    assert (state.turns, state.ending) == (150, True)


def test_what_is_not_on_offer_is_refused():
    state = table("5 6 7")
    for move in ("run:5:6:7:8", "plain:5:5:5", "extend:0:5", "close", "complete:0", "guard", "noble:mura"):
        with pytest.raises(IllegalMove):
            play(towers, state, 0, move)
    with pytest.raises(IllegalMove):
        play(towers, state, 1, "pass")


def test_the_end_of_a_deal_shows_everyone_so_it_cannot_be_taken_back():
    state = run(towers.setup(2, "x", ("deals:2",)), "pass")
    assert towers.shows(state, state.seat, "pass") == frozenset({None})
    first = towers.setup(2, "x", ("deals:2",))
    assert towers.shows(first, first.seat, "pass") == frozenset()
