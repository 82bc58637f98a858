"""Túir, ruling by ruling."""

import pytest

from games import tuir
from games.contract import AnyGame, walk
from games.core import NOBODY, PUBLIC, Held, IllegalMove, Move, offer, play, winners
from games.tuir.skyline import Tower
from games.tuir.state import Player, State

GAME: AnyGame = tuir


def deal(**changes: object) -> State:
    """A game that Lion begins, with known cards: P T01, Q T02, R T03; Dove T04, T05, T06."""
    state = tuir.setup(2, "table", ("first:0",))
    hands = [("T01", "T02", "T03"), ("T04", "T05", "T06")]
    players = tuple(
        Player(
            tuple(Held(card, frozenset({seat})) for card in hand), Held(f"R0{seat + 4}", frozenset({seat}))
        )
        for seat, hand in enumerate(hands)
    )
    decks = tuple(
        (Held(f"T{n:02}", PUBLIC), Held(f"T{n + 1:02}"), Held(f"T{n + 2:02}")) for n in (7, 10, 13, 16)
    )
    stock = tuple(Held(f"R{n:02}") for n in range(7, 36))
    state = state._replace(
        players=players, decks=decks, open=("R01", "R02", "R03"), hidden=Held("R06"), stock=stock
    )
    return state._replace(**changes)


def run(state: State, *moves: Move) -> State:
    for move in moves:
        state = play(GAME, state, state.seat, move)
    return state


def on_offer(state: State, verb: str = "") -> list[Move]:
    (decision,) = tuir.decisions(state)
    return [move for move in decision.moves if move.startswith(verb)]


def built(*towers: str) -> State:
    """Lion's turn with these towers standing: built("A:T07,T08", "B:T09")."""
    row = tuple(Tower(tower[0], tuple(tower[2:].split(","))) for tower in towers)
    state = deal()
    lion = state.players[0]._replace(towers=row, founded=len(row))
    return state._replace(players=(lion, state.players[1]), decks=((), (), (), ()))


def towers(state: State, seat: int = 0) -> list[str]:
    return [f"{t.letter}:{','.join(t.sections)}" for t in state.players[seat].towers]


# --- deal and turns --------------------------------------------------------------------------------


@pytest.mark.parametrize(("options", "stock"), [((), 29), (("short",), 26)])
def test_u1_three_cards_each_four_decks_of_three_and_six_rules(options: tuple[str, ...], stock: int) -> None:
    state = tuir.setup(2, "any", options)
    assert [len(player.hand) for player in state.players] == [3, 3]
    assert [len(deck) for deck in state.decks] == [3, 3, 3, 3]
    assert len(state.open) == 3
    assert len(state.stock) == stock
    public = tuir.view(state, None)
    assert all(top and left == 3 for top, left in public.decks)
    assert public.hidden == "" and [side.rule for side in public.sides] == ["", ""]
    assert [side.backs for side in public.sides] == [3, 3]
    own = tuir.view(state, 1)
    assert own.sides[1].rule == state.players[1].rule.card
    assert own.sides[0].rule == "" and own.hidden == ""


def test_short_leaves_out_the_diagonal_rules() -> None:
    state = tuir.setup(2, "any", ("short",))
    rules = {*state.open, state.hidden.card, *(h.card for h in state.stock)}
    assert not rules & {"R33", "R34", "R35"}


def test_u2_a_turn_is_an_act_and_then_a_taking() -> None:
    state = run(deal(), "build:T01:left")
    assert (state.seat, state.phase) == (0, "take")
    assert on_offer(state) == ["take:1", "take:2", "take:3", "take:4"]
    state = run(state, "take:2")
    assert (state.seat, state.phase) == (1, "act")
    assert tuir.view(state, None).decks[1] == ("T11", 2)  # the next card turned up
    assert state.players[0].cards[0].card == "T10"  # in the place of the card built


def test_u2_after_a_sacrifice_a_card_is_taken_too() -> None:
    assert run(deal(), "look:hidden:T01").phase == "take"


