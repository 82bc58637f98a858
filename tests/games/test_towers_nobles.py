"""The ten nobles, ruling by ruling (T19 to T26)."""

from bot.text.words import words
from games import towers
from games.towers.scoring import parts
from games.towers.state import Draw, Give, Joust, Parry, Relay, Turn, Ward
from tests.games.towers_positions import asked, deck, hand, held, moves, run, table, tower

say = words("en").say


def offered(state, start, seat=0):
    return {move for move in moves(state, seat) if move.startswith(start)}


def nobles(state):
    return " ".join(card.card for card in state.nobles)


# --- T19: the second deck ----------------------------------------------------------------------------


def test_t19_the_noble_deck_is_a_source_for_purchase_exchange_and_via():
    state = table("5 6 via", nobles="mura pietra")
    assert "purchase:noble" in moves(state)
    assert "draw:noble" in moves(run(state, "exchange:5:6"))
    assert "draw:noble" in moves(run(state, "noble:via"))


def test_t19_extend_and_income_draw_from_the_tower_deck_and_the_market_with_its_nobles():
    state = run(table("8", towers=["8 8 8"], nobles="via", market="5 mura"), "extend:0:8")
    assert set(moves(state)) == {"draw:deck", "draw:market:5", "draw:market:mura"}
    state = run(table("8 8 8", nobles="via", market="mura"), "plain:8:8:8")
    assert set(moves(state)) == {"draw:deck", "draw:market:mura"}


def test_t19_an_empty_noble_deck_does_not_start_the_ending_phase():
    assert not run(table("5", nobles="mura"), "purchase:noble", "draw:deck").ending


def test_t5_nobles_go_to_the_market_and_their_names_are_barred():
    state = run(table("5 via", nobles="via mura", market="via via 8"), "exchange:5:via")
    assert set(moves(state)) == {"draw:deck", "draw:noble", "draw:market:8"}


# --- T20: how many -----------------------------------------------------------------------------------


def test_t20_a_noble_may_be_used_while_the_own_count_is_no_higher():
    assert "noble:mura" in moves(table("mura", used="via", spent="via"))
    assert "noble:mura" not in moves(table("mura", used="via", spent=""))


def test_t20_several_fine_stones_count_one_each_and_the_last_must_still_obey():
    state = table("8 8 pietra pietra", nobles="via")
    assert offered(state, "plain") == {"plain:8:8:*"}
    state = table("8 8 pietra pietra", spent="via")
    assert offered(state, "plain") == {"plain:8:8:*", "plain:8:8:*:*", "plain:8:*:*"}
    built = run(state, "plain:8:*:*", *["draw:deck"] * 3)
    assert len(built.sides[0].used) == 2


def test_t20_the_card_that_giostra_answers_counts_while_the_other_decides():
    state = run(table("mura", "giostra", spent="via"), "noble:mura")
    assert asked(state) == (1, {"giostra", "allow"})  # 1 to 1 now
    state = run(state, "giostra")
    assert [len(s.used) for s in state.sides] == [0, 2]
    assert state.gone == ("mura",)


def test_t20_a_giostra_that_may_not_be_used_is_not_asked_for():
    state = run(table("mura", "giostra", spent="via via"), "noble:mura")
    assert (state.phase, state.seat) == (Turn(), 1)


# --- T21: Buona Pietra -------------------------------------------------------------------------------


def test_t21_a_fine_stone_stands_for_any_rank_and_needs_a_real_card():
    state = table("7 9 pietra", nobles="via")
    assert offered(state, "run") == {"run:7:*:9"}
    assert not offered(table("pietra pietra pietra 5", spent="via via"), "plain") - {
        "plain:5:*:*",
        "plain:5:*:*:*",
    }
    alone = table("pietra pietra pietra", spent="via via")
    assert not offered(alone, "plain") | offered(alone, "run")


def test_t21_it_takes_the_rank_it_stands_for():
    state = run(table("7 7 pietra", nobles="via"), "plain:7:7:*")
    assert parts(state)[0].blessing == 6
    assert parts(state)[0].plain == 7
    assert run(table("8 8 pietra", nobles="via"), "plain:8:8:*").phase == Draw("income", 3)


