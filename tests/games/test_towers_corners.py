"""Where rulings meet: the corners of the rulesheet, each played by hand."""

import pytest

from games import towers
from games.core import PUBLIC, Held
from games.editions import by_edition
from games.feats import feats_of
from games.towers.state import Draw, Give, Interval, Joust, Over, Parts, Relay, Turn, Ward, part_with
from tests.games.towers_positions import asked, deck, hand, held, moves, run, table, tower, verbs


def offered(state, start, seat=0):
    return {move for move in moves(state, seat) if move.startswith(start)}


# --- the deck runs out -------------------------------------------------------------------------------


def test_t2_with_two_cards_left_a_nearly_full_hand_may_not_buy():
    assert "purchase" not in verbs(table("5 5 5 6 6 7", deck="9 9"))
    assert "purchase" not in verbs(table("5 5 5 6 6 7 7", deck="9"))


def test_t2_with_mura_the_limits_are_two_higher():
    assert "purchase" in verbs(table("5 5 5 6 6 7 7", used="mura", spent="via"))
    assert "purchase" not in verbs(table("5 5 5 6 6 7 7 8", used="mura", spent="via"))
    last = table("5 5 5 6 6 7 7 8", used="mura", spent="via", deck="9")
    assert offered(last, "purchase") == {"purchase:deck"}


def test_t2_t6_a_purchase_of_two_nobles_does_not_touch_the_end():
    state = run(table("5", deck="9", nobles="via mura"), "purchase:noble", "draw:noble")
    assert (state.ending, state.seat, len(state.nobles)) == (False, 1, 0)


def test_t5_the_market_cards_of_a_rank_just_placed_do_not_help_an_exchange():
    assert offered(table("5 5", market="5 5 5", deck="9"), "exchange") == set()
    assert offered(table("5 5", market="5 5 5 6", deck="9"), "exchange") == {"exchange:5:5"}


def test_t6_income_that_takes_everything_leaves_an_empty_market_and_starts_the_end():
    state = run(
        table("8 8 8", market="7 10", deck="9"), "plain:8:8:8", "draw:market:7", "draw:market:10", "draw:deck"
    )
    assert (state.market, state.deck, state.ending, state.seat) == ((), (), True, 1)


def test_t6_the_market_emptied_by_income_is_refilled_after_it_and_that_may_take_the_last_card():
    state = run(
        table("8 8 8", market="7 10 6", deck="9 5"),
        "plain:8:8:8",
        *("draw:market:7", "draw:market:10", "draw:market:6"),
    )
    assert (state.market, state.deck, state.ending) == (("9", "5"), (), True)


def test_t6_extending_with_the_last_card_of_the_deck_still_draws_from_the_market():
    state = run(table("8 8", towers=["8 8 8"], market="6 7", deck="9"), "extend:0:8:8", "draw:deck")
    assert (state.ending, asked(state)) == (False, (0, {"draw:market:6", "draw:market:7"}))
    assert run(state, "draw:market:6").ending


def test_t6_t13_a_conspiracy_puts_off_the_end_and_the_last_card_brings_it():
    state = table("10 10 10", "", theirs=["7 8 9"], deck="6", market="5 5")
    state = run(state, "plain:10:10:10", "purchase:deck", "draw:deck", "purchase:deck")
    assert (deck(state), state.ending) == ("6", False)
    state = run(state, "draw:deck")
    assert (deck(state), state.ending, state.seat) == ("", True, 1)


def test_t6_t11_a_guard_under_an_almost_empty_deck_is_its_last_card():
    state = run(table("9 9 9", "5 7", deck="8", market="6 6"), "plain:9:9:9", "guard")
    assert (deck(state), state.ending) == ("8 5", False)
    state = run(state, "purchase:deck", "draw:deck")
    assert (held(state, 1), state.ending) == ("5 7 8", True)


# --- Conspiracy and the marker -----------------------------------------------------------------------


def test_t13_a_colourful_tower_with_a_6_on_top_is_no_contract():
    state = run(table("10 10 10", theirs=["6 7 8"]), "plain:10:10:10")
    assert state.sides[1].towers == ()


def test_t13_a_higher_tower_shields_nobody_and_the_next_lower_one_falls():
    state = run(table("10 10 10 10", theirs=["5 6 7 8 9", "7 7 7"], towers=["8 8 8"]), "plain:10:10:10:10")
    assert asked(state) == (0, {"fell:1:1", "fell:0:0"})


