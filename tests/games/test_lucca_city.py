"""Lucca for two (L12): the City's cards, its palaces, and what it counts for."""

from games import lucca
from games.core import play
from games.lucca.cards import CARDS
from games.lucca.quarter import Palace, Quarter, city_start
from games.lucca.scoring import final
from games.lucca.state import CITY, Over, Placing, Serving
from tests.games.lucca_tables import choose_all, city_table, moves, of, of_colour, palace, table


def test_l12_the_citys_start_cards_are_stacked_by_colour_highest_on_top_and_wilds_last():
    reds = of("red", 2)
    city = city_start((reds[1], "P02", reds[0], "P03"), 5)
    assert Palace("red", reds) in city.building and len(city.building) == 3
    city = city_start(("S500", reds[1], "S10", reds[0]), 5)
    assert city.building == (Palace("red", (*reds, "S10", "S500")),)
    city = city_start(("S500", "P03", "P02", "P05"), 5)
    assert Palace("blue", ("P05", "S500")) in city.building, "of equal palaces the highest number"
    city = city_start(("S500", *reds, "P95"), 5)
    assert Palace("red", (*reds, "S500")) in city.building, "the largest palace before the highest number"


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


def test_l12_the_last_card_of_the_last_round_is_followed_by_the_citys_cards():
    """L12: the deck is empty, but the City is still served from the two triplets that are left."""
    mine, yours = Quarter((palace("P30"),)), Quarter((palace("P33"),))
    left = ((), ("P12", "P14", "B1"), (), ("P16", "P17", "P18"))
    last = {"phase": Placing(1, 0, ("P02",)), "triplets": left, "deck": (), "order": (1, 0)}
    state = play(lucca, table(mine, yours, city=Quarter((palace("P40"),)), **last), 0, "play:P02:wall")
    assert state.phase == Serving(0, CITY) and lucca.decisions(state)[0].seat == 1


def test_l12_points_to_or_from_the_city_go_nowhere():
    mine, yours = Quarter((palace("P30"),)), Quarter((palace("P33"),))
    low = final(table(mine, yours, city=Quarter((palace("P01"),))))
    assert [points.numbers for points in low.points] == [0, 3]
    high = final(table(mine, yours, city=Quarter((palace("P96"),))))
    assert [points.numbers for points in high.points] == [-3, 0]