def test_t21_in_a_colourful_tower_it_may_stand_above_a_5_or_below_a_10():
    assert "run:*:5:6" in moves(table("5 6 pietra", nobles="via"))
    assert "run:9:10:*" in moves(table("9 10 pietra", nobles="via"))
    state = run(table("9 10 pietra", nobles="via"), "run:9:10:*")
    assert state.sides[0].towers[0].ranks == (9, 10, 11)
    grown = run(table("pietra", towers=["5 6 7"], nobles="via"), "extend:0:*")
    assert grown.sides[0].towers[0].ranks == (4, 5, 6, 7)


def test_t21_t29_a_colourful_tower_has_at_most_eight_stories():
    """T29: one fine stone above the 5 and one below the 10, no more."""
    state = table("5 6 7 8 9 10 pietra pietra pietra", used="mura", spent="via via via")
    assert "run:*:5:6:7:8:9:10:*" in moves(state)
    assert max(move.count(":") for move in offered(state, "run")) == 8
    assert "run:*:*:5:6" not in moves(state)
    assert not offered(table("pietra", towers=["* 5 6"], used="pietra", spent="via"), "extend")


def test_t21_edition_2_a_fine_stone_may_be_shown_as_a_guard_and_stays_in_front_of_its_owner():
    state = run(table("9 9 9", "pietra 7", deck="5 6", nobles="via"), "plain:9:9:9")
    assert asked(state) == (1, {"guard:*", "bear"})
    state = run(state, "guard:*")
    assert (state.phase, state.seat) == (Turn(), 1)  # nobody can hold Giostra: only one noble deck card, via
    assert (held(state, 1), state.sides[1].used, state.gone) == ("7", ("pietra",), ())
    assert deck(state) == "5 6", "never under the deck"
    assert held(state, 0) == "", "the Trade has been turned away whole"


def test_t21_edition_2_a_5_comes_before_a_fine_stone_which_costs_more():
    state = run(table("9 9 9", "5 pietra", nobles="via"), "plain:9:9:9")
    assert moves(state, 1) == ("guard", "guard:*", "bear")


def test_t21_edition_2_a_fine_stone_saves_a_tower_from_a_conspiracy_also_from_ones_own():
    state = run(table("10 10 10", "pietra", theirs=["7 8 9"], nobles="via"), "plain:10:10:10", "guard:*")
    assert (len(state.sides[1].towers), state.sides[1].used) == (1, ("pietra",))
    own = run(table("10 10 10 pietra", towers=["7 8 9"], nobles="via"), "plain:10:10:10")
    assert asked(own) == (0, {"guard:*", "bear"})
    assert len(run(own, "guard:*").sides[0].towers) == 2


def test_t21_edition_2_it_is_a_noble_played_only_within_the_count():
    state = run(table("9 9 9", "pietra 5 mura", spent="mura", nobles="via"), "plain:9:9:9")
    assert asked(state) == (1, {"guard", "bear"})  # 1 used to 0
    state = run(table("9 9 9", "pietra 7", used="mura", spent="mura", nobles="via"), "plain:9:9:9")
    assert asked(state) == (1, {"guard:*", "bear"})


def test_t21_t20_edition_2_fine_stones_just_built_with_count_before_the_guard_is_asked():
    state = table("9 9 pietra", "pietra", spent="mura", nobles="via")
    assert asked(run(state, "plain:9:9:*")) == (1, {"guard:*", "bear"})  # 1 to 1


def test_t21_t23_edition_2_giostra_may_answer_it_then_it_leaves_the_game_and_the_effect_happens():
    state = run(table("9 9 9 giostra", "pietra 7 8", deck="6", nobles="via"), "plain:9:9:9", "guard:*")
    assert state.phase == Parry(Ward(1, trade=3))
    assert asked(state) == (0, {"giostra", "allow"})
    assert towers.decisions(state)[0].advance == "giostra"
    spared = run(state, "allow")
    assert (spared.seat, spared.sides[1].used, held(spared, 0)) == (1, ("pietra",), "giostra")
    state = run(state, "giostra")
    assert (state.phase, state.gone) == (Give(2), ("pietra",))
    assert [side.used for side in state.sides] == [("giostra",), ()]
    assert held(state, 0) == "7 8", "the rest of the hand was taken"


