"""From labels to controls: buttons, menus, groups and multi-selects."""

import dataclasses

import pytest

from bot.domain.entities import LogRow
from bot.domain.log import begin, fold, follow
from bot.text.words import words
from bot.views.menus import DETAILED, Buttons, Menu, Offer, Picks, TooMany, grow
from bot.views.panels import PanelRequest, look_of, offer_of, panel_screen
from bot.views.parts.screen import layout_of
from games import GAMES
from games.core import BUTTONS, MENU, MENUS, SHORT, Decision, Label, Text
from tests.limits import parts
from tests.toy import Toy, ask

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
    assert built.picked(picks.level, [2, 0]) == "v0:x"
    assert built.picked(picks.level, [1, 2]) == "v2:x"
    assert built.picked(picks.level, [0, 1, 2]) == "v1:x"
    assert built.picked(picks.level, [0]) is None
    assert built.picked(picks.level, [0, 9]) is None
    assert built.picked(picks.level, [1, 1]) is None


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
    (buttons,) = offer(plain("Red 34", letter="2"), plain("Blue 5", letter="3")).controls()
    assert [e.text for e in buttons.entries] == ["3: Blue 5", "2: Red 34"]


def test_an_error_about_too_many_entries_names_none_of_them():
    """It ends in the log, where a host who plays could read another player's hand."""
    with pytest.raises(TooMany) as raised:
        offer(*(plain(f"Take blue {n}") for n in range(26))).controls()
    assert "blue" not in str(raised.value)


def test_the_edges_between_buttons_and_menus_are_where_discord_and_phones_draw_them():
    (ten,) = offer(*(plain(f"Move {n}") for n in range(BUTTONS))).controls()
    assert isinstance(ten, Buttons)
    (short,) = offer(plain("x" * SHORT), plain("y")).controls()
    assert isinstance(short, Buttons)
    (long,) = offer(plain("x" * (SHORT + 1)), plain("y")).controls()
    assert isinstance(long, Menu)
    (full,) = offer(*(plain(f"Move {n}") for n in range(MENU))).controls()
    assert len(full.entries) == MENU
    items = tuple(Text("{n}", n=n) for n in range(MENU))
    (picks,) = offer(plain("x", "All", picks=items), plain("y", "All", picks=items[:1])).controls()
    assert (len(picks.items), picks.least, picks.most) == (MENU, 1, MENU)
    with pytest.raises(TooMany):
        offer(plain("x", "All", picks=(*items, Text("one more"))), plain("y", "All", picks=())).controls()


def test_five_groups_are_five_menus_and_a_selection_counts_as_one():
    labels = [plain(f"{n}{m}", f"Group {n}") for n in range(MENUS) for m in range(2)]
    assert [c.title for c in offer(*labels).controls()] == [f"Group {n}" for n in range(MENUS)]
    menu, picks = offer(*labels, Label(Text("x"), picks=(Text("5"),))).controls()
    assert [e.text for e in menu.entries] == [f"Group {n}" for n in range(MENUS)]
    assert picks.items == ("5",)


def test_a_menu_of_single_moves_stands_before_the_groups():
    labels = [plain(f"Move {n}") for n in range(BUTTONS + 1)]
    menu, group = offer(*labels, plain("a", "Build"), plain("b", "Build")).controls()
    assert (menu.title, group.title) == ("What now?", "Build")
    assert [e.value for e in menu.entries] == [f"m{n}" for n in range(BUTTONS + 1)]


def nested():
    """Six groups, so that the first screen is a menu of them; the last holds two groups and a selection."""
    labels = [plain(f"{n}{m}", f"Group {n}") for n in range(5) for m in range(2)]
    labels += [plain(f"{n}{m}", "Last", f"Part {n}") for n in range(2) for m in range(2)]
    return offer(*labels)


def test_back_leads_to_the_screen_on_which_the_door_stood():
    built = nested()
    doors = {e.text: int(e.value[1:]) for e in built.controls()[0].entries}
    last = doors["Last"]
    assert [c.title for c in built.controls(last)] == ["Part 0", "Part 1"]
    assert built.above(last) == 0
    assert built.above(doors["Group 1"]) == 0
    assert built.above(0) == 0


