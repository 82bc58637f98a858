"""From labels to controls: buttons, menus, groups and multi-selects."""

import pytest

from bot.panel import Buttons, Menu, Offer, Picks, TooMany
from bot.words import words
from games.core import Decision, Label, Text

PROMPT = Text("What now?")


def offer(*labels, idle=0, moves=None):
    moves = moves or tuple(f"v{n}:x" for n in range(len(labels)))
    decision = Decision(0, PROMPT, moves, moves[idle])
    return Offer(decision, tuple(labels), words("en").say)


def plain(text, *path, **more):
    return Label(Text(text), path=tuple(map(Text, path)), **more)


def test_up_to_ten_short_moves_are_buttons_and_the_idle_one_stands_last():
    (buttons,) = offer(plain("Pass"), plain("Build"), plain("Buy")).controls()
    assert isinstance(buttons, Buttons)
    assert [e.text for e in buttons.entries] == ["Build", "Buy", "Pass"]
    assert [e.style for e in buttons.entries] == ["plain", "plain", "idle"]


def test_an_idle_move_among_equals_keeps_its_place():
    labels = (plain("I"), plain("II"), plain("III"))
    (buttons,) = offer(*labels, moves=("take:1", "take:2", "take:3")).controls()
    assert [e.text for e in buttons.entries] == ["I", "II", "III"]
    assert {e.style for e in buttons.entries} == {"plain"}


def test_a_dangerous_move_is_red():
    (buttons,) = offer(plain("Go on"), plain("Give up", danger=True)).controls()
    assert [e.style for e in buttons.entries] == ["idle", "danger"]


def test_eleven_moves_or_long_words_become_a_menu():
    (menu,) = offer(*(plain(f"Move {n}") for n in range(11))).controls()
    assert isinstance(menu, Menu)
    (menu,) = offer(plain("A sentence that is far too long for a button"), plain("Short")).controls()
    assert isinstance(menu, Menu)
    assert menu.title == "What now?"


def test_each_group_is_a_menu_shown_at_once():
    controls = offer(
        plain("On A", "Build"), plain("On B", "Build"), plain("5", "Buy"), plain("6", "Buy")
    ).controls()
    assert [c.title for c in controls] == ["Build", "Buy"]
    assert [e.value for e in controls[1].entries] == ["m2", "m3"]


def test_a_level_with_one_entry_is_skipped():
    controls = offer(plain("A", "Only", "Deep"), plain("B", "Only", "Deep")).controls()
    assert isinstance(controls[0], Buttons)
    assert [e.text for e in controls[0].entries] == ["B", "A"]


def test_a_group_inside_a_menu_opens_and_leads_back():
    built = offer(
        plain("a", "Hex", "1"),
        plain("b", "Hex", "1"),
        plain("c", "Hex", "2"),
        plain("d", "Hex", "2"),
        plain("e"),
    )
    menu = built.controls()[0]
    doors = list(menu.entries)
    assert [e.text for e in doors] == ["1", "2"]
    group = int(doors[1].value[1:])
    (inside,) = built.controls(group)
    assert [e.value for e in inside.entries] == ["m2", "m3"]
    assert built.above(group) == 0
    assert built.narrowed(group) == ("v2:x", "v3:x")


def test_a_group_with_one_move_needs_no_opening():
    built = offer(plain("a", "Hex", "1"), plain("b", "Hex", "2"), plain("c", "Hex", "2"), plain("d"))
    menu = built.controls()[0]
    assert menu.entries[0].value == "m0"
    assert menu.entries[0].text == "1: a"


def test_picks_form_one_multi_select_whatever_the_order():
    cards = [("5", "6"), ("5", "6", "6"), ("6", "6")]
    labels = [plain("x", "Exchange", picks=tuple(map(Text, c))) for c in cards]
    built = offer(*labels, plain("Pass"))
    picks = next(c for c in built.controls() if isinstance(c, Picks))
    assert picks.items == ("5", "6", "6")
    assert (picks.least, picks.most) == (2, 3)
    assert built.picked(picks.group, [2, 0]) == "v0:x"
    assert built.picked(picks.group, [1, 2]) == "v2:x"
    assert built.picked(picks.group, [0, 1, 2]) == "v1:x"
    assert built.picked(picks.group, [0]) is None
    assert built.picked(picks.group, [0, 9]) is None
    assert built.picked(picks.group, [1, 1]) is None


def test_items_stand_in_the_order_of_the_largest_selection():
    cards = [("5", "7"), ("6", "7"), ("5", "6", "7")]
    built = offer(*(plain("x", "Exchange", picks=tuple(map(Text, c))) for c in cards))
    (picks,) = built.controls()
    assert picks.items == ("5", "6", "7")


def test_more_than_five_groups_become_a_menu_of_groups():
    labels = [plain(f"{n}{m}", f"Group {n}") for n in range(6) for m in range(2)]
    (menu,) = offer(*labels).controls()
    assert [e.text for e in menu.entries] == [f"Group {n}" for n in range(6)]


def test_a_level_with_too_many_entries_is_a_fault_of_the_game():
    with pytest.raises(TooMany):
        offer(*(plain(f"Move {n}") for n in range(26))).controls()


def test_the_mark_in_the_picture_stands_before_the_words():
    (buttons,) = offer(plain("Red 34", mark="2"), plain("Blue 5", mark="3")).controls()
    assert [e.text for e in buttons.entries] == ["3: Blue 5", "2: Red 34"]


def test_an_error_about_too_many_entries_names_none_of_them():
    """It ends in the log, where a host who plays could read another player's hand."""
    with pytest.raises(TooMany) as raised:
        offer(*(plain(f"Take blue {n}") for n in range(26))).controls()
    assert "blue" not in str(raised.value)