def test_u2_nine_turns_each_and_no_pass() -> None:
    for seed in range(20):
        steps = list(walk(GAME, 2, f"turns/{seed}"))
        acts = [step.seat for step in steps if step.move and not step.move.startswith("take")]
        assert [acts.count(0), acts.count(1)] == [9, 9]
        assert sum(step.move.startswith("take") for step in steps) == 12
        assert all(not player.cards for player in steps[-1].state.players)


def test_u2_the_house_takes_the_last_deck_that_is_left() -> None:
    state = deal(decks=((), (), (Held("T13", PUBLIC), Held("T14")), ()))
    (decision,) = tuir.decisions(run(state, "build:T01:left"))
    assert decision.open and decision.moves == ("take:3",)


def test_the_question_what_to_build_never_answers_itself() -> None:
    for seed in range(20):
        for step in walk(GAME, 2, f"last/{seed}"):
            for decision in tuir.decisions(step.state):
                assert decision.open == (step.state.phase == "take")


def test_the_clock_starts_a_tower_at_the_right_and_takes_from_the_first_deck_left() -> None:
    assert tuir.decisions(deal())[0].idle == "build:T01:left"
    assert tuir.decisions(built("A:T07"))[0].idle == "build:T01:right"
    state = deal(decks=((), (Held("T10", PUBLIC),), (Held("T13", PUBLIC),), ()))
    assert tuir.decisions(run(state, "build:T01:left"))[0].idle == "take:2"


def test_each_question_says_what_it_asks_and_helps_a_newcomer() -> None:
    (act,), (take,) = tuir.decisions(deal()), tuir.decisions(run(deal(), "build:T01:left"))
    assert act.help and take.help
    assert (act.prompt.id, take.prompt.id) == (
        "Build a section, or sacrifice one",
        "Take the top card of a deck",
    )
    assert "sacrifice a section" in act.help.id and "turned up" in take.help.id


# --- building --------------------------------------------------------------------------------------


def test_u3_the_first_tower_has_one_place() -> None:
    assert on_offer(deal(), "build:T01") == ["build:T01:left"]


def test_u3_a_section_goes_on_a_tower_or_to_an_end() -> None:
    state = built("A:T07", "B:T08")
    assert on_offer(state, "build:T01") == [f"build:T01:{where}" for where in ("A", "B", "left", "right")]
    assert towers(run(state, "build:T01:A")) == ["A:T07,T01", "B:T08"]
    assert towers(run(state, "build:T01:left")) == ["C:T01", "A:T07", "B:T08"]
    assert towers(run(state, "build:T01:right")) == ["A:T07", "B:T08", "C:T01"]


def test_u3_never_between_below_or_with_a_card_one_does_not_hold() -> None:
    for move in ("build:T01:Z", "build:T04:left", "build:T07:left", "build:T01", "take:1"):
        with pytest.raises(IllegalMove):
            play(GAME, built("A:T07", "B:T08"), 0, move)


# --- sacrifices ------------------------------------------------------------------------------------


def test_u4_a_sacrificed_card_is_shown_and_leaves_the_game() -> None:
    state = run(deal(), "look:hidden:T02")
    assert tuir.view(state, None).spent == ("T02",)
    assert "T02" not in [held.card for held in state.players[0].cards]


def test_u4_looking_at_the_hidden_rule_tells_only_the_one_who_looks() -> None:
    state = run(deal(), "look:hidden:T01")
    assert [tuir.view(state, viewer).hidden for viewer in (None, 0, 1)] == ["", "R06", ""]
    assert tuir.view(state, None).eyes == (0,)  # that it was done is public


def test_u4_looking_at_the_rivals_rule_tells_only_the_one_who_looks() -> None:
    state = run(deal(), "look:rival:T01")
    assert [tuir.view(state, viewer).sides[1].rule for viewer in (None, 0)] == ["", "R05"]
    assert tuir.view(state, None).sides[1].rivals_eye


