"""How Túir reads and looks: menus, pages and pictures."""

from collections.abc import Iterator
from io import BytesIO

from PIL import Image

from games import tuir
from games.contract import signs, walk
from games.core import Text, Who
from games.tuir.picture_city import ledge
from games.tuir.picture_marks import steps
from games.tuir.picture_rules import rule_card
from games.tuir.picture_scored import scored
from games.tuir.picture_top import CROWNED, roof
from games.tuir.pieces import block, section
from games.tuir.scoring import total
from games.tuir.state import State
from rendering import theme
from rendering.material.light import hour_of
from rendering.paint import paint
from rendering.scene import Glyph, Item, Placed, Scene


def say(text: Text) -> str:
    """Put a text into plain English."""

    def argument(arg: object) -> str:
        match arg:
            case Text():
                return say(arg)
            case Who():
                return ("Lion", "Dove")[arg.seat]
            case tuple():
                return ", ".join(map(argument, arg))
        return str(arg)

    words = getattr(text, "many", text.id) if getattr(text, "n", 1) != 1 else text.id
    return str(words).format_map({key: argument(arg) for key, arg in text.args})


def middle() -> State:
    """Turn 5, Lion to act with towers A and B; Dove has looked at the hidden rule and has one tower."""
    state = tuir.setup(2, "swing", ("first:0",))
    hold = state.players[0].hand
    cards = [held.card for held in hold if held]
    state = tuir.apply(state, 0, f"build:{cards[0]}:left")
    state = tuir.apply(state, 0, "take:1")
    other = [held.card for held in state.players[1].hand if held]
    state = tuir.apply(state, 1, f"look:hidden:{other[0]}")
    state = tuir.apply(state, 1, "take:2")
    state = tuir.apply(state, 0, f"build:{cards[1]}:right")
    state = tuir.apply(state, 0, "take:3")
    state = tuir.apply(state, 1, f"build:{other[1]}:left")
    return tuir.apply(state, 1, "take:4")


def label(state: State, move: str) -> tuple[list[str], str]:
    made = tuir.label(tuir.view(state, state.seat), move)
    return [say(part) for part in made.path], say(made.text)


def named(state: State, place: int) -> tuple[str, str]:
    held = state.players[state.seat].hand[place]
    assert held
    return held.card, say(tuir.labels.name(held.card))


def test_a_menu_for_each_hand_card_says_where_it_goes() -> None:
    state = middle()
    card, words = named(state, 2)
    first = state.players[0].towers[0].sections[-1]
    assert label(state, f"build:{card}:A") == (
        [f"Build R: {words}"],
        f"On A: over {say(tuir.labels.name(first))}",
    )
    assert label(state, f"build:{card}:left")[1] == "New tower at the left"
    assert label(state, f"build:{card}:right")[1] == "New tower at the right"


def test_the_sacrifice_menu_names_card_and_purpose() -> None:
    state = middle()
    card, _ = named(state, 0)
    one, other = (tower.sections[0] for tower in state.players[0].towers)
    assert label(state, f"look:hidden:{card}") == (["Sacrifice"], "P: look at the hidden rule")
    assert label(state, f"look:rival:{card}") == (["Sacrifice"], "P: look at the rule of Dove")
    assert label(state, f"rule:{card}") == (["Sacrifice"], "P: swap your rule for a new one")
    assert label(state, f"swap:{card}:{one}:{other}")[0] == ["Sacrifice", "P: swap two of your sections"]
    path, where = label(state, f"move:{card}:{one}:B")
    assert path == ["Sacrifice", "P: move the top of a tower", f"A1: {say(tuir.labels.name(one))}"]
    assert where.startswith("On B: over ")


def test_a_build_says_what_the_known_rules_would_then_give() -> None:
    state = middle()
    card, _ = named(state, 0)
    view = tuir.view(state, 0)
    detail = tuir.label(view, f"build:{card}:A").detail
    after = tuir.apply(state, 0, f"build:{card}:A")
    tableaux = [player.tableau for player in after.players]
    mine, theirs = tuir.scoring.total((*state.open, state.players[0].rule.card), tableaux)
    assert detail and say(detail) == f"Rules you know, then: you {mine}, Dove {theirs}"


