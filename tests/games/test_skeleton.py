"""Skeleton keeps the promises of the house, and its rules are what its rules text says."""

from collections import Counter

import pytest

from games import skeleton
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


@pytest.mark.parametrize("seats", skeleton.SEATS)
async def test_random_games_keep_every_promise(seats):
    compared = Counter()
    for options in ((), ("short",)):
        steps, counts = check_game(skeleton, seats, "promise", options, conserved=cards)
        assert cards(steps[0].state) == Counter(DECK)
        compared += counts
        for step in (
            *steps[::3],
            steps[-1],
        ):  # layouts take long: builds and draws take turns, so every third
            fits_discord(skeleton, step.state)
    assert compared["build"] > 20 and compared["draw"] > 20, "each verb needs worlds to compare"


# --- the rules, as the rules text says them --------------------------------------------------------


def table(hand, lots, *, open="3", deck="12") -> State:
    """Return a table at which the first of two players is to build; "5!" is a card that everyone knows."""
    mine = tuple(
        Held(card[0], PUBLIC | {0} if card.endswith("!") else frozenset({0})) for card in hand.split()
    )
    theirs = tuple(Held(card, frozenset({1})) for card in "446")
    built = tuple(tuple((card, 1) for card in lot) for lot in lots.split(","))
    return State((mine, theirs), tuple(open), tuple(map(Held, deck)), built, 0)


def run(state, *moves):
    """Play moves for whoever is asked, through the door that the house uses."""
    for move in moves:
        (asked,) = skeleton.decisions(state)
        assert move in asked.moves
        state = skeleton.apply(state, asked.seat, move)
    return state


def test_who_lays_the_third_storey_scores_the_windows_of_all_three():
    state = run(table("5 1", "26,4"), "build:5:0")
    assert skeleton.score(state) == ((2 + 6 + 5,), (0,))


def test_a_full_lot_takes_no_further_storey():
    (asked,) = skeleton.decisions(table("5 1", "264,4"))
    assert asked.moves == ("build:1:1", "build:5:1")


def test_two_equal_cards_are_one_choice_and_the_known_one_goes_first():
    state = table("5 5! 1", ",")
    assert skeleton.decisions(state)[0].moves == ("build:1:0", "build:1:1", "build:5:0", "build:5:1")
    assert skeleton.view(run(state, "build:5:0"), 1).hands[0] == ("", ""), "nobody learns of the second one"


def test_the_open_card_is_known_to_all_and_a_drawn_one_to_its_owner_only():
    state = run(table("5 1", ","), "build:5:0")
    taken, drawn = run(state, "take:3"), run(state, "draw")
    assert knows(taken.hands[0][-1].seen, 1) and taken.open == ("1",)
    assert not knows(drawn.hands[0][-1].seen, 1) and drawn.open == ("3",)


def test_without_cards_to_take_the_next_player_builds():
    state = run(table("5 1", ",", open="", deck=""), "build:5:0")
    assert offer(skeleton, state, 1).moves[0] == "build:4:0"


def test_the_game_ends_when_every_lot_is_full():
    assert skeleton.decisions(run(table("5 1", "264,46"), "build:5:1")) == ()


# --- secrets: each planted leak is found -----------------------------------------------------------


def test_a_view_of_the_deck_is_caught():
    def view(state, viewer):
        return skeleton.view(state, viewer)._replace(deck=hash(state.deck))

    assert "view of None leaks" in caught(leaky(skeleton, view=view))


def test_a_draw_that_claims_to_show_nothing_is_caught():
    assert "draw leaks to" in caught(leaky(skeleton, shows=lambda *_: NOBODY))


def test_the_honest_game_is_not_caught():
    assert caught(skeleton, 3) == ""


def test_a_table_with_too_few_cards_is_refused(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("windows,copies\n1,4\n2,4\n", encoding="utf-8")
    with pytest.raises(BadTable, match="line 3: 8 cards, but six lots take 18"):
        load(path)