def test_u4_both_looks_stay_on_offer_when_the_card_is_known() -> None:
    state = run(deal(), "look:hidden:T01", "take:1", "build:T04:left", "take:1")
    assert "look:hidden:T02" in on_offer(state)


def test_u4_a_swapped_rule_comes_from_the_deck_and_the_old_one_stays_face_down() -> None:
    state = run(deal(), "rule:T01")
    assert tuir.view(state, 0).sides[0].rule == "R07"
    assert tuir.view(state, 0).sides[0].dropped == ("R04",)
    assert tuir.view(state, 1).sides[0].dropped == ("",)
    for seed in range(10):  # not even the end turns it up
        *_, last = walk(GAME, 2, f"drop/{seed}")
        dropped = [held.card for player in last.state.players for held in player.dropped]
        assert not any(card in repr(tuir.view(last.state, None)) for card in dropped)


def test_u4_any_two_own_sections_may_be_swapped_within_one_tower_too() -> None:
    state = built("A:T07,T08", "B:T09")
    assert on_offer(state, "swap:T01") == ["swap:T01:T07:T08", "swap:T01:T07:T09", "swap:T01:T08:T09"]
    assert towers(run(state, "swap:T01:T07:T08")) == ["A:T08,T07", "B:T09"]
    assert towers(run(state, "swap:T01:T07:T09")) == ["A:T09,T08", "B:T07"]


def test_u4_a_top_section_may_move_to_another_tower_or_an_end() -> None:
    state = built("A:T07,T08", "B:T09")
    assert on_offer(state, "move:T01:T08") == [f"move:T01:T08:{where}" for where in ("B", "left", "right")]
    assert towers(run(state, "move:T01:T08:B")) == ["A:T07", "B:T09,T08"]
    assert towers(run(state, "move:T01:T08:left")) == ["C:T08", "A:T07", "B:T09"]
    assert not on_offer(state, "move:T01:T07")


def test_u4_a_tower_of_one_section_leaves_only_from_an_end() -> None:
    state = built("A:T07", "B:T08", "C:T09")
    assert not on_offer(state, "move:T01:T08")
    assert on_offer(state, "move:T01:T07") == [f"move:T01:T07:{where}" for where in ("B", "C", "right")]
    assert towers(run(state, "move:T01:T07:right")) == ["B:T08", "C:T09", "D:T07"]  # letters are never reused


def test_u4_a_lone_section_cannot_move_and_nothing_can_be_swapped_with_it() -> None:
    assert not on_offer(built("A:T07"), "move")
    assert not on_offer(built("A:T07"), "swap")
    assert on_offer(built("A:T07,T08"), "move:T01") == ["move:T01:T08:left", "move:T01:T08:right"]


def test_u4_every_swap_and_move_on_offer_changes_the_row_and_leaves_no_gap() -> None:
    for seed in range(30):
        for step in walk(GAME, 2, f"change/{seed}"):
            if step.state.phase != "act":
                continue
            before = step.state.players[step.state.seat]
            for move in on_offer(step.state, "move") + on_offer(step.state, "swap"):
                after = tuir.apply(step.state, step.state.seat, move).players[step.state.seat]
                assert after.tableau != before.tableau
                assert sorted(sum(after.tableau, ())) == sorted(sum(before.tableau, ()))
                assert len({t.letter for t in after.towers}) == len(after.towers)


# --- knowledge -------------------------------------------------------------------------------------


def test_u5_what_was_looked_at_stays_visible() -> None:
    state = run(deal(), "look:rival:T01", "take:1", "build:T04:left", "take:1", "build:T02:left", "take:1")
    assert tuir.view(state, 0).sides[1].rule == "R05"