def test_a_swap_of_sections_says_what_the_known_rules_would_then_give() -> None:
    state = middle()
    card, _ = named(state, 0)
    one, other = (tower.sections[0] for tower in state.players[0].towers)
    move = f"swap:{card}:{one}:{other}"
    detail = tuir.label(tuir.view(state, 0), move).detail
    tableaux = [player.tableau for player in tuir.apply(state, 0, move).players]
    mine, theirs = tuir.scoring.total((*state.open, state.players[0].rule.card), tableaux)
    assert detail and say(detail) == f"Rules you know, then: you {mine}, Dove {theirs}"


def test_a_new_rule_says_what_the_old_one_gives_now() -> None:
    state = middle()
    card, _ = named(state, 0)
    mine, theirs = tuir.scoring.total((state.players[0].rule.card,), [p.tableau for p in state.players])
    detail = tuir.label(tuir.view(state, 0), f"rule:{card}").detail
    assert detail and say(detail).startswith(f"Yours now gives you {mine}, Dove {theirs}. Sacrifices ")


def test_two_lines_tell_the_open_rules_and_what_each_gives() -> None:
    state = middle()
    rules, sums = (say(line) for line in tuir.page(tuir.view(state, None)).stakes)
    assert all(f"({n}) {say(tuir.cards.RULES[rule].name)}" in rules for n, rule in enumerate(state.open, 1))
    tableaux = [player.tableau for player in state.players]
    parts = [[tuir.scoring.total((rule,), tableaux)[seat] for rule in state.open] for seat in range(2)]
    told = [f"{sum(p)} = {' + '.join(map(str, p))}" if any(p) else "0" for p in parts]
    assert sums == f"They give now: Lion {told[0]}, Dove {told[1]}."


def test_a_sacrifice_is_told_in_two_lines_the_deed_last() -> None:
    state = middle()
    card, _ = named(state, 0)
    after = tuir.apply(state, 0, f"look:hidden:{card}")
    told = [say(line) for line in tuir.page(tuir.view(after, None)).news]
    assert told[-2:] == [f"Lion sacrificed {say(tuir.labels.name(card))}.", "Lion looked at the hidden rule."]


def test_take_buttons_name_the_top_cards() -> None:
    state = middle()
    card, _ = named(state, 0)
    state = tuir.apply(state, 0, f"build:{card}:A")
    made = tuir.label(tuir.view(state, 0), "take:2")
    assert (made.letter, say(made.text)) == ("II", say(tuir.labels.name(state.decks[1][0].card)))


def test_the_page_tells_whose_cards_towers_and_deeds() -> None:
    state = middle()
    page = tuir.page(tuir.view(state, None))
    assert say(page.title) == "Túir, turn 5 of 18"
    assert say(page.seats[0]).startswith("3 cards, 2 towers. Built ")
    told = [say(line).split()[:2] for line in page.news]
    assert told[:2] == [["Dove", "started"], ["Dove", "took"]] and told[2][0] == "Deck"
    assert page.secrets == ()


def test_own_secrets_are_told_in_words() -> None:
    lion, dove = ([say(line) for line in tuir.page(tuir.view(middle(), seat)).secrets] for seat in range(2))
    assert lion[0].startswith("Your hand: P – ") and lion[1].startswith("Your secret rule: ")
    assert len(lion) == 2
    assert dove[2].startswith("The hidden rule: ")


def test_reading_the_table_leaves_nothing_out() -> None:
    state = middle()
    words = " ".join(say(line) for line in tuir.page(tuir.view(state, None)).table)
    shown = [card for player in state.players for tower in player.towers for card in tower.sections]
    shown += [deck[0].card for deck in state.decks] + list(state.spent)
    assert all(say(tuir.labels.name(card)) in words for card in shown)
    assert all(say(tuir.cards.RULES[rule].name) in words for rule in state.open)
    assert "The hidden rule has been seen by Dove." in words


