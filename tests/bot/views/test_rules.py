"""The rules as people read them, page by page, and the glossary of all cards."""

import re
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.text.template import template
from bot.text.words import PSEUDO, languages, words
from bot.views import cards as glossary
from bot.views.parts.screen import layout_of
from bot.views.rules import rulebook, rules_screen
from games import GAMES, rules_pages
from games.contract import Broken, check_rulebook
from games.core import TEXT, Text
from games.guilds.board import SIDE_OF, owner
from games.guilds.rulebook import BUILT, CLASHES, FITS, LONELY, READY, WIDELY
from games.rulebook import (
    Figure,
    appendix_of,
    box_of,
    figures_of,
    glossary_of,
    heading,
    pictured,
    shown,
    side_by_side,
    sign,
)
from games.towers import rulebook as towers_book
from games.towers.cards import RANKS
from games.towers.scoring import tally
from games.towers.state import Tower
from games.tuir.cards import RULES, SECTIONS
from games.tuir.rulebook import DIAGONAL, FIVE_THREE_SEVEN, IN_A_TOWER, LONE, SIDE_BY_SIDE
from games.tuir.scoring import groups
from games.tuir.scoring import tally as tuir_tally
from rendering.paint import paint
from tests.bot.text.test_words import texts_in
from tests.limits import check_layout, parts

ROOT = Path(__file__).resolve().parents[3]
EN = words("en")
LETTERS = {"towers": "T", "lucca": "L", "guilds": "G", "tuir": "U"}
OURS = re.compile(
    r"\b[TLGU]\d+\b|draft rules|reconstruct|edition|rulesheet|ruling|\.csv|\.md|<!--", re.IGNORECASE
)


def everything(key):
    """Return all pages of a game as one text, as a reader sees them."""
    return "\n".join(page.text for page in rulebook(key, EN))


# --- the text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_speak_plainly(key):
    """No numbers of ours; nothing of sources and files but one paragraph: that stands in docs/rulings.md."""
    told = [line for line in everything(key).splitlines() if not line.startswith("**What is ours.**")]
    assert OURS.findall("\n".join(told)) == []


@pytest.mark.parametrize("key", GAMES)
def test_the_first_page_says_what_it_is_about_how_one_wins_and_what_a_turn_is(key):
    first = rulebook(key, EN)[0].text
    for part in ("**What it is about.**", "**How one wins.**", "**What a turn is.**"):
        assert part in first
    assert bool(rulebook(key, EN)[0].figure) == bool(box_of(GAMES[key]) or pictured(rules_pages(key)[0]))


@pytest.mark.parametrize("key", GAMES)
def test_questions_and_answers_end_the_text(key):
    titles = [page.title for page in rulebook(key, EN)[: len(rules_pages(key))]]
    at = next(n for n, title in enumerate(titles) if title.startswith("Questions and answers"))
    assert all(title.startswith("Questions and answers") for title in titles[at:])


@pytest.mark.parametrize("key", LETTERS)
def test_every_ruling_is_told_in_the_rules_listed_in_docs_and_named_by_a_test(key):
    letter = LETTERS[key]
    told = re.findall(rf"<!-- ({letter}\d+) -->", "\n".join(rules_pages(key)))
    listed = re.findall(
        rf"^- ({letter}\d+) ", (ROOT / "docs" / "rulings.md").read_text("utf-8"), re.MULTILINE
    )
    assert sorted(told) == sorted(listed) and len(set(told)) == len(told)
    files = (ROOT / "tests" / "games").glob(f"test_{key}*.py")
    names = re.findall(r"^(?:async )?def test_(\w+)", "".join(map(Path.read_text, files)), re.MULTILINE)
    cited = {part.upper() for name in names for part in name.split("_")}
    assert set(told) <= cited, set(told) - cited


