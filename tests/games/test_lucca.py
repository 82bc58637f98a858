"""The rules of Lucca, read like the rulesheet: the counts, and the rulings for a turn."""

from itertools import islice

import pytest

from games import lucca
from games.core import IllegalMove, Text, play
from games.lucca.cards import CARDS, deck
from games.lucca.moves import ways
from games.lucca.names import COLOUR
from games.lucca.quarter import Palace, Quarter
from games.lucca.state import (
    CITY,
    COUNTS,
    Over,
    Placing,
    Points,
    State,
    Turn,
    order_of_play,
)
from tests.games.lucca_tables import choose_all, moves, of, of_colour, palace, placing, table

BOTH = ((), ("celebration",))


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


def test_l1_a_bastion_is_built_or_discarded_and_never_a_wall():
    state = placing(Quarter((of_colour("red", 1),)), "B1", "P02")
    assert [move for move in moves(state) if ":B1:" in move] == ["play:B1:bastion", "play:B1:discard"]
    built = play(lucca, state, 0, "play:B1:bastion").quarters[0]
    assert built.bastions == ("B1",) and built.palaces == state.quarters[0].palaces
    assert CARDS["B1"][2:6] == ("", 0, 0, 0)


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


def party(own: int, *guests: tuple[str, int]) -> State:
    """Return a table where seat 0 has completed green, and each guest has so many green cards somewhere."""
    greens = iter(of("green", 16))
    host = Quarter(complete=(palace(*islice(greens, own)),))
    stacks = [Quarter(**{area: (palace(*islice(greens, count)),)}) for area, count in guests]
    return table(host, *stacks)


PARTIES = [
    (6, party(4, ("building", 3), ("building", 1), ("complete", 4))),
    (4, party(4, ("building", 3), ("building", 1), ("opened", 4))),
    (5, party(3, ("building", 2), ("building", 1), ("complete", 3), ("opened", 3))),  # the sheet's example
]


@pytest.mark.parametrize(("points", "state"), PARTIES)
def test_example_a_party_scores_for_cards_and_closed_palaces_of_the_others(points, state):
    """L6: 1 a card under construction, 2 a completed palace whatever its size, nothing for an opened one."""
    label = lucca.label(lucca.view(state, 0), "open:green")
    assert label.text == Text("Open {palace}: +{points} now", palace=COLOUR["green"], points=points)
    after = play(lucca, state, 0, "open:green")
    assert after.points[0] == Points(openings=points)
    assert after.quarters[0].opened == state.quarters[0].complete and not after.quarters[0].complete
    assert after.quarters[1:] == state.quarters[1:], "nobody else's palaces move"
    assert after.phase == Turn(0) and after.order == state.order, "the triplet is still to be taken"


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


def test_l6_a_second_party_adds_to_the_first():
    host = Quarter(complete=(of_colour("red", 3), of_colour("green", 3)))
    state = table(host, Quarter((of_colour("red", 2, 5), of_colour("green", 1, 5))), *[Quarter()] * 3)
    state = play(lucca, play(lucca, state, 0, "open:green"), 0, "open:red")
    assert state.points[0] == Points(openings=1 + 2)


def test_l7_a_second_palace_adds_its_windows_to_the_first():
    red, blue = of("red", 3), of("blue", 3)
    state = placing(Quarter((palace(*red[:2]), palace(*blue[:2]))), red[2], blue[2], "P02")
    state = play(lucca, play(lucca, state, 0, f"play:{red[2]}:add"), 0, f"play:{blue[2]}:add")
    worth = [sum(CARDS[card].windows for card in cards) for cards in (red, blue)]
    assert min(worth) > 0 and state.points[0] == Points(windows=sum(worth))


def test_l6_a_palace_completed_this_turn_waits_for_the_next():
    cards = of("red", 3)
    state = placing(Quarter((palace(*cards[:2]),)), cards[2], "P02")
    state = play(lucca, state, 0, f"play:{cards[2]}:add")
    with pytest.raises(IllegalMove):
        play(lucca, state, 0, "open:red")