def test_t13_a_second_plain_10_may_fell_the_first():
    state = run(table("10 10 10", towers=["10 10 10"]), "plain:10:10:10")
    assert [t.number for t in state.sides[0].towers] == [1]
    assert deck(state).startswith("10 10 10 6")


def test_t14_edition_2_an_own_tower_as_high_or_higher_does_not_withhold_the_marker():
    equal = table("5 6 7", towers=["8 8 8"], marker=1)
    assert run(equal, "run:5:6:7").marker == 0
    higher = table("5 6 7 8", towers=["6 7 8 9 10"], marker=1)
    assert run(higher, "run:5:6:7:8").marker == 0
    grown = table("8", towers=["8 8 8", "7 8 9 10"], theirs=["5 6 7"], marker=1)
    assert run(grown, "extend:0:8").marker == 0


def test_t14_edition_2_every_tower_of_the_rival_counts_complete_or_not():
    for theirs in ("5 6 7 8", tower(0, "5 6 7 8", True)):
        state = table("7 8 9 10", towers=["5 6 7 8"], theirs=[theirs], marker=1)
        assert run(state, "run:7:8:9:10").marker == 1


def test_t14_edition_2_the_label_promises_the_marker_that_comes():
    for edition, marked in ((1, False), (2, True)):
        state = table("5 6 7", towers=["8 8 8"], marker=1)._replace(edition=edition)
        detail = towers.label(towers.view(state, 0), "run:5:6:7").detail
        assert ("Marker" in repr(detail)) is marked
        assert (run(state, "run:5:6:7").marker == 0) is marked


def test_t14_in_edition_1_after_the_highest_tower_fell_an_equal_of_the_rest_wins_nothing():
    state = table("5 6 7", towers=["8 8 8"], marker=1)._replace(edition=1)
    assert run(state, "run:5:6:7").marker == 1
    state = table("5 6 7 8", towers=["6 7 8 9 10"], marker=1)._replace(edition=1)
    assert run(state, "run:5:6:7:8").marker == 1
    state = table("5 6 7 8", towers=["8 8 8"], marker=1)._replace(edition=1)
    assert run(state, "run:5:6:7:8").marker == 0


# --- Guard -------------------------------------------------------------------------------------------


def test_t11_a_guard_that_everyone_has_seen_is_asked_for_although_all_other_cards_are_known():
    state = run(table("9 9 9", "5! 7!", deck="6 7 8"), "plain:9:9:9")
    assert asked(state) == (1, {"guard", "bear"})


def test_t23_t27_a_trade_that_moved_no_noble_leaves_the_public_what_it_knew_of_nobles():
    """The chance of a Trade follows from the seed and the turn."""
    met = set()
    for turn in range(12):
        state = table("9 9 9 10 mura", "6 6 6 6 via!", deck="7", nobles="giostra", turns=turn)
        state = run(state, "plain:9:9:9")
        moved = "noble" in towers.view(state, None).news[-1].cards
        assert ("via" in towers.view(state, None).sides[1].hand) is not moved
        met.add(moved)
        state = run(state, "give:6:6", "pass", "noble:mura")
        assert isinstance(state.phase, Joust) is False  # via is known, or no noble is left
    assert met == {True, False}


def test_t27_what_everyone_knew_of_the_givers_hand_holds_for_the_backs_that_stay():
    state = run(table("9 9 9 10! mura!", "6 6 6", deck="7"), "plain:9:9:9")
    assert towers.view(state, None).sides[0].hand.count("10") == 1  # nothing has left this hand yet
    stones = run(state, "give:6:6")
    assert towers.view(stones, None).sides[0].hand == ("mura", "stone", "stone")
    mixed = run(state, "give:6:mura")
    assert set(towers.view(mixed, None).sides[0].hand) == {"stone"}
    assert towers.view(mixed, 1).sides[0].hand.count("10") == 1  # the two players still know


