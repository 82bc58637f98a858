"""What players of Lucca read, press and see."""

from bot.text.words import words
from bot.views.menus import Buttons, Menu, Offer
from games import lucca
from games.contract import signs
from games.core import Text, offer, play
from games.lucca.cards import CARDS
from games.lucca.quarter import Quarter
from games.lucca.scoring import final
from games.lucca.state import Placing, Points, State
from rendering import places, theme
from rendering.marks import letter
from rendering.paint import paint
from rendering.scene import Placed
from tests.games.lucca_tables import city_table, moves, of, of_colour, palace, placing, table

say = words("en").say
PRIVATE = 560  # of 1000 wide: how high a picture beside a question may be


def panel(state: State, seat: int = 0) -> Offer:
    decision = offer(lucca, state, seat)
    view = lucca.view(state, seat)
    return Offer(decision, tuple(lucca.label(view, move) for move in decision.moves), say)


def read(state: State, move: str) -> str:
    """Return what a move says to the one on turn, with its detail."""
    label = lucca.label(lucca.view(state, 0), move)
    return f"{say(label.text)} | {say(label.detail) if label.detail else ''}"


def news(state: State) -> list[str]:
    return [say(line) for line in lucca.page(lucca.view(state, None)).news]


def five(quarter: Quarter, **fields: object) -> State:
    return table(quarter, *[Quarter((palace(card),)) for card in ("P91", "P92", "P93", "P94")], **fields)


def test_every_card_is_placed_by_one_press_on_a_clear_sentence():
    red = of("red", 4)
    state = placing(Quarter((palace(*red[:2]),)), red[2], "P02", "B1")
    number = CARDS[red[2]].number
    windows = sum(CARDS[card].windows for card in red[:3])
    assert read(state, f"play:{red[2]}:add").startswith(f"Red {number}: completes Red, +{windows} |")
    assert read(state, "play:P02:new").startswith("Orange 2: start Orange |")
    wall = "Orange 2: city wall | 1 wall needs 2 🛡️, you have 5: worth nothing yet"
    assert read(state, "play:P02:wall") == wall
    assert read(state, "play:B1:bastion") == "Bastion: build it | Needs no 🛡️: worth nothing yet"
    controls = panel(state).controls()
    assert [type(control) for control in controls] == [Menu, Menu, Menu], "a menu a card"
    assert all(entry.value.startswith("m") for menu in controls for entry in menu.entries), "one press"


def test_the_last_card_is_placed_by_a_button():
    state = placing(Quarter((of_colour("red", 1),)), "P02")
    (buttons,) = panel(state).controls()
    assert isinstance(buttons, Buttons)
    assert [entry.text for entry in buttons.entries] == [
        "Orange 2: start Orange", "Orange 2: city wall", "Orange 2: discard",
    ]  # fmt: skip


def test_triplets_are_numbered_in_menu_and_picture_and_say_what_they_would_do():
    red = of("red", 4)
    triplets = ((red[2], "B1", "P02"), (red[3], "P03", "P04"), *[("P05", "P06", "P07")] * 4)
    state = five(Quarter((palace(*red[:2]),)), triplets=triplets, takers=(-1,) * 6)
    (menu,) = panel(state).controls()
    assert [entry.text[:2] for entry in menu.entries] == ["1:", "2:", "3:", "4:", "5:", "6:"]
    assert menu.entries[0].detail.startswith("completes Red +")
    assert menu.entries[0].detail.endswith("bastion, and starts Orange")
    scene = lucca.scene(lucca.view(state, 0), moves(state))
    assert {"1", "2", "3", "4", "5", "6"} <= set(signs(scene))
    live = [letter(str(n), 42) for n in range(1, 7)]
    assert [item.sprite for item in scene.items if isinstance(item, Placed) and item.sprite in live] == live
    assert not [item for item in scene.base.everything if getattr(item, "sprite", None) in live]
    public = lucca.scene(lucca.view(state, None))
    assert theme.MARK not in repr(public)


def test_opening_shows_beforehand_what_it_would_score_now_and_from_whom():
    host = Quarter(complete=(of_colour("red", 3),))
    guest = Quarter((of_colour("red", 2, 4),))
    state = table(host, guest, Quarter(complete=(of_colour("red", 3, 8),)), Quarter(), Quarter())
    assert read(state, "open:red") == "Open Red: +4 now | From Dove 2 and Bear 2"
    menu, buttons = panel(state).controls()
    assert isinstance(menu, Menu) and [entry.text for entry in buttons.entries] == ["Open Red: +4 now"]
    assert "+4" in set(signs(lucca.scene(lucca.view(state, 0), moves(state))))