def test_u5_after_the_rival_swaps_the_knowledge_is_old() -> None:
    state = run(deal(), "look:rival:T01", "take:1", "rule:T04")
    view = tuir.view(state, 0)
    assert view.sides[1].rule == "" and view.sides[1].dropped == ("R05",)
    assert not view.sides[1].rivals_eye
    secrets = repr(tuir.page(view).secrets)
    assert "Old:" in secrets and "Most sections with sharp windows" in secrets
    assert tuir.view(state, None).sides[1].dropped == ("",)


def test_u16_a_card_taken_from_a_deck_is_known_while_in_hand() -> None:
    state = run(deal(), "build:T01:left", "take:4")
    for viewer in (None, 1):
        lion = tuir.view(state, viewer).sides[0]
        assert (lion.hand, lion.backs) == (("T16",), 2)


def test_what_lies_face_down_is_marked_as_seen_by_nobody() -> None:
    """A search deals anew what a seat has not seen: a wrong mark would let it peep into the decks."""
    for seed in range(10):
        for step in walk(GAME, 2, f"marks/{seed}"):
            below = [held for deck in step.state.decks for held in deck[1:]]
            assert all(held.seen == NOBODY for held in (*below, *step.state.stock))
            assert all(deck[0].seen == PUBLIC for deck in step.state.decks if deck)


def test_deeds_are_kept_for_this_turn_and_the_two_before() -> None:
    state = run(deal(), "build:T01:left", "take:1", "build:T04:left", "take:1", "look:hidden:T02")
    told = [(deed.turn, deed.seat, deed.move) for deed in state.deeds]
    assert told == [
        (0, 0, "build:T01:left"),
        (0, 0, "take:1"),
        (1, 1, "build:T04:left"),
        (1, 1, "take:1"),
        (2, 0, "look:hidden:T02"),
    ]
    state = run(state, "take:2", "build:T05:A")
    assert [deed.turn for deed in state.deeds] == [1, 1, 2, 2, 3]


def test_a_deed_names_the_tower_or_the_card_taken_and_the_one_turned_up() -> None:
    state = run(deal(decks=((Held("T07", PUBLIC), Held("T08")), (), (), ())), "build:T01:left", "take:1")
    assert [deed.result for deed in state.deeds] == [("A",), ("T07", "T08")]
    state = run(state, "rule:T04", "take:1")
    assert [deed.result for deed in state.deeds[2:]] == [("",), ("T08", "")]


def test_u6_all_six_rules_are_shown_at_the_end() -> None:
    *_, last = walk(GAME, 2, "end")
    view = tuir.view(last.state, None)
    assert len(view.known_rules) == 6
    assert len(tuir.page(view).grid) == 7


def test_u13_the_seed_draws_the_first_player_unless_a_rematch_says_so() -> None:
    assert {tuir.setup(2, str(n)).first for n in range(20)} == {0, 1}
    assert tuir.setup(2, "x", ("first:1",)).seat == 1
    assert offer(GAME, tuir.setup(2, "x", ("first:1",)), 0) is None


@pytest.mark.parametrize("first", [0, 1])
def test_u13_the_reserved_option_says_who_begins_and_changes_nothing_else(first: int) -> None:
    options = (f"first:{first}",)
    for seed in range(10):
        assert tuir.setup(2, str(seed), options) == tuir.setup(2, str(seed))._replace(first=first)
        steps = walk(GAME, 2, str(seed), options)
        assert [step.seat for step in steps if step.state.phase == "act"] == [first, 1 - first] * 9


def test_u13_equal_totals_are_a_draw() -> None:
    state = deal()
    assert tuir.score(state) == ((0,), (0,))
    assert winners(tuir.score(state)) == (0, 1)


def test_u14_the_grid_shows_the_groups() -> None:
    state = built("A:T07,T08,T05,T09", "B:T10,T11,T12")._replace(
        open=("R24", "R01", "R02"), turn=17, phase="act"
    )
    state = state._replace(first=1)  # so that Lion has the last turn
    state = run(state, "build:T01:A")
    first = tuir.page(tuir.view(state, None)).grid[0]
    assert first.cells == ("6 = 3 + 3", "0")