def test_the_rules_come_in_pages_that_fit_and_name_every_ruling() -> None:
    text = (tuir.cards.FOLDER / "rules.md").read_text(encoding="utf-8")
    assert all(len(page) <= 3500 for page in text.split("\n## "))
    assert all(f"<!-- U{n} -->" in text for n in range(1, 17))


# --- pictures --------------------------------------------------------------------------------------


def stamped(scene: Scene) -> list[object]:
    return [item.sprite for item in scene.everything if isinstance(item, Placed)]


def test_the_own_rule_is_a_pictogram_for_its_owner_only() -> None:
    state = middle()
    mine = rule_card(state.players[0].rule.card, theme.SEAT_COLOURS[0])
    assert mine in stamped(tuir.scene(tuir.view(state, 0)))
    assert mine not in stamped(tuir.scene(tuir.view(state, None)))
    assert mine not in stamped(tuir.scene(tuir.view(state, 1)))


def test_every_rule_and_section_has_a_picture_of_its_own() -> None:
    assert len({rule_card(rule) for rule in tuir.cards.RULES}) == 35
    assert len({section(card, 112, 69) for card in tuir.cards.SECTIONS}) == 18


def test_stones_differ_without_their_colour() -> None:
    grey = theme.tones(theme.SOFT)
    plain = {stone: pattern(112, 15.0, grey) for stone, pattern in tuir.pieces.PATTERNS.items()}
    assert len({tuple(map(type, drawn)) for drawn in plain.values()}) >= len(plain) - 1


def test_no_window_covers_the_pattern_of_its_stone() -> None:
    """The bands above and below are the same, whatever windows lie between them."""
    for colour in ("red_brick", "yellow_sandstone", "blue_granite", "green_limestone"):
        bands = set[tuple[bytes, bytes]]()
        for kind in ("sharp", "flat", "round", "square"):
            for windows in (1, 2, 3, 4):
                wall = Placed(0, 0, block(colour, kind, windows, 112, 72))
                picture = Image.open(BytesIO(paint(Scene(112, 72, theme.WHITE, (wall,)))))
                bands.add((picture.crop((0, 0, 112, 14)).tobytes(), picture.crop((0, 58, 112, 72)).tobytes()))
        assert len(bands) == 1, colour


def test_a_section_carries_the_number_of_every_wish_that_pays_for_it() -> None:
    """As many sections as points, for every rule that pays by section; a contest pays its winner only."""
    for seed in range(6):
        *_, last = walk(tuir, 2, f"scored/{seed}")
        tableaux = tuir.view(last.state, None).tableaux
        for rule in tuir.cards.RULES.values():
            for cards, tally in zip(
                scored(rule.id, tableaux), tuir.scoring.tally(rule.id, tableaux), strict=True
            ):
                if not rule.contest:
                    assert len(cards) * rule.points == tally.points, (seed, rule)
                elif cards:
                    assert tally.points == rule.points, (seed, rule)


def test_what_everybody_sees_is_one_picture_for_all_viewers() -> None:
    for step in walk(tuir, 2, "base"):
        bases = {tuir.scene(tuir.view(step.state, viewer)).base for viewer in (None, 0, 1)}
        assert len(bases) == 1 and None not in bases


def test_the_standing_is_shown_from_the_first_turn() -> None:
    state = tuir.setup(2, "standing", ("first:0",))
    assert list(signs(tuir.scene(tuir.view(state, None)))).count("0:0") == 3


def test_the_panel_of_the_usual_question_is_low_enough_for_a_phone() -> None:
    """390 pixels wide, at most 300 tall, as long as no tower has more than nine stories."""
    for step in walk(tuir, 2, "phone"):
        for question in tuir.decisions(step.state):
            scene = tuir.scene(tuir.view(step.state, question.seat), question.moves)
            assert scene.h * 390 / scene.w <= 300