def test_a_comment_is_not_shown_and_leaves_no_gap():
    page = "## A turn\n<!-- picture: market -->\n- <!-- T2 -->**Buy.** <!-- T3 -->See each card.\n"
    assert shown(page) == "## A turn\n- **Buy.** See each card."
    assert pictured(page) == ["market"] and heading(page) == "A turn"


# --- the examples of the text are true ---------------------------------------------------------------


def standing(towers):
    built = []
    for number, (stories, complete) in enumerate(towers):
        cards = tuple(stories.split())
        built.append(Tower(number, len(set(cards)) > 1, int(cards[0]), cards, complete))
    return tuple(built)


def test_the_example_of_a_score_in_towers_adds_up():
    lion, dove = standing(towers_book.LION), standing(towers_book.DOVE)
    mine, theirs = tally(lion, dove, (), True), tally(dove, lion, (), False)
    assert (mine.completion, mine.plain, mine.colourful, mine.marker, sum(mine)) == (10, 9, 14, 10, 43)
    assert (theirs.completion, theirs.blessing, theirs.plain, sum(theirs)) == (5, 6, 22, 33)
    text = everything("towers")
    assert "2 × 7 = 14" in text and "together 43" in text and "together 33" in text


def clash(tiles):
    """Return whether equal colours lie side by side."""
    return any(
        one.guilds[owner(one.turn, side)] == other.guilds[owner(other.turn, side + 3)]
        for one, other in combinations(tiles, 2)
        if (side := SIDE_OF.get((other.q - one.q, other.r - one.r))) is not None
    )


def neighbours(tiles):
    *others, last = tiles
    return sum((last.q - tile.q, last.r - tile.r) in SIDE_OF for tile in others)


def test_the_hexes_in_the_rules_of_guilds_fit_or_not_as_the_text_says():
    assert not clash(FITS) and neighbours(FITS) == 2
    assert clash(CLASHES) and neighbours(CLASHES) == 2
    assert not clash(LONELY) and neighbours(LONELY) == 1


def linked(tiles, guilds):
    """Return whether guilds (tile, guild) hang together along sides."""
    joined, rest = {next(iter(guilds))}, set(guilds)
    while more := {g for g in rest - joined if any(touch(tiles, g, other) for other in joined)}:
        joined |= more
    return joined == rest


def touch(tiles, one, other):
    if one[0] == other[0]:
        return True
    here, there = tiles[one[0]], tiles[other[0]]
    side = SIDE_OF.get((there.q - here.q, there.r - here.r))
    return side is not None and (owner(here.turn, side), owner(there.turn, side + 3)) == (one[1], other[1])


def held(tiles):
    return {(n, g) for n, tile in enumerate(tiles) for g in range(3) if 0 in tile.tokens[g]}


def colours(tiles, guilds):
    return {tiles[n].guilds[g] for n, g in guilds}


def test_the_groups_in_the_rules_of_guilds_allow_a_tower_as_the_text_says():
    four, five = held(READY), held(WIDELY)
    assert len(four) == 4 and len(colours(READY, four)) == 4 and linked(READY, four) and not clash(READY)
    assert len(five) == 5 and len(colours(WIDELY, five)) == 4 and linked(WIDELY, five) and not clash(WIDELY)
    quartets = [set(q) for q in combinations(five, 4) if len(colours(WIDELY, q)) == 4]
    assert quartets and not any(linked(WIDELY, quartet) for quartet in quartets)
    for tiles in (READY, WIDELY):
        assert {(n, g) for n, tile in enumerate(tiles) for g in tile.marked} == held(tiles)
    gone = held(READY) - held(BUILT)
    assert gone == {(0, 0)} and BUILT[0].towers[0] == 0 and BUILT[0].tokens[0] == ()


def cards_of(row):
    by_look = {section[1:]: section.id for section in SECTIONS.values()}
    return tuple(tuple(by_look[storey] for storey in tower) for tower in row)