def test_t21_t23_edition_2_giostra_against_a_shown_stone_lets_the_tower_fall_also_ones_own():
    state = table("10 10 10", "pietra", theirs=["7 8 9"], nobles="via", deck="6")
    state = state._replace(sides=(state.sides[0]._replace(hand=hand(0, "10 10 10 giostra")), state.sides[1]))
    state = run(state, "plain:10:10:10", "guard:*", "giostra")
    assert (state.sides[1].towers, deck(state), state.seat) == ((), "7 8 9 6", 1)
    own = table("10 10 10 pietra", "giostra", towers=["7 8 9"], nobles="via")
    own = run(own, "plain:10:10:10", "guard:*")
    assert asked(own) == (1, {"giostra", "allow"})
    assert [t.number for t in run(own, "giostra").sides[0].towers] == [1]


def test_t21_t20_edition_2_giostra_counts_the_shown_stone_for_the_other_one():
    state = table("9 9 9 giostra via", "pietra", used="mura", spent="mura", nobles="via")
    assert isinstance(run(state, "plain:9:9:9", "guard:*").phase, Parry)  # 1 to 2
    ahead = table("9 9 pietra pietra giostra", "pietra 7", spent="mura", used="", nobles="via")
    ahead = run(ahead, "plain:9:9:*:*", "allow", "guard:*")
    assert isinstance(ahead.phase, Parry)  # 2 to 2


def test_t11_t21_edition_2_the_question_is_put_whenever_a_5_or_a_usable_fine_stone_is_possible():
    every_five = "5 5 5 5 5"
    possible = table("9 9 9", "mura", market=every_five, nobles="pietra")
    assert asked(run(possible, "plain:9:9:9")) == (1, {"bear"})
    no_noble = table("9 9 9", "7", market=every_five, nobles="pietra")
    assert run(no_noble, "plain:9:9:9").phase == Give(1)
    not_usable = table("9 9 9", "pietra", market=every_five, spent="mura", nobles="via")
    assert run(not_usable, "plain:9:9:9").phase == Give(1)
    known = table("9 9 9", "mura!", market=every_five, nobles="pietra")
    assert run(known, "plain:9:9:9").phase == Give(1)
    all_seen = table("9 9 9", "mura", market=f"{every_five} pietra pietra pietra", nobles="via")
    assert run(all_seen, "plain:9:9:9").phase == Give(1)


def test_t21_t32_edition_2_a_standing_answer_shows_a_5_first_and_a_fine_stone_if_there_is_no_5():
    """T32: "always use it if I can" is the first move on offer."""
    state = run(table("9 9 9", "pietra", nobles="via"), "plain:9:9:9")
    (question,) = towers.decisions(state)
    assert (question.moves[0], question.idle, question.advance) == ("guard:*", "bear", "guard")


def test_t21_edition_2_the_words_say_what_a_shown_stone_does():
    state = run(table("9 9 9 giostra", "pietra 7 8", nobles="via"), "plain:9:9:9")
    assert "fine stone" in say(towers.decisions(state)[0].help)
    label = towers.label(towers.view(state, 1), "guard:*")
    assert say(label.text) == "Show a fine stone as a Guard"
    assert say(label.detail) == "You keep your cards; the fine stone counts as used; Lion may answer"
    state = run(state, "guard:*")
    assert say(towers.page(towers.view(state, None)).news[-1]) == "Dove shows a fine stone as a Guard."
    labels = [towers.label(towers.view(state, 0), move) for move in moves(state)]
    assert [say(label.detail) for label in labels] == [
        "Cancels Buona Pietra: the Trade goes on; Giostra counts as used",
        "Buona Pietra turns the Trade away",
    ]
    told = [say(line) for line in towers.page(towers.view(run(state, "allow"), None)).news]
    assert told[-1] == "Dove shows a fine stone and turns the Trade away."
    assert not any("as a Guard" in line for line in told)


def test_t21_in_edition_1_it_is_never_a_guard():
    state = table("9 9 9", "pietra 7", deck="5 6", nobles="via")._replace(edition=1)
    assert asked(run(state, "plain:9:9:9")) == (1, {"bear"})
    unknown = table("9 9 9", "pietra", market="5 5 5 5 5", nobles="via")._replace(edition=1)
    assert run(unknown, "plain:9:9:9").phase == Give(1)


