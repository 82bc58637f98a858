"""The last pages of Túir's rules: all rule cards, in words and as pictograms."""

import csv
from typing import Any

from bot.text.words import words
from games import tuir
from games.contract import SIGN, signs
from games.rulebook import Leaf
from games.tuir.cards import FOLDER, RULES
from games.tuir.picture_rules import rule_card
from rendering.paint import paint
from rendering.scene import Glyph, Sprite

say = words("en").say
PAGES = tuir.appendix()


def numbered(page: Leaf) -> dict[int, str]:
    """The lines of a page that stand for a card, by their number."""
    parts = [say(line).partition(": ") for line in page.lines]
    return {int(number): sentence for number, colon, sentence in parts if colon and number.isdecimal()}


def test_the_rulebook_names_every_rule_card_once() -> None:
    lines = {number: sentence for page in PAGES for number, sentence in numbered(page).items()}
    with (FOLDER / "rules.csv").open(encoding="utf-8") as file:
        printed = [row["id"] for row in csv.DictReader(file)]
    assert sorted(lines) == list(range(1, 36)) and len(printed) == 35
    assert sorted(lines.values()) == sorted(say(RULES[rule].name) for rule in printed)


def test_each_page_says_what_its_cards_are_worth() -> None:
    for page in PAGES:
        worth = 3 if say(page.lines[0]).startswith("3 points") else 1
        ids = {say(rule.name): rule for rule in RULES.values()}
        assert {ids[sentence].points for sentence in numbered(page).values()} == {worth}


def test_the_numbers_in_the_picture_are_those_of_the_lines() -> None:
    """Each number stands on the corner of the card whose sentence has it."""
    ids = {say(rule.name): rule.id for rule in RULES.values()}
    for page in PAGES:
        cards: list[Any] = [item for item in page.figure.scene.items if hasattr(item, "sprite")]
        marks = {item.text: item for item in page.figure.scene.items if isinstance(item, Glyph)}
        for number, sentence in numbered(page).items():
            mark = marks[str(number)]
            (card,) = (c for c in cards if abs(c.x - mark.x) < 20 and abs(c.y - mark.y) < 20)
            assert card.sprite == rule_card(ids[sentence])
        assert len(cards) == len(marks) == len(numbered(page))


def test_the_page_of_groups_says_which_cards_the_short_game_leaves_out() -> None:
    state = tuir.setup(2, "short", ("short",))
    held = [*state.stock, state.hidden, *(player.rule for player in state.players)]
    used = {say(RULES[rule].name) for rule in (*state.open, *(h.card for h in held))}
    out = [number for number, sentence in numbered(PAGES[1]).items() if sentence not in used]
    assert out == [33, 34, 35]
    assert say(PAGES[1].lines[-1]) == "A game with 32 rule cards leaves out 33, 34, and 35."


def test_the_rulebook_fits_a_page_of_discord() -> None:
    for page in PAGES:
        assert len("\n".join(map(say, (page.title, *page.lines)))) <= 3500


def test_the_pictograms_are_legible_on_a_phone_and_have_no_words() -> None:
    """At 400 pixels a sign is still 13 high: as high as a numeral in the table's picture, or higher."""
    for page in PAGES:
        scene = page.figure.scene
        assert scene.w <= 750 and scene.h <= 900
        assert all(SIGN.fullmatch(sign) for sign in signs(scene))
        drawn = [
            part for item in scene.items for part in getattr(item, "sprite", Sprite(0, 0, (item,))).items
        ]
        sizes = [part.size for part in drawn if isinstance(part, Glyph)]
        assert min(sizes) * 400 / scene.w >= 13
        assert len(paint(scene)) <= 100_000


def card(key: str) -> list[str]:
    return [say(line) for entry in tuir.glossary() if entry.key == key for line in entry.lines]


def test_a_section_names_the_most_rules_and_says_that_others_count_it_too() -> None:
    """Fifteen rules about groups, and those about windows overall, count any section."""
    told = card("t01")
    assert any(
        line.startswith("Rules about the most that count it: Most sections with flat windows,")
        for line in told
    )
    assert "Rules about groups and about windows overall or in one tower may count it too." in told


def entry(key: str) -> list[str]:
    (found,) = (each for each in tuir.glossary() if each.key == key)
    return [say(line) for line in found.lines]


def test_a_card_of_a_section_does_not_claim_that_only_the_most_rules_count_it() -> None:
    lines = entry("t05")
    assert any(line.startswith("Rules about the most that count it: ") for line in lines)
    assert not any(line.startswith("Rule cards that count it") for line in lines)


def test_u7_every_card_about_most_or_least_says_that_nothing_built_claims_nothing() -> None:
    for rule in RULES.values():
        told = any("who has built nothing claims nothing" in line for line in entry(rule.id.lower()))
        assert told is rule.contest, rule.id