def rule_called(name):
    return next(rule.id for rule in RULES.values() if rule.name == Text(name))


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("3+ of one stone in one tower", IN_A_TOWER),
        ("2+ of one window type side by side", SIDE_BY_SIDE),
        ("2+ of one stone in a diagonal", DIAGONAL),
    ],
)
def test_the_groups_in_the_rules_of_tuir_are_worth_what_the_text_says(name, row):
    assert groups(rule_called(name), cards_of(row)) == (3,)
    assert f'"{name}"' in everything("tuir")


def test_the_fewest_windows_in_the_rules_of_tuir():
    row = cards_of(FIVE_THREE_SEVEN)
    assert [sum(SECTIONS[card].windows for card in tower) for tower in row] == [5, 3, 7]
    scores = tuir_tally(rule_called("Fewest windows in one tower"), (row, cards_of(LONE)))
    assert [score.points for score in scores] == [0, 3]


# --- pages and pictures ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_every_page_fits_discord_in_every_language(key):
    for language in (*languages(), PSEUDO):
        say = words(language)
        for n, page in enumerate(rulebook(key, say)):
            assert len(page.text) <= TEXT, page.title
            check_layout(layout_of(rules_screen(key, n, say)))


@pytest.mark.parametrize("key", GAMES)
def test_the_pictures_of_the_rules_are_drawn_and_small_enough_for_a_phone(key):
    game = GAMES[key]
    check_rulebook(game)
    for figure in (*figures_of(game).values(), *(leaf.figure for leaf in appendix_of(game))):
        assert 400 <= figure.scene.w <= 1000 and figure.scene.h <= 900
    assert all(len(paint(figure.scene)) > 500 for figure in [*figures_of(game).values()][:1])


def test_the_contents_name_every_page_and_mark_the_one_on_the_screen():
    screen = rules_screen("tuir", 2, EN)
    (menu,) = (part for part in parts(layout_of(screen)) if part["type"] == 3)
    assert [o["label"] for o in menu["options"]] == [page.title for page in rulebook("tuir", EN)]
    assert [o["label"] for o in menu["options"] if o.get("default")] == ["Sacrifices"]
    assert "Rule cards 21 to 35: groups" in menu["options"][-1]["label"]


def test_a_page_that_is_not_there_is_the_nearest_one():
    assert layout_of(rules_screen("tuir", 99, EN)) == layout_of(rules_screen("tuir", 10, EN))
    assert layout_of(rules_screen("tuir", -1, EN)) == layout_of(rules_screen("tuir", 0, EN))


def altered(**changes):
    tuir = GAMES["tuir"]
    return SimpleNamespace(**{name: getattr(tuir, name) for name in tuir.__all__} | changes)


def test_a_picture_that_the_text_does_not_ask_for_or_that_nobody_drew_is_named():
    figures = figures_of(GAMES["tuir"])
    with pytest.raises(Broken, match=r"pictures and rules\.md differ \| \{'spare'\}"):
        check_rulebook(altered(figures=lambda: {**figures, "spare": figures["least"]}))
    with pytest.raises(Broken, match=r"pictures and rules\.md differ \| \{'least'\}"):
        check_rulebook(altered(figures=lambda: {k: f for k, f in figures.items() if k != "least"}))


def test_a_wordy_or_undescribed_picture_and_a_double_key_are_named():
    figures, entries = figures_of(GAMES["tuir"]), glossary_of(GAMES["tuir"])
    wordy = Figure(side_by_side([sign("Tower")]), (Text("A word."),))
    with pytest.raises(Broken, match="a word in the picture"):
        check_rulebook(altered(figures=lambda: {**figures, "least": wordy}))
    bare = Figure(figures["least"].scene, ())
    with pytest.raises(Broken, match="nobody describes"):
        check_rulebook(altered(figures=lambda: {**figures, "least": bare}))
    with pytest.raises(Broken, match="a key of the glossary comes twice"):
        check_rulebook(altered(glossary=lambda: (*entries, entries[0])))


def test_a_game_without_a_rulebook_has_just_its_text():
    plain = SimpleNamespace()
    assert figures_of(plain) == {} and appendix_of(plain) == () == glossary_of(plain)