def test_t21_in_a_destroyed_tower_it_leaves_play_and_still_counts_as_used():
    state = run(table("10 10 10", theirs=["7 * 9"], spent="pietra"), "plain:10:10:10")
    assert deck(state).startswith("7 9 6")
    assert state.gone == ("pietra",)
    assert state.sides[1].used == ("pietra",)


def test_t10_a_plain_6_with_a_fine_stone_is_safe_from_conspiracy():
    state = run(table("10 10 10", theirs=["6 * 6"], spent="pietra"), "plain:10:10:10")
    assert len(state.sides[1].towers) == 1


# --- T22: Giostra against a fine stone ---------------------------------------------------------------


def cancelled(cards, build, **more):
    return run(table(cards, "giostra 6", nobles="via", **more), build, "giostra")


def test_t22_the_remaining_cards_are_used_as_any_legal_tower_or_all_go_back():
    state = cancelled("7 7 7 pietra", "plain:7:7:7:*")
    assert asked(state) == (0, {"plain:7:7:7", "back"})
    built = run(state, "plain:7:7:7")
    assert (built.sides[0].towers[0].height, built.sides[0].used, built.seat) == (3, (), 1)
    back = run(state, "back")
    assert (held(back, 0), back.sides[0].used, back.seat) == ("7 7 7", (), 1)
    assert towers.view(back, None).sides[0].hand == ("7", "7", "7")  # everyone has seen them


def test_t22_other_fine_stones_may_be_named_anew_or_are_taken_back_unused():
    state = run(table("7 8 pietra pietra", "giostra", spent="via"), "run:7:8:*:*", "giostra")
    assert asked(state) == (0, {"run:7:8:*", "run:*:7:8", "back"})
    assert run(state, "run:*:7:8").sides[0].used == ("pietra",)
    back = run(state, "back")
    assert (held(back, 0), back.sides[0].used, back.gone) == ("7 8 pietra", (), ("pietra",))


def test_t22_a_build_may_become_an_extension_and_its_draws_follow_the_cards_laid():
    state = cancelled("6 5 pietra", "run:*:5:6", towers=["7 8 9"])
    assert asked(state) == (0, {"extend:0:6:5", "back"})
    assert run(state, "extend:0:6:5").phase == Draw("extend", 2)


def test_t22_when_nothing_can_be_built_the_house_takes_the_cards_back():
    state = cancelled("7 9 pietra", "run:7:*:9")
    assert towers.decisions(state)[0].moves == ("back",)
    assert towers.decisions(state)[0].open  # it follows from public knowledge


def test_t22_a_lone_cancelled_stone_leaves_nothing_to_choose():
    state = run(table("pietra", "giostra", towers=["8 8 8"], nobles="via"), "extend:0:*", "giostra")
    assert (state.seat, state.phase, state.gone) == (1, Turn(), ("pietra",))


def test_t22_the_donazione_and_the_marker_follow_the_cards_actually_laid():
    state = cancelled("8 8 8 pietra", "plain:8:8:8:*", theirs=["5 6 7"], marker=1)
    state = run(state, "plain:8:8:8")
    assert (state.phase, state.marker) == (Draw("income", 3), 1)


def test_t22_all_nobles_just_played_count_while_the_other_decides():
    state = table("8 8 pietra pietra", "giostra", used="", spent="via via")
    assert run(state, "plain:8:8:*").phase != Joust("plain:8:8:*", ("8", "8", "pietra"))  # 2 to 1: may not
    assert isinstance(run(state, "plain:8:8:*:*").phase, Joust)  # 2 to 2: may


# --- T23: when it is asked ---------------------------------------------------------------------------


def test_t23_giostra_is_an_answer_not_a_turn_and_legal_in_the_ending_phase():
    state = run(table("7 7 7 pietra", "giostra", nobles="via", ending=True), "plain:7:7:7:*", "giostra")
    assert state.phase == Relay(("7", "7", "7"))
    state = run(state, "plain:7:7:7")
    assert state.seat == 1  # the answer was not a turn
    assert not offered(table("giostra", nobles="via"), "noble")


def test_t23_the_question_is_asked_whenever_the_public_thinks_it_possible():
    state = run(table("mura", "via", nobles="giostra"), "noble:mura")
    assert asked(state) == (1, {"allow"})
    assert (towers.decisions(state)[0].open, towers.decisions(state)[0].advance) == (False, "giostra")


