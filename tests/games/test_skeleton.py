"""Skeleton keeps the promises of the house, and its rules are what its rules text says."""

from collections import Counter

import pytest

from games import skeleton as game
from games.contract import check_game
from games.core import NOBODY, PUBLIC, Held, knows, offer
from games.data_tables import BadTable
from games.skeleton.cards import DECK, load
from games.skeleton.state import State
from tests.kit import caught, leaky
from tests.limits import fits_discord


def cards(state: State) -> Counter[str]:
    """Every card of a game, wherever it lies: none is ever lost."""
    held = [held.card for hand in (*state.hands, state.deck) for held in hand]
    return Counter([*held, *state.open, *(card for lot in state.lots for card, _ in lot)])


@pytest.mark.slow
@pytest.mark.parametrize("seats", game.SEATS)
async def test_random_games_keep_every_promise(seats):
    compared = Counter()
    for options in ((), ("short",)):
        steps, counts = check_game(game, seats, "promise", options, conserved=cards)
        assert cards(steps[0].state) == Counter(DECK)
        compared += counts
        for step in (
            *steps[::3],
            steps[-1],
        ):  # layouts take long: builds and draws take turns, so every third
            fits_discord(game, step.state)
    assert compared["build"] > 20 and compared["draw"] > 20, "each verb needs worlds to compare"


# --- the rules, as the rules text says them --------------------------------------------------------


def table(hand, lots, *, open="3", deck="12", seed="a die") -> State:
    """Return a table at which the first of two players is to build; "5!" is a card that everyone knows."""
    mine = tuple(
        Held(card[0], PUBLIC | {0} if card.endswith("!") else frozenset({0})) for card in hand.split()
    )
    theirs = tuple(Held(card, frozenset({1})) for card in "446")
    built = tuple(tuple((card, 1) for card in lot) for lot in lots.split(","))
    return State((mine, theirs), tuple(open), tuple(map(Held, deck)), built, (0,) * len(built), 0, seed)


def run(state, *moves):
    """Play moves for whoever is asked, through the door that the house uses."""
    for move in moves:
        (asked,) = game.decisions(state)
        assert move in asked.moves
        state = game.apply(state, asked.seat, move)
    return state


def test_who_lays_the_third_storey_scores_the_windows_of_all_three_and_the_die():
    state = run(table("5 1", "26,4"), "build:5:0")
    assert state.roofs[0] in range(1, 7) and state.roofs[1] == 0
    assert game.score(state) == ((2 + 6 + 5 + state.roofs[0],), (0,))


def test_each_die_falls_for_itself_and_every_side_comes_up():
    games = [run(table("5 1", "26,4", seed=str(n)), "build:5:0").roofs[0] for n in range(60)]
    assert {*games} == {*range(1, 7)}
    both = [run(table("5 1", "26,46,", seed=str(n)), "build:5:0", "draw", "build:4:1") for n in range(20)]
    assert any(state.roofs[0] != state.roofs[1] for state in both), "the count makes another roll"


def test_nobody_foresees_how_a_die_will_fall():
    state = table("5 1", "26,4")
    rolls = {game.redeal(state, 0, str(n)).seed for n in range(9)}
    assert len(rolls) == 9 and state.seed not in rolls


def test_a_full_lot_takes_no_further_storey():
    (asked,) = game.decisions(table("5 1", "264,4"))
    assert asked.moves == ("build:1:1", "build:5:1")


def test_two_equal_cards_are_one_choice_and_the_known_one_goes_first():
    state = table("5 5! 1", ",")
    assert game.decisions(state)[0].moves == ("build:1:0", "build:1:1", "build:5:0", "build:5:1")
    assert game.view(run(state, "build:5:0"), 1).hands[0] == ("", ""), "nobody learns of the second one"


def test_the_open_card_is_known_to_all_and_a_drawn_one_to_its_owner_only():
    state = run(table("5 1", ","), "build:5:0")
    taken, drawn = run(state, "take:3"), run(state, "draw")
    assert knows(taken.hands[0][-1].seen, 1) and taken.open == ("1",)
    assert not knows(drawn.hands[0][-1].seen, 1) and drawn.open == ("3",)


def test_without_cards_to_take_the_next_player_builds():
    state = run(table("5 1", ",", open="", deck=""), "build:5:0")
    assert offer(game, state, 1).moves[0] == "build:4:0"


def test_the_game_ends_when_every_lot_is_full():
    assert game.decisions(run(table("5 1", "264,46"), "build:5:1")) == ()


# --- secrets: each planted leak is found -----------------------------------------------------------


def test_a_view_of_the_deck_is_caught():
    def view(state, viewer):
        return game.view(state, viewer)._replace(deck=hash(state.deck))

    assert "view of None leaks" in caught(leaky(game, view=view))


def test_a_draw_that_claims_to_show_nothing_is_caught():
    assert "draw leaks to" in caught(leaky(game, shows=lambda *_: NOBODY))


def test_a_roof_that_claims_to_show_nothing_is_caught_by_its_die():
    def shows(state, seat, move):
        return NOBODY if move.startswith("build") else game.shows(state, seat, move)

    assert "build" in caught(leaky(game, shows=shows))


def test_the_honest_game_is_not_caught():
    assert caught(game, 3) == ""


def test_a_table_with_too_few_cards_is_refused(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("windows,copies\n1,4\n2,4\n", encoding="utf-8")
    with pytest.raises(BadTable, match="line 3: 8 cards, but six lots take 18"):
        load(path)