# --- Palazzo and Mura --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "own", "theirs", "late"),
    [
        (2, (), (), False),  # nobody is higher
        (2, (), ("7 8 9",), True),  # no tower of one's own: as soon as the rival has one
        (2, ("5 6 7",), ("7 8 9",), False),  # equal is not higher
        (2, ("5 6 7",), ("7 8 9 10",), True),
        (2, ("5 6 7 8",), ("6 7 8 9 10",), True),
        (1, (), ("7 8 9",), False),  # in edition 1 three stories were never too late
        (1, (), ("7 8 9 10",), True),
        (1, ("5 6 7 8",), ("7 8 9 10",), False),
        (1, ("5 6 7 8",), ("6 7 8 9 10",), True),
    ],
)
def test_t24_edition_2_a_palazzo_is_late_as_soon_as_the_rival_is_higher_than_the_owner(
    edition, own, theirs, late
):
    state = table("palazzo 5 7", towers=own, theirs=theirs, nobles="via")._replace(edition=edition)
    assert ("noble:palazzo" in moves(state)) is late
    after = run(state, "noble:palazzo:5:7")
    assert (after.gone, after.sides[0].used) == ((("palazzo",), ()) if late else ((), ("palazzo",)))
    assert (held(after, 0), deck(after)[-3:]) == ("", "7 5")


def test_t24_the_palazzo_binds_colourful_towers_and_only_the_rival():
    state = table("5 6 7 8", spent="palazzo")
    assert offered(state, "run") == {"run:5:6:7", "run:6:7:8"}
    assert "run:5:6:7:8" in moves(table("5 6 7 8", used="palazzo"))


def test_t24_edition_2_the_ceiling_stays_at_three_for_an_owner_without_towers():
    state = run(table("palazzo 5 7", "8 8 8 8", nobles="via"), "noble:palazzo:5:7")
    assert offered(state, "plain", 1) == {"plain:8:8:8"}


def test_t24_the_ceiling_sinks_with_a_fallen_tower():
    state = table("7 7 7 7 10 10 10 10", theirs=["5 6 7 8"], spent="palazzo")
    assert "plain:7:7:7:7" in moves(state)
    state = run(state, "plain:10:10:10:10", "pass")
    assert offered(state, "plain") == {"plain:7:7:7"}


def test_t22_t24_cards_laid_anew_after_a_giostra_obey_the_palazzo():
    state = table("7 8 9 pietra", "giostra", towers=["7 8 9"], theirs=["5 6 7 8"], spent="palazzo")
    state = run(state, "run:7:8:9:*", "giostra")
    assert asked(state) == (0, {"run:7:8:9", "back"})
    bound = table("6 5 pietra", "giostra", towers=["7 8 9"], spent="palazzo")
    state = run(bound, "run:*:5:6", "giostra")  # 5-6-7-8-9 would be too high
    assert asked(state) == (0, {"back"})


def test_t25_via_after_mura_fills_nine_and_its_own_place_is_free():
    state = run(table("via 5 6 7 8 9 10 10", used="mura", spent="via via", nobles="pietra"), "noble:via")
    assert state.phase == Draw("via", 2)


# --- Giostra and fine stones -------------------------------------------------------------------------


def test_t20_one_who_is_two_ahead_waits_for_two_nobles_of_the_rival():
    state = run(table("mura monumento", "giostra via", spent="via"), "noble:mura", "giostra")
    assert [len(side.used) for side in state.sides] == [0, 2]
    assert "noble:via" not in moves(state, 1)
    state = run(state, "pass", "noble:monumento")
    assert "noble:via" not in moves(state, 1)  # 2 to 1


def test_t20_t22_three_fine_stones_one_cancelled_and_the_others_named_anew():
    state = run(table("8 pietra pietra pietra", "giostra", spent="via via"), "plain:8:*:*:*", "giostra")
    assert state.phase == Relay(("8", "pietra", "pietra"))
    assert asked(state)[1] == {"plain:8:*:*", "run:8:*:*", "run:*:8:*", "run:*:*:8", "back"}
    laid = run(state, "plain:8:*:*")
    assert (laid.phase, laid.sides[0].used, laid.gone) == (Draw("income", 3), ("pietra",) * 2, ("pietra",))
    back = run(state, "back")
    assert (back.sides[0].used, held(back, 0), back.passes) == ((), "8 pietra pietra", 0)


def test_t22_t26_no_second_giostra_question_for_what_is_laid_anew():
    state = run(
        table("9 9 pietra pietra", "giostra 6", spent="via"), "plain:9:9:*:*", "giostra", "plain:9:9:*"
    )
    assert isinstance(state.phase, Ward | Give)