def test_t23_the_question_is_not_asked_when_the_public_knows_better():
    for state in (
        table("mura", "5 6", nobles="giostra"),  # no noble in that hand
        table("mura", "via!", nobles="giostra"),  # a known one
        table("mura", "via", nobles="pietra", market="giostra"),  # it lies on the market
    ):
        assert run(state, "noble:mura").phase == Turn()


# --- T24: Palazzo Comunale ---------------------------------------------------------------------------


def test_t24_two_other_cards_go_under_their_decks_the_first_one_lower():
    state = run(table("palazzo 5 7 8", nobles="via"), "noble:palazzo:5:7")
    assert deck(state).endswith("10 7 5")
    assert (held(state, 0), state.sides[0].used) == ("8", ("palazzo",))
    mixed = run(table("palazzo 5 mura", nobles="via"), "noble:palazzo:5:mura")
    assert (deck(mixed).endswith("10 5"), nobles(mixed)) == (True, "via mura")


def test_t24_both_orders_are_offered_where_they_differ():
    state = table("palazzo 5 7 7 mura via", nobles="giostra")
    assert offered(state, "noble:palazzo") == {
        "noble:palazzo:5:7", "noble:palazzo:7:5", "noble:palazzo:7:7",
        "noble:palazzo:5:mura", "noble:palazzo:5:via", "noble:palazzo:7:mura", "noble:palazzo:7:via",
        "noble:palazzo:via:mura", "noble:palazzo:mura:via",
    }  # fmt: skip
    assert not offered(table("palazzo 5", nobles="giostra"), "noble:palazzo")


def test_t24_the_cost_is_not_refunded_when_giostra_answers():
    state = run(table("palazzo 5 7 8", "giostra", nobles="via"), "noble:palazzo:5:7", "giostra")
    assert (held(state, 0), state.gone, state.sides[0].used) == ("8", ("palazzo",), ())


def test_t24_the_rival_may_not_go_strictly_higher_and_three_is_always_allowed():
    state = table("7 7 7 7 6", spent="palazzo")
    assert offered(state, "plain") == {"plain:7:7:7"}
    state = table("7 7 7 7 7", theirs=["5 6 7 8"], spent="palazzo")
    assert offered(state, "plain") == {"plain:7:7:7", "plain:7:7:7:7"}


def test_t24_the_ceiling_follows_the_towers_and_higher_ones_stay_but_cannot_grow():
    state = table("6 7", towers=["7 8 9 10", "7 7 7"], theirs=["8 9 10"], spent="palazzo")
    assert not offered(state, "extend")
    state = table("6 7", towers=["7 8 9", "7 7 7"], theirs=["7 8 9 10"], spent="palazzo")
    assert offered(state, "extend") == {"extend:0:6", "extend:1:7"}


def test_t24_t31_too_late_it_returns_two_cards_or_none_and_leaves_the_game():
    state = table("palazzo 5 7", "giostra", theirs=["7 8 9 10"], nobles="via")
    assert offered(state, "noble") == {"noble:palazzo", "noble:palazzo:5:7", "noble:palazzo:7:5"}
    state = run(state, "noble:palazzo")  # T31: nothing to cancel, so no Giostra question
    assert (state.gone, state.sides[0].used, state.seat) == (("palazzo",), (), 1)
    assert held(state, 0) == "5 7"
    alone = table("palazzo", theirs=["7 8 9 10"], nobles="via")
    assert offered(alone, "noble") == {"noble:palazzo"}


def test_t24_nobody_else_knows_what_went_under_the_deck_and_the_rest_of_the_hand_is_unknown_again():
    state = run(table("palazzo 5! 7! 8 mura!", nobles="via"), "noble:palazzo:5:7")
    assert towers.view(state, 0).deck[-2:] == ("7", "5")
    for viewer in (None, 1):
        view = towers.view(state, viewer)
        assert view.deck[-2:] == ("stone", "stone")
        assert view.sides[0].hand == ("mura", "stone")  # a noble cannot have been one of the stones
    mixed = run(table("palazzo 5! 7! 8! mura! via!", nobles="via"), "noble:palazzo:5:mura")
    assert set(towers.view(mixed, None).sides[0].hand) == {"stone", "noble"}