def test_back_from_a_group_whose_menu_had_a_screen_of_its_own_leads_there():
    """Six groups on the first screen: "Last" was opened, and on its screen "Part 1" stood as a menu."""
    labels = [plain(f"{n}{m}", f"Group {n}") for n in range(5) for m in range(2)]
    labels += [
        plain(f"{n}{m}{k}", "Last", f"Part {n}", f"Bit {m}") for n in (0, 1) for m in (0, 1) for k in "ab"
    ]
    built = offer(*labels)
    last = next(int(e.value[1:]) for e in built.controls()[0].entries if e.text == "Last")
    parts = built.controls(last)
    assert [c.title for c in parts] == ["Part 0", "Part 1"]
    bit = int(parts[1].entries[0].value[1:])
    assert built.above(bit) == last
    assert built.narrowed(bit) == ("v14:x", "v15:x")


def test_back_passes_over_levels_that_were_never_shown():
    built = offer(
        plain("a", "Hex", "Only", "1"),
        plain("b", "Hex", "Only", "1"),
        plain("c", "Hex", "Only", "2"),
        plain("d", "Hex", "Only", "2"),
    )
    first = built.controls()[0]
    door = int(first.entries[0].value[1:])
    assert built.above(door) == 0


def levels(built):
    """Return the number of every group by its title."""
    return {group.title.id: group.number for group in grow(built.labels)[1:]}


def test_back_from_a_menu_of_many_groups_leads_to_that_menu():
    """Six parts do not fit one screen: "Part 1" was opened from a menu, and "Bit 0" stood on its screen."""
    labels = [
        plain(f"{n}{m}{k}", "All", f"Part {n}", f"Bit {n}{m}") for n in range(6) for m in "01" for k in "ab"
    ]
    built = offer(*labels, plain("c", "Other"), plain("d", "Other"))
    assert built.above(levels(built)["Bit 10"]) == levels(built)["Part 1"]


def test_back_from_a_group_among_five_menus_leads_to_the_screen_of_all_five():
    labels = [plain(f"{n}{m}", f"Group {n}") for n in range(MENUS - 1) for m in range(2)]
    labels += [plain(f"{n}{m}", "Last", f"Part {n}") for n in range(2) for m in range(2)]
    built = offer(*labels)
    assert built.above(levels(built)["Part 1"]) == 0


def test_back_passes_over_a_level_with_a_single_entry_beside_other_groups():
    labels = [plain(f"{n}{m}", "Last", "Only", f"Part {n}") for n in range(2) for m in range(2)]
    built = offer(plain("a", "Other"), plain("b", "Other"), *labels)
    assert built.above(levels(built)["Part 0"]) == 0


def test_a_selection_beside_a_single_group_is_not_passed_over():
    built = offer(Label(Text("x"), picks=(Text("5"),)), plain("a", "Build"), plain("b", "Build"))
    assert [type(control) for control in built.controls()] == [Menu, Picks]


def test_a_level_that_does_not_exist_shows_the_whole_question():
    built = nested()
    highest = len(grow(built.labels)) - 1
    assert built.group(highest).number == highest
    for level in (highest + 1, 99, -1, -highest):
        assert built.group(level).number == 0


def test_the_picture_marks_the_moves_of_a_level_in_the_order_of_the_offer():
    built = offer(plain("a", "One"), plain("b"), plain("c", "One"), plain("d", "One", picks=(Text("5"),)))
    assert built.narrowed(0) == ("v0:x", "v1:x", "v2:x", "v3:x")


def test_a_selection_means_exactly_its_items():
    cards = [("5", "6"), ("5", "6", "6")]
    built = offer(*(plain("x", "Exchange", picks=tuple(map(Text, c))) for c in cards))
    (picks,) = built.controls()
    assert built.picked(picks.level, [0, 1, 2]) == "v1:x"
    assert built.picked(picks.level, [0, -1]) is None, "an index from the end is none of ours"
    assert built.picked(picks.level, []) is None


def test_an_idle_move_that_hurts_is_red_and_still_last():
    (buttons,) = offer(plain("Give up", danger=True), plain("Build"), plain("Buy")).controls()
    assert [(e.text, e.style) for e in buttons.entries][-1] == ("Give up", "danger")


def test_a_single_move_is_no_idle_one():
    (buttons,) = offer(plain("Go on")).controls()
    assert [e.style for e in buttons.entries] == ["plain"]