def test_t22_a_cancelled_conspiracy_wild_leaves_a_smaller_conspiracy():
    state = table("10 10 10 pietra", "giostra", theirs=["5 6 7 8", "7 7 7"], nobles="via")
    state = run(state, "plain:10:10:10:*", "giostra", "plain:10:10:10")
    assert [t.number for t in state.sides[1].towers] == [0]  # four stories are out of reach now


def test_t23_in_the_ending_phase_a_cancelled_extension_goes_back_without_draws():
    state = table("7 pietra", "giostra", towers=["7 7 7"], nobles="via", ending=True)
    state = run(state, "extend:0:7:*", "giostra")
    assert asked(state) == (0, {"extend:0:7", "back"})
    done = run(state, "extend:0:7")
    assert (done.phase, done.seat, held(done, 0)) == (Turn(), 1, "")


def test_t26_giostra_is_asked_before_the_tower_stands_and_guard_after_it():
    state = table("10 10 pietra", "5 giostra", theirs=["7 8 9"], nobles="via")
    state = run(state, "plain:10:10:*")
    assert state.phase == Joust("plain:10:10:*", ("10", "10", "pietra"))
    assert (state.sides[0].towers, state.marker) == ((), None)
    state = run(state, "allow")
    assert (state.phase, len(state.sides[0].towers)) == (Ward(1, tower=0), 1)


# --- the end -----------------------------------------------------------------------------------------


def test_t18_to_120_counts_the_ten_points_of_a_closer():
    """Seat 0 closes and has 84 to 94; with 40 from before that is 124, or 114 after the fine."""
    grand = [tower(i, "5 6 7 8", True) for i in range(4)]  # 4 x 5 and 4 x 16
    state = table(towers=grand, theirs=grand, match="to:120", marker=1, ending=True)
    state = state._replace(results=((Parts(completion=40), Parts()),))
    fined = run(state._replace(closer=0), "pass", "pass")
    assert [sum(part) for part in fined.results[1]] == [74, 94]
    assert isinstance(fined.phase, Interval)
    assert isinstance(run(state, "pass", "pass").phase, Over)  # nobody closed


@pytest.mark.parametrize("deals", [2, 3, 4])
def test_t18_a_match_of_two_three_or_four_deals_adds_them_up_with_alternating_dealers(deals):
    state = towers.setup(2, "x", (f"deals:{deals}", "first:1"))
    starters = [state.seat]
    for _ in range(deals - 1):
        state = run(state, "pass", "pass")
        assert isinstance(state.phase, Interval)
        state = run(state, "deal")
        starters.append(state.seat)
    assert starters == [1, 0, 1, 0][:deals]  # T1
    assert isinstance(run(state, "pass", "pass").phase, Over)


def test_t18_t33_to_200_ends_with_the_deal_in_which_someone_has_200_or_after_eight():
    """T33: both matches to a number end after the eighth deal."""
    state = towers.setup(2, "x", ("to:200",))
    for points, phase in ((199, Interval), (200, Over)):
        rich = state._replace(results=((Parts(completion=points), Parts()),))
        assert isinstance(run(rich, "pass", "pass").phase, phase)
    state = state._replace(results=((Parts(), Parts()),) * 6)
    assert isinstance(run(state, "pass", "pass").phase, Interval)
    state = state._replace(results=((Parts(), Parts()),) * 7)
    assert isinstance(run(state, "pass", "pass").phase, Over)


def test_t18_without_a_penalty_a_closer_who_is_not_first_loses_nothing():
    three = [tower(i, "5 6 7 8", True) for i in range(3)]
    state = table(theirs=three, closer=0, ending=True, match="deals:3", fined=False)
    ended = run(state, "pass", "pass")
    assert [part.closing for part in ended.results[0]] == [0, 0]
    fined = run(state._replace(fined=True), "pass", "pass")
    assert [part.closing for part in fined.results[0]] == [-10, 0]
    four = table(towers=[tower(i, "5 6 7", True) for i in range(4)], match="deals:3", fined=False)
    assert towers.label(towers.view(four, 0), "close").text.id == "Close: start the Ending Phase"


def test_t18_the_options_of_a_match_hold_for_all_its_deals():
    state = run(towers.setup(2, "x", ("close:free", "deals:3", "nobles")), "pass", "pass", "deal")
    assert (state.fined, state.match, state.with_nobles, state.edition) == (False, "deals:3", True, 2)
    old = by_edition(towers, 1).setup(2, "x", ("deals:2",))
    assert run(old, "pass", "pass", "deal").edition == 1