def test_t24_a_card_from_under_the_deck_stays_known_to_the_one_who_put_it_there():
    state = run(table("palazzo 5 7 8", "", nobles="via", deck=""), "noble:palazzo:5:7")
    state = run(state, "purchase:deck")  # the rival draws the 7
    assert towers.view(state, 0).sides[1].hand == ("7",)
    assert towers.view(state, None).sides[1].hand == ("stone",)


def test_t16_a_palazzo_in_force_binds_in_the_ending_phase():
    assert offered(table("7 7 7 7", spent="palazzo", ending=True), "plain") == {"plain:7:7:7"}


# --- T25: the others ---------------------------------------------------------------------------------


def test_t25_via_draws_from_the_two_decks_up_to_the_hand_limit():
    state = run(table("via 5 6", nobles="mura pietra"), "noble:via")
    assert set(moves(state)) == {"draw:deck", "draw:noble"}
    state = run(state, "draw:noble", "draw:noble", "draw:deck", "draw:deck", "draw:deck")
    assert (len(state.sides[0].hand), state.seat) == (7, 1)


def test_t25_via_frees_its_own_place_so_a_full_hand_draws_one_card():
    state = run(table("via 5 6 7 8 9 10", nobles="mura"), "noble:via")
    assert state.phase == Draw("via", 1)
    state = run(state, "draw:noble")
    assert (held(state, 0), state.seat) == ("5 6 7 8 9 10 mura", 1)
    walled = table("via 5 6 7 8 8 9 9 10", used="mura", spent="via", nobles="pietra")
    assert run(walled, "noble:via").phase == Draw("via", 1)  # nine of nine


def test_t25_via_is_not_offered_in_the_ending_phase():
    assert "noble:via" in moves(table("via 5", nobles="mura"))
    assert "noble:via" not in moves(table("via 5", nobles="mura", ending=True))


def test_t6_via_goes_on_from_the_nobles_when_the_deck_runs_out():
    state = run(table("via", nobles="mura pietra", deck="9"), "noble:via", "draw:deck")
    assert asked(state) == (0, {"draw:noble"})
    state = run(state, "draw:noble", "draw:noble")
    assert (state.seat, state.ending) == (1, True)


def test_t6_exchange_goes_on_from_the_nobles_when_the_deck_runs_out():
    state = run(table("5 6", nobles="mura pietra", deck="9", market=""), "exchange:5:6", "draw:deck")
    assert asked(state) == (0, {"draw:noble"})


def test_t25_mura_lifts_the_limit_to_nine_at_once():
    state = run(table("mura via 5 6 7 8 9", nobles="pietra"), "noble:mura", "pass")
    assert state.sides[0].limit == 9
    assert "purchase:deck" in moves(state)
    road = run(table("via 5", used="mura", spent="via via", nobles="pietra"), "noble:via")
    assert road.phase == Draw("via", 8)


def test_t25_monumento_and_cappella_score_only_if_played():
    five = tower(0, "5 6 7 8 9", True)
    skyline = [five, tower(1, "8 8 8 8 8"), "7 8 9 10"]  # four stories are not enough for the Cappella
    state = table("monumento cappella", towers=skyline, nobles="via")
    before = parts(state)[0]
    assert before.nobles == 0
    assert parts(run(state, "noble:monumento"))[0].nobles == 7
    assert parts(run(state, "noble:cappella"))[0].nobles == 10


def test_t25_a_cancelled_monumento_scores_nothing():
    state = run(table("monumento", "giostra", nobles="via"), "noble:monumento", "giostra")
    assert parts(state)[0].nobles == 0
    assert state.gone == ("monumento",)


def test_t26_a_cancelled_noble_or_a_build_taken_back_is_an_action_not_a_pass():
    state = run(table("5", "mura 5", nobles="via"), "pass")
    assert state.passes == 1
    state = state.with_side(0, state.sides[0]._replace(hand=table("giostra").sides[0].hand))
    state = run(state, "noble:mura", "giostra")
    assert (state.passes, state.seat) == (0, 0)
    back = run(cancelled("7 9 pietra", "run:7:*:9"), "back")
    assert back.passes == 0
