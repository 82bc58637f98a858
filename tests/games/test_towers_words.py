"""Prompts, news and labels say what a player needs to know, and no more than everyone may."""

import pytest

from bot.text.rules import pages_in
from bot.text.words import words
from games import rules_pages, towers, tuir
from games.core import all_options
from games.towers import picture_tower
from games.towers.names import NOBLES
from games.towers.state import Give
from rendering.scene import Placed
from tests.games.towers_positions import run, table, tower
from tests.test_published_names import SHEET

say = words("en").say


def prompt(state):
    (asked,) = towers.decisions(state)
    return say(asked.prompt)


def page(state, viewer=None):
    return towers.page(towers.view(state, viewer))


def news(state, viewer=None):
    return [say(line) for line in page(state, viewer).news]


def label(state, move, seat=0):
    return towers.label(towers.view(state, seat), move)


# --- questions ---------------------------------------------------------------------------------------


def test_a_giostra_question_names_the_noble():
    assert prompt(run(table("mura", "via", nobles="giostra"), "noble:mura")) == (
        "Answer Lion's Mura with Giostra?"
    )
    state = table("8 8 pietra pietra", "giostra", spent="via")
    assert prompt(run(state, "plain:8:8:*")) == "Answer Lion's Buona Pietra with Giostra?"
    assert prompt(run(state, "plain:8:8:*:*")) == "Answer one of Lion's 2 Buona Pietra with Giostra?"


def test_a_guard_question_says_what_would_be_lost():
    state = table("9 9 9 9 10", "7 7", deck="5")
    assert prompt(run(state, "plain:9:9:9:9")) == "Play a Guard against a Trade for 2 of your cards?"
    state = table("10 10 10", "7 7", theirs=["7 7 7 7", "8 8 8"], deck="5")
    assert prompt(run(state, "plain:10:10:10")) == "Play a Guard to save your tower 2 from Conspiracy?"
    state = table("10 10 10 7", towers=["8 8 8"], deck="5")
    assert prompt(run(state, "plain:10:10:10")) == (
        "Play a Guard to save your tower 1 from your own Conspiracy?"
    )


def test_the_help_speaks_of_nobles_only_where_there_are_some():
    (plain,), (noble,) = towers.decisions(table("5")), towers.decisions(table("5", nobles="via"))
    assert "noble" not in say(plain.help)
    assert "noble" in say(noble.help)
    assert "close" in say(plain.help)


# --- news --------------------------------------------------------------------------------------------


def test_a_conspiracy_is_told_while_the_guard_is_awaited_and_then_by_its_outcome():
    state = run(table("10 10 10", "5", theirs=["7 8 9"]), "plain:10:10:10")
    assert news(state)[-1] == "A Conspiracy is aimed at Dove's tower 1."
    assert news(run(state, "guard")) == [
        "Lion builds a Plain tower of 10, 3 stories.",
        "Dove plays a Guard and saves tower 1; it goes under the deck.",
    ]
    assert not any("aimed" in line for line in news(run(state, "bear")))


def test_a_trade_is_told_while_the_guard_is_awaited_and_then_by_its_outcome():
    state = run(table("9 9 9", "5 7"), "plain:9:9:9")
    assert news(state)[-1] == "A Trade is aimed at Dove."
    guarded = news(run(state, "guard"))
    assert guarded[-1] == "Dove plays a Guard and turns the Trade away; it goes under the deck."
    assert not any("aimed" in line for line in guarded + news(run(state, "bear")))


def test_what_giostra_cancelled_is_still_told():
    state = run(table("7 9 pietra", "giostra", nobles="via"), "run:7:*:9", "giostra", "back")
    assert news(state) == [
        "Lion wants to build 7-◇8-9 with one fine stone.",
        "Dove answers with Giostra and cancels Buona Pietra.",
        "Lion takes 7 and 9 back.",
    ]
    allowed = run(table("7 9 pietra", "giostra", nobles="via"), "run:7:*:9", "allow")
    assert news(allowed) == ["Lion builds Colourful 7-◇8-9 and takes the Highest Marker."]


# --- points ------------------------------------------------------------------------------------------


