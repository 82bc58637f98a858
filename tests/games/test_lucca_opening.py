"""The opening of Lucca (L2, L3, L15): four cards each, two kept in secret, the rest shuffled back."""

from collections import Counter

import pytest

from games import lucca
from games.core import Held, play, shuffled
from games.lucca.cards import CARDS, deck
from games.lucca.moves import keeps
from games.lucca.quarter import Palace
from games.lucca.state import (
    COUNTS,
    Choosing,
    State,
    Turn,
)
from tests.games.lucca_tables import choose_all, moves, of

BOTH = ((), ("celebration",))


@pytest.mark.parametrize("options", BOTH)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_l2_no_bastion_in_an_opening_four_and_triplets_lie_open_while_choosing(seats, options):
    for seed in "abcdefgh":
        state = lucca.setup(seats, seed, options)
        hands = [[held.card for held in hand] for hand in state.phase.hands]
        assert [len(hand) for hand in hands] == [4] * seats
        assert not any(CARDS[card].bastion for hand in hands for card in hand)
        assert len(lucca.view(state, None).triplets) == COUNTS[seats].triplets


def hidden_after(seats: int, seed: str) -> tuple[list[str], list[str], State, State]:
    """Return the removed cards, the deck, and the tables before and after the choice."""
    before = lucca.setup(seats, seed)
    after = choose_all(before)
    return [h.card for h in after.removed], [h.card for h in after.deck], before, after


def put_back(before: State, after: State) -> set[str]:
    """Return the cards that nobody kept."""
    kept = {card for quarter in after.quarters for p in quarter.palaces for card in p.cards}
    return {held.card for hand in before.phase.hands for held in hand} - kept


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_l2_all_hidden_cards_are_shuffled_before_some_leave_unseen(seats):
    """L2: what lay in the deck stays in no order, and any hidden card may leave: the deck's last too."""
    left, first, last = Counter[int](), 0, 0
    for seed in map(str, range(40)):
        removed, deck_, before, _ = hidden_after(seats, seed)
        lay = [held.card for held in before.deck]
        left.update(lay.index(card) // 10 for card in removed if card in lay)
        first += lay[0] in removed + deck_[:15]
        last += lay[-1] in removed + deck_[:15]
        assert [card for card in removed + deck_ if card in lay] != lay
    assert set(left) >= set(range(6)), "cards from everywhere in the deck have left"
    assert 2 <= first <= 25 and 2 <= last <= 25


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_l2_cards_not_kept_are_shuffled_in_before_cards_leave(seats):
    """L2: a card that nobody kept may leave unseen, be drawn at once, or lie at the bottom."""
    places = Counter[str]()
    for seed in map(str, range(40)):
        removed, deck_, before, after = hidden_after(seats, seed)
        back = put_back(before, after)
        assert back <= {*removed, *deck_} and len(back) == 2 * seats
        places["out"] += len(back & set(removed))
        places["top"] += len(back & set(deck_[:20]))
        places["bottom"] += len(back & set(deck_[-20:]))
    assert places["top"] > 20 and places["bottom"] > 20
    assert bool(places["out"]) == bool(COUNTS[seats].removed)


def test_l2_bastions_set_aside_may_leave_unseen_and_with_two_players_only_they_go_back():
    """L2: the bastions met while dealing are shuffled in; the City takes the cards that were not kept."""
    places = Counter[str]()
    for seed in map(str, range(120)):
        removed, deck_, before, after = hidden_after(2, seed)
        pile = shuffled(deck(False), seed, "opening")
        hands = {held.card for hand in before.phase.hands for held in hand}
        met = {card for card in pile[: max(map(pile.index, hands))] if CARDS[card].bastion}
        assert met <= {*removed, *deck_}
        assert not hands & {*removed, *deck_}, "what was not kept is the City"
        places["out"] += len(met & set(removed))
        places["top"] += len(met & set(deck_[:30]))
        places["bottom"] += len(met & set(deck_[-30:]))
    assert min(places.values()) > 1


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


def test_l11_in_the_opening_four_a_wild_is_kept_only_on_top_of_a_coloured_card():
    pairs = keeps(("S10", "P01", "S500", "P02"))
    assert ("P01", "S10") in pairs and ("P02", "S500") in pairs
    assert not [pair for pair in pairs if CARDS[pair[0]].wild]
    assert len(pairs) == 5


def test_l15_bastions_set_aside_are_not_shown():
    for seed in "abcdefgh":
        state = lucca.setup(5, seed)
        hidden = [held.card for held in state.deck if CARDS[held.card].bastion]
        view = repr(lucca.view(state, None))
        assert not any(f"'{card}'" in view for card in hidden)


def test_the_choosing_seats_are_named_and_a_kept_pair_is_marked_for_its_owner():
    state = lucca.setup(3, "names")
    move = moves(state, 2)[1]
    state = play(lucca, state, 2, move)
    page = lucca.page(lucca.view(state, None))
    assert [line.id for line in page.seats] == ["still choosing", "still choosing", "has chosen"]
    assert lucca.label(lucca.view(state, 2), move).text.id == "✓ {pair}"
    assert lucca.page(lucca.view(state, None)).secrets == ()
    assert len(lucca.page(lucca.view(state, 2)).secrets) == 2


def test_l11_a_wild_that_is_kept_lies_on_the_coloured_card_and_counts_as_its_colour():
    state = lucca.setup(2, "l11", ("celebration",))
    hand = tuple(Held(card, frozenset({0})) for card in ("S500", "P01", "P02", "P03"))
    state = state._replace(phase=Choosing((hand, state.phase.hands[1]), ((), ())))
    state = play(lucca, play(lucca, state, 0, "keep:P01:S500"), 1, moves(state, 1)[0])
    assert state.quarters[0].building == (Palace("red", ("P01", "S500")),)