def test_news_tell_a_turn_as_a_story_with_its_points():
    red = of("red", 6)
    host = Quarter((palace(*red[:2]),), complete=(of_colour("blue", 3),))
    state = five(host, triplets=((red[2], "B1", "P02"), *[("P05", "P06", "P07")] * 5), takers=(-1,) * 6)
    state = state._replace(quarters=(host, Quarter((of_colour("blue", 1, 8),)), *state.quarters[2:]))
    for move in ("open:blue", "take:0", f"play:{red[2]}:add", "play:B1:bastion", "play:P02:wall"):
        state = play(lucca, state, 0, move)
    number, windows = CARDS[red[2]].number, sum(CARDS[card].windows for card in red[:3])
    guests = 1 + sum(CARDS[card].colour == "blue" for card in ("P92", "P93", "P94"))
    assert news(state)[-2:] == [
        f"Lion opened Blue (+{guests}).",
        f"Lion: Red {number} completes Red (+{windows}), bastion, and Orange 2 as wall.",
    ]


def test_news_of_the_end_name_openings_walls_and_numbers():
    loser = Quarter((palace("P04"),), opened=(of_colour("blue", 3),), walls=("P60",))
    winner = Quarter((palace("P96"),), complete=(of_colour("green", 3, 3),), bastions=("B1", "B2"))
    state = final(table(loser, winner, Quarter((palace("P50"),)), Quarter((palace("P51"),))))
    assert news(state)[-4:] == [
        "At the end Dove opened Green (+1).",
        "Walls of Dove: +2 (2 × 1 opened).",
        "Walls of Lion: nothing (0 of 2 shields).",
        "Lowest number 4: Lion gives 3 points to Dove (96).",
    ]


def test_news_of_the_end_tell_each_familys_openings_in_the_final_order():
    first = Quarter((palace("P05"), palace("P09")), complete=(of_colour("red", 3), of_colour("purple", 3)))
    later = Quarter((palace("P15"), of_colour("purple", 1, 5)), complete=(of_colour("red", 3, 3),))
    state = final(table(later, first, *[Quarter((palace(card),)) for card in ("P30", "P14", "P18")]))
    told = [line for line in news(state) if line.startswith("At the end")]
    assert told == ["At the end Dove opened Red (+2) and Purple (+3).", "At the end Lion opened Red (+0)."]


def test_l10_the_news_of_street_numbers_name_the_numbers_and_the_citys_part():
    """L10, L12: points to or from the City go nowhere, and the news say why."""
    mine, yours = Quarter((palace("P30"),)), Quarter((palace("P33"),))
    told = {
        ("P01",): "Highest number 33: Dove gains 3 points; the City has 1.",
        ("P96",): "Lowest number 30: Lion loses 3 points; the City has 96.",
        ("P01", "P95"): "The City has both street numbers, 1 and 95: nobody pays.",
    }
    for cards, line in told.items():
        city = Quarter(tuple(map(palace, cards)))
        assert line in news(final(table(mine, yours, city=city)))
    both = Quarter((palace("P01"), palace("P95")))
    state = final(table(both, yours, Quarter((palace("P34"),))))
    assert "Lion has both street numbers, 1 and 95: nobody pays." in news(state)


def test_the_citys_gifts_are_told_and_offered_by_triplet():
    state = city_table(Quarter((palace("P01"),)), ("P12", "S500", "B1"), ("P16", "P17", "P18"))
    menus = panel(state).controls()
    assert [menu.title for menu in menus] == ["From triplet 1", "From triplet 2"]
    state = play(lucca, state, 0, "city:0:S500:red")
    assert news(state)[-1] == "Lion gave the City Wild 500 for Red (2 of 5)."
    state = play(lucca, state, 1, "city:1:P17")
    assert news(state)[-2] == "Dove gave the City Blue 17 (1 of 5)."