def test_the_consequence_of_a_move_stands_beside_it_also_behind_a_door():
    labels = [
        plain(f"{n}{m}", "Hex", f"{n}", detail=Text("costs {n}", n=n)) for n in range(2) for m in range(2 - n)
    ]
    (menu,) = offer(*labels, plain("a", "Other"), plain("b", "Other")).controls()[:1]
    assert [(e.text, e.detail) for e in menu.entries] == [("0", ""), ("1: 10", "costs 1")]
    (direct,) = offer(*(plain(f"{n}", detail=Text("costs")) for n in range(BUTTONS + 1))).controls()
    assert {e.detail for e in direct.entries} == {"costs"}


def test_a_group_with_a_selection_is_opened_even_if_it_means_one_move():
    labels = [plain("a", "Hex", "1"), plain("b", "Hex", "1"), plain("c", "Hex", "2", picks=(Text("5"),))]
    menu = offer(*labels, plain("d")).controls()[0]
    assert [e.text for e in menu.entries] == ["1", "2"]
    assert menu.entries[1].value.startswith("g")


# --- the panel itself ---


def toy_table(*questions, rows=()):
    return fold(begin(4, Toy(*questions), (10, 20), "seed", ()), rows)


def shown(table, seat=0, **glance):
    """Return a panel's scene, words and controls."""
    screen = panel_screen(table, seat, words("en"), PanelRequest(**glance))
    every = list(parts(layout_of(screen)))
    said = "\n".join(p["content"] for p in every if p["type"] == 10)
    return (
        screen.scene,
        said,
        {p["label"]: p for p in every if p["type"] == 2},
        [p for p in every if p["type"] == 3],
    )


ASK = ask(0, "build", "pass")


def test_a_panel_shows_its_owner_what_the_owner_may_know():
    for seat in (0, 1):
        scene, said, buttons, _ = shown(toy_table(dataclasses.replace(ASK, seat=seat)), seat)
        assert scene == (seat, ("build", "pass"))
        assert f"For {seat} only" in said
        assert f"build for {seat}" in buttons
    assert shown(toy_table(ASK), 1)[0] == (1, ()), "who is not asked sees no marks"


def test_a_press_carries_the_table_and_the_mark_of_the_question_and_each_render_is_new():
    table = toy_table(ASK)
    ids = [shown(table)[2]["build for 0"]["custom_id"] for _ in range(2)]
    assert all(id.startswith(f"t:4:{table.stamp(0)}:") and id.endswith(":m0") for id in ids)
    assert ids[0] != ids[1]


def test_the_head_of_a_panel_says_what_moment_it_is():
    moments = {
        "Your turn – What now?": toy_table(ASK),
        "### What now?": toy_table(dataclasses.replace(ASK, advance="guard")),
        "may still change your mind – What now?": toy_table(dataclasses.replace(ASK, settled=True)),
        "**Dove** to move": toy_table(dataclasses.replace(ASK, seat=1)),
        "wins": toy_table(ask(0, "point", "pass"), rows=[LogRow(1, "move", 0, "point")]),
    }
    for words_of_it, table in moments.items():
        head = shown(table)[1].splitlines()[0]
        assert words_of_it in head, head
    assert "Your turn" not in shown(toy_table(dataclasses.replace(ASK, advance="guard")))[1]


def test_a_word_about_the_last_press_stands_on_the_panel():
    assert "**Too late**" in shown(toy_table(ASK), word=Text("Too late"))[1]
    assert "**" not in shown(toy_table(ASK))[1]


def test_the_score_is_shown_at_the_end_of_a_game_that_was_played_out():
    ended = [LogRow(1, "end", 1, "resign")]
    assert "Total" not in shown(toy_table(ASK))[1]
    assert "Total" in shown(toy_table(ASK, rows=[LogRow(1, "move", 0, "build")]))[1]
    assert "Total" not in shown(toy_table(ASK, rows=ended))[1]


def test_help_is_shown_when_it_is_asked_for_and_offered_when_there_is_some():
    helpful = dataclasses.replace(ASK, help=Text("Build to win."))
    assert "Build to win." in shown(toy_table(helpful), help=True)[1]
    assert "Build to win." not in shown(toy_table(helpful))[1]
    assert "Help" in shown(toy_table(helpful))[2]
    assert "Help" not in shown(toy_table(ASK), help=True)[2]