# --- cards -------------------------------------------------------------------------------------------


def test_the_glossary_has_every_card_of_every_game():
    keys = [card.key for card in glossary.every_card(EN)]
    assert len(keys) == len(set(keys))
    per_game = {game: sum(key.startswith(f"{game}:") for key in keys) for game in LETTERS}
    assert per_game == {"guilds": 8, "lucca": 96 + 5 + 1, "towers": len(RANKS) + 7, "tuir": 18 + 35}


def test_names_of_cards_are_told_apart():
    names = [(str(card.game), card.plain) for card in glossary.every_card(EN)]
    assert len(names) == len(set(names))


def test_every_explanation_fits_and_can_be_translated():
    known = {id for m in template() for id in ([m.id] if isinstance(m.id, str) else m.id)}
    for language in (*languages(), PSEUDO):
        for card in glossary.every_card(words(language)):
            check_layout(layout_of(glossary.card_screen(card, words(language))))
    for game in GAMES.values():
        for part in (*glossary_of(game), *appendix_of(game), *figures_of(game).values()):
            assert {text.id for text in texts_in(part)} <= known


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("towers:guard", "towers:guard"),
        ("5 Guard", "towers:guard"),
        ("guard", "towers:guard"),
        ("  GIÓSTRA ", "towers:giostra"),
        ("red 34", None),
        ("purple 30", "lucca:p30"),
        ("Wild 500", "lucca:s500"),
        ("bastion", "lucca:bastion"),
        ("brown, blue, ochre", "guilds:blue-ochre-brown"),
        ("Brown blue ochre", "guilds:blue-ochre-brown"),
        ("brown ochre blue", "guilds:blue-brown-ochre"),
        ("3+ of one stone in one tower", "tuir:r24"),
        ("purple", None),
        ("white marble", "tuir:t17"),
        ("fewest windows overall", "tuir:r18"),
        ("towers:dragon", None),
        ("", None),
    ],
)
def test_a_card_is_found_by_key_or_by_name(typed, key):
    found = glossary.find(typed, EN)
    assert (found.key if found else None) == key


def test_while_typing_names_come_with_their_game_the_best_first():
    assert glossary.choices("gua", EN) == [("towers:guard", "5 Guard (The Towers of San Gimignano)")]
    shown = [name for _, name in glossary.choices("wild", EN)]
    assert shown == [f"Wild {n} (Lucca: The City of Games)" for n in (10, 20, 500)]
    assert [key for key, _ in glossary.choices("tallest", EN)] == ["tuir:r01"]


def test_at_most_25_choices_and_some_of_each_game_at_first():
    assert len(glossary.choices("e", EN)) == 25
    first = glossary.choices("", EN)
    have = {key for key, game in GAMES.items() if glossary_of(game)}
    assert len(first) <= 25 and {key.partition(":")[0] for key, _ in first} == have >= {*LETTERS}
    for language in (*languages(), PSEUDO):
        assert all(
            1 <= len(name) <= 100 and len(key) <= 100 for key, name in glossary.choices("", words(language))
        )


def test_names_match_in_the_readers_language():
    """The made-up language writes Giostra as Gíóstrá~~~."""
    assert [key for key, _ in glossary.choices("giostra", words(PSEUDO))] == ["towers:giostra"]
    assert "Gíóstrá" in glossary.choices("giostra", words(PSEUDO))[0][1]


def test_an_unknown_card_gets_a_kind_word_with_the_nearest_ones():
    said = EN.say(glossary.unknown("Monumnto", EN))
    assert "Monumento (The Towers of San Gimignano)" in said
    assert "Most towers (Túir)" in EN.say(glossary.unknown("towers", EN))
    assert "choose from the list" in EN.say(glossary.unknown("xyzzyx" * 50, EN))
    assert "**" not in EN.say(glossary.unknown("**bold**", EN)).replace(r"\*\*", "")