def closed(match):
    """Return a deal that seat 0 has closed and seat 1 would end by passing: 20 + 8 to 15 + 27 + 10."""
    own, theirs = [tower(i, "8 8 8", True) for i in range(4)], [tower(i, "7 8 9", True) for i in range(3)]
    state = table(towers=own, theirs=theirs, match=match, marker=1, closer=0, ending=True)
    return run(state, "pass")


def test_the_last_pass_counts_what_a_closer_loses():
    assert say(label(closed(""), "pass", 1).text) == "Pass: ends the deal, 52 to 28"
    assert say(label(closed("deals:2"), "pass", 1).text) == "Pass: ends the deal, 52 to 18"


def test_after_a_deal_every_line_tells_the_points_that_count():
    ended = page(run(closed("deals:2"), "pass"))
    assert say(ended.news[-1]) == "The deal ends 18 to 52."
    assert say(ended.seats[0]) == "0 cards; 4 towers, 4 complete; 18 points, 18 in all"
    assert any(say(line).endswith("less 10 for closing without winning") for line in ended.table)
    assert (say(ended.grid[-1].name), ended.grid[-1].cells) == ("Total", ("18", "52"))


# --- stakes and secrets ------------------------------------------------------------------------------


def test_a_palazzo_is_told_once_it_is_in_force():
    state = run(table("palazzo 5 6", "via", nobles="giostra"), "noble:palazzo:5:6")
    assert not any("Palazzo" in say(line) for line in page(state).stakes)
    assert "Palazzo Comunale: Dove may not go above 3 stories." in [
        say(line) for line in page(run(state, "allow")).stakes
    ]


def test_a_noble_brings_nothing_before_giostra_is_answered():
    state = run(table("monumento 5", "via", nobles="giostra"), "noble:monumento")
    assert [sum(parts) for parts in towers.view(state, None).parts] == [0, 0]
    assert [sum(parts) for parts in towers.view(run(state, "allow"), None).parts] == [7, 0]
    state = run(table("mura 5", "via", nobles="giostra"), "noble:mura")
    assert say(page(state, 0).secrets[0]) == "Your hand (1 of 7): 5 Guard"
    assert say(page(run(state, "allow"), 0).secrets[0]) == "Your hand (1 of 9): 5 Guard"
    assert towers.view(state, None).sides[0].used == ("mura",)  # it lies there for all to see


def test_a_declared_extension_is_drawn_with_its_last_card_on_top():
    state = run(table("6 pietra", "giostra", towers=["7 8 9"], nobles="via"), "extend:0:6:*")
    items = [item for item in towers.scene(towers.view(state, None)).everything if isinstance(item, Placed)]
    (six,) = (i.y for i in items if i.sprite == picture_tower.laid("6", 66, 58, 3))
    (fine,) = (i.y for i in items if i.sprite == picture_tower.laid("pietra", 66, 58, 3))
    assert fine < six


def test_the_last_turns_before_the_ending_phase_are_announced():
    line = "The Ending Phase begins after turn 150 at the latest."
    assert line not in [say(text) for text in page(table(turns=129)).stakes]
    assert line in [say(text) for text in page(table(turns=130)).stakes]
    assert line not in [say(text) for text in page(table(turns=149, ending=True)).stakes]


def test_one_who_is_ahead_reads_how_many_nobles_the_rival_must_use():
    one = table("mura", used="via", nobles="pietra")
    assert say(page(one, 0).secrets[-1]) == "You may use a noble again after Dove has used one."
    two = table("mura", used="via giostra", nobles="pietra")
    assert say(page(two, 0).secrets[-1]) == "You may use a noble again after Dove has used 2."


def test_a_buried_noble_that_comes_to_the_top_is_named_to_its_owner_alone():
    state = run(table("palazzo via mura", nobles=""), "noble:palazzo:via:mura", "pass")
    assert "You know in the noble deck: Mura and Via Francigena" in [say(t) for t in page(state, 0).secrets]
    assert say(label(state, "purchase:noble").text) == "Nobles: Mura on top (2 left)"
    assert say(label(state, "purchase:noble", 1).text) == "Nobles (2 left)"
    assert not any("noble deck" in say(t) for t in page(state, 1).secrets)


# --- labels ------------------------------------------------------------------------------------------