def test_a_take_back_carries_the_row_it_returns_to():
    rows = [LogRow(1, "move", 0, "build"), LogRow(2, "move", 0, "build")]
    one, two = toy_table(ASK, ASK, ASK, rows=rows[:1]), toy_table(ASK, ASK, ASK, rows=rows)
    undo = "Take back: build for 0"
    assert shown(one)[2][undo]["custom_id"] == "p:4:undo0"
    assert shown(two)[2][undo]["custom_id"] == "p:4:undo1"
    assert not any(label.startswith("Take back") for label in shown(two, 1)[2])
    assert not any(label.startswith("Take back") for label in shown(toy_table(ASK))[2])


def test_a_take_back_of_a_move_with_a_colon_has_a_dash():
    move = "complete tower 5: +5"
    again = dataclasses.replace(ASK, moves=(move, "pass"), idle="pass")
    buttons = shown(toy_table(again, ASK, rows=[LogRow(1, "move", 0, move)]))[2]
    assert any(label.startswith(f"Take back – {move}") for label in buttons)


def test_an_answer_in_advance_is_offered_with_the_question_and_the_one_that_holds_is_green():
    table = toy_table(dataclasses.replace(ASK, advance="guard"))
    labels = ("Always ask me", "Always use it if I can", "Always let it happen")
    acts = ("ask", "use", "let")
    for now, kept in (
        ("ask", {}),
        ("use", {"guard": "use"}),
        ("let", {"guard": "let"}),
        ("ask", {"x": "let"}),
    ):
        buttons = shown(table, advance=kept)[2]
        ids = [buttons[label]["custom_id"].rpartition(":")[2] for label in labels]
        assert tuple(ids) == acts
        assert [act for act, label in zip(acts, labels, strict=True) if buttons[label]["style"] == 3] == [now]
        assert "Ask me again" not in buttons
    assert not set(labels) & set(shown(toy_table(ASK))[2])


def test_who_answered_in_advance_can_ask_to_be_asked_again_while_the_game_goes_on():
    over = toy_table(ASK, rows=[LogRow(1, "move", 0, "build")])
    kept = {"guard": "let"}
    assert "Ask me again" in shown(toy_table(ASK), advance=kept)[2]
    assert "Ask me again" in shown(toy_table(ASK), 1, advance=kept)[2]
    assert "Ask me again" not in shown(toy_table(ASK))[2]
    assert "Ask me again" not in shown(over, advance=kept)[2]


def test_play_by_dm_is_offered_in_a_channel_while_the_game_goes_on():
    over = toy_table(ASK, rows=[LogRow(1, "move", 0, "build")])
    assert "Play by DM" in shown(toy_table(ASK))[2]
    assert "Play by DM" not in shown(toy_table(ASK), dm=True)[2]
    assert "Play by DM" not in shown(over)[2]
    assert "Rules" in shown(over)[2]


def test_a_panel_of_someone_who_is_asked_looks_the_same_whatever_others_do():
    """And one of someone who waits is new after every row."""
    both = (dataclasses.replace(ASK, seat=0), dataclasses.replace(ASK, seat=1))
    lucca = begin(1, GAMES["lucca"], (1, 2, 3), "look", ())
    after = follow(lucca, LogRow(1, "move", 1, lucca.offer(1).moves[0]))
    assert look_of(lucca, 0) == look_of(after, 0)
    assert look_of(lucca, 1) != look_of(after, 1)
    first = toy_table(*both, ASK)
    then = toy_table(*both, ASK, rows=[LogRow(1, "move", 0, "build")])
    later = toy_table(*both, both[1], rows=[LogRow(1, "move", 0, "build"), LogRow(2, "move", 1, "build")])
    assert len({look_of(first, 0), look_of(then, 0), look_of(later, 0)}) == 3