def test_the_last_turn_is_numbered_step_by_step() -> None:
    state = middle()
    assert sorted(steps(tuir.view(state, None)).values()) == [1, 2]  # built, then took
    built = tuir.apply(state, 0, next(m for m in tuir.decisions(state)[0].moves if m.startswith("build")))
    assert list(steps(tuir.view(built, None)).values()) == [0]


def test_hand_letters_stand_in_the_private_picture_only() -> None:
    state = middle()
    assert {"P", "Q", "R"} <= set(signs(tuir.scene(tuir.view(state, 0))))
    assert not {"P", "Q", "R"} & set(signs(tuir.scene(tuir.view(state, None))))


def glyphs(items: tuple[Item, ...]) -> Iterator[Glyph]:
    for item in items:
        if isinstance(item, Glyph):
            yield item
        elif isinstance(item, Placed):
            yield from glyphs(item.sprite.items)


def test_pictures_are_small_and_their_signs_large() -> None:
    for seed in range(3):
        for step in walk(tuir, 2, f"picture/{seed}"):
            for viewer in (None, 0, 1):
                scene = tuir.scene(tuir.view(step.state, viewer))
                assert scene.w == 1000 and scene.h <= 1100
                assert min(glyph.size for glyph in glyphs(scene.everything)) >= 24
        assert len(paint(scene)) <= 100_000


def test_the_tallest_and_the_widest_row_stay_within_the_picture() -> None:
    for ends, bound in ((("left", "right"), 1000), (("A",), 1100)):
        state = tuir.setup(2, "long", ("first:0",))
        while asked := tuir.decisions(state):
            moves = asked[0].moves
            wanted = [m for m in moves if m.startswith("take") or m.split(":")[-1] in ends]
            scene = tuir.scene(tuir.view(state, state.seat), moves)
            state = tuir.apply(state, asked[0].seat, (wanted or list(moves))[0])
            assert scene.h <= bound
            for item in scene.everything:
                if isinstance(item, Placed) and item.sprite.w < scene.w:  # a sky reaches beyond
                    assert 0 <= item.x <= 1000 - item.sprite.w and 0 <= item.y <= scene.h - item.sprite.h


# --- light -------------------------------------------------------------------------------------------


def test_a_game_goes_from_morning_to_night() -> None:
    hours = [hour_of(tuir.progress(tuir.view(step.state, None))) for step in walk(tuir, 2, "hours")]
    assert hours == sorted(hours) and {*hours} == {*range(6)}


def test_what_both_have_by_now_stands_beside_their_shields() -> None:
    for step in walk(tuir, 2, "totals"):
        view = tuir.view(step.state, None)
        shown = [*signs(tuir.scene(view))]
        assert all(str(points) in shown for points in total(view.known_rules, view.tableaux))


def test_every_tower_has_a_top_of_its_height() -> None:
    """A roof up to three stories, battlements from four, a scaffold for this turn."""
    found = set[str]()
    for step in walk(tuir, 2, "tops"):
        view = tuir.view(step.state, None)
        fresh, scene = steps(view) if view.phase != "over" else {}, tuir.scene(view)
        roofs = sum(getattr(item, "sprite", None) in ROOFS for item in scene.everything)
        low = [t for side in view.sides for t in side.towers if len(t.sections) < CROWNED]
        assert roofs == len([tower for tower in low if tower.sections[-1] not in fresh])
        found |= {"roof"} if roofs else set()
    assert found


ROOFS = {roof(w, hour) for w in range(20, 170) for hour in range(6)}


def test_the_numbers_of_wishes_leave_the_windows_free() -> None:
    for wide in (92, 112, 150):
        high, size = round(wide * 0.64), 28
        assert size / 2 <= high * (1 - 0.57) / 2 + 2
    chips = ledge((1, 2, 3, 4, 5, 6), 84, 24).items[1:]
    assert [chip.x for chip in chips] == sorted({chip.x for chip in chips}) and chips[-1].x + 24 <= 84