def test_taking_the_last_stone_comes_with_a_warning():
    bought = "The last stone: it ends the purchase, the Ending Phase begins"
    state = table("5", deck="9", market="8 8", towers=["5 5 5"])
    assert say(label(state, "purchase:deck").detail) == bought
    assert say(label(run(state, "purchase:market:8"), "draw:deck").detail) == bought
    extended = run(state, "extend:0:5")
    assert say(label(extended, "draw:deck").detail) == (
        "The last stone: after this action the Ending Phase begins"
    )
    assert label(table("5", deck="9 9"), "purchase:deck").detail is None
    assert label(state, "purchase:market:8").detail is None


def test_a_purchase_of_one_card_does_not_speak_of_two():
    one = label(table("5 5 5 6 6 7", deck="9"), "purchase:deck")
    assert [say(title) for title in one.path] == ["Buy the last stone"]
    two = label(table("5", deck="9"), "purchase:deck")
    assert [say(title) for title in two.path] == ["Buy two, the first from"]


def test_a_conspiracy_against_oneself_is_named_so():
    one = table("10 10 10", towers=["7 8 9"], marker=0)
    assert say(label(one, "plain:10:10:10").detail) == ("Brings 10 points and Conspiracy on your own tower 1")
    two = table("10 10 10", towers=["7 8 9", "8 8 8"], marker=0)
    assert say(label(two, "plain:10:10:10").detail) == "Brings 10 points and Conspiracy, one of your own"
    both = table("10 10 10", towers=["7 8 9"], theirs=["8 8 8"], marker=1)
    assert say(label(both, "plain:10:10:10").detail) == "Brings 10 points and Conspiracy on one of 2 towers"


@pytest.mark.parametrize(
    ("theirs", "own", "promise", "back"),
    [("6 6", "10 10", "take 2, give 2", 2), ("", "10 10", "nothing to take, give 2", 2),
     ("", "", "nothing to take or give", 0), ("6", "", "take 1, give 1", 1),
     ("6 6 6 6", "", "take 3, give 2", 2)],
)  # fmt: skip
def test_t12_a_trade_promises_what_it_takes_and_gives_against_a_short_hand(theirs, own, promise, back):
    state = table(f"9 9 9 {own}", theirs, deck="7", market="5 5 5 5 5")
    assert promise in told(state, "plain:9:9:9")
    state = run(state, "plain:9:9:9")
    given = state.phase.count if isinstance(state.phase, Give) else 0
    assert given == back
    assert len(state.sides[0].hand) == len(own.split()) + min(3, len(theirs.split()))


def test_t12_t22_a_trade_of_cards_laid_anew_promises_the_same():
    state = table("9 9 9 pietra", "giostra", nobles="via", market="5 5 5 5 5")
    state = run(state, "plain:9:9:9:*", "giostra")
    assert "nothing to take or give" in told(state, "plain:9:9:9")


def test_t12_who_is_asked_for_a_guard_reads_how_many_cards_come_back():
    state = run(table("9 9 9", "5", deck="5"), "plain:9:9:9")
    assert told(state, "bear", 1) == "Lion takes one of your cards and gives 1"


def test_t25_via_promises_no_more_cards_than_the_two_decks_have():
    state = table("via 5", deck="9 9", nobles="mura pietra")
    assert told(state, "noble:via") == "You draw 4 cards"
    assert told(table("via 5", nobles="mura"), "noble:via") == "You draw 6 cards"


def test_t21_fine_stones_of_a_falling_tower_leave_the_game_in_all_words():
    state = run(table("10 10 10", "5", theirs=["7 * 9"], spent="pietra"), "plain:10:10:10")
    assert told(state, "bear", 1) == "Tower 1 falls: 7-9 go on the deck, one fine stone leaves the game"
    fallen = run(state, "bear")
    assert news(fallen)[-1] == "Conspiracy: Dove's tower 1 (7-◇8-9) falls; one fine stone leaves the game."
    assert fallen.gone == ("pietra",)
    equal = table("10 10 10", towers=["7 8 9"], theirs=["7 * 9"], spent="pietra")
    choice = run(equal, "plain:10:10:10")
    assert "one fine stone leaves the game" in told(choice, "fell:1:0")
    assert "fine" not in told(choice, "fell:0:0")


# --- consequences ------------------------------------------------------------------------------------


def told(state, move, seat=0):
    return say(label(state, move, seat).detail)