def test_an_open_level_shows_its_own_controls_marks_and_a_way_back():
    """In guilds a place is chosen first, then a rotation."""
    table = begin(1, GAMES["guilds"], (1, 2), "level", ())
    while "hex" not in table.asked[0].moves[0]:
        table = follow(
            table, LogRow(table.last_row + 1, "move", table.asked[0].seat, table.asked[0].moves[0])
        )
    seat = table.asked[0].seat
    offered = offer_of(table, seat, words("en"))
    doors = [e for c in offered.controls() if isinstance(c, Menu) for e in c.entries if e.value[0] == "g"]
    level = int(doors[-1].value[1:])
    _, _, buttons, menus = shown(table, seat, level=level)
    assert buttons["Back"]["custom_id"].endswith(f":back{level}")
    assert "Back" not in shown(table, seat)[2]
    marked, whole = offered.narrowed(level), offered.narrowed(0)
    assert 0 < len(marked) < len(whole)
    view = table.rules.view(table.state, seat)
    screen = panel_screen(table, seat, words("en"), PanelRequest(level=level))
    assert screen.scene == table.rules.scene(view, marked) != table.rules.scene(view, whole)
    values = [o["value"] for menu in menus for o in menu["options"]]
    values += [b["custom_id"].rpartition(":")[2] for b in buttons.values() if ":m" in b["custom_id"]]
    reached = {table.asked[0].moves[int(value[1:])] for value in values if value[0] == "m"}
    assert reached and reached <= set(marked)


def menu_game(*labels):
    """A toy whose moves stand in menus."""

    class Menus(Toy):
        def label(self, view, move):
            return labels[int(move.partition(":")[0][1:])]

    moves = tuple(f"v{n}:x" for n in range(len(labels)))
    return begin(4, Menus(ask(0, *moves)), (10, 20), "s", ())


def test_menus_and_selections_reach_discord_whole():
    cards = [("5", "6"), ("5", "6", "6")]
    picks = [plain("x", "Exchange", picks=tuple(map(Text, c))) for c in cards]
    table = menu_game(
        plain("a", "Build", detail=Text("why")),
        plain("b", "Build"),
        *picks,
        plain("Stop", danger=True),
        plain("Go"),
    )
    _, _, buttons, menus = shown(table)
    build, exchange = menus
    assert build["placeholder"] == "Build" and build["custom_id"].endswith(":s1")
    assert [(o["value"], o["label"], o.get("description")) for o in build["options"]] == [
        ("m0", "a", "why"),
        ("m1", "b", None),
    ]
    assert (build["min_values"], build["max_values"]) == (1, 1)
    assert exchange["placeholder"] == "Exchange" and exchange["custom_id"].endswith(":x2")
    assert [o["value"] for o in exchange["options"]] == ["0", "1", "2"]
    assert (exchange["min_values"], exchange["max_values"]) == (2, 3)
    assert buttons["Stop"]["style"] == 4 and buttons["Go"]["style"] != 4


def test_a_second_line_is_never_lost_above_buttons_or_in_a_menu():
    few = offer(*(plain(f"Move {n}", detail=Text("costs")) for n in range(DETAILED)), plain("Pass"))
    (buttons,) = few.controls()
    assert isinstance(buttons, Buttons)
    assert sorted(entry.detail for entry in buttons.entries) == ["", *["costs"] * DETAILED]
    many = offer(*(plain(f"Move {n}", detail=Text("costs")) for n in range(DETAILED + 1)))
    (menu,) = many.controls()
    assert isinstance(menu, Menu) and {e.detail for e in menu.entries} == {"costs"}


def test_a_button_that_has_no_room_for_its_move_has_it_in_the_text_above():
    move = "move the top of the second tower to the left end of the row"
    again = dataclasses.replace(ASK, moves=(move, "pass"), idle="pass")
    said, buttons = shown(toy_table(again, ASK, rows=[LogRow(1, "move", 0, move)]))[1:3]
    (undo,) = [label for label in buttons if label.startswith("Take back")]
    assert undo == "Take back: move the top of the…" and f"-# Take back: {move} for 0" in said
    short = shown(toy_table(ASK, ASK, rows=[LogRow(1, "move", 0, "build")]))
    assert "Take back: build for 0" in short[2] and "Take back" not in short[1]


def test_a_choice_of_up_to_38_columns_is_a_button_whose_end_stands_above_it():
    move = "put it on the tower at the left"  # and "for 0"
    said, buttons = shown(toy_table(dataclasses.replace(ASK, moves=(move, "pass"))))[1:3]
    assert len(f"{move} for 0") == 37 and f"-# **{move} for 0**" in said
    assert "put it on the tower at the left…" in buttons and "-# **pass" not in said