def test_l7_five_ways_to_play_a_card():
    red, more = of("red", 1), of("red", 1, 3)[0]
    quarter = Quarter((palace(*red),), complete=(of_colour("blue", 3),), opened=(of_colour("green", 3),))
    assert ways(quarter, more) == ("add", "wall", "discard")
    assert ways(quarter, of("orange")[0]) == ("new", "wall", "discard")
    assert ways(quarter, of("blue", 1, 4)[0]) == ("wall", "discard")
    assert ways(quarter, of("green", 1, 4)[0]) == ("wall", "discard")
    assert ways(quarter, "B1") == ("bastion", "discard")


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


def test_l11_a_wild_goes_onto_any_palace_under_construction_but_never_first():
    quarter = Quarter((of_colour("red", 1), of_colour("blue", 2)), complete=(of_colour("green", 3),))
    assert ways(quarter, "S500") == ("add:red", "add:blue", "wall", "discard")
    assert ways(Quarter(complete=(of_colour("green", 3),)), "S500") == ("wall", "discard")
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


def test_l14_first_n_changes_nothing_because_no_order_is_ever_tied():
    assert lucca.setup(3, "first", ("first:2",)) == lucca.setup(3, "first")
    for celebration in (False, True):
        numbers = [CARDS[card].number for card in deck(celebration) if not CARDS[card].bastion]
        assert len(set(numbers)) == len(numbers)


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


def test_the_clock_discards_takes_the_first_triplet_and_opens_nothing():
    """What is played for someone who is away does no harm and wins nothing."""
    host = Quarter((of_colour("blue", 1),), complete=(of_colour("red", 3),))
    state = table(host, *[Quarter((of_colour("red", 1, 5),))] * 4, triplets=((), *[("P05", "P06", "B1")] * 5))
    assert lucca.decisions(state)[0].idle == "take:1"
    state = play(lucca, state, 0, "take:1")
    assert lucca.decisions(state)[0].idle == "play:P05:discard"


def test_the_question_says_whether_a_palace_may_be_opened_and_which_card_is_the_last():
    closed = [Quarter((of_colour("red", 1, 5),))] * 4

    def prompt(state: State) -> str:
        return lucca.decisions(state)[0].prompt.id

    host = Quarter((of_colour("blue", 1),), complete=(of_colour("red", 3),))
    assert prompt(table(host, *closed)) == "Open palaces if you like, then take a triplet"
    assert prompt(table(Quarter((of_colour("blue", 1),)), *closed)) == "Take a triplet"
    assert prompt(placing(host, "P02", "P03")) == "Place a card, in any order you like"
    assert prompt(placing(host, "P02")) == "Place your last card"


def test_the_table_says_who_took_which_triplet_in_this_round():
    state = choose_all(lucca.setup(3, "takers"))._replace(order=(2, 0, 1))
    state = play(lucca, state, 2, "take:1")
    assert state.takers == (CITY, 2, CITY, CITY) and state.triplets[1] == ()
    while state.round == 1:
        asked = lucca.decisions(state)[0]
        state = play(lucca, state, asked.seat, asked.idle)
    assert state.takers == (CITY,) * 4, "new triplets are nobody's"


@pytest.mark.parametrize(("seats", "turns"), [(3, 4), (4, 4), (5, 5)])
def test_news_are_kept_until_everybody_has_had_a_turn_to_read_them(seats, turns):
    state = choose_all(lucca.setup(seats, "news"))
    while asked := lucca.decisions(state):
        state = play(lucca, state, asked[0].seat, asked[0].idle)
        if isinstance(state.phase, Placing) and state.turn > turns:
            assert {news.turn for news in state.news} == set(range(state.turn - turns + 1, state.turn + 1))


def test_what_everyone_kept_is_told_during_the_first_turn():
    state = choose_all(lucca.setup(3, "kept"))

    def told() -> bool:
        return any("kept" in line.id for line in lucca.page(lucca.view(state, None)).news)

    assert told() and state.turn == 1
    while isinstance(state.phase, Placing) or state.phase == Turn(0):
        assert told()
        asked = lucca.decisions(state)[0]
        state = play(lucca, state, asked.seat, asked.idle)
    assert not told()