def test_a_guard_says_what_it_saves_and_its_absence_what_is_lost():
    trade = run(table("9 9 9 9 10", "5 7", deck="5"), "plain:9:9:9:9")
    assert told(trade, "guard", 1) == "You keep your cards; the 5 goes under the deck"
    assert told(trade, "bear", 1) == "Lion takes 2 of your cards and gives 3"
    plot = run(table("10 10 10", "5", theirs=["7 8 9"]), "plain:10:10:10")
    assert told(plot, "guard", 1) == "Tower 1 stays; the 5 goes under the deck"
    assert told(plot, "bear", 1) == "Tower 1 falls: 7-8-9 go on the deck"


def test_a_giostra_says_what_it_cancels_and_its_absence_what_stands():
    noble = run(table("mura", "giostra", nobles="via"), "noble:mura")
    assert told(noble, "giostra", 1) == "Cancels Mura; Giostra counts as used"
    assert told(noble, "allow", 1) == "Mura takes effect"
    fine = run(table("7 9 pietra", "giostra", nobles="via"), "run:7:*:9")
    assert told(fine, "giostra", 1) == "Cancels Buona Pietra; Giostra counts as used"
    assert told(run(fine, "giostra"), "back") == "Your turn ends; in your hand again: 7 and 9"


def test_a_move_that_may_be_answered_says_so_as_far_as_the_player_can_know():
    """T11, T23: a hidden stone may be a Guard, a hidden noble a Giostra; what lies open cannot be."""

    def trade(hand, **more):
        return told(table("9 9 9", hand, marker=1, theirs=["5 6 7 8"], **more), "plain:9:9:9")

    assert trade("7").endswith("; Dove may answer")
    assert trade("5!").endswith("; Dove may answer")
    assert not trade("7! 8!").endswith("; Dove may answer"), "both cards are known"
    assert not trade("").endswith("; Dove may answer")
    assert not trade("7", market="5 5 5 5").endswith("; Dove may answer"), "with that in the tower, all five"
    assert told(table("mura", "via", nobles="giostra"), "noble:mura").endswith("; Dove may answer")
    assert not told(table("mura", "7", nobles="giostra"), "noble:mura").endswith("; Dove may answer")
    used_up = table("mura", "via", spent="giostra", nobles="pietra")
    assert not told(used_up, "noble:mura").endswith("; Dove may answer"), "the only Giostra is used"
    ahead = table("mura", "via", spent="monumento cappella", nobles="giostra")
    assert not told(ahead, "noble:mura").endswith("; Dove may answer"), "T20: Dove has used too many"


def test_nobles_say_what_they_would_do_as_things_stand():
    state = table("via mura cappella 5 6", "7", towers=["5 6 7 8 9"], nobles="giostra")
    assert told(state, "noble:via") == "You draw 3 cards"
    assert told(state, "noble:cappella") == "5 points as your towers stand"
    palazzo = table("palazzo 5 6", "7", towers=["6 7 8 9"], nobles="giostra")
    assert told(palazzo, "noble:palazzo:5:6") == "Dove may not go above 4 stories"


def test_a_pass_and_a_close_say_how_the_deal_stands():
    state = table(towers=["8 8 8"], theirs=["7 8 9"])
    assert told(state, "pass") == "If Dove passes too, it ends 8 to 3"
    own = [tower(i, "8 8 8", True) for i in range(4)]
    theirs = [tower(i, "7 8 9", True) for i in range(3)]
    assert told(table(towers=own, theirs=theirs, marker=1), "close") == (
        "No more draws or completing; 28 to 52 now"
    )
    match = table(towers=own, theirs=theirs, marker=1, match="deals:2")
    assert told(match, "close") == "No more draws or completing; 18 to 52 now"


def test_the_most_urgent_two_things_at_stake_are_told_and_all_of_them_read():
    state = run(table("palazzo 5 6", "7", nobles="giostra"), "noble:palazzo:5:6", "pass")
    assert [say(line) for line in page(state).stakes] == [
        "Dove has passed: another pass ends the deal.",
        "Palazzo Comunale: Dove may not go above 3 stories.",
    ]
    lines = [say(line) for line in page(state).table]
    assert "Dove has passed: another pass ends the deal." in lines
    assert "Highest Marker: for the first tower, 10 points" in lines


# --- no more than comes ------------------------------------------------------------------------------