def test_a_gift_that_completes_the_citys_palace_says_so_in_menu_and_news():
    reds = of("red", 5)
    state = city_table(Quarter((palace(*reds[:4]),)), (reds[4], "P02", "B1"), ("P16", "P17", "P18"))
    number = CARDS[reds[4]].number
    move = f"city:0:{reds[4]}"
    assert read(state, move) == f"Red {number}: completes Red | The City then adds 2 to a party in Red"
    assert read(state, "city:0:P02") == "Orange 2: start Orange | The City then adds 1 to a party in Orange"
    told = news(play(lucca, state, 0, move))[-1]
    assert told == f"Lion gave the City Red {number}, which completes Red."


def test_a_gift_that_cannot_be_given_is_told():
    """L12: the house plays `city:none`, so the news must say what happened."""
    state = city_table(
        Quarter(complete=(of_colour("green", 5),)), ("S10", "S20", "S500"), ("B1", "B2", "P07")
    )
    state = play(lucca, play(lucca, state, 0, "city:1:B1"), 1, "city:none")
    assert news(state)[-2] == "Dove found no card that fits the City."


def test_the_stakes_name_the_citys_number_too():
    mine, yours = Quarter((palace("P30"),)), Quarter((palace("P33"),))

    def stakes(city: Quarter) -> list[str]:
        return [say(line) for line in lucca.page(lucca.view(table(mine, yours, city=city), None)).stakes]

    assert "Street numbers: Dove (33) would gain 3 points, the City has 1." in stakes(
        Quarter((palace("P01"),))
    )
    assert "Street numbers: Lion (30) would lose 3 points, the City has 96." in stakes(
        Quarter((palace("P96"),))
    )


def test_completing_a_palace_warns_when_the_walls_lose_their_shields():
    """L9: shields of a complete palace no longer carry walls."""
    quarter = Quarter((palace("P01", "P48"), palace("P05")), walls=("P90", "P91"))  # 6 + 3 shields
    state = placing(quarter, "P84", "P09", "P04")
    assert read(state, "play:P84:add").endswith("| Only 3 🛡️ then, your walls need 4")
    assert read(state, "play:P09:new").endswith("| You then have 12 🛡️, your walls need 4")
    without = placing(quarter._replace(walls=()), "P84", "P09")
    assert read(without, "play:P84:add").endswith("| You then have 3 🛡️ under construction")


def test_five_quarters_fit_one_picture():
    crowded = Quarter(
        (of_colour("red", 2), of_colour("orange", 1), palace("P15", "S500")), (of_colour("green", 3),),
        (of_colour("blue", 3), palace("P06", "P07", "S10")), ("P90", "P91", "P93"), ("B1", "B2"),
    )  # fmt: skip
    state = table(*[crowded] * 5, phase=Placing(0, 0, ("P60", "S2013")))
    scene = lucca.scene(lucca.view(state, 0), moves(state))
    assert scene.w == 1000 and scene.h <= PRIVATE
    assert len(paint(scene)) < 100_000
    assert {"500", "10"} <= set(signs(scene))


def test_the_picture_shows_who_is_still_choosing_and_ones_own_four_only():
    state = lucca.setup(3, "picture")
    own, public = (lucca.scene(lucca.view(state, viewer)) for viewer in (0, None))
    assert {str(CARDS[held.card].number) for held in state.phase.hands[0]} <= set(signs(own))
    cards = [item for item in own.items if isinstance(item, Placed) and item.sprite != places.table(0)]
    assert len(cards) == 4 and own.base == public.base, "four cards more than everyone sees"
    after = play(lucca, state, 0, moves(state, 0)[0])
    assert lucca.scene(lucca.view(after, None)) != lucca.scene(lucca.view(state, None))


def test_a_kept_pair_of_one_colour_says_which_lies_on_top():
    state = lucca.setup(2, "pair")
    low, high = of("red", 2)
    text = lucca.label(lucca.view(state, 0), f"keep:{low}:{high}").text
    assert text.id == "{top} on {under}"
    assert dict(text.args)["top"].args[0][1] == Text("Red {number}", number=str(CARDS[high].number))


def test_l10_what_settled_a_tie_is_told():
    quarters = [Quarter((palace(card),)) for card in ("P40", "P60", "P01", "P96")]
    state = final(table(*quarters, points=(Points(9), Points(9), Points(), Points())))
    assert news(state)[-1] == "The tie at 9 points goes to the highest number, 60."
    state = final(table(*quarters, points=(Points(9), Points(8), Points(), Points())))
    assert "tie" not in news(state)[-1]