def test_what_somebody_may_be_proud_of_in_any_deal_of_a_match_counts():
    state = towers.setup(2, "x", ("deals:2",))
    tall = state.sides[0]._replace(towers=(tower(0, "5 6 7 8 9 10"),))
    state = run(state.with_side(0, tall), "pass", "pass", "deal", "pass", "pass")
    assert feats_of(towers, state) == (("towers:tall",), ())


def test_t1_every_deal_of_a_match_is_shuffled_anew():
    state = towers.setup(2, "x", ("nobles", "to:120"))
    second = run(state, "pass", "pass", "deal")
    assert deck(second) != deck(state)
    assert second.nobles != state.nobles


def test_a_deal_ended_by_the_very_first_two_passes_is_scored_and_the_match_goes_on():
    state = run(towers.setup(2, "x", ("to:120", "first:1")), "pass", "pass")
    assert isinstance(state.phase, Interval)
    assert towers.score(state) == ((0, 0), (0, 0))


def test_an_action_between_two_passes_keeps_the_deal_alive():
    for act in (
        ("complete:0",),
        ("exchange:6:7", "draw:deck", "draw:deck"),
        ("plain:8:8:8", *["draw:deck"] * 3),
    ):
        state = run(table("", "6 7 8 8 8", theirs=["7 8 9"]), "pass", *act, "pass")
        assert (state.phase, state.passes) == (Turn(), 1)


def test_closing_between_two_passes_keeps_the_deal_alive():
    four = [tower(i, "5 6 7", True) for i in range(4)]
    state = run(table(theirs=four), "pass", "close", "pass")
    assert (state.phase, state.passes, state.closer) == (Turn(), 1, 1)


def test_t28_a_first_pass_in_turn_150_starts_the_ending_phase_and_the_second_ends_the_deal():
    state = run(table(turns=149), "pass")
    assert state.ending
    assert isinstance(run(state, "pass").phase, Over)


def test_a_draw_shows_its_card_to_the_one_who_draws_unless_it_was_known():
    state = table("5", deck="9 7", nobles="via", market="6 6")
    assert towers.shows(state, 0, "purchase:deck") == towers.shows(state, 0, "purchase:noble") == {0}
    assert towers.shows(state, 0, "purchase:market:6") == frozenset()
    assert towers.shows(table("5", deck="9! 7"), 0, "purchase:deck") == frozenset()


def test_a_refill_shows_everyone_four_new_cards():
    state = run(table("5", market="8 9"), "purchase:market:8")
    assert towers.shows(state, 0, "draw:market:9") == {None}
    assert towers.shows(state, 0, "draw:deck") == {0}


def test_t27_a_trade_shows_both_players_their_cards_and_everyone_whether_a_noble_moved():
    stones = run(table("9 9 9 10", "6 7 8 8", deck="5"), "plain:9:9:9")
    assert towers.shows(stones, 1, "bear") == {0, 1}
    mixed = run(table("9 9 9 10", "6 7 8 via", deck="5", nobles="mura"), "plain:9:9:9")
    assert towers.shows(mixed, 1, "bear") == {None}
    taken = run(stones, "bear")
    assert towers.shows(taken, 0, moves(taken)[0]) == {1}  # the one who gets the cards back


def test_t27_a_known_noble_on_top_of_its_deck_stays_known_to_its_owner_alone():
    state = run(table("palazzo via mura", nobles=""), "noble:palazzo:via:mura")
    assert towers.view(state, 0).nobles == ("mura", "via")
    assert towers.view(state, 1).nobles == ("noble", "noble")
    assert state.nobles == (Held("mura", frozenset({0})), Held("via", frozenset({0})))


@pytest.mark.parametrize(("cards", "gone", "left"), [("6 7! 7 7!", "7 7", "6 7"), ("7! 6 7", "7 6", "7")])
def test_of_equal_cards_the_best_known_leaves_first(cards, gone, left):
    assert part_with(hand(0, cards), tuple(gone.split())) == hand(0, left)


def test_a_card_that_both_players_know_leaves_before_one_that_its_owner_alone_knows():
    mine, ours = Held("7", frozenset({0})), Held("7", frozenset({0, 1}))
    assert part_with((mine, ours, Held("7", PUBLIC)), ("7", "7")) == (mine,)