def test_fine_stones_of_a_fallen_tower_are_not_said_to_come_back():
    """T21: they leave the game; the other cards go on the deck."""
    state = table("10 10 10", "6 7 8", theirs=("8 * 8",), spent="pietra", deck="6 5 7")
    state = run(state, "plain:10:10:10")
    bear = label(state, "bear", 1)
    assert say(bear.detail) == "Tower 1 falls: 8-8 go on the deck, one fine stone leaves the game"
    fallen = "Conspiracy: Dove's tower 1 (8-◇8-8) falls; one fine stone leaves the game."
    assert fallen in news(run(state, "bear"))


def test_a_trade_says_what_the_hands_hold():
    """T12: a short hand gives all it has, an empty one nothing; and nobody gives back what is not there."""
    for theirs, said in (
        ("5 6 7", "Trade (take 3, give 2)"),
        ("5", "Trade (take 1, give 1)"),
        ("", "Trade (nothing to take or give)"),
    ):
        assert said in say(label(table("9 9 9", theirs), "plain:9:9:9").detail)
    assert "Trade (nothing to take, give 2)" in say(label(table("9 9 9 5 6", ""), "plain:9:9:9").detail)


def test_draws_say_how_many_cards_there_are():
    """T6, T7, T25: when decks and market run short, less comes than is due."""
    assert "You draw 3 cards" in say(label(table("via 5", "", deck="6 7", nobles="mura"), "noble:via").detail)
    income = table("8 8 8 8 5", "", deck="6", market="5")
    assert "Income of 2 cards" in say(label(income, "plain:8:8:8:8").detail)
    assert prompt(run(income, "plain:8:8:8:8")).startswith("Draw 2 cards")


def test_an_exchange_of_two_nobles_stands_among_the_exchanges():
    """The menu of the Palazzo Comunale is for burying two cards."""
    state = table("palazzo mura 5", "", nobles="via")
    assert [say(title) for title in label(state, "exchange:palazzo:mura").path] == [
        "Exchange two cards or more"
    ]


def test_the_nobles_have_the_names_of_the_japanese_sheet():
    japanese = words("ja").say
    assert {card: japanese(name) for card, name in NOBLES.items()} == {card: SHEET[card] for card in NOBLES}


@pytest.mark.parametrize("language", ["en", "ja", "fr", "it"])
def test_the_rules_call_an_option_by_the_name_that_the_lobby_shows(language):
    for game, key in ((towers, "close:free"), (tuir, "both")):
        (option,) = (option for option in all_options(game) if option.key == key)
        named = words(language).say(option.name)
        assert any(f"**{named}**" in page.text for page in pages_in(language, game.KEY)), named


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "house rule"), ("fr", "règle maison"), ("it", "regola della casa"), ("ja", "独自のルール")],
)
def test_g10_the_page_of_guilds_calls_the_draft_a_house_rule(language, told):
    english = "\n\n".join(rules_pages("guilds"))
    (part,) = (
        part for page in rules_pages("guilds") for part in page.split("\n\n") if "<!-- G10 -->" in part
    )
    assert "house rule" in part and english.count("<!-- G10 -->") == 1
    (number,) = (n for n, page in enumerate(rules_pages("guilds")) if "<!-- G10 -->" in page)
    assert told in pages_in(language, "guilds")[number].text


def test_t13_the_card_of_conspiracy_names_plain_6s_and_the_choice_among_equals():
    (conspiracy,) = (entry for entry in towers.glossary() if entry.key == "conspiracy")
    told = say(conspiracy.lines[0])
    assert "Plain 6s never fall" in told and "the builder chooses one" in told


def test_t21_t24_the_cards_of_the_nobles_tell_of_edition_2():
    told = {entry.key: say(entry.lines[0]) for entry in towers.glossary()}
    assert "you may show it as a Guard" in told["pietra"]
    assert "too late once your rival's highest tower is higher than yours" in told["palazzo"]


def test_t19_the_page_of_the_nobles_says_that_none_is_there_at_the_start():
    (page,) = (page for page in rules_pages("towers") if page.startswith("## Nobles"))
    assert "Nobody is dealt one, and none lies on the market at the start" in page
    state = towers.setup(2, "start", ("nobles",))
    hands = [held.card for side in state.sides for held in side.hand]
    assert not set(NOBLES) & {*hands, *state.market}