def test_a_seats_line_is_short_and_says_points_walls_and_what_is_built():
    busy = Quarter(
        (of_colour("red", 2), palace("P02"), palace("P03")), (of_colour("blue", 3),),
        (of_colour("green", 3),), ("P90", "P91"), ("B1",),
    )  # fmt: skip
    state = table(
        busy, *[Quarter((palace(card),)) for card in ("P30", "P14", "P18")], points=(Points(9),) * 4
    )
    line = say(lucca.page(lucca.view(state, None)).seats[0])
    shields = busy.shields
    assert line == f"9 points · 🛡️ {shields} · walls 2 · 🟥2 🟧1 🟨1 · complete 1 · opened 1"
    longest = Quarter(
        tuple(of_colour(colour, 1) for colour in ("red", "orange", "yellow", "green", "blue", "purple")),
        walls=("P90",) * 10,
    )
    state = table(longest, *[Quarter((palace("P30"),))] * 3, points=(Points(99),) * 4)
    assert len(say(lucca.page(lucca.view(state, None)).seats[0])) <= 60


def test_the_order_of_play_is_never_called_a_final_order():
    """Beside a ranking it would read as one: at the end it stands in the table read aloud alone."""
    state = final(table(*[Quarter((palace(card),)) for card in ("P05", "P30", "P14", "P18")]))
    page = lucca.page(lucca.view(state, None))
    assert page.stakes == ()
    told = [say(line) for line in (*page.table, *page.alt) if "rder" in say(line)]
    assert told and all(line.startswith("Order of play at the end: ") for line in told)


def test_two_bastions_of_a_triplet_are_told_apart():
    state = placing(Quarter((of_colour("red", 1),)), "B1", "B2", "P02")
    assert read(state, "play:B1:bastion").startswith("Bastion 1: build it |")
    assert read(state, "play:B2:discard").startswith("Bastion 2: discard |")
    titles = [menu.title for menu in panel(state).controls()]
    assert titles[:2] == ["Bastion 1", "Bastion 2"]
    gifts = city_table(Quarter((palace("P01"),)), ("B1", "B2", "P12"), ("P16", "P17", "P18"))
    assert [read(gifts, f"city:0:{card}") for card in ("B1", "B2")] == [
        "Bastion 1: for the City | It scores for nobody", "Bastion 2: for the City | It scores for nobody",
    ]  # fmt: skip


def test_walls_bastions_and_discards_say_what_they_bring_now():
    """L9: each wall or bastion scores a point for each opened palace, if the shields carry the walls."""
    host = Quarter((palace("P01", "P48"),), opened=(of_colour("blue", 3),), walls=("P90", "P91"))  # 6 shields
    state = placing(host, "P02", "B1")
    assert read(state, "play:P02:wall").endswith("| 3 walls need 6 🛡️, you have 6: +1 by this one, 3 in all")
    assert read(state, "play:B1:bastion").endswith("| Needs no 🛡️: +1 by this one, 3 in all")
    assert read(state, "play:P02:discard").endswith("| Scores nothing; you keep 6 🛡️, your walls need 4")
    poor = placing(host._replace(walls=("P90", "P91", "P93")), "P02", "B1")
    assert read(poor, "play:P02:wall").endswith("| 4 walls need 8 🛡️, you have 6: −3 by this one, 0 in all")


def test_a_kept_pair_says_how_it_starts():
    state = lucca.setup(2, "pair")
    low, high = of("red", 2)
    a, b = CARDS[low], CARDS[high]
    together = say(lucca.label(lucca.view(state, 0), f"keep:{low}:{high}").detail)
    assert together == f"One palace of two cards, {a.shields + b.shields} 🛡️, number {b.number}"
    apart = say(lucca.label(lucca.view(state, 0), "keep:P02:P03").detail)
    shields = CARDS["P02"].shields + CARDS["P03"].shields
    assert apart == f"Two palaces, {shields} 🛡️, highest number 3"


def test_l11_the_card_of_a_wild_says_that_it_may_be_a_wall_or_discarded():
    for entry in lucca.glossary():
        wild = any(card.wild and card.id.lower() == entry.key.lower() for card in CARDS.values())
        told = any("build it as a wall or discard it" in say(line) for line in entry.lines)
        assert told is wild, entry.key
